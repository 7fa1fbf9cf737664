"""Fills a running site with people, tables and matches of every kind: `python -m tests.browser.furnish`.

Runs in the site's environment, and prints as JSON what tests need to find it all; see `Furniture`.
"""

import json
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

ANALYSED = ("maya", "rapa_nui")
"""Games whose finished match has been analysed."""


@dataclass
class Furniture:
    """Session cookies by person, and parts of URLs by name: codes of matches by what they show, secrets."""

    sessions: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    """Error pages by status, rendered here because nothing on the site is wrong."""
    mails: dict[str, str] = field(default_factory=dict)
    """The site's mails: see `tests.browser.mails`."""


def furnish() -> Furniture:
    """Fill the database. Needs Django to be set up."""
    from allauth.account.forms import default_token_generator
    from allauth.account.models import EmailAddress
    from allauth.account.utils import user_pk_to_url_str
    from allauth.idp.oidc.models import Token
    from django.conf import settings
    from django.contrib.auth.models import AnonymousUser
    from django.template.loader import render_to_string
    from django.test import RequestFactory
    from django.utils import timezone
    from time_machine import travel

    from accounts.bots import bot_create, handover_begin, handover_link
    from accounts.models import Ban, User
    from accounts.moderators import moderator_appoint
    from accounts.oauth import SCOPES, app_enter
    from deliveries.services.delivering import deliver_inside
    from games.ai import analysis
    from games.engine import GAMES
    from games.models import Match
    from games.services.computer.analysing import analyse, analysis_ask
    from machupicchu.development.furniture import Cast
    from machupicchu.development.furniture import furnish as tables_and_matches
    from membership.bans import ban_create
    from membership.cautions import caution_create
    from tests.browser.mails import mails
    from tests.visitors import has_just_logged_in, visitor

    analysis.ITERATIONS = dict.fromkeys(GAMES, 3)  # few are enough here
    furniture = Furniture()

    def person(name: str, **facts: Any) -> User:
        user = User.objects.create_user(name, password="quiet-terrace-7", **facts)
        browser = visitor(user)
        with travel(timezone.now() + timedelta(days=1)):  # for as long as the tests take
            has_just_logged_in(browser, user)
        furniture.sessions[name] = browser.cookies[settings.SESSION_COOKIE_NAME].value
        return user

    member = person("member", email="member@example.org")
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    bot = bot_create(owner=member, name="Robo")
    handover_begin(bot=bot)
    furniture.parts["bot-link"] = handover_link(bot)
    home = "https://app.example/back"
    app = app_enter(name="Condor watch", homes=[home])
    asked = {"response_type": "code", "client_id": app.pk, "redirect_uri": home, "scope": " ".join(SCOPES)}
    proof = {"code_challenge": "c" * 43, "code_challenge_method": "S256"}
    furniture.parts["app"] = urlencode(asked | proof)
    kept = Token(client=app, user=member, type=Token.Type.REFRESH_TOKEN, hash="x")
    kept.set_scopes(["openid", "read", "play"])
    kept.save()
    guest = person("guest", is_guest=True)
    moderator = person("moderator", is_staff=True, is_superuser=True)
    host, friend = person("host"), person("friend", board_colours="safe")
    moderator_appoint(user=person("keeper"))
    person("newcomer")
    person("newcomer-guest", is_guest=True)
    week = timezone.now() + timedelta(days=7)
    cautioned = person("cautioned")
    caution_create(user=cautioned, moderator=moderator, why="Please do not call anyone names.")
    ban_create(user=person("banned"), moderator=moderator, until=week, why="Insults at three tables.")

    cast = Cast(member, host, friend, moderator, guest, cautioned)
    furniture.parts |= tables_and_matches(cast)
    furniture.parts["princes-hiring"] = _hiring(member, host, friend)
    for key in ANALYSED:
        finished = Match.objects.get(code=furniture.parts[f"{key}-finished"])
        analyse(analysis_id=analysis_ask(match=finished).pk, upto=0, seconds=1000)
    furniture.parts |= _puzzles(member)
    furniture.parts |= {"ban": str(Ban.objects.get().pk), "person": str(cautioned.pk)}
    for key in GAMES:
        furniture.parts[f"{key}-number"] = str(Match.objects.get(code=furniture.parts[f"{key}-late"]).pk)

    token = f"{user_pk_to_url_str(member)}-{default_token_generator.make_token(member)}"
    furniture.parts["reset-key"] = token
    furniture.mails = mails(furniture.parts["rapa_nui-waiting"], "host", "member")
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    furniture.errors = {
        name: render_to_string(f"{name}.html", request=request)
        for name in ("400", "403", "403_csrf", "404", "429", "500", "503")
    }
    deliver_inside()  # so that none of these notices appear over the pages that tests look at
    return furniture


def _hiring(member: Any, *others: Any) -> str:
    """A match of The Princes in which the member may set up an Inca or nobody; its code."""
    from random import Random

    from machupicchu.development.furniture import SEED, between, decides
    from machupicchu.development.playing import legal, play_randomly

    rng = Random(SEED)
    while True:
        match = between(member, *others, game="princes")
        while match.status == match.Status.RUNNING:
            if decides(match) == member and "hire none" in legal(match):
                return str(match.code)
            match = play_randomly(match, rng, until=match.ply + 1)


def _puzzles(member: Any) -> dict[str, str]:
    """A puzzle of each game with the member's answer (right, nearly right or wrong), and one from their own mistake."""
    from games.engine import GAMES
    from puzzles.services.answering import answer_give
    from puzzles.services.shelving import puzzle_keep
    from tests.puzzles.shelf import some_puzzle

    found = {key: puzzle_keep(found=some_puzzle(game=key))[0] for key in GAMES}
    for number, puzzle in enumerate(found.values()):
        answer_give(user=member, puzzle=puzzle, text=puzzle.left[number % len(puzzle.left)][0])
    puzzle_keep(found=some_puzzle(1), owner=member)
    return {f"{key}-puzzle": str(puzzle.pk) for key, puzzle in found.items()}


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(asdict(furnish())))
