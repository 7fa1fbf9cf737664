"""Finished games: the archive, records, every step of a match, its analysis, and what it has done to ratings."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpResponse
from ninja import Router

from accounts.selectors import user_with_profile
from common.pausing import check_pauses
from games.api.v1 import schemas, shown
from games.api.v1.caller import ApiRequest, match_of
from games.engine.codec import encode
from games.models import Match
from games.selectors.access import Visitor
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import position, viewer_named
from games.selectors.ratings.rating_changes import rating_changes
from games.selectors.records.analyses import analysis_of, judgements_of
from games.selectors.records.archive import Wanted, archive
from games.selectors.records.match_export import record_text
from games.services.computer.analysing import analysis_ask

router = Router(tags=["past games"])

TEXT = {"responses": {200: {"description": "OK", "content": {"text/plain": {"schema": {"type": "string"}}}}}}
"""What the document says of an address that answers with plain text."""


@router.get("archive", response=schemas.matches.Rows, url_name="archive")
def past(
    request: ApiRequest,
    game: str = "",
    player: str = "",
    seats: int | None = None,
    options: str | None = None,
    reason: str = "",
    since: date | None = None,
    until: date | None = None,
    after: str = "",
) -> schemas.matches.Rows:
    """Finished public matches, latest first; every parameter narrows them down.

    Options that are not named, as in `setup=build`, are as printed; empty `options` mean the printed game.
    """
    person = user_with_profile(player) if player else None
    if (player and person is None) or (seats is not None and seats not in range(2, 6)):
        raise Http404
    wanted = Wanted(game=game, player=person, seats=seats, options=options, reason=reason, since=since, until=until)
    return shown.rows_page(archive(wanted=wanted, cursor=after), request.visitor)


@router.get("matches/{code}/record", url_name="record", response={200: None}, openapi_extra=TEXT)
def record(request: ApiRequest, code: str) -> HttpResponse:
    """The record as text: complete once the match is over; until then without what is hidden from you."""
    match = match_of(request, code)
    if match.status == Match.Status.OPEN:
        raise Http404
    return HttpResponse(record_text(match, request.visitor), content_type="text/plain; charset=utf-8")


@router.get("matches/{code}/steps/{int:step}", response=schemas.past.Step, url_name="step")
def step(request: ApiRequest, code: str, step: int, eyes: str = "") -> schemas.past.Step:
    """The match after this many actions. `eyes`, once nothing is secret any more: a seat number, `all` or `nobody`."""
    return _step(match_of(request, code), request.visitor, step, eyes)


@router.get("matches/{code}/ratings", response=schemas.past.RatingEffects, url_name="match_ratings")
def ratings(request: ApiRequest, code: str) -> schemas.past.RatingEffects:
    """What a match has done to the ratings of its players."""
    found = rating_changes(match_of(request, code))
    return schemas.past.RatingEffects(
        waits=found is not None and found.waits,
        changes=[shown.effect_of(change) for change in (() if found is None else found.changes)],
    )


@router.get("matches/{code}/analysis", response=schemas.past.Analysis, url_name="analysis")
def analysis(request: ApiRequest, code: str) -> schemas.past.Analysis:
    """The analysis of a match as far as it has got."""
    return _analysis(match_of(request, code))


@router.post("matches/{code}/analysis", response=schemas.past.Analysis, url_name="analysis")
def analysis_make(request: ApiRequest, code: str) -> schemas.past.Analysis:
    """Request the analysis of a finished match; there is one, and everyone can read it."""
    match = match_of(request, code)
    if not match.may_be_analysed:
        raise Http404
    check_pauses(request, "analysis")
    analysis_ask(match=match)
    return _analysis(match)


def _step(match: Match, visitor: Visitor, step: int, eyes: str) -> schemas.past.Step:
    if match.status == Match.Status.OPEN:
        raise Http404
    viewer = viewer_named(eyes or (OMNISCIENT if match.is_open_book else ""))
    seen = position(match, visitor, step=step, viewer=viewer, limit=1)
    entry = next((each for each in seen.entries if each.step == step), None)
    return schemas.past.Step(
        code=match.code,
        step=seen.step,
        last_step=seen.last_step,
        view=encode(seen.view),
        entry=None if entry is None else shown.entry_of(seen, entry),
    )


def _analysis(match: Match) -> schemas.past.Analysis:
    found = analysis_of(match)
    if found is None:
        raise Http404
    return schemas.past.Analysis(
        upto=found.upto,
        steps=found.steps,
        finished=found.finished_at is not None,
        decisions=[
            schemas.past.Decision(
                step=each.step,
                seat=each.seat,
                chances=each.chances,
                best=[tuple(pair) for pair in each.best],
                played=each.played,
                kept=each.kept,
                loss=each.loss,
            )
            for each in judgements_of(found)
        ],
    )
