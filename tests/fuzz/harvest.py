"""What the site's own pages offer: forms with all their fields, and links with their queries."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve


@dataclass(frozen=True)
class Form:
    """A form as a page shows it: where it goes, and the possible values of each field."""

    path: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class Harvest(HTMLParser):
    """Collects the forms and links of a page."""

    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self._path = path
        self._form: Form | None = None
        self._select = ""
        self.forms: list[Form] = []
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: text or "" for name, text in attrs}
        for name in ("href", "hx-get"):
            if said.get(name, "").startswith(("/", "?")):
                self.links.add(urljoin(self._path, said[name].partition("#")[0]))
        if "hx-post" in said:
            self.forms.append(Form(urljoin(self._path, said["hx-post"]), "POST"))
        if tag == "form":
            action = urljoin(self._path, said.get("action", "") or self._path)
            self._form = Form(action, said.get("method", "get").upper())
            self.forms.append(self._form)
        elif self._form is not None and tag in ("input", "button", "textarea", "select"):
            self._select = said.get("name", "")
            if self._select and self._select != "csrfmiddlewaretoken":
                self._form.fields.setdefault(self._select, [])
                if tag in ("input", "button"):
                    self._form.fields[self._select].append(said.get("value", ""))
        elif self._form is not None and tag == "option" and self._select in self._form.fields:
            self._form.fields[self._select].append(said.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None


def harvest(path: str, page: str) -> Harvest:
    """All forms and links of a page that was fetched at `path`."""
    found = Harvest(path)
    found.feed(page)
    return found


def name_of(path: str) -> str:
    """The name of the URL pattern that matches the path; "" for none."""
    try:
        return resolve(urlsplit(path).path).view_name or ""
    except (Resolver404, ValueError):
        return ""
