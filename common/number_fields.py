"""Form fields for whole numbers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _


class BoundedField(forms.IntegerField):
    """A field for a whole number within bounds; whatever is wrong with it, the message says what is allowed."""

    def __init__(self, *, min_value: int, max_value: int, **how: Any) -> None:
        allowed = format_lazy(
            _("Enter a whole number from {least} to {most}."), least=str(min_value), most=str(max_value)
        )
        messages = dict.fromkeys(("invalid", "min_value", "max_value"), allowed)
        super().__init__(
            min_value=min_value,
            max_value=max_value,
            error_messages=messages,
            widget=how.pop("widget", forms.NumberInput({"class": "input"})),
            **how,
        )
