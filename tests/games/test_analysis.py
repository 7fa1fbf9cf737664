"""Analyses of finished matches: requested once, made in chunks, stored once, shown on the replay."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from common.queues import lengths
from common.refusals import Refused
from games.ai import analysis as search
from games.ai.chances import OPEN_CURVES, Foreseen
from games.models import Analysis, Judgement, Match
from games.pages.replay.analysis_context import _percent, _percents, lucks
from games.selectors.position.engines import game_of, states_after
from games.selectors.records.analyses import LEAST_LOSS, STILL_OPEN, analysis_of, judgements_of, turning_points
from games.services.computer.analysing import ASK_AGAIN_AFTER, analyse, analysis_ask, ask_again
from games.services.lobby.matches import match_create, match_join
from games.services.play.resignation import resign
from games.services.records.studies import play_on
from tests.games.analysed import finished, whole
from tests.games.playing import play_out, play_randomly
from tests.games.sweeping import assert_asked_once
from tests.markup import squeezed
from tests.visitors import visitor

pytestmark = pytest.mark.usefixtures("few_iterations")

HTMX = {"HX-Request": "true"}


# --- asking and making ---


def test_asked_for_once_for_all_readers(over: Match) -> None:
    first = analysis_ask(match=over)
    assert analysis_ask(match=over) == first
    assert (first.upto, first.steps, first.is_under_way) == (0, over.ply, True)


def test_where_towers_are_built_nothing_is_judged(alice: User, bob: User) -> None:
    analysis = whole(finished("maya/two_seats_built.txt", [alice, bob]))
    placements = analysis.match.actions.filter(text__startswith="place").count()
    assert placements > 0
    assert min(one.step for one in judgements_of(analysis)) >= placements
    page = Client().get(f"{reverse('match_replay', args=['over'])}?step=2").content.decode()
    assert "there was only one choice" not in page


def test_only_games_that_are_over_are_analysed(two_play: Match) -> None:
    with pytest.raises(Refused, match="finished"):
        analysis_ask(match=two_play)
    assert not Analysis.objects.exists()


def test_a_game_in_which_nothing_was_done_is_not(two_play: Match, alice: User, computers: list[User]) -> None:
    match = resign(match=two_play, user=alice)
    with pytest.raises(Refused, match="nothing to analyse"):
        analysis_ask(match=match)


def test_what_others_played_before_is_not_judged(over: Match, alice: User, computers: list[User]) -> None:
    last = over.ply - 3
    begun = play_on(match=over, user=alice, step=last, seat=0, opponents=computers[:1])
    played = play_out(begun, Random(1))
    analysis = whole(played)
    assert analysis.steps > last
    assert {one.step for one in judgements_of(analysis)} <= set(range(last, analysis.steps))
    assert judgements_of(analysis)


@pytest.mark.half_second
def test_the_picture_begins_where_the_match_does(over: Match, alice: User, computers: list[User]) -> None:
    begun = play_on(match=over, user=alice, step=6, seat=0, opponents=computers[:1])
    played = play_out(begun, Random(1))
    whole(played)
    now = r'id="chances-now">(.*?)</ul>'
    before, after = (re.search(now, shown(played, alice, step=step), re.DOTALL) for step in (5, 6))
    assert before is not None
    assert after is not None
    assert "%" not in before[1]
    assert after[1].count("%") == 2
    table = shown(played, alice).partition('id="chances-table"')[2].partition("</table>")[0]
    assert min(int(step) for step in re.findall(r"step=(\d+)&amp;", table)) == 6


def test_without_scripts_the_page_that_waits_comes_again_by_itself(over: Match) -> None:
    analysis_ask(match=over)
    page = shown(over, step=3)
    assert f'content="5; url={reverse("match_replay", args=[over.code])}?step=3&amp;eyes=all"' in page


def test_a_match_without_an_action_of_its_own_is_not_analysed(over: Match, alice: User, computers: list[User]) -> None:
    begun = play_on(match=over, user=alice, step=5, seat=over.actions.get(ply=5).seat, opponents=computers[:1])
    match = resign(match=begun, user=alice)
    with pytest.raises(Refused, match="nothing to analyse"):
        analysis_ask(match=match)


def test_every_choice_is_judged_once(over: Match) -> None:
    judgements = judgements_of(whole(over))
    played = list(over.actions.order_by("ply"))
    states = states_after(over, played)
    choices = [step for step in range(len(played)) if len(game_of(over).legal_actions(states[step])) > 1]
    assert [one.step for one in judgements] == choices
    for one in judgements:
        assert (one.seat, one.played) == (played[one.step].seat, played[one.step].text)
        assert sum(one.chances) == pytest.approx(1000, abs=2)
        assert one.best[0][1] == one.chances[one.seat]
        assert one.loss == pytest.approx(max(0, one.best[0][1] - one.kept), abs=1)


@pytest.mark.half_second
def test_the_picture_sees_all_cards_and_a_choice_is_judged_by_what_its_seat_knew(
    alice: User, bob: User, charlie: User
) -> None:
    judgements = judgements_of(whole(finished("rapa_nui/three_seats.txt", [alice, bob, charlie])))
    assert any(one.chances[one.seat] != one.best[0][1] for one in judgements)


def test_chances_are_those_of_how_far_the_match_had_come(alice: User, bob: User) -> None:
    """Actions that build the setup together reveal nothing and do not count."""
    over = finished("maya/two_seats_built.txt", [alice, bob])
    judgements = judgements_of(whole(over))
    game, states = game_of(over), states_after(over, list(over.actions.order_by("ply")))
    unsure = [one for one in judgements if 0 < one.kept < 1000]
    assert len(unsure) > 5
    built, differs = over.actions.filter(text__startswith="place").count(), 0
    for one in unsure:
        view, rng = game.recall(states[one.step], one.seat), f"{over.code}/{one.step}"
        again, at_once = (
            search.judge(game, view, one.seat, one.played, progress=progress, rng=Random(rng)).played.chances[one.seat]
            for progress in (one.step - built, 0)
        )
        assert one.kept == round(1000 * again)
        differs += round(1000 * at_once) != one.kept
    assert differs


@pytest.mark.half_second
def test_chunks_go_on_where_the_last_one_ended_and_find_the_same(over: Match) -> None:
    at_once = [(one.step, one.chances, one.best, one.kept) for one in judgements_of(whole(over))]
    Analysis.objects.all().delete()
    analysis = analysis_ask(match=over)
    chunks = 0
    while analysis.is_under_way:
        assert analyse(analysis_id=analysis.pk, upto=analysis.upto, seconds=0)
        analysis.refresh_from_db()
        chunks += 1
    assert chunks >= len(at_once)
    assert [(one.step, one.chances, one.best, one.kept) for one in judgements_of(analysis)] == at_once


def test_a_chunk_that_runs_twice_is_stored_once(over: Match) -> None:
    analysis = analysis_ask(match=over)
    assert analyse(analysis_id=analysis.pk, upto=0, seconds=0)
    count = Judgement.objects.count()
    assert not analyse(analysis_id=analysis.pk, upto=0, seconds=0)
    assert Judgement.objects.count() == count


def test_of_two_at_the_same_time_one_stores(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one finishes while this one is still searching."""
    from games.services.computer import analysing

    analysis = analysis_ask(match=over)
    judge, others = analysing.judge, []

    def slow(*arguments: object, **rest: object) -> object:
        if not others:
            others.append(None)
            assert analyse(analysis_id=analysis.pk, upto=0, seconds=0)
        return judge(*arguments, **rest)

    monkeypatch.setattr(analysing, "judge", slow)
    assert not analyse(analysis_id=analysis.pk, upto=0, seconds=0)
    assert Judgement.objects.count() == 1


