"""How far one press walks through the house (docs/architecture.md): the modules of ours that one POST enters."""

import gc
import sys
from collections import defaultdict
from random import Random
from types import FrameType
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.folders import OURS
from tests.games.playing import begin, decider, legal, play_out

pytestmark = pytest.mark.django_db(transaction=True)

MOST_MODULES = 101
"""As many as in docs/architecture.md: what needs a further module should be worth it."""

ROOTS = tuple(f"{settings.BASE_DIR / app}/" for app in OURS)


class Walk:
    """Counts the calls of our functions, by file and name, while it is the profile of this thread."""

    def __init__(self) -> None:
        self.calls: dict[tuple[str, str], int] = defaultdict(int)

    def __call__(self, frame: FrameType, event: str, _value: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOTS) and code.co_filename.endswith(".py"):
            self.calls[code.co_filename, code.co_qualname] += 1

    @property
    def modules(self) -> set[str]:
        """The files of ours in which something was called."""
        return {file.removeprefix(f"{settings.BASE_DIR}/") for file, _name in self.calls}


@pytest.mark.half_second
@pytest.mark.parametrize(
    ("game", "seats", "ply"), [pytest.param("rapa_nui", 2, 30, marks=pytest.mark.long), ("princes", 5, 60)]
)
def test_one_press_enters_few_modules(game: str, seats: int, ply: int) -> None:
    match, clients = begin(game, seats)
    match = play_out(match, Random(1), until=ply)
    walk = Walk()
    for is_counted in (False, True):  # the first one fills caches
        form = {"action": legal(match)[0], "ply": match.ply}
        client: Client = clients[decider(match).pk]
        gc.collect()  # a generator that another test has left would enter its module once more to finish
        sys.setprofile(walk if is_counted else None)
        try:
            answer = client.post(f"{match.get_absolute_url()}play/", form, headers={"HX-Request": "true"})
        finally:
            sys.setprofile(None)
        assert answer.status_code == 200
        match.refresh_from_db()
    print(f"{game}: {len(walk.modules)} modules, {len(walk.calls)} functions, {sum(walk.calls.values())} calls")
    assert {"games/pages/match/match.py", "games/services/play/turns.py"} <= walk.modules
    assert len(walk.modules) <= MOST_MODULES, "\n".join(sorted(walk.modules))
