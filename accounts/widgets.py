"""Admin fields for dates and times, with the labels for screen readers that Django leaves out."""

from __future__ import annotations

from datetime import MAXYEAR, datetime
from typing import Any

from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import ValidationError
from django.db.models import DateTimeField, Field
from django.forms import SplitDateTimeField
from django.utils.translation import gettext_lazy as _


class NamedDateTime(AdminSplitDateTime):
    """A date and a time, each with its label."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs)
        for widget, name in zip(self.widgets, (_("Date"), _("Time")), strict=True):
            widget.attrs["aria-label"] = name


class EndField(SplitDateTimeField):
    """When something ends, if ever. The last year of the calendar is refused: elsewhere its end is after the calendar,
    so no page there could show it.
    """

    def compress(self, data_list: Any) -> datetime | None:
        """The moment, None for no end. Raises ValidationError."""
        end: datetime | None = super().compress(data_list)
        if end is not None and end.year == MAXYEAR:
            raise ValidationError(_("This date is too far in the future. If it should never end, leave this empty."))
        return end


NAMED: dict[type[Field[Any, Any]], dict[str, Any]] = {DateTimeField: {"form_class": EndField, "widget": NamedDateTime}}
"""The `formfield_overrides` of an admin with ends to fill in."""
