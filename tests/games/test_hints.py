"""Hints: for the player who decides in an unrated match, in everyone's log, without telling others hidden facts."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from redis.exceptions import ConnectionError

from accounts.models import User
from common.queues import lengths
from common.refusals import Refused
from games.ai import analysis
from games.ai.analysis import best_few
from games.ai.hint import advise as search
from games.engine import GAMES
from games.engine.record import final_state, read
from games.models import Action, Hint, Judgement, Match
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from games.services.computer import hints
from games.services.computer.analysing import analyse, analysis_ask
from games.services.computer.hints import LEAST_SHARE, LONGEST, advise, ask_again, hint_ask, share_for
from games.services.computer.leases import TRIES, lease
from games.services.computer.thinking import PATIENCE
from games.services.computer.work import ASK_AGAIN_AFTER
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.agreeing import end_agree, end_decline
from games.services.play.turns import undo
from games.services.refusals import NotYourSeat, NotYourTurn, StalePly
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Decision
from tests.ai.positions import Table, positions
from tests.ai.worked import Worked
from tests.contract.scrambled import SCRAMBLED
from tests.first import first
from tests.games.addresses import comparable
from tests.games.hinted import FEW, hinted
from tests.games.imagined import imagined
from tests.games.moments import BUSY, moment, tables
from tests.games.playing import decider, legal, play_once
from tests.games.racing import race
from tests.games.staged import rewrite, staged
from tests.games.sweeping import assert_asked_once, dies_of
from tests.titles import record_path
from tests.visitors import visitor

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil")
LARGE = {table.key: table for table in tables()}


def page(match: Match, user: User | None, **query: str) -> str:
    client = visitor(user)
    return client.get(reverse("match", args=[match.code]), query).content.decode()


# --- asking and finding ---


def test_a_hint_names_the_next_best_and_otherwise_claims_no_more_than_the_search_found(two_play: Match) -> None:
    user = decider(two_play)
    match = hinted(two_play, user)
    hint = Hint.objects.get()
    other = next(choice for choice in legal(match) if str(choice) != hint.own)
    Hint.objects.update(best=[[hint.own, 540], [str(other), 520]])
    assert re.search(r"about 54%\. Next best: .+ \(52%\)\.", page(match, user))
    Hint.objects.update(best=[[hint.own, 540]])
    assert "about 54%; the computer found nothing else as good." in page(match, user)


def test_the_hint_is_one_of_the_choices_and_stands_in_the_log(two_play: Match) -> None:
    user, ply, choices = decider(two_play), two_play.ply, legal(two_play)
    match = hinted(two_play, user)
    entry = match.actions.get(ply=ply)
    assert (entry.kind, entry.seat, match.ply, match.to_move) == (
        Action.Kind.HINT,
        two_play.to_move,
        ply + 1,
        entry.seat,
    )
    assert Hint.objects.get().own in choices
    assert legal(match) == choices


def test_asking_and_finding_twice_gives_one_hint(two_play: Match) -> None:
    user, ply = decider(two_play), two_play.ply
    hint_ask(match=two_play, user=user, ply=ply)
    match = hinted(two_play, user)
    assert not advise(code=match.code, ply=ply, iterations=FEW)
    hint_ask(match=match, user=user, ply=match.ply)
    assert Hint.objects.count() == match.actions.filter(kind=Action.Kind.HINT).count() == 1


def test_a_replay_says_which_action_led_to_the_step_whatever_was_asked_there(two_play: Match) -> None:
    played = play_once(two_play, legal(two_play)[0])
    before = page_of_replay(played)
    assert page_of_replay(hinted(played, decider(played))) == before


def page_of_replay(match: Match) -> str:
    """The sentence above the board at the last step of the replay."""
    answer = Client().get(reverse("match_replay", args=[match.code])).content.decode()
    sentence = answer.partition('id="question">')[2].partition("</p>")[0]
    assert "<b>" in sentence
    return sentence


@pytest.mark.half_second
def test_a_player_who_follows_a_hint_is_told_nothing_better_later(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if other entries of the log, such as an earlier hint, are no actions."""
    monkeypatch.setattr(analysis, "ITERATIONS", dict.fromkeys(GAMES, FEW))
    record = read(record_path("rapa_nui/two_seats.txt").read_text())
    match, followed = staged(replace(record, plies=record.plies[:30], result=None), [alice, bob]), []
    Match.objects.filter(pk=match.pk).update(code="followed")
    match.refresh_from_db()
    for _decision in range(4):
        match = hinted(match, decider(match))
        advice = Hint.objects.latest("asked_at").own
        followed.append(advice)
        match = play_once(match, advice)
    for user in (alice, bob):
        match = end_agree(match=match, user=user)
    judged = analysis_ask(match=match)
    assert analyse(analysis_id=judged.pk, upto=0, seconds=1000)
    judgements = list(Judgement.objects.order_by("step"))[-4:]
    assert [one.best[0][0] for one in judgements] == followed
    assert [one.loss for one in judgements] == [0] * 4


