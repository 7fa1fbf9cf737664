"""The pages of cups: Alice opens one, Bob and Charlie enter."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.bots import bot_create
from accounts.models import User
from common.refusals import Refused
from cups.models import Cup, Pairing, Round
from cups.pages.results import find_section
from cups.pages.words import number, why_before
from cups.pairing.standings import Line
from cups.selectors import A_FEW
from cups.services.entering import cup_begin, cup_enter, cup_open, cup_withdraw
from cups.services.rounds import cup_go_on
from games.models import Match
from games.pages.origins import origin_of
from games.pages.sections import sections_of
from games.selectors.access import seats_of
from games.services.lobby.matches import match_create
from games.services.play.resignation import resign
from tests.games.addresses import comparable
from tests.markup import squeezed
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db

FORM = {"name": "Summer", "system": "swiss", "game": "maya", "size": "2", "pace": "live", "rated": "on"}


@pytest.fixture
def alice(alice: User, computers: list[User]) -> User:
    """Alice, where computer players exist."""
    return alice


@pytest.fixture
def cup(alice: User, bob: User, charlie: User) -> Cup:
    """An open cup with all three in it."""
    cup = cup_open(host=alice, name="Summer", system="swiss", game="maya", size=2, pace="live")
    for person in (alice, bob, charlie):
        cup_enter(cup=cup, user=person)
    return cup


def begun(cup: Cup) -> Cup:
    """The cup in its first round, in which two play while one is free."""
    assert cup.host is not None
    cup = cup_begin(cup=cup, user=cup.host)
    cup_go_on(cup=cup)
    return cup


def play_out(cup: Cup, *, winner: User) -> Cup:
    """Play all rounds: the winner's opponents resign; elsewhere the first by name."""
    for _ in range(9):
        for pairing in Pairing.objects.filter(round__cup=cup, match__status=Match.Status.RUNNING):
            people = sorted((seat.user for seat in seats_of(pairing.match)), key=lambda user: user.username)
            resign(match=pairing.match, user=next(user for user in people if user != winner))
        cup_go_on(cup=cup)
        cup.refresh_from_db()
    assert cup.status == Cup.Status.OVER
    return cup


def do(browser: Client, cup: Cup, what: str, **form: Any) -> str:
    """The page after a form was sent."""
    answer = browser.post(reverse(f"cup_{what}", args=[cup.code]), form, follow=True)
    assert answer.status_code == 200
    return answer.text


def main(text: str) -> str:
    """The text of a page's main part, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", text.partition("<main")[2].partition("</main>")[0]).split())


def main_header(text: str) -> str:
    """The text of a page's header, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", text.partition("<header")[2].partition("</header>")[0]).split())


def test_a_member_opens_a_cup(alice):
    answer = of(alice).post(reverse("cup_new"), FORM)
    cup = Cup.objects.get()
    assert answer.headers["Location"] == cup.get_absolute_url()
    assert (cup.host, cup.name, cup.size, cup.game, cup.rated, cup.computers) == (
        alice,
        "Summer",
        2,
        "maya",
        True,
        False,
    )
    assert "Open for entry" in of(None).get(cup.get_absolute_url()).text


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This field is required"),
        (
            {"game": "", "size": "5"},
            "Not every game in this cup can be played with 5 seats. Possible numbers of seats: 2, 3, 4.",
        ),
        ({"pace": "none"}, "none is not one of the available choices"),
        ({"wanted_rounds": "31"}, "Enter a whole number from 1 to 30."),
        ({"round_days": "0"}, "Enter a whole number from 1 to 60."),
    ],
)
def test_the_form_says_what_is_wrong_and_opens_nothing(alice, wrong, said):
    answer = of(alice).post(reverse("cup_new"), FORM | wrong)
    assert answer.status_code == 422
    assert said in answer.text
    assert not Cup.objects.exists()


