"""Puts people, tables and matches of every kind into a running site: `python -m tests.browser.furnish`.

Runs in the environment of the site and prints as JSON how tests find what is there; see `Furniture`.
"""

import json
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urlencode

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
    from allauth.idp.oidc.models import Token
    from django.conf import settings
    from django.contrib.auth.models import AnonymousUser
    from django.db import transaction
    from django.db.models import F
    from django.template.loader import render_to_string
    from django.test import Client, RequestFactory
    from django.utils import timezone

    from accounts.bots import bot_create, handover_link
    from accounts.models import Ban, User
    from accounts.moderators import moderator_appoint
    from accounts.oauth import SCOPES, app_enter
    from accounts.selectors import computer_player
    from deliveries.services.delivering import deliver_inside
    from games.ai import analysis
    from games.engine import GAMES
    from games.models import Match
    from games.selectors.access import seats_of
    from games.services.computer.analysing import analyse, analysis_ask
    from games.services.lobby import matches
    from games.services.lobby.device import device_create
    from games.services.lobby.matches import match_create, match_join
    from games.services.lobby.rematches import rematch
    from games.services.lobby.terms import TableTerms
    from games.services.moderation.reports import message_report, person_report
    from games.services.people.chat import message_write, silence_create
    from games.services.play.leaving import resign
    from games.services.ratings.finished import ratings_apply
    from membership.bans import ban_create
    from membership.cautions import caution_create
    from tests.browser.mails import mails
    from tests.daily.playing import played_yesterday, whole
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
        match = match_create(host=host, game=game, others=[None] * len(others), terms=TableTerms(rated=rated))
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
    furniture.parts["bot-link"] = handover_link(bot_create(owner=member, name="Robo"))
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
        table = match_create(host=host, game=key, others=[None] * (seats - 1), terms=TableTerms(options=options))
        furniture.parts[f"{key}-open"] = table.code
    computer = computer_player("beginner")
    with transaction.atomic():  # before the site's worker hears of it and plays for the computer player too
        against = until(match_create(host=guest, game="rapa_nui", others=[computer]), guest, 0)
    furniture.parts["guest-match"] = against.code
    with_kin = device_create(host=member, game="princes", names=["Anna", "Béla", "Cili"])
    furniture.parts |= {"device": with_kin.code, "device-claim": with_kin.invite}
    furniture.parts["day-before"] = played_yesterday("maya", [member, friend, host, moderator, guest], rng)
    for key in GAMES:
        if key != "maya":
            played_yesterday(key, [member, friend, host], Random(SEED))
    for user in (friend, host, moderator):
        whole(user, rng, "maya")
    furniture.parts |= _sent_deal(member, friend, host, rng)
    furniture.parts |= _puzzles(member)
    own = match_create(host=member, game="maya", others=[None], terms=TableTerms(access=Match.Access.LINK))
    furniture.parts |= {"own-table": own.code, "invite": own.invite}
    rng.seed(SEED)  # the deals of the day are those of the date and of this site, and their games as long as they are
    for _number in range(FULL_LIST):
        resign(match=between(member, friend, game=rng.choice(list(GAMES))), user=rng.choice([member, friend]))
    for key, game in GAMES.items():
        share = MOMENTS["late"] * 3 / max(game.SEATS)
        of_three = until(between(member, host, friend, game=key), member, int(share * LENGTHS[key]))
        furniture.parts[f"{key}-three"] = of_three.code
    furniture.parts |= _clubs(member, host, friend, moderator)
    furniture.parts |= _cups(member, host, friend, moderator)
    _ladder(host, friend, moderator, cautioned, member)
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
    furniture.mails = mails(furniture.parts["rapa_nui-waiting"], "host", "member")
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    furniture.errors = {
        name: render_to_string(f"{name}.html", request=request)
        for name in ("400", "403", "403_csrf", "404", "429", "500", "503")
    }
    deliver_inside()  # so that none of all this is told over the pages that tests look at
    return furniture


def _puzzles(member: Any) -> dict[str, str]:
    """A puzzle of each game, which the member has answered: rightly, nearly, wrongly; and a mistake of theirs."""
    from games.engine import GAMES
    from puzzles.services.answering import answer_give
    from puzzles.services.shelving import puzzle_keep
    from tests.puzzles.shelf import some_puzzle

    found = {key: puzzle_keep(found=some_puzzle(game=key))[0] for key in GAMES}
    for number, puzzle in enumerate(found.values()):
        answer_give(user=member, puzzle=puzzle, text=puzzle.left[number % len(puzzle.left)][0])
    puzzle_keep(found=some_puzzle(1), owner=member)
    return {f"{key}-puzzle": str(puzzle.pk) for key, puzzle in found.items()}


