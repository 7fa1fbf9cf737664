"""Names of users: what is allowed, which look alike, and which are kept for the house."""

import re
import unicodedata
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_noop, override
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 24
ALLOWED = _(
    "2 to 24 characters: Latin letters (also with accents, like é, ő, ß) or Chinese characters, digits, dot, hyphen "
    "and underscore, beginning with a letter or digit."
)

COMPUTER_NAMES = {
    "beginner": gettext_noop("Chinchilla"),
    "casual": gettext_noop("Hummingbird"),
    "solid": gettext_noop("Fox"),
    "strong": gettext_noop("Owl"),
    "expert": gettext_noop("Jaguar"),
}
"""The name of the computer player of each level, from the weakest to the strongest: no word of any of the games.

They are users of this name, shown to everybody in the language of the page."""

# One script a name, and none that has letters like those of another one: nobody can write a Latin name in Cyrillic.
_LATIN = "A-Za-zÀ-ÖØ-öø-ňŊ-žȘ-țẞ"
_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_NAME = re.compile(rf"(?:[{_LATIN}0-9][{_LATIN}0-9._-]*|[{_HAN}0-9][{_HAN}0-9._-]*)")
FORMER = "Former"
"""What the names of those begin with who have deleted their account."""

_GUEST = re.compile(rf"(?:guest|{FORMER.lower()})\d*")
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
    """The one way to write `name`: whatever keyboard wrote it, equal letters are equal code points (NFKC).

    Without NUL, since PostgreSQL refuses even to look for it.
    """
    return unicodedata.normalize("NFKC", name.replace("\0", "\N{REPLACEMENT CHARACTER}"))


def look(name: str) -> str:
    """What two names have in common that are easily taken for each other; empty for none.

    Capitals, accents, dots and hyphens make no difference, and i, l and 1 are one letter, as are o and 0.
    """
    return _plain(name).translate(_LOOKS_LIKE)


def validate_name(name: str) -> None:
    """Raise ValidationError, which says what is allowed, unless `name` is spelled like a name."""
    if not (SHORTEST <= len(name) <= LONGEST and _NAME.fullmatch(name) and normal(name) == name):
        raise ValidationError(_("A name has %(allowed)s"), code="name_not_allowed", params={"allowed": ALLOWED})


def validate_not_reserved(name: str) -> None:
    """Raise ValidationError when `name` reads or looks like the house, a guest or a computer player."""
    if _GUEST.fullmatch(_plain(name)) or look(name) in _reserved_looks(tuple(settings.LANGUAGES)):
        raise ValidationError(
            _("%(name)s is kept for guests, computer players or those who run this site. Please take another name."),
            code="name_reserved",
            params={"name": name},
        )


@cache
def _reserved_looks(languages: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """What reserved names look like, those of computer players in each of `languages` (code and own name)."""
    names = [*_RESERVED]
    for language, _own_name in languages:
        with override(language):
            names += map(gettext, COMPUTER_NAMES.values())
    return frozenset(map(look, names))


def _plain(name: str) -> str:
    """The letters without capitals, accents, dots, hyphens and underscores."""
    taken_apart = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in taken_apart if not unicodedata.combining(letter))
    return bare.translate(_WITHOUT_STROKES).translate(_SEPARATORS)
