"""The users of the demo site, and their relations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import User
from accounts.moderators import moderator_appoint
from games.engine import GAMES
from games.models import Match
from games.services.computer.analysing import analysis_ask
from games.services.people.relations import friendship_accept, friendship_ask
from machupicchu.development.furniture import Cast, furnish
from membership.bans import ban_create
from membership.cautions import caution_create
from puzzles.models import Puzzle
from puzzles.services.answering import answer_give

PASSWORD = "quiet-terrace-7"
"""The password of everyone in the demo."""


def cast_gather() -> dict[str, str]:
    """Fill a site without people with demo data. Returns a description of each user by name."""
    cast = Cast(
        member=_person("ana", email="ana@example.org"),
        host=_person("bruno"),
        friend=_person("carla", board_colours="safe"),
        moderator=_person("diego", is_staff=True, is_superuser=True),
        guest=_person("gast", is_guest=True),
        cautioned=_person("elena"),
    )
    member = cast.member
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    moderator_appoint(user=_person("keeper"))
    banned = _person("felipe")
    _person("newcomer")
    caution_create(user=cast.cautioned, moderator=cast.moderator, why="Please do not call anyone names.")
    week = timezone.now() + timedelta(days=7)
    ban_create(user=banned, moderator=cast.moderator, until=week, why="Insults at three tables.")
    bot_create(owner=member, name="Robo")
    friendship_ask(user=member, name=cast.friend.username)
    friendship_accept(user=cast.friend, name=member.username)
    friendship_ask(user=cast.host, name=member.username)
    parts = furnish(cast)
    for number, game in enumerate(GAMES):  # one right answer, one nearly right, one wrong
        if puzzle := Puzzle.objects.filter(game=game, owner=None).first():
            answer_give(user=member, puzzle=puzzle, text=puzzle.left[number % len(puzzle.left)][0])
        analysis_ask(match=Match.objects.get(code=parts[f"{game}-finished"]))
    return {
        "ana": "has the most to see: matches in every state, tables, cups, a club, puzzles, a bot",
        "bruno": "hosts the clubs and cups, and wants to be ana's friend",
        "carla": "is ana's friend, and sees the boards in safer colours",
        "diego": "is the administrator: /admin/",
        "keeper": "is a moderator: /admin/",
        "elena": "was warned, cannot chat, is on the ladder",
        "felipe": "is banned",
        "newcomer": "has done nothing yet",
    }


def _person(name: str, **facts: Any) -> User:
    return User.objects.create_user(name, password=PASSWORD, **facts)
