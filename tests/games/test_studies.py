"""Studies of records, and playing on from a step: services and pages."""

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.record import HIDDEN, Ply, final_state, read, shown
from games.models import Action, Match
from games.selectors.access import Visitor, own_seat, seats_of
from games.selectors.position.positions import position
from games.selectors.records import lists
from games.selectors.records.archive import archive, finished_of
from games.selectors.records.examples import example_code
from games.selectors.records.match_export import record_of, record_text
from games.services.computer.analysing import analysis_ask
from games.services.computer.hints import hint_ask
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.resignation import resign
from games.services.play.turns import play, undo
from games.services.records import studies
from games.services.records.examples import example_ensure
from games.services.records.reading import LONGEST_RECORD
from games.services.refusals import NothingToUndo, NotRunning, NotYourSeat
from games.titles.princes import rules as princes
from games.titles.rapa_nui import rules as rapa_nui
from tests.first import first
from tests.games.analysed import finished
from tests.games.playing import legal, play_once, play_out, play_randomly
from tests.games.racing import race
from tests.games.staged import staged
from tests.markup import squeezed
from tests.titles import record_path
from tests.visitors import visitor

MAYA = (record_path("maya/two_seats.txt")).read_text()
UNFINISHED = "\n".join(line for line in MAYA.splitlines()[:12] if not line.startswith("[Result")) + "\n"


@pytest.fixture
def study(alice: User) -> Match:
    """Alice's study of a finished game of Maya."""
    return studies.study_create(owner=alice, record=read(MAYA))


def send(client: Client, text: str = "", file: bytes | None = None) -> object:
    fields: dict[str, object] = {"text": text}
    if file is not None:
        fields["file"] = SimpleUploadedFile("game.txt", file, content_type="text/plain")
    return client.post(reverse("records"), fields)


# --- opening a record ---


def test_a_file_of_a_form_with_a_key_is_read_and_sent_again_it_leads_to_the_same_study(alice: User) -> None:
    client, led = visitor(alice), set()
    for _press in range(2):
        file = SimpleUploadedFile("game.txt", MAYA.encode(), content_type="text/plain")
        answer = client.post(reverse("records"), {"text": "", "file": file, "once": "a-key-of-twenty-chars"})
        assert answer.status_code == 302
        led.add(answer["Location"])
    assert led == {Match.objects.get().get_absolute_url()}


@pytest.mark.parametrize("name", ["maya/two_seats", "rapa_nui/three_seats", "princes/four_seats"])
def test_a_study_gives_the_record_back(alice: User, name: str) -> None:
    text = record_path(f"{name}.txt").read_text()
    match = studies.study_create(owner=alice, record=read(text))
    assert read(record_text(match, Visitor(alice))) == read(text)


@pytest.fixture
def rated_duel(alice: User, bob: User) -> Match:
    """Alice and Bob play a rated duel of Maya, in which nothing is hidden."""
    duel = match_join(
        match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(rated=True)), user=bob
    )
    return play_randomly(duel, Random(1), until=3)


STILL_RATED = "rated and still being played"


def test_a_rated_game_that_is_not_over_is_no_study(rated_duel: Match, charlie: User) -> None:
    text = record_text(rated_duel, Visitor(charlie))
    with pytest.raises(Refused, match=STILL_RATED):
        studies.study_create(owner=charlie, record=read(text))
    answer = send(visitor(charlie), text)
    assert answer.status_code == 422
    assert STILL_RATED in answer.content.decode()
    Match.objects.filter(pk=rated_duel.pk).update(rated=False)
    assert studies.study_create(owner=charlie, record=read(text)).status == Match.Status.STUDY


def test_no_member_plays_on_from_a_study_of_a_rated_game_that_is_not_over(
    rated_duel: Match, alice: User, bob: User, computers: list[User]
) -> None:
    same = Match.objects.filter(pk=rated_duel.pk)
    same.update(rated=False)
    study = studies.study_create(owner=alice, record=read(record_text(rated_duel, Visitor(alice))))
    same.update(rated=True)
    with pytest.raises(Refused, match=STILL_RATED):
        studies.play_on(match=study, user=alice, step=3, seat=0, opponents=[bob])
    assert resign(match=Match.objects.get(pk=rated_duel.pk), user=alice).status == Match.Status.FINISHED
    assert studies.play_on(match=study, user=alice, step=3, seat=0, opponents=[bob]).inherited_plies == 3


