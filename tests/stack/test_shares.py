"""One person with many tables of experts, and a neighbour with one, sharing the same workers."""

import sqlite3
from collections.abc import Iterator

import pytest

from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

TABLES = 12


@pytest.fixture
def slow_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with only one thinking process."""
    with RunningSite(tmp_path_factory.mktemp("shares"), AI_PROCESSES="1", WEB_PROCESSES="1") as running:
        yield running


def table_of_experts(visitor: Visitor, seats: int) -> str:
    """The code of a match in which the first expert has been asked to decide."""
    visitor.get("/tables/new/?game=rapa_nui")
    places = {f"place_{number}": "expert" for number in range(2, seats + 1)}
    table = visitor.post("/tables/new/?game=rapa_nui", seats=seats, access="anybody", pace="live", **places)
    assert table.status == 302, table.text
    code = table.location.strip("/").split("/")[-1]
    while (seen := visitor.match(code))["to_move"] == seen["seat"]:
        assert visitor.post(f"/match/{code}/play/", action=seen["legal"][0], ply=seen["ply"]).status == 302
    return code


def thoughts(site: RunningSite, code: str) -> list[int]:
    """The milliseconds that each searched decision of the computer players of a match took, so far."""
    with sqlite3.connect(site.folder / "site.sqlite3") as database:
        rows = database.execute(
            "SELECT thought_ms FROM games_action WHERE source = 'computer' AND thought_ms > 0 "
            "AND match_id = (SELECT id FROM games_match WHERE code = ?) ORDER BY ply",
            [code],
        )
        return [thought for (thought,) in rows]


def test_many_tables_of_one_person_leave_a_neighbour_half_of_the_thinking(slow_site: RunningSite) -> None:
    hoarder, neighbour = Visitor(slow_site.url), Visitor(slow_site.url)
    hoarder.sign_up("Hoarder")
    neighbour.sign_up("Neighbour")
    many = [table_of_experts(hoarder, 4) for _table in range(TABLES)]
    mine = table_of_experts(neighbour, 2)
    # Half of ten seconds, or half of that: a search ends once no other action can overtake its favourite.
    # Guesswork is not searched at all, so there may be quick decisions before.
    by_tables = 10_000 / (TABLES + 1)

    def longest() -> int:
        return max(thoughts(slow_site, mine), default=0)

    def decided() -> bool:
        seen = neighbour.match(mine)
        return longest() > 2 * by_tables or seen["to_move"] == seen["seat"]

    wait_until(decided, PATIENCE, slow_site.log)
    others = [thought for code in many for thought in thoughts(slow_site, code)[-1:]]
    assert longest() > 2 * by_tables, f"{longest()} ms, and the others {others}"
