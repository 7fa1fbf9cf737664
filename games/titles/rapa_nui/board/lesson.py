"""The lesson of Rapa Nui: nine moments of one game against the Chinchilla."""

from common.sentences import gettext_lazy as _
from games.pages.learn.lessons.script import Lesson, Reply, Step

TAKE_AND_UNCOVER = Step(
    title=_("One for you, one for all"),
    tells=(
        _("You lead a clan and want the most points when the deck runs out: from glory, Moai and sacrifice cards."),
        _(
            "A turn is short. You play a card from your hand to your table; you have just played a Mulberry food "
            "card. Then you draw one from the front of a column, and the card that comes to light behind it "
            "scores for everyone who has that kind on the table. You and the Chinchilla have one Lumberjack each."
        ),
    ),
    task=_("Draw so that the card you uncover brings you something."),
    plies=1,
    right=Reply(
        "draw 2",
        _(
            "You take a Lumberjack, and the Lumberjack behind it scores: 1 wood for each Lumberjack on a table. That "
            "is 1 for you and, alas, 1 for the Chinchilla. What is uncovered counts for all."
        ),
    ),
    wrong=(
        Reply(
            "draw [14]",
            _(
                "That uncovers a Sweet potato, and nobody has a food card of Sweet potato on the table yet. "
                "Nothing scores."
            ),
        ),
        Reply("draw 3", _("That uncovers a Moai. Nobody has built one yet, so nobody gets anything.")),
    ),
    rule="RAP-3.3",
    subjects=("goal", "turn"),
)

