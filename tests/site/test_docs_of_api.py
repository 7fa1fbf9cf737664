"""docs/api.md names all that programs can ask for, and its examples are what the OpenAPI document says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.api.v1.addresses import schema
from games.api.v1.schemas.events import Told
from machupicchu.settings import BASE_DIR

PAGE = (BASE_DIR / "docs" / "api.md").read_text()
BELOW = "/api/v1/"
CURL = re.compile(r"curl (?P<options>(?:(?!\$SITE/).)*)\$SITE/(?P<path>\S+)", re.DOTALL)

Mention = tuple[str, str]
"""The method and the path of an operation."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The OpenAPI document as programs read it."""
    read: dict[str, Any] = json.loads(json.dumps(schema(), default=str))
    return read


def parts() -> list[str]:
    """Paragraphs, rows of tables and examples."""
    return [part for block in PAGE.split("\n\n") for part in (block.split("\n|") if block[:1] == "|" else [block])]


def mentioned(part: str) -> list[Mention]:
    """The operations that a part of the page names, with any query."""
    part = re.sub(r"`GET` and `POST ([^`]+)`", r"`GET \1` `POST \1`", part)
    found = [(method, path) for method, path in re.findall(r"`(GET|POST) ([^`]+)`", part)]
    return found + [("GET" if body is None else "POST", path) for path, body in called(part)]


def called(part: str) -> list[tuple[str, str | None]]:
    """The path of each call by curl, with the body that is sent."""
    calls = [(call["path"], re.search(r"-d '([^']*)'", call["options"])) for call in CURL.finditer(part)]
    return [(path, None if body is None else body[1]) for path, body in calls]


def named(document: dict[str, Any], mention: Mention) -> Mention | None:
    """The operation of the document for a mention, which may have an example for an argument; None if there is none."""
    method, path = mention[0], mention[1].partition("?")[0]
    fitting = [
        name
        for name, operations in document["paths"].items()
        if method.lower() in operations
        and re.fullmatch(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(name.removeprefix(BELOW))), path)
    ]
    return (method, min(fitting, key=lambda name: name.count("{"))) if fitting else None


def operation(document: dict[str, Any], mention: Mention) -> dict[str, Any]:
    """What the document says of an operation that is there."""
    found = named(document, mention)
    assert found is not None, mention
    described: dict[str, Any] = document["paths"][found[1]][found[0].lower()]
    return described


def example(text: str) -> Any:
    """An example as JSON, without what it leaves out."""

    def filled(found: re.Match[str]) -> str:
        return found[0] if found[0][0] == '"' else "" if found[1] else '"…"'

    return json.loads(re.sub(r'"[^"]*"|(, )?…', filled, text.replace("{…}", "{}")))


@pytest.mark.half_second
def test_every_operation_is_named_and_no_other(document: dict[str, Any]) -> None:
    mentions = [mention for part in parts() for mention in mentioned(part)]
    assert [mention for mention in mentions if named(document, mention) is None] == []
    there = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    assert there - {named(document, mention) for mention in mentions} == set()


def test_every_query_is_one_that_is_read(document: dict[str, Any]) -> None:
    asked = [mention for part in parts() for mention in mentioned(part) if "?" in mention[1]]
    assert asked
    for mention in asked:
        known = {each["name"] for each in operation(document, mention).get("parameters", []) if each["in"] == "query"}
        assert set(re.findall(r"[?&](\w+)=", mention[1])) <= known, mention


def sent() -> Iterator[tuple[str, list[Mention]]]:
    """The bodies on the page, each with the operations that are named around it."""
    for part in parts():
        around = [mention for mention in mentioned(part) if mention[0] == "POST"]
        for body in re.findall(r"`(\{[^`]*\})`", part):
            yield body, around
        for path, body in called(part):
            if body is not None:
                yield body, [("POST", path)]


def test_every_body_is_one_that_is_taken(document: dict[str, Any]) -> None:
    bodies = list(sent())
    assert len(bodies) > 20
    for body, around in bodies:
        taking = [operation(document, mention).get("requestBody") for mention in around]
        schemas = [each["content"]["application/json"]["schema"] for each in taking if each is not None]
        fits = [
            Draft202012Validator(each | {"components": document["components"]}).is_valid(example(body))
            for each in schemas
        ]
        assert any(fits), (body, around)


def answered() -> Iterator[tuple[str, Mention]]:
    """The answers on the page, a line each, with the call before them."""
    asked: Mention | None = None
    for part in parts():
        if "curl " in part:
            asked = next(iter(mentioned(part)), None)
        elif part.startswith("#"):
            asked = None
        elif part.startswith("    {") and asked is not None:
            for line in part.split("\n"):
                yield line.strip(), asked


def test_every_answer_has_the_fields_that_are_sent(document: dict[str, Any]) -> None:
    answers = list(answered())
    assert len(answers) > 4
    for line, asked in answers:
        content = operation(document, asked)["responses"]
        shape = next(iter(content[each] for each in ("200", "201") if each in content))["content"]
        if "application/json" not in shape:  # a stream
            assert set(example(line)) <= {*Told.model_fields, "id", "type", "turns"}
            continue
        known = document["components"]["schemas"][shape["application/json"]["schema"]["$ref"].rpartition("/")[2]]
        fields = set(example(line))
        assert fields <= set(known["properties"]) if "…" in line else fields == set(known["properties"]), line


def test_a_refusal_looks_like_that(document: dict[str, Any]) -> None:
    [line] = re.findall(r'^    (\{"type": "about:blank".*\})$', PAGE, re.MULTILINE)
    assert set(example(line)) == set(document["components"]["schemas"]["Problem"]["required"])