def test_no_player_gets_a_hint_in_a_copy_of_a_rated_game(rated_duel: Match, charlie: User, bob: User) -> None:
    same = Match.objects.filter(pk=rated_duel.pk)
    same.update(rated=False)
    study = studies.study_create(owner=charlie, record=read(record_text(rated_duel, Visitor(charlie))))
    decides = rated_duel.to_move
    copy = studies.play_on(match=study, user=charlie, step=3, seat=decides, opponents=[bob])
    same.update(rated=True)
    with pytest.raises(Refused, match=STILL_RATED):
        hint_ask(match=copy, user=charlie, ply=copy.ply)
    same.update(rated=False)
    hint_ask(match=copy, user=charlie, ply=copy.ply)


def test_a_record_that_names_the_printed_game_is_one_of_it(alice: User) -> None:
    said = MAYA.replace('[Options ""]', '[Options "setup=random"]')
    assert said != MAYA
    assert studies.study_create(owner=alice, record=read(said)).options == ""


@pytest.mark.half_second
def test_towers_that_were_built_alike_are_the_same_game(alice: User, bob: User, charlie: User) -> None:
    options = {"setup": "build"}
    table = match_create(host=alice, game="maya", others=[None], terms=TableTerms(options=options, rated=True))
    match = play_randomly(match_join(match=table, user=bob), Random(1), until=4)
    record = read(record_text(match, Visitor(charlie)))
    other = play_randomly(
        match_join(
            match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(options=options)), user=bob
        ),
        Random(2),
        until=4,
    )
    assert other.deal == match.deal
    studies.study_create(owner=charlie, record=read(record_text(other, Visitor(charlie))))
    studies.study_create(owner=charlie, record=replace(record, plies=()))
    with pytest.raises(Refused, match=STILL_RATED):
        studies.study_create(owner=charlie, record=record)


def test_towers_that_were_built_in_another_order_are_the_same_game(alice: User, bob: User, charlie: User) -> None:
    table = match_create(
        host=alice, game="maya", others=[None], terms=TableTerms(options={"setup": "build"}, rated=True)
    )
    built = play_randomly(match_join(match=table, user=bob), Random(1), until=4)
    record = record_of(built)
    (one, first), (other, second), *rest = record.plies
    copy = replace(record, plies=(Ply(one, second), Ply(other, first), *rest))
    assert final_state(copy) == final_state(record)
    with pytest.raises(Refused, match=STILL_RATED):
        studies.study_create(owner=charlie, record=copy)


@pytest.mark.half_second
@pytest.mark.parametrize("status", [Match.Status.RUNNING, Match.Status.BROKEN])
def test_a_rated_game_with_hidden_cards_that_a_player_filled_in_is_the_same_game(
    alice: User, bob: User, charlie: User, computers: list[User], status: str
) -> None:
    table = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(rated=True)), user=bob
    )
    match = play_randomly(table, Random(1), until=8)
    record = record_of(match)
    seat = own_seat(seats_of(match), alice.pk)
    assert seat is not None
    seen = shown(record, seat.number).deal.rstrip(HIDDEN)
    copy = replace(record, deal=seen + record.deal[len(seen) :][::-1])
    assert copy.deal != record.deal
    begun = final_state(replace(copy, plies=copy.plies[:-1]))
    Match.objects.filter(pk=match.pk).update(status=status)
    with pytest.raises(Refused, match=STILL_RATED):
        studies.study_create(owner=alice, record=copy)
    with pytest.raises(Refused, match=STILL_RATED):
        studies.study_create(owner=alice, record=replace(copy, plies=copy.plies[:5]))
    with pytest.raises(Refused, match=STILL_RATED):
        studies.study_create(owner=charlie, record=copy)
    other = next(str(action) for action in rapa_nui.legal_actions(begun) if str(action) != copy.plies[-1].text)
    different = replace(copy, plies=(*copy.plies[:-1], Ply(copy.plies[-1].seat, other)))
    for user in (alice, charlie):
        assert studies.study_create(owner=user, record=different).status == Match.Status.STUDY


