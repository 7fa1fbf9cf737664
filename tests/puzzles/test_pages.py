"""The pages of puzzles: five a day, the position as its seat saw it, one try, and the reasons."""

import re
from random import Random

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.bots import bot_create
from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.record import final_state
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from puzzles.models import Answer, Puzzle
from puzzles.pages.mark import MARK
from puzzles.services.answering import answer_give
from puzzles.services.shelving import puzzle_keep
from tests.games.playing import play_out
from tests.puzzles.shelf import some_puzzle, take_away, twins
from tests.visitors import visitor

pytestmark = pytest.mark.usefixtures("travel")


def text_of(page: str) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_overview_has_five_puzzles_and_the_score(browser: Client, alice: User, shelf: list[Puzzle]) -> None:
    page = browser.get("/puzzles/").text
    links = re.findall(r'href="/puzzles/(\d+)/"', page)
    assert len(set(links)) == 5
    assert "0 of 5" in text_of(page)
    answer_give(user=alice, puzzle=(first := Puzzle.objects.get(pk=links[0])), text=first.best)
    said = text_of(browser.get("/puzzles/").text)
    assert "1 of 5" in said
    assert re.search(r"puzzle rating \d{4} provisional", said)


@pytest.mark.half_second
def test_a_puzzle_that_is_taken_away_is_not_linked_and_its_answer_counts(
    browser: Client, alice: User, bob: User, shelf: list[Puzzle]
) -> None:
    numbers = list(dict.fromkeys(re.findall(r'href="/puzzles/(\d+)/"', browser.get("/puzzles/").text)))
    answered, lost, kept = (Puzzle.objects.get(pk=number) for number in numbers[:3])
    answer_give(user=alice, puzzle=answered, text=answered.best)
    for puzzle in (answered, lost):
        take_away(puzzle, bob)
    page = browser.get("/puzzles/").text
    links = dict.fromkeys(re.findall(r'href="(/puzzles/\d+/)"', page))
    assert len(links) == 4
    assert {browser.get(link).status_code for link in links} == {200}
    assert "1 of 5" in text_of(page)
    assert text_of(page).count("No longer shown. Your answer still counts.") == 1
    beside = browser.get(f"/puzzles/{kept.pk}/").text
    assert set(re.findall(r'href="(/puzzles/\d+/)"', beside)) == set(links)
    assert [browser.get(f"/puzzles/{puzzle.pk}/").status_code for puzzle in (answered, lost)] == [404, 404]


def test_a_stranger_has_five_too(shelf: list[Puzzle]) -> None:
    assert len(set(re.findall(r'href="/puzzles/(\d+)/"', Client().get("/puzzles/").text))) == 5


def test_without_puzzles_the_page_says_so(db: None) -> None:
    assert "There are no puzzles for you yet." in Client().get("/puzzles/").text


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_shows_every_choice_as_a_button_and_no_answer(game: str, browser: Client) -> None:
    puzzle, _new = puzzle_keep(found=some_puzzle(game=game))
    page = browser.get(f"/puzzles/{puzzle.pk}/").text
    legal = GAMES[game].legal_actions(final_state(some_puzzle(game=game).record))
    offered = set(re.findall(r'name="action" value="([^"]+)"', page))
    assert {str(action) for action in legal} <= offered
    assert "The best choice:" not in page
    assert "of 100 games" not in page


