"""The lesson of Maya: seven moments of one duel against the Chinchilla."""

from __future__ import annotations

from common.sentences import gettext as _
from common.sentences import gettext_lazy
from games.pages.boards.lesson_script import Lesson, Reply, Step, Tried
from games.titles.maya.board.words import BY_LETTER
from games.titles.maya.rules.state import Swap


def _meets(tried: Tried) -> str:
    """The reply to a swap that joins nothing: which colours meet at the cut."""
    swap: Swap = tried.action
    first, second = (tried.after.towers[number - 1] for number in (swap.first, swap.second))
    upper = swap.level - 1
    return _(
        "From level {level} up, the two towers change places. In tower {first}, {above} lands on {below}; in "
        "tower {second}, {above_too} lands on {below_too}. Different colours, so nothing is joined."
    ).format(
        level=swap.level,
        first=swap.first,
        above=BY_LETTER[first[upper]].name,
        below=BY_LETTER[first[upper - 1]].name,
        second=swap.second,
        above_too=BY_LETTER[second[upper]].name,
        below_too=BY_LETTER[second[upper - 1]].name,
    )


NOTHING_JOINED = Reply("swap .*", _meets)

JOIN = Step(
    title=gettext_lazy("Swap the tops"),
    tells=(
        gettext_lazy(
            "Nine pyramids, five levels each, a jumble of nine colours. You are White and the Chinchilla is "
            "Black. At the end, points are counted tower by tower: 1 for the most ladders, 1 for each of your "
            "priests."
        ),
        gettext_lazy(
            "Each turn is one swap: cut two neighbouring towers at the same level, and everything from there up "
            "changes places. When a piece lands on one of its own colour, the two are joined and you lean a "
            "ladder there."
        ),
    ),
    task=gettext_lazy("Make a swap that joins two pieces."),
    plies=3,
    right=Reply(
        "swap (1-4@4|2-5@2|4-5@3|4-7@2|5-8@4)",
        gettext_lazy(
            "Joined, and your ladder is up. Gold clamps mean nobody can ever part these two. Then the monolith "
            "moved between the two towers and the raven to your cut: more on that in a moment."
        ),
    ),
    wrong=(NOTHING_JOINED,),
    rule="MAY-3",
    subjects=("goal", "turn"),
)

MONOLITH_AND_RAVEN = Step(
    title=gettext_lazy("Monolith and raven"),
    tells=(
        gettext_lazy(
            "Every swap leaves its mark. The monolith stands between its two towers and blocks both for a turn: "
            "look for the dark floor. The raven sits at the level of the cut, and nobody may cut there."
        ),
        gettext_lazy(
            "So towers 5 and 8 are blocked now, and so is level 4. Each yellow tab on the board is a swap you "
            "can still make; the number is the level of the cut."
        ),
    ),
    task=gettext_lazy("Find the only swap on the board that joins something."),
    plies=7,
    right=Reply(
        "swap 1-2@5",
        gettext_lazy(
            "Only the very tips change places, and turquoise lands on turquoise. Bright yellow tabs show which "
            "swaps join; while you’re learning, it pays to see why."
        ),
    ),
    wrong=(NOTHING_JOINED,),
    rule="MAY-3",
    subjects=("turn", "choices"),
)

TWO_LADDERS = Step(
    title=gettext_lazy("Two birds, one swap"),
    tells=(
        gettext_lazy(
            "A swap has two ends. If it joins something at both towers, you place a ladder at each. A tower has "
            "as many ladder places as it has neighbours: two at the corners, three at the edges, four in the "
            "centre."
        ),
    ),
    task=gettext_lazy("Win two ladders with one swap."),
    plies=13,
    right=Reply(
        "swap 4-5@5",
        gettext_lazy("Pink on pink at tower 4, purple on purple at tower 5: two ladders, and both tops fit like lids."),
    ),
    wrong=(
        Reply(
            "swap (7-8|8-9)@3",
            gettext_lazy("That joins at only one of the two towers: one ladder. Another swap joins at both."),
        ),
        NOTHING_JOINED,
    ),
    rule="MAY-4.3",
    subjects=("choices",),
)

HOME = Step(
    title=gettext_lazy("Bases never move"),
    tells=(
        gettext_lazy(
            "Joined pieces travel together from now on. But the lowest level never moves, and each colour has "
            "just one base: the only place where all five of its pieces can ever stand together. A finished "
            "tower earns a priest."
        ),
        gettext_lazy("Two swaps join something here. One of them starts a tower on its own base."),
    ),
    task=gettext_lazy("Join a piece to the base of its own colour."),
    plies=17,
    right=Reply(
        "swap 5-6@2",
        gettext_lazy(
            "Green is on its base at tower 5: two of five. The priest goes to the player who finishes it, and "
            "that might not be you."
        ),
    ),
    wrong=(
        Reply(
            "swap 4-5@3",
            gettext_lazy(
                "Turquoise joins turquoise and you get a ladder, so the swap is sound. But tower 4 has an orange "
                "base: it can never turn all turquoise. Look for a colour that comes home."
            ),
        ),
        NOTHING_JOINED,
    ),
    rule="MAY-4.4",
    subjects=("choices", "goal"),
)

