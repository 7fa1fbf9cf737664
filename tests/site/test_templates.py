"""Readable templates: no long lines, no attributes chosen by a chain of `elif`, no library that is loaded in vain."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.template import engines

from tests.folders import template_folders

LONGEST = 160
"""Characters per line. Plain-text mails may have more: one of their lines is a paragraph for the reader."""

NOT_OURS = {"admin/edit_inline/tabular.html"}
"""Copies of Django's own with small changes: they are compared with its next version line by line."""

FILES = sorted(
    file
    for folder in template_folders()
    for file in folder.rglob("*.html")
    if str(file.relative_to(folder)) not in NOT_OURS
)

LOADED = re.compile(r"\{% load ([\w ]+) %\}")

PART = re.compile(
    r"""\{\#.*?\#\} | <!--.*?--> | \{\{.*?\}\}
    | (?P<tag>\{%-?\s*(?P<word>\w+).*?%\})
    | (?P<begins></?[A-Za-z][\w:-]*) | (?P<ends>>) | (?P<quote>["'])""",
    re.VERBOSE | re.DOTALL,
)


def ladders(source: str) -> Iterator[int]:
    """The lines with an `elif` inside an HTML tag."""
    is_tag, quote = False, ""
    for part in PART.finditer(source):
        if part["word"] == "elif" and is_tag:
            yield source.count("\n", 0, part.start()) + 1
        elif part["begins"] and not is_tag:
            is_tag, quote = True, ""
        elif part["quote"] and is_tag:
            quote = {"": part["quote"], part["quote"]: ""}.get(quote, quote)
        elif part["ends"] and not quote:
            is_tag = False


def test_every_folder_is_looked_at() -> None:
    root = settings.BASE_DIR
    kept = {path.relative_to(root).parts[0] for path in template_folders()}
    assert {"templates", "games", "clubs", "deliveries"} <= kept
    others = [
        folder
        for app in root.iterdir()
        if (app / "__init__.py").exists() and app.name != "tests"
        for folder in (*app.rglob("templates"), *app.rglob("jinja"))
        if folder.is_dir() and folder not in template_folders()
    ]
    assert others == [], "templates that are in no engine's settings, and so are not checked here"


def test_no_line_is_too_long() -> None:
    long = [
        f"{file.relative_to(settings.BASE_DIR)}:{number}"
        for file in FILES
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []


def test_no_attribute_is_chosen_on_a_ladder() -> None:
    """Python chooses the value, from a table."""
    found = [f"{file.relative_to(settings.BASE_DIR)}:{line}" for file in FILES for line in ladders(file.read_text())]
    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("<p>\n{% if a %}a{% elif b %}b{% endif %}</p>", []),
        ('<p class="{% if a %}a\n{% elif b %}b{% endif %}">', [2]),
        ('<p{% if a %} class="a"{% elif b %} class="b"{% endif %}>', [1]),
        ("<p title='>\"{% if a > b %}a{%- elif b %}b{% endif %}'>", [1]),
        ('<p title="it\'s">{% if a %}a{% elif b %}b{% endif %}</p>', []),
        ('<p title="{{ a|default:">" }}" class="{% if a %}a{% elif b %}b{% endif %}">', [1]),
        ("{# <p #}{% if a %}a{% elif b < c %}b{% endif %}", []),
    ],
)
def test_ladders_are_found(source: str, lines: list[int]) -> None:
    assert list(ladders(source)) == lines


def test_every_library_that_is_loaded_is_used() -> None:
    libraries = engines["django"].engine.template_libraries
    unused = []
    for file in FILES:
        source = file.read_text()
        for name in " ".join(LOADED.findall(source)).split():
            words = "|".join([*libraries[name].tags, *libraries[name].filters])
            if not re.search(rf"(\{{% |\|)({words})\b", source):
                unused.append(f"{file.relative_to(settings.BASE_DIR)}: {name}")
    assert unused == []


def test_no_words_of_a_link_or_button_are_taken_from_screen_readers() -> None:
    """On phones `hide-s` removes a whole control, `sr-phone` makes words of one invisible."""
    taken = [
        str(file.relative_to(settings.BASE_DIR))
        for file in FILES
        for name, names in re.findall(r'<(\w+) [^>]*class="([^"]*)"', file.read_text())
        if "hide-s" in names.split() and name not in ("a", "button")
    ]
    assert taken == []