FEED_YOURSELF = Step(
    title=_("Whom does it feed?"),
    tells=(
        _(
            "Two turns later. Food cards work differently from Lumberjacks: if you have at least one of the "
            "scored type, you take a sacrifice card of it. And a sole majority, of two or more, brings 1 extra."
        ),
        _("Look at “On the tables”: the Chinchilla has two Lumberjacks now, and you are the only one with Mulberry."),
    ),
    task=_("Draw so that you get something and the Chinchilla gets nothing."),
    plies=9,
    right=Reply(
        "draw 4",
        _(
            "Mulberry behind Mulberry: you alone have such a food card, so you alone take a card. Sacrifice "
            "cards are points at the end; how many, we shall see."
        ),
    ),
    wrong=(
        Reply(
            "draw [12]",
            _(
                "A Lumberjack would score: 1 wood for you, but 3 for the Chinchilla, who has two Lumberjacks and "
                "so the sole majority."
            ),
        ),
        Reply(
            "draw 3",
            _(
                "You would take a fine Moai, but the Sweet potato behind it brings a card to both of you: the "
                "Chinchilla has such a food card too."
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
            "You choose twice a turn: first what to play, then what to uncover. The two belong together. Behind "
            "the Sweet potato of column 1 is a Lumberjack; you and the Chinchilla have two Lumberjacks each, so "
            "neither has the most."
        ),
    ),
    task=_("Play the card that makes this Lumberjack worth most to you."),
    plies=23,
    then=("draw 1",),
    right=Reply(
        "play lumberjack",
        _(
            "Three against two: the sole majority is yours. We drew the Sweet potato for you, the Lumberjack "
            "behind it scored, and you got 3 wood and 1 more, the Chinchilla only 2."
        ),
    ),
    wrong=(
        Reply(
            "play (fish|grain)",
            _(
                "A food card too many is never wrong, but it leaves you tied at two Lumberjacks: uncover one, "
                "and both of you get the same 2 wood."
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
            "What is wood for? Above all for this. A Moai costs 7 wood, is worth 4 points at the end, and makes "
            "everyone sacrifice a card. You have saved exactly 7, and there is a Moai in your hand."
        ),
    ),
    task=_("Raise the Moai."),
    plies=50,
    then=("offer potato",),
    right=Reply(
        "play moai",
        _(
            "There it is. Now everyone sacrifices: the Chinchilla had to sacrifice a card face up, a Sweet "
            "potato. Your own follows face down, and then one from the supply."
        ),
    ),
    wrong=(
        Reply(
            "buy .*",
            _("A purchase comes before playing and costs wood: with less than 7 left there is no Moai this turn."),
        ),
        Reply("play lumberjack", _("More wood later is good, but you have the 7 already. Moai are what it is for.")),
        Reply(
            "play potato",
            _(
                "A second Sweet potato food card gives you the most of them. Fine another time: the Moai can be "
                "paid now."
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
            "The type that lies on the stone most often is worth 3 a card at the end, the next 2, then 1, then 0. "
            "Types that lie there equally often are worth the same. You have laid a Fish face down, as your "
            "builder's secret."
        ),
        _(
            "You own seven Mulberry cards. On the stone lie two Sweet potatoes and one Mulberry. As the builder "
            "you add one card from the supply; it costs you nothing."
        ),
    ),
    task=_("Add the card that makes your seven Mulberries worth most."),
    plies=53,
    right=Reply(
        "add mulberry",
        _(
            "Two and two: Mulberry and Sweet potato now share the lead, and as far as you can see each is worth 3. "
            "Your seven Mulberries went from 14 points to 21. The Chinchilla has a card face down there too, and the "
            "next Moai may change it all."
        ),
    ),
    wrong=(
        Reply(
            "add fish",
            _("With your hidden one Fish would be worth 3, and you have just given your last Fish away. A pity."),
        ),
        Reply(
            "add potato",
            _("Sweet potato leads already. Your three of them stay at 3 each, and the seven Mulberries stay at 2."),
        ),
        Reply("add grain", _("Grain would rise to 2, level with Mulberry. You have only two Grain cards for it.")),
    ),
    rule="RAP-6.2",
    subjects=("scoring", "choices"),
)

BARGAIN = Step(
    title=_("A bargain"),
    tells=(
        _(
            "Before you play you may buy one sacrifice card. It costs 5 wood, 1 less for each food card of its "
            "type on your table. The button tells price and present worth, the stone shows why."
        ),
    ),
    task=_("Buy the card that gives most points for the least wood."),
    plies=70,
    right=Reply(
        "buy mulberry",
        _(
            "Three Mulberry food cards bring the price down to 2 wood, for a card worth 3 points. Wood itself is "
            "worth only 1 point for 5 at the end. After buying you still play a card."
        ),
    ),
    wrong=(
        Reply(
            "buy potato",
            _("Also worth 3, but you have only two food cards of Sweet potato: it costs 3 wood. There is better."),
        ),
        Reply("buy fish", _("One Fish food card only: 4 wood, and the card is worth 2. Not today.")),
        Reply("buy grain", _("4 wood for a single point. The merchants will love you.")),
        Reply(
            "play .*",
            _("You may do without buying. But 2 wood for 3 points is a bargain you get only before you play."),
        ),
    ),
    rule="RAP-3.1",
    subjects=("turn", "choices"),
)

TWO_AT_ONCE = Step(
    title=_("Two at once"),
    tells=(
        _(
            "Food cards of one type may be played together: two cost 1 wood, three cost 2. You then draw as many "
            "cards, one after the other, and only what the last draw uncovers scores. The first ones just dig."
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
    wrong=(Reply("play fish", _("That is one Fish. The other stays in your hand, and in hand it earns nothing.")),),
    rule="RAP-3.2",
    subjects=("turn", "choices"),
)

GLORY_OR_WOOD = Step(
    title=_("A question out of turn"),
    tells=(
        _(
            "The Chinchilla has uncovered a Moai. It scores for everyone who has built one, and everyone "
            "chooses: glory, a point each, or wood. So the game asks you in the middle of the Chinchilla's turn."
        ),
        _(
            "You have no wood, and two cards are left in the deck. The cheapest sacrifice card would cost you 2 wood; "
            "at the end 5 wood make 1 point."
        ),
    ),
    task=_("Take what is worth more to you now."),
    plies=108,
    right=Reply(
        "glory",
        _(
            "A point is a point. Early in the game wood is better, for it builds the next Moai; late, glory is, unless "
            "the wood buys you more than a point at once."
        ),
    ),
    wrong=(
        Reply(
            "wood",
            _(
                "One wood builds no Moai and buys no card, neither now nor on your next turn, and at the end 5 wood "
                "make a single point."
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
            "The deck is empty. The game ends at once when a column is emptied and nothing is left to fill it; "
            "what is drawn last scores nothing. Then points are counted: glory, 4 for each Moai, 1 for every 5 "
            "wood, and the sacrifice cards by the stone."
        ),
        _(
            "You have counted along, as good players do. Only the Chinchilla's card face down on the stone is "
            "unknown. If it is one of the types that everyone offers, Mulberry or Sweet potato, you lead by a "
            "point or two. One more turn of the Chinchilla's and that is over."
        ),
    ),
    task=_("End the game while you lead."),
    plies=116,
    right=Reply(
        "draw 4",
        _(
            "Column 4 is empty, the deck too: the end. The cards on the stone are turned up, the Chinchilla's was a "
            "Sweet potato, and you win 70 to 69. The points are laid out above the board, part by part. What you hold "
            "in hand counts nothing, not even two Moai."
        ),
    ),
    wrong=(
        Reply(
            "draw [13]",
            _(
                "A Lumberjack scores for both of you, and the game continues: the Chinchilla moves next and "
                "needs very little."
            ),
        ),
        Reply(
            "draw 2",
            _("A Moai scores, a point for each of you. Nothing is gained on the Chinchilla, and it moves next."),
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