@pytest.mark.half_second
def test_a_rated_game_is_the_same_on_a_longer_way(alice: User, bob: User, charlie: User, computers: list[User]) -> None:
    """In The Princes, sequences of actions of different lengths may lead to the same position."""
    played = read(record_path("princes/two_seats_cards.txt").read_text())
    begun = replace(played, plies=played.plies[:382], result=None)  # from the fourth day on strangers are stopped too
    seat = princes.to_move(final_state(begun))
    assert seat is not None
    short, longer = (
        replace(begun, plies=(*begun.plies, *(Ply(seat, text) for text in texts)))
        for texts in (["go CP", "buy coca"], ["go CP", "market +coca", "buy coca"])
    )
    assert final_state(longer) == final_state(short)
    match = staged(short, [alice, bob])
    Match.objects.filter(pk=match.pk).update(rated=True)
    *words, one, other = longer.deal.split()
    more = Ply(seat, str(princes.legal_actions(final_state(longer))[0]))
    copy = replace(longer, deal=" ".join([*words, other, one]), plies=(*longer.plies, more))
    for user in (alice, bob, charlie):
        with pytest.raises(Refused, match=STILL_RATED):
            studies.study_create(owner=user, record=copy)
    resign(match=match, user=alice)
    study, step = studies.study_create(owner=charlie, record=copy), len(longer.plies)
    again = staged(short, [alice, bob])
    Match.objects.filter(pk=again.pk).update(rated=True)
    for user in (alice, charlie):
        with pytest.raises(Refused, match=STILL_RATED):
            studies.play_on(match=study, user=user, step=step, seat=None, opponents=computers[:1] * 2)
    begun = studies.play_on(match=study, user=charlie, step=1, seat=None, opponents=computers[:1] * 2)
    assert begun.inherited_plies == 1


@pytest.mark.half_second
def test_no_player_is_advised_about_a_rated_game_by_the_analysis_of_a_copy(
    alice: User, bob: User, charlie: User, computers: list[User]
) -> None:
    options = {"setup": "build"}
    rated = match_create(host=alice, game="maya", others=[None], terms=TableTerms(options=options, rated=True))
    rated = play_randomly(match_join(match=rated, user=bob), Random(1), until=50)
    copy = staged(record_of(rated), [charlie, computers[0]])
    copy = play_once(copy, legal(copy)[0])
    copy = resign(match=copy, user=charlie)
    with pytest.raises(Refused, match=STILL_RATED):
        analysis_ask(match=copy)
    resign(match=rated, user=alice)
    assert analysis_ask(match=copy).is_under_way


def test_a_study_counts_in_no_list(study: Match, alice: User) -> None:
    assert lists.studies_of(alice)[0].match == study
    assert finished_of(alice).keys == []
    assert archive().keys == []
    assert lists.open_tables(alice).keys == []
    assert (lists.your_turns(alice), lists.own_tables(alice), lists.waiting_for_others(alice)) == ([], [], [])


def test_the_list_of_studies_is_two_queries(alice: User, django_assert_num_queries: Callable[..., object]) -> None:
    for _study in range(5):
        studies.study_create(owner=alice, record=read(MAYA))
    with django_assert_num_queries(2):
        assert len(lists.studies_of(alice)) == 5


def test_no_action_is_played_in_a_study(study: Match, alice: User) -> None:
    with pytest.raises(NotRunning):
        play(match=study, seat=0, user=alice, text="end", ply=study.ply)


