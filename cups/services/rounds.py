"""Rounds: pairing them, starting their matches, and collecting results.

All of it happens in `cups_go_on`, which beat runs every few seconds. Each step is a separate transaction that finds out
what there is to do, so it may run twice, run concurrently, or die at any moment.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.selectors import computer_player
from cups.models import Cup, Entry, Pairing, Round
from cups.pairing import duplicate, knock_out, round_robin, swiss
from cups.pairing.standings import ranking
from cups.pairing.tables import Seating, Table, seatings_of
from cups.selectors import (
    COMPUTER_LEVEL,
    cups_to_go_on,
    entries_of,
    is_here,
    kept_apart,
    leads_of,
    lines_of,
    played,
    result_of,
    rounds_wanted,
)
from cups.services.deadlines import last_moment, put_back
from cups.services.entering import locked
from cups.services.telling import tell_of_end, tell_of_round
from games.ai import LEVELS
from games.engine import GAMES
from games.models import Match
from games.selectors.access import seats_of
from games.services.computer.work import on_its_own
from games.services.lobby import matches
from games.services.lobby.arranged import match_arrange
from games.services.play.timeouts import time_is_up
from games.services.refusals import NotRunning

SEALED_FOR = timedelta(days=3650)
"""Longer than any round of duplicate: the end of the round opens its matches (`_unseal`)."""


def cups_go_on() -> None:
    """Advance every running cup as far as it can go. An error in one cup does not hold up the others.

    One query if there is nothing to do, however many cups are running.
    """
    now = timezone.now()
    for cup in cups_to_go_on(now):
        with on_its_own(f"the cup {cup.code}"):
            if cup.is_ahead:  # type: ignore[attr-defined]  # annotated by `cups_to_go_on`
                put_back(cup, now)
            cup_go_on(cup=cup)


def cup_go_on(*, cup: Cup) -> None:
    """Collect results, end a round that is over, pair the next one, and start the missing matches."""
    now = timezone.now()
    _end_in_time(cup, now)
    _take_up_results(cup)
    _pair(cup, now)
    missing = Pairing.objects.filter(round__cup=cup, round__over_at=None, match=None, ranks__isnull=True)
    for pairing in missing.order_by("number"):
        _begin(pairing)


def _end_in_time(cup: Cup, now: datetime) -> None:
    """After the deadline of a round, declare time up for every person to decide, except those on vacation."""
    late = Pairing.objects.filter(round__cup=cup, round__last_moment__lte=now, match__status=Match.Status.RUNNING)
    for pairing in late.select_related("match"):
        match = pairing.match
        assert match is not None
        seat = next((seat for seat in seats_of(match) if seat.number == match.waits_for), None)
        if seat is None or seat.user is None or seat.stand_in_id is not None or seat.user.is_computer:
            continue
        if not seat.user.is_away(now):
            with suppress(NotRunning):  # over a moment ago
                time_is_up(match=match, ply=match.ply)


def _take_up_results(cup: Cup) -> None:
    """Store the results of finished matches."""
    done = Pairing.objects.filter(round__cup=cup, ranks__isnull=True, match__status=Match.Status.FINISHED)
    for pairing in done.select_related("match"):
        assert pairing.match is not None
        seats = seats_of(pairing.match)
        found: dict[str, list[Any]] = {"ranks": result_of(seats)}
        if cup.is_duplicate:
            found["leads"] = leads_of(pairing.match, seats)
        Pairing.objects.filter(pk=pairing.pk, ranks__isnull=True).update(**found)


def _pair(cup: Cup, now: datetime) -> None:
    """If the last round has all its results, end it and pair the next one, or end the cup."""
    with transaction.atomic():
        cup = locked(cup)
        last = cup.rounds.order_by("-number").first()
        if cup.status != Cup.Status.RUNNING:
            return
        if last is not None:
            if last.pairings.filter(ranks__isnull=True).exists():
                return
            _end_round(cup, last, now)
        number = 0 if last is None else last.number + 1
        if tables := _tables(cup, number):
            _open_round(cup, number, tables, now)
        else:
            _end(cup, now)


def _end_round(cup: Cup, round_: Round, now: datetime) -> None:
    """Close a round that has all its results; nothing of it stays sealed."""
    round_.over_at = now
    round_.save(update_fields=["over_at"])
    if cup.is_duplicate:
        _unseal(cup, round_)


def _open_round(cup: Cup, number: int, tables: Sequence[Seating], now: datetime) -> None:
    """Store round `number` with its tables, and tell everyone who sits there. Its matches start later."""
    games = [cup.game] if cup.game else list(GAMES)
    game = games[number % len(games)]
    round_ = Round.objects.create(
        cup=cup,
        number=number,
        game=game,
        deal=_deal(game, cup.size) if cup.is_duplicate else "",
        paired_at=now,
        last_moment=last_moment(cup, now),
    )
    Pairing.objects.bulk_create(
        Pairing(round=round_, number=place, players=list(seating), ranks=[1] if len(seating) == 1 else None)
        for place, seating in enumerate(tables)
    )
    tell_of_round(cup, round_, tables, {entry.number: entry for entry in entries_of(cup)})


def _deal(game: str, seats: int) -> str:
    """A new deal for all tables of a round."""
    return GAMES[game].deal_text(GAMES[game].deal(seats, {}, matches.CHANCE))


def _unseal(cup: Cup, round_: Round) -> None:
    """Open the matches of a finished round, as nobody plays its deal any more."""
    sealed = Match.objects.filter(pk__in=round_.pairings.values("match"), sealed_until__isnull=False)
    sealed.update(sealed_until=None, access=_access_of(cup))


def _access_of(cup: Cup) -> str:
    """Who may see its matches. The caller has locked the cup, as its club may be hidden at this very moment."""
    return Match.Access.CLUB if cup.is_hidden else Match.Access.ANYBODY


def _end(cup: Cup, now: datetime) -> None:
    """End the cup, store everyone's place, and notify them."""
    cup.status, cup.over_at = Cup.Status.OVER, now
    cup.save(update_fields=["status", "over_at"])
    entries = {entry.number: entry for entry in entries_of(cup)}
    lines = lines_of(cup, list(entries.values()))
    for line in lines:
        entries[line.player].place = line.place
    Entry.objects.bulk_update([entries[line.player] for line in lines], ["place"])
    tell_of_end(cup, [(entries[line.player], line.place) for line in lines], len(lines))


