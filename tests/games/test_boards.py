"""The board contract: what every game's page shows of its records, to every viewer.

Tests of a single game are in `tests/titles/<game>/test_board.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from accounts.models import User
from games.engine import GAMES, record
from games.engine.contract import AnyGame
from games.engine.record import Record, Step
from games.models import Match
from games.pages.boards import match_context
from games.pages.boards.menu import Choice, Group, in_words
from games.pages.boards.names import sentences
from games.pages.boards.page import question
from games.pages.boards.result import BAR
from games.pages.titles import PRESENTERS
from games.selectors.position.positions import Entry, Position
from tests.first import first
from tests.games.addresses import HTMX
from tests.games.finished import ENDS
from tests.games.playing import legal, play_once
from tests.games.staged import staged
from tests.games.viewers import NAMES, Buttons, drawn, entry_of, everybody, position_of
from tests.titles import RECORDS, TITLES, game_of, laws_of

FEW, SOME = 2, 8
"""Numbers of positions of a record that are drawn as a whole, and that other tests look at."""


@dataclass(frozen=True)
class Recorded:
    """A finished game, with steps from all parts of it, including the first of each kind of action."""

    game: AnyGame
    presenter: ModuleType
    steps: tuple[Step, ...]
    final: Any

    def of_the_mover(self, step: Step) -> Position:
        """What the seat that decides sees before the step."""
        return position_of(self.game, step.state, step.seat)

    def legal(self, step: Step) -> list[str]:
        """The texts of all legal actions at the step, including the one played."""
        return [str(action) for action in self.game.legal_actions(step.state)]

    def lines(self, step: Step) -> Iterator[tuple[int | None, Position, Entry]]:
        """The step in every viewer's log: right after it was played, and when the game is over."""
        for seat in everybody(step.state):
            yield seat, position_of(self.game, step.after, seat), entry_of(self.game, step, seat, step.after)
            yield seat, position_of(self.game, self.final, seat, over=True), entry_of(self.game, step, seat, self.final)


def read(path: Path) -> Record:
    return record.read(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="class", params=first(ENDS, of=RECORDS), ids=lambda path: f"{game_of(path)}-{path.stem}")
