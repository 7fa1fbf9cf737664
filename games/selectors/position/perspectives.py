"""A timeline as one viewer may see it: nothing of its states leaves the server in any other way."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.contract import AnyGame, Outcome, find_action
from games.selectors.position.timelines import LogEntry, Timeline

OMNISCIENT = "all"
"""The viewer who sees everything: only for finished matches and studies."""
SPECTATOR = "nobody"
"""The viewer without a seat: what everyone could see."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint's advice, as the viewer imagines it.

    `view` is what the viewer saw then, `after` what they would see if the advice were played; `asked` is what the seat
    that had to decide saw, with what was `legal`. A viewer who cannot imagine the action gets no `text`.
    """

    view: Any
    after: Any
    text: str = ""
    mover: int | None = None
    asked: Any = None
    legal: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Perspective:
    """A timeline as `viewer` may see it: the one in a seat, a spectator (SPECTATOR or None), or OMNISCIENT."""

    timeline: Timeline
    viewer: int | str | None

    @property
    def game(self) -> AnyGame:
        """The engine of the match's game."""
        return self.timeline.game

    @property
    def seat(self) -> int | None:
        """The seat whose hidden information is visible; None for no seat, and for all."""
        return self.viewer if isinstance(self.viewer, int) else None

    def view(self, step: int) -> Any:
        """The view after this many actions; cached by viewer."""
        seen = self.timeline.views.setdefault(self.viewer, {})
        if step not in seen:
            seen[step] = self.view_of(self.timeline.states[step])
        return seen[step]

    def view_of(self, state: Any) -> Any:
        """The view of a state of this match that need not be in its timeline."""
        return self.game.open_view(state) if self.viewer == OMNISCIENT else self.game.view(state, self.seat)

    def text(self, step: int, now: int) -> str:
        """The action that led to `step` in notation, with `?` for what the viewer does not know while the match is at
        step `now`.
        """
        timeline = self.timeline
        before, action = timeline.states[step - 1], timeline.actions[step - 1]
        if self.viewer == OMNISCIENT:
            return str(action)
        return self.game.shown(before, action, timeline.states[now], self.seat)

    def legal(self, step: int) -> tuple[Any, ...]:
        """The legal actions at `step` of the viewer's seat; empty if another one decides."""
        state = self.timeline.states[step]
        decides = self.seat is not None and self.game.to_move(state) == self.seat
        return self.game.legal_actions(state) if decides else ()

    def outcome(self, step: int) -> Outcome | None:
        """The result of the game if it is over at `step`, where nothing is hidden any more; else None."""
        return self.game.outcome(self.timeline.states[step])

    def tried(self, step: int, text: str) -> Any:
        """The view if the legal action `text` were played at `step`. Raises IllegalAction.

        It may reveal what was hidden: for matches that are over.
        """
        state = self.timeline.states[step]
        return self.view_of(self.game.apply(state, self.game.parse(state, text)))

    def of_decider(self, step: int) -> Perspective | None:
        """The perspective of the seat that decided at `step`; None at the end."""
        mover = self.game.to_move(self.timeline.states[step])
        return None if mover is None else Perspective(self.timeline, mover)

    def hint(self, entry: LogEntry, advice: str) -> Hint:
        """The advice at the log entry `entry`: `advice` in notation, imagined from what the viewer saw."""
        real = self.timeline.advised[entry.ply]
        seen = self.view_of(real)
        state = real if self.viewer == OMNISCIENT else self.game.determinize(seen, Random(0))
        legal = self.game.legal_actions(state)
        action = find_action(legal, advice)
        if action is None:
            return Hint(seen, seen)
        mover = self.game.to_move(state)
        assert mover is not None
        after = self.view_of(self.game.apply(state, action))
        return Hint(seen, after, str(action), mover, self.game.view(state, mover), legal)