@pytest.mark.half_second
def test_a_record_from_a_file_or_as_text_becomes_a_replay(alice: User) -> None:
    client = visitor(alice)
    for answer in (
        send(client, MAYA),
        send(client, file=MAYA.encode()),
        send(client, file=b"\xef\xbb\xbf" + MAYA.encode()),
    ):
        assert answer.status_code == 302
        page = client.get(answer["Location"], follow=True)
        assert page.status_code == 200
        assert "Player 1" in page.content.decode()
    assert Match.objects.filter(status=Match.Status.STUDY, host=alice).count() == 3


def test_a_text_as_browsers_send_it_is_read(alice: User) -> None:
    assert send(visitor(alice), MAYA.replace("\n", "\r\n")).status_code == 302


def test_a_game_that_is_not_over_can_be_studied(alice: User) -> None:
    client = visitor(alice)
    answer = send(client, UNFINISHED)
    page = client.get(answer["Location"], {"step": 3}, follow=True)
    assert page.status_code == 200


def test_a_stranger_becomes_a_guest_with_a_study(db: None) -> None:
    client = visitor(None)
    assert send(client, "nonsense").status_code == 422
    assert User.objects.count() == 0
    assert send(client, MAYA).status_code == 302
    assert Match.objects.get().host.is_guest


