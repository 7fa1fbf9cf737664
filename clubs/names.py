"""Names of clubs: what is allowed, and which look alike."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import names

SHORTEST, LONGEST = 3, 40

_WORD = rf"(?:[{names.LATIN}0-9&][{names.LATIN}0-9.'’&_-]*|[{names.HAN}0-9][{names.HAN}0-9._-]*)"
_NAME = re.compile(rf"{_WORD}(?: {_WORD})*")
_BETWEEN = re.compile(r"[\s'’&]+")


def normal(text: str) -> str:
    """The canonical spelling of a name: as for people's names, with one space between words."""
    return " ".join(names.normal(text).split())


def skeleton(name: str) -> str:
    """A key that is equal for names that look alike: as for people's names, without spaces, apostrophes and `&`."""
    return names.skeleton(_BETWEEN.sub("", name))


def validate_name(name: str) -> None:
    """Raise ValidationError, which says what is allowed, unless `name` is valid for a club."""
    if not (SHORTEST <= len(name) <= LONGEST and _NAME.fullmatch(name) and skeleton(name)):
        raise ValidationError(
            _(
                "A club name can have %(shortest)s to %(longest)s characters: Latin letters (accents are fine) "
                "or Chinese characters, digits, spaces and . ’ & _ -"
            )
            % {"shortest": SHORTEST, "longest": LONGEST},
            code="name_not_allowed",
        )
    names.validate_not_reserved(_BETWEEN.sub("", name))
