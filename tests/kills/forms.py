"""What a browser sends for a form that nobody has edited."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]


@dataclass
class Form:
    """The action of a form, and the initial values of its fields."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    """All fields, including those without a value."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        given = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._form = Form(given.get("action", ""))
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input" and "name" in given:
            self._form.names.add(given["name"])
            if given.get("type", "text") not in ("radio", "checkbox", "submit") or "checked" in given:
                self._form.fields[given["name"]] = given.get("value", "on" if given.get("type") == "checkbox" else "")
        elif tag == "select":
            self._select = given.get("name", "")
            self._form.names.add(self._select)
        elif tag == "option" and self._select and ("selected" in given or self._select not in self._form.fields):
            self._form.fields[self._select] = given.get("value", "")
        elif tag == "textarea" and "name" in given:
            self._form.names.add(given["name"])
            self._form.fields[given["name"]] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


def form_with(text: str, name: str, action: str = "") -> Form | None:
    """The first form of a page that has a field `name` and an action ending with `action`; None if there is none."""
    reader = _Reader()
    reader.feed(text)
    return next((form for form in reader.forms if name in form.names and form.action.endswith(action)), None)
