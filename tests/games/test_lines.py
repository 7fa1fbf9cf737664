"""The log in words: cached from one page to the next, and the same as if every line were made again."""

from pathlib import Path
from random import Random

import pytest
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils import translation

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.pages.boards import match_context
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from games.selectors.position.timelines import forget_timelines
from games.templatetags.shell import sheet_of
from tests.first import first
from tests.games.playing import legal, play_once, play_out, play_randomly, seated, with_undos
from tests.games.spying import calls
from tests.visitors import visitor

LIMIT = 40


def log_for(match: Match, user: User, language: str) -> list[object]:
    """The log on the match page of `user`."""
    with translation.override(language):
        return [
            (line.seat, line.step, str(line.text), str(line.detail), str(line.source), line.travel, line.chapter)
            for line in match_context(position(match, Visitor(user), limit=LIMIT))["log"]
        ]


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["machu_picchu", "princes"], of=GAMES))
def test_lines_that_are_kept_are_those_that_would_be_told_anew(
    game: str, alice: User, bob: User, charlie: User
) -> None:
    match, rng = seated(game, [alice, bob]), Random(2)
    readers = [(user, language) for user in (alice, bob, charlie) for language in ("en", "de")]
    while match.ply < 40 and match.to_move is not None:
        match = with_undos(match, rng, until=match.ply + 4)
        kept = [log_for(match, *reader) for reader in readers]
        forget_timelines()
        assert [log_for(match, *reader) for reader in readers] == kept
    bob.username = "Robert"
    bob.save()
    assert any("Robert" in line[2] for line in log_for(Match.objects.get(), alice, "en"))


@pytest.mark.parametrize("game", GAMES)
def test_lines_show_the_thing_that_they_are_about(game: str, alice: User, bob: User) -> None:
    match = play_out(seated(game, [alice, bob]), Random(2), until=40)
    sheets: dict[str, str] = {}
    signs = {line.sign for line in match_context(position(match, Visitor(alice), limit=LIMIT))["log"]} - {""}
    assert len(signs) > 1
    for sign in signs:
        sheet = sheet_of(sign)
        drawn = sheets.setdefault(sheet, Path(str(finders.find(sheet))).read_text())
        assert f'<symbol id="{sign}"' in drawn
    page = visitor(alice).get(match.get_absolute_url()).content.decode()
    shown = page.partition('id="log"')[2].partition("</ol>")[0]
    assert all(f'aria-hidden="true"><use href="{static(sheet_of(sign))}#{sign}"/>' in shown for sign in signs)


@pytest.mark.parametrize("game", GAMES)
def test_only_what_was_added_is_put_into_words(game: str, alice: User, bob: User) -> None:
    """Once for each viewer; not again for later requests, and however long the log is."""
    match, rng = seated(game, [alice, bob]), Random(5)
    for until in (6, 30):
        match = play_randomly(match, rng, until=until)
        for user in (alice, bob):
            log_for(match, user, "en")
        before = match.ply
        match = play_once(match, legal(match)[0])
        with calls("log_line", within="/board/") as counted:
            for _again in range(2):
                for user in (alice, bob):
                    log_for(match, user, "en")
        assert counted["log_line"] == 2 * (match.ply - before)