def test_the_form_offers_four_cities_only_what_every_game_seats_and_says_why(alice):
    page = of(alice).get(reverse("cup_new"))
    assert "Four Cities needs a number of seats that every game allows: 2, 3, 4." in main(page.text)
    sizes = re.findall(
        r'<label class="pick pick--word( cup__size)?">\s*<input [^>]*name="size"[^>]*value="(\d)"', page.text
    )
    assert sizes == [("", "2"), ("", "3"), ("", "4"), (" cup__size", "5")]
    assert "5 (The Princes of Machu Picchu)" in main(page.text)
    of(alice).post(reverse("cup_new"), FORM | {"game": "princes", "size": "5"})
    assert Cup.objects.get().size == 5


def test_programs_are_refused_the_same(alice):
    for wrong in ({"name": " "}, {"pace": "none"}, {"wanted_rounds": 31}, {"round_days": 61}):
        facts = {"name": "Summer", "system": "swiss", "game": "maya", "size": 2, "pace": "live"} | wrong
        with pytest.raises(Refused):
            cup_open(host=alice, **facts)


@pytest.mark.half_second
def test_enter_leave_and_start(alice, bob, cup):
    assert "You have left the cup." in do(of(bob), cup, "leave")
    assert cup.entries.filter(left_at=None).count() == 2
    assert "You have entered." in do(of(bob), cup, "enter")
    assert "Only the host of the cup can do this." in do(of(bob), cup, "begin")
    assert "The cup has started, and tables are being drawn." in do(of(alice), cup, "begin")
    cup.refresh_from_db()
    assert cup.status == Cup.Status.RUNNING


@pytest.mark.half_second
def test_the_host_removes_a_player_and_calls_the_cup_off(alice, bob, cup):
    entry = cup.entries.get(user=bob)
    assert "Only the host" in do(of(bob), cup, "remove", entry=cup.entries.get(user=alice).number)
    assert "Bob is no longer in the cup." in do(of(alice), cup, "remove", entry=entry.number)
    entry.refresh_from_db()
    assert entry.left_at is not None
    seen = of(bob).get(cup.get_absolute_url()).text
    assert "The host has removed you from this cup." in seen
    assert "cup-enter" not in seen
    assert "The host has removed you from this cup." in do(of(bob), cup, "enter")
    for nonsense in ("", "99", "x", "9" * 30):
        assert of(alice).post(reverse("cup_remove", args=[cup.code]), {"entry": nonsense}).status_code == 404
    assert "Only the host" in do(of(bob), cup, "close")
    assert "The cup has been called off." in do(of(alice), cup, "close")
    assert not Cup.objects.exists()
    assert of(alice).get(cup.get_absolute_url()).status_code == 404


def test_no_single_tap_removes_a_player_or_calls_the_cup_off(alice, bob, cup):
    number = cup.entries.get(user=bob).number
    folds = _folds(of(alice).get(cup.get_absolute_url()).text)
    assert "There will be no cup" in folds["call-off"]
    assert 'id="cup-close"' in folds["call-off"]
    assert "Bob is told, and can’t enter this cup again." in folds[f"removing-{number}"]
    assert f"removing-{cup.entries.get(user=alice).number}" not in folds  # she can leave
    begun(cup)
    folds = _folds(of(alice).get(cup.get_absolute_url()).text)
    assert f'id="remove-{number}"' in folds[f"removing-{number}"]


def test_what_is_unfolded_stays_so_when_the_page_changes(alice, bob, cup):
    """Only folds with an id do (folds.js)."""
    for reader in (alice, bob):
        page = of(reader).get(cup.get_absolute_url(), headers={"hx-request": "true"}).text
        assert page.count("<details") == len(_folds(page))
    begun(cup)
    page = of(alice).get(cup.get_absolute_url(), headers={"hx-request": "true"}).text
    assert {"drop-out", "time-limit"} <= set(_folds(page))
    assert page.count("<details") == len(_folds(page))


def _folds(page: str) -> dict[str, str]:
    """The content of each fold with an id."""
    return dict(re.findall(r'<details [^>]*id="([^"]+)"[^>]*>(.*?)</details>', page, re.DOTALL))


