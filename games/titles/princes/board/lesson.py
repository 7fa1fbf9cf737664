"""The lesson of the Princes: eight moments of one game against the Chinchilla."""

from __future__ import annotations

from common.sentences import gettext_lazy, ngettext
from games.pages.boards.lesson_script import Lesson, Reply, Step, Tried
from games.titles.princes.rules.actions import Offer
from games.titles.princes.rules.data import OFFER_STEPS

EMPTIED = gettext_lazy("That district has already worked today: no bonus, so nothing happens. It refills overnight.")

HARVEST = Step(
    title=gettext_lazy("Where you go, they work"),
    tells=(
        gettext_lazy(
            "Machu Picchu has fifteen districts. Each turn your prince walks into a neighbouring one; only this "
            "first time may he go anywhere. The district he reaches gets to work: first for you, then for "
            "everyone with people there."
        ),
        gettext_lazy(
            "What counts in the end is secret sacrifice cards, earned on the Inca trail, and the people and "
            "priests they name. You start small, with one Inca: a potter in the Potters’ Quarter."
        ),
    ),
    task=gettext_lazy("Send your prince to where your own Inca works."),
    plies=2,
    then=("produce 1",),
    right=Reply(
        "go PQ",
        gettext_lazy(
            "You took the bonus, one pottery, just for being there. Then your potter made a second one for 1 "
            "corn. If the Chinchilla had potters here, they’d have worked too."
        ),
    ),
    wrong=(
        Reply(
            "go CT",
            gettext_lazy(
                "Three bonus corn for you, but three for the Chinchilla too, whose farmer works these terraces."
            ),
        ),
        Reply(
            "go (LP|CO|WQ)",
            gettext_lazy("You’d take the bonus there and nothing more: none of your people work in that district."),
        ),
        Reply(
            "go (TC|TP|TS|MT)",
            gettext_lazy(
                "A temple: its stone moves your scout three fields up the trail. Soon, but your Inca isn’t there."
            ),
        ),
        Reply("go (WH|RP)", gettext_lazy("That’s where you set up more Incas and pay with goods. It comes next.")),
        Reply(
            "go (HP|HV)",
            gettext_lazy("That’s where you take priests, but nobody would come yet for the few goods you have."),
        ),
        Reply("go CP", gettext_lazy("The market, open all day. But first you need something to sell.")),
        Reply("go SD", gettext_lazy("The Sundial turns an Inca back into goods. You have just the one; keep it.")),
    ),
    rule="PRI-5.1",
    subjects=("goal", "turn"),
)

HIRE = Step(
    title=gettext_lazy("What the card says"),
    tells=(
        gettext_lazy(
            "Each sacrifice card shows two kinds of people. At the end it scores a point for each of them you "
            "have. Yours shows potters and Puma priests; so far that makes 1 point, for your one potter."
        ),
        gettext_lazy(
            "Suppose you had started at the Royal Palace. Here you may set up planters, potters and weavers, at "
            "most one of each. Each costs the two goods the others make."
        ),
    ),
    task=gettext_lazy("Set up an Inca that your card counts."),
    plies=2,
    line=("go RP",),
    right=Reply(
        "hire PQ",
        gettext_lazy(
            "A second potter: one more point at the end, and two pottery per harvest instead of one. When card "
            "and craft agree, it’s a good day."
        ),
    ),
    wrong=(
        Reply(
            "hire (CO|WQ)",
            gettext_lazy(
                "A worker is a worker and brings goods, but your card doesn’t count this kind. Another kind pays twice."
            ),
        ),
        Reply("hire none", gettext_lazy("You may save your goods, but goods score nothing in the end. People do.")),
    ),
    rule="PRI-8.1",
    subjects=("scoring", "choices"),
)

