"""The lesson of Rapa Nui: nine moments of one game against the Chinchilla."""

from common.sentences import gettext_lazy as _
from games.pages.boards.lesson_script import Lesson, Reply, Step

TAKE_AND_UNCOVER = Step(
    title=_("One for you, one for all"),
    tells=(
        _(
            "You lead a clan and want the most points by the time the deck runs out: from glory, Moai and "
            "sacrifice cards."
        ),
        _(
            "Turns are short. You play a card from your hand to your table: you’ve just played a Mulberry food "
            "card. Then you draw a card from the front of a column, and the card uncovered behind it scores for "
            "everyone who has that kind on the table. You and the Chinchilla have one Lumberjack each."
        ),
    ),
    task=_("Draw so that the card you uncover scores for you."),
    plies=1,
    right=Reply(
        "draw 2",
        _(
            "You take a Lumberjack, and the Lumberjack behind it scores: 1 wood for each Lumberjack on a table. "
            "That’s 1 for you and, alas, 1 for the Chinchilla. What you uncover pays everyone."
        ),
    ),
    wrong=(
        Reply(
            "draw [14]",
            _(
                "That uncovers a Sweet potato, and nobody has a Sweet potato food card on the table yet. Nothing "
                "scores."
            ),
        ),
        Reply("draw 3", _("That uncovers a Moai. Nobody has built one yet, so nobody gets anything.")),
    ),
    rule="RAP-3.3",
    subjects=("goal", "turn"),
)

FEED_YOURSELF = Step(
    title=_("Who gets fed?"),
    tells=(
        _(
            "Two turns later. Food cards work differently: with at least one of the type that scores, you take "
            "one sacrifice card of it. And a sole majority, the most of a kind and at least two, brings 1 extra."
        ),
        _("Look at “On the tables”: the Chinchilla has two Lumberjacks now, and only you have a Mulberry food card."),
    ),
    task=_("Draw so that you get something and the Chinchilla gets nothing."),
    plies=9,
    right=Reply(
        "draw 4",
        _(
            "Mulberry behind Mulberry: only you have a Mulberry food card, so only you take a sacrifice card. "
            "Those are points at the end; how many, we shall see."
        ),
    ),
    wrong=(
        Reply(
            "draw [12]",
            _(
                "A Lumberjack would score: 1 wood for you, but 3 for the Chinchilla, whose two Lumberjacks are "
                "the sole majority."
            ),
        ),
        Reply(
            "draw 3",
            _(
                "You’d take a fine Moai, but the Sweet potato behind it brings you both a sacrifice card: the "
                "Chinchilla has a Sweet potato food card too."
            ),
        ),
    ),
    rule="RAP-5.4",
    subjects=("scoring", "choices"),
)

ALONE_THE_MOST = Step(
    title=_("Sole majority"),
    tells=(
        _(
            "You make two choices a turn: first what to play, then what to uncover. They belong together. Behind "
            "the Sweet potato in column 1 is a Lumberjack; you and the Chinchilla have two Lumberjacks each, so "
            "neither has the majority."
        ),
    ),
    task=_("Play the card that makes that Lumberjack pay you the most."),
    plies=23,
    then=("draw 1",),
    right=Reply(
        "play lumberjack",
        _(
            "Three against two: the sole majority is yours. We drew the Sweet potato for you, the Lumberjack "
            "behind it scored, and you got 3 wood plus 1 extra. The Chinchilla got only 2."
        ),
    ),
    wrong=(
        Reply(
            "play (fish|grain)",
            _(
                "One more food card never hurts, but it leaves you tied on two Lumberjacks: uncover one, and you "
                "both get 2 wood."
            ),
        ),
    ),
    rule="RAP-5",
    subjects=("scoring", "choices"),
)

BUILD = Step(
    title=_("Seven wood and a Moai"),
    tells=(
        _(
            "What is wood for? This, above all. A Moai costs 7 wood, is worth 4 points at the end, and makes "
            "everyone sacrifice. You have saved exactly 7, and there’s a Moai in your hand."
        ),
    ),
    task=_("Build the Moai."),
    plies=50,
    then=("offer potato",),
    right=Reply(
        "play moai",
        _(
            "Up it goes. Now everyone sacrifices: the Chinchilla had to put a card on the stone face up, a Sweet "
            "potato. Yours follows face down, then one from the supply."
        ),
    ),
    wrong=(
        Reply(
            "buy .*",
            _("You buy before you play, and it costs wood: with less than 7 left, there’s no Moai this turn."),
        ),
        Reply("play lumberjack", _("More wood later is good, but you already have your 7. Moai are what it’s for.")),
        Reply(
            "play potato",
            _(
                "A second Sweet potato food card gives you the most of them. Another time, maybe: you can afford "
                "the Moai now."
            ),
        ),
    ),
    rule="RAP-3.2",
    subjects=("choices",),
)

SET_THE_VALUES = Step(
    title=_("The stone decides"),
    tells=(
        _(
            "At the end, the type with the most cards on the stone is worth 3 a card, the next 2, then 1, then "
            "0. Types that tie are worth the same. You have sacrificed a Fish face down: the builder’s secret."
        ),
        _(
            "You own seven Mulberry cards. On the stone are two Sweet potatoes and one Mulberry. As the builder, "
            "you also sacrifice one card from the supply; it costs you nothing."
        ),
    ),
    task=_("Choose the card that makes your Mulberries worth the most."),
    plies=53,
    right=Reply(
        "add mulberry",
        _(
            "Two each: Mulberry and Sweet potato now share the lead, and as far as you can see each is worth 3. "
            "Your seven Mulberries went from 14 points to 21. But the Chinchilla has a face-down card there too, "
            "and the next Moai may change it all."
        ),
    ),
    wrong=(
        Reply(
            "add fish",
            _("Counting your hidden one, Fish would be worth 3, but you’ve just given away your last Fish. A pity."),
        ),
        Reply(
            "add potato",
            _("Sweet potato already leads. Your three stay at 3 each, and your seven Mulberries stay at 2."),
        ),
        Reply("add grain", _("Grain would rise to 2, level with Mulberry. But you have only two Grain cards.")),
    ),
    rule="RAP-6.2",
    subjects=("scoring", "choices"),
)

