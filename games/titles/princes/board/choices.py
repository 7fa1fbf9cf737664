"""The legal actions of the Princes, each as a button with its consequences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import capfirst

from common.enumerating import clauses, enumerated, listed
from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.menu import Choice, Reader
from games.titles.princes.rules import hire, market, production, temples
from games.titles.princes.rules.actions import (
    Action,
    Adjust,
    Buy,
    Collect,
    Decline,
    Done,
    Go,
    Hire,
    Jump,
    Moon,
    Offer,
    Produce,
    Recall,
    Return,
    Reward,
    Sacrifice,
    Sell,
    Settle,
    Take,
)
from games.titles.princes.rules.cards import GOLD, PRIEST_INDEX
from games.titles.princes.rules.data import (
    CORN_FOR_A_GOOD,
    CORN_FOR_A_MOON_GOOD,
    CORN_OF_A_FARMER,
    LAST_DAY,
    LLAMAS_FOR_A_JUMP,
    OFFER_STEPS,
    PRICES,
    PRIEST_COSTS,
    PRIEST_COUNTS,
    PRIEST_STEPS,
    STONE_STEPS,
    SUNDIAL_GOODS,
    SUNDIAL_STEPS,
    TILES_UNTIL_NIGHT,
    UNIT,
)
from games.titles.princes.rules.districts import GOOD_OF, MAIN_TEMPLE, PRODUCTION_INDEX, TEMPLE_INDEX
from games.titles.princes.rules.goods import (
    CORN,
    CORN_INDEX,
    GOOD_INDEX,
    LLAMA_INDEX,
    NOTHING,
    WARE_INDEX,
    Counts,
    covers,
    shifted,
)
from games.titles.princes.rules.moon import TILES, WALKS
from games.titles.princes.rules.priests import KINDS
from games.titles.princes.rules.scoring import card_points
from games.titles.princes.rules.state import SeatView, View

from .amounts import amount_text, empty_text, goods_text, left, people_text, units_text, walk_text
from .answers import answer_place
from .words import DISTRICT, GOOD, PEOPLE, PRIEST, TILE, Card, District, card


@dataclass(frozen=True, slots=True)
class Parcel(Choice):
    """A choice of several things, with an icon for each."""

    icons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionReader(Reader[View, SeatView]):
    """The deciding seat, and each action in words."""

    def choice(self, action: Action) -> Choice:
        match action:
            case Settle():
                return self._settle(DISTRICT[action.district])
            case Go():
                return self._visit(DISTRICT[action.district], self.seat.goods)
            case Jump():
                goods = shifted(self.seat.goods, LLAMA_INDEX, -LLAMAS_FOR_A_JUMP)
                return self._visit(DISTRICT[action.district], goods)
            case Moon():
                return self._moon(action)
            case Produce():
                return self._produce(action)
            case Sacrifice():
                return self._sacrifice(action)
            case Offer():
                return self._offer(action)
            case Hire():
                return self._hire(action)
            case Take():
                return self._take(action)
            case Adjust():
                return self._adjust(action)
            case Sell() | Buy():
                return self._trade(action)
            case Done():
                return Choice("", _("Leave the market"), _("ends your turn"), target="leave", icon="lu-check")
            case Recall():
                return self._recall(action)
            case Reward():
                return self._reward(action)
            case Return():
                return self._return(action)
            case Collect() | Decline():
                return self._collect(action)

    def _settle(self, district: District) -> Choice:
        index = PRODUCTION_INDEX[district.code]
        if index == CORN_INDEX:
            hint = _("a farmer: {corn} corn per harvest").format(corn=CORN_OF_A_FARMER)
        else:
            hint = _("a {profession}: 1 {good} for {corn} corn").format(
                profession=PEOPLE[index].one, good=GOOD[GOOD_OF[district.code]].name, corn=CORN_FOR_A_GOOD
            )
        return _place(district, hint)

    def _visit(self, district: District, goods: Counts) -> Choice:
        """A visit to a district with these goods in hand, after paying for a ride."""
        match district.kind:
            case "prod":
                hint = self._of_production(district.code)
            case "temple":
                hint = self._of_temple(district.code, goods)
            case "hire":
                hint = self._of_hire(district.code, goods)
            case "house":
                hint = self._of_house(district.code, goods)
            case "market":
                hint = _("buy and sell for corn")
            case _:
                hint = self._of_sundial()
        return _place(district, hint)

    def _of_production(self, code: str) -> str:
        index = PRODUCTION_INDEX[code]
        units = self.view.bonuses[index]
        if not units:
            return empty_text(self.view.day)
        parts = [amount_text(units * UNIT[index], GOOD_OF[code])]
        own = self.seat.incas[index]
        if own and index == CORN_INDEX:
            parts.append(
                _("plus {corn} from {people}").format(people=people_text(index, own), corn=CORN_OF_A_FARMER * own)
            )
        elif own:
            parts.append(people_text(index, own))
        others = sum(seat.incas[index] for seat in self.view.seats) - own
        if others:
            parts.append(
                ngettext("{number} of other players", "{number} of other players", others).format(number=others)
            )
        return enumerated(parts)

    def _of_temple(self, code: str, goods: Counts) -> str:
        stones = self.view.stones[TEMPLE_INDEX[code]]
        if not stones:
            return empty_text(self.view.day)
        steps_text = ngettext("{stones} stone: {steps} steps", "{stones} stones: {steps} steps", stones).format(
            stones=stones, steps=STONE_STEPS * stones
        )
        if code == MAIN_TEMPLE:
            return clauses([steps_text, _("goods: {steps} steps each").format(steps=OFFER_STEPS)])
        kind = temples.KIND_OF[code]
        most = min(self.seat.priests[kind], goods[LLAMA_INDEX])
        if not most:
            return steps_text
        steps = temples.steps(self.view.rows, kind)
        llamas = ngettext("{llamas} llama: {steps} steps", "{llamas} llamas: {steps} steps", most)
        return clauses([steps_text, llamas.format(llamas=most, steps=most * steps)])

    def _of_hire(self, code: str, goods: Counts) -> str:
        if not self.seat.supply:
            return _("you have no Incas left")
        return _payable(
            goods, ((str(PEOPLE[PRODUCTION_INDEX[place]].one), hire.cost((place,))) for place in hire.PLACES[code])
        )

    def _of_house(self, code: str, goods: Counts) -> str:
        left_here = [kind for kind in KINDS[code] if self.view.rows[PRIEST_INDEX[kind]]]
        if not left_here:
            return _("all taken")
        return _payable(goods, ((str(PRIEST[kind].short), PRIEST_COSTS[PRIEST_INDEX[kind]]) for kind in left_here))

    def _of_sundial(self) -> str:
        if not any(self.seat.incas):
            return _("no Inca to recall")
        when = _("tonight") if self.view.day < LAST_DAY else _("at once")
        return _("send an Inca: {goods} goods and {steps} steps {when}").format(
            goods=SUNDIAL_GOODS, steps=SUNDIAL_STEPS, when=when
        )

    def _moon(self, action: Moon) -> Choice:
        tile = TILE[action.tile]
        when = _("tonight") if self.view.day < LAST_DAY else _("at once")
        pays = action.tile not in WALKS and action.tile != CORN
        hint = _("pay {corn} corn {when}").format(corn=CORN_FOR_A_MOON_GOOD, when=when) if pays else when
        if len(TILES) - len(self.view.tiles) == TILES_UNTIL_NIGHT - 1:
            hint = _("{hint}; ends the day").format(hint=hint)
        return Choice("", str(tile.name), hint, target=f"moon-{tile.word}", icon=tile.icon)

    def _produce(self, action: Produce) -> Choice:
        index = PRODUCTION_INDEX[self.view.place]
        corn = self.seat.goods[CORN_INDEX]
        rest = corn - CORN_FOR_A_GOOD * action.number
        if not action.number:
            return _nothing(_("Nothing"), _("you keep {corn} corn").format(corn=corn))
        good = GOOD[GOOD_OF[self.view.place]]
        most = production.most(self.seat, index)
        return Choice(
            "",
            amount_text(action.number, GOOD_OF[self.view.place]),
            _("for {corn} corn; leaves {rest}").format(corn=corn - rest, rest=rest),
            target=self._amount(action.number, most),
            icon=good.icon,
        )

    def _sacrifice(self, action: Sacrifice) -> Choice:
        llamas = self.seat.goods[LLAMA_INDEX]
        if not action.number:
            hint = ngettext("you keep your llama", "you keep {llamas} llamas", llamas).format(llamas=llamas)
            return _nothing(_("Nothing"), hint)
        kind = temples.KIND_OF[self.view.place]
        steps = action.number * temples.steps(self.view.rows, kind)
        return Choice(
            "",
            ngettext("{number} llama", "{number} llamas", action.number).format(number=action.number),
            walk_text(self.seat.scout, steps, len(self.view.deck)),
            target=self._amount(action.number, temples.most(self.seat, kind)),
            icon="g-llama",
        )

    def _amount(self, number: int, most: int) -> str:
        """The places on the map that stand for an amount: its own chip, and for the maximum also the district."""
        return f"{answer_place(number)} district-{self.view.place}" if number == most else answer_place(number)

    def _offer(self, action: Offer) -> Choice:
        if not action.goods:
            return _nothing(_("Nothing"), _("you keep your goods"), target="")
        walk = walk_text(self.seat.scout, OFFER_STEPS * len(action.goods), len(self.view.deck))
        rest = left(self.seat.goods, _units(action.goods))
        return Parcel(
            "",
            units_text(action.goods),
            clauses([walk, _("leaves {rest}").format(rest=rest)]),
            icons=tuple(GOOD[good].icon for good in action.goods),
        )

    def _hire(self, action: Hire) -> Choice:
        if not action.districts:
            return _nothing(_("Nobody"), _("you keep your goods"))
        people = [str(PEOPLE[PRODUCTION_INDEX[code]].one) for code in action.districts]
        cost = hire.cost(action.districts)
        return Parcel(
            "",
            capfirst(listed(people)),
            _("for {cost}; leaves {rest}").format(cost=goods_text(cost), rest=left(self.seat.goods, cost)),
            target=" ".join(f"district-{code}" for code in action.districts),
            icons=tuple(DISTRICT[code].icon for code in action.districts),
        )

    def _take(self, action: Take) -> Choice:
        if action.priest is None:
            return _nothing(_("Nobody"), _("you keep your goods"))
        kind = PRIEST_INDEX[action.priest]
        priest = PRIEST[action.priest]
        cost = PRIEST_COSTS[kind]
        worth = PRIEST_STEPS[kind][PRIEST_COUNTS[kind] - self.view.rows[kind]]
        hint = _("for {cost}; a llama is then worth {steps} steps").format(cost=goods_text(cost), steps=worth)
        return Choice("", str(priest.name), hint, target=f"row-{priest.word}", kind="house", icon=priest.icon)

    def _adjust(self, action: Adjust) -> Choice:
        good = GOOD[action.good]
        count = self.view.market[WARE_INDEX[action.good]] + action.by
        label = _("Add 1 {good}") if action.by > 0 else _("Remove 1 {good}")
        hint = _("sells for {sell}, costs {buy}").format(sell=market.SELL_PRICES[count], buy=market.BUY_PRICES[count])
        where = "more" if action.by > 0 else "less"
        return Choice("", label.format(good=good.name), hint, target=f"{where}-{good.word}", icon=good.icon)

    def _trade(self, action: Sell | Buy) -> Choice:
        good = GOOD[action.good]
        count = self.view.market[WARE_INDEX[action.good]]
        own = self.seat.goods[GOOD_INDEX[action.good]]
        corn = self.seat.goods[CORN_INDEX]
        if isinstance(action, Sell):
            price, at_bank = market.SELL_PRICES[count], count == len(PRICES)
            own, corn = own - 1, corn + price
        else:
            price, at_bank = market.BUY_PRICES[count], count == 0
            own, corn = own + 1, corn - price
        hint = _("leaves {rest}").format(rest=enumerated([amount_text(own, action.good), amount_text(corn, CORN)]))
        if at_bank:
            hint = _("bank price; {hint}").format(hint=hint)
        label = _("{good}: {price} corn").format(good=str(good.name).capitalize(), price=price)
        return Choice("", label, hint, target=f"{str(action).split()[0]}-{good.word}", icon=good.icon)

    def _recall(self, action: Recall) -> Choice:
        if action.district is None:
            return _nothing(_("Nobody"), _("your Incas stay put"))
        index = PRODUCTION_INDEX[action.district]
        district = DISTRICT[action.district]
        hint = _("leaves {people} there").format(people=people_text(index, self.seat.incas[index] - 1))
        label = _("A {profession}").format(profession=PEOPLE[index].one)
        return Choice("", label, hint, target=f"district-{district.code}", icon=district.icon)

    def _reward(self, action: Reward) -> Choice:
        gain = _units(action.goods)
        after = [(own + more) if more else 0 for own, more in zip(self.seat.goods, gain, strict=True)]
        return Parcel(
            "",
            units_text(action.goods),
            _("you’ll have {goods}").format(goods=goods_text(after)),
            icons=tuple(GOOD[good].icon for good in action.goods),
        )

    def _return(self, action: Return) -> Choice:
        assert self.seat.cards is not None
        kept = [letters for letters in self.seat.cards if letters not in action.cards]
        points = sum(card_points(self.seat, letters).points for letters in kept)
        hint = ngettext("you keep {points} point, {gold} gold", "you keep {points} points, {gold} gold", points).format(
            points=points, gold=sum(GOLD[letters] for letters in kept)
        )
        cards = [card(letters) for letters in action.cards]
        return Parcel(
            "",
            clauses(each.name for each in cards),
            hint,
            target=f"hand-{action.cards[0]}" if len(cards) == 1 else "",
            icons=tuple(name for each in cards for name in pictures(each)),
        )

    def _collect(self, action: Collect | Decline) -> Choice:
        good = GOOD[action.good]
        corn = self.seat.goods[CORN_INDEX]
        if isinstance(action, Decline):
            return _nothing(
                _("No, leave it"), _("you keep {corn} corn").format(corn=corn), target=f"decline-{good.word}"
            )
        label = _("1 {good} for {corn} corn").format(good=good.name, corn=CORN_FOR_A_MOON_GOOD)
        hint = _("you keep {corn} corn").format(corn=corn - CORN_FOR_A_MOON_GOOD)
        return Choice("", label, hint, target=f"moon-{good.word}", icon=good.icon)


def _units(words: Iterable[str]) -> Counts:
    """One unit each of some goods, as five counts."""
    counts = NOTHING
    for word in words:
        counts = shifted(counts, GOOD_INDEX[word], UNIT[GOOD_INDEX[word]])
    return counts


def _nothing(label: str, hint: str, target: str = answer_place(0)) -> Choice:
    """The choice to give or take nothing."""
    return Choice("", label, hint, target=target, icon="lu-ban")


def _payable(goods: Counts, people: Iterable[tuple[str, Counts]]) -> str:
    """In words, the people that these goods can pay for, and the goods that are missing for each of the others."""
    payable, said = [], []
    for name, cost in people:
        if covers(goods, cost):
            payable.append(name)
        else:
            short = goods_text(max(0, price - own) for price, own in zip(cost, goods, strict=True))
            said.append(_("{name}: {goods} short").format(name=name, goods=short))
    if payable:
        said.insert(0, _("can afford: {people}").format(people=enumerated(payable)))
    return clauses(said)


def _place(district: District, hint: str) -> Choice:
    """A choice with a district's picture; the menu fills in its value and key."""
    kind = "" if district.kind == "prod" else district.kind
    return Choice("", str(district.name), hint, target=f"district-{district.code}", kind=kind, icon=district.icon)


def pictures(shown: Card) -> tuple[str, ...]:
    """The icons of a card."""
    return tuple(name for name, _word in shown.icons)