MARKET = Step(
    title=gettext_lazy("To market"),
    tells=(
        gettext_lazy(
            "Each good has four spaces in the market, from 6 down to 3 corn. You sell onto the highest free "
            "space and buy the good on the lowest filled one. Two of each are there now, so selling brings 4 and "
            "buying costs 5."
        ),
        gettext_lazy(
            "Once per visit, before you trade, you may add or remove one good, which shifts its price; “Shift a "
            "column first” opens the choice. You have three pottery, and not enough corn."
        ),
    ),
    task=gettext_lazy("Set things up so your pottery sells for 5 instead of 4."),
    plies=5,
    line=("go CP",),
    then=("sell pottery", "done"),
    right=Reply(
        "market -pottery",
        gettext_lazy(
            "With one less pottery on the market, the 5 was free, and that’s where you sold yours. A second one "
            "would have brought 4 again."
        ),
    ),
    wrong=(
        Reply(
            r"market \+pottery",
            gettext_lazy(
                "The other way round: with one more pottery on the market, yours would bring 3. Good only for buyers."
            ),
        ),
        Reply(
            "market .(llama|coca|cloth)",
            gettext_lazy("That shifts another price, and you only get one shift per visit. You want to sell pottery."),
        ),
        Reply("sell .*", gettext_lazy("That sells for 4, and after the first trade you can’t shift prices any more.")),
        Reply("done", gettext_lazy("Leaving already? Then all you got out of the visit was the view.")),
    ),
    rule="PRI-7.1",
    subjects=("choices",),
)

