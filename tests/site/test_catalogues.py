"""The catalogues: every language of the product is complete, with the same placeholders."""

import ast
import re
from collections import Counter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import to_locale

from machupicchu.settings import BASE_DIR, LOCALE_PATHS, OF_THE_PRODUCT
from tests.folders import OURS

BLANK = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd%]")
TAG = re.compile(r"</?[a-zA-Z][^>]*>")
MARKS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "npgettext"}
MARKED = re.compile(r"(?<!\w)(?:_|n?p?gettext(?:_lazy)?)\(")
F_STRING = re.compile(r"\b(?:[rR]?[fF]|[fF][rR])[\"']")
"""Where a module may have them: parsing all takes seconds."""
TRANSLATED = [code for code in OF_THE_PRODUCT if code != settings.LANGUAGE_CODE]


@pytest.fixture(scope="module", params=TRANSLATED)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    locale = to_locale(request.param)
    with (LOCALE_PATHS[0] / locale / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    """The plural forms of a message, or its only form."""
    return [text] if isinstance(text, str) else list(text)


def misses(message: Message) -> str | None:
    """What is wrong with a translation; None if nothing is."""
    source, said = forms(message.id), forms(message.string)
    if message.fuzzy:
        return "was translated from other words"
    if not all(said):
        return "is not translated"
    wanted = [Counter(BLANK.findall(text)).keys() for text in source]
    tags = [Counter(TAG.findall(text)) for text in source]
    for number, text in enumerate(said):
        blanks = Counter(BLANK.findall(text)).keys()
        # In any language "one step" may omit the number that "two steps" needs.
        if blanks not in wanted and not (number < len(said) - 1 and blanks <= wanted[-1]):
            return f"has the blanks {sorted(blanks)}"
        if Counter(TAG.findall(text)) not in tags:
            return "has other tags"
        if not re.search(r"\w", source[0]):
            continue  # punctuation: Chinese has no space after it
        if any(source[0].startswith(end) != text.startswith(end) for end in (" ", "\n")):
            return "begins otherwise"
        if any(source[0].endswith(end) != text.endswith(end) for end in (" ", "\n")):
            return "ends otherwise"
    return None


def test_everything_is_said_with_the_same_blanks(catalogue: Catalog) -> None:
    wrong = {str(message.id): what for message in catalogue if message.id and (what := misses(message))}
    assert wrong == {}


HAN = r"[\u4e00-\u9fff]"
NAMES = {"name", "names", "who", "other", "guest", "owner", "winner", "publisher", "site_name"} | {
    *("email", "from_email", "to_email", "deleted_email", "contact", "address", "ip"),
}
"""Placeholders for names, which are mostly Latin."""

NAMES_OR_NUMBERS = {"one", "first", "third", "others", "by", "host", "club", "computer", "decides", "mail", "former"}
"""Placeholders that are names in some sentences, and in others numbers or Chinese words."""

OWN_BLANKS = {"%(name)s may be cut at %(levels)s."}
"""Sentences in which a placeholder of `NAMES` is a Chinese word."""

SPACED_NUMBER = re.compile(rf"{HAN} \d[\d.,]*%?(?![\w-])|(?<![A-Za-z0-9.-])(?<![A-Za-z] )\d[\d.,]*%? {HAN}", re.ASCII)
TIGHT_WORD = re.compile(rf"{HAN}(?!STEP/)[A-Za-z]{{2}}|(?<!/LAST)(?<=[A-Za-z]{{2}}){HAN}")


def _filled(text: str) -> str:
    """A Chinese sentence with a name or a number in each blank, but for those that may be both."""

    def filling(blank: re.Match[str]) -> str:
        name = "".join(re.findall(r"\w+", blank.group().removesuffix("s")))
        return "" if name in NAMES_OR_NUMBERS else "Ann" if name in NAMES else "1"

    return BLANK.sub(filling, TAG.sub("", text)).replace("马丘比丘 1999", "")


def test_chinese_has_no_blank_beside_numbers_and_one_beside_latin_words(catalogue: Catalog) -> None:
    """So its list of words has it; dates count as numbers."""
    if str(catalogue.locale) != "zh_Hans":
        return
    said = [
        text
        for message in catalogue
        if message.id and not OWN_BLANKS.intersection(forms(message.id))
        for text in forms(message.string)
    ]
    assert [text for text in said if SPACED_NUMBER.search(_filled(text))] == []
    assert [text for text in said if TIGHT_WORD.search(_filled(text))] == []


def test_every_language_of_the_product_is_offered() -> None:
    assert dict(settings.LANGUAGES) == OF_THE_PRODUCT


@pytest.mark.parametrize("folder", OURS)
def test_no_sentence_is_inside_an_f_string(folder: str) -> None:
    """`makemessages` does not look there, so it would stay English."""
    inside = [
        f"{file.relative_to(BASE_DIR)}:{node.lineno}"
        for file in (BASE_DIR / folder).rglob("*.py")
        if MARKED.search(module := file.read_text(encoding="utf-8")) and F_STRING.search(module)
        for text in ast.walk(ast.parse(module))
        if isinstance(text, ast.JoinedStr)
        for node in ast.walk(text)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in MARKS
        and isinstance(node.args[0], ast.Constant)
    ]
    assert inside == []