BAD = {
    "": "Choose a file or paste the text",
    "hello": "Line 1: &#x27;hello&#x27; is not SEAT ACTION",
    MAYA.replace('[Game "maya"]', '[Game "chess"]'): "Line 2: unknown game",
    MAYA.replace("1 swap", "0 swap", 1): "it is for seat 1 to decide",
    "x" * (LONGEST_RECORD + 1): "too long for a record",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_record_is_refused_with_line_and_reason_and_kept(alice: User, text: str) -> None:
    answer = send(visitor(alice), text)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert BAD[text] in page
    kept = re.search(r"<textarea[^>]*>\s?(.*?)</textarea>", page, re.DOTALL)
    assert kept is not None
    assert kept[1].replace("&quot;", '"').replace("&#x27;", "'").strip() == text.strip()
    assert not Match.objects.exists()


def test_the_wrong_line_is_shown_among_its_neighbours(alice: User) -> None:
    lines = MAYA.splitlines()
    lines[20] = "0 swap 1-9@1"
    page = send(visitor(alice), file="\n".join(lines).encode()).content.decode()
    assert "Line 21:" in page
    assert '<li value="21" class="is-wrong"><code>0 swap 1-9@1</code>' in squeezed(page)
    assert lines[40] in page


@pytest.mark.parametrize("file", [b"\xff\xfe\x00", b"\x00" * 10, b"", b"x" * (LONGEST_RECORD + 1)])
def test_a_file_that_is_no_record_is_refused(alice: User, file: bytes) -> None:
    assert send(visitor(alice), file=file).status_code == 422


def test_a_record_with_hidden_parts_is_for_reading_only(two_play: Match, charlie: User) -> None:
    answer = send(visitor(charlie), record_text(play_randomly(two_play, Random(1), until=5), Visitor(charlie)))
    assert answer.status_code == 422
    assert "Line 5:" in answer.content.decode()


def test_too_many_records_at_once_are_refused(alice: User, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"record": "2/m/ip"}
    client = visitor(alice)
    assert [send(client, "x").status_code for _record in range(3)] == [422, 422, 429]


def test_records_are_not_kept_without_end(alice: User, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"study": "1/h/user,2/h/ip"}
    client = visitor(alice)
    assert send(client, MAYA).status_code == 302
    refused = send(client, MAYA)
    assert refused.status_code == 422
    assert "too many records in the past hour" in refused.text
    assert "monolith" in refused.text, "what was pasted is still there"
    assert program(alice, "studies", record=MAYA).status_code == 429
    assert send(Client(), MAYA).status_code == 302
    assert send(Client(), MAYA).status_code == 422, "new guests at the same address have used it up"


def test_of_two_records_sent_at_once_by_a_member_with_room_for_one_one_is_kept(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "MOST_STUDIES", 1)
    owner, record = User.objects.create_user("Alice"), read(MAYA)
    assert race(*[lambda: studies.study_create(owner=owner, record=record)] * 3) == ["Refused"] * 2
    assert Match.objects.count() == 1


def test_no_study_is_made_for_a_closed_account(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(Refused):
        studies.study_create(owner=alice, record=read(MAYA))


def test_no_member_keeps_more_studies_than_allowed(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MOST_STUDIES", 1)
    client = visitor(alice)
    assert send(client, MAYA).status_code == 302
    assert send(client, MAYA).status_code == 422


# --- whose study it is ---


def test_a_study_is_its_owners_until_the_link_is_given_away(study: Match, alice: User, bob: User) -> None:
    replay = reverse("match_replay", args=[study.code])
    assert visitor(alice).get(replay).status_code == 200
    for user in (bob, None):
        client = visitor(user)
        assert client.get(replay).status_code == 404
        client.get(reverse("match_invite", args=[study.code, study.invite]))
        assert client.get(replay).status_code == 200


def test_a_study_has_no_shuffle_to_check(study: Match, alice: User) -> None:
    assert visitor(alice).get(reverse("match_fair", args=[study.code])).status_code == 404


def test_only_its_owner_deletes_a_study(study: Match, alice: User, bob: User) -> None:
    address = reverse("match_delete", args=[study.code])
    client = visitor(bob)
    assert client.post(address).status_code == 404
    client.get(reverse("match_invite", args=[study.code, study.invite]))
    assert client.post(address).status_code == 404
    assert Match.objects.filter(pk=study.pk).exists()
    assert visitor(alice).post(address).status_code == 302
    assert not Match.objects.filter(pk=study.pk).exists()


def test_a_match_is_no_study_to_delete(two_play: Match, alice: User) -> None:
    assert visitor(alice).post(reverse("match_delete", args=[two_play.code])).status_code == 404
    with pytest.raises(Refused):
        studies.study_delete(match=two_play, user=alice)
    assert Match.objects.filter(pk=two_play.pk).exists()


# --- playing on ---


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["rapa_nui"], of=GAMES))
def test_play_on_from_any_step_to_the_end(computers: list[User], alice: User, game: str) -> None:
    example_ensure(game)
    example = Match.objects.get(code=example_code(game))
    half = example.ply // 2
    match = studies.play_on(match=example, user=alice, step=half, seat=1, opponents=computers[:1] * 4)
    texts = list(example.actions.order_by("ply").values_list("seat", "text"))[:half]
    assert list(match.actions.order_by("ply").values_list("seat", "text"))[:half] == texts
    assert (match.inherited_plies, match.deal, match.access) == (half, example.deal, Match.Access.LINK)
    assert [seat.user == alice for seat in match.seats.all()] == [n == 1 for n in range(match.seat_count)]
    finished = play_randomly(match, Random(2))
    assert finished.status == Match.Status.FINISHED
    assert read(record_text(finished, Visitor(alice))).result is not None


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (0, "It has the same deal as another game, so you may remember hidden cards. It is never rated."),
        (1, "The first step comes from another game, so you may remember hidden cards. This match is never rated."),
    ],
)
def test_a_player_who_sits_down_reads_that_the_deal_may_be_known(
    two_play: Match, alice: User, computers: list[User], step: int, sentence: str
) -> None:
    finished = play_out(two_play, Random(3))
    match = studies.play_on(match=finished, user=alice, step=step, seat=0, opponents=computers[:1] * 2)
    client = visitor(alice)
    assert sentence in client.get(match.get_absolute_url()).content.decode()
    assert sentence not in client.get(finished.get_absolute_url()).content.decode()


def test_what_plays_on_from_its_deal_can_never_be_rated(two_play: Match, alice: User, computers: list[User]) -> None:
    finished = play_out(two_play, Random(3))
    match = studies.play_on(match=finished, user=alice, step=0, seat=0, opponents=computers[:1] * 2)
    with pytest.raises(IntegrityError, match="match_that_plays_on_is_unrated"), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(rated=True)


