"""Studies: records that you have opened to look at them; playing on from a step of one, or of a finished match."""

from __future__ import annotations

from django.utils.translation import gettext as _
from ninja import Router

from common.pausing import check_pauses
from common.refusals import Refused
from games.api.v1 import schemas, shown
from games.api.v1.caller import ApiRequest, acting, match_of
from games.selectors.records.lists import studies_of
from games.services.lobby.computers import computers_at
from games.services.records import studies as services
from games.services.records.reading import record_read

router = Router(tags=["studies"])


@router.get("studies", response=schemas.matches.Rows, url_name="studies")
def studies(request: ApiRequest) -> schemas.matches.Rows:
    """The records that you keep as studies, latest first."""
    return schemas.matches.Rows(rows=[shown.row_of(row) for row in studies_of(acting(request))], after="")


@router.post("studies", response={201: schemas.tables.Opened}, url_name="studies")
def study_new(request: ApiRequest, sent: schemas.studies.NewStudy) -> schemas.tables.Opened:
    """Open a record as a study. Others see it only if you give them its invitation link."""
    owner = acting(request)
    check_pauses(request, "record")
    record = record_read(sent.record)
    check_pauses(request, "study", owner)
    return shown.opened(services.study_create(owner=owner, record=record))


@router.post("studies/{code}/delete", response={204: None}, url_name="study_delete")
def delete(request: ApiRequest, code: str) -> None:
    """Delete a study of yours."""
    services.study_delete(match=match_of(request, code), user=acting(request))


@router.post("tables/{code}/play-on", response={201: schemas.matches.Done}, url_name="play_on")
def play_on(request: ApiRequest, code: str, wish: schemas.studies.PlayOn) -> schemas.matches.Done:
    """Play on from a step of a finished match or a study, against computer players; without a seat, watch them.

    The answer is about the new match. It has the same deal, hidden parts included, so it is never rated.
    """
    match, user = match_of(request, code), acting(request)
    opponents = computers_at(wish.computers)
    wanted = match.seat_count - (wish.seat is not None)
    if len(opponents) != wanted:
        said = _("Name a computer player for each seat that you don’t take: %(count)s in all.")
        raise Refused(said % {"count": wanted})
    if wish.seat is None:
        check_pauses(request, "exhibition")
    else:
        check_pauses(request, "play_on")
    begun = services.play_on(
        match=match, user=user, step=wish.step, seat=wish.seat, opponents=opponents, instead=wish.instead
    )
    return shown.done(begun)
