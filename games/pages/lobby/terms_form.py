"""Form mixin for the terms of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.number_fields import BoundedField
from games.engine.contract import AnyGame
from games.models import Match
from games.pages.lobby.options_form import OptionsForm
from games.selectors.lobby.clubs import is_hidden
from games.selectors.position.engines import options_of
from games.services.lobby.terms import TableTerms

FULL, HOST = "full", "host"
"""When the match starts: as soon as the table is full, or when its host says so."""

DRAWN, CHOSEN = "drawn", "chosen"
"""How people are seated."""

SHARES = (80, 90, 95)
"""The percentages of started games not left that a host may require."""

TO_ALL = (Match.Access.ANYBODY, Match.Access.FRIENDS, Match.Access.LINK, Match.Access.PASSWORD)
"""Access choices for a table, and for one of a public club."""

TO_MEMBERS = (Match.Access.CLUB, Match.Access.LINK)
"""Access choices for a table of a hidden club."""


ACCESS_ICONS: dict[str, str] = {
    Match.Access.ANYBODY: "lu-globe",
    Match.Access.FRIENDS: "lu-users",
    Match.Access.CLUB: "lu-users",
    Match.Access.LINK: "lu-link",
    Match.Access.PASSWORD: "lu-key-round",
}

PACE_ICONS: dict[str, str] = {Match.Pace.LIVE: "lu-hourglass", Match.Pace.NONE: "lu-tree-palm"}
"""The icons of the paces other than those of so many days."""


class TermsForm(OptionsForm):
    """The terms of a table: who may join, how the match is played, and when it starts."""

    in_order = _("As listed above")
    """Label for forms that show who will sit where."""

    has_password = False
    """Whether the table already has a password, which an empty field keeps."""

    def add_terms(self, host: User, *, accesses: Sequence[str] = TO_ALL) -> None:
        """Add the fields for the terms. The first of the `accesses` offered is the default.

        Guests get no fields for rated tables and for friends.
        """
        self.fields["seating"] = forms.ChoiceField(
            label=_("Seating"),
            choices=[(DRAWN, _("Random")), (CHOSEN, self.in_order)],
            initial=DRAWN,
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields["access"] = forms.ChoiceField(
            label=_("Who can join and watch"),
            choices=[
                (access, Match.Access(access).label)
                for access in accesses
                if not host.is_guest or access != Match.Access.FRIENDS
            ],
            initial=accesses[0],
            widget=forms.RadioSelect,
        )
        self.fields["password"] = forms.CharField(
            label=_("Table password"),
            help_text=_("Tell it to the people who may join. You won’t be able to see it again."),
            required=False,
            max_length=64,
            widget=forms.TextInput({"class": "input", "autocomplete": "off", "spellcheck": "false"}),
        )
        self.fields["starts"] = forms.ChoiceField(
            label=_("The match starts"),
            choices=[(FULL, _("When the last seat is taken")), (HOST, _("When I start it"))],
            initial=FULL,
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields["pace"] = forms.ChoiceField(
            label=_("Pace"), choices=Match.Pace.choices, initial=Match.Pace.DAYS_2, widget=forms.RadioSelect
        )
        self.fields["weekends_off"] = forms.BooleanField(
            label=_("Weekends off: in day games clocks stop on Saturdays and Sundays, in each player’s time zone"),
            required=False,
            initial=False,
        )
        if not host.is_guest:
            self._add_terms_of_rating()
        self.add_options()

    def _add_terms_of_rating(self) -> None:
        """Add the fields that only members have: whether the match is rated, and who may join by their record."""
        self.fields["rated"] = forms.BooleanField(label=_("Rated"), required=False, initial=True)
        bounds = {"lowest": _("Lowest rating"), "highest": _("Highest rating")}
        for name in bounds:
            self.fields[name] = BoundedField(
                label=bounds[name],
                required=False,
                min_value=0,
                max_value=4000,
                widget=forms.NumberInput({"class": "input", "step": 50, "placeholder": _("any")}),
            )
        self.fields["reliability"] = forms.TypedChoiceField(
            label=_("Players must finish"),
            choices=[
                ("", _("any")),
                *((share, _("at least %(share)s%% of their games") % {"share": share}) for share in SHARES),
            ],
            coerce=int,
            empty_value=None,
            required=False,
            widget=forms.Select({"class": "select"}),
            help_text=_(
                "Profiles show this share. People who have not started a game yet can join anyway, and so can "
                "anyone you invite by name."
            ),
        )

    @property
    def access_choices(self) -> list[tuple[Any, str]]:
        """The choices of who can join, each with its icon."""
        return [(choice, ACCESS_ICONS[choice.data["value"]]) for choice in self["access"]]

    @property
    def pace_choices(self) -> list[tuple[Any, str]]:
        """The choices of a pace, each with its icon."""
        return [(choice, PACE_ICONS.get(choice.data["value"], "lu-calendar")) for choice in self["pace"]]

    @property
    def rating_fields(self) -> list[forms.BoundField]:
        """The fields for the rating range; none for guests."""
        return [self[name] for name in ("lowest", "highest") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Check that a password is given if one is required, and that the rating range is not empty."""
        cleaned = super().clean() or self.cleaned_data
        is_missing = not cleaned.get("password") and not self.has_password
        if cleaned.get("access") == Match.Access.PASSWORD and is_missing:
            self.add_error("password", _("Choose a password for the table."))
        lowest, highest = cleaned.get("lowest"), cleaned.get("highest")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("highest", _("Nobody fits this range: the lowest rating is above the highest."))
        return cleaned

    def rating_range(self) -> tuple[int | None, int | None]:
        """The lowest and highest rating of those who may join, None for no limit. The form must be valid."""
        return self.cleaned_data.get("lowest"), self.cleaned_data.get("highest")

    def terms(self, *, club: int | None = None) -> TableTerms:
        """The terms in the form that services take, for a table of a `club`. The form must be valid."""
        chosen = self.cleaned_data
        return TableTerms(
            access=chosen["access"],
            password=chosen["password"],
            options=self.options(),
            rated=chosen.get("rated", False),
            pace=chosen["pace"],
            weekends_off=chosen["weekends_off"],
            host_starts=chosen["starts"] == HOST,
            seats_drawn=chosen["seating"] != CHOSEN,
            rating_range=self.rating_range(),
            least_reliability=chosen.get("reliability"),
            club=club,
        )


class ChangeForm(TermsForm):
    """The current terms of an open table, for its host to change."""

    in_order = _("In seat order")

    def __init__(self, *args: Any, match: Match, host: User, game: AnyGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.has_password = match.access == Match.Access.PASSWORD
        self.add_terms(host, accesses=_accesses_of(match))
        as_it_is = {
            "seating": DRAWN if match.seats_drawn else CHOSEN,
            "access": match.access,
            "starts": HOST if match.host_starts else FULL,
            "pace": match.pace,
            "weekends_off": match.weekends_off,
            "rated": match.rated,
            "lowest": match.lowest_rating,
            "highest": match.highest_rating,
            "reliability": match.least_reliability,
            **{f"option_{name}": value for name, value in options_of(match).items()},
        }
        for name, value in as_it_is.items():
            if name in self.fields:
                self.fields[name].initial = value
        if self.has_password:
            self.fields["password"].help_text = _("Leave this empty to keep the current password.")


def _accesses_of(match: Match) -> Sequence[str]:
    """The access choices for this table; a choice once made for members only is still offered."""
    if match.club_id is not None and is_hidden(match.club_id):
        return TO_MEMBERS
    return (*TO_ALL, Match.Access.CLUB) if match.access == Match.Access.CLUB else TO_ALL
