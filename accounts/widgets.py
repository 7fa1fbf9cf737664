"""Admin widgets with the labels for screen readers that Django leaves out."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.widgets import AdminSplitDateTime
from django.db.models import DateTimeField, Field
from django.forms import SplitDateTimeField
from django.utils.translation import gettext_lazy as _


class NamedDateTime(AdminSplitDateTime):
    """A date and a time, each with its label."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs)
        for widget, name in zip(self.widgets, (_("Date"), _("Time")), strict=True):
            widget.attrs["aria-label"] = name


NAMED: dict[type[Field[Any, Any]], dict[str, Any]] = {
    DateTimeField: {"form_class": SplitDateTimeField, "widget": NamedDateTime}
}
"""The `formfield_overrides` of an admin with date-time fields to fill in."""
