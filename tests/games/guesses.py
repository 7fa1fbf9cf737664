"""An attacker's requests to find out what a rated match hides: copies of it with guesses in place of hidden facts.

The guess is sent to every URL that takes a record, a deal or a position: as text, as a study, and as a match that is
running or over, which got onto the site at a time when it was not refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from django.core.cache import cache as stored
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, reset_queries, transaction
from django.http import HttpResponse, SimpleCookie
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse

from accounts.models import User
from games.api.v1.addresses import schema
from games.engine.record import Record, write
from games.models import Action, Match
from games.selectors.position.timelines import forget_timelines
from games.services.fair_play import fingerprints
from games.services.records.match_import import match_from_record
from tests.games.addresses import HTMX, addresses, comparable, filled, questions, send
from tests.games.playing import legal
from tests.games.staged import NOON, SALT, staged

Form = dict[str, object]


@dataclass(frozen=True)
class Guess:
    """A record that may be that of the match, and copies of it on the site."""

    record: Record
    study: Match
    going_on: Match
    over: Match

    @property
    def copies(self) -> tuple[Match, ...]:
        """All of them."""
        return self.study, self.going_on, self.over


class Answer(NamedTuple):
    """Status, headers and content of a response; and the database queries, which are what takes time."""

    content: bytes
    asked: tuple[str, ...]


def guess_of(record: Record, seat: int, user: User | None, others: Sequence[User]) -> Guess:
    """A guess by `user`, who has `seat` in the copies, if any."""
    sitting = [other for other in others if other != user]
    if user is not None:
        sitting.insert(seat, user)
    sitting = sitting[: record.seats]
    study = match_from_record(
        record,
        users=[None] * record.seats,
        source=Action.Source.RECORD,
        began=NOON,
        pace=timedelta(0),
        code="guess",
        invite="invitation",
        access=Match.Access.LINK,
        host=others[0],
        status=Match.Status.STUDY,
        salt=SALT,
    )
    going_on, over = staged(record, sitting), staged(record, sitting)
    ended = {"status": Match.Status.FINISHED, "to_move": None, "reason": "resigned", "finished_at": NOON}
    Match.objects.filter(pk=over.pk).update(**ended)
    over.seats.update(rank=1, ended_at=NOON)
    over.refresh_from_db()
    return Guess(record, study, going_on, over)


# --- every URL, with the forms sent there -----------------------------------------------------------------------------


def _texts(guess: Guess) -> Iterator[Form]:
    """The record as text and as a file, and parts of it that someone may have noted down."""
    for length in {len(guess.record.plies), len(guess.record.plies) - 1, len(guess.record.plies) // 2, 0}:
        yield {"text": write(replace(guess.record, plies=guess.record.plies[:length]))}
    yield {"file": SimpleUploadedFile("game.txt", write(guess.record).encode(), content_type="text/plain")}


def _as_studies(guess: Guess) -> Iterator[Form]:
    """The same texts as programs send them."""
    for form in _texts(guess):
        if "text" in form:
            yield {"record": form["text"]}


def _exhibition(guess: Guess) -> Iterator[Form]:
    (facts,) = _deal(computers=["beginner"] * guess.record.seats)(guess)
    yield facts


def _deal(**form: object) -> Callable[[Guess], Iterator[Form]]:
    """Forms for a URL that takes no game, with all facts of one that it might take."""

    def forms(guess: Guess) -> Iterator[Form]:
        record = guess.record
        facts = {"game": record.game, "seats": record.seats, "deal": record.deal, "record": write(record)}
        yield facts | form

    return forms


ELSEWHERE: dict[str, Callable[[Guess], Iterator[Form]]] = {
    "records": _texts,
    "club_new": _deal(name="nobody"),
    "club_join": _deal(),
    "club_leave": _deal(),
    "club_member": _deal(do="invite", name="nobody"),
    "club_change": _deal(),
    "club_renew": _deal(),
    "club_report": _deal(),
    "cup_new": _deal(name="nobody"),
    "cup_begin": _deal(),
    "cup_days": _deal(days="7"),
    "cup_close": _deal(),
    "cup_enter": _deal(),
    "cup_leave": _deal(),
    "cup_remove": _deal(entry="1"),
    "device": _deal(),
    "challenge_begin": _deal(),
    "challenge_close": _deal(),
    "daily_begin": _deal(),
    "friends": _deal(do="ask", name="nobody"),
    "ladder_accept": _deal(bout="1"),
    "ladder_challenge": _deal(rung="1"),
    "ladder_decline": _deal(bout="1"),
    "ladder_join": _deal(),
    "ladder_leave": _deal(),
    "ladder_withdraw": _deal(bout="1"),
    "lesson": _deal(action="nonsense"),
    "person_report": _deal(),
    "puzzle": _deal(action="nonsense"),
    "pair": _deal(),
    "play": _deal(level="beginner"),
    "play_now": _deal(),
    "set_language": _deal(language="en"),
    "table_new": _deal(),
    "usual_orders": _deal(),
    "watch": _deal(),
    "api:tables": _deal(),
    "api:pair": _deal(),
    "api:studies": _as_studies,
    "api:exhibitions": _exhibition,
    "api:clubs": _deal(name="nobody"),
    "api:club_admit": _deal(name="nobody"),
    "api:club_change": _deal(name="nobody"),
    "api:club_decline": _deal(name="nobody"),
    "api:club_host": _deal(name="nobody"),
    "api:club_invite": _deal(name="nobody"),
    "api:club_remove": _deal(name="nobody"),
    "api:club_renew": _deal(),
    "api:deals": _deal(match="guess"),
    "api:challenge_begin": _deal(),
    "api:challenge_close": _deal(),
    "api:club_join": _deal(),
    "api:club_leave": _deal(),
    "api:cups": _deal(name="nobody"),
    "api:cup_begin": _deal(),
    "api:cup_close": _deal(),
    "api:cup_days": _deal(days=7),
    "api:cup_enter": _deal(),
    "api:cup_leave": _deal(),
    "api:cup_remove": _deal(name="nobody"),
    "api:daily_begin": _deal(),
    "api:ladder_accept": _deal(),
    "api:ladder_challenge": _deal(rung=1),
    "api:ladder_decline": _deal(),
    "api:ladder_join": _deal(),
    "api:ladder_leave": _deal(),
    "api:ladder_withdraw": _deal(),
    "api:puzzle_answer": _deal(action="nonsense"),
    "api:blocks": _deal(name="nobody"),
    "api:block_end": _deal(name="nobody"),
    "api:friend_accept": _deal(name="nobody"),
    "api:friend_ask": _deal(name="nobody"),
    "api:friend_end": _deal(name="nobody"),
    "api:report_club": _deal(club="guess", reason="other", text="nonsense"),
    "api:report_message": _deal(match="guess", message=1, reason="other"),
    "api:report_person": _deal(name="nobody", reason="other", text="nonsense"),
}
"""Forms for URLs that do not belong to a match."""

OF_ACCOUNTS = re.compile("(account|oauth|mfa|usersessions|notice|notices|admin)[_:]")
"""URLs to which nothing about any game is sent."""


def _step(match: Match, sent: Form) -> Iterator[tuple[str, Form]]:
    places: Form = {f"place_{place}": "beginner" for place in range(1, match.seat_count + 1)}
    for step in (match.ply, match.ply - 1, match.ply // 2, 0):
        for seat in (0, "watch"):
            yield f"?step={step}", {"seat": seat, **places}


def _step_for_programs(match: Match, sent: Form) -> Iterator[tuple[str, Form]]:
    for step in (match.ply, match.ply - 1, match.ply // 2, 0):
        yield "", {"step": max(0, step), "seat": 0, "computers": ["beginner"] * (match.seat_count - 1)}
        yield "", {"step": max(0, step), "computers": ["beginner"] * match.seat_count}


def _as_programs_send(match: Match, sent: Form) -> Iterator[tuple[str, Form]]:
    yield "", sent | {"place": 0, "count": 0, "text": "Hello.", "name": "nobody"}


def _as_pages_send(match: Match, sent: Form) -> Iterator[tuple[str, Form]]:
    yield "", sent


OF_A_MATCH: dict[str, Callable[[Match, Form], Iterator[tuple[str, Form]]]] = {
    "match_play_on": _step,
    "api:play_on": _step_for_programs,
    **dict.fromkeys(
        [
            "match_analysis",
            "match_change",
            "match_chat",
            "match_chat_read",
            "match_chat_report",
            "match_decline",
            "match_claim",
            "match_curtain",
            "match_delete",
            "match_device_end",
            "match_end_agree",
            "match_end_decline",
            "match_exhibition_end",
            "match_first_steps",
            "match_hint",
            "match_invite_person",
            "match_join",
            "match_remove_person",
            "match_leave",
            "match_name",
            "match_orders",
            "match_plan",
            "match_plan_keep",
            "match_play",
            "match_rematch",
            "match_renew",
            "match_resign",
            "match_send",
            "match_start",
            "match_undo",
            "match_win",
            "match_win_decline",
        ],
        _as_pages_send,
    ),
    **dict.fromkeys(
        [
            "api:analysis",
            "api:change",
            "api:chat",
            "api:decline",
            "api:end_agree",
            "api:end_decline",
            "api:exhibition_end",
            "api:hint",
            "api:invite",
            "api:join",
            "api:leave",
            "api:orders",
            "api:plan",
            "api:plan_keep",
            "api:play",
            "api:rematch",
            "api:remove",
            "api:renew",
            "api:resign",
            "api:start",
            "api:study_delete",
            "api:undo",
            "api:win_decline",
            "api:win_take",
        ],
        _as_programs_send,
    ),
}
"""Forms for the URLs of each copy."""

BEGIN_BY_LOT = {"pair", "play", "play_now", "api:pair"}
"""URLs that start a new game at once: chance decides who begins there, and so who gets a notice."""

TAKE_A_GAME = {
    *("records", "match_play_on", "match_analysis", "match_hint"),
    *("api:studies", "api:play_on", "api:analysis", "api:hint"),
}
"""URLs that refuse copies."""


def answers_to(guess: Guess, client: Client, among: Container[str] | None = None) -> dict[str, Answer]:
    """The responses to a guess at all URLs, or at those in `among`. Changes are rolled back."""
    fingerprints.catch_up(Match.objects.all())
    found = {}
    cookies = {name: cookie.value for name, cookie in client.cookies.items()}
    for question, path, form in _questions(guess, among):
        stored.clear()  # reset the rate limits
        forget_timelines()  # and forget what was played and undone for the previous question
        reset_queries()  # Django keeps the last 9,000, and a capture forgets none
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            name = question.split()[0]
            if form is not None and name.startswith("api:"):
                form = _read_by_the_api(path, form)
            answer: HttpResponse = client.get(path) if form is None else send(client, name, path, form, _htmx(form))
            assert answer.streaming or b'"code": "invalid"' not in answer.content, f"{question}: {answer.text}"
            by_lot = name in BEGIN_BY_LOT
            asked = () if by_lot else tuple(_plain(query["sql"]) for query in queries)
            found[question] = Answer(_without_chance(answer), asked)
            transaction.set_rollback(True)
        client.cookies = SimpleCookie(cookies)  # someone may have become a guest
    return found


def _questions(guess: Guess, among: Container[str] | None) -> Iterator[tuple[str, str, Form | None]]:
    """Each question with its path and its form, which is None for a GET."""
    for address in sorted(addresses()):
        if among is not None and address.name not in among:
            continue
        if address.is_of_a_match:
            for match in guess.copies:
                path = filled(address, match)
                for query in questions(address, match) if among is None else ():
                    yield f"{address.name} {match.status} {query}", f"{path}?{_encoded(query)}", None
                sent: Form = {"action": _action(match), "ply": match.ply, "level": "beginner", "order-none": "ask"}
                for query_text, form in OF_A_MATCH.get(address.name, _nothing)(match, sent):
                    yield f"{address.name} {match.status} {query_text} {form}", path + query_text, form
        for number, form in enumerate(ELSEWHERE.get(address.name, _nothing_elsewhere)(guess)):
            yield f"{address.name} {number}", filled(address, guess.study), form


def _read_by_the_api(path: str, form: Form) -> Form:
    """The form without fields that the API does not take there: with them it would refuse the whole request unread."""
    route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", resolve(path).route)
    fields = _bodies().get(f"/{route}", frozenset())
    return {name: value for name, value in form.items() if name in fields}


@cache
def _bodies() -> dict[str, frozenset[str]]:
    """The fields of the body that each path of the API takes, by its OpenAPI document."""
    document = schema()
    bodies = {
        path: deeds["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for path, deeds in document["paths"].items()
        if "requestBody" in deeds.get("post", {})
    }
    return {path: frozenset(document["components"]["schemas"][body]["properties"]) for path, body in bodies.items()}


def _nothing(match: Match, sent: Form) -> Iterator[tuple[str, Form]]:
    return iter(())


def _nothing_elsewhere(guess: Guess) -> Iterator[Form]:
    return iter(())


def _action(match: Match) -> str:
    return legal(match)[0] if match.status == Match.Status.RUNNING else ""


def _encoded(query: dict[str, str]) -> str:
    return "&".join(f"{name}={value}" for name, value in query.items())


def _htmx(form: Form) -> dict[str, str]:
    return HTMX if "ply" in form else {}


def _without_chance(answer: HttpResponse) -> bytes:
    """The response without what chance decides: the code of a new match, the name of a new guest."""
    content = re.sub(rb"/match/[a-z0-9]{8}/", b"/match/new/", comparable(answer))
    content = re.sub(rb'"(?:code|match)": "[a-z0-9]{8}"|/invite/[\w-]+/', b"new", content)
    content = re.sub(rb"Guest-[0-9]+", b"Guest", content)
    return re.sub(rb'(?s)<span class="avatar.*?</span>', b"", content)


def _plain(sql: str) -> str:
    """A query without its values."""
    return re.sub(r"'[^']*'|\d+", "", sql)


def opened(client: Client, guess: Guess) -> Client:
    """The browser, after its owner has opened the links to all copies."""
    for match in guess.copies:
        client.get(reverse("match_invite", args=[match.code, match.invite]))
    return client
