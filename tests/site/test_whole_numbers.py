"""Numbers in what others send."""

import pytest

from common.numbers import row_key, whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 999_999_999)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == row_key(text) == number


@pytest.mark.parametrize("text", [None, "", " 7", "7 ", "+7", "-7", "1_000", "1e3", "0x1", "7.0", "²", "٧", "七"])
def test_nothing_else_is(text: str | None) -> None:
    assert whole_number(text) is row_key(text) is None


def test_neither_is_one_that_is_too_long_for_what_it_names() -> None:
    assert whole_number("1" * 10) is None
    assert whole_number("10", digits=1) is None
    assert row_key("9" * 18) == 999_999_999_999_999_999
    assert row_key("9" * 19) is None