@pytest.mark.half_second
def test_undo_never_reaches_into_what_was_borrowed(two_play: Match, alice: User, computers: list[User]) -> None:
    finished = play_out(two_play, Random(3))
    for step in range(0, finished.ply, 27):
        for seat in (0, 1):
            match = studies.play_on(match=finished, user=alice, step=step, seat=seat, opponents=computers[:1] * 2)
            assert not position(match, Visitor(alice)).can_undo
            with pytest.raises(NothingToUndo):
                undo(match=match, user=alice, ply=match.ply)


def test_an_own_choice_after_the_start_can_be_taken_back(two_play: Match, alice: User, computers: list[User]) -> None:
    finished = play_out(two_play, Random(3))
    match = studies.play_on(match=finished, user=alice, step=0, seat=0, opponents=computers[:1] * 2)
    match = play_once(match, next(text for text in legal(match) if text.startswith("play")))
    match = undo(match=match, user=alice, ply=match.ply)
    assert position(match, Visitor(alice)).step == 0


def test_what_was_borrowed_is_no_news(two_play: Match, alice: User, computers: list[User]) -> None:
    finished = play_out(two_play, Random(3))
    match = studies.play_on(match=finished, user=alice, step=40, seat=0, opponents=computers[:1] * 2)
    seen = position(match, Visitor(alice), limit=40)
    assert all((entry.step or 0) > 40 for entry in seen.entries[seen.since :])


def test_the_log_marks_where_the_new_match_begins(study: Match, alice: User, bob: User, computers: list[User]) -> None:
    over = Match.objects.get(pk=study.pk)
    match = studies.play_on(match=over, user=alice, step=4, seat=0, opponents=computers[:1])
    for _decision in range(2):
        match = play_once(match, legal(match)[0])
    client = visitor(alice)
    for address in (match.get_absolute_url(), f"{reverse('match_replay', args=[match.code])}"):
        log = client.get(address).content.decode().partition('<ol class="log"')[2].partition("</ol>")[0]
        log = log.replace("\N{NO-BREAK SPACE}", " ")
        since, mark, before = log.partition("The new game starts here.")
        assert mark
        assert ("Player 1" in before, "Player 2" in before) == (True, True)
        assert "You swap" in since
        assert "Player" not in since
        assert "You" not in before
        assert "Chinchilla" not in before


def test_the_log_of_a_match_from_the_start_has_no_mark(study: Match, alice: User, computers: list[User]) -> None:
    match = studies.play_on(match=study, user=alice, step=0, seat=0, opponents=computers[:1])
    client = visitor(alice)
    assert "The new game starts here." not in client.get(match.get_absolute_url()).content.decode()


def test_the_computer_is_asked_when_it_decides_first(two_play: Match, alice: User, computers: list[User]) -> None:
    finished = play_out(two_play, Random(3))
    mover = finished.actions.get(ply=10).seat
    asked = studies.play_on(match=finished, user=alice, step=10, seat=1 - mover, opponents=computers[:1] * 2)
    assert asked.asked_at is not None
    mine = studies.play_on(match=finished, user=alice, step=10, seat=mover, opponents=computers[:1] * 2)
    assert mine.asked_at is None


def test_no_member_plays_on_from_a_running_match(two_play: Match, alice: User, computers: list[User]) -> None:
    with pytest.raises(Refused):
        studies.play_on(match=two_play, user=alice, step=0, seat=0, opponents=computers[:1] * 2)
    address = reverse("match_play_on", args=[two_play.code])
    assert visitor(alice).get(address).status_code == 404
    assert visitor(alice).post(address, {"seat": 0, "place_2": "beginner"}).status_code == 404


def test_no_member_plays_on_from_the_end_or_from_nowhere(
    study: Match, alice: User, bob: User, computers: list[User]
) -> None:
    for step, seat, refusal in ((study.ply, 0, Refused), (-1, 0, Refused), (10**6, 0, Refused), (0, 2, NotYourSeat)):
        with pytest.raises(refusal):
            studies.play_on(match=study, user=bob, step=step, seat=seat, opponents=computers[:1] * 2)
    assert Match.objects.count() == 1


