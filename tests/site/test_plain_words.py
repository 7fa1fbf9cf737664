"""The site uses plain English: words given up earlier may not return to catalogues, templates or documents."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from babel.messages.pofile import read_po

from games.api.v1.addresses import schema
from machupicchu.operating.privacy import ABOUT_NOBODY
from machupicchu.settings import BASE_DIR, LOCALE_PATHS
from membership.export import UNTOLD
from tests.folders import OURS, template_folders

GIVEN_UP = (
    r"(some|every|any)body\b",
    r"\bwho(so)?ever\b",
    r"\breckon",
    r"\b(drawn by|by the|by) lot\b",
    r"\bsen[dt] away\b",
    r"\bwatchers?\b",
    r"\be-mail",
    r"\bsign(ed|ing)? in\b",
    r"\bswitch(es|ed|ing)? (it )?(on|off)\b",
    r"\bon turn\b",
    r"\banew\b",
)
"""There are other words for people, chance, ratings and accounts, in all texts for readers."""

GIVEN_UP_ON_PAGES = (
    r"\bmails\b|\b(a|by|no|sends?|the|this) mail\b",
    r"\bcaution",
    r"\bnotices\b",
    r"\bset aside\b",
    r"\bstands? still\b",
    r"\bhunters?\b",
    r"\bkept from writing\b",
    r"\bthe advice\b",
    r"\bjust now\b",
    r"\bparted by\b",
    r"\bfilled up\b",
    r"\b(is|by) (moon|sun)\b",
    r"\blies? open\b",
    r"\bwears? a tag\b",
    r"\w'\w|\w'(?= )",
    r"\d %",
)
"""Words that only code and its documents may use; pages do not, nor a straight apostrophe."""

BANNED = (
    r"all will read",
    r"nothing waits for you",
    r"nothing to do\b",
    r"here stands",
    r"moves on by itself",
    r"will bring you",
    r"^alone the most",
    r"what brought most",
    r"points? ahead of \{",
    r"computer advises",
    r"you look back",
    r"your decision waits",
    r"for all later ones",
    r"one tap, or one press",
    r"quiet sounds",
    r"all chance was drawn",
    r"lie face down, the others",
    r"step onto another priest is not made",
    r"what is still hidden decides",
    r"would find there now",
    r"you are asked as ever",
    r"perhaps not possible then",
    r"more cannot be planned",
    r"nobody’s time runs",
    r"reach behind",
    r"takes your last action back",
    r"the game is set up\. nobody",
    r"course of the score",
    r"look into your mail",
    r"unwanted mail",
    r"do not belong together",
    r"did not work yet",
    r"^do it$",
    r"^not this$",
    r"up to three hunters",
    r"in the hands",
    r"as my browser asks",
    r"what calls (you|me)",
    r"would end the|would rather play",
    r"this ends your turn",
    r"when we ask this",
    r"^on turn$",
    r"is asked now",
    r"nobody you can pay for",
    r"^emptied today",
    r"points that you keep now",
    r"multiplied for gold",
    r"you win, as",
    r"who joins stays",
    r"may come with any rating",
    r"you neither",
    r"of somebody muted",
    r"^be friends",
    r"not any more",
    r"to the first page",
    r"^go on$",
    r"is it you\?",
    r"ask once more",
    r"somebody, we hope",
    r"get this since",
    r"where was it decided",
    r"reckoned",
    r"those who run this site",
    r"(?<!with the )most points wins",
    r"known is this much",
    r"so are the seats",
    r"^take a look$",
    r"^inside$",
    r"^allow again$",
    r"^(again )?at$",
    r"one try for each person",
    r"\b[2-9] llama\b",
    r"^cache: ",
    r"^empty: ",
    r"^to your game$",
    r"\bat place \{",
    r"^deals of others$",
    r"; beaten: ",
    r"\bmoments of games\b",
    r"\blet others wait\b",
    r"\b(is|are) forgotten after\b",
    r"\bdaily deal\b",
    r"\bsite team\b",
    r"^finished games$",
    r"\bin place \{place\}",
    r"\bstep through\b",
    r"\bsettl(e|ing) (your|a) first inca",
)


MARKUP = re.compile(r"<[^>]*>|%\(\w+\)[sd]|\{\{.*?\}\}|\{%.*?%\}|\{\w*\}")
SENTENCES = re.compile(
    r"""\{%-?\s*translate\s+(["'])(?P<tag>.*?)\1|\{%-?\s*blocktranslate\b.*?%\}(?P<block>.*?)\{%-?\s*endblocktranslate""",
    re.DOTALL,
)
GENERATED = {"arena.md", "performance.md"}
"""Documents with tables written by benchmarks."""


def source_texts() -> set[str]:
    """Every English text of the site, in all plural forms."""
    with (LOCALE_PATHS[0] / "de" / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale="de")
    texts: set[str] = set()
    for message in catalogue:
        texts.update([message.id] if isinstance(message.id, str) else message.id)
    return texts


@pytest.fixture(scope="module")
def texts() -> set[str]:
    return source_texts()


@cache
def templates() -> dict[str, set[str]]:
    """The translatable sentences of each template."""
    files = {file for folder in template_folders() for file in folder.rglob("*.*")}
    return {
        str(file.relative_to(BASE_DIR)): {
            " ".join((match["tag"] or match["block"]).split())
            for match in SENTENCES.finditer(file.read_text(encoding="utf-8"))
        }
        for file in files
        if file.suffix in (".html", ".txt")
    }


@cache
def documents() -> dict[str, str]:
    """The text of every hand-written document."""
    files = [*BASE_DIR.glob("*.md"), *(BASE_DIR / "docs").rglob("*.md")]
    return {
        str(file.relative_to(BASE_DIR)): file.read_text(encoding="utf-8")
        for file in files
        if file.name not in GENERATED
    }


@pytest.mark.parametrize("phrase", BANNED)
def test_no_text_says(texts: set[str], phrase: str) -> None:
    found = [text for text in texts if re.search(phrase, text, re.IGNORECASE)]
    assert not found


def given_up(word: str, texts: set[str]) -> list[str]:
    return [text for text in texts if re.search(word, bare(text), re.IGNORECASE)]


@cache
def bare(text: str) -> str:
    """A sentence without markup."""
    return MARKUP.sub("", text)


@pytest.mark.parametrize("word", GIVEN_UP + GIVEN_UP_ON_PAGES)
def test_no_sentence_has_a_word_that_was_given_up(texts: set[str], word: str) -> None:
    assert given_up(word, texts) == []
    assert {file: found for file, said in templates().items() if (found := given_up(word, said))} == {}


@pytest.mark.parametrize("word", GIVEN_UP)
def test_no_document_has_a_word_that_was_given_up(word: str) -> None:
    assert [file for file, text in documents().items() if re.search(word, text, re.IGNORECASE)] == []


GIVEN_UP_IN_CODE = (r"\b(some|every|any)body\b", r"\bwho(so)?ever\b", r"\banew\b", r"\breckon", r"(?<!--)\bwatchers\b")
"""Words that docstrings and comments do not use either, except for names of the code in backticks."""

NAMES = re.compile(r"`[^`]*`")


SAID_IN_CODE = re.compile("|".join(GIVEN_UP_IN_CODE), re.IGNORECASE)
IN_A_COMMENT = re.compile(f"#.*(?:{SAID_IN_CODE.pattern})", re.IGNORECASE)


def docstrings(module: ast.Module) -> Iterator[str]:
    """The strings that stand by themselves: docstrings, and the texts under constants."""
    for node in ast.walk(module):
        for statement in body if isinstance(body := getattr(node, "body", None), list) else ():
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                yield statement.value.value


def words_of_code(text: str) -> str:
    """All docstrings of a module, and its comments if a word that was given up may be in one."""
    said = [*docstrings(ast.parse(text))]
    if IN_A_COMMENT.search(text):  # reading the tokens takes ten times as long
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        said += [token.string for token in tokens if token.type == tokenize.COMMENT]
    return "\n".join(said)


@pytest.mark.parametrize("folder", [*sorted(OURS), "tests", "clients", "examples", "packages"])
def test_no_docstring_or_comment_has_a_word_that_was_given_up(folder: str) -> None:
    files = [file for file in (BASE_DIR / folder).rglob("*.py") if "migrations" not in file.parts]
    assert files
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    said = {file: NAMES.sub("", words_of_code(text)) for file, text in texts.items() if SAID_IN_CODE.search(text)}
    assert {
        str(file.relative_to(BASE_DIR)): SAID_IN_CODE.findall(text)
        for file, text in said.items()
        if SAID_IN_CODE.search(text)
    } == {}


def test_words_that_were_given_up_are_found_in_docstrings_and_comments() -> None:
    text = '"""Somebody\'s."""\nX = "anybody"\n"""Whoever, and `anew`."""\n\ndef f() -> None:\n    pass  # everybody\n'
    assert SAID_IN_CODE.search(NAMES.sub("", words_of_code('X = "anybody"  # said\n"""`anybody`"""\n'))) is None
    assert [found[0] for found in SAID_IN_CODE.finditer(NAMES.sub("", words_of_code(text)))] == [
        "Somebody",
        "Whoever",
        "everybody",
    ]


def test_no_comment_of_a_data_file_has_a_word_that_was_given_up() -> None:
    """The heads of some are written by commands."""
    files = [
        *(BASE_DIR / "games").rglob("*.toml"),
        *(BASE_DIR / "tests" / "permissions").glob("*.txt"),
        BASE_DIR / "pyproject.toml",
    ]
    comments = {file: "\n".join(re.findall(r"#.*", NAMES.sub("", file.read_text(encoding="utf-8")))) for file in files}
    assert any("manage.py calibrate" in text for text in comments.values())
    assert {str(file): SAID_IN_CODE.findall(text) for file, text in comments.items() if SAID_IN_CODE.search(text)} == {}


def test_no_reason_for_what_is_kept_to_the_site_has_a_word_that_was_given_up() -> None:
    said = {*UNTOLD.values(), *ABOUT_NOBODY.values()}
    assert [reason for reason in said if SAID_IN_CODE.search(reason)] == []


def words_of_the_api(value: Any) -> list[str]:
    """Every summary and description in a part of the OpenAPI document."""
    if isinstance(value, list):
        return [words for part in value for words in words_of_the_api(part)]
    if not isinstance(value, dict):
        return []
    own = [words for name in ("summary", "description") if isinstance(words := value.get(name), str)]
    return own + [words for part in value.values() for words in words_of_the_api(part)]


def test_the_manual_of_the_api_has_no_word_that_was_given_up() -> None:
    said = set(words_of_the_api(schema()))
    assert len(said) > 150
    assert {word: found for word in GIVEN_UP if (found := given_up(word, said))} == {}


@pytest.mark.half_second
def test_no_hungarian_sentence_leaves_its_article_open() -> None:
    """Whether it is "a" or "az" depends on the next sound: sentences are built so that it is known."""
    catalogue = LOCALE_PATHS[0] / "hu" / "LC_MESSAGES" / "django.po"
    assert re.findall(r".*\ba\(z\).*", catalogue.read_text(encoding="utf-8"), re.IGNORECASE) == []


def test_templates_and_documents_are_read() -> None:
    said = templates()
    assert "Pull up a chair." in said["games/templates/games/home/home.html"]
    assert len(set().union(*said.values())) > 1000
    assert {"README.md", "docs/operating.md"} <= documents().keys()


def test_the_texts_are_read(texts: set[str]) -> None:
    assert len(texts) > 2000
    assert "You’re all caught up" in texts
