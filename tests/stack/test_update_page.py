"""Visitors who come while tables change get a page that says so and reloads by itself."""

import sqlite3
from contextlib import closing

import pytest

from machupicchu.run.sources import DATA
from tests.stack.prepared import lay
from tests.stack.site import PATIENCE, RunningSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack


def test_a_visitor_who_comes_while_tables_change_reads_that_the_site_is_back_in_a_moment(tmp_path):
    lay(tmp_path)
    (tmp_path / f"prepared-{DATA}").unlink()
    site = RunningSite(tmp_path, WEB_PROCESSES="1", AI_PROCESSES="1")
    with closing(sqlite3.connect(tmp_path / "site.sqlite3", isolation_level=None)) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'puzzles' AND name = '0003_plainer_help_texts'")
        database.execute("BEGIN IMMEDIATE")  # so the tables cannot change before a visitor has come
        try:
            site.launch()
            wait_until(lambda: "Updating the tables of release" in site.log(), PATIENCE, site.log)
            said = Visitor(site.url).get("/", **{"Accept-Language": "de"})
            assert said.status == 503
            assert "Gleich zurück" in said.text
            assert said.headers["Refresh"] == said.headers["Retry-After"]
            assert Visitor(site.url).get("/static/css/site.css").status == 200
            database.execute("ROLLBACK")
            wait_until(lambda: " is open: " in site.log(), PATIENCE, site.log)
            assert Visitor(site.url).get("/").status == 200
        finally:
            assert site.end() == 0, site.log()
