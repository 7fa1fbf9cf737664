"""Values for fields, queries, paths and headers: some that fit, and many that do not."""

from __future__ import annotations

import json
from random import Random

PASSWORD = "seven stone condors"

NUMBERS = (
    "0", "1", "-1", "2", "7", "+1", " 1 ", "01", "1_0", "1.5", "1e9", "1e999", "NaN", "inf", "-0", "0x10", "²", "٣",
    "१", "½", "2147483647", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "9" * 40, "9" * 5000,
)  # fmt: skip
TEXTS = (
    "", " ", "x", "None", "null", "true", "\0", "a\0b", "\ud800", "\udfff\ud800", "\ufeff", "\u202e", "😀", "ß", "İ",
    "\r\n", "\n", "\t", "'", '"', "';--", "<script>", "{{ 7 }}", "%s", "%(x)s", "%00", "%ff", "{", "{}", "[]", "\\",
    "/", "..", "../../etc/passwd", "//elsewhere.example/", "javascript:alert(1)", "http://[", "http://[::1", "https://a:b",
    "https://\ud800.example/", "a@b", "a@\0", "@", "=", "&", ";", ",", "|", "|||", "x" * 200, "x" * 5000, "é" * 300,
    "2026-02-30", "2026-02-30T25:61", "9999-12-31", "9999-12-31T23:59:59.999999", "0001-01-01T00:00:00", "-1-1-1",
    "Europe/Nowhere", "de-AT-x", "zh_Hans",
)  # fmt: skip
RECORD = "Game: rapa_nui\nSeats: 2\nDeal: 9\n\n1 x\n"

NAMED: dict[str, tuple[str, ...]] = {
    "game": ("rapa_nui", "maya", "princes", "machu_picchu"),
    "level": ("beginner", "solid", "strong", "expert"),
    "ply": tuple(map(str, range(12))),
    "step": tuple(map(str, range(60))),
    "seat": ("0", "1", "2", "3"),
    "seats": ("2", "3", "4"),
    "number": tuple(map(str, range(1, 9))),
    "page": ("1", "2", "last"),
    "p": ("1", "2", "last"),
    "o": ("1", "-1", "1.2", "3"),
    "all": ("", "1"),
    "_popup": ("1",),
    "_to_field": ("id",),
    "next": ("/", "/mine/"),
    "text": ("Hello.", "Good luck!"),
    "why": ("Noise.",),
    "days": ("7",),
    "do": ("ask", "accept", "end", "block", "mute", "release"),
    "access": ("anybody", "link", "friends", "password"),
    "pace": ("live", "none", "1d"),
    "language": ("en", "de", "hu", "zh-hans"),
    "endpoint": ("https://push.example/x",),
    "url": ("https://discord.com/api/webhooks/1/x",),
    "record": (RECORD,),
}
NAMES = (*NAMED, "after", "before", "q", "eyes", "plan", "again", "action", "name", "user", "message", "code",
         "confirmed", "reason", "login", "email", "username", "place_2", "place", "count", "remove")  # fmt: skip


def fitting(rng: Random, name: str, who: str) -> str:
    """A value that a field of this name may take, from someone called `who`."""
    low = name.lower()
    if "password" in low:
        return PASSWORD
    if low == "login":
        return who
    if low == "username":
        return f"Fuzz-{rng.randrange(10**9)}"
    if "email" in low:
        return f"fuzz-{rng.randrange(10**9)}@example.org"
    if low in ("name", "user", "q"):
        return rng.choice(("Host", "Player", "Member", "Friend", who))
    return rng.choice(NAMED.get(low, ("1", "x", "on", "0", "")))


def odd(rng: Random) -> str:
    """Any value, mostly odd."""
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return "".join(chr(rng.choice((rng.randrange(32), rng.randrange(0x3000), 0xD800))) for _n in range(6))
    if kind == 2:
        return json.dumps({rng.choice(NAMES): rng.choice(TEXTS), "x": [rng.choice(NUMBERS)]})
    if kind == 3:
        return rng.choice(NUMBERS) + rng.choice(TEXTS)
    return rng.choice(TEXTS)


def value(rng: Random, name: str, who: str, oddity: float) -> str:
    """An odd value with this probability, else one that may fit."""
    return odd(rng) if rng.random() < oddity else fitting(rng, name, who)
