"""Every row names itself, in the log of the administration and in the traces of failures."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from tests.folders import OURS

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
MODELS = [model for model in apps.get_models() if model.__module__.partition(".")[0] in OURS]


def filled(model: type[models.Model]) -> models.Model:
    """A row that is nowhere stored, with something in each of its columns; what it refers to is not there."""
    return model(**{field.attname: _value(field) for field in model._meta.concrete_fields})


def _value(field: Any) -> Any:
    if field.is_relation:
        return None
    if isinstance(field, models.DateField):
        return NOW if isinstance(field, models.DateTimeField) else NOW.date()
    if isinstance(field, models.CharField | models.TextField):
        return field.choices[0][0] if field.choices else "x"
    if isinstance(field, models.JSONField):
        return []
    return 7 if isinstance(field, models.IntegerField | models.FloatField) else field.get_default()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_a_row_has_a_name(model: type[models.Model]) -> None:
    assert str(filled(model)).strip()
