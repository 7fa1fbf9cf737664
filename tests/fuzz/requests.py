"""Makes requests: from what a page offered, with one fault, or with many."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from random import Random
from urllib.parse import parse_qsl, quote, quote_from_bytes, urlencode, urlsplit

from tests.fuzz.harvest import Form, harvest, name_of
from tests.fuzz.people import CAREFUL, SELF_ENDING, TOKEN, Person
from tests.fuzz.stage import Facts
from tests.fuzz.values import NAMES, odd, value
from tests.fuzz.wire import Answer

METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "FUZZ")
KEPT = 12
"""Forms and links remembered for each role and URL; the latest ones know the current state of a match."""

ODD_HEADERS: tuple[tuple[str, bytes], ...] = (
    ("Accept-Language", b"xx-\xff;q=9,*;q=,,,"), ("Accept-Language", b"de" * 400), ("Accept", b"\xff/;q=x"),
    ("Accept-Encoding", b"gzip;q=x, \xff"), ("Host", b"elsewhere.example"), ("Host", b"[::1"), ("Host", b"\xff"),
    ("Host", b""), ("Referer", b"http://["), ("Referer", b"\xff\xfe"), ("Origin", b"http://["), ("Origin", b"null"),
    ("HX-Request", b"true"), ("HX-Request", b"\xff"), ("HX-Current-URL", b"http://["), ("HX-Target", b"\xff"),
    ("HX-Current-URL-URI-AutoEncoded", b"\xff"), ("HX-Trigger", b"%ff"), ("HX-Boosted", b"true"),
    ("X-Forwarded-For", b"x, \xff, 1.2.3.4"), ("X-Forwarded-Proto", b"\xff"), ("Forwarded", b"for=\"[\""),
    ("Daphne-Root-Path", b"\xff"), ("Daphne-Root-Path", b"/x%ff"), ("If-Modified-Since", b"Thu, 99 Foo 0000 \xff"),
    ("If-Modified-Since", b"Mon, 01 Jan 99999 00:00:00 GMT"), ("If-None-Match", b"\xff\""), ("Range", b"bytes=9-1"),
    ("Range", b"bytes=\xff"), ("Authorization", b"Bearer \xc3\xa9"), ("Authorization", b"\xff"),
    ("Cookie", b"sessionid=\xff\xfe; csrftoken=\""), ("Cookie", b"a=\"\\000\"; zone=\xff; =; ;;"),
    ("Cookie", b"zone=../../etc/passwd; django_language=\xff"), ("Cookie", b"messages=W10:1:x; sessionid=" + b"x" * 99),
    ("Cookie", b"sessionid=\"\\ud800\""), ("Expect", b"100-continue"), ("Expect", b"\xff"), ("X_Under", b"x"),
    ("Content-Encoding", b"gzip"), ("User-Agent", b"\xff" * 300), ("User-Agent", b""), ("Upgrade", b"h2c"),
    ("X-CSRFToken", b"\xff"), ("Content-Length", b"x"), ("Content-Length", b"-1"), ("Transfer-Encoding", b"gzip"),
)  # fmt: skip
ODD_TYPES = (
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\xff",
    "multipart/form-data; boundary=b; charset=utf-16", "application/x-www-form-urlencoded; charset=utf-7", "text/plain",
    "application/json", "application/x-www-form-urlencoded; charset=nothing", "/", ";;;", "\xff", "x" * 300, "",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """A request, ready to be sent."""

    address: str
    method: str
    raw: bytes


class Maker:
    """Makes requests from one random stream, and learns from the responses what can be requested."""

    def __init__(self, rng: Random, port: int, facts: Facts) -> None:
        self._rng, self._port, self._facts = rng, port, facts
        self._allowed: dict[str, tuple[str, ...]] = {}
        self._forms: defaultdict[tuple[str, str], list[Form]] = defaultdict(list)
        self._links: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        self.addresses = sorted(facts.paths)

    def learn(self, who: Person, request: Request, answer: Answer) -> None:
        """Remember what the response offers."""
        if answer.status == 405:
            self._allowed[request.address] = tuple(answer.header("allow").replace(" ", "").split(","))
        path = request.raw.split(b" ", 2)[1].decode("latin-1")
        pages = [answer.header("location")] if answer.header("location").startswith("/") else []
        if answer.status < 500 and answer.header("content-type").startswith("text/html"):
            found = harvest(path, answer.body.decode(errors="replace"))
            pages += sorted(found.links)
            for form in found.forms:
                kept = self._forms[who.role, name_of(form.path)]
                kept.append(form)
                del kept[:-KEPT]
        for page in pages:
            known = self._links[who.role, name_of(page)]
            if page not in known:
                known.append(page)
                del known[:-KEPT]

    def make(self, who: Person, address: str) -> Request:
        """A request for this URL."""
        rng = self._rng
        oddity = rng.choice((0.0, 0.0, 0.0, 0.15, 0.15, 0.5, 0.9))
        if (address in SELF_ENDING and who.role != "newcomer") or (who.role in CAREFUL and ":" in address):
            oddity = max(oddity, 0.5)
        method = rng.choice(METHODS)
        allowed = self._allowed.get(address)
        if allowed and method not in allowed and rng.random() < 0.85:
            method = rng.choice(allowed)
        form = self._form(who, address) if method == "POST" else None
        path = form.path if form is not None and form.path else self._path(who, address)
        path = self._with_query(who, path, oddity)
        fields = self._fields(who, address, form, oddity)
        headers, body = self._body(method, fields, oddity)
        headers = [("Host", b"localhost:%d" % self._port), ("Connection", b"close"), ("Cookie", who.cookies.encode()),
                   *headers]  # fmt: skip
        if rng.random() < 0.25:
            headers.append(("HX-Request", b"true"))
        if rng.random() < oddity / 2:
            name, text = rng.choice(ODD_HEADERS)
            headers = [header for header in headers if header[0] != name] + [(name, text)]
        head = f"{method} ".encode() + path.encode("latin-1", "replace") + b" HTTP/1.1\r\n"
        head += b"".join(name.encode() + b": " + text + b"\r\n" for name, text in headers)
        return Request(address, method, head + b"\r\n" + body)

    def _form(self, who: Person, address: str) -> Form | None:
        kept = self._forms[who.role, address]
        return self._rng.choice(kept) if kept and self._rng.random() < 0.8 else None

    def _path(self, who: Person, address: str) -> str:
        known = self._links[who.role, address]
        given = self._facts.paths[address]
        pool = known if known and self._rng.random() < 0.5 else given or known
        return self._rng.choice(pool) if pool else "/nowhere/"

    def _with_query(self, who: Person, path: str, oddity: float) -> str:
        rng, parts = self._rng, urlsplit(path)
        steps = parts.path
        if rng.random() < oddity / 3:
            pieces = parts.path.split("/")
            place = rng.randrange(len(pieces))
            pieces[place] = self._quoted(odd(rng)[:400])
            steps = "/".join(pieces)
            if not steps.startswith("/"):
                steps = "/" + steps
        asked = parse_qsl(parts.query, keep_blank_values=True)
        asked = [(name, odd(rng) if rng.random() < oddity else text) for name, text in asked]
        if rng.random() < max(oddity, 0.2):
            asked += [(name, value(rng, name, who.name, oddity)) for name in rng.sample(NAMES, rng.randrange(1, 4))]
        query = "&".join(f"{self._quoted(name)}={self._quoted(text)[:3000]}" for name, text in asked)
        return f"{steps or '/'}?{query}" if query else steps or "/"

    def _quoted(self, text: str) -> str:
        if self._rng.random() < 0.02:
            return quote_from_bytes(bytes(self._rng.randrange(256) for _n in range(8)), safe="")
        return quote(text.encode("utf-8", "surrogatepass"), safe="")

    def _fields(self, who: Person, address: str, form: Form | None, oddity: float) -> list[tuple[str, str]]:
        rng = self._rng
        if form is not None:
            fields = [
                (name, rng.choice(texts) if any(texts) and rng.random() < 0.8 else value(rng, name, who.name, 0))
                for name, texts in form.fields.items()
            ]
        else:
            given = self._facts.forms.get(address) or [{}]
            fields = list(rng.choice(given).items())
            if not fields or rng.random() < oddity:
                fields += [(name, value(rng, name, who.name, oddity)) for name in rng.sample(NAMES, rng.randrange(8))]
        if who.role in CAREFUL:
            fields = [(name, text) for name, text in fields if name not in ("post", "_save", "action")]
        fields = [(name, odd(rng) if rng.random() < oddity else text) for name, text in fields]
        if rng.random() < oddity / 3:
            fields = fields * rng.choice((0, 2, 30))
        token = TOKEN if rng.random() > oddity / 5 else odd(rng)
        return [*fields, ("csrfmiddlewaretoken", token)]

    def _body(self, method: str, fields: list[tuple[str, str]], oddity: float) -> tuple[list[tuple[str, bytes]], bytes]:
        """The headers about the body, and the body."""
        rng = self._rng
        if method in ("GET", "HEAD", "OPTIONS") and rng.random() > oddity / 4:
            return [], b""
        kind = rng.random()
        if kind < 0.7:
            content_type = "application/x-www-form-urlencoded"
            body = urlencode([(name, text.encode("utf-8", "surrogatepass")) for name, text in fields]).encode()
        elif kind < 0.9:
            content_type = "multipart/form-data; boundary=b0undary"
            body = b"".join(self._part(name, text, oddity) for name, text in fields) + b"--b0undary--\r\n"
        else:
            content_type, body = "application/json", json.dumps(dict(fields)).encode()
        headers = [("X-CSRFToken", TOKEN.encode())] if kind >= 0.9 or rng.random() < 0.5 else []
        if rng.random() < oddity / 3:
            content_type = rng.choice(ODD_TYPES)
        if rng.random() < oddity / 4:
            body = body[: rng.randrange(len(body) + 1)] + bytes(rng.randrange(256) for _n in range(rng.randrange(40)))
        headers.append(("Content-Type", content_type.encode("latin-1")))
        if rng.random() < oddity / 6:
            chunk = b"%x\r\n%s\r\n" % (len(body), body) if body else b""
            return [*headers, ("Transfer-Encoding", b"chunked")], chunk + b"0\r\n\r\n"
        return [*headers, ("Content-Length", b"%d" % len(body))], body

    def _part(self, name: str, text: str, oddity: float) -> bytes:
        rng = self._rng
        named = name.replace("\r", "").replace("\n", "").replace('"', "")
        said = f'--b0undary\r\nContent-Disposition: form-data; name="{named}"'
        if name in ("file", "record") or rng.random() < oddity / 4:
            said += f'; filename="{rng.choice(("a.txt", "", "../x", "x" * 400, "ä.txt"))}"'
        if rng.random() < oddity / 4:
            said += f"\r\nContent-Transfer-Encoding: {rng.choice(('base64', 'quoted-printable', 'x'))}"
        if rng.random() < oddity / 4:
            said += f"\r\nContent-Type: {rng.choice(ODD_TYPES)}"
        return said.encode("utf-8", "replace") + b"\r\n\r\n" + text.encode("utf-8", "surrogatepass") + b"\r\n"
