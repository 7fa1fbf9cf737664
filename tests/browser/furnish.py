"""Puts people, tables and matches of every kind into a running site: `python -m tests.browser.furnish`.

Runs in the environment of the site and prints as JSON how tests find what is there; see `Furniture`.
"""

import json
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

ANALYSED = ("maya", "rapa_nui")
"""Games whose finished match is analysed already."""

FULL_LIST = 30
"""Finished matches of the member: more than one page of them."""

LENGTHS = {"rapa_nui": 100, "machu_picchu": 38, "maya": 80, "princes": 130}
"""Decisions of a match with all seats that is played at random, roughly."""

MOMENTS = {"begun": 0.0, "early": 0.1, "midway": 0.4, "late": 0.8}
"""How far the matches are in which the member decides, as shares of their lengths."""

SEED = 8
"""Of all chance: every run puts the same positions there, and with this one no match is over before its moment."""


@dataclass
class Furniture:
    """Session cookies by person, and parts of addresses by name: codes of matches by what they show, secrets."""

    sessions: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    """Pages that show that something is wrong, by status, since nothing is."""
    mails: dict[str, str] = field(default_factory=dict)
    """The mails that the site sends: see `tests.browser.mails`."""


def furnish() -> Furniture:
    """Fill the database. Django must have been set up."""
    from allauth.account.forms import default_token_generator
    from allauth.account.models import EmailAddress
    from allauth.account.utils import user_pk_to_url_str
    from django.conf import settings
    from django.contrib.auth.models import AnonymousUser
    from django.db import transaction
    from django.db.models import F
    from django.template.loader import render_to_string
    from django.test import Client, RequestFactory
    from django.utils import timezone

    from accounts.bans import ban_create
    from accounts.cautions import caution_create
    from accounts.models import Ban, User
    from accounts.moderators import moderator_appoint
    from accounts.selectors import computer_player
    from games.ai import analysis
    from games.engine import GAMES
    from games.models import Match
    from games.selectors.access import seats_of
    from games.services import matches
    from games.services.analysing import analyse, analysis_ask
    from games.services.chat import message_write, silence_create
    from games.services.leaving import resign
    from games.services.matches import match_create, match_join
    from games.services.ratings import ratings_apply
    from games.services.rematches import rematch
    from games.services.reports import message_report, person_report
    from notices.services.delivering import deliver_inside
    from tests.browser.mails import mails
    from tests.games.playing import play_randomly

    analysis.ITERATIONS = dict.fromkeys(GAMES, 3)  # a glance will do
    furniture = Furniture()
    matches.CHANCE = rng = Random(SEED)

    def person(name: str, **facts: Any) -> User:
        user = User.objects.create_user(name, password="quiet-terrace-7", **facts)
        browser = Client()
        browser.force_login(user)
        furniture.sessions[name] = browser.cookies[settings.SESSION_COOKIE_NAME].value
        return user

    def decides(match: Match) -> User | None:
        return None if match.awaited is None else seats_of(match)[match.awaited].decider

    def between(host: User, *others: User, game: str, rated: bool = False) -> Match:
        match = match_create(host=host, game=game, others=[None] * len(others), rated=rated)
        for other in others:
            match = match_join(match=match, user=other)
        return match

    def until(match: Match, user: User, ply: int) -> Match:
        """Played on at random to where `user` decides, at `ply` or soon after."""
        while match.ply < ply or decides(match) != user:
            assert match.status == Match.Status.RUNNING, f"{match.game} was over before ply {ply}: choose another SEED"
            match = play_randomly(match, rng, until=match.ply + 1)
        return match

    member = person("member", email="member@example.org")
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    guest = person("guest", is_guest=True)
    moderator = person("moderator", is_staff=True, is_superuser=True)
    host, friend = person("host"), person("friend", board_colours="safe")
    moderator_appoint(user=person("keeper"))
    person("newcomer")
    person("newcomer-guest", is_guest=True)
    week = timezone.now() + timedelta(days=7)
    cautioned = person("cautioned")
    caution_create(user=cautioned, moderator=moderator, why="Please do not call anybody names.")
    ban_create(user=person("banned"), moderator=moderator, until=week, why="Insults at three tables.")

    for key, game in GAMES.items():
        seats = max(game.SEATS)
        rivals = [host, friend, moderator, guest][: seats - 1]
        for moment, share in MOMENTS.items():
            match = between(member, *rivals[: 1 if moment == "begun" else seats - 1], game=key)
            match = until(match, member, int(share * LENGTHS[key]))
            furniture.parts[f"{key}-{moment}"] = match.code
        furniture.parts[f"{key}-waiting"] = until(between(host, member, game=key), host, 12).code
        furniture.parts[f"{key}-watched"] = until(between(host, friend, game=key), friend, 20).code
        furniture.parts[f"{key}-finished"] = play_randomly(between(host, member, game=key, rated=True), rng).code
        ratings_apply(game=key)
        if key in ANALYSED:
            finished = Match.objects.get(code=furniture.parts[f"{key}-finished"])
            analyse(analysis_id=analysis_ask(match=finished).pk, upto=0, seconds=1000)
        furniture.parts[f"{key}-resigned"] = resign(match=between(friend, member, game=key), user=friend).code
        options = {option.name: option.values[-1] for option in game.OPTIONS}
        table = match_create(host=host, game=key, others=[None] * (seats - 1), options=options)
        furniture.parts[f"{key}-open"] = table.code
    computer = computer_player("beginner")
    with transaction.atomic():  # before the site's worker hears of it and plays for the computer player too
        against = until(match_create(host=guest, game="rapa_nui", others=[computer]), guest, 0)
    furniture.parts["guest-match"] = against.code
    own = match_create(host=member, game="maya", others=[None], access=Match.Access.LINK)
    furniture.parts |= {"own-table": own.code, "invite": own.invite}
    for _number in range(FULL_LIST):
        resign(match=between(member, friend, game=rng.choice(list(GAMES))), user=rng.choice([member, friend]))
    for key, game in GAMES.items():
        share = MOMENTS["late"] * 3 / max(game.SEATS)
        of_three = until(between(member, host, friend, game=key), member, int(share * LENGTHS[key]))
        furniture.parts[f"{key}-three"] = of_three.code
    again = Match.objects.get(code=furniture.parts["maya-resigned"])
    furniture.parts |= {"asked-again": again.code, "rematch": rematch(match=again, user=friend).code}
    last = Match.objects.filter(seats__user=member, status=Match.Status.RUNNING).order_by("pk").first()
    assert last is not None
    Match.objects.filter(pk=last.pk).update(changed_at=timezone.now() - timedelta(days=3))
    running = Match.objects.filter(status=Match.Status.RUNNING)
    # Nobody's time runs out while tests look on, and no clock changes from days to hours, which moves what is near.
    running.update(deadline=F("deadline") + timedelta(days=1, hours=3, minutes=30))

    said = message_write(match=Match.objects.get(code=furniture.parts["maya-watched"]), user=host, text="You are slow")
    furniture.parts["report"] = str(message_report(message=said, reporter=friend, reason="insult", text="Again").pk)
    person_report(person=cautioned, reporter=friend, reason="stalling", text="Never comes back")
    silence_create(user=cautioned, moderator=moderator, days=3, why="Others have reported you.")
    furniture.parts |= {"ban": str(Ban.objects.get().pk), "person": str(cautioned.pk)}
    for key in GAMES:
        furniture.parts[f"{key}-number"] = str(Match.objects.get(code=furniture.parts[f"{key}-late"]).pk)

    token = f"{user_pk_to_url_str(member)}-{default_token_generator.make_token(member)}"
    furniture.parts["reset-key"] = token
    furniture.mails = mails(furniture.parts["rapa_nui-waiting"], "member", "host")
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    furniture.errors = {
        name: render_to_string(f"{name}.html", request=request)
        for name in ("400", "403", "403_csrf", "404", "429", "500", "503")
    }
    deliver_inside()  # so that none of all this is told over the pages that tests look at
    return furniture


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(asdict(furnish())))