TEMPLE = Step(
    title=gettext_lazy("Up the trail"),
    tells=(
        gettext_lazy(
            "Cards wait at the end of the Inca trail, and temples lead there: 3 fields for each stone. Then each "
            "priest of that temple may sacrifice a llama, for as many fields as the lowest number showing in its "
            "row. You have two Virgins of the Sun; their row shows 8."
        ),
        gettext_lazy(
            "The Temple of the Sun is not next door. But for a llama, your prince can ride to any district. You "
            "have two llamas: one to ride, one to sacrifice."
        ),
    ),
    task=gettext_lazy("Move your scout as far as you can for as little as you can."),
    plies=30,
    then=("sacrifice 1",),
    right=Reply(
        "jump TS",
        gettext_lazy(
            "Two stones, 6 fields; one llama, 8 more: from field 1 to 15. Passing the granary brought 3 corn, "
            "the stable a new llama. A card is waiting on field 20."
        ),
    ),
    wrong=(
        Reply(
            "jump MT",
            gettext_lazy(
                "The Main Temple has two stones as well. Anyone may offer goods there, 2 fields for each kind: "
                "to get as far, you’d need four goods where one llama is enough."
            ),
        ),
        Reply("(go TP|jump (CT|CO|PQ|WQ|TC))", EMPTIED),
        Reply(
            "go HV",
            gettext_lazy(
                "A third Virgin is a fine thing, but she lowers the row’s number to 7, and your scout stays put."
            ),
        ),
        Reply("(go (CP|SD)|jump (WH|RP|HP))", gettext_lazy("Useful some day, but it won’t move your scout now.")),
        Reply(
            "moon .*",
            gettext_lazy(
                "That would be the third moon tile and end the day, with two stones still lying in the temple."
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
            "Instead of walking, you may stay and take a moon tile, which pays out at night. Take the day’s "
            "third tile and you end the day: the others get one more turn, night falls, what was emptied is "
            "refilled, and you go first in the morning."
        ),
        gettext_lazy("Look at the city: almost everything is empty. The Chinchilla has already taken two tiles."),
    ),
    task=gettext_lazy("End the day so that you start tomorrow."),
    plies=33,
    right=Reply(
        "moon .*",
        gettext_lazy(
            "The third tile, and with it the sun tile: you start the new day, ahead of the Chinchilla, with "
            "bonuses everywhere. Your moon tile pays out tonight; most of them cost 1 corn."
        ),
    ),
    wrong=(
        Reply("(go (CT|TC)|jump (LP|CO|PQ|WQ|TP))", EMPTIED),
        Reply(
            "jump MT",
            gettext_lazy(
                "Six fields for the last two stones: not bad at all, but then the Chinchilla ends the day "
                "and starts the next."
            ),
        ),
        Reply(
            "(go|jump) .*",
            gettext_lazy(
                "This house is open every day. The player who starts tomorrow takes the best bonus, and that is "
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
            "Your scout has reached the end of the trail. You’ve drawn three cards to go with the one you had; "
            "now put any two back under the deck."
        ),
        gettext_lazy(
            "You have one potter and three Virgins. Your hand: farmers and Virgins; planters and Condor priests; "
            "potters and weavers; potters and Puma priests."
        ),
    ),
    task=gettext_lazy("Keep as many points as you can."),
    plies=74,
    right=Reply(
        "return od p[tu]",
        gettext_lazy(
            "The three Virgins score 3 and the potter 1; you have no planters or Condor priests. Now you know "
            "what to collect. The gold on the cards only matters if the Spaniards come."
        ),
    ),
    wrong=(
        Reply(
            "return cv .*",
            gettext_lazy(
                "You put back the card that counts your three Virgins. Three points, under the deck, just like that."
            ),
        ),
        Reply(
            "return pt pu",
            gettext_lazy(
                "That keeps planters and Condor priests, a card that counts none of your people. One potter card "
                "is better."
            ),
        ),
    ),
    rule="PRI-8.1",
    subjects=("scoring", "choices"),
)


def _too_few(tried: Tried) -> str:
    """The reply to a smaller offering: how far it takes the scout."""
    offer: Offer = tried.action
    steps = OFFER_STEPS * len(offer.goods)
    return ngettext(
        "That’s {steps} field. You could go further: it’s the last day, and leftover goods score nothing.",
        "That’s {steps} fields. You could go further: it’s the last day, and leftover goods score nothing.",
        steps,
    ).format(steps=steps)


OFFERING = Step(
    title=gettext_lazy("Everything must go"),
    tells=(
        gettext_lazy(
            "The ninth and last day. In the Main Temple everyone may offer goods, one of each kind, for 2 fields "
            "each; three corn count as one offering. No priests needed."
        ),
        gettext_lazy("At the end a scout on fields 7 to 12 is worth 1 point; from 13 up, 2. Yours is on 5."),
    ),
    task=gettext_lazy("Offer as much as possible."),
    plies=104,
    then=(r"offer coca\+cloth",),
    right=Reply(
        r"offer corn\+llama\+coca\+pottery\+cloth",
        gettext_lazy(
            "Five offerings, 10 fields, field 15: past a granary and a stable, and 2 points if your scout stays "
            "there. Earlier in the game you’d have sold the goods, because a llama at a priest’s temple goes "
            "further."
        ),
    ),
    wrong=(
        Reply("offer none", gettext_lazy("You keep your goods, and they’ll keep you company when the Spaniards come.")),
        Reply("offer .*", _too_few),
    ),
    rule="PRI-5.3",
    subjects=("choices",),
)

THE_END = Step(
    title=gettext_lazy("The Spaniards are coming"),
    tells=(
        gettext_lazy(
            "The game can end in two ways. If all fifteen priests are taken, or the last card is drawn, the "
            "city is saved and points decide. If not, the Spaniards come after the ninth day: then the most gold "
            "triples your points, and the second most doubles them."
        ),
        gettext_lazy(
            "Your very last turn, and you’ve ridden to the House of Virgins. Two of your cards count Virgins. "
            "One more costs 1 coca, 2 pottery and 1 cloth."
        ),
    ),
    task=gettext_lazy("Make the last turn count."),
    plies=113,
    right=Reply(
        "take virgin",
        gettext_lazy(
            "A Virgin on two cards: 2 points. With 17 gold to 15 you also have the most, so your 10 points count "
            "three times: 30 to 12. The gold is on the cards, so a hand of cards is a hand of gold."
        ),
    ),
    wrong=(
        Reply(
            "take none",
            gettext_lazy(
                "The goods you save score nothing now. A Virgin counts on two of your cards, three times over."
            ),
        ),
    ),
    rule="PRI-9.4",
    subjects=("end", "scoring", "goal"),
)

LESSON = Lesson("princes", (HARVEST, HIRE, MARKET, TEMPLE, NIGHTFALL, SUMMIT, OFFERING, THE_END))