def test_nothing_is_done_for_what_is_whole_or_unknown(over: Match) -> None:
    analysis = whole(over)
    assert not analyse(analysis_id=analysis.pk, upto=analysis.upto)
    assert not analyse(analysis_id=analysis.pk + 1, upto=0)


def test_a_match_that_cannot_be_read_is_not_asked_for_again(over: Match) -> None:
    analysis = analysis_ask(match=over)
    text = over.actions.get(ply=3).text
    over.actions.filter(ply=3).update(text="nonsense")
    assert not analyse(analysis_id=analysis.pk, upto=0)
    analysis.refresh_from_db()
    assert "nonsense" in analysis.trouble
    over.actions.filter(ply=3).update(text=text)
    assert not analyse(analysis_id=analysis.pk, upto=0), "until someone requests it again"
    assert not Judgement.objects.exists()
    Analysis.objects.update(worked_at=timezone.now() - 2 * ASK_AGAIN_AFTER)
    assert ask_again() == 0


def test_a_lost_chunk_is_asked_for_again_once(over: Match) -> None:
    analysis = analysis_ask(match=over)
    assert ask_again() == 0
    Analysis.objects.filter(pk=analysis.pk).update(worked_at=timezone.now() - ASK_AGAIN_AFTER - timedelta(seconds=1))
    assert ask_again() == 1
    assert ask_again() == 0


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_however_long_no_worker_comes_a_chunk_stands_in_the_queue_once(over: Match) -> None:
    analysis_ask(match=over)
    assert_asked_once(ask_again, lambda: Analysis.objects.update(worked_at=timezone.now() - 2 * ASK_AGAIN_AFTER))
    assert lengths(["analysis"]) == {"analysis": 1}