@pytest.mark.parametrize(
    ("place", "words"), [(0, "Solved"), (1, "Nearly solved"), (2, "Not solved")], ids=("best", "second", "third")
)
def test_after_the_one_try_the_page_says_what_it_was_worth(
    place: int, words: str, browser: Client, shelf: list[Puzzle]
) -> None:
    puzzle = shelf[0]
    address = f"/puzzles/{puzzle.pk}/"
    answer = browser.post(address, {"action": puzzle.left[place][0]})
    assert (answer.status_code, answer.headers["Location"]) == (302, address)
    assert "autofocus" not in browser.get(f"/puzzles/{shelf[1].pk}/").text
    page = browser.get(address).text
    said = text_of(page)
    assert words in said
    assert words in text_of(page.partition('id="verdict" tabindex="-1" autofocus>')[2])[:40], "reading starts there"
    now = page.partition('aria-current="step"')[2].partition("</a>")[0]
    assert words in text_of(now), "the steps of the day say how it went"
    assert ("lu-check" in now) == (place == 0)
    assert "about 70 of 100 games" in said
    assert ("Your choice wins about" in said) == bool(place)
    assert "Your puzzle rating: 1500 before" in said
    assert "How the game might continue" in said
    assert 'name="action"' not in page.replace('type="hidden" name="action"', "")
    browser.post(address, {"action": puzzle.best})
    assert Answer.objects.get().action == puzzle.left[place][0]


def test_a_choice_that_was_not_weighed_is_known_to_leave_less(browser: Client, shelf: list[Puzzle]) -> None:
    puzzle = shelf[0]
    legal = [str(action) for action in GAMES[puzzle.game].legal_actions(final_state(some_puzzle().record))]
    browser.post(f"/puzzles/{puzzle.pk}/", {"action": legal[3]})
    assert "Your choice wins fewer than 30." in text_of(browser.get(f"/puzzles/{puzzle.pk}/").text)


def test_what_is_no_choice_is_refused_and_no_stranger_becomes_a_guest(shelf: list[Puzzle]) -> None:
    answer = Client().post(f"/puzzles/{shelf[0].pk}/", {"action": "fly away"})
    assert answer.status_code == 422
    assert not User.objects.exists()


def test_a_stranger_who_answers_is_a_guest(shelf: list[Puzzle]) -> None:
    client = Client()
    client.post(f"/puzzles/{shelf[0].pk}/", {"action": shelf[0].best})
    assert Answer.objects.get().user.is_guest
    assert "Solved" in client.get(f"/puzzles/{shelf[0].pk}/").text


def rated(user: User) -> list[bool]:
    """Whether each answer of the user was rated, in order."""
    answers = Answer.objects.filter(user=user).order_by("pk")
    return [answer.rating_after is not None for answer in answers]


@pytest.mark.half_second
def test_a_second_account_of_the_same_browser_changes_no_rating(bob: User, shelf: list[Puzzle]) -> None:
    first, second = shelf[:2]
    client = Client()
    client.post(f"/puzzles/{first.pk}/", {"action": first.left[2][0]})
    guest = User.objects.get(is_guest=True)
    before = Puzzle.objects.get(pk=first.pk).mu
    assert rated(guest) == [True]
    client.post("/account/logout/", {"sure": "1"})
    client.post(f"/puzzles/{first.pk}/", {"action": first.best})
    again = User.objects.get(is_guest=True, puzzle_answers__action=first.best)
    assert again != guest
    page = text_of(client.get(f"/puzzles/{first.pk}/").text)
    assert "Not rated: this puzzle has already been answered in this browser." in page
    client.force_login(bob)
    for puzzle in (first, second):
        client.post(f"/puzzles/{puzzle.pk}/", {"action": puzzle.best})
    assert (rated(again), rated(bob)) == ([False], [False, True])
    assert Puzzle.objects.get(pk=first.pk).mu == before
    other = Client()
    other.post(f"/puzzles/{first.pk}/", {"action": first.best})
    assert Puzzle.objects.get(pk=first.pk).mu != before, "another browser is another person, as far as one can tell"


def test_the_mark_of_a_browser_is_signed_and_kept_from_scripts(bob: User, shelf: list[Puzzle]) -> None:
    client = visitor(bob)
    client.cookies[MARK.cookie] = f"{shelf[0].pk}:forged"
    client.post(f"/puzzles/{shelf[0].pk}/", {"action": shelf[0].best})
    assert rated(bob) == [True]
    mark = client.cookies[MARK.cookie]
    assert (mark["httponly"], mark["samesite"]) == (True, "Lax")