def recorded(request: pytest.FixtureRequest) -> Recorded:
    """Every record in turn; `make test` takes one for each way to end."""
    source = read(request.param)
    steps = list(record.replay(source))
    verbs = {str(step.action).split()[0]: number for number, step in reversed(list(enumerate(steps)))}
    spread = range(0, len(steps), max(1, len(steps) // SOME))
    chosen = sorted({*verbs.values(), *spread, len(steps) - 1})
    return Recorded(
        GAMES[source.game], PRESENTERS[source.game], tuple(steps[number] for number in chosen), steps[-1].after
    )


class TestBoard:
    """The drawings of a record's positions."""

    def test_every_legal_action_has_exactly_one_button_with_words(self, recorded: Recorded) -> None:
        for step in recorded.steps:
            choices = [c for group in recorded.presenter.menu(recorded.of_the_mover(step)) for c in group.actions]
            assert sorted(choice.value for choice in choices) == sorted(recorded.legal(step))
            assert all(choice.label and choice.hint for choice in choices)
            keys = [choice.key for choice in choices if choice.key]
            assert keys == [str(number) for number in range(1, len(keys) + 1)]
            assert len({choice.slug for choice in choices}) == len(choices)

    @pytest.mark.long
    def test_panel_and_board_are_drawn_whole(self, recorded: Recorded) -> None:
        for step in recorded.steps[:: max(1, len(recorded.steps) // FEW)]:
            seen = recorded.of_the_mover(step)
            html = drawn(seen)
            page = Buttons(html)
            assert sorted(page.menu) == sorted(recorded.legal(step))
            assert set(page.board) <= set(page.menu)
            assert len(page.ids) == len(set(page.ids))
            assert set(page.links) <= set(page.ids)
            targets = [choice.target for group in recorded.presenter.menu(seen) for choice in group.actions]
            assert {place for target in targets for place in target.split()} <= page.places
            assert "{" not in html
            assert " style=" not in html

    def test_no_other_seat_gets_a_button(self, recorded: Recorded) -> None:
        for step in recorded.steps:
            for seat in everybody(step.state):
                if seat != step.seat:
                    assert recorded.presenter.menu(position_of(recorded.game, step.state, seat)) == []
        step = recorded.steps[0]
        assert Buttons(drawn(position_of(recorded.game, step.state, None))).menu == []

    def test_every_question_names_who_decides(self, recorded: Recorded) -> None:
        for step in recorded.steps:
            asked = partial(question, recorded.presenter)
            assert asked(position_of(recorded.game, step.state, None)).startswith(NAMES[step.seat])
            assert NAMES[step.seat] not in asked(recorded.of_the_mover(step))
            assert recorded.presenter.task(recorded.game.view(step.state, step.seat))

    @pytest.mark.long
    def test_every_action_reads_as_a_sentence_for_every_viewer_before_and_after_the_end(
        self, recorded: Recorded
    ) -> None:
        for step in recorded.steps:
            for seat, seen, entry in recorded.lines(step):
                line = strip_tags(recorded.presenter.log_line(seen, entry))
                assert line.startswith("You " if seat == step.seat else f"{NAMES[step.seat]} ")
                assert "{" not in line + strip_tags(sentences(recorded.presenter.log_detail(seen, entry)))

    @pytest.mark.long
    def test_what_is_hidden_is_named_at_the_end_only(self, recorded: Recorded) -> None:
        for step in recorded.steps:
            before, after = list(recorded.lines(step))[:2]
            hidden = before[2].text != after[2].text
            words = [strip_tags(recorded.presenter.log_line(seen, entry)) for _seat, seen, entry in (before, after)]
            assert (words[0] != words[1]) == hidden

    def test_the_result_adds_up(self, recorded: Recorded) -> None:
        outcome = recorded.game.outcome(recorded.final)
        assert outcome is not None
        context = match_context(position_of(recorded.game, recorded.final, 0, over=True))
        assert context["mood"] == "done"
        assert context["reason"] == recorded.presenter.reason_label(outcome.reason)
        rows = context["results"]
        assert sorted(seat for row in rows for seat in row.members) == list(range(len(outcome.ranks)))
        ranks = [outcome.ranks[row.number] for row in rows]
        assert ranks == sorted(ranks)
        assert [row.rank for row in rows] == [1 + sum(other < rank for other in ranks) for rank in ranks]
        for row in rows:
            assert {(outcome.ranks[seat], outcome.points[seat]) for seat in row.members} == {
                (outcome.ranks[row.number], row.points)
            }
            assert sum(bar.points for bar in row.bars) == row.points
            assert all(bar.label and 0 <= round(bar.x) <= round(bar.x + bar.width) <= BAR for bar in row.bars)


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.fixture(params=[next(path for path in RECORDS if game_of(path) == key) for key in GAMES], ids=list(GAMES))
def ended(request: pytest.FixtureRequest) -> Record:
    """A record of every game."""
    return read(request.param)


@pytest.fixture
def people(ended: Record, db: None) -> list[User]:
    return [User.objects.create_user(name, password="quiet-terrace-7") for name in NAMES[: ended.seats]]


def running(ended: Record, people: list[User], plies: int) -> Match:
    """The match of the record after `plies` plies."""
    return staged(replace(ended, plies=ended.plies[:plies], result=None), people)


def page_of(client: Client, match: Match) -> str:
    return client.get(match.get_absolute_url()).content.decode()


@pytest.mark.django_db
class TestPage:
    """The whole page of a match."""

    def test_it_has_one_button_for_every_legal_action_and_none_for_spectators(
        self, ended: Record, people: list[User], client: Client
    ) -> None:
        match = running(ended, people, len(ended.plies) * 2 // 3)
        html = page_of(client, match)
        assert "You’re watching" in html
        assert Buttons(html).menu == Buttons(html).board == []
        assert match.to_move is not None
        client.force_login(people[match.to_move])
        html = page_of(client, match)
        assert sorted(Buttons(html).menu) == sorted(legal(match))
        assert set(Buttons(html).board) <= set(legal(match))
        assert " style=" not in html

    def test_after_the_last_action_nothing_can_be_pressed_and_every_step_can_be_seen(
        self, ended: Record, people: list[User], client: Client
    ) -> None:
        match = play_once(running(ended, people, len(ended.plies) - 1), ended.plies[-1].text)
        html = page_of(client, match)
        assert "The match is over" in html
        assert Buttons(html).menu == []
        last = len(ended.plies)
        for step in (0, last // 2, last):
            html = client.get(f"{match.get_absolute_url()}replay/", {"step": step}).content.decode()
            assert f"step {step} of {last}" in html
            assert ("The game is set up" in html) == (step == 0)
            assert "View as" in html
            assert Buttons(html).menu == []

    def test_a_refused_action_says_why_and_shows_the_board(
        self, ended: Record, people: list[User], client: Client
    ) -> None:
        match = running(ended, people, len(ended.plies) // 2)
        assert match.to_move is not None
        client.force_login(people[match.to_move])
        form = {"action": "fly away", "ply": match.ply}
        html = client.post(f"{match.get_absolute_url()}play/", form, headers=HTMX).content.decode()
        assert 'role="alert"' in html
        assert sorted(Buttons(html).menu) == sorted(legal(match))


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_every_rule_that_code_and_tests_cite_is_on_the_page(key: str, client: Client) -> None:
    folders = [settings.TITLES / key / "rules", TITLES / key]
    sources = [file.read_text(encoding="utf-8") for folder in folders for file in sorted(folder.rglob("*.py"))]
    prefix = laws_of(key).PREFIX
    cited = {
        f"{prefix}-{paragraph}" for text in sources for paragraph in re.findall(rf"{prefix} (\d+(?:\.\d+)?)", text)
    }
    page = Buttons(client.get(f"/rules/{key}/").content.decode())
    assert len(cited) > 5
    assert cited <= set(page.ids)
    assert set(page.links) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("key", GAMES)
def test_every_end_has_words_of_its_own(key: str) -> None:
    words = [str(PRESENTERS[key].reason_label(reason)) for reason in GAMES[key].REASONS]
    assert all(words)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "Lay 7"), ("de", "Lay 7"), ("hu", "Lay 7"), ("zh-hans", "Lay：7")]
)
def test_an_action_in_words_is_no_sentence_where_the_verb_would_stand_elsewhere(language: str, expected: str) -> None:
    groups = [Group("Lay", "", [Choice("lay 7 N", "7")]), Group("", "", [Choice("end", "End the game")])]
    with override(language):
        assert in_words(groups) == {"lay 7 N": expected, "end": "End the game"}