def _tables(cup: Cup, number: int) -> list[Seating]:
    """The tables of round `number`; none when the cup is over."""
    entries, rounds = entries_of(cup), played(cup)
    present = [entry for entry in entries if is_here(entry)]
    here = [entry.number for entry in present]
    if cup.system == Cup.System.KNOCK_OUT:
        alive = _alive(cup, [entry.number for entry in entries], rounds)
        return knock_out.next_round([player for player in alive if player in here], cup.size)
    began = _began(entries, rounds) if rounds else here
    wanted = rounds_wanted(cup, len(began))
    if wanted is not None and number >= wanted:
        return []
    before = seatings_of(rounds)
    apart = kept_apart(cup, present, before)
    if cup.is_duplicate:
        return duplicate.next_round(here, cup.size, before, apart=apart)
    if cup.system == Cup.System.ROBIN:
        return round_robin.next_round(began, here, cup.size, before, number, computers=cup.computers, apart=apart)
    return swiss.next_round(ranking(here, rounds), cup.size, before, computers=cup.computers, apart=apart)


def _alive(cup: Cup, seeds: Sequence[int], rounds: Sequence[Sequence[Table]]) -> Sequence[int]:
    """Those of the seeds that no round of a knock-out has put out."""
    for tables in rounds:
        seeds = knock_out.staying(seeds, tables, cup.size)
    return seeds


def _began(entries: Sequence[Entry], rounds: Sequence[Sequence[Table]]) -> list[int]:
    """The people of the first round, in the order of their entries."""
    people = {player for table in rounds[0] for player in table.people}
    return [entry.number for entry in entries if entry.number in people]


def _begin(pairing: Pairing) -> None:
    """Start the match of a pairing, unless that has happened. A computer player replaces people who are gone."""
    with transaction.atomic():
        pairing = Pairing.objects.select_for_update().get(pk=pairing.pk)
        if pairing.match_id is not None or pairing.ranks is not None:
            return
        round_ = Round.objects.select_related("cup").get(pk=pairing.round_id)
        cup = locked(round_.cup)
        # The race: someone closes the account or is banned at this moment. Either they wait for us, and then find the
        # match, or we see that they are gone.
        rows = cup.entries.filter(number__in=pairing.players).select_related("user").order_by("user_id")
        people = {entry.number: entry for entry in rows.select_for_update(of=("user",), no_key=True)}
        computer = computer_player(COMPUTER_LEVEL)
        assert computer is not None, "manage.py computer_players has not run"
        pairing.match = match_arrange(
            host=cup.host,
            game=round_.game,
            players=[_player(people.get(number), computer) for number in pairing.players],
            rated=cup.rated,
            pace=cup.pace,
            weekends_off=cup.weekends_off,
            access=_access_of(cup),
            club=cup.club_id,
            deal_text=round_.deal,
            thoughts=LEVELS[COMPUTER_LEVEL].thoughts_in(round_.game, cup.size) if cup.is_duplicate else None,
            sealed_until=timezone.now() + SEALED_FOR if cup.is_duplicate else None,
        )
        pairing.save(update_fields=["match"])


def _player(entry: Entry | None, computer: User) -> User:
    """Who sits down for an entry: the computer player for none, for a closed account and for someone banned."""
    if entry is None or not entry.user.is_active or entry.user.is_banned(timezone.now()):
        return computer
    return entry.user
