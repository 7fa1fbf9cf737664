"""What a seat, a host and a guest of a table do by the API, and what comes of each."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from accounts.models import User
from games.models import Action, Hint, Match, Seat
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from games.services.play.agreeing import end_agree
from games.services.play.timeouts import time_out_all
from tests.games.planned import begun_day_game, plannable, waiting
from tests.games.playing import decider, legal, play_once
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


def post(user: User, path: str, **body: Any) -> Any:
    """The answer to a request of `user`, read as JSON if there is any."""
    answer = visitor(user).post(f"/api/v1/{path}", body, content_type="application/json")
    assert answer.status_code in (200, 204), answer.text
    return answer.json() if answer.content else None


def refused(user: User, path: str, **body: Any) -> str:
    """The words with which a request of `user` is refused."""
    answer = visitor(user).post(f"/api/v1/{path}", body, content_type="application/json")
    assert answer.status_code == 422, answer.text
    return str(answer.json()["detail"])


def listed(user: User, which: str) -> list[str]:
    """The codes of the matches in one of the lists of `user`."""
    return [row["code"] for row in visitor(user).get("/api/v1/matches", {"which": which}).json()["rows"]]


# --- a seat of a running match ----------------------------------------------------------------------------------------


def test_an_action_sent_twice_is_played_once(two_play: Match) -> None:
    user, body = decider(two_play), {"action": legal(two_play)[0], "ply": two_play.ply}
    first, second = (post(user, f"matches/{two_play.code}/play", **body) for _time in range(2))
    assert first == second
    assert two_play.actions.filter(source=Action.Source.PERSON).count() == 1


def test_the_last_action_is_taken_back(two_play: Match) -> None:
    user, text = decider(two_play), next(text for text in legal(two_play) if text.startswith("play"))
    done = post(user, f"matches/{two_play.code}/play", action=text, ply=two_play.ply)
    back = post(user, f"matches/{two_play.code}/undo", ply=done["ply"])
    assert back["ply"] == done["ply"] + 1
    assert two_play.actions.get(text=text).undone


def test_a_match_ends_by_agreement_unless_one_declines(two_play: Match, alice: User, bob: User) -> None:
    path = f"matches/{two_play.code}/end"
    assert post(alice, f"{path}/agree")["status"] == "running"
    assert post(bob, f"{path}/decline")["status"] == "running"
    assert [post(user, f"{path}/agree")["status"] for user in (bob, alice)] == ["running", "finished"]


@pytest.mark.parametrize(("deed", "status"), [("take", "finished"), ("decline", "running")])
def test_a_win_on_time_is_taken_or_declined(
    deed: str, status: str, alice: User, bob: User, computers: list[User]
) -> None:
    match = begun_day_game("rapa_nui", alice, bob)
    time_out_all(now=match.deadline)
    match.refresh_from_db()
    assert match.claimable_by is not None
    other = match.seats.get(number=match.claimable_by)
    assert other.user is not None
    assert post(other.user, f"matches/{match.code}/win/{deed}")["status"] == status
    match.refresh_from_db()
    assert match.claimable_by is None


def test_a_hint_is_asked_for(two_play: Match, computers: list[User]) -> None:
    user = decider(two_play)
    post(user, f"matches/{two_play.code}/hint", ply=two_play.ply)
    assert Hint.objects.get(match=two_play).user == user


def test_a_turn_is_planned_and_kept_in_part(alice: User, bob: User) -> None:
    match = begun_day_game("rapa_nui", alice, bob)
    seat = waiting(match)
    assert seat.user is not None
    for place in range(2):
        text = plannable(match, Seat.objects.get(pk=seat.pk))[0]
        post(seat.user, f"matches/{match.code}/plan", action=text, place=place)
    planned = Seat.objects.get(pk=seat.pk).plan
    assert len(planned) == 2
    post(seat.user, f"matches/{match.code}/plan/keep", count=1)
    assert Seat.objects.get(pk=seat.pk).plan == planned[:1]


def test_standing_orders_are_replaced(two_play: Match, alice: User) -> None:
    post(alice, f"matches/{two_play.code}/orders", orders={"moai_income": "wood"})
    assert two_play.seats.get(user=alice).orders == {"moai_income": "wood"}


def test_players_write_in_the_chat_and_read_it(two_play: Match, alice: User, bob: User) -> None:
    post(alice, f"matches/{two_play.code}/chat", text="Good luck")
    chat = visitor(bob).get(f"/api/v1/matches/{two_play.code}/chat").json()
    assert [message["text"] for message in chat["messages"]] == ["Good luck"]
    assert chat["unread"] == 1
    assert visitor(alice).get(f"/api/v1/matches/{two_play.code}/chat").json()["unread"] == 0


def test_a_finished_match_is_analysed_and_listed(two_play: Match, alice: User, bob: User) -> None:
    path = f"/api/v1/matches/{two_play.code}/analysis"
    assert visitor(alice).post(path, {}, content_type="application/json").status_code == 404
    play_once(two_play, legal(two_play)[0])
    for user in (alice, bob):
        end_agree(match=two_play, user=user)
    assert visitor(alice).get(path).status_code == 404
    begun = post(alice, f"matches/{two_play.code}/analysis")
    assert (begun["upto"], begun["finished"], begun["decisions"]) == (0, False, [])
    assert visitor(alice).get(path).json() == begun
    assert listed(alice, "finished") == [two_play.code]


def test_a_match_that_is_over_shows_the_deal_that_it_was_sealed_with(two_play: Match, alice: User, bob: User) -> None:
    path = f"/api/v1/matches/{two_play.code}"
    running = visitor(alice).get(path).json()
    assert (running["salt"], running["deal"]) == (None, None)
    for user in (alice, bob):
        end_agree(match=two_play, user=user)
    over = visitor(alice).get(path).json()
    assert sha256((over["salt"] + over["deal"]).encode()).hexdigest() == running["commitment"] == over["commitment"]
    assert f'[Deal "{over["deal"]}"]' in visitor(alice).get(f"{path}/record").text


def test_a_match_is_played_again(two_play: Match, alice: User, bob: User, charlie: User) -> None:
    path = f"tables/{two_play.code}/rematch"
    assert "Only finished games" in refused(alice, path)
    for user in (alice, bob):
        end_agree(match=two_play, user=user)
    table = post(alice, path)
    assert (table["status"], table["code"] != two_play.code) == ("open", True)
    assert listed(bob, "invitations") == [table["code"]]
    assert post(alice, path) == table
    assert post(bob, path) | {"ply": 0} == table | {"status": "running"}
    assert "Only the players" in refused(charlie, path)


def test_what_people_play_now_is_listed(two_play: Match, charlie: User) -> None:
    def codes(query: str = "") -> list[str]:
        return [row["code"] for row in visitor(charlie).get(f"/api/v1/running{query}").json()["rows"]]

    assert codes() == codes("?game=rapa_nui") == [two_play.code]
    assert codes("?game=maya") == []
    Match.objects.filter(pk=two_play.pk).update(access=Match.Access.LINK)
    assert codes() == []


# --- a table that waits for its players -------------------------------------------------------------------------------


def test_a_table_is_changed_by_its_host(alice: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    post(alice, f"tables/{table.code}/change", access="link", pace="1d")
    table.refresh_from_db()
    assert (table.access, table.pace) == (Match.Access.LINK, "1d")
    assert listed(alice, "tables") == [table.code]


def test_a_password_or_the_secret_of_the_link_lets_people_in(alice: User, bob: User, charlie: User) -> None:
    terms = TableTerms(access=Match.Access.PASSWORD, password="llama")
    table = match_create(host=alice, game="rapa_nui", others=[None, None], terms=terms)
    assert "Wrong password" in refused(bob, f"tables/{table.code}/join", password="puma")
    assert post(bob, f"tables/{table.code}/join", password="llama")["status"] == "open"
    assert post(charlie, f"tables/{table.code}/join", secret=table.invite)["status"] == "running"


def test_a_guest_leaves_the_table_and_the_host_closes_it(alice: User, bob: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None, None])
    post(bob, f"tables/{table.code}/join")
    post(bob, f"tables/{table.code}/leave")
    assert not table.seats.filter(user=bob).exists()
    post(alice, f"tables/{table.code}/leave")
    assert not Match.objects.filter(pk=table.pk).exists()


def test_who_is_invited_declines(alice: User, bob: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    post(alice, f"tables/{table.code}/invite", name=" Bob ")
    assert listed(bob, "invitations") == [table.code]
    post(bob, f"tables/{table.code}/decline")
    assert listed(bob, "invitations") == []


def test_a_table_has_the_seats_that_it_is_asked_for(alice: User, computers: list[User]) -> None:
    def opened(**facts: Any) -> Any:
        answer = visitor(alice).post("/api/v1/tables", facts, content_type="application/json")
        return answer.json()["detail"] if answer.status_code == 422 else answer.json()

    def seats(**facts: Any) -> int:
        return Match.objects.get(code=opened(**facts)["code"]).seat_count

    two = ["beginner", "casual"]
    assert seats(game="maya") == 2
    assert seats(game="maya", computers=two) == seats(game="maya", computers=two, seats=3) == 3
    assert seats(game="maya", computers=two, seats=4) == 4
    assert "more computer players" in opened(game="maya", computers=two, seats=2)
    assert "no such game" in opened(game="chess")


def test_the_host_removes_a_member(alice: User, bob: User, charlie: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None, None])
    path = f"tables/{table.code}/remove"
    post(bob, f"tables/{table.code}/join")
    assert "Only the host" in refused(charlie, path, name="Bob")
    assert post(alice, path, name=" \uff42\uff4f\uff42 ")["status"] == "open"  # full-width letters
    assert not table.seats.filter(user=bob).exists()
    assert "no longer at your table" in refused(alice, path, name="Bob")
    assert "remove yourself" in refused(alice, path, name="Alice")
    assert refused(bob, f"tables/{table.code}/join")


def test_the_host_starts_with_computer_players(alice: User, computers: list[User]) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    assert "no such computer player" in refused(alice, f"tables/{table.code}/start", level="llama")
    assert post(alice, f"tables/{table.code}/start", level="casual")["status"] == "running"


def test_the_host_starts_a_full_table(alice: User, bob: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(host_starts=True))
    assert post(bob, f"tables/{table.code}/join")["status"] == "open"
    assert post(alice, f"tables/{table.code}/start")["status"] == "running"
    table.refresh_from_db()
    assert [listed(user, "waiting") for user in (alice, bob)].count([table.code]) == 1


def test_without_computer_players_no_table_starts_with_them(alice: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    assert "aren’t ready yet" in refused(alice, f"tables/{table.code}/start", level="casual")