def test_a_new_version_of_the_search_begins_anew(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    old = whole(over)
    monkeypatch.setattr("games.selectors.records.analyses.VERSION", "next")
    assert analysis_of(over) is None
    new = analysis_ask(match=over)
    assert new.upto == 0
    assert not Analysis.objects.filter(pk=old.pk).exists()


def test_an_old_version_of_the_search_does_not_go_on(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    old = analysis_ask(match=over)
    Analysis.objects.update(worked_at=timezone.now() - 2 * ASK_AGAIN_AFTER)
    monkeypatch.setattr("games.selectors.records.analyses.VERSION", "next")
    assert not analyse(analysis_id=old.pk, upto=0, seconds=0)
    assert ask_again() == 0
    old.refresh_from_db()
    assert (old.upto, old.trouble) == (0, "")


def test_turning_points_are_the_three_largest_losses_in_their_order() -> None:
    losses = [10, 300, LEAST_LOSS - 1, 500, LEAST_LOSS, 200]
    judgements = [Judgement(step=step, seat=0, loss=loss, chances=[500, 500]) for step, loss in enumerate(losses)]
    assert [one.step for one in turning_points(judgements)] == [1, 3, 5]
    assert [one.step for one in turning_points(judgements[:3])] == [1]


def test_luck_is_the_jump_that_the_choice_does_not_explain() -> None:
    course = [(0, [500, 500], 0), (1, [680, 320], 150), (0, [830, 170], 0), (0, [610, 390], 250), (0, [360, 640], 0)]
    judgements = [
        Judgement(step=2 * number, seat=seat, chances=chances, loss=loss)
        for number, (seat, chances, loss) in enumerate(course)
    ]
    assert [(step, seat, round(100 * jump)) for step, seat, jump in lucks(judgements)] == [(1, 0, 18), (5, 0, -22)]
    many = [
        Judgement(step=step, seat=0, chances=[chance, 0], loss=0)
        for step, chance in enumerate([0, 500, 0, 300, 0, 900])
    ]
    assert [round(100 * jump) for _step, _seat, jump in lucks(many)] == [50, -50, 90]
    assert lucks([]) == lucks(many[:1]) == []


def test_a_game_that_is_lost_by_all_cards_does_not_turn_any_more() -> None:
    chances = [STILL_OPEN, STILL_OPEN - 1]
    judgements = [Judgement(step=step, seat=1, loss=90, chances=[0, chance]) for step, chance in enumerate(chances)]
    assert [one.step for one in turning_points(judgements)] == [0]


def test_a_seat_seen_to_lose_after_one_more_choice_has_as_good_as_lost() -> None:
    for of_game in OPEN_CURVES.values():
        for curve in of_game.values():
            seen = Foreseen((), ((1, 1.0, (1.0, 0.0)),))
            assert 1000 * seen.shares(curve, curve.length)[1] < STILL_OPEN


def test_only_what_is_certain_is_told_as_0_or_100_percent() -> None:
    assert _percents([0.999, 0.001]) == [99, 1]
    assert _percents([0.996, 0.002, 0.002]) == [98, 1, 1]
    assert _percents([1.0, 0.0]) == [100, 0]
    assert _percents([1 / 3, 1 / 3, 1 / 3]) == [34, 33, 33]
    assert [_percent(share) for share in (0, 0.001, 0.5, 0.999, 1)] == [0, 1, 50, 99, 100]


# --- on the replay ---


def shown(match: Match, user: User | None = None, language: str = "en", **query: object) -> str:
    client = Client(headers={"Accept-Language": language})
    if user is not None:
        client.force_login(user)
    return client.get(reverse("match_replay", args=[match.code]), query).content.decode()


def test_every_reader_of_the_replay_may_ask(over: Match) -> None:
    assert 'id="analyse"' in shown(over, step=4)
    address = reverse("match_analysis", args=[over.code])
    answer = Client().post(f"{address}?step=4&eyes=1")
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('match_replay', args=[over.code])}?step=4&eyes=1#analysis-title"
    assert analysis_of(over) is not None


def test_a_reader_who_asks_with_scripts_stays_on_the_page(over: Match, settings: object) -> None:
    settings.LIMITS = settings.LIMITS | {"analysis": "1/h/ip"}
    address = f"{reverse('match_analysis', args=[over.code])}?step=4&eyes=1"
    client = Client()
    answer = client.post(address, headers=HTMX)
    replay = f"{reverse('match_replay', args=[over.code])}?step=4&eyes=1"
    assert (answer.status_code, answer["Location"]) == (302, f"{replay}&analysis=1")
    refused = client.post(address, headers=HTMX)
    assert (refused.status_code, refused["HX-Redirect"]) == (204, replay)


def test_the_end_of_a_match_leads_to_it_where_something_was_done(
    over: Match, two_play: Match, alice: User, computers: list[User]
) -> None:
    client = visitor(alice)
    leads = f'href="{reverse("match_replay", args=[over.code])}#analysis-title"'
    assert leads in client.get(over.get_absolute_url()).content.decode()
    nothing_done = resign(match=two_play, user=alice)
    assert 'id="to-analysis"' not in client.get(nothing_done.get_absolute_url()).content.decode()


def test_no_other_visitor_may(alice: User, bob: User, charlie: User) -> None:
    match = finished("maya/two_seats.txt", [alice, bob], access=Match.Access.LINK)
    client = visitor(charlie)
    address = reverse("match_analysis", args=[match.code])
    assert client.post(address).status_code == 404
    assert client.get(address).status_code == 404
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("status", [Match.Status.RUNNING, Match.Status.STUDY])
def test_there_is_none_of_what_is_not_a_finished_match(two_play: Match, status: str) -> None:
    Match.objects.filter(pk=two_play.pk).update(status=status, to_move=None, deadline=None)
    assert 'id="analyse"' not in shown(two_play)
    assert Client().post(reverse("match_analysis", args=[two_play.code])).status_code == 404


def test_too_many_at_once_are_refused_in_words(over: Match, settings: object) -> None:
    settings.LIMITS = settings.LIMITS | {"analysis": "1/h/ip"}
    address = reverse("match_analysis", args=[over.code])
    client = Client()
    client.post(address)
    assert "many analyses" in client.post(address, follow=True).content.decode()


def test_progress_is_shown_until_it_is_whole(over: Match) -> None:
    analysis = analysis_ask(match=over)
    analyse(analysis_id=analysis.pk, upto=0, seconds=0)
    page = shown(over)
    assert re.search(rf'<progress [^>]*max="{over.ply}" value="[1-9]', page)
    assert 'http-equiv="refresh"' in page
    address = f"{reverse('match_analysis', args=[over.code])}?step=3&eyes=all"
    part = Client().get(address, headers=HTMX)
    assert "<progress" in part.content.decode()
    assert "step=3&amp;eyes=all" in part.content.decode()
    analysis.refresh_from_db()
    analyse(analysis_id=analysis.pk, upto=analysis.upto, seconds=1000)
    answer = Client().get(address, headers=HTMX)
    assert answer.status_code == 204
    there = json.loads(answer["HX-Location"])
    assert there["path"] == f"{reverse('match_replay', args=[over.code])}?step=3&eyes=all&analysis=1"
    assert there["target"] == "#replay"


@pytest.mark.half_second
@pytest.mark.parametrize(
    ("record", "seats"),
    [
        ("maya/two_seats", 2),
        pytest.param("maya/four_seats", 4, marks=pytest.mark.long),
        ("rapa_nui/three_seats", 3),
        pytest.param("machu_picchu/four_seats", 4, marks=pytest.mark.long),
    ],
)
def test_picture_turning_points_and_choices_are_shown(record: str, seats: int, alice: User) -> None:
    users = [alice, *(User.objects.create_user(f"Player{number}") for number in range(1, seats))]
    match = finished(f"{record}.txt", users)
    judgements = judgements_of(whole(match))
    Judgement.objects.update(loss=0)
    Judgement.objects.filter(pk=judgements[2].pk).update(loss=900, kept=0, best=[[judgements[2].played, 900]])
    state = states_after(match, list(match.actions.order_by("ply")))[judgements[5].step]
    other = next(str(one) for one in game_of(match).legal_actions(state) if str(one) != judgements[5].played)
    Judgement.objects.filter(pk=judgements[5].pk).update(loss=500, kept=100, best=[[other, 600]])
    page = shown(match, step=judgements[5].step)
    sides = {("maya", 4): 2}.get((match.game, seats), seats)
    assert page.count('<path class="aband') == sides
    for number in (1, 2):
        assert f'id="turn-{number}"' in page
    assert re.search(r"50 percentage points lost\..*Best: “.*” \(60%\)\. Played: “.*” \(10%\)\.", page, re.DOTALL)
    assert f"step {judgements[5].step + 1}</span>" in squeezed(page)
    assert f"Next, step {judgements[5].step + 1}: <b>" in page
    assert f"{reverse('match_replay', args=[match.code])}?step={judgements[2].step}&amp;eyes=all&amp;analysis=1" in page
    with override("en"):  # and the language is the same afterwards
        german = shown(match, step=judgements[5].step, language="de")
    assert re.search(r"Am besten: „.*“, Gewinnchance 60\u00a0%\. Gespielt: „.*“, Gewinnchance 10\u00a0%\.", german)
    assert '>0,5<span class="sr">' in german
    assert re.search('<text class="cax aper"[^>]*>100\u00a0%</text>', german)
    assert re.search('<text class="cax aper"[^>]*>50</text>', german)
    choice = page[page.index('id="choice"') :]
    assert users[judgements[5].seat].username in choice[:600]
    assert 'class="is-played"' in choice[:2000]


@pytest.mark.half_second
@pytest.mark.parametrize(("record", "seats"), [("maya/two_seats", 2), ("rapa_nui/three_seats", 3)])
def test_the_table_begins_at_the_start_and_ends_with_who_has_won(record: str, seats: int, alice: User) -> None:
    users = [alice, *(User.objects.create_user(f"Player{number}") for number in range(1, seats))]
    match = finished(f"{record}.txt", users)
    whole(match)
    page = shown(match)
    table = page[page.index('id="chances-table"') :].split("</table>")[0]
    steps = [int(step) for step in re.findall(r'step=(\d+)&amp;[^"]*">\1</a>', table)]
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, match.actions.count())
    last = [int(percent) for percent in re.findall(r'class="r">(\d+)%', table.rsplit("<tr>", 1)[1])]
    assert sum(last) == 100
    assert max(last) == 100


