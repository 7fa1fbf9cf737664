"""Numbers written out in the sentences of the rules pages agree with `data.toml`."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.engine import GAMES
from games.pages.titles import EXAMPLES
from games.titles import numbers
from games.titles.machu_picchu.rules.precinct import STARTS
from games.titles.princes.rules.cards import CARDS
from games.titles.princes.rules.moon import TILES

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


class Numbers:
    """The numbers of one game: `Numbers("maya").pieces.levels` is 5."""

    def __init__(self, game: str) -> None:
        self._tables = numbers(game)

    def __getattr__(self, table: str) -> Any:
        values = {name: number["value"] for name, number in self._tables[table].items()}
        return type(table, (), values)


def princes() -> Iterator[str]:
    data = Numbers("princes")
    goods = data.setup.goods
    yield f"{len(CARDS)} sacrifice cards, {len(TILES)} moon tiles, the sun tile"
    yield f"There are {len(CARDS)} cards: every pair of two different things once."
    yield (
        f"You get {goods['corn']} corn, {goods['llama']} llama, {goods['coca']} coca, {goods['pottery']} pottery "
        f"and {goods['cloth']} cloth"
    )
    yield f"{WORDS[data.setup.cards]} sacrifice card that only you see"
    yield f"put any {data.trail.cards_drawn - data.trail.cards_kept} of all your cards back under the deck"
    yield f"field {data.setup.first_scout}, {data.setup.first_scout + 1}, {data.setup.first_scout + 2} and so on"
    yield f"day {data.ending.last_day} ends without a rescue"
    gold = data.cards.gold_of_two_professions, data.cards.gold_of_one_profession, data.cards.gold_of_no_profession
    yield "The gold on the cards: {}, {} or {}".format(*gold)
    after_three = data.priests.virgin_steps[2]
    yield f"{after_three} for virgins once three are taken"
    pictured = {"Condor": 4, "Puma": 6, "virgins": 5}
    yield "; " + ", ".join(f"{kind} {steps}" for kind, steps in pictured.items()).replace(", virgins", " and virgins")
    yield f"Puma {pictured['Puma'] - 1} in another, after a Puma priest is bought"
    for kind, steps in pictured.items():
        assert steps in getattr(data.priests, f"{kind.lower().rstrip('s')}_steps"), kind
    steps = [*data.priests.virgin_steps, *data.priests.puma_steps, *data.priests.condor_steps]
    yield f"each priest's llama<span>{min(steps)} to {max(steps)}</span>"
    yield f"A llama at a temple of your priests is worth {WORDS[min(steps)]} to {WORDS[max(steps)]} steps"
    two_stones = 2 * data.temples.steps_for_a_stone
    yield f"Example: there are two stones, and the virgins' lowest number is {after_three}."
    yield f"The visitor has no virgin: {two_stones} steps."
    market = data.market
    high, higher, low, lowest = market.prices[1], market.prices[0], market.prices[2], market.prices[3]
    bought = f"{low}, {lowest} and then {market.paid_by_the_bank}"
    yield f"two coca are in the column. Selling three brings {bought} from the bank"
    yield f"buying three costs {high}, {higher} and then {market.price_at_the_bank} at the bank"


def rapa_nui() -> Iterator[str]:
    data = Numbers("rapa_nui")
    kinds = 4
    cards = data.deck.moai + data.deck.priest + data.deck.lumberjack + kinds * data.deck.hunters_of_each_type
    yield f"The deck of {cards}, with the number of each card."
    hunters = range(data.playing.most_hunters_at_once)
    yield f"{hunters[0] + 1}, {hunters[1] + 1} or {hunters[2] + 1} food cards of one type"
    wood = [data.playing.wood_for_each_further_hunter * further for further in hunters]
    yield "{}, {} or {} wood".format(*wood)
    yield f"{data.scoring.for_each_card} wood each"
    yield f"most +{data.scoring.bonus}"
    most = data.ending.value_of_the_most_sacrificed_type
    yield f"tie for first, so both are worth {most}; Fish comes next with {most - 1}, then Sweet potato with {most - 2}"


def maya() -> Iterator[str]:
    data = Numbers("maya")
    colours, levels, row = len(data.pieces.colors), data.pieces.levels, data.board.towers_in_a_row
    yield f"The board has room for {WORDS[row * row]} towers, {WORDS[row]} rows of {WORDS[row]}."
    yield f"The {colours * levels} pieces come in {WORDS[colours]} colours and {levels} sizes"
    lowest = data.swapping.lowest_level
    yield f"a level from {lowest} to {levels}: everything from this level up changes places"
    yield f"The lowest level you can choose is {lowest}."
    yield f"That is one to {WORDS[levels - lowest + 1]} pieces of each tower"
    corner, edge, centre = data.board.ladder_places[0], data.board.ladder_places[1], data.board.ladder_places[4]
    yield f"{corner} at the corners, {edge} at the edges, {centre} in the centre"
    two, four, five = (getattr(data.ending, f"points_for_a_group_of_{size}") for size in (2, 4, 5))
    yield f"pink two pairs: {four} + {2 * two} = {four + 2 * two} points"
    yield f"brings the fifth green piece home: {five} + {2 * two} = {five + 2 * two}"


def machu_picchu() -> Iterator[str]:
    data = Numbers("machu_picchu")
    rows = data.precinct.rows
    yield f"The precinct has {sum(map(len, rows))} fields. {WORDS[''.join(rows).count('S')].title()} of them are sun"
    yield f"{WORDS[data.precinct.priests]} priests of different sizes: {data.precinct.priests} is the largest"
    pairs = {pair for seats in (2, 3, 4) for pair in getattr(data.setup, f"pairs_for_{seats}_seats")}
    yield f"{WORDS[len(pairs)]} priest cards, each naming two priests"
    yield f"priest 4 starts on {STARTS[3]}"
    skies = [sky.split()[0] for name, sky in vars(data.sky).items() if re.fullmatch(r"[SM]\d", name)]
    yield f"There are {WORDS[skies.count('sun')]} suns and {WORDS[skies.count('moon')]} moons"
    first, last = data.stones.suns[:4], data.stones.suns[-4:]
    yield f"the first suns are worth {first[0]} to {first[-1]}, the last ones {last[0]} to {last[-1]}"
    yield f"you can look up all {data.cards.direction_cards} cards"


SENTENCES = {"princes": princes, "rapa_nui": rapa_nui, "maya": maya, "machu_picchu": machu_picchu}


def words_of(html: str) -> str:
    """The text of a page, on one line."""
    return " ".join(unescape(re.sub(r"</?(?:b|i|a|em|strong)\b[^>]*>", "", html)).split()).replace("’", "'")


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_numbers_written_into_sentences_are_those_of_the_engine(client: Client, game: str) -> None:
    page = words_of(client.get(f"/rules/{game}/").content.decode())
    sentences = list(SENTENCES[game]())
    assert len(sentences) > 5
    assert [sentence for sentence in sentences if sentence not in page] == []


@pytest.mark.django_db
def test_the_example_of_a_conquest_ends_as_its_caption_says(client: Client) -> None:
    rows = EXAMPLES["princes"]()["conquest"]
    before = max(rows, key=lambda row: row.points)
    assert before.total == min(row.total for row in rows)
    assert "the most points before gold become the fewest after it" in words_of(
        client.get("/rules/princes/").content.decode()
    )
