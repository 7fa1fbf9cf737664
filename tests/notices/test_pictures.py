"""The picture in an email: the position as everyone sees it, embedded, and never a reason not to send the email."""

from io import BytesIO
from random import Random

import pytest
from django.core import mail
from PIL import Image

from accounts.models import User
from deliveries.channels.mail import letter
from deliveries.selectors.relevance import notices_by_id
from deliveries.services import briefing
from deliveries.services.briefing import tidings_of
from games.models import Match
from games.pages.pictures import png
from games.pages.pictures.png import MOST_BYTES, picture_of
from games.pages.titles import PRESENTERS
from games.selectors.access import seats_of
from games.selectors.position.timelines import forget_timelines, timeline_of
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from notices.kinds import CALLS
from notices.models import Notice
from tests.contract.played import Kind as Table
from tests.first import first
from tests.games.imagined import imagined
from tests.games.moments import BUSY, moment, tables
from tests.games.playing import legal, play_once
from tests.games.staged import rewrite, staged
from tests.notices.cast import day_game, pass_time, with_address
from tests.notices.workers import deliver

pytestmark = pytest.mark.django_db

LARGE = {table.key: table for table in tables()}


@pytest.fixture(autouse=True)
def _pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow two per email; the other tests of notices have none."""
    monkeypatch.setattr(briefing, "MOST_PICTURES", 2)


def drawn(match: Match) -> bytes:
    picture = picture_of(match, seats_of(match), timeline_of(match))
    assert picture is not None
    return picture


def busy(table: Table) -> Match:
    """A match of this table at a moment when much is hidden."""
    people = [User.objects.create_user(f"Player-{number}") for number in range(table.seats)]
    return staged(moment(table, BUSY).record, people)


@pytest.mark.half_second
@pytest.mark.parametrize("table", first([LARGE["princes"]], of=LARGE.values()), ids=str)
def test_a_picture_is_small_and_the_same_for_an_imagined_match(table: Table, django_assert_num_queries) -> None:
    """No seat's view is drawn: everything hidden from anyone differs in the imagined match."""
    match = busy(table)
    seats, timeline = seats_of(match), timeline_of(match)
    with django_assert_num_queries(0):
        real = picture_of(match, seats, timeline)
    assert real is not None
    assert len(real) <= MOST_BYTES
    with Image.open(BytesIO(real)) as image:
        assert image.width == png.WIDTHS[0]
    rewrite(match, imagined(moment(table, BUSY).record, None, Random(5)))
    assert drawn(match) == real


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["rapa_nui"], of=["rapa_nui", "princes"]))
def test_a_picture_shows_what_has_been_played(game: str, alice: User, bob: User) -> None:
    match, rng = match_create(host=alice, game=game, others=[bob], terms=TableTerms(pace=Match.Pace.DAYS_2)), Random(2)
    before = drawn(match)
    for _number in range(8):
        match = play_once(match, rng.choice(legal(match)))
    assert drawn(match) != before


@pytest.mark.half_second
def test_a_picture_that_is_too_large_is_drawn_smaller_or_not_at_all(
    two_play: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    sharp = drawn(two_play)
    monkeypatch.setattr(png, "MOST_BYTES", len(sharp) - 1)
    with Image.open(BytesIO(drawn(two_play))) as image:
        assert image.width == png.WIDTHS[1]
    monkeypatch.setattr(png, "MOST_BYTES", 1000)
    assert picture_of(two_play, seats_of(two_play), timeline_of(two_play)) is None


@pytest.mark.half_second
def test_the_mail_of_a_turn_carries_the_picture_in_itself(two_play: Match) -> None:
    user = with_address(two_play.seats.get(number=two_play.to_move).user)
    deliver()
    pass_time(minutes=11)
    forget_timelines()
    deliver()
    [sent] = mail.outbox
    assert sent.to == [f"{user.username.lower()}@example.org"]
    message = sent.message()
    assert message.get_content_type() == "multipart/related"
    words, picture = message.get_payload()
    assert words.get_content_type() == "multipart/alternative"
    assert (picture.get_content_type(), picture.get_content_disposition()) == ("image/png", "inline")
    assert picture.get_payload(decode=True) == drawn(two_play)
    html = sent.alternatives[0][0]
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html
    assert 'alt="The board, as everyone at the table sees it"' in html


@pytest.mark.half_second
def test_a_letter_has_few_pictures(alice: User, bob: User) -> None:
    matches = [day_game(alice, bob) for _number in range(8)]
    calls = Notice.objects.filter(match__in=matches, user=alice, kind__in=CALLS)
    assert len(calls) > briefing.MOST_PICTURES
    notices = notices_by_id(calls.values_list("pk", flat=True), deals=True)
    sent = letter(tidings_of(list(notices.values())), alice, "alice@example.org", "code")
    assert len(sent.attachments) == briefing.MOST_PICTURES
    html = sent.alternatives[0][0]
    for picture in sent.attachments:
        assert html.count(f'cid:{picture["Content-ID"].strip("<>")}"') == 1
    assert html.count("cid:") == briefing.MOST_PICTURES


def test_a_drawing_that_fails_keeps_no_mail_back(
    two_play: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(PRESENTERS["rapa_nui"], "PICTURE", "games/rapa_nui/no_such_drawing.html")
    with_address(two_play.seats.get(number=two_play.to_move).user)
    deliver()
    pass_time(minutes=11)
    deliver()
    [sent] = mail.outbox
    assert "Your turn: " in sent.body
    assert sent.attachments == []
    assert "cid:" not in sent.alternatives[0][0]
    assert f"match {two_play.code} cannot be drawn for a letter" in caplog.text


def test_a_game_without_a_drawing_has_no_picture(two_play: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PRESENTERS["rapa_nui"], "PICTURE", "")
    assert picture_of(two_play, seats_of(two_play), timeline_of(two_play)) is None
