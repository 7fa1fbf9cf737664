"""The lesson of the Princes: eight moments of one game against the Chinchilla."""

from __future__ import annotations

from common.sentences import gettext_lazy, ngettext
from games.pages.learn.lessons.script import Lesson, Reply, Step, Tried
from games.titles.princes.rules.actions import Offer
from games.titles.princes.rules.data import OFFER_STEPS

EMPTIED = gettext_lazy("That district has worked today: no bonus lies there, so nothing happens. Nights fill it again.")

HARVEST = Step(
    title=gettext_lazy("Where you go, they work"),
    tells=(
        gettext_lazy(
            "Machu Picchu has fifteen districts. Each turn your prince walks into a neighbouring one; only this first "
            "time anywhere. Where he arrives the district does its work: first for you, then for all who have people "
            "there."
        ),
        gettext_lazy(
            "What counts in the end are secret sacrifice cards, which the Inca trail brings you, and the people "
            "and priests they name. It begins small: you have one Inca, a potter in the Potters' Quarter."
        ),
    ),
    task=gettext_lazy("Send your prince where your own Inca works."),
    plies=2,
    then=("produce 1",),
    right=Reply(
        "go PQ",
        gettext_lazy(
            "You took the bonus, a pottery, for being there. Then your potter made a second one for 1 corn. Had the "
            "Chinchilla potters here, they would have worked too."
        ),
    ),
    wrong=(
        Reply(
            "go CT",
            gettext_lazy(
                "Three corn of bonus would be yours, and three more the Chinchilla's, whose farmer works on these "
                "terraces."
            ),
        ),
        Reply(
            "go (LP|CO|WQ)",
            gettext_lazy(
                "You would take the bonus that lies there and no more: nobody of yours works in that district."
            ),
        ),
        Reply(
            "go (TC|TP|TS|MT)",
            gettext_lazy(
                "A temple: its stone carries your scout three fields up the trail. Soon; but your Inca is not there."
            ),
        ),
        Reply("go (WH|RP)", gettext_lazy("There you set up more Incas, and pay with goods. That comes next.")),
        Reply("go (HP|HV)", gettext_lazy("There you call priests, but with your few goods nobody would come yet.")),
        Reply("go CP", gettext_lazy("The market, open all day. First have something to sell.")),
        Reply("go SD", gettext_lazy("The Sundial turns an Inca back into goods. You have just the one; keep it.")),
    ),
    rule="PRI-5.1",
    subjects=("goal", "turn"),
)

HIRE = Step(
    title=gettext_lazy("What the card says"),
    tells=(
        gettext_lazy(
            "Each sacrifice card shows two kinds of people. At the end it gives a point for each of them that you "
            "have. Yours shows potters and Puma priests; so far that makes 1 point, for your one potter."
        ),
        gettext_lazy(
            "Suppose you had begun in the Royal Palace. Here you may set up planters, potters and weavers, one of "
            "each at most, for the two goods the others make."
        ),
    ),
    task=gettext_lazy("Set up an Inca that your card counts."),
    plies=2,
    line=("go RP",),
    right=Reply(
        "hire PQ",
        gettext_lazy(
            "A second potter: one point more at the end, and two pottery a harvest instead of one. When card and "
            "craft agree, it is a good day."
        ),
    ),
    wrong=(
        Reply(
            "hire (CO|WQ)",
            gettext_lazy(
                "A worker is a worker and brings goods, but your card does not count this kind. Another one pays twice."
            ),
        ),
        Reply("hire none", gettext_lazy("You may save your goods, but goods bring no points in the end. People do.")),
    ),
    rule="PRI-8.1",
    subjects=("scoring", "choices"),
)

