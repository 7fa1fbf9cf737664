"""Fields that several forms share, and our texts for those of allauth."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import ALLOWED, LONGEST, SHORTEST, normal, validate_name

PASSWORD_HINT = _("8 characters or more, not similar to your name, not a common password.")
"""What `AUTH_PASSWORD_VALIDATORS` demand, in one sentence."""


class Worded(forms.Form):
    """Our texts for allauth's fields: `labels` and `hints` by field; a CSS class, and no placeholders."""

    labels: dict[str, Any] = {}
    hints: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.setdefault("class", "input")


class NameField(forms.CharField):
    """A username. Its only validator includes the length, so one message says everything that is allowed."""

    def __init__(self, **kwargs: Any) -> None:
        typing = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "class": "input"}
        widget = forms.TextInput(typing | {"minlength": SHORTEST, "maxlength": LONGEST})
        super().__init__(label=_("Name"), help_text=ALLOWED, validators=[validate_name], widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        return normal(super().to_python(value) or "")