@pytest.mark.half_second
@pytest.mark.parametrize(("record", "seats"), [("maya/two_seats", 2), ("rapa_nui/three_seats", 3)])
def test_the_page_says_whose_knowledge_each_chance_is_about(record: str, seats: int, alice: User) -> None:
    users = [alice, *(User.objects.create_user(f"Player{number}") for number in range(1, seats))]
    match = finished(f"{record}.txt", users)
    step = judgements_of(whole(match))[4].step
    page = shown(match, step=step)
    is_hidden = match.game != "maya"
    assert ("Calculated with all cards face up." in page) is is_hidden
    assert ("that’s luck." in page) is is_hidden
    assert ("Chances of winning, from what this player could know:" in page) is is_hidden


def test_browsers_keep_no_step_while_it_is_made(over: Match) -> None:
    address = reverse("match_replay", args=[over.code])
    client = Client()
    assert client.get(address, {"step": 3}, headers=HTMX)["Cache-Control"] == "private, max-age=600"
    analysis = analysis_ask(match=over)
    assert "no-store" in client.get(address, {"step": 3}, headers=HTMX)["Cache-Control"]
    analyse(analysis_id=analysis.pk, upto=0, seconds=1000)
    kept = client.get(address, {"step": 3}, headers=HTMX)
    assert kept["Cache-Control"] == "private, max-age=600"
    assert "analysis=1" in kept.content.decode()


def test_a_long_analysis_is_two_queries(over: Match, django_assert_num_queries: Callable[..., object]) -> None:
    address = reverse("match_replay", args=[over.code])
    client = Client()
    client.get(address)
    with django_assert_num_queries(3):
        client.get(address)
    whole(over)
    with django_assert_num_queries(4):
        client.get(address)


def test_a_match_that_was_given_up_is_analysed_as_far_as_it_went(alice: User, bob: User, computers: list[User]) -> None:
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    match = resign(match=play_randomly(match, Random(1), until=6), user=bob)
    assert whole(match).steps == 6
    page = shown(match, step=6)
    assert '<path class="aband' in page