BARGAIN = Step(
    title=_("A bargain"),
    tells=(
        _(
            "Before you play, you may buy one sacrifice card. It costs 5 wood, 1 less for each food card of its "
            "type on your table. The button shows its price and what it’s worth now; the stone shows why."
        ),
    ),
    task=_("Buy the card that gives the most points for the least wood."),
    plies=70,
    right=Reply(
        "buy mulberry",
        _(
            "Three Mulberry food cards bring the price down to 2 wood, for a card worth 3 points. At the end it "
            "takes 5 wood to make 1 point. After buying, you still play a card."
        ),
    ),
    wrong=(
        Reply(
            "buy potato",
            _("Also worth 3, but you have only two Sweet potato food cards, so it costs 3 wood. You can do better."),
        ),
        Reply("buy fish", _("Only one Fish food card: 4 wood, for a card worth 2. Not today.")),
        Reply("buy grain", _("4 wood for a single point. The merchants will love you.")),
        Reply(
            "play .*",
            _("You don’t have to buy. But 2 wood for 3 points is a bargain, and you can only buy before you play."),
        ),
    ),
    rule="RAP-3.1",
    subjects=("turn", "choices"),
)

TWO_AT_ONCE = Step(
    title=_("Two at once"),
    tells=(
        _(
            "You can play several food cards of one type together: two cost 1 wood, three cost 2. You then draw "
            "as many cards, one at a time, and only what the last draw uncovers scores. The others just dig."
        ),
    ),
    task=_("Play two cards in one turn."),
    plies=97,
    line=("draw 2", "play grain", "draw 3"),
    then=("draw 2", "draw 3"),
    right=Reply(
        "play fish x2",
        _(
            "Four Fish food cards now, and two draws. The first took a Priest, and the Moai behind it scored "
            "nothing. The second took the Mulberry, and the Lumberjack behind it scored: 7 wood for you."
        ),
    ),
    wrong=(Reply("play fish", _("That’s one Fish. The other stays in your hand, where it earns nothing.")),),
    rule="RAP-3.2",
    subjects=("turn", "choices"),
)

GLORY_OR_WOOD = Step(
    title=_("A question out of turn"),
    tells=(
        _(
            "The Chinchilla has uncovered a Moai. It scores for everyone who has built one, and each of you "
            "chooses: glory, a point each, or wood. So the game asks you in the middle of the Chinchilla’s turn."
        ),
        _(
            "You have no wood, and two cards are left in the deck. The cheapest sacrifice card would cost you 2 "
            "wood; at the end, 5 wood make 1 point."
        ),
    ),
    task=_("Take whichever is worth more to you now."),
    plies=108,
    right=Reply(
        "glory",
        _(
            "A point is a point. Early on, wood is better, because it builds your next Moai; later, take glory, "
            "unless the wood buys you more than a point at once."
        ),
    ),
    wrong=(
        Reply(
            "wood",
            _(
                "One wood builds no Moai and buys no card, neither now nor next turn, and at the end it takes 5 "
                "to make a point."
            ),
        ),
    ),
    rule="RAP-5.3",
    subjects=("scoring",),
)

LAST_CARD = Step(
    title=_("The last card"),
    tells=(
        _(
            "The deck is empty. The game ends at once when a column is emptied and nothing is left to refill it; "
            "that last draw scores nothing. Then you count points: glory, 4 for each Moai, 1 for every 5 wood, "
            "and your sacrifice cards at the stone’s rates."
        ),
        _(
            "You have been counting, as good players do. Only the Chinchilla’s face-down card on the stone is "
            "unknown. If it’s one of the types everyone sacrifices, Mulberry or Sweet potato, you lead by a "
            "point or two. One more turn for the Chinchilla, and that’s over."
        ),
    ),
    task=_("End the game while you lead."),
    plies=116,
    right=Reply(
        "draw 4",
        _(
            "Column 4 is empty and so is the deck: game over. The cards on the stone are turned up, the "
            "Chinchilla’s was a Sweet potato, and you win 70 to 69. The points are listed above the board, part "
            "by part. Cards left in hand count for nothing, not even two Moai."
        ),
    ),
    wrong=(
        Reply(
            "draw [13]",
            _(
                "A Lumberjack scores for both of you and play continues: the Chinchilla is next, and it needs "
                "very little."
            ),
        ),
        Reply(
            "draw 2",
            _("A Moai scores, a point for each of you. You gain nothing on the Chinchilla, and it moves next."),
        ),
    ),
    rule="RAP-6",
    subjects=("end", "goal"),
)

LESSON = Lesson(
    "rapa_nui",
    (
        TAKE_AND_UNCOVER,
        FEED_YOURSELF,
        ALONE_THE_MOST,
        BUILD,
        SET_THE_VALUES,
        BARGAIN,
        TWO_AT_ONCE,
        GLORY_OR_WOOD,
        LAST_CARD,
    ),
)
