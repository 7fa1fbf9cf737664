"""The form for a user's own settings."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms.fields import NameField
from accounts.languages import is_choice
from accounts.models import User
from accounts.names import skeleton
from accounts.zones import is_zone, place, zones_by_region


def zone_choices(user: User) -> list[Any]:
    """Form choices: the device's zone, all others by region, UTC, and the chosen zone if it is not among these."""
    guessed = place(user.device_zone) if is_zone(user.device_zone) else ""
    device = gettext("Same as my device: {place}").format(place=guessed) if guessed else gettext("Same as my device")
    regions = zones_by_region()
    chosen, listed = user.time_zone, {name for _region, zones in regions for name, _town in zones}
    by_name = [("UTC", "UTC")] if chosen in listed | {"", "UTC"} else [("UTC", "UTC"), (chosen, chosen)]
    return [("", device), *regions, *by_name]


class SettingsForm(forms.Form):
    """A user's own settings. Guests cannot change their name here: they choose one when they sign up."""

    username = NameField()
    language = forms.ChoiceField(label=_("Language"), required=False, widget=forms.RadioSelect)
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)
    theme = forms.ChoiceField(label=_("Theme"), choices=User.Theme, widget=forms.RadioSelect)
    board_colours = forms.ChoiceField(
        label=_("Board colours"), choices=User.BoardColours, required=False, widget=forms.RadioSelect
    )
    confirm_turns = forms.ChoiceField(
        label=_("Confirm before ending my turn"), choices=User.ConfirmTurns, widget=forms.RadioSelect
    )
    single_keys = forms.ChoiceField(
        label=_("Single-key shortcuts"), choices=User.SingleKeys, required=False, widget=forms.RadioSelect
    )

    open_games = forms.ChoiceField(
        label=_("How my games appear in the open games"),
        choices=User.OpenGames,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        names = ("username", "theme", "board_colours", "confirm_turns", "single_keys", "language", "time_zone")
        kept = {name: getattr(user, name) for name in (*names, "open_games")}
        super().__init__(data, initial=kept)
        self.user = user
        if is_choice():
            language = cast(forms.ChoiceField, self.fields["language"])
            language.choices = [("", _("Browser language")), *settings.LANGUAGES]
        else:
            del self.fields["language"]
        if user.is_guest:
            del self.fields["username"], self.fields["open_games"]
        self.fields["time_zone"].widget.attrs |= {"class": "input", "aria-describedby": "zone-hint"}
        cast(forms.ChoiceField, self.fields["time_zone"]).choices = zone_choices(user)

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if skeleton(name) == self.user.name_skeleton:
            return name
        cleaned: str = get_adapter().clean_username(name)
        return cleaned
