"""Everything a seat may know: views, and action and deal texts with `?` for hidden parts (RAP 7)."""

from __future__ import annotations

from .data import HAND_SIZE
from .ending import whole_stone
from .notation import deal_text
from .rules import to_move
from .state import Action, Deal, Decision, Draw, Seat, SeatView, State, Step, View

HIDDEN = "?"
OPEN_SEATS: tuple[int, ...] = ()


def view(state: State, seat: int | None) -> View:
    """Everything `seat` (None: a spectator) may know: all but the hands and sacrifice cards of others.

    At the end everything is open, including the cards that were face down on the stone.
    """
    return _view(state, seat, is_open=state.step is Step.OVER)


def open_view(state: State) -> View:
    """A spectator's view with nothing hidden but the order of the deck, for finished matches."""
    return _view(state, None, is_open=True)


def _view(state: State, seat: int | None, is_open: bool) -> View:
    is_over = state.step is Step.OVER
    face_down = sum(sum(owner.face_down) for owner in state.seats)
    return View(
        seat=seat,
        seats=tuple(_seat_view(owner, is_open or index == seat) for index, owner in enumerate(state.seats)),
        columns=state.columns,
        deck_size=len(state.deck),
        supply=state.supply,
        stone_open=whole_stone(state) if is_open else state.stone,
        stone_hidden=0 if is_open else face_down,
        active=state.active,
        to_move=to_move(state),
        decision=state.decision,
        draws_left=0 if is_over else HAND_SIZE - len(state.seats[state.active].hand),
        bought=state.bought,
        last_column=state.last_column,
        scored=state.scored,
        due=state.due,
        discarded=state.discarded,
    )


def _seat_view(seat: Seat, is_open: bool) -> SeatView:
    return SeatView(
        color=seat.color,
        wood=seat.wood,
        glory=seat.glory,
        table=seat.table,
        hand_size=len(seat.hand),
        hand=seat.hand if is_open else None,
        sacrifice_count=sum(seat.sacrifices),
        sacrifices=seat.sacrifices if is_open else None,
        face_down_count=sum(seat.face_down),
        face_down=seat.face_down if is_open else None,
    )


def shown(before: State, action: Action, now: State, seat: int | None) -> str:
    """The text of an action as `seat` may read it: the builder's own offering is hidden from others until the end."""
    is_hidden = before.decision is Decision.OFFER_HIDDEN and seat != before.active and now.step is not Step.OVER
    return f"offer {HIDDEN}" if is_hidden else str(action)


def shown_deal(deal: Deal, now: State, seat: int | None) -> str:
    """The text of the deal as anyone may read it: the colours, and the cards dealt so far."""
    return deal_text(Deal(deal.colors, deal.deck[: len(deal.deck) - len(now.deck)] + HIDDEN * len(now.deck)))


def reveals(state: State, action: Action) -> bool:
    """Whether playing the action shows anyone something new.

    Only two actions do: a draw that empties a column, because it turns up new cards or ends the game, and a face-up
    offering. Nothing else tells an attentive player anything: hands come from start sets known by their colour and from
    the open columns, and everyone sees every purchase and gain.
    """
    if isinstance(action, Draw):
        return len(state.columns[action.column - 1]) == 1
    return state.decision is Decision.OFFER


def hides_choice(view: View) -> bool:
    """Whether the legal actions of the deciding seat depend on cards that this viewer cannot see."""
    if view.to_move is None:
        return False
    seat = view.seats[view.to_move]
    if view.decision in (Decision.OFFER, Decision.OFFER_HIDDEN):
        return seat.sacrifices is None
    return view.decision in (Decision.TURN, Decision.PLAY) and seat.hand is None