@pytest.mark.half_second
def test_what_is_offered_to_whom(alice, bob, cup):
    dora, guest = User.objects.create_user("Dora"), User.objects.create_user("Guest-1", is_guest=True)

    def offered(user: User | None) -> set[str]:
        page = of(user).get(cup.get_absolute_url()).text
        found = set(re.findall(r'id="cup-(enter|leave|begin|close)"', page))
        return found | {word for word in ("Log in to enter", "Sign up to enter") if word in page}

    assert offered(None) == {"Log in to enter"}
    assert offered(guest) == {"Sign up to enter"}
    assert offered(dora) == {"enter"}
    assert offered(bob) == {"leave"}
    assert offered(alice) == {"leave", "begin", "close"}
    begun(cup)
    assert offered(dora) == {"enter"}
    assert offered(alice) == {"leave"}
    play_out(cup, winner=alice)
    assert offered(dora) == offered(alice) == set()


def test_late_ones_are_not_let_into_a_round_robin(bob, cup):
    Cup.objects.update(system="robin")
    cup.refresh_from_db()
    begun(cup)
    dora = User.objects.create_user("Dora")
    assert 'id="cup-enter"' not in of(dora).get(cup.get_absolute_url()).text
    assert "This cup has started." in do(of(dora), cup, "enter")


def test_bots_are_refused_and_the_page_says_so(alice, cup):
    bot = bot_create(owner=alice, name="Robo")
    with pytest.raises(Refused, match="Cups are for people: bots cannot take part"):
        cup_enter(cup=cup, user=bot)
    with pytest.raises(Refused, match="bots cannot take part"):
        cup_open(host=bot, name="Mine", system="swiss", game="maya", size=2, pace="live")
    assert "bots cannot take part" in of(alice).get(reverse("cup_new")).text
    assert "bots cannot take part" in of(alice).get(cup.get_absolute_url()).text


def test_a_round_shows_its_tables_with_links_and_who_is_free(alice, bob, charlie, cup):
    begun(cup)
    [match] = Match.objects.all()
    playing = {seat.user for seat in seats_of(match)}
    [free] = {alice, bob, charlie} - playing
    page = of(None).get(cup.get_absolute_url()).text
    assert f'href="{match.get_absolute_url()}"' in page
    said = main(page)
    assert "Round 1 of 2" in said
    assert "1 of 2 tables are finished." in said
    assert re.search(rf"Skips the round .{{0,4}}{free.username} 1 point", said)
    assert "You skip this round and get 1 point." in main(of(free).get(cup.get_absolute_url()).text)
    assert "Go to your game" in main(of(next(iter(playing))).get(cup.get_absolute_url()).text)


def test_standings_count_a_table_as_soon_as_it_is_done(alice, bob, charlie, cup):
    dora = User.objects.create_user("Dora")
    cup_enter(cup=cup, user=dora)
    begun(cup)
    first, _second = Match.objects.order_by("pk")
    loser, winner = (seat.user for seat in seats_of(first))
    resign(match=first, user=loser)
    cup_go_on(cup=cup)
    lines = of(None).get(cup.get_absolute_url()).context["lines"]
    assert (lines[0].entry.user, lines[0].points) == (winner, "1")
    assert {line.points for line in lines[1:]} == {"0"}


@pytest.mark.half_second
def test_a_cup_that_is_over_names_its_winner_and_shows_every_round(alice, bob, cup):
    play_out(begun(cup), winner=bob)
    page = of(None).get(cup.get_absolute_url())
    assert "Bob won the cup." in main(page.text)
    assert page.context["lines"][0].entry.user == bob
    assert "data-asks" not in page.text
    for round_ in Round.objects.all():
        assert f"Round {round_.number + 1}: Maya" in main(
            of(None).get(f"{cup.get_absolute_url()}?round={round_.number + 1}").text
        )
    for nonsense in ("0", "3", "x", "²"):
        assert of(None).get(cup.get_absolute_url(), {"round": nonsense}).status_code == 404


@pytest.mark.half_second
def test_a_knock_out_and_a_cup_of_all_games_have_their_page(alice, cup):
    for facts in ({"system": "knock", "computers": True}, {"system": "robin", "game": ""}):
        other = cup_open(host=alice, **{"name": "Other", "game": "maya", "size": 2, "pace": "live"} | facts)
        for person in User.objects.filter(username__in=["Alice", "Bob", "Charlie"]):
            cup_enter(cup=other, user=person)
        play_out(begun(other), winner=alice)
        said = main(of(None).get(other.get_absolute_url()).text)
        assert ("Rounds survived" in said) == (other.system == "knock")
        assert "Alice won the cup." in said