MAJORITY = Step(
    title=gettext_lazy("Who has more?"),
    tells=(
        gettext_lazy(
            "A tower gives 1 point to the player with more ladders there; in a tie, nobody scores. “Towers now” "
            "beside the board keeps count for you. In the centre, tower 5, the Chinchilla leads two to one, and "
            "one of the four places is free."
        ),
    ),
    task=gettext_lazy("Take tower 5’s point away from the Chinchilla."),
    plies=25,
    right=Reply(
        "swap 4-5@[35]",
        gettext_lazy(
            "Two all, and every place is taken: nobody will ever get this point now. Taking one away is as good "
            "as winning one."
        ),
    ),
    wrong=(
        Reply(
            "swap 1-4@2",
            gettext_lazy(
                "A good swap that earns a ladder and brings yellow home, but you already lead at tower 1. The "
                "task is tower 5."
            ),
        ),
        Reply(
            "swap 2-5@5",
            gettext_lazy(
                "Orange joins at tower 2, where you already lead two to nil. A third ladder there adds no points."
            ),
        ),
        Reply(
            "swap 4-7@5",
            gettext_lazy(
                "Green joins at tower 4, but its three places are full: no ladder, and tower 5 stays as it is."
            ),
        ),
        NOTHING_JOINED,
    ),
    rule="MAY-4.7",
    subjects=("scoring",),
)

PRIEST = Step(
    title=gettext_lazy("A priest, and then another"),
    tells=(
        gettext_lazy(
            "Two towers can be finished now: tower 3 in turquoise, tower 6 in purple. Finish a tower and you put "
            "a priest on it, no matter whose ladders are there. It’s tempting to start with the one that earns a "
            "ladder too."
        ),
        gettext_lazy(
            "Think one turn ahead. After swapping towers 3 and 6, both are blocked and the raven sits at level "
            "2. A finished tower can never be cut again."
        ),
    ),
    task=gettext_lazy("Finish one tower so that you can finish the other next turn."),
    plies=29,
    then=("swap 5-8@3",),
    right=Reply(
        "swap 3-6@2",
        gettext_lazy(
            "A priest on turquoise. With tower 6 and level 2 blocked, the Chinchilla couldn’t touch the purple "
            "block. It fiddled with towers 5 and 8, and now 6 and 9 from level 2 are yours: the second priest."
        ),
    ),
    wrong=(
        Reply(
            "swap 6-9@2",
            gettext_lazy(
                "A priest and a ladder, but the turquoise block goes to tower 9, and the tower you’ve just "
                "finished walls off its way back to its base. Do it the other way round."
            ),
        ),
        NOTHING_JOINED,
    ),
    rule="MAY-4.4",
    subjects=("choices", "scoring"),
)

LAST_SWAP = Step(
    title=gettext_lazy("The last swap"),
    tells=(
        gettext_lazy(
            "The game ends when the player to move has no legal swap. You have three left, and after any of them "
            "the Chinchilla has none: this is the last one."
        ),
        gettext_lazy(
            "Right now it’s 6 points each, with equal priests, but the Chinchilla has more ladders, and that "
            "would decide it. At tower 8 you have one ladder each."
        ),
    ),
    task=gettext_lazy("Win."),
    plies=33,
    right=Reply(
        "swap 8-9@2",
        gettext_lazy(
            "Pink on pink, one more ladder at tower 8, and you win 7 to 6. With three or four players there are "
            "no ladders: everyone builds for secret task cards instead. The rules explain how."
        ),
    ),
    wrong=(
        Reply(
            "swap 7-8@5",
            gettext_lazy("Nothing is joined and the game ends 6 all. The Chinchilla wins on ladders, nibbling."),
        ),
        Reply(
            "swap 8-9@5",
            gettext_lazy(
                "Orange joins at tower 9, but both ladder places in that corner are taken: no ladder, 6 all, and "
                "the Chinchilla wins on ladders."
            ),
        ),
    ),
    rule="MAY-4.6",
    subjects=("end", "scoring"),
)

LESSON = Lesson("maya", (JOIN, MONOLITH_AND_RAVEN, TWO_LADDERS, HOME, MAJORITY, PRIEST, LAST_SWAP))