MARKET = Step(
    title=gettext_lazy("To market"),
    tells=(
        gettext_lazy(
            "Every good has four places in the market, from 6 down to 3 corn. You sell onto the highest free one "
            "and buy the lowest that lies there. Two of each lie there now, so selling brings 4 and buying costs "
            "5."
        ),
        gettext_lazy(
            "Once a visit, before you trade, you may take one good away or add one: that moves its price; “Shift a"
            " column first” opens the choice. You have three pottery, and too little corn."
        ),
    ),
    task=gettext_lazy("Prepare to sell your pottery for 5 instead of 4."),
    plies=5,
    line=("go CP",),
    then=("sell pottery", "done"),
    right=Reply(
        "market -pottery",
        gettext_lazy(
            "One pottery less on the market, so the 5 was free, and there you sold yours. A second one would have "
            "brought 4 again."
        ),
    ),
    wrong=(
        Reply(
            r"market \+pottery",
            gettext_lazy(
                "The other way: with one pottery more on the market, yours would bring 3. Good only for buyers."
            ),
        ),
        Reply(
            "market .(llama|coca|cloth)",
            gettext_lazy(
                "That moves another price, and there is only one such move in a visit. You want to sell pottery."
            ),
        ),
        Reply(
            "sell .*", gettext_lazy("That sells at 4, and after the first trade the prices cannot be moved any more.")
        ),
        Reply("done", gettext_lazy("Leaving already? Then the visit has brought you the view and nothing else.")),
    ),
    rule="PRI-7.1",
    subjects=("choices",),
)

TEMPLE = Step(
    title=gettext_lazy("Up the trail"),
    tells=(
        gettext_lazy(
            "Cards lie at the end of the Inca trail, and temples lead there: 3 fields for each stone. Then every "
            "priest of that temple may sacrifice a llama, for as many fields as the lowest number its row shows. "
            "Yours are two Virgins of the Sun; their row shows 8."
        ),
        gettext_lazy(
            "The Temple of the Sun is not next door. But for a llama your prince rides to any district. You have "
            "two llamas: one to ride, one to sacrifice."
        ),
    ),
    task=gettext_lazy("Move your scout as far as you can for as little as you can."),
    plies=30,
    then=("sacrifice 1",),
    right=Reply(
        "jump TS",
        gettext_lazy(
            "Two stones, 6 fields; one llama, 8 more: from 1 to 15. Passing the granary brought 3 corn and the "
            "stable a new llama. On field 20 a card waits."
        ),
    ),
    wrong=(
        Reply(
            "jump MT",
            gettext_lazy(
                "The Main Temple has two stones as well. There anyone may give goods, 2 fields for each kind: to "
                "get as far you would need four goods where one llama is enough."
            ),
        ),
        Reply("(go TP|jump (CT|CO|PQ|WQ|TC))", EMPTIED),
        Reply(
            "go HV",
            gettext_lazy(
                "A third Virgin is a fine thing, but it makes the number of the row fall to 7, and your scout stays."
            ),
        ),
        Reply("(go (CP|SD)|jump (WH|RP|HP))", gettext_lazy("Useful some day. Your scout does not move for it now.")),
        Reply(
            "moon .*",
            gettext_lazy(
                "That would be the third moon tile and end the day, with two stones left lying in the temple."
            ),
        ),
    ),
    rule="PRI-5.2",
    subjects=("turn", "choices"),
)

NIGHTFALL = Step(
    title=gettext_lazy("Let it get dark"),
    tells=(
        gettext_lazy(
            "Instead of walking you may stay and take a moon tile, which pays at night. Taking the third of the "
            "day ends it: the others have one more turn, then night falls, what was emptied is filled again, and "
            "the taker begins."
        ),
        gettext_lazy("Look at the city: almost everything is emptied. The Chinchilla has taken two tiles already."),
    ),
    task=gettext_lazy("End the day, so that you begin tomorrow."),
    plies=33,
    right=Reply(
        "moon .*",
        gettext_lazy(
            "The third tile, and with it the sun tile: you begin the new day, before the Chinchilla, with bonuses "
            "everywhere. What your tile says is paid tonight, most of them for 1 corn."
        ),
    ),
    wrong=(
        Reply("(go (CT|TC)|jump (LP|CO|PQ|WQ|TP))", EMPTIED),
        Reply(
            "jump MT",
            gettext_lazy(
                "Six fields for the last two stones: not bad at all, but the Chinchilla would then end the day and "
                "begin."
            ),
        ),
        Reply(
            "(go|jump) .*",
            gettext_lazy(
                "This house is open every day. The player who begins tomorrow takes the best bonus, and that is "
                "decided now."
            ),
        ),
    ),
    rule="PRI-9.2",
    subjects=("turn", "choices"),
)

