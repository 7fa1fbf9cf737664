"""The actions: frozen values whose `str()` is their notation."""

from __future__ import annotations

from dataclasses import dataclass

NONE = "none"


@dataclass(frozen=True, slots=True)
class Settle:
    """Put the first Inca on a production district, free of charge (PRI 2)."""

    district: str

    def __str__(self) -> str:
        return f"settle {self.district}"


@dataclass(frozen=True, slots=True)
class Go:
    """Move the prince to an adjacent district, or to any on a seat's first turn (PRI 3)."""

    district: str

    def __str__(self) -> str:
        return f"go {self.district}"


@dataclass(frozen=True, slots=True)
class Jump:
    """Pay a llama and move the prince to a district that is not adjacent (PRI 3)."""

    district: str

    def __str__(self) -> str:
        return f"jump {self.district}"


@dataclass(frozen=True, slots=True)
class Moon:
    """Stay, and take a moon tile (PRI 3)."""

    tile: str

    def __str__(self) -> str:
        return f"moon {self.tile}"


@dataclass(frozen=True, slots=True)
class Produce:
    """Let a number of Incas produce, paying with corn (PRI 5.1)."""

    number: int

    def __str__(self) -> str:
        return f"produce {self.number}"


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """Sacrifice a number of llamas, one for each priest (PRI 5.2)."""

    number: int

    def __str__(self) -> str:
        return f"sacrifice {self.number}"


@dataclass(frozen=True, slots=True)
class Offer:
    """Give one unit each of different goods in the Main Temple, or none (PRI 5.3)."""

    goods: tuple[str, ...]

    def __str__(self) -> str:
        return f"offer {'+'.join(self.goods) or NONE}"


@dataclass(frozen=True, slots=True)
class Hire:
    """Set up an Inca on each of these districts, or none (PRI 5.4)."""

    districts: tuple[str, ...]

    def __str__(self) -> str:
        return f"hire {'+'.join(self.districts) or NONE}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a priest or a Virgin of the Sun, or none (PRI 5.5)."""

    priest: str | None

    def __str__(self) -> str:
        return f"take {self.priest or NONE}"


@dataclass(frozen=True, slots=True)
class Adjust:
    """Put one good from the bank on the market, or remove one, before trading (PRI 7.3)."""

    good: str
    by: int

    def __str__(self) -> str:
        return f"market {'+' if self.by > 0 else '-'}{self.good}"


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell one good on the market (PRI 7)."""

    good: str

    def __str__(self) -> str:
        return f"sell {self.good}"


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy one good on the market (PRI 7)."""

    good: str

    def __str__(self) -> str:
        return f"buy {self.good}"


@dataclass(frozen=True, slots=True)
class Done:
    """Leave the market (PRI 7.3)."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Recall:
    """Move one of one's own Incas from a production district to the Sundial, or none (PRI 5.7)."""

    district: str | None

    def __str__(self) -> str:
        return f"recall {self.district or NONE}"


@dataclass(frozen=True, slots=True)
class Reward:
    """Receive one unit each of three different goods for an Inca on the Sundial (PRI 5.7)."""

    goods: tuple[str, ...]

    def __str__(self) -> str:
        return f"goods {'+'.join(self.goods)}"


@dataclass(frozen=True, slots=True)
class Return:
    """Put sacrifice cards from the hand under the deck, in card order (PRI 9.1)."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"return {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Collect:
    """Pay for the good on a moon tile and receive it (PRI 9.2)."""

    good: str

    def __str__(self) -> str:
        return f"collect {self.good}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the good on a moon tile (PRI 9.2)."""

    good: str

    def __str__(self) -> str:
        return f"decline {self.good}"


Action = (
    Settle
    | Go
    | Jump
    | Moon
    | Produce
    | Sacrifice
    | Offer
    | Hire
    | Take
    | Adjust
    | Sell
    | Buy
    | Done
    | Recall
    | Reward
    | Return
    | Collect
    | Decline
)