@pytest.mark.half_second
def test_the_page_says_where_hidden_cards_may_be_remembered(alice: User, computers: list[User]) -> None:
    client = visitor(alice)
    for record, is_open in (("maya/two_seats.txt", True), ("rapa_nui/three_seats.txt", False)):
        study = studies.study_create(owner=alice, record=read(record_path(record).read_text()))
        address = f"{reverse('match_play_on', args=[study.code])}?step=5"
        assert ("You may remember hidden cards" in client.get(address).content.decode()) != is_open
        answer = client.post(address, {"seat": 1, "place_1": "beginner", "place_3": "beginner"})
        match = Match.objects.get(status=Match.Status.RUNNING, game=study.game)
        assert answer["Location"] == match.get_absolute_url()
        assert match.inherited_plies == 5
        page = client.get(answer["Location"]).content.decode()
        assert "come from another game" in page
        assert ("you may remember hidden cards" in page) != is_open
        assert set(match.actions.filter(ply__lt=5).values_list("source", flat=True)) == {Action.Source.RECORD}


def test_the_form_shows_the_position_and_who_sat_where(alice: User, computers: list[User]) -> None:
    over = finished("maya/two_seats.txt", [alice, computers[3]])
    client = Client(headers={"Accept-Language": "de"})
    client.force_login(alice)
    page = client.get(f"{reverse('match_play_on', args=[over.code])}?step=5").content.decode()
    assert 'class="mmap"' in page
    assert 'name="place_1" value="beginner" id="id_place_1_0" checked' in page
    assert 'name="place_2" value="strong" id="id_place_2_3" checked' in page
    assert "Jaguar" in page
    assert "Eule" in page
    assert not re.search(r"\bOwl\b", page), "except in a random token"


def test_where_no_seat_decides_any_more_nothing_leads_to_the_form(study: Match, alice: User) -> None:
    replay = reverse("match_replay", args=[study.code])
    last = study.actions.count()
    leads = [b'id="play-on"' in visitor(alice).get(f"{replay}?step={step}").content for step in (last - 1, last)]
    assert leads == [True, False]


@pytest.mark.half_second
@pytest.mark.parametrize("own", [0, 1])
def test_the_player_who_sat_there_is_first_asked_to_take_that_seat(
    alice: User, bob: User, computers: list[User], own: int
) -> None:
    sitting = [computers[3]]
    sitting.insert(own, alice)
    over = finished("maya/two_seats.txt", sitting)
    address = reverse("match_play_on", args=[over.code])
    deciding = {0: set[int](), 1: set[int]()}
    for step in range(6):
        for number, user in enumerate([alice, bob]):
            page = visitor(user).get(f"{address}?step={step}")
            deciding[number].add(int(page.context["form"]["seat"].value()))
    assert deciding == {0: {own}, 1: {0, 1}}  # Bob, who did not play, is offered the seat that decides.


def test_a_guest_plays_on_from_the_example_game(computers: list[User]) -> None:
    example_ensure("maya")
    address = f"{reverse('match_play_on', args=[example_code('maya')])}?step=4"
    assert visitor(None).post(address, {"seat": 0, "place_2": "strong"}).status_code == 302
    assert Match.objects.get(inherited_plies=4).host.is_guest


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"seat": 7, "place_2": "solid"},
        {"seat": 0, "place_2": "godlike"},
        {"seat": 0, "place_1": "solid"},
        {"seat": "watch", "place_1": "solid"},
        {"seat": "x"},
    ],
)
def test_a_wrong_choice_is_answered_422(
    study: Match, alice: User, computers: list[User], fields: dict[str, object]
) -> None:
    assert visitor(alice).post(reverse("match_play_on", args=[study.code]), fields).status_code == 422


@pytest.mark.parametrize("step", ["-1", "9999", "x", "1" * 5000])
def test_a_step_that_is_none_is_404(study: Match, alice: User, step: str) -> None:
    assert visitor(alice).get(reverse("match_play_on", args=[study.code]), {"step": step}).status_code == 404


