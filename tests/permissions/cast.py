"""Everyone who might come to the site, what they might request, and what they might send."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderators import moderator_appoint
from accounts.oauth import app_enter
from accounts.services import computer_players_ensure
from clubs.models import Club
from clubs.services.founding import club_found
from clubs.services.joining import club_join
from cups.services.entering import cup_enter, cup_open
from games.engine.record import read
from games.models import Analysis, Block, Friendship, Invitation, Match, RatedMatch, Rating, RatingLedger, Report
from games.services.lobby.arranged import match_arrange
from games.services.lobby.challenges import attempt_begin, challenge_send
from games.services.lobby.device import device_create
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.quarantine import match_quarantine
from games.services.moderation.reports import message_report
from games.services.people import chat
from games.services.play.resignation import resign
from games.services.records.examples import example_ensure
from games.services.records.studies import study_create
from games.services.upkeep.heartbeat import beat
from ladders.models import Final, Rung
from ladders.services.challenging import bout_challenge
from ladders.services.joining import ladder_join
from membership.bans import ban_create
from membership.cautions import caution_create
from notices.kinds import Channel, Kind
from notices.models import Delivery, Notice
from puzzles.services.shelving import puzzle_keep
from tests.games.addresses import addresses, filled
from tests.games.playing import legal, play_out
from tests.puzzles.shelf import some_puzzle

PASSWORD = "seven stone condors"
GAME = "rapa_nui"
ADDRESSES = {address.name: address for address in addresses()}
EXAMPLE = Path("games/titles/rapa_nui/board/example.txt")

ROLES: dict[str, str] = {
    "nobody": "is not signed in",
    "guest": "plays at once, without an account",
    "member": "has nothing to do with the match",
    "player": "sits at the table",
    "host": "has opened it, and sits there too",
    "watcher": "has opened its invitation, and does not play",
    "friend": "is a friend of the host, and has nothing to do with the match",
    "invited": "has been invited by name to the table, and not answered",
    "blocked": "has opened its invitation; the host has blocked them",
    "banned": "has opened its invitation; a moderator has banned them",
    "moderator": "works in the administration as a moderator, and may look at every match as a spectator",
    "superuser": "may do everything there",
}
"""The columns of the table: the roles of visitors."""

MATCHES: dict[str, str] = {
    "": "running at a private table",
    "@open": "a public table with a free seat",
    "@friends": "a table for friends of the host, with a free seat",
    "@password": "a table with a password and a free seat",
    "@over": "public and finished",
    "@study": "a study of the host",
    "@aside": "private and quarantined",
    "@device": "on one device, that of the host",
    "@sealed": "the player against the computer, opened by the host, while others play the same deal",
    "@alone": "the player against the computer, public and finished; the host has played its deal too",
    "@exhibition": "computer players among themselves, started by the host",
}
"""Suffixes of URL names, for the match a request is about; without one, a running match at a private table."""


class Stage:
    """The site with some people, a few matches, and one row of each kind that the administration shows."""

    def __init__(self) -> None:
        computers = computer_players_ensure()
        self.people = {role: _person(role) for role in ROLES if role != "nobody"}
        self._host, self._player = self.people["host"], self.people["player"]
        Block.objects.create(user=self._host, blocked=self.people["blocked"])
        for friend in (self.people["friend"], self._player):
            Friendship.objects.create(asker=friend, asked=self._host, since=timezone.now())
        self.matches = {
            "": self._played(access=Match.Access.LINK),
            "@open": self._played(others=[None, None]),
            "@friends": self._played(others=[None, None], access=Match.Access.FRIENDS),
            "@password": self._played(others=[None, None], access=Match.Access.PASSWORD, password="condor"),
            "@over": resign(match=self._played(), user=self._player),
            "@study": study_create(owner=self._host, record=read(EXAMPLE.read_text())),
            "@aside": self._played(access=Match.Access.LINK),
            "@device": device_create(host=self._host, game=GAME, names=["Anna", "Cili"]),
            "@sealed": match_arrange(
                host=self._host,
                game=GAME,
                players=[self._player, computers[0]],
                rated=False,
                pace=Match.Pace.NONE,
                weekends_off=False,
                sealed_until=timezone.now() + timedelta(days=1),
            ),
            "@exhibition": exhibition_create(host=self._host, game=GAME, players=computers[:2]),
        }
        with transaction.atomic():  # before the workers of a running site play for the computer players
            alone = match_create(host=self._player, game=GAME, others=computers[:1])
            self.matches["@alone"] = play_out(alone, Random(3))
            challenge = challenge_send(match=self.matches["@alone"], user=self._player)
            self.attempt = attempt_begin(challenge=challenge, user=self._host)
            play_out(self.attempt.match, Random(4))
        Friendship.objects.filter(asker=self._player).delete()
        for about, match in self.matches.items():
            if about not in ("@study", "@exhibition", "@device"):
                Invitation.objects.create(match=match, user=self.people["invited"])
        cup = cup_open(host=self._host, name="Spring", system="swiss", game=GAME, size=2, pace="live")
        for who in (self._host, self._player):
            cup_enter(cup=cup, user=who)
        club_join(club=club_found(founder=self._host, name="Andes"), user=self._player)
        for who in (self._host, self._player, self.people["friend"]):
            ladder_join(game=GAME, user=who)
        self.rung = Rung.objects.get(user=self._host)
        self.bout = bout_challenge(ladder=self.rung.ladder, user=self._player, rung=self.rung.pk)
        Final.objects.create(ladder=self.rung.ladder, season="2026-2", place=1, user=self._player)
        puzzle_keep(found=some_puzzle())
        example_ensure(GAME)
        match_quarantine(match_id=self.matches["@aside"].pk, ply=None, trouble="Nobody knows.")
        self._leave_traces()

    def _played(self, *, others: Sequence[None] = (None,), **facts: Any) -> Match:
        table = match_create(host=self._host, game=GAME, others=others, terms=TableTerms(**facts))
        return match_join(match=table, user=self._player, admitted=True)

    def _leave_traces(self) -> None:
        player, now = self._player, timezone.now()
        self.message = chat.message_write(match=self.matches[""], user=self._host, text="Good luck!")
        message_report(message=self.message, reporter=player, reason=Report.Reason.OTHER, text="")
        chat.silence_create(user=self.people["guest"], moderator=self.people["moderator"], days=7, why="Noise.")
        notice = Notice.objects.create(user=player, kind=Kind.TEST)
        Delivery.objects.create(notice=notice, user=player, channel=Channel.PAGES, due=now)
        RecoveryCodes.activate(player)
        EmailAddress.objects.create(user=player, email="player@example.org")
        UserSession.objects.create(user=player, ip="127.0.0.1", session_key="old")
        Group.objects.create(name="Helpers")
        app_enter(name="Condor watch", homes=["https://app.example/back"])
        ban_create(user=_person("gone"), moderator=self.people["moderator"], until=None, why="Noise.")
        caution_create(user=_person("rude"), moderator=self.people["moderator"], why="Noise.")
        Analysis.objects.create(match=self.matches["@over"], version="0/0", steps=1, worked_at=now)
        RatedMatch.objects.create(match=self.matches["@over"], game=GAME, number=1, season="2026-4")
        RatingLedger.objects.update_or_create(game=GAME, defaults={"given": 1, "applied": 1})
        Rating.objects.create(user=player, game=GAME, mu=25, sigma=8, standing=25, last_at=now)

    def whole(self, about: str) -> list[Any]:
        """Everything stored about a match: its row, its seats, its log."""
        match = self.matches[about]
        rows = [Match.objects.filter(pk=match.pk), match.seats.order_by("pk"), match.actions.order_by("pk")]
        return [list(found.values()) for found in rows]

    def browser(self, role: str) -> Client:
        """The browser of someone who has just come: logged in, and with the invitations of the role."""
        beat()  # otherwise a site that has run for a minute is unhealthy
        browser = Client()
        if role == "guest":
            browser.force_login(self.people[role])
        elif role != "nobody":
            browser.post(reverse("account_login"), {"login": self.people[role].username, "password": PASSWORD})
        if role in ("watcher", "blocked", "banned"):
            for match in self.matches.values():
                browser.get(reverse("match_invite", args=[match.code, match.invite]))
        if role == "banned":
            ban_create(user=self.people[role], moderator=self.people["moderator"], until=None, why="Insults.")
        return browser

    def path(self, name: str, about: str) -> str:
        """The path with arguments that name existing things, where there are such."""
        table = re.fullmatch(r"admin:(allauth_idp_oidc|[a-z]+)_([a-z]+)_(change|delete|history|settle)", name)
        if table is not None:
            row = apps.get_model(table[1], table[2])._base_manager.order_by("pk").first()
            assert row is not None, f"let there be something to see at {name}"
            return reverse(name, args=[row.pk])
        if name == "challenge_game":
            return reverse(name, args=[self.attempt.challenge.token, self.attempt.pk])
        path = filled(ADDRESSES[name], self.matches[about])
        return f"{path}?message={self.message.pk}" if name == "match_chat_report" else path

    def form(self, name: str, about: str) -> dict[str, Any]:
        """A form for this URL that may be accepted, if any may."""
        match = self.matches[about]
        match name:
            case "match_play":
                return {"action": legal(match)[0] if match.to_move is not None else "", "ply": match.ply}
            case "api:play":
                return {"action": legal(match)[0] if match.to_move is not None else "", "ply": match.ply}
            case "api:undo" | "api:hint":
                return {"ply": match.ply}
            case "api:plan":
                return {"action": legal(match)[0] if match.to_move is not None else "", "place": 0}
            case "api:plan_keep":
                return {"count": 0}
            case "api:chat":
                return {"text": "Hello."}
            case "api:change":
                return {"access": "link", "pace": "live"}
            case "api:invite":
                return {"name": self.people["member"].username}
            case "api:remove":
                return {"name": self._player.username}
            case "api:deals":
                return {"match": match.code}
            case "api:start":
                return {"level": "beginner"}
            case "api:exhibitions":
                return {"game": GAME, "computers": ["solid", "solid"]}
            case "api:play_on":
                return {"step": 0, "seat": 0, "computers": ["beginner"]}
            case "api:studies":
                return {"record": EXAMPLE.read_text()}
            case "api:clubs" | "api:club_change":
                return {"name": "Llamas"}
            case "api:club_admit" | "api:club_decline" | "api:club_remove" | "api:club_invite" | "api:club_host":
                return {"name": self._player.username}
            case "api:blocks" | "api:block_end" | "api:friend_accept" | "api:friend_ask" | "api:friend_end":
                return {"name": self._host.username}
            case "api:report_person":
                return {"name": self._host.username, "reason": "other", "text": "Noise."}
            case "api:report_club":
                return {"club": Club.objects.get().code, "reason": "other", "text": "Noise."}
            case "api:report_message":
                return {"match": match.code, "message": self.message.pk, "reason": "other"}
            case "api:tables" | "api:pair" | "pair":
                return {"game": GAME}
            case "api:cups":
                return {"name": "Summer", "game": GAME}
            case "api:cup_remove":
                return {"name": self.people["player"].username}
            case "club_new" | "club_change":
                return {"name": "Llamas", "entry": "open"}
            case "club_member":
                return {"name": self._player.username, "do": "remove"}
            case "cup_new":
                return {"name": "Summer", "system": "swiss", "game": GAME, "size": 2, "pace": "live"}
            case "puzzle" | "api:puzzle_answer":
                return {"action": some_puzzle().moment.best}
            case "cup_days" | "api:cup_days":
                return {"days": 7}
            case "cup_remove":
                return {"entry": 2}
            case "ladder_challenge" | "api:ladder_challenge":
                return {"rung": self.rung.pk}
            case "ladder_accept" | "ladder_decline" | "ladder_withdraw":
                return {"bout": self.bout.pk}
            case "device":
                return {"name_1": "Anna", "name_2": "Cili"}
            case "match_curtain":
                return {"seat": match.to_move}
            case "match_undo":
                return {"ply": match.ply}
            case "match_hint" if about == "@sealed":
                return {"ply": match.ply}  # not a stale page, so that the reason is given
            case "match_chat":
                return {"text": "Hello."}
            case "match_change":
                return {"access": "link", "pace": "live"}
            case "match_remove_person":
                return {"user": self._player.pk}
            case "match_invite_person":
                return {"name": self.people["member"].username}
            case "match_play_on":
                return {"seat": 0, "place_2": "beginner"}
            case "match_start":
                return {"level": "beginner"}
            case "match_orders":
                return {"order-none": "ask"}
            case "friends":
                return {"do": "ask", "name": self._host.username}
            case "play":
                return {"game": GAME, "level": "beginner"}
        return {}


def _person(role: str) -> User:
    if role == "superuser":
        return User.objects.create_superuser("Super", password=PASSWORD)
    user = User.objects.create_user(role.title(), password=PASSWORD, is_guest=role == "guest")
    if role == "moderator":
        moderator_appoint(user=user)
    return user
