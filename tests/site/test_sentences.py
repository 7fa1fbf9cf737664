"""Sentences cached per catalogue: they are what Django would return, in the reader's own language."""

from collections.abc import Callable
from cProfile import Profile
from random import Random

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from accounts.models import User
from common import sentences
from common.sentences import gettext_lazy, in_one_language
from games.models import Match
from games.pages.match.parts import sent_context
from games.selectors.access import Visitor
from games.services.lobby.matches import match_create, match_join
from tests.first import first
from tests.games.playing import play_out
from tests.visitors import visitor

LANGUAGES = ("en", "de", "hu", "zh-hans")
MOST_LOOKED_UP = 20
"""Of a board's four hundred sentences: those outside the drawing, and time spans that have changed."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kept_sentence_is_the_one_of_the_catalogue(language: str) -> None:
    def said(catalogue: object) -> list[str]:
        numbers = (0, 1, 2, 5, 1_000)
        return [
            catalogue.gettext("Log"),  # type: ignore[attr-defined]
            catalogue.pgettext("between a sentence and what follows", "Log"),  # type: ignore[attr-defined]
            *(catalogue.ngettext("%(count)s point", "%(count)s points", number) for number in numbers),  # type: ignore[attr-defined]
            *(catalogue.npgettext("x", "%(count)s point", "%(count)s points", number) for number in numbers),  # type: ignore[attr-defined]
        ]

    with translation.override(language):
        plain = said(translation)
        assert said(sentences) == plain
        with in_one_language():
            assert said(sentences) == plain
            assert said(sentences) == plain


def test_each_drawing_speaks_the_language_of_its_beginning() -> None:
    lazy = gettext_lazy("Log")
    heard = []
    for language in (*LANGUAGES, *LANGUAGES):
        with translation.override(language), in_one_language():
            heard.append((str(lazy), sentences.gettext("Log")))
        assert sentences.gettext("Log") == translation.gettext("Log")
    assert heard[:4] == heard[4:]
    assert all(one == other for one, other in heard)
    assert len({one for one, _ in heard}) > 1


@pytest.mark.parametrize("language", [*LANGUAGES, None])
def test_the_language_is_the_active_one(language: str | None) -> None:
    with translation.override(language):
        assert sentences.language() == translation.get_language() == language
        with in_one_language():
            assert sentences.language() == language
    assert sentences.language() == translation.get_language()


@pytest.mark.django_db
@pytest.mark.parametrize("language", first(["zh-hans"], of=LANGUAGES))
@pytest.mark.parametrize("game", ["rapa_nui", "machu_picchu", "maya", "princes"])
def test_a_board_asks_the_catalogue_for_next_to_nothing(game: str, language: str) -> None:
    alice, bob = (User.objects.create_user(name, language=language) for name in ("Alice", "Bob"))
    match = match_join(match=match_create(host=alice, game=game, others=[None]), user=bob)
    match = play_out(match, Random(3), until=20)
    assert match.status == Match.Status.RUNNING
    client = visitor(alice)

    def ask() -> None:
        assert client.get(match.get_absolute_url(), headers={"HX-Request": "true"}).status_code == 200

    ask()  # fills the caches
    assert 1 <= looked_up(ask) <= MOST_LOOKED_UP


@pytest.mark.django_db
def test_neither_does_what_is_sent_to_open_pages() -> None:
    alice, bob = (User.objects.create_user(name) for name in ("Alice", "Bob"))
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    match.seats.exclude(number=match.to_move).update(plan=["a plan"])

    def send() -> None:
        with translation.override("de"):
            [sent_context(match, Visitor(reader)) for reader in (alice, bob)]

    send()
    assert looked_up(send) == 1


def looked_up(act: Callable[[], None]) -> int:
    """The number of lookups by Django during a call, plus one for the check that they are counted."""
    profile = Profile()
    profile.runcall(act)
    profile.runcall(translation.gettext, "Log")
    asked = (trans_real.gettext.__code__, trans_real.do_ntranslate.__code__)
    return sum(entry.callcount for entry in profile.getstats() if entry.code in asked)
