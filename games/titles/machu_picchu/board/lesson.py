"""The lesson of Machu Picchu 1999: six moments of one game against the Chinchilla."""

from __future__ import annotations

from common.sentences import gettext as _
from common.sentences import gettext_lazy
from games.pages.boards.lesson_script import Lesson, Reply, Step, Tried
from games.titles.machu_picchu.board.words import MOVES, ON_STAIRS
from games.titles.machu_picchu.rules.state import Lay

STEER = Step(
    title=gettext_lazy("Four stairs, four priests"),
    tells=(
        gettext_lazy(
            "Each round, a card is laid on every stair, and each card moves one priest one step. The number says "
            "which: the highest of the four moves priest 4, the lowest priest 1. The stair says where: away from "
            "it, towards the other side."
        ),
        gettext_lazy(
            "You want sun stones for your two priests, 4 and 2. The Chinchilla wants them for 3 and 1. It lays "
            "two of the four cards, and in this first round nobody can see what they are."
        ),
    ),
    task=gettext_lazy("Lay the card that sends priest 4 east, onto the field north of the centre."),
    plies=0,
    right=Reply(
        "lay 49 W",
        gettext_lazy(
            "49, and no number goes above 50: almost certainly the highest, so it moves priest 4, and from the "
            "west stair that means east. Very high and very low numbers are safe; anything in between is a "
            "lottery."
        ),
    ),
    wrong=(
        Reply("lay 49 .", lambda tried: _wrong_way(tried)),
        Reply(
            "lay .*",
            lambda tried: _(
                "{number} is far too low: two or three of the other cards will most likely be higher, so it "
                "moves priest 1 or 2."
            ).format(number=tried.action.number),
        ),
    ),
    rule="MAC-3.1",
    subjects=("goal", "turn"),
)

SUN = Step(
    title=gettext_lazy("The sun is out"),
    tells=(
        gettext_lazy(
            "In a sun round, a priest that steps onto a sun field wins the lowest sun stone, and the centre "
            "gives two. In a moon round, only the centre gives one. Stones rise from 1 to 10, so the later ones "
            "are the fat ones."
        ),
        gettext_lazy(
            "Your priest 2 stands just east of the centre. You have a card for it: not your lowest, because a "
            "lower card must be left to move priest 1. The Chinchilla’s first card is face down on the north "
            "stair."
        ),
    ),
    task=gettext_lazy("Try to steer priest 2 into the centre."),
    plies=6,
    then=("lay 23 W", "lay 46 S", "order 4-1"),
    right=Reply(
        "lay 15 E",
        gettext_lazy(
            "It worked. The Chinchilla’s hidden card was an 8, then it laid 23 and you 46: 15 was the second "
            "lowest and moved priest 2 west, into the centre. Stones 1 and 2 are yours. It was likely, not "
            "certain; that’s the game for you."
        ),
    ),
    wrong=(
        Reply(
            "lay [79] E",
            gettext_lazy(
                "The right stair, but a number that low most likely moves priest 1. That would send it over the "
                "wall, which hurts the Chinchilla, but your priest 2 would stay where it is."
            ),
        ),
        Reply(
            "lay 46 .",
            gettext_lazy("46 is a card for priest 4. To reach priest 2, the number must be low, just not the lowest."),
        ),
        Reply("lay .*", lambda tried: _wrong_way(tried)),
    ),
    rule="MAC-4",
    subjects=("scoring", "choices"),
)

WALL = Step(
    title=gettext_lazy("Over the wall"),
    tells=(
        gettext_lazy(
            "A priest sent over the wall gets the next fire stone, −3 to −10, and comes back to its start field. "
            "Taking from the Chinchilla is as good as winning something yourself."
        ),
        gettext_lazy(
            "The Chinchilla’s priest 1 stands in the south-west corner, a5, with one stone. Two of the four "
            "directions lead out. The cards are face down again, and you hold 7, 13, 39 and 46."
        ),
    ),
    task=gettext_lazy("Send priest 1 over the wall, with your surest card."),
    plies=10,
    then=("lay 31 W", "lay 13 S", "lay 27 .", "order 1-4"),
    right=Reply(
        "lay 7 [NE]",
        gettext_lazy(
            "Out it went: fire stone −3, which wipes out the 3 it had won. Priest 1 is back on its start field. "
            "Corners are sun fields, and the most dangerous fields there are."
        ),
    ),
    wrong=(
        Reply(
            "lay 13 [NE]",
            gettext_lazy(
                "That way leads out. But 13 is the lowest of the four only half the time, and your 7 is surer."
            ),
        ),
        Reply(
            "lay (7|13) [SW]",
            gettext_lazy("The right priest, but that way it walks back into the precinct, safe and sound."),
        ),
        Reply(
            "lay (39|46) .",
            gettext_lazy("A high number moves priest 3 or 4. To reach priest 1, it must be the lowest of the four."),
        ),
    ),
    rule="MAC-6.5",
    subjects=("choices", "scoring"),
)

