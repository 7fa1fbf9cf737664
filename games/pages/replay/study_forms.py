"""The forms for opening a record and for playing on from a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import computer_players
from common.refusals import Refused
from games.engine import repairing
from games.engine.record import Record
from games.pages.lobby.seats_form import COMPUTERS, no_player
from games.services.records.reading import LONGEST_RECORD, RecordRefused, record_read

WATCH = "watch"
"""Chosen instead of a seat: the computer plays all of them."""

AROUND = 2
"""Lines shown before and after the wrong one."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a refused record, counted from 1."""

    number: int
    text: str
    is_wrong: bool


class RecordForm(forms.Form):
    """A record as a file or as pasted text; if both are given, the file counts.

    The text of a refused file is put in the field for pasted text, so that it can be corrected there.
    """

    file = forms.FileField(
        label=gettext_lazy("Choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"class": "input", "accept": ".txt,text/plain"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the text"),
        required=False,
        strip=False,
        widget=forms.Textarea({"class": "input", "rows": 12, "spellcheck": "false", "wrap": "off"}),
    )

    record: Record
    """The parsed record, once the form is valid."""
    excerpt: list[RecordLine]
    """The lines around the error in the record."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.excerpt = []

    def clean(self) -> dict[str, Any]:
        """Parse the record. An error is reported with its line."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        text = self._sent(cleaned)
        if not text.strip():
            raise forms.ValidationError(_("Choose a file or paste the text of a record."))
        try:
            self.record = record_read(text)
        except RecordRefused as refusal:
            self.data, self.excerpt = {"text": text}, _excerpt(text, refusal.line)
            raise forms.ValidationError(str(refusal)) from None
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from None
        self.data = {"text": text}
        return cleaned

    def _sent(self, cleaned: dict[str, Any]) -> str:
        file = cleaned.get("file")
        if file is None:
            return str(cleaned["text"])
        if file.size > LONGEST_RECORD:
            raise forms.ValidationError(
                _("“%(name)s” is too large for a record: it has %(length)s bytes, and the limit is %(most)s."),
                params={"name": file.name, "length": file.size, "most": LONGEST_RECORD},
            )
        try:
            text = repairing.text_of(file.read())
        except UnicodeDecodeError:
            raise forms.ValidationError(
                _("“%(name)s” isn’t a text file. A record is a text file like those you download here."),
                params={"name": file.name},
            ) from None
        return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _excerpt(text: str, wrong: int) -> list[RecordLine]:
    lines = list(enumerate(repairing.lines(text), 1))
    return [
        RecordLine(number, line, number == wrong) for number, line in lines[max(0, wrong - 1 - AROUND) : wrong + AROUND]
    ]


class PlayOnForm(forms.Form):
    """The seat to take, by the names of those who sat there, and the computer player at each other one.

    Browsers that cannot hide the field for the reader's own seat send it too; it is ignored.
    """

    def __init__(self, seats: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        """`seats` are names, each with the initial level of its computer player: "" for the gentlest."""
        super().__init__(*args, **kwargs)
        self.fields["seat"] = forms.TypedChoiceField(
            label=_("Your seat"),
            choices=[*((number, name) for number, (name, _level) in enumerate(seats)), (WATCH, _("None: just watch"))],
            coerce=lambda value: None if value == WATCH else int(value),
            widget=forms.RadioSelect,
        )
        self._places = [f"place_{place}" for place in range(1, len(seats) + 1)]
        for place, (name, level) in zip(self._places, seats, strict=True):
            self.fields[place] = forms.ChoiceField(
                label=name,
                choices=COMPUTERS,
                initial=level or COMPUTERS[0][0],
                required=False,
                widget=forms.RadioSelect,
            )

    @property
    def place_fields(self) -> list[forms.BoundField]:
        """The fields for the players, in turn order."""
        return [self[place] for place in self._places]

    def clean(self) -> dict[str, Any]:
        """Check that every other seat has a computer player that exists."""
        cleaned = super().clean() or self.cleaned_data
        if "seat" in cleaned:
            for place in self._others(cleaned["seat"]):
                if place not in self.errors and cleaned[place] not in self._computers:
                    self.add_error(place, no_player(cleaned[place]))
        return cleaned

    def opponents(self) -> list[User]:
        """The players at the other seats, in turn order. The form must be valid."""
        return [self._computers[self.cleaned_data[place]] for place in self._others(self.cleaned_data["seat"])]

    def _others(self, seat: int | None) -> list[str]:
        return [place for number, place in enumerate(self._places) if number != seat]

    @cached_property
    def _computers(self) -> dict[str, User]:
        return computer_players()
