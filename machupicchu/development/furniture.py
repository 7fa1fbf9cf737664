"""Demo data: tables, matches, clubs, cups and a ladder in every state that a page can show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.selectors import computer_player
from clubs.services.founding import club_found
from clubs.services.joining import club_join, member_admit, member_invite, member_remove
from cups.models import Cup, Pairing
from cups.services.entering import cup_begin, cup_enter, cup_open
from cups.services.rounds import cup_go_on
from games.engine import GAMES
from games.models import Match
from games.selectors.access import seats_of
from games.services.lobby import matches
from games.services.lobby.challenges import attempt_begin, challenge_send
from games.services.lobby.device import device_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.rematches import rematch
from games.services.lobby.terms import TableTerms
from games.services.moderation.reports import message_report, person_report
from games.services.people.chat import message_write, silence_create
from games.services.play.resignation import resign
from games.services.ratings.finished import ratings_apply
from ladders.models import Bout, Final, Ladder
from ladders.services.challenging import bout_accept, bout_challenge, bout_decline
from ladders.services.joining import ladder_join
from ladders.services.results import ladders_go_on
from machupicchu.development.days import played_yesterday, whole
from machupicchu.development.playing import play_randomly

FULL_LIST = 30
"""The number of finished matches of the member: more than one page of them."""

LENGTHS = {"rapa_nui": 100, "machu_picchu": 38, "maya": 80, "princes": 130}
"""The approximate number of decisions in a random match with all seats, by game."""

MOMENTS = {"begun": 0.0, "early": 0.1, "midway": 0.4, "late": 0.8}
"""The progress of the matches in which the member has to decide, as fractions of their lengths."""

SEED = 8
"""The seed of all randomness: every run creates the same positions, and no match ends before its moment."""


@dataclass(frozen=True)
class Cast:
    """The users of the demo; most of the data is for `member` to see."""

    member: User
    host: User
    friend: User
    moderator: User
    guest: User
    cautioned: User
    """A user who is reported, and may not chat."""


def furnish(cast: Cast) -> dict[str, str]:
    """Create all demo data with the site's services. Returns parts of URLs, such as codes of matches, by name.

    Computer players must exist. Nobody gets an email or push unless they have turned that on.
    """
    member, host, friend, moderator = cast.member, cast.host, cast.friend, cast.moderator
    parts: dict[str, str] = {}
    matches.CHANCE = rng = Random(SEED)
    for key in GAMES:
        parts |= _matches_of(key, cast, rng)
    parts |= _matches_without_accounts(cast, rng)
    parts |= _deals_of_days(cast, rng)
    parts |= sent_deal(member, friend, host, rng)
    own = match_create(host=member, game="maya", others=[None], terms=TableTerms(access=Match.Access.LINK))
    parts |= {"own-table": own.code, "invite": own.invite}
    rng.seed(SEED)  # deals of the day differ by date and site, and so does the number of random choices in them
    for _number in range(FULL_LIST):
        resign(match=between(member, friend, game=rng.choice(list(GAMES))), user=rng.choice([member, friend]))
    parts |= _matches_of_three(cast, rng)
    parts |= clubs(member, host, friend, moderator)
    parts |= cups(member, host, friend, moderator)
    ladder(host, friend, moderator, cast.cautioned, member)
    again = Match.objects.get(code=parts["maya-resigned"])
    parts |= {"asked-again": again.code, "rematch": rematch(match=again, user=friend).code}
    _give_time(member)
    parts["report"] = _reports(cast, Match.objects.get(code=parts["maya-watched"]))
    return parts


def _matches_of(key: str, cast: Cast, rng: Random) -> dict[str, str]:
    """Matches and tables of one game in every state; their codes by name."""
    game, member, host, friend = GAMES[key], cast.member, cast.host, cast.friend
    parts: dict[str, str] = {}
    seats = max(game.SEATS)
    others = [host, friend, cast.moderator, cast.guest][: seats - 1]
    for moment, share in MOMENTS.items():
        match = between(member, *others[: 1 if moment == "begun" else seats - 1], game=key)
        match = until(match, member, int(share * LENGTHS[key]), rng)
        parts[f"{key}-{moment}"] = match.code
    parts[f"{key}-waiting"] = until(between(host, member, game=key), host, 12, rng).code
    parts[f"{key}-watched"] = until(between(host, friend, game=key), friend, 20, rng).code
    parts[f"{key}-finished"] = play_randomly(between(host, member, game=key, rated=True), rng).code
    ratings_apply(game=key)
    parts[f"{key}-resigned"] = resign(match=between(friend, member, game=key), user=friend).code
    options = {option.name: option.values[-1] for option in game.OPTIONS}
    table = match_create(host=host, game=key, others=[None] * (seats - 1), terms=TableTerms(options=options))
    parts[f"{key}-open"] = table.code
    return parts


def _matches_without_accounts(cast: Cast, rng: Random) -> dict[str, str]:
    """A match of the guest against a computer player, and one at the device of the member; parts of URLs by name."""
    computer = computer_player("beginner")
    with transaction.atomic():  # keeps the site's worker from playing for the computer player meanwhile
        against = until(match_create(host=cast.guest, game="rapa_nui", others=[computer]), cast.guest, 0, rng)
    with_kin = device_create(host=cast.member, game="princes", names=["Anna", "Béla", "Cili"])
    return {"guest-match": against.code, "device": with_kin.code, "device-claim": with_kin.invite}


def _deals_of_days(cast: Cast, rng: Random) -> dict[str, str]:
    """Yesterday's deal of each game as several people have played it, and that of today in one game."""
    players = [cast.member, cast.friend, cast.host]
    day_before = played_yesterday("maya", [*players, cast.moderator, cast.guest], rng)
    for key in GAMES:
        if key != "maya":
            played_yesterday(key, players, Random(SEED))
    for user in (cast.friend, cast.host, cast.moderator):
        whole(user, rng, "maya")
    return {"day-before": day_before}