def test_a_record_that_went_through_windows_is_opened(alice: User) -> None:
    odd = "\ufeff```\r\n" + MAYA.replace("\n", "\r\n").replace(" ", "\u00a0").replace('"', "”") + "```\r\n"
    for content in (odd.encode(), odd.encode("utf-16")):
        assert send(visitor(alice), file=content).status_code == 302
    assert send(visitor(alice), "".join(f"> {line}" for line in odd.splitlines(keepends=True))).status_code == 302


def test_the_page_names_what_is_odd_in_the_wrong_line(alice: User) -> None:
    page = send(visitor(alice), MAYA.replace("1 monolith", "1 m\u043enolith")).content.decode()
    assert "Unexpected in this line: U+043E cyrillic small letter o at position 4." in page


# --- by a program -----------------------------------------------------------------------------------------------------


def program(user: User | None, path: str, **body: Any) -> Any:
    """The answer to a POST of a program of `user`."""
    return visitor(user).post(f"/api/v1/{path}", body, content_type="application/json")


@pytest.mark.half_second
def test_programs_open_records_read_them_and_delete_them(alice: User, bob: User) -> None:
    opened = program(alice, "studies", record=MAYA)
    assert (opened.status_code, opened.json()["status"]) == (201, "study")
    code = opened.json()["code"]
    assert [row["code"] for row in visitor(alice).get("/api/v1/studies").json()["rows"]] == [code]
    assert visitor(alice).get(f"/api/v1/matches/{code}/steps/3").json()["last_step"] == len(read(MAYA).plies)
    assert visitor(bob).get(f"/api/v1/matches/{code}").status_code == 404
    assert visitor(bob).get(opened.json()["invite"]).status_code == 302
    assert program(bob, f"studies/{code}/delete").status_code == 404
    assert program(alice, f"studies/{code}/delete").status_code == 204
    assert not Match.objects.exists()
    assert program(None, "studies", record=MAYA).status_code == 401


def test_programs_are_told_which_line_of_a_record_is_wrong(alice: User) -> None:
    wrong = program(alice, "studies", record=MAYA.replace("[Seats", "[Chairs"))
    number = next(number for number, line in enumerate(MAYA.splitlines(), 1) if line.startswith("[Seats"))
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["line"]) == (422, "record_refused", number)
    assert wrong.json()["detail"].startswith(f"Line {number}: ")
    assert program(alice, "studies", record="x" * (LONGEST_RECORD + 1)).json()["errors"][0]["at"] == ["body", "record"]


@pytest.mark.half_second
def test_programs_play_on_from_a_step(alice: User, bob: User, computers: list[User]) -> None:
    over = finished("maya/two_seats.txt", [alice, bob])
    path = f"tables/{over.code}/play-on"
    begun = program(alice, path, step=3, seat=1, computers=["solid"])
    assert begun.status_code == 201, begun.text
    fork = Match.objects.get(code=begun.json()["code"])
    assert (fork.is_fork, fork.inherited_plies, fork.rated) == (True, 3, False)
    assert [seat.user.level or seat.user.username for seat in seats_of(fork)] == ["solid", "Alice"]
    watched = program(alice, path, step=3, computers=["solid", "casual"])
    assert Match.objects.get(code=watched.json()["code"]).exhibition
    assert program(alice, path, step=3, computers=["solid", "casual"]).json()["code"] == "still_watching"
    for wish, says in (
        ({"step": 3, "seat": 1, "computers": ["solid", "solid"]}, "for each seat that you don’t take: 1 in all."),
        ({"step": 3, "computers": ["solid"]}, "for each seat that you don’t take: 2 in all."),
        ({"step": 9999, "seat": 1, "computers": ["solid"]}, "This game has steps 0 to"),
        ({"step": 3, "seat": 4, "computers": ["solid"]}, "Choose one of this game’s seats."),
    ):
        answer = program(alice, path, **wish)
        assert (answer.status_code, says in answer.json()["detail"]) == (422, True), answer.text


def test_programs_play_on_from_nothing_that_is_running(two_play: Match, alice: User, computers: list[User]) -> None:
    answer = program(alice, f"tables/{two_play.code}/play-on", step=0, seat=0, computers=["solid"])
    assert "This game is not over." in answer.json()["detail"]
    assert Match.objects.count() == 1
