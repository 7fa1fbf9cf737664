"""Everything a seat may know: views, and action and deal texts with `?` for hidden parts (MAC 9)."""

from __future__ import annotations

from .data import CARDS_FROM_THE_STOCK, HAND_SIZE, NUMBERS
from .laying import layer
from .moving import after_moving, fires_left, moved_by, suns_left
from .notation import deal_text, words
from .precinct import STAIRS
from .returning import after_returning
from .rules import to_move
from .state import Action, Deal, Decision, Laid, LaidView, Lay, Order, Place, SeatView, State, View

HIDDEN = "?"
OPEN_SEATS: tuple[int, ...] = ()
_SEATS_THAT_KNOW_EACH_OTHER = 2


def view(state: State, seat: int | None) -> View:
    """Everything `seat` (None: a spectator) may know: all but the hands, priest cards and face-down cards of others.

    At the end everything is open except the order of the unused cards.
    """
    return _view(state, seat, is_open=state.decision is None)


def recall(state: State, seat: int | None) -> View:
    """The view itself: it includes everything the log reveals about hidden cards."""
    return view(state, seat)


def open_view(state: State) -> View:
    """A spectator's view with nothing hidden but the order of the unused cards, for finished matches."""
    return _view(state, None, is_open=True)


def _view(state: State, seat: int | None, is_open: bool) -> View:
    decision = state.decision
    return View(
        seat=seat,
        seats=tuple(_seat_view(state, index, seat, is_open) for index in range(len(state.seats))),
        priests=state.priests,
        stairs=_stairs(state, seat, is_open),
        suns=suns_left(state.priests),
        fires=tuple(-stone for stone in fires_left(state.priests)),
        stock_size=len(state.stock),
        discards=discards(state),
        round=state.round,
        rounds=state.rounds,
        sky=state.sky_now,
        sky_used=state.sky[: state.round - 1],
        start_player=state.start_player,
        to_move=to_move(state),
        decision=decision,
        placing=state.placing if decision is Decision.PLACE else None,
        last=state.last,
    )


def _seat_view(state: State, index: int, seat: int | None, is_open: bool) -> SeatView:
    owner, is_known = state.seats[index], is_open or index == seat
    # MAC 5.3: with two seats there are two priest cards, so each player knows both.
    knows_pair = is_known or (seat is not None and len(state.seats) == _SEATS_THAT_KNOW_EACH_OTHER)
    return SeatView(owner.pair if knows_pair else None, len(owner.hand), owner.hand if is_known else None)


def _stairs(state: State, seat: int | None, is_open: bool) -> tuple[LaidView | None, ...]:
    laid = [card for card in state.stairs if card is not None]
    # MAC 6.3: the reveal follows at once after the last card.
    is_revealed = len(laid) == len(STAIRS)
    priests = dict(zip(laid, moved_by([card.number for card in laid]), strict=True)) if is_revealed else {}

    def seen(card: Laid) -> LaidView:
        lies_open = is_revealed or lies_face_up(state, card.seat)
        number = card.number if lies_open or is_open or card.seat == seat else None
        return LaidView(number, card.seat, lies_open, priests.get(card))

    return tuple(seen(card) if card else None for card in state.stairs)


def lies_face_up(state: State, seat: int | None) -> bool:
    """Whether a card that `seat` (None: the stock) lays in this round lies face up before the reveal (MAC 4)."""
    sky = state.sky_now
    return sky.start_open if seat == state.start_player else sky.others_open


def discards(state: State) -> tuple[int, ...]:
    """The direction cards of earlier rounds: those that are nowhere else."""
    elsewhere = {card.number for card in state.stairs if card is not None}
    elsewhere.update(state.stock, *(seat.hand for seat in state.seats))
    return tuple(number for number in NUMBERS if number not in elsewhere)


def shown(before: State, action: Action, now: State, seat: int | None) -> str:
    """The text of an action as `seat` may read it: another seat's face-down card is hidden until the reveal."""
    if not isinstance(action, Lay):
        return str(action)
    owner = layer(before)
    is_revealed = now.round > before.round or None not in now.stairs
    if seat == owner or is_revealed or lies_face_up(before, owner):
        return str(action)
    return f"lay {HIDDEN} {action.stair}"


def shown_deal(deal: Deal, now: State, seat: int | None) -> str:
    """The text of the deal as `seat` may read it: its own cards, and those turned up for everyone.

    A card that another seat drew stays hidden even after it was laid: nobody else saw when it was drawn.
    """
    if now.decision is None:
        return deal_text(deal)
    drawn = len(deal.deck) - len(now.stock)
    drawers = _drawers(deal, now.round)
    return words(
        [pair if owner == seat else HIDDEN for owner, pair in enumerate(deal.pairs)],
        [name if index < now.round - 1 else HIDDEN for index, name in enumerate(deal.sky)],
        [
            str(number) if index < drawn and drawers[index] in (seat, None) else HIDDEN
            for index, number in enumerate(deal.deck)
        ],
    )


def _drawers(deal: Deal, rounds: int) -> list[int | None]:
    """The seat that gets each direction card, None for a stair, for the cards that this many rounds need."""
    seats = len(deal.pairs)
    from_the_stock = CARDS_FROM_THE_STOCK[seats]
    drawers: list[int | None] = [seat for seat in range(seats) for _ in range(HAND_SIZE)]
    for start_player in range(rounds):
        drawers += [(start_player + place) % seats for place in range(len(STAIRS) - from_the_stock)]
        drawers += [None] * from_the_stock
    return drawers


def reveals(state: State, action: Action) -> bool:
    """Whether playing the action shows anyone something new.

    After a card is laid another one is drawn; the end of a round turns up the next sun/moon card, or ends the game. So
    the only actions that show nothing new are an order or a place that leaves a priest outside.
    """
    match action:
        case Lay():
            return True
        case Order():
            return after_moving(state, action).decision is not Decision.PLACE
        case Place():
            return after_returning(state, action).decision is not Decision.PLACE


def hides_choice(view: View) -> bool:
    """Whether the legal actions of the deciding seat depend on cards that this viewer cannot see."""
    return view.to_move is not None and view.decision is Decision.LAY and view.seats[view.to_move].hand is None
