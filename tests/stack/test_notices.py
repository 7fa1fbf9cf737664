"""Notices on the running site: a real mail server, a push service and a webhook on this machine, real workers."""

import json
from collections.abc import Iterator
from pathlib import Path

import http_ece
import pytest

from deliveries.channels.encryption import encode, raw_public
from tests.notices.cast import Device, StandIn
from tests.notices.outlets import Letters
from tests.stack.site import PATIENCE, RunningSite, wait_until

pytestmark = pytest.mark.stack

ODD_NAME = 'Ő, 中 & "co": <games@home>; [1] \\'

PREPARE = """
import os, sys, django
django.setup()
from datetime import timedelta
from django.utils import timezone
from allauth.account.models import EmailAddress
from accounts.models import User
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from notices.models import Browser, Delivery, Notice, Webhook
from deliveries.services.fan_out import fan_out
from tests.notices.cast import logged_in
url, key, auth = sys.argv[1:]
people = [User.objects.create_user(name) for name in ("Alice", "Bob")]
for user in people:
    EmailAddress.objects.create(user=user, email=f"{user.username}@example.org".lower(), primary=True, verified=True)
    Webhook.objects.create(user=user, url=url + "/hook", style="slack")
    logged_in(user, "phone")
    Browser.objects.create(user=user, endpoint=f"{url}/push/{user.pk}", key=key, auth=auth, known_as="phone")
match = match_create(host=people[0], game="maya", others=people[1:], terms=TableTerms(pace="2d"))
fan_out()
Delivery.objects.update(due=timezone.now() - timedelta(seconds=1))
print(match.code, match.seats.get(number=match.to_move).user.username.lower())
"""


@pytest.fixture
def letters() -> Iterator[Letters]:
    with Letters().open() as opened:
        yield opened


@pytest.fixture
def outside() -> Iterator[StandIn]:
    with StandIn().open() as opened:
        yield opened


def test_a_turn_arrives_by_every_way_once(tmp_path: Path, letters: Letters, outside: StandIn) -> None:
    device = Device()
    settings = {"EMAIL_URL": letters.url, "ALLOW_LOCAL_TARGETS": "true", "SITE_URL": "https://játék.example"}
    with RunningSite(tmp_path, SITE_NAME=ODD_NAME, **settings) as site:
        keys = encode(raw_public(device.private)), encode(device.auth)
        code, mover = site.python("-c", PREPARE, outside.url, *keys).split()
        # The player whose turn it is gets mail, push and webhook; the other one gets push and webhook about the start.
        wait_until(lambda: len(letters.taken) >= 1 and len(outside.posts) >= 4, PATIENCE, site.log)
        site.kill("default")
        wait_until(lambda: site.log().count("| default is process") == 2, PATIENCE, site.log)
        deliver = "from deliveries.services import delivering as by; by.deliver_inside(); by.deliver_outside()"
        site.python("-c", f"import django; django.setup(); {deliver}")
    (letter,) = letters.taken
    assert [(each.display_name, each.addr_spec) for each in letter["From"].addresses] == [
        (ODD_NAME, "noreply@localhost")
    ]
    assert letter["To"] == f"{mover}@example.org"
    assert letter["Subject"] == "Your turn in Maya"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"https://xn--jtk-ela5b.example/match/{code}/" in letter.get_body(("plain",)).get_content()
    kinds = [part.get_content_type() for part in letter.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html", "image/png"], "with the board as a picture"
    pushed = [post for post in outside.posts if post.path.startswith("/push/")]
    opened = [http_ece.decrypt(post.body, private_key=device.private, auth_secret=device.auth) for post in pushed]
    assert sorted(json.loads(message)["title"] for message in opened) == ["Maya has started", "Your turn in Maya"]
    hooked = [json.loads(post.body)["text"] for post in outside.posts if post.path == "/hook"]
    assert len(hooked) == 2
    assert f"<https://xn--jtk-ela5b.example/match/{code}/|Your turn in Maya>" in "".join(hooked)
