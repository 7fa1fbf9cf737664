"""Notices on an open page: each is shown once, also one that came while the line was down."""

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Sit
from tests.stack.site import RunningSite, wait_until

pytestmark = pytest.mark.browser

ASK = """
import sys, django
django.setup()
from accounts.models import User
from games.services.company import friendship_ask
friendship_ask(user=User.objects.create_user("Line-Asker"), name=sys.argv[1])
"""

TOLD = """
import sys, django
django.setup()
from notices.models import Delivery
print(Delivery.objects.filter(user__username=sys.argv[1], channel="pages", state="sent").count())
"""


def test_a_page_shows_what_came_while_its_line_was_down_once(sit: Sit, site: RunningSite) -> None:
    person = sit()
    person.sign_up("Line-Keeper")
    lines: list[WebSocketRoute] = []

    def open_line(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:  # the first one opens, and nothing comes through
            line.connect_to_server()

    page = person.page
    page.route_web_socket("**/ws/me/", open_line)
    page.goto("/")
    wait_until(lambda: page.evaluate("true") and lines, 60)
    site.python("-c", ASK, "Line-Keeper")
    wait_until(lambda: site.python("-c", TOLD, "Line-Keeper").strip() == "1", 90, site.log)

    toast = page.locator("#news li")
    expect(toast).to_have_count(0)
    for _time in range(2):
        with page.expect_response("**/mine/waiting/"):
            lines[-1].close()
        expect(toast).to_have_count(1)
    expect(toast).to_contain_text("Line-Asker wants to be your friend")