def _matches_of_three(cast: Cast, rng: Random) -> dict[str, str]:
    """A match of three in each game, late in it, with the member to decide; their codes by name."""
    parts = {}
    for key, game in GAMES.items():
        share = MOMENTS["late"] * 3 / max(game.SEATS)
        match = between(cast.member, cast.host, cast.friend, game=key)
        parts[f"{key}-three"] = until(match, cast.member, int(share * LENGTHS[key]), rng).code
    return parts


def _give_time(member: User) -> None:
    """Leave the oldest match of the member alone for days, and see that no time runs out soon."""
    last = Match.objects.filter(seats__user=member, status=Match.Status.RUNNING).order_by("pk").first()
    assert last is not None
    Match.objects.filter(pk=last.pk).update(changed_at=timezone.now() - timedelta(days=3))
    running = Match.objects.filter(status=Match.Status.RUNNING)
    # So no clock soon switches from days to hours either, which would change the page's layout.
    running.update(deadline=F("deadline") + timedelta(days=1, hours=3, minutes=30))


def _reports(cast: Cast, match: Match) -> str:
    """Reports of a message and of a person, and someone who may not chat; the key of the first report."""
    said = message_write(match=match, user=cast.host, text="You are slow")
    report = message_report(message=said, reporter=cast.friend, reason="insult", text="Again")
    person_report(person=cast.cautioned, reporter=cast.friend, reason="stalling", text="Never comes back")
    silence_create(user=cast.cautioned, moderator=cast.moderator, days=3, why="Others have reported you.")
    return str(report.pk)


def decides(match: Match) -> User | None:
    """The user who has to decide; None when the match is over."""
    return None if match.to_move is None else seats_of(match)[match.to_move].decider


def between(host: User, *others: User, game: str, rated: bool = False) -> Match:
    """A new match between these users."""
    match = match_create(host=host, game=game, others=[None] * len(others), terms=TableTerms(rated=rated))
    for other in others:
        match = match_join(match=match, user=other)
    return match


def until(match: Match, user: User, ply: int, rng: Random) -> Match:
    """Play a match at random until `user` has to decide, at `ply` or the first time after it."""
    while match.ply < ply or decides(match) != user:
        assert match.status == Match.Status.RUNNING, f"{match.game} was over before ply {ply}: choose another SEED"
        match = play_randomly(match, rng, until=match.ply + 1)
    return match


def sent_deal(sender: User, player: User, other: User, rng: Random) -> dict[str, str]:
    """A deal sent by `sender` that `player` has finished and `other` is playing; parts of URLs by name."""
    others = [computer_player(level) for level in ("beginner", "solid")]
    with transaction.atomic():  # keeps the site's worker from playing for the computer players meanwhile
        sent = play_randomly(match_create(host=sender, game="rapa_nui", others=others), rng)
        challenge = challenge_send(match=sent, user=sender)
        play_randomly(attempt_begin(challenge=challenge, user=player).match, rng)
        play_randomly(attempt_begin(challenge=challenge, user=other).match, rng, until=3)
    return {"sent-deal": challenge.token, "sent-match": sent.code}


def clubs(member: User, host: User, friend: User, other: User) -> dict[str, str]:
    """A club of the host with membership on request, a hidden one, and one of the member; parts of URLs by name."""
    words = "We play on Tuesday evenings, and all week by one move a day.\n\nBeginners are welcome."
    club = club_found(founder=host, name="Quechua Evenings", description=words, entry="asking")
    for person in (member, friend, other):
        club_join(club=club, user=person)
    member_admit(club=club, host=host, user=member)
    member_admit(club=club, host=host, user=other)
    member_remove(club=club, host=host, user=other)
    hidden = club_found(founder=host, name="The Llamas", is_public=False)
    member_invite(club=hidden, host=host, user=member)
    club_found(founder=member, name="Andes Club", description="For people who like mountains.")
    return {"club": club.code, "hidden-club": hidden.code, "club-link": hidden.invite}


def cups(*people: User) -> dict[str, str]:
    """A cup of each kind, hosted by the second of the people; their codes by name."""
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
                if cup.is_duplicate:  # so the leads differ
                    play_randomly(match, Random(match.pk))
                    continue
                sitting = [seat.user for seat in seats_of(match) if seat.user is not None]
                resign(match=match, user=max(sitting, key=lambda user: user.pk))
            cup_go_on(cup=cup)
    return found


def ladder(*people: User) -> None:
    """A ladder of these people, with challenges of every kind, results, and a season that is over.

    The last of the people has been challenged, and has challenged others.
    """
    first, second, third, fourth, last = people
    climber = User.objects.create_user("climber")
    for person in (*people, climber):
        ladder_join(game="rapa_nui", user=person)
    ladder = Ladder.objects.get(game="rapa_nui")

    def challenges(one: User, other: User) -> Bout:
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


def _codes(cup: Cup) -> list[str]:
    """The codes of the matches of a cup."""
    return list(Pairing.objects.filter(round__cup=cup, match__isnull=False).values_list("match__code", flat=True))
