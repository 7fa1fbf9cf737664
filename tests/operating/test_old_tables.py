"""New databases are migrated by short ways (`replaces`); old ones go on from where they are, to the same tables."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState

from tests.operating.sites import Site
from tests.stack.prepared import lay
from tests.tables import of_sqlite

OURS = sorted(folder.parent.name for folder in settings.BASE_DIR.glob("*/migrations"))

OLD = {
    "0.5.0": {"accounts": 16, "clubs": 1, "cups": 1, "daily": 1, "games": 31, "notices": 9},
    # All that the first of the games' two short ways replaces, and nothing of the second.
    "between two short ways": {"accounts": 23, "games": 29, "notices": 10},
    "in the middle of a short way": {"accounts": 9, "games": 20, "notices": 8},
    "the last without short ways": {
        **{"accounts": 28, "clubs": 3, "cups": 7, "daily": 1},
        **{"games": 47, "ladders": 1, "notices": 18, "puzzles": 3},
    },
}
"""The last migration of each app that an old database has had."""

MIGRATE_BY_THE_LONG_WAY = """
import json, sys, django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
ours, last = map(json.loads, sys.argv[1:])
executor = MigrationExecutor(connection)
executor.loader.replace_migrations = False
executor.loader.build_graph()
targets = [node for node in executor.loader.graph.leaf_nodes() if node[0] not in ours]
for app, name in executor.loader.disk_migrations:
    if "_squashed_" not in name and int(name[:4]) == last.get(app):
        targets.append((app, name))
executor.migrate(targets)
"""


def models_at_the_end(loader: MigrationLoader) -> dict[tuple[str, str], str]:
    """What our models are after the migrations that the loader uses; without replacing ones, after all the others."""
    nodes = [node for node in loader.graph.nodes if node[0] in OURS]
    if not loader.replace_migrations:
        nodes = [node for node in nodes if "_squashed_" not in node[1]]
    models = loader.project_state(nodes).models
    return {key: described(model) for key, model in models.items() if key[0] in OURS}


def described(model: ModelState) -> str:
    fields = {name: field.deconstruct()[1:] for name, field in model.fields.items()}
    options = {name: value for name, value in model.options.items() if value}
    ordered = {
        name: sorted(map(repr, value)) if name in ("indexes", "constraints") else value
        for name, value in options.items()
    }
    return repr((sorted(fields.items()), sorted(ordered.items()), model.bases))


def tables(site: Site) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(site.folder / "site.sqlite3")) as database:
        return of_sqlite(database)


def test_the_short_ways_lead_to_the_same_models_as_the_long_one() -> None:
    long_way, short_ways = MigrationLoader(None, replace_migrations=False), MigrationLoader(None)
    assert len(short_ways.graph.nodes) < len(long_way.graph.nodes)
    assert models_at_the_end(short_ways) == models_at_the_end(long_way)


@pytest.mark.long
@pytest.mark.parametrize("last", OLD.values(), ids=OLD.keys())
def test_old_tables_become_those_of_a_new_database(tmp_path: Path, last: dict[str, int]) -> None:
    new, old = Site(tmp_path / "new"), Site(tmp_path / "old")
    lay(new.folder)
    done = old.python("-c", MIGRATE_BY_THE_LONG_WAY, json.dumps(OURS), json.dumps(last))
    assert done.returncode == 0, done.stderr
    assert tables(old) != tables(new)
    old.manage("migrate", "--no-input", "--verbosity=0")
    assert tables(old) == tables(new)
    assert "No changes detected" in old.manage("makemigrations", "--check", "--dry-run")
