"""Fields for whole numbers within bounds."""

import pytest
from django.core.exceptions import ValidationError

from common.number_fields import BoundedField


@pytest.mark.parametrize("text", ["0", "31", "-4", "2.5", "seven"])
def test_whatever_is_wrong_the_message_says_what_is_allowed(text: str) -> None:
    with pytest.raises(ValidationError) as refused:
        BoundedField(min_value=1, max_value=30).clean(text)
    assert refused.value.messages == ["Enter a whole number from 1 to 30."]


def test_both_bounds_are_within_them() -> None:
    assert [BoundedField(min_value=1, max_value=30).clean(text) for text in ("1", "30")] == [1, 30]