ORDER = Step(
    title=gettext_lazy("Who goes first?"),
    tells=(
        gettext_lazy(
            "Suppose this round had gone differently. Once all four cards are turned up, the round’s start "
            "player, here you, chooses who moves first: from the largest priest to the smallest, or from the "
            "smallest to the largest."
        ),
        gettext_lazy(
            "48 moves priest 4 south, into the centre, which gives one stone in this moon round. But priest 2 is "
            "still there. A priest whose field is taken stays where it is; one that has left makes room. 39 "
            "moves priest 2 west."
        ),
    ),
    task=gettext_lazy("Choose the order that gets priest 4 its stone."),
    plies=10,
    line=("lay 46 W", "lay 31 S", "lay 39 E", "lay 48 N"),
    right=Reply(
        "order 1-4",
        gettext_lazy(
            "Priest 2 left the centre first, and priest 4 stepped in and won the 4. The start player has the last word."
        ),
    ),
    wrong=(
        Reply(
            "order 4-1",
            gettext_lazy(
                "Then priest 4 knocks at the centre while priest 2 is still at home: blocked, and nothing won."
            ),
        ),
    ),
    rule="MAC-6.4",
    subjects=("turn", "choices"),
)

CERTAIN = Step(
    title=gettext_lazy("A sure thing"),
    tells=(
        gettext_lazy(
            "The sun/moon card also says whose cards lie face up. In this sun round, everyone sees everything. "
            "One of your cards leaves no doubt which priest it moves, but that priest, 1, is the Chinchilla’s."
        ),
    ),
    task=gettext_lazy("Lay your surest card so that it wins the Chinchilla nothing."),
    plies=30,
    right=Reply(
        "lay 1 [NEW]",
        gettext_lazy(
            "Nothing is lower than 1, so priest 1 it is, and it finds no sun there. You have also taken that "
            "direction from your own priests: each stair is used only once a round."
        ),
    ),
    wrong=(
        Reply(
            "lay 1 S",
            gettext_lazy(
                "Certain, yes: priest 1 walks north onto a sun field and wins stone 5 for the Chinchilla. Very kind of "
                "you."
            ),
        ),
        Reply(
            "lay 11 .",
            gettext_lazy(
                "Low, but not surely the lowest: whether it moves priest 1 or 2 depends on the other cards. You "
                "hold a surer one."
            ),
        ),
        Reply(
            "lay (29|32) .",
            gettext_lazy(
                "A number from the middle can move any of the four. The percentage beside the card tells you how "
                "little you know."
            ),
        ),
    ),
    rule="MAC-6.3",
    subjects=("choices",),
)

LAST_ROUND = Step(
    title=gettext_lazy("The last round"),
    tells=(
        gettext_lazy(
            "Round 8 is the last. The game also ends after any round in which the five spaces of a depot are "
            "full. Then you each add up the stones of your two priests, fire stones as minus points; the total "
            "can easily be negative."
        ),
        gettext_lazy(
            "You lay face up; the Chinchilla has put its 2 on the west stair. Your priest 2 stands just south of "
            "the centre. It’s a moon round: the centre gives one stone, and the next one is a 5."
        ),
    ),
    task=gettext_lazy("Give priest 2 its best chance of reaching the centre."),
    plies=36,
    then=("lay 22 N", "lay 29 E", "order 4-1"),
    right=Reply(
        "lay 1[01] S",
        gettext_lazy(
            "The Chinchilla’s 2 was the lowest, yours the second lowest: priest 2 went north and won the 5. That "
            "makes it 7 to −5. Above the board you can see where the points came from, priest by priest."
        ),
    ),
    wrong=(
        Reply(
            "lay (29|32) .",
            gettext_lazy("Too high: that most likely moves priest 3, and priest 3 is the Chinchilla’s."),
        ),
        Reply("lay .*", lambda tried: _wrong_way(tried)),
    ),
    rule="MAC-7",
    subjects=("end", "scoring"),
)


def _wrong_way(tried: Tried) -> str:
    """The reply to a card on a wrong stair: where the stair sends the priest."""
    lay: Lay = tried.action
    return _("The right card, but from {stair} the priest {way}. The arrow shows it.").format(
        stair=ON_STAIRS[lay.stair], way=MOVES[lay.stair]
    )


LESSON = Lesson("machu_picchu", (STEER, SUN, WALL, ORDER, CERTAIN, LAST_ROUND))