def test_the_page_of_a_match_leads_to_its_cup(alice, cup, django_assert_num_queries):
    begun(cup)
    match = Match.objects.get()
    for page in (match.get_absolute_url(), reverse("match_replay", args=[match.code])):
        assert f'href="{cup.get_absolute_url()}?round=1"' in of(None).get(page).text
        assert "Summer, round 1" in main_header(of(None).get(page).text)
    table = match_create(host=alice, game="maya", others=[None])
    assert "match__link--origin" not in of(alice).get(table.get_absolute_url()).text
    with django_assert_num_queries(0):
        assert origin_of(table) is None


def test_the_lobby_and_every_page_lead_to_the_cups(db):
    page = of(None).get(reverse("tables")).text
    link = f'href="{reverse("cups")}"'
    header, rest = page.split("<main", 1)
    content, footer = rest.split("</main>")
    assert link in header
    assert (content.count(link), footer.count(link)) == (1, 1)


def test_who_has_dropped_out_stays_in_the_standings(bob, cup):
    begun(cup)
    cup_withdraw(cup=cup, user=bob, by=bob)
    assert re.search(r"Bob dropped out", main(of(None).get(cup.get_absolute_url()).text))


def test_the_last_date_of_a_round_is_told(alice, cup):
    Cup.objects.update(round_days=5)
    cup.refresh_from_db()
    begun(cup)
    said = main(of(alice).get(cup.get_absolute_url()).text)
    assert "A round lasts at most 5 days." in said
    assert "It ends on" in said


