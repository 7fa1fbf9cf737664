"""The OpenAPI document says what the API answers: to everyone, at every address of the table of permissions."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import transaction
from jsonschema import Draft202012Validator

from games.api.v1 import door
from games.api.v1.addresses import schema
from tests.games.addresses import send
from tests.permissions.answers import Question, table
from tests.permissions.cast import Stage

UNDESCRIBED = {"api:openapi", "api:page"}
"""The document itself, and the page made of it."""

PARTS = {"matches": "games", "daily": "deals"}
"""The words for parts of the API of which people know another one."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The document as programs read it."""
    read: dict[str, Any] = json.loads(json.dumps(schema(), default=str))
    return read


def described(document: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    """The operation for a path, or one with fewer arguments if several fit."""
    patterns = {name: re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(name)) for name in document["paths"]}
    found = [name for name, pattern in patterns.items() if re.fullmatch(pattern, path)]
    operation: dict[str, Any] = document["paths"][min(found, key=lambda name: name.count("{"))][method.lower()]
    return operation


def trouble(document: dict[str, Any], question: Question, path: str, answer: Any) -> str:
    """How an answer differs from what the document says; empty if it does not."""
    responses = described(document, path, question.method)["responses"]
    said = responses.get(str(answer.status_code), responses["default"] if answer.status_code >= 400 else None)
    if said is None:
        return f"{question}: there is no {answer.status_code}"
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    contents = said.get("content", {})
    if kind not in contents:
        return (
            ""
            if not contents and not getattr(answer, "content", b"")
            else f"{question}: {kind} is none of {[*contents]}"
        )
    if not kind.endswith("json") or answer.streaming:
        return ""
    expected = contents[kind]["schema"] | {"components": document["components"]}
    return "".join(
        f"{question}: {error.message}" for error in Draft202012Validator(expected).iter_errors(answer.json())
    )


@pytest.mark.long
@pytest.mark.parametrize("role", ["nobody", "player", "host", pytest.param("banned", marks=pytest.mark.slow)])
def test_every_answer_is_as_the_document_says(stage: Stage, role: str, document: dict[str, Any]) -> None:
    browser = stage.browser(role)
    asked = [each for each in table() if each.name.startswith("api:") and each.name not in UNDESCRIBED]
    found = []
    for question in asked:
        path, form = stage.path(question.name, question.about), stage.form(question.name, question.about)
        with transaction.atomic():
            get = question.method == "GET"
            answer: Any = browser.get(path) if get else send(browser, question.name, path, form)
            transaction.set_rollback(True)
        found.append(trouble(document, question, path, answer))
    assert not [each for each in found if each]
    assert len(asked) > 100


def test_a_member_who_allows_a_scope_reads_all_that_it_reaches(document: dict[str, Any]) -> None:
    writing = {path for path, operations in document["paths"].items() if "post" in operations}
    parts = {(path.removeprefix("/api/v1/").partition("/")[0], door.scope_to_write(path)) for path in writing}
    assert {(part, scope.value) for part, scope in parts if PARTS.get(part, part) not in str(scope.label)} == set()
    assert parts


def test_tools_learn_how_to_be_let_in_and_what_a_refusal_is(document: dict[str, Any]) -> None:
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for operations in document["paths"].values():
        for method, operation in operations.items():
            refusal = operation["responses"]["default"]["content"]["application/problem+json"]["schema"]
            assert refusal == {"$ref": "#/components/schemas/Problem"}
            assert ({} in operation["security"]) is (method == "get")
    assert set(document["components"]["schemas"]["Problem"]["required"]) == {
        *("type", "title", "status", "detail", "code")
    }
