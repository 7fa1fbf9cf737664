"""Numbers stay on the line of what they count."""

import re
from random import Random

import pytest
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from common.unbroken import numbers_kept
from games.engine import GAMES
from games.pages.boards import match_context
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from tests.first import first
from tests.games.playing import play_out, seated


@pytest.mark.parametrize(
    ("sentence", "unbroken"),
    [
        ("<b>Ana</b> takes <b>1</b> wood", "<b>Ana</b> takes~<b>1</b>~wood"),
        ("You draw <b>Fish</b> from column 3", "You draw <b>Fish</b> from column~3"),
        ("You play <b>2</b> × <b>Fish</b>", "You play~<b>2</b>~×~<b>Fish</b>"),
        ("Fish scores. Wood: Wen Li 4, you 3", "Fish scores. Wood: Wen Li~4, you~3"),
        ("Felhúzod: <b>Hal</b> (3. oszlop)", "Felhúzod: <b>Hal</b> (3.~oszlop)"),
        ("Points: you 3. Fish scores.", "Points: you~3. Fish scores."),
        ("你支付3木材", "你支付3木材"),
    ],
)
def test_a_line_breaks_nowhere_beside_a_number(sentence: str, unbroken: str) -> None:
    kept = numbers_kept(mark_safe(sentence))
    assert kept == unbroken.replace("~", "\u00a0")
    assert isinstance(kept, SafeString)


@pytest.mark.parametrize("game", first(["rapa_nui", "princes"], of=GAMES))
def test_the_log_of_a_match_breaks_nowhere_beside_a_number(game: str, alice: User, bob: User) -> None:
    match = play_out(seated(game, [alice, bob]), Random(2), until=40)
    lines = match_context(position(match, Visitor(alice), limit=40))["log"]
    said = [re.sub("<[^>]+>", "", f"{line.text}\n{line.detail}") for line in lines]
    assert any("\u00a0" in words for words in said)
    assert [words for words in said if re.search(r"\d [a-z]|\w \d", words)] == []