def test_a_double_click_asks_once(two_play: Match, django_capture_on_commit_callbacks: Callable[..., Any]) -> None:
    with django_capture_on_commit_callbacks() as asked:
        for _ in range(2):
            hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply)
    assert len(asked) == 1


def test_only_the_player_to_move_may_ask_and_on_a_fresh_page(two_play: Match, charlie: User) -> None:
    other = two_play.seats.exclude(number=two_play.to_move).get().user
    with pytest.raises(NotYourSeat):
        hint_ask(match=two_play, user=charlie, ply=two_play.ply)
    with pytest.raises(NotYourTurn, match=r"not your turn\. You can ask for a hint when it is\."):
        hint_ask(match=two_play, user=other, ply=two_play.ply)
    with pytest.raises(StalePly, match="so no hint is on its way"):
        hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply + 1)
    assert not Hint.objects.exists()


def test_never_in_a_rated_match(alice: User, bob: User) -> None:
    match = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(rated=True)), user=bob
    )
    user = decider(match)
    with pytest.raises(Refused, match="so there are no hints"):
        hint_ask(match=match, user=user, ply=match.ply)
    assert 'id="hint-ask"' not in page(match, user)


def test_a_hint_that_comes_too_late_is_forgotten(two_play: Match) -> None:
    ply = two_play.ply
    hint_ask(match=two_play, user=decider(two_play), ply=ply)
    match = play_once(two_play, legal(two_play)[0])
    assert not advise(code=match.code, ply=ply, iterations=FEW)
    assert not Hint.objects.exists()
    assert match.actions.filter(kind=Action.Kind.HINT).count() == 0


def test_a_hint_that_cannot_be_entered_is_forgotten(two_play: Match) -> None:
    ply = two_play.ply
    hint_ask(match=two_play, user=decider(two_play), ply=ply)
    Action.objects.create(match=two_play, ply=ply, seat=0, kind=Action.Kind.AGREE, made_at=timezone.now())
    assert not advise(code=two_play.code, ply=ply, iterations=FEW)
    assert not Hint.objects.exists()
    assert ask_again() == 0


def test_a_hint_is_not_forgotten_while_the_storage_is_in_trouble(
    two_play: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_facts: object) -> None:
        raise ConnectionError("Valkey is away")

    hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply)
    with monkeypatch.context() as trouble:
        trouble.setattr(hints.search, "advise", away)
        with pytest.raises(ConnectionError):
            advise(code=two_play.code, ply=two_play.ply, iterations=FEW)
    assert advise(code=two_play.code, ply=two_play.ply, iterations=FEW)


def test_a_hint_comes_also_when_another_player_has_said_something_meanwhile(
    two_play: Match, alice: User, bob: User
) -> None:
    user, ply = decider(two_play), two_play.ply
    hint_ask(match=two_play, user=user, ply=ply)
    match = end_agree(match=two_play, user=bob if user == alice else alice)
    assert match.ply > ply
    Hint.objects.update(asked_at=timezone.now() - ASK_AGAIN_AFTER - timedelta(seconds=1))
    assert ask_again() == 1
    assert 'id="hint-ask"' not in page(match, user)
    assert hint_ask(match=match, user=user, ply=match.ply) == match
    assert Hint.objects.count() == 1, "one per decision, however often it is requested"
    assert advise(code=match.code, ply=ply, iterations=FEW)
    match.refresh_from_db()
    assert 'id="hint-do"' in page(match, user)
    assert not advise(code=match.code, ply=ply, iterations=FEW)


def test_every_page_of_the_asker_waits_for_a_hint_that_is_still_to_come(two_play: Match) -> None:
    user = decider(two_play)
    assert 'id="hint-ask"' in page(two_play, user)
    hint_ask(match=two_play, user=user, ply=two_play.ply)
    for _reload in range(2):
        shown = page(two_play, user)
        assert "is thinking about a hint" in shown
        assert 'id="hint-ask"' not in shown
    Hint.objects.all().delete()
    assert 'id="hint-ask"' in page(two_play, user)


def test_a_hint_of_an_earlier_decision_is_not_waited_for(two_play: Match) -> None:
    hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply)
    match = play_once(two_play, legal(two_play)[0])
    assert 'id="hint-ask"' in page(match, decider(match))


