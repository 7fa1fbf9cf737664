"""What an email says about a match that waits for its reader: the decision, and what happened since their last one."""

import re
from collections.abc import Sequence
from random import Random

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import translation
from django.utils.html import strip_tags

from accounts.models import User
from deliveries.channels.mail import letter
from deliveries.selectors.relevance import notices_by_id
from deliveries.services.briefing import MOST_MATCHES, tidings_of
from deliveries.words import text_now
from games.engine import GAMES
from games.models import Action, Match
from games.pages.boards import brief, match_context
from games.pages.boards.brief import LOOKED_THROUGH, MOST_LINES
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from games.selectors.position.timelines import forget_timelines
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from notices.kinds import CALLS, Kind
from notices.models import Notice
from notices.outbox import notify_seat
from tests.contract.played import Kind as Table
from tests.first import first
from tests.games.imagined import imagined
from tests.games.moments import BUSY, Moment, moment, moments_of, tables, taken_back_instead
from tests.games.playing import legal, play_once
from tests.games.staged import rewrite, staged
from tests.notices.cast import day_game, pass_time, with_address
from tests.notices.workers import deliver

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "de", "hu", "zh-hans")


def waiting_for(user: User, game: str, others: Sequence[User], plies: int, seed: int = 1) -> Match:
    """A slow match, played at random until it awaits `user`."""
    match, rng = (
        match_create(host=user, game=game, others=list(others), terms=TableTerms(pace=Match.Pace.DAYS_2)),
        Random(seed),
    )
    while match.ply < plies or match.seats.get(number=match.to_move).user != user:
        match = play_once(match, rng.choice(legal(match)))
    return match


def call(match: Match) -> Notice:
    """The call to decide for the seat whose turn it is; written now if the match was put into the database directly."""
    calls = Notice.objects.filter(match=match, seat=match.to_move, kind__in=CALLS).order_by("-ply")
    if not calls.exists():
        notify_seat(kind=Kind.TURN, match=match, seat=match.seats.select_related("user").get(number=match.to_move))
    return calls[0]


def letter_about(*notices: Notice) -> EmailMultiAlternatives:
    """The email about these notices, which all have the same reader."""
    found = notices_by_id([notice.pk for notice in notices], deals=True)
    return letter(tidings_of(list(found.values())), notices[0].user, "reader@example.org", "code")


def both(letter: EmailMultiAlternatives) -> tuple[str, str]:
    """The plain text and the HTML of the email."""
    html = letter.alternatives[0][0]
    assert isinstance(html, str)
    return letter.body, html


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", first(["de"], of=LANGUAGES))
def test_the_mail_of_a_turn_says_what_waits_and_what_happened_as_the_page_does(
    game: str, language: str, alice: User, bob: User
) -> None:
    match = waiting_for(alice, game, [bob], 9)
    with translation.override(language):
        page = match_context(position(match, Visitor(alice), limit=40))
        plain, pretty = both(letter_about(call(match)))
    lines = [line for line in page["log"][::-1] if line.is_new]
    assert lines
    for line in lines[-MOST_LINES:]:
        assert str(line.text) in pretty
        assert str(line.detail) in pretty
    assert page["question"] in plain
    assert page["question"] in pretty.replace("&#x27;", "'").replace("&quot;", '"')
    assert "<b>" not in plain


def test_the_mail_that_goes_out_says_so_too_in_the_language_of_its_reader(two_play: Match, alice: User) -> None:
    user = with_address(two_play.seats.get(number=two_play.to_move).user)
    User.objects.filter(pk=user.pk).update(language="de")
    deliver()
    pass_time(minutes=11)
    forget_timelines()
    deliver()
    [sent] = mail.outbox
    with translation.override("de"):
        question = match_context(position(two_play, Visitor(user)))["question"]
    assert question in sent.body
    assert question != match_context(position(two_play, Visitor(user)))["question"]


def test_of_many_steps_the_latest_are_told(alice: User, bob: User) -> None:
    match = waiting_for(alice, "princes", [bob], 12)
    Action.objects.filter(match=match, seat=match.to_move).update(source=Action.Source.FORCED)
    forget_timelines()
    plain, pretty = both(letter_about(call(match)))
    page = match_context(position(match, Visitor(alice)))
    assert len(page["log"]) > MOST_LINES
    assert all(str(line.text) in pretty for line in page["log"][:MOST_LINES])
    assert plain.count("\n- ") == MOST_LINES + 1  # one says that there was more
    assert "So far\n- Earlier steps are at the table." in plain


def test_a_decision_that_another_one_makes_is_not_told(two_play: Match) -> None:
    """An outdated call is not sent; if one is sent by a hair's breadth all the same, it shows no position."""
    notice = call(two_play)
    while two_play.seats.get(number=two_play.to_move).user == notice.user:
        two_play = play_once(two_play, legal(two_play)[0])
    [words] = tidings_of(list(notices_by_id([notice.pk], deals=True).values()))
    assert words.brief is None