def _sent_deal(sender: Any, player: Any, other: Any, rng: Random) -> dict[str, str]:
    """A deal of the sender that the player has played, and that the other one plays now."""
    from django.db import transaction

    from accounts.selectors import computer_player
    from games.services.lobby.challenges import attempt_begin, challenge_send
    from games.services.lobby.matches import match_create
    from tests.games.playing import play_randomly

    others = [computer_player(level) for level in ("beginner", "solid")]
    with transaction.atomic():  # before the site's worker plays for the computer players too
        sent = play_randomly(match_create(host=sender, game="rapa_nui", others=others), rng)
        challenge = challenge_send(match=sent, user=sender)
        play_randomly(attempt_begin(challenge=challenge, user=player).match, rng)
        play_randomly(attempt_begin(challenge=challenge, user=other).match, rng, until=3)
    return {"sent-deal": challenge.token, "sent-match": sent.code}


def _clubs(member: Any, host: Any, friend: Any, other: Any) -> dict[str, str]:
    """A club of the host to which one asks to come, and a hidden one."""
    from clubs.services.founding import club_found
    from clubs.services.joining import club_join, member_admit, member_invite, member_remove

    words = "We play on Tuesday evenings, and all week by one move a day.\n\nBeginners are welcome."
    club = club_found(founder=host, name="Quechua Evenings", description=words, entry="asking")
    for person in (member, friend, other):
        club_join(club=club, user=person)
    member_admit(club=club, host=host, user=member)
    member_admit(club=club, host=host, user=other)
    member_remove(club=club, host=host, user=other)
    hidden = club_found(founder=host, name="The Llamas", is_public=False)
    member_invite(club=hidden, host=host, user=member)
    club_found(founder=member, name="Andes Club", description="For whoever likes mountains.")
    return {"club": club.code, "hidden-club": hidden.code, "club-link": hidden.invite}


def _cups(*people: Any) -> dict[str, str]:
    """The codes of a cup of each kind, hosted by the second of the people."""
    from cups.services.entering import cup_begin, cup_enter, cup_open
    from cups.services.rounds import cup_go_on
    from games.models import Match
    from games.selectors.access import seats_of
    from games.services.play.leaving import resign
    from tests.games.playing import play_randomly

    host = people[1]
    kinds: dict[str, tuple[int, dict[str, Any]]] = {
        "open": (0, {"system": "robin", "game": "", "size": 3, "pace": "2d", "weekends_off": True, "round_days": 14}),
        "running": (1, {"system": "swiss", "game": "rapa_nui", "size": 2, "pace": "3d", "round_days": 21}),
        "over": (9, {"system": "swiss", "game": "", "size": 2, "pace": "live", "rated": True}),
        "knock-out": (9, {"system": "knock", "game": "maya", "size": 2, "pace": "live", "computers": True}),
        "duplicate": (9, {"system": "dupli", "game": "maya", "size": 2, "pace": "live"}),
        "sealed": (1, {"system": "dupli", "game": "rapa_nui", "size": 2, "pace": "2d"}),
    }
    found = {}
    for kind, (rounds, facts) in kinds.items():
        cup = cup_open(host=host, name=f"The {kind} cup of the house", **facts)
        found[f"cup-{kind}"] = cup.code
        for person in people:
            cup_enter(cup=cup, user=person)
        if not rounds:
            continue
        cup_begin(cup=cup, user=host)
        cup_go_on(cup=cup)
        for _round in range(rounds):
            for match in Match.objects.filter(host=host, code__in=_codes(cup), status=Match.Status.RUNNING):
                if cup.is_duplicate:  # so that its leads differ
                    play_randomly(match, Random(match.pk))
                    continue
                sitting = [seat.user for seat in seats_of(match) if seat.user is not None]
                resign(match=match, user=max(sitting, key=lambda user: user.pk))
            cup_go_on(cup=cup)
    return found


def _ladder(*people: Any) -> None:
    """A ladder on which these people stand, with challenges of every kind, results, and a season that is over.

    The last of the people is challenged by somebody and has challenged another one.
    """
    from accounts.models import User
    from games.services.play.leaving import resign
    from ladders.models import Final, Ladder
    from ladders.services.challenging import bout_accept, bout_challenge, bout_decline
    from ladders.services.joining import ladder_join
    from ladders.services.settling import ladders_go_on

    first, second, third, fourth, last = people
    climber = User.objects.create_user("climber")
    for person in (*people, climber):
        ladder_join(game="rapa_nui", user=person)
    ladder = Ladder.objects.get(game="rapa_nui")

    def challenges(one: Any, other: Any) -> Any:
        return bout_challenge(ladder=ladder, user=one, rung=ladder.rungs.get(user=other).pk)

    resign(match=bout_accept(bout=challenges(third, first), user=first), user=first)
    ladders_go_on()
    bout_decline(bout=challenges(last, fourth), user=fourth)
    bout_accept(bout=challenges(second, third), user=third)
    bout_accept(bout=challenges(last, first), user=first)
    challenges(last, second)
    challenges(climber, last)
    Final.objects.bulk_create(
        Final(ladder=ladder, season="2026-2", place=place, user=person) for place, person in enumerate(people, 1)
    )


def _codes(cup: Any) -> list[str]:
    from cups.models import Pairing

    return list(Pairing.objects.filter(round__cup=cup, match__isnull=False).values_list("match__code", flat=True))


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(asdict(furnish())))