def test_there_is_no_advice_about_where_to_build(alice: User, bob: User) -> None:
    building = match_create(host=alice, game="maya", others=[None], terms=TableTerms(options={"setup": "build"}))
    match = match_join(match=building, user=bob)
    user = decider(match)
    assert 'id="hint-ask"' not in page(match, user)
    with pytest.raises(Refused, match="no hint"):
        hint_ask(match=match, user=user, ply=match.ply)


def test_lost_hints_are_asked_for_again_and_needless_ones_forgotten(two_play: Match) -> None:
    long_ago = timezone.now() - ASK_AGAIN_AFTER - timedelta(seconds=1)
    hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply)
    assert ask_again() == 0
    Hint.objects.update(asked_at=long_ago)
    assert ask_again() == 1
    assert ask_again() == 0
    play_once(two_play, legal(two_play)[0])
    Hint.objects.update(asked_at=long_ago)
    assert ask_again() == 0
    assert not Hint.objects.exists()


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_however_long_no_worker_comes_a_hint_stands_in_the_queue_once(two_play: Match) -> None:
    hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply)
    assert_asked_once(ask_again, lambda: Hint.objects.update(asked_at=timezone.now() - 2 * ASK_AGAIN_AFTER))
    assert lengths(["ai"]) == {"ai": 1}


def test_hints_take_less_when_many_wait_but_never_next_to_nothing(settings: Any) -> None:
    assert share_for(1) == 1
    few, many = 4 * settings.AI_PROCESSES, 8 * settings.AI_PROCESSES
    for waiting in (few, many):
        assert waiting * share_for(waiting) * LONGEST == pytest.approx(PATIENCE * settings.AI_PROCESSES)
    assert share_for(100_000) == LEAST_SHARE


@pytest.mark.long
def test_a_hint_is_less_work_while_others_wait_for_theirs(two_play: Match) -> None:
    user, works = decider(two_play), []
    for others in (0, 1000):
        Hint.objects.bulk_create(
            Hint(match=two_play, ply=1000 + number, user=user, asked_at=timezone.now()) for number in range(others)
        )
        match = Match.objects.get(pk=two_play.pk)
        Hint.objects.filter(ply__lt=1000).delete()
        Hint.objects.create(match=match, ply=match.ply, user=user, asked_at=timezone.now())
        with Worked() as work:
            assert advise(code=match.code, ply=match.ply)
        works.append(work())
    alone, crowded = works
    assert crowded < alone / 3