SUMMIT = Step(
    title=gettext_lazy("Three cards, two back"),
    tells=(
        gettext_lazy(
            "Your scout has reached the end of the trail. You have drawn three cards beside the one you had, and "
            "put any two back under the deck."
        ),
        gettext_lazy(
            "You have one potter and three Virgins. The cards in hand: farmers and Virgins; planters and Condor "
            "priests; potters and weavers; potters and Puma priests."
        ),
    ),
    task=gettext_lazy("Keep as many points as you can."),
    plies=74,
    right=Reply(
        "return od p[tu]",
        gettext_lazy(
            "The three Virgins count 3, the potter 1, and planters and Condor priests you have none. From now on "
            "you know what to collect. The gold on the cards matters only if the Spaniards come."
        ),
    ),
    wrong=(
        Reply(
            "return cv .*",
            gettext_lazy(
                "You have put back the card that counts your three Virgins. Three points, under the deck, just "
                "like that."
            ),
        ),
        Reply(
            "return pt pu",
            gettext_lazy(
                "Then you keep planters and Condor priests, a card that counts nobody of yours. One potter card is"
                " better."
            ),
        ),
    ),
    rule="PRI-8.1",
    subjects=("scoring", "choices"),
)


def _too_few(tried: Tried) -> str:
    """How far an offering takes the scout."""
    offer: Offer = tried.action
    steps = OFFER_STEPS * len(offer.goods)
    return ngettext(
        "That is {steps} field. You could go further: it is the last day, and goods left over bring no points.",
        "That is {steps} fields. You could go further: it is the last day, and goods left over bring no points.",
        steps,
    ).format(steps=steps)


OFFERING = Step(
    title=gettext_lazy("Everything must go"),
    tells=(
        gettext_lazy(
            "The ninth and last day. In the Main Temple everyone may offer goods, one of each kind, 2 fields for "
            "each; three corn are one offering. No priests are needed."
        ),
        gettext_lazy("At the end a scout on fields 7 to 12 is worth 1 point, from 13 on 2. Yours is on 5."),
    ),
    task=gettext_lazy("Offer as much as possible."),
    plies=104,
    then=(r"offer coca\+cloth",),
    right=Reply(
        r"offer corn\+llama\+coca\+pottery\+cloth",
        gettext_lazy(
            "Five offerings, 10 fields, field 15: a granary and a stable on the way, and 2 points if it stays "
            "there. Earlier in the game you would have sold the goods, for a llama at a priest's temple goes "
            "further."
        ),
    ),
    wrong=(
        Reply(
            "offer none", gettext_lazy("You keep your goods, and they will keep you company when the Spaniards come.")
        ),
        Reply("offer .*", _too_few),
    ),
    rule="PRI-5.3",
    subjects=("choices",),
)

THE_END = Step(
    title=gettext_lazy("The Spaniards are coming"),
    tells=(
        gettext_lazy(
            "The game can end in two ways. If all fifteen priests are called, or the last card is drawn, the "
            "city is saved and points decide. If not, the Spaniards come after the ninth day: then the points of "
            "the player with the most gold count three times, of the next twice."
        ),
        gettext_lazy(
            "Your very last turn; you have ridden to the House of Virgins. Two of your cards count Virgins. One "
            "more costs 1 coca, 2 pottery and 1 cloth."
        ),
    ),
    task=gettext_lazy("Make the last turn count."),
    plies=113,
    right=Reply(
        "take virgin",
        gettext_lazy(
            "A Virgin on two cards: 2 points. With 17 gold to 15 you also have the most, and your 10 points count "
            "three times: 30 to 12. Gold lies on the cards, so a hand of cards is a hand of gold."
        ),
    ),
    wrong=(
        Reply(
            "take none",
            gettext_lazy(
                "The goods you save bring no points any more. A Virgin counts on two of your cards, three times over."
            ),
        ),
    ),
    rule="PRI-9.4",
    subjects=("end", "scoring", "goal"),
)

LESSON = Lesson("princes", (HARVEST, HIRE, MARKET, TEMPLE, NIGHTFALL, SUMMIT, OFFERING, THE_END))