@pytest.mark.half_second
def test_the_page_asks_and_is_answered_only_when_there_is_something_new(alice, bob, cup):
    browser = of(bob)
    page = browser.get(cup.get_absolute_url()).text
    [asks] = re.findall(r'hx-get="([^"]+)"', page.partition('id="cup"')[2][:300])
    assert browser.get(asks, headers={"HX-Request": "true"}).status_code == 204
    for change in (
        lambda: cup_withdraw(cup=cup, user=bob, by=bob),
        lambda: cup_enter(cup=cup, user=bob),
        lambda: begun(cup),
        lambda: resign(match=Match.objects.get(), user=seats_of(Match.objects.get())[0].user),
    ):
        change()
        cup_go_on(cup=cup)
        answer = browser.get(asks, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert answer.text.lstrip().startswith('<div class="wrap page cup')
        [asks] = re.findall(r'hx-get="([^"]+)"', answer.text[:400])
        assert browser.get(asks, headers={"HX-Request": "true"}).status_code == 204


def test_a_page_says_nothing_of_a_match_but_who_plays_and_the_result(cup):
    begun(cup)
    match = Match.objects.get()
    before = comparable(of(None).get(cup.get_absolute_url()))
    Match.objects.update(deal="another deal", state={"another": "state"}, salt="other", commitment="other", ply=7)
    Match.objects.update(to_move=1 - (match.to_move or 0))
    assert comparable(of(None).get(cup.get_absolute_url())) == before


@pytest.mark.half_second
def test_a_match_that_is_gone_leaves_its_result(alice, cup):
    play_out(begun(cup), winner=alice)
    Match.objects.all().delete()
    said = main(of(None).get(cup.get_absolute_url()).text)
    assert "Alice won the cup." in said
    assert "finished" in said


def test_the_list_has_all_kinds_and_pages_of_each(alice, bob, cup):
    for count in range(A_FEW + 1):
        Cup.objects.create(
            code=f"old{count}",
            name=f"Old {count}",
            host=alice,
            system="swiss",
            size=2,
            pace="live",
            status="over",
            opened_at=timezone.now() - timedelta(days=count),
        )
    page = of(bob).get(reverse("cups")).text
    said = main(page)
    assert re.search(r"Summer You are in", said)
    assert "3 players" in said
    assert "Old 7" in said
    assert "Old 8" not in said
    assert 'href="?status=over"' in page
    assert "Old 8" in main(of(bob).get(reverse("cups"), {"status": "over"}).text)
    assert of(None).get(reverse("cups"), {"status": "gone"}).status_code == 404
    assert of(None).get(reverse("cups"), {"status": "over", "after": "x"}).status_code == 404


@pytest.mark.half_second
def test_the_list_names_who_has_won_and_the_profile_the_place(alice, bob, cup, django_assert_num_queries):
    play_out(begun(cup), winner=bob)
    assert re.search(r"Winner: Bob · 3 players", main(of(None).get(reverse("cups")).text))
    said = main(of(None).get(reverse("profile", args=["Bob"])).text)
    assert re.search(r"Cups Summer place 1 of 3", said)
    place = cup.entries.get(user=alice).place
    assert f"Summer place {place} of 3" in main(of(None).get(reverse("profile", args=["Alice"])).text)
    dora = User.objects.create_user("Dora")
    with django_assert_num_queries(1):
        assert find_section(dora) is None
    with django_assert_num_queries(1):
        find_section(bob)


def test_a_cup_that_runs_is_no_result(bob, cup):
    begun(cup)
    assert sections_of(bob) == []


def test_lists_lead_on(alice):
    now = timezone.now()
    for count in range(27):
        Cup.objects.create(
            code=f"old{count}",
            name=f"Old {count}",
            host=alice,
            system="swiss",
            size=2,
            pace="live",
            opened_at=now - timedelta(days=count),
        )
    page = squeezed(of(None).get(reverse("cups"), {"status": "open"}).text)
    [following] = re.findall(r'rel="next" href="([^"]+)"', page)
    said = main(of(None).get(reverse("cups") + following.replace("&amp;", "&")).text)
    assert "Old 26" in said
    assert "Old 24" not in said


@pytest.mark.half_second
def test_pages_ask_for_as_much_however_many_play(alice, cup, django_assert_num_queries):
    with django_assert_num_queries(6):
        of(None).get(cup.get_absolute_url())
    for count in range(12):
        cup_enter(cup=cup, user=User.objects.create_user(f"Player-{count}"))
    with django_assert_num_queries(6):
        of(None).get(cup.get_absolute_url())
    begun(cup)
    with django_assert_num_queries(8):
        of(None).get(cup.get_absolute_url())
    with django_assert_num_queries(5):
        of(None).get(reverse("cups"))


def test_points_are_short():
    said = [number(Fraction(*points)) for points in ((3, 1), (0, 1), (5, 2), (2, 3), (10, 3), (20, 1))]
    assert said == ["3", "0", "2.5", "0.67", "3.33", "20"]


def test_it_is_said_what_decides_between_equals():
    def line(place: int, opponents: int, direct: int, wins: int, points: int = 2) -> Line:
        return Line(place, place, Fraction(points), Fraction(opponents), Fraction(direct), wins)

    first = line(1, 5, 1, 2)
    assert why_before(first, line(2, 4, 1, 2)) == "ahead on opponents’ points"
    assert why_before(first, line(2, 5, 0, 2)) == "ahead on results against each other"
    assert why_before(first, line(2, 5, 1, 1)) == "ahead on tables won"
    assert why_before(first, line(2, 4, 1, 2, points=1)) == ""
    assert why_before(first, line(1, 5, 1, 2)) == ""


@pytest.mark.half_second
def test_what_is_done_in_cups_is_limited(alice: User, cup: Cup, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"cup": "1/h/user"}
    browser = of(alice)
    deeds = {"enter": {}, "leave": {}, "begin": {}, "days": {"days": "3"}, "remove": {"entry": "0"}, "close": {}}
    addresses = {reverse(f"cup_{deed}", args=[cup.code]): form for deed, form in deeds.items()}
    browser.post(reverse("cup_enter", args=[cup.code]))
    for address, form in addresses.items():
        assert "That’s too many changes at once." in browser.post(address, form, follow=True).text
    assert "That’s too many changes at once." in browser.post(reverse("cup_new"), FORM).text
    assert Cup.objects.get().status == Cup.Status.OPEN
    assert cup.entries.filter(left_at=None).count() == 3
