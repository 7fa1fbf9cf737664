"""The forms of the notification settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.enumerating import labelled
from deliveries.selectors.preferences import Channels
from deliveries.services.preferences import CHOSEN
from notices.kinds import Channel, Kind
from notices.models import Webhook


class PreferencesForm(forms.Form):
    """A checkbox for each kind of notification and channel."""

    def __init__(self, data: Any = None, *, channels: Channels, kinds: Sequence[Kind]) -> None:
        super().__init__(data)
        self.kinds = kinds
        for kind in kinds:
            for channel in CHOSEN:
                self.fields[f"{kind}-{channel}"] = forms.BooleanField(
                    label=labelled(kind.label, channel.label), required=False, initial=channels.wants(kind, channel)
                )

    def rows(self) -> list[tuple[str, list[tuple[str, forms.BoundField]]]]:
        """The label of each kind with its checkboxes, each after the label of its channel."""
        return [
            (str(kind.label), [(str(channel.label), self[f"{kind}-{channel}"]) for channel in CHOSEN])
            for kind in self.kinds
        ]

    def wanted(self) -> dict[tuple[str, str], bool]:
        """Whether each box is checked, by kind and channel."""
        return {(kind, channel): self.cleaned_data[f"{kind}-{channel}"] for kind in self.kinds for channel in CHOSEN}


class WebhookForm(forms.Form):
    """The URL and format of a webhook: a chat channel, an ntfy topic, or a program."""

    url = forms.URLField(
        label=_("Webhook address"),
        required=False,
        max_length=500,
        assume_scheme="https",
        widget=forms.URLInput({"class": "input", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "Discord: channel settings, Integrations, Webhooks. ntfy: server and topic, as in "
            "https://ntfy.sh/my-topic. Anyone who knows the address can write there. Leave empty for none."
        ),
    )
    style = forms.ChoiceField(label=_("Format"), choices=Webhook.Style, widget=forms.RadioSelect)


class TrialForm(forms.Form):
    """The channel for a test message."""

    channel = forms.ChoiceField(choices=[(channel.value, channel.label) for channel in Channel])
