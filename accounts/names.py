"""User names: which are allowed, which look alike, and which are reserved for the site."""

import re
import unicodedata
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_noop, override
from django.utils.translation import gettext_lazy as _

from common.normal_forms import normalized

SHORTEST, LONGEST = 2, 24
LONGEST_TYPED = 300
"""Characters of a text that is looked up: no name and no email address is as long, and SQLite refuses to look for
50,000.
"""
ALLOWED = _(
    "2 to 24 characters: Latin letters (accents are fine) or Chinese characters, digits, dots, hyphens and "
    "underscores. Start with a letter or digit."
)
"""The rule for names as pages explain it."""

COMPUTER_NAMES = {
    "beginner": gettext_noop("Chinchilla"),
    "casual": gettext_noop("Hummingbird"),
    "solid": gettext_noop("Fox"),
    "strong": gettext_noop("Owl"),
    "expert": gettext_noop("Jaguar"),
}
"""The name of the computer player of each level, weakest first; none is a word from any of the games.

These are usernames, shown to everyone in the language of the page.
"""

# One script per name, from scripts that do not look alike: nobody can imitate a Latin name in Cyrillic.
LATIN = "A-Za-zÀ-ÖØ-öø-ňŊ-žȘ-țẞ"
HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_NAME = re.compile(rf"(?:[{LATIN}0-9][{LATIN}0-9._-]*|[{HAN}0-9][{HAN}0-9._-]*)")
FORMER = "Former"
"""Prefix of the names of people who have deleted their account."""

GUEST = "Guest-"
"""Prefix of the names of guests: nobody mistakes Guest-Ann for the member Ann."""

LONGEST_OF_GUEST = 14
"""Maximum length of the part that a guest chooses; a number may follow."""

_GUEST = re.compile(rf"(?:guest|{FORMER.lower()})\d*|guest[._-].*")
_BY_LOT = re.compile(rf"{GUEST}\d+")
_SEPARATORS = str.maketrans("", "", "._-")
_LOOKS_LIKE = str.maketrans("i10", "llo")
_WITHOUT_STROKES = str.maketrans(
    {"æ": "ae", "ð": "d", "đ": "d", "ħ": "h", "ı": "i", "ĸ": "k", "ł": "l", "ŋ": "n", "ø": "o", "œ": "oe", "ŧ": "t"}
    | {"þ": "th"}
)
_RESERVED = frozenset(
    ("admin", "administrator", "moderator", "mod", "official", "root", "staff", "support", "system")
    + ("anonymous", "anybody", "everybody", "me", "nobody", "bot", "computer", "llama", "puma", "condor")
)


def normal(name: str) -> str:
    """`name` in normal form (NFKC): equal letters are equal code points, whatever keyboard typed them.

    NUL is replaced, since PostgreSQL refuses even to search for it. What is longer than `LONGEST_TYPED` is cut, which
    still is no name.
    """
    return normalized("NFKC", name[:LONGEST_TYPED].replace("\0", "\N{REPLACEMENT CHARACTER}"))


def skeleton(name: str) -> str:
    """A key that is equal for names that look alike; Unicode's UTS 39 calls it a skeleton.

    Case, accents, dots, hyphens and underscores make no difference; i, l and 1 count as one letter, as do o and 0.
    """
    return _plain(name).translate(_LOOKS_LIKE)


def validate_name(name: str) -> None:
    """Raise a ValidationError that states the rule unless `name` is well-formed."""
    if not (SHORTEST <= len(name) <= LONGEST and _NAME.fullmatch(name) and normal(name) == name):
        raise ValidationError(_("A name can have %(allowed)s"), code="name_not_allowed", params={"allowed": ALLOWED})


def validate_not_reserved(name: str) -> None:
    """Raise ValidationError if `name` looks like a name of the site's staff, a guest or a computer player."""
    is_of_guest = _GUEST.fullmatch(_plain(name)) or _GUEST.fullmatch(_bare(name))
    if is_of_guest or skeleton(name) in _reserved_skeletons(tuple(settings.LANGUAGES)):
        raise ValidationError(
            _(
                "%(name)s is reserved for guests, computer players or the people who run this site. Please choose "
                "another name."
            ),
            code="name_reserved",
            params={"name": name},
        )


@cache
def _reserved_skeletons(languages: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """The skeletons of reserved names, with the computer players' names in each of `languages` (code, own name)."""
    names = [*_RESERVED]
    for language, _own_name in languages:
        with override(language):
            names += map(gettext, COMPUTER_NAMES.values())
    return frozenset(map(skeleton, names))


def chosen_by_guest(text: str) -> str:
    """The name that a guest chose by typing `text`, in normal form; empty for blank text. Raises ValidationError."""
    name = normal(text).strip()
    if not name:
        return ""
    validate_name(name)
    validate_not_reserved(name)
    if len(name) > LONGEST_OF_GUEST:
        raise ValidationError(
            _("A guest’s name can have at most %(most)s characters."),
            code="too_long",
            params={"most": LONGEST_OF_GUEST},
        )
    return name


def is_by_lot(name: str) -> bool:
    """Whether this is the random name of a guest who has not chosen one."""
    return _BY_LOT.fullmatch(name) is not None


def _plain(name: str) -> str:
    """The letters without case, accents, dots, hyphens and underscores."""
    return _bare(name).translate(_SEPARATORS)


def _bare(name: str) -> str:
    """The letters without case and accents."""
    taken_apart = normalized("NFKD", name[:LONGEST_TYPED].casefold())
    bare = "".join(letter for letter in taken_apart if not unicodedata.combining(letter))
    return bare.translate(_WITHOUT_STROKES)
