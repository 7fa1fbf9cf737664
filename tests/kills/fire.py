"""A whole run: a site, people, receivers, kills, then quiet, and the evidence."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from tests.kills import facts
from tests.kills.killer import Killer
from tests.kills.ledger import Ledger
from tests.kills.players import PLANS, Player, Table
from tests.kills.proof import Evidence
from tests.kills.receivers import ADDRESS, Receivers
from tests.stack.site import RunningSite

PASSWORD = "quiet-terrace-7"
QUIET = 480.0
"""Seconds for everything that was begun to end: a dead sender's lease alone lasts 90."""

HURRY_EVERY = 2.0

PREPARE = """
import sys, json, django
django.setup()
from django.contrib.auth.hashers import make_password
from allauth.account.models import EmailAddress
from accounts.models import User
from notices.models import Browser, Webhook
from tests.notices.cast import logged_in
facts = json.loads(sys.argv[1])
password = make_password(facts["password"])
for number, name in enumerate(facts["names"]):
    user = User.objects.create(username=name, password=password)
    EmailAddress.objects.create(user=user, email=facts["address"].format(user=name), primary=True, verified=True)
    style = Webhook.Style.values[number % len(Webhook.Style.values)]
    Webhook.objects.create(user=user, url=f"{facts['url']}/{style}/{name}", style=style)
    logged_in(user, "phone")
    device = {"endpoint": f"{facts['url']}/push/{name}", "known_as": "phone"}
    Browser.objects.create(user=user, key=facts["key"], auth=facts["auth"], **device)
"""

CODES = """
import json, django
django.setup()
from django.db.models import F
from notices.models import Delivery
from deliveries.services.digests import code_of
heads = Delivery.objects.filter(channel="mail", head=F("id")).select_related("user")
print(json.dumps({head.pk: code_of(head) for head in heads}))
"""


def play_under_fire(folder: Path, *, seconds: float, seed: int) -> Evidence:
    """Play and kill for `seconds`, wait until all is settled. Returns the evidence to judge."""
    ledger = Ledger()
    with ExitStack() as stack:
        receivers = stack.enter_context(Receivers(ledger).open())
        settings = {"EMAIL_URL": receivers.smtp, "DEFAULT_FROM_EMAIL": "games@games.example"}
        settings |= {"ALLOW_LOCAL_TARGETS": "true", "SITE_URL": "https://games.example"}
        settings |= {"DJANGO_SETTINGS_MODULE": "tests.stack.crowd"}  # no message waits for the limits of its receiver
        site = stack.enter_context(RunningSite(folder, None, **settings))
        over = threading.Event()
        players = _sit_down(site, ledger, receivers, over, seed)
        hurry = threading.Thread(target=_hurry, args=(site, hurried := threading.Event()))
        hurry.start()
        killer = Killer(site, ledger, seed)
        try:
            for player in players:
                player.start()
            killer.run(seconds)
        finally:
            over.set()
            for player in players:
                player.join()
        _wait_for_quiet(site)
        hurried.set()
        hurry.join()
        killer.keep_log()
        for player in players:
            player.close_desk()
        database = facts.copy(site.folder / "site.sqlite3", folder / "evidence.sqlite3")
        codes = {int(key): code for key, code in json.loads(site.python("-c", CODES)).items()}
    return Evidence(ledger, database, codes)


def _sit_down(
    site: RunningSite, ledger: Ledger, receivers: Receivers, over: threading.Event, seed: int
) -> list[Player]:
    """People with all channels, each logged in, at tables where nobody has played yet."""
    players: list[Player] = []
    for plan in PLANS:
        table = Table(plan)
        for place in range(plan.people):
            number = len(players) + 1
            players.append(Player(f"player-{number}", site.url, ledger, table, place, over, seed * 100 + number))
    key, auth = receivers.device.keys
    facts = {"names": [player.name for player in players], "password": PASSWORD, "address": ADDRESS}
    site.python("-c", PREPARE, json.dumps(facts | {"url": receivers.url, "key": key, "auth": auth}))
    for player in players:
        player.browser.log_in(player.name, PASSWORD)
        player.open_desk()
    return players


def _hurry(site: RunningSite, over: threading.Event) -> None:
    """Shorten the waits of mails, ten minutes and an hour after the last one, except where sending has started."""
    while not over.wait(HURRY_EVERY):
        now = time.time()
        due, hours_ago = (time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(moment)) for moment in (now, now - 7200))
        with sqlite3.connect(site.folder / "site.sqlite3", timeout=60) as database:
            database.execute(
                "UPDATE notices_delivery SET due = ? "
                "WHERE channel = 'mail' AND state = 'waiting' AND attempts = 0 AND head_id IS NULL AND due > ?",
                [due, due],
            )
            database.execute("UPDATE notices_delivery SET written_at = ? WHERE written_at > ?", [hours_ago, hours_ago])
        database.close()


def _wait_for_quiet(site: RunningSite) -> None:
    """Wait until nothing is under way; the judge reports whatever is still there after QUIET seconds."""
    end = time.monotonic() + QUIET
    path = site.folder / "looked-at.sqlite3"
    while time.monotonic() < end:
        found = facts.read(facts.copy(site.folder / "site.sqlite3", path))
        path.unlink()
        now = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
        unplanned = any(not notice.planned and notice.due < now for notice in found.notices.values())
        waiting = any(delivery.state == "waiting" for delivery in found.deliveries)
        if not (unplanned or waiting or found.asked):
            return
        threading.Event().wait(1)
