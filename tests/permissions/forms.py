"""The forms that are sent to every URL that takes one, and what `twice.txt` says of them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps
from django.test import Client
from django.urls import reverse

from games.services.people.relations import friendship_ask
from tests.forms import untouched
from tests.permissions.cast import EXAMPLE, GAME, PASSWORD, Stage
from tests.puzzles.shelf import some_puzzle

TWICE = Path(__file__).with_name("twice.txt")
KEY = "a-key-that-a-page-has-shown"
BOOKKEEPING = {"accounts.Press", "sessions.Session", "usersessions.UserSession", "admin.LogEntry"}
"""Tables whose rows say only that a form was sent."""


@cache
def declared() -> dict[str, str]:
    """`once` or `same` for every URL of `twice.txt`."""
    lines = [line.split(maxsplit=2) for line in TWICE.read_text().splitlines() if line and line[0] != "#"]
    assert {kind for _name, kind, *_why in lines} == {"once", "same"}
    names = [name for name, *_rest in lines]
    assert len(names) == len(set(names))
    return {name: kind for name, kind, *_why in lines}


CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "play": ("nobody", "", {"game": GAME, f"{GAME}-seats": "2", "level": "beginner"}),
    "pair": ("nobody", "", {"game": GAME}),
    "play_now": ("nobody", "", {}),
    "records": ("nobody", "", {"text": EXAMPLE.read_text()}),
    "table_new": ("member", "", {}),
    "watch": ("nobody", "", {"seats": "2", "place_1": "solid", "place_2": "solid"}),
    "daily_begin": ("nobody", "", {}),
    "puzzle": ("nobody", "", {"action": some_puzzle().moment.best}),
    "challenge_begin": ("nobody", "", {}),
    "device": ("nobody", "", {"name_1": "Anna", "name_2": "Cili"}),
    "club_new": ("member", "", {"name": "Llamas", "entry": "open"}),
    "club_leave": ("player", "", {}),
    "club_renew": ("host", "", {}),
    "cup_new": ("member", "", {"name": "Summer", "system": "swiss", "game": GAME, "size": "2", "pace": "live"}),
    "cup_close": ("host", "", {}),
    "friends": ("member", "", {"do": "ask", "name": "Host"}),
    "match_change": ("host", "@open", {"access": "link", "pace": "live"}),
    "match_chat": ("player", "", {"text": "Hello."}),
    "match_decline": ("invited", "@open", {}),
    "match_delete": ("host", "@study", {}),
    "match_device_end": ("host", "@device", {}),
    "match_end_agree": ("player", "", {}),
    "match_end_decline": ("player", "", {}),
    "match_exhibition_end": ("host", "@exhibition", {}),
    "match_hint": ("", "", {}),
    "match_invite_person": ("host", "@open", {"name": "Member"}),
    "match_remove_person": ("host", "@open", {}),
    "match_renew": ("host", "@open", {}),
    "match_leave": ("player", "@open", {}),
    "match_plan": ("", "", {}),
    "match_play_on": ("member", "@over", {"seat": "0", "place_2": "beginner"}),
    "match_resign": ("player", "", {}),
    "match_start": ("host", "@open", {"level": "beginner"}),
    "match_undo": ("", "", {}),
    "account_change_password": (
        "member",
        "",
        {"oldpassword": PASSWORD, "password1": "eight stone condors", "password2": "eight stone condors"},
    ),
    "account_bots": ("member", "", {"username": "Robo"}),
    "account_claim": ("guest", "", {"username": "Tupac", "password1": PASSWORD}),
    "account_delete": ("member", "", {"name": "Member"}),
    "account_email": ("member", "", {"email": "member@example.org", "action_add": ""}),
    "account_login": ("nobody", "", {"login": "Member", "password": PASSWORD}),
    "account_reset_password": ("nobody", "", {"email": "player@example.org"}),
    "account_signup": ("nobody", "", {"username": "Tupac", "password1": PASSWORD}),
    "account_vacation": ("member", "", {"days": "3"}),
    "notice_test": ("member", "", {"channel": "pages"}),
    "api:analysis": ("", "", {}),
    "api:blocks": ("member", "", {"name": "Host"}),
    "api:block_end": ("host", "", {"name": "Blocked"}),
    "api:challenge_begin": ("member", "", {}),
    "api:challenge_close": ("player", "", {}),
    "api:change": ("host", "@open", {"access": "link", "pace": "live"}),
    "api:renew": ("host", "@open", {}),
    "api:chat": ("player", "", {"text": "Hello."}),
    "api:club_admit": ("host", "", {"name": "Player"}),
    "api:club_change": ("host", "", {"name": "Llamas"}),
    "api:club_decline": ("host", "", {"name": "Player"}),
    "api:club_host": ("host", "", {"name": "Player"}),
    "api:club_invite": ("host", "", {"name": "Player"}),
    "api:club_join": ("member", "", {}),
    "api:club_leave": ("player", "", {}),
    "api:club_remove": ("host", "", {"name": "Player"}),
    "api:club_renew": ("host", "", {}),
    "api:clubs": ("member", "", {"name": "Llamas"}),
    "api:cups": ("member", "", {"name": "Summer", "game": GAME}),
    "api:cup_begin": ("host", "", {}),
    "api:cup_close": ("host", "", {}),
    "api:cup_days": ("host", "", {"days": 7}),
    "api:cup_enter": ("member", "", {}),
    "api:cup_remove": ("host", "", {"name": "Player"}),
    "api:cup_leave": ("player", "", {}),
    "api:daily_begin": ("member", "", {}),
    "api:deals": ("player", "@alone", {}),
    "api:decline": ("invited", "@open", {}),
    "api:end_agree": ("player", "", {}),
    "api:end_decline": ("player", "", {}),
    "api:exhibition_end": ("host", "@exhibition", {}),
    "api:exhibitions": ("member", "", {"game": GAME, "computers": ["solid", "solid"]}),
    "api:friend_accept": ("member", "", {"name": "Host"}),
    "api:friend_ask": ("member", "", {"name": "Host"}),
    "api:friend_end": ("friend", "", {"name": "Host"}),
    "api:hint": ("", "", {}),
    "api:invite": ("host", "@open", {"name": "Member"}),
    "api:join": ("member", "@open", {}),
    "api:ladder_accept": ("host", "", {}),
    "api:ladder_challenge": ("friend", "", {}),
    "api:ladder_decline": ("host", "", {}),
    "api:ladder_join": ("member", "", {}),
    "api:ladder_leave": ("player", "", {}),
    "api:ladder_withdraw": ("player", "", {}),
    "api:leave": ("player", "@open", {}),
    "api:orders": ("player", "", {}),
    "api:pair": ("member", "", {"game": GAME}),
    "api:plan": ("", "", {}),
    "api:plan_keep": ("player", "", {"count": 0}),
    "api:play": ("", "", {}),
    "api:play_on": ("member", "@over", {"step": 0, "seat": 0, "computers": ["beginner"]}),
    "api:puzzle_answer": ("member", "", {"action": some_puzzle().moment.best}),
    "api:rematch": ("host", "@over", {}),
    "api:remove": ("host", "@open", {"name": "Player"}),
    "api:report_club": ("member", "", {}),
    "api:report_message": ("invited", "", {}),
    "api:report_person": ("member", "", {"name": "Host", "reason": "insult", "text": "Everywhere."}),
    "api:resign": ("player", "", {}),
    "api:start": ("host", "@open", {"level": "beginner"}),
    "api:studies": ("member", "", {"record": EXAMPLE.read_text()}),
    "api:study_delete": ("host", "@study", {}),
    "api:tables": ("member", "", {"game": GAME}),
    "api:undo": ("", "", {}),
    # These need no key.
    "challenge_close": ("player", "", {}),
    "match_send": ("player", "@alone", {}),
    "club_join": ("member", "", {}),
    "club_member": ("host", "", {"name": "Player", "do": "remove"}),
    "club_change": ("host", "", {"name": "Llamas", "entry": "open"}),
    "cup_enter": ("member", "", {}),
    "cup_leave": ("player", "", {}),
    "cup_begin": ("host", "", {}),
    "cup_days": ("host", "", {"days": "7"}),
    "cup_remove": ("host", "", {"entry": "2"}),
    "ladder_accept": ("host", "", {}),
    "ladder_challenge": ("friend", "", {}),
    "ladder_decline": ("host", "", {}),
    "ladder_join": ("member", "", {}),
    "ladder_leave": ("player", "", {}),
    "ladder_withdraw": ("player", "", {}),
    "match_analysis": ("member", "@over", {}),
    "match_chat_read": ("player", "", {}),
    "match_chat_report": ("invited", "", {"reason": "insult", "text": ""}),
    "match_curtain": ("host", "@device", {}),
    "match_first_steps": ("player", "", {}),
    "match_join": ("member", "@open", {}),
    "match_orders": ("player", "", {}),
    "match_play": ("", "", {}),
    "match_rematch": ("host", "@over", {}),
    "club_report": ("member", "", {"reason": "insult", "text": "Everywhere."}),
    "person_report": ("member", "", {"reason": "insult", "text": "Everywhere."}),
}
"""By the name of a URL: who sends it (empty: the player who decides), the suffix of the match, the form."""


def sender(stage: Stage, name: str) -> tuple[Client, str, dict[str, Any]]:
    """A browser that has seen a page with forms, the URL, and the form it sends there."""
    role, about, form = CASES[name]
    match = stage.matches[about]
    if not role:  # the player who decides
        match.refresh_from_db()
        decider = match.seats.get(number=match.to_move).user
        role = {stage.people[each].pk: each for each in ("host", "player")}[decider.pk]
    browser = stage.browser(role)
    browser.get("/account/login/")
    if name == "api:analysis":  # of a match in which something was played
        browser.post(reverse("match_play", args=[match.code]), stage.form("match_play", about))
        browser.post(reverse("match_resign", args=[match.code]))
        return browser, stage.path(name, about), form
    match name.replace("api:", "match_"):
        case "match_ladder_challenge":
            form = stage.form(name, "")
        case "ladder_accept" | "ladder_challenge" | "ladder_decline" | "ladder_withdraw":
            form = stage.form(name, "")
        case "match_deals" | "match_report_club" | "match_report_message":
            form = stage.form(name, about)
        case "match_friend_accept":
            friendship_ask(user=stage.people["host"], name="Member")
        case "match_remove_person":
            form = {"user": stage.people["player"].pk}
        case "match_end_decline":
            browser.post(reverse("match_end_agree", args=[match.code]))
        case "match_hint" | "match_undo" | "match_play":
            form = stage.form("match_play", about)
            if name.endswith("undo"):
                browser.post(reverse("match_play", args=[match.code]), form)
                match.refresh_from_db()
                form = {"ply": match.ply}
            elif name == "api:hint":
                form = stage.form(name, about)
        case "match_plan":
            other = "host" if role == "player" else "player"
            browser = stage.browser(other)
            browser.get("/account/login/")
            planned = browser.get(f"/match/{match.code}/?plan=1").text
            form = dict(re.findall(r'name="(place|action)" value="([^"]+)"', planned.partition('id="plan')[2])[:2])
        case "table_new":
            form = untouched(browser.get("/tables/new/?game=rapa_nui").context["form"])
        case "account_delete":
            browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    path = stage.path(name, about)
    if name in ("watch", "table_new"):
        path += f"?game={GAME}"
    return browser, path, form


def row_counts() -> dict[str, int]:
    """The number of rows in each table that a form could change."""
    return {
        model._meta.label: model._base_manager.count()
        for model in apps.get_models()
        if model._meta.label not in BOOKKEEPING
    }
