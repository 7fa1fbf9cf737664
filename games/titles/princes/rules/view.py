"""Everything a seat may know: views, and action and deal texts with `?` for hidden parts (PRI 3)."""

from __future__ import annotations

from . import data
from .actions import Action, Return
from .notation import deal_words
from .rules import apply, to_move
from .state import Deal, Decision, Seat, SeatView, State, Step, View

HIDDEN = "?"
OPEN_SEATS: tuple[int, ...] = ()


def view(state: State, seat: int | None) -> View:
    """Everything `seat` (None: a spectator) may know: all but the hands of others and the deck.

    A seat knows the cards that it put back under the deck. At the end everything is open.
    """
    return _view(state, seat, is_open=state.step is Step.OVER)


def recall(state: State, seat: int | None) -> View:
    """The view itself: it includes everything the log reveals about hidden cards, even the ones a seat put back."""
    return view(state, seat)


def open_view(state: State) -> View:
    """A spectator's view with nothing hidden, for finished matches."""
    return _view(state, None, is_open=True)


def _view(state: State, seat: int | None, is_open: bool) -> View:
    return View(
        seat=seat,
        seats=tuple(_seat_view(owner, is_open or index == seat) for index, owner in enumerate(state.seats)),
        is_beginner=state.is_beginner,
        day=state.day,
        bonuses=state.bonuses,
        stones=state.stones,
        market=state.market,
        rows=state.rows,
        tiles=state.tiles,
        sun=state.sun,
        deck=state.deck if is_open else _known_deck(state, seat),
        returned=state.returned,
        active=state.active,
        to_move=to_move(state),
        decision=state.decision,
        step=state.step,
        summit=state.summit,
        trade=state.trade,
    )


def _seat_view(seat: Seat, is_open: bool) -> SeatView:
    return SeatView(
        goods=seat.goods,
        incas=seat.incas,
        supply=seat.supply,
        sundial=seat.sundial,
        priests=seat.priests,
        hand_size=len(seat.cards),
        cards=seat.cards if is_open else None,
        missing=seat.missing,
        scout=seat.scout,
        prince=seat.prince,
        tiles=seat.tiles,
        turns=seat.turns,
        due=seat.due,
    )


def _known_deck(state: State, seat: int | None) -> tuple[str | None, ...]:
    first = len(state.deck) - len(state.returned)
    return (None,) * first + tuple(
        card if owner == seat else None for card, owner in zip(state.deck[first:], state.returned, strict=True)
    )


def shown(before: State, action: Action, now: State, seat: int | None) -> str:
    """The text of an action as `seat` may read it: which cards others put back is hidden until the end."""
    if isinstance(action, Return) and seat != before.asked and now.step is not Step.OVER:
        return str(Return((HIDDEN,) * len(action.cards)))
    return str(action)


def shown_deal(deal: Deal, now: State, seat: int | None) -> str:
    """The text of the deal as `seat` may read it: until the end only its first card, not those it drew later."""
    if now.step is Step.OVER:
        return deal_words(deal.deck)
    own = range(0) if seat is None else range(seat * data.START_CARDS, (seat + 1) * data.START_CARDS)
    return deal_words(card if place in own else HIDDEN for place, card in enumerate(deal.deck))


def reveals(state: State, action: Action) -> bool:
    """Whether playing the action shows anyone something new: a drawn card, or at the end all hands."""
    after = apply(state, action)
    put_back = len(action.cards) if isinstance(action, Return) else 0
    return after.step is Step.OVER or len(after.deck) < len(state.deck) + put_back


def hides_choice(view: View) -> bool:
    """Whether the legal actions of the deciding seat depend on cards that this viewer cannot see."""
    return view.to_move is not None and view.decision is Decision.RETURN and view.seats[view.to_move].cards is None
