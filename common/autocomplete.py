"""Autocomplete fields of the admin: an invalid key is an error of the form, not a server error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import ValidationError
from django.db.models import ForeignKey
from django.forms import ModelChoiceField
from django.http import HttpRequest


class PatientSelect(AutocompleteSelect):
    """Shows the chosen row, and ignores invalid keys. Django's own widget would query the database for them."""

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        key = self.field.remote_field.model._meta.pk

        def is_key(text: str) -> bool:
            try:
                key.clean(text, None)
            except ValidationError:
                return False
            return True

        return super().optgroups(name, [text for text in value if is_key(text)], attr)


class Findable:
    """Mixin for admin classes with `autocomplete_fields`."""

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        """The form field, with `PatientSelect` for autocomplete fields."""
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            site = self.admin_site  # type: ignore[attr-defined]
            kwargs.setdefault("widget", PatientSelect(db_field, site, using=kwargs.get("using")))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]