def test_a_browser_that_lost_its_mark_has_it_again_from_a_member_who_has_answered(
    browser: Client, alice: User, bob: User, shelf: list[Puzzle]
) -> None:
    answer_give(user=alice, puzzle=shelf[0], text=shelf[0].best)
    browser.get(f"/puzzles/{shelf[0].pk}/")
    browser.force_login(bob)
    browser.post(f"/puzzles/{shelf[0].pk}/", {"action": shelf[0].best})
    assert rated(bob) == [False]


def test_a_guest_goes_on_with_the_five_of_the_stranger_before(shelf: list[Puzzle]) -> None:
    client = Client()
    before = re.findall(r'href="(/puzzles/\d+/)"', client.get("/puzzles/").text)
    assert 'title="You"' in client.get(before[0]).text, "without a number after it"
    puzzle = Puzzle.objects.get(pk=before[0].split("/")[2])
    client.post(before[0], {"action": puzzle.best})
    assert re.findall(r'href="(/puzzles/\d+/)"', client.get("/puzzles/").text) == before


def test_bots_answer_nothing(alice: User, shelf: list[Puzzle]) -> None:
    with pytest.raises(Refused):
        answer_give(user=bot_create(owner=alice, name="Robo"), puzzle=shelf[0], text=shelf[0].best)
    assert not Answer.objects.exists()


def test_mistakes_are_shown_to_their_owner_alone(alice: User, bob: User, browser: Client) -> None:
    mistake, _new = puzzle_keep(found=some_puzzle(), owner=alice)
    address = f"/puzzles/{mistake.pk}/"
    assert address in browser.get("/puzzles/mine/").text
    assert browser.get(address).status_code == 200
    other = visitor(bob)
    assert other.get(address).status_code == other.post(address, {"action": mistake.best}).status_code == 404
    assert address not in other.get("/puzzles/mine/").text
    assert Client().get(address).status_code == 404
    browser.post(address, {"action": mistake.best})
    assert "Your puzzle rating" not in browser.get(address).text


def test_the_replay_is_shown_after_the_try_if_strangers_may_see_it(alice: User, bob: User, browser: Client) -> None:
    match = match_join(match=match_create(host=bob, game="rapa_nui", others=[None]), user=User.objects.create_user("C"))
    match = play_out(match, Random(1))
    puzzle, _new = puzzle_keep(found=some_puzzle(), match=match)
    link = f"/match/{match.code}/replay/"
    assert link not in browser.get(f"/puzzles/{puzzle.pk}/").text
    browser.post(f"/puzzles/{puzzle.pk}/", {"action": puzzle.best})
    assert link in browser.get(f"/puzzles/{puzzle.pk}/").text
    Match.objects.update(access=Match.Access.LINK)
    assert link not in browser.get(f"/puzzles/{puzzle.pk}/").text


def test_the_pages_cost_few_queries(
    browser: Client, shelf: list[Puzzle], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        browser.get("/puzzles/")
    with django_assert_max_num_queries(14):
        browser.get(f"/puzzles/{shelf[0].pk}/")


@pytest.mark.parametrize("game", GAMES)
def test_every_byte_is_the_same_for_what_the_seat_cannot_tell_apart(game: str, browser: Client) -> None:
    """The puzzle, and the same one in a world where everything hidden from its seat is different."""
    found, twin = twins(game)
    puzzle, _new = puzzle_keep(found=found)
    real = _without_keys(browser.get(f"/puzzles/{puzzle.pk}/").text)
    Puzzle.objects.update(deal=twin.deal, plies=[[ply.seat, ply.text] for ply in twin.plies])
    assert _without_keys(browser.get(f"/puzzles/{puzzle.pk}/").text) == real
    if twin.seats not in GAMES[game].OPEN_SEATS:
        assert (twin.deal, twin.plies) != (found.record.deal, found.record.plies)


def _without_keys(page: str) -> str:
    return re.sub(r'name="(once|csrfmiddlewaretoken)" value="[^"]+"|nonce="[^"]+"|"X-CSRFToken": ?"[^"]+"', "", page)