def test_the_game_goes_on_after_a_hint_and_undo_reaches_behind_it(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    user = decider(match)
    choices = legal(match)
    match = hinted(play_once(hinted(match, user), next(text for text in choices if text.startswith("play"))), user)
    match = undo(match=match, user=user, ply=match.ply)
    assert legal(match) == choices
    kinds = list(match.actions.order_by("ply").values_list("kind", flat=True))
    assert kinds == ["hint", "play", "hint", "undo"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_find_a_hint_at_once_neither_takes_it_away(two_play: Match) -> None:
    """A double click without scripts, or a sweep that asks again: the first hint stays, for the page and the log."""
    user, ply = decider(two_play), two_play.ply
    hint_ask(match=two_play, user=user, ply=ply)
    race(*[lambda: advise(code=two_play.code, ply=ply, iterations=FEW)] * 2)
    assert Hint.objects.get().own
    assert two_play.actions.filter(kind=Action.Kind.HINT).count() == 1
    assert 'id="hint-do"' in page(Match.objects.get(pk=two_play.pk), user)


def test_what_a_worker_thinks_about_is_not_asked_for_again(two_play: Match) -> None:
    hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply)
    Hint.objects.update(asked_at=timezone.now() - ASK_AGAIN_AFTER - timedelta(seconds=1))
    with lease(two_play.code, two_play.ply):
        assert ask_again() == 0
        assert not advise(code=two_play.code, ply=two_play.ply, iterations=FEW)
    assert ask_again() == 1


def test_a_hint_of_which_too_many_workers_died_is_forgotten(two_play: Match) -> None:
    hint_ask(match=two_play, user=decider(two_play), ply=two_play.ply)
    for _worker in range(TRIES):
        dies_of(two_play.code, two_play.ply)
    assert not advise(code=two_play.code, ply=two_play.ply, iterations=FEW)
    assert not Hint.objects.exists()


@pytest.mark.half_second
def test_a_hint_stays_where_it_was_asked_for_whatever_else_is_said(
    two_play: Match, alice: User, bob: User, charlie: User
) -> None:
    user = decider(two_play)
    other = bob if user == alice else alice
    match = hinted(two_play, user)
    for say, speaker in ((end_agree, other), (end_decline, user)):
        match = say(match=match, user=speaker)
        assert f'name="action" value="{Hint.objects.get().own}"' in page(match, user).split('id="hint-do"')[1]
        assert 'id="hint-ask"' not in page(match, user)
        hint_ask(match=match, user=user, ply=match.ply)
        assert Hint.objects.count() == match.actions.filter(kind=Action.Kind.HINT).count() == 1
        for reader in (other, charlie, None):
            assert 'id="hint-do"' not in page(match, reader)
    match = play_once(match, legal(match)[0])
    assert all('id="hint-do"' not in page(match, reader) for reader in (user, other))


def test_a_hint_that_was_lost_can_be_asked_for_again(two_play: Match) -> None:
    match = hinted(two_play, decider(two_play))
    Hint.objects.all().delete()
    assert 'id="hint-ask"' in page(match, decider(match))
    assert 'id="hint-do"' in page(hinted(match, decider(match)), decider(match))


# --- on the page ---


def test_the_asker_reads_the_advice_and_can_play_it(two_play: Match) -> None:
    user = decider(two_play)
    client = visitor(user)
    assert 'id="hint-ask"' in page(two_play, user)
    answer = client.post(reverse("match_hint", args=[two_play.code]), {"ply": two_play.ply}, follow=True)
    assert "is thinking about a hint" in answer.content.decode()
    assert advise(code=two_play.code, ply=two_play.ply, iterations=FEW)
    shown = page(two_play, user)
    assert f'id="hint-do" form="act" name="action" value="{Hint.objects.get().own}"' in shown
    assert 'id="hint-ask"' not in shown
    match = play_once(Match.objects.get(pk=two_play.pk), Hint.objects.get().own)
    assert 'id="hint-do"' not in page(match, user)


def test_all_players_read_who_asked(two_play: Match, charlie: User) -> None:
    user = decider(two_play)
    match = hinted(two_play, user)
    other = next(seat.user for seat in match.seats.all() if seat.user != user)
    for reader in (other, charlie, None):
        shown = page(match, reader)
        assert f"<b>{user.username}</b> asks for a hint" in shown
        assert 'id="hint-do"' not in shown
    assert "You ask for a hint" in page(match, user)


def test_what_all_may_know_is_told_in_words(alice: User, bob: User, charlie: User) -> None:
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    user = decider(match)
    match = hinted(match, user)
    assert match.actions.get(kind=Action.Kind.HINT).text
    for reader in (user, charlie):
        assert "Suggestion: <b>" in page(match, reader)
        assert "Suggestion from what everyone can see" not in page(match, reader)


def test_the_player_who_asked_reads_their_own_advice_and_the_others_what_all_may_know(
    alice: User, bob: User, charlie: User
) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    user = decider(match)
    match = hinted(play_once(match, next(text for text in legal(match) if text.startswith("play"))), user)
    entry, hint = match.actions.get(kind=Action.Kind.HINT), Hint.objects.get()
    assert entry.text
    Hint.objects.update(own=next(text for text in legal(match) if text != entry.text))
    hint.refresh_from_db()
    read = {reader: position(match, Visitor(reader)).entries[-1].text for reader in (user, charlie)}
    assert read == {user: hint.own, charlie: entry.text}
    assert "Suggestion from what everyone can see: <b>Draw" in page(match, charlie)
    assert "Suggestion: <b>Draw" in page(match, user)


def test_a_hint_stays_readable_when_its_decision_is_taken_back(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    user, other = decider(match), match.seats.exclude(number=match.to_move).get().user
    match = hinted(play_once(match, next(text for text in legal(match) if text.startswith("play"))), user)
    before = {reader: position(match, Visitor(reader)).entries[-1] for reader in (user, other)}
    assert all(entry.text for entry in before.values())
    match = undo(match=match, user=user, ply=match.ply)
    for reader, entry in before.items():
        assert replace(position(match, Visitor(reader)).entries[-2], decision=entry.decision) == entry
        said = "Suggestion" if reader == user else "Suggestion from what everyone can see"
        assert f"{said}: <b>Draw" in page(match, reader)


def test_what_happened_last_is_shown_after_a_hint(two_play: Match) -> None:
    match = play_once(two_play, legal(two_play)[0])
    match = hinted(match, decider(match))
    for reader in (decider(match), None):
        assert 'id="catch-1"' in page(match, reader)


def test_a_hint_is_no_news_and_no_decision(two_play: Match) -> None:
    """After a hint, the page still shows what has happened since one's last decision."""
    match = play_once(two_play, legal(two_play)[0])
    while decider(match) == decider(two_play):
        match = play_once(match, legal(match)[0])
    user = decider(match)
    before = position(match, Visitor(user)).since
    assert position(hinted(match, user), Visitor(user)).since == before


def test_too_many_are_refused_in_words(two_play: Match, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"hint": "1/m/user"}
    client = visitor(decider(two_play))
    address = reverse("match_hint", args=[two_play.code])
    client.post(address, {"ply": two_play.ply})
    answer = client.post(address, {"ply": two_play.ply})
    assert answer.status_code == 422
    assert "too quickly" in answer.content.decode()


def test_only_the_player_to_move_pays_for_hints_and_two_queries_at_most(
    two_play: Match, alice: User, bob: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    User.objects.update(is_shown_around=False)
    user = decider(two_play)
    clients = {name: Client() for name in ("decides", "waits")}
    clients["decides"].force_login(user)
    clients["waits"].force_login(bob if user == alice else alice)
    address = reverse("match", args=[two_play.code])

    def costs(of_hints: int = 1) -> None:
        for name, queries in (("decides", 7 + of_hints), ("waits", 7)):
            clients[name].get(address)
            with django_assert_num_queries(queries):
                clients[name].get(address)

    costs()
    hint_ask(match=two_play, user=user, ply=two_play.ply)
    costs()
    assert advise(code=two_play.code, ply=two_play.ply, iterations=FEW)
    costs(2)  # and the reason


# --- nothing hidden ---


@pytest.mark.parametrize("table", LARGE.values(), ids=str)
def test_what_all_may_read_is_the_same_whatever_is_hidden(table: Any) -> None:
    """In the middle of a game the common hint does not depend on facts that nobody, or only one seat, sees."""
    game = GAMES[table.key]
    record = moment(table, "middle").record
    state = final_state(record)
    seat = game.to_move(state)
    other = SCRAMBLED[table.key](state, None, Random(3))
    hints = [
        search(game, game.view(each, None), game.recall(each, seat), seat, 0, "seed", iterations=FEW)
        for each in (state, other)
    ]
    assert hints[0].common == hints[1].common


def test_no_other_reads_advice_about_sacrifice_cards_that_only_their_owner_sees() -> None:
    """Most imagined hands offer the same types, so only the game itself can say that these are hidden."""
    table = Table(rapa_nui, 3)
    offers = [state for seed in "abc" for state in positions(table, seed) if state.decision is Decision.OFFER]
    choices = [state for state in offers if len(rapa_nui.legal_actions(state)) > 1]
    assert choices
    for state in choices:
        seat = rapa_nui.to_move(state)
        assert seat is not None
        hint = search(rapa_nui, rapa_nui.view(state, None), rapa_nui.recall(state, seat), seat, 0, "", iterations=FEW)
        assert hint.common == ""
        assert hint.own in map(str, rapa_nui.legal_actions(state))


@pytest.mark.parametrize("key", GAMES)
def test_one_answer_serves_all_where_the_seat_knows_no_more(key: str) -> None:
    game = GAMES[key]
    state = game.start(game.deal(game.SEATS[0], {}, Random(1)))
    seat = game.to_move(state)
    hint = search(game, game.view(state, None), game.recall(state, seat), seat, 0, "seed", iterations=FEW)
    found = best_few(game, game.recall(state, seat), seat, progress=0, rng=Random("seed"), iterations=FEW)
    assert hint.own == found[0].action
    if game.SEATS[0] in game.OPEN_SEATS:
        assert hint.common == hint.own


@pytest.mark.half_second
@pytest.mark.django_db
@pytest.mark.parametrize("table", first([LARGE["machu_picchu"]], of=LARGE.values()), ids=str)
def test_the_others_read_the_same_of_a_hint_in_an_imagined_match(table: Any) -> None:
    users = [User.objects.create_user(name) for name in NAMES[: table.seats]]
    record = moment(table, BUSY).record
    match = staged(record, users)
    asker = match.to_move
    seat = (asker + 1) % table.seats
    answers = {}
    for viewer, user in ((seat, users[seat]), (None, None)):
        for told_as in (record, imagined(record, viewer, Random(5))):
            Hint.objects.all().delete()
            rewrite(match, told_as)
            hinted(Match.objects.get(pk=match.pk), users[asker])
            client = visitor(user)
            pages = [
                reverse(name, args=[match.code]) for name in ("match", "match_replay", "api_match", "match_record")
            ]
            answers.setdefault(viewer, []).append([comparable(client.get(address)) for address in pages])
    for real, imaginary in answers.values():
        assert real == imaginary