@pytest.mark.half_second
def test_a_letter_about_a_match_that_cannot_be_replayed_goes_out_without(
    two_play: Match, alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    user = with_address(two_play.seats.get(number=two_play.to_move).user)
    broken = day_game(alice, bob)
    while broken.seats.get(number=broken.to_move).user != user or broken.ply == 0:
        broken = play_once(broken, legal(broken)[0])
    Action.objects.filter(match=broken, ply=0).update(text="no such action")
    deliver()
    pass_time(minutes=11)
    forget_timelines()
    deliver()
    [sent] = [letter for letter in mail.outbox if letter.to == [f"{user.username.lower()}@example.org"]]
    assert sent.body.count(broken.get_absolute_url()) == sent.body.count(two_play.get_absolute_url()) == 1
    assert sent.body.count("Your turn: ") == 1
    assert f"match {broken.code}: its log cannot be replayed" in caplog.text


def test_what_letters_tell_costs_one_query_however_many_matches_they_are_about(
    alice: User, bob: User, django_assert_num_queries
) -> None:
    matches = [day_game(alice, bob) for _number in range(6)]
    calls = [call(match).pk for match in matches if match.seats.get(number=match.to_move).user == alice]
    assert len(calls) > 1
    notices = list(notices_by_id(calls, deals=True).values())
    forget_timelines()
    with django_assert_num_queries(1):
        tidings = tidings_of(notices)
    assert all(words.brief is not None for words in tidings)
    assert len(tidings) <= MOST_MATCHES


def test_other_ways_tell_no_position(two_play: Match) -> None:
    """Others may read channels too, and devices show notifications while locked."""
    [notice] = notices_by_id([call(two_play).pk]).values()
    assert text_now(notice).brief is None


@pytest.mark.parametrize(
    ("game", "players", "counted", "standing"),
    [
        ("rapa_nui", 2, "Points from glory, Moai and wood, without sacrifice cards", r"(you|Bob): \d+, (you|Bob): \d+"),
        (
            "machu_picchu",
            2,
            r"Round \d: (sun|moon)\. Stones of the four priests",
            r"Priest 1: −?\d+,.* Priest 4: −?\d+",
        ),
        ("maya", 2, "Points if the game ended at this point", r"(you|Bob): \d+, (you|Bob): \d+"),
        ("maya", 3, "Points in the nine colours; their owners are secret", r"red: \d+,.* brown: \d+"),
        ("princes", 2, r"Day \d\. Incas in the city plus priests", r"(you|Bob): \d+, (you|Bob): \d+"),
    ],
)
def test_the_mail_of_a_turn_says_how_the_match_stands(
    game: str, players: int, counted: str, standing: str, alice: User, bob: User, charlie: User
) -> None:
    plain, pretty = both(letter_about(call(waiting_for(alice, game, [bob, charlie][: players - 1], 14))))
    for text in (plain, pretty):
        assert re.search(f"{counted}.* {standing}", " ".join(strip_tags(text).split()))


def people_of(table: Table) -> list[User]:
    return [User.objects.create_user(f"Player-{number}") for number in range(table.seats)]


@pytest.fixture
def _talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let emails list every step that they look through."""
    monkeypatch.setattr(brief, "MOST_LINES", LOOKED_THROUGH)


def letter_to(match: Match, seat: int) -> tuple[str, str]:
    """The email that calls a seat to decide, as if it had decided nothing itself so far."""
    Match.objects.filter(pk=match.pk).update(to_move=seat)
    Action.objects.filter(match=match, seat=seat).update(source=Action.Source.FORCED)
    forget_timelines()
    return both(letter_about(call(Match.objects.get(pk=match.pk))))


def told_alike(at: Moment, seat: int, people: list[User]) -> None:
    """Check that the email to a seat is the same for this moment and for two that the seat cannot tell from it."""
    match = staged(at.record, people, taken_back=at.taken_back)
    real = letter_to(match, seat)
    assert "<li" in real[1]
    for number in range(2):
        twin = imagined(at.record, seat, Random(number))
        rewrite(match, twin, taken_back=taken_back_instead(at, twin, seat))
        assert letter_to(match, seat) == real


@pytest.mark.usefixtures("_talkative")
@pytest.mark.parametrize("table", {table.key: table for table in tables()}.values(), ids=str)
def test_letters_are_the_same_for_an_imagined_match(table: Table) -> None:
    """What is hidden from the reader differs there, but the email does not."""
    told_alike(moment(table, BUSY), 1, people_of(table))


@pytest.mark.slow
@pytest.mark.usefixtures("_talkative")
@pytest.mark.parametrize(
    ("table", "name"), [(table, name) for table in tables() for name in moments_of(table)], ids=str
)
def test_letters_to_all_seats_at_all_moments(table: Table, name: str) -> None:
    people = people_of(table)
    for seat in range(table.seats):
        told_alike(moment(table, name), seat, people)


@pytest.mark.half_second
@pytest.mark.usefixtures("_talkative")
@pytest.mark.parametrize("key", first(["princes"], of=["rapa_nui", "machu_picchu", "princes"]))
def test_the_owner_of_a_secret_reads_the_difference(key: str) -> None:
    """Equal emails above are no accident: for the player who chose a hidden card, the email differs.

    (No email mentions the task cards of Maya.)
    """
    table = next(table for table in tables() if table.key == key)
    at, people = moment(table, BUSY), people_of(table)
    match = staged(at.record, people)
    real = [letter_to(match, seat) for seat in range(table.seats)]
    rewrite(match, at.record)
    assert [letter_to(match, seat) for seat in range(table.seats)] == real
    rewrite(match, imagined(at.record, None, Random(5)))
    assert [letter_to(match, seat) for seat in range(table.seats)] != real
