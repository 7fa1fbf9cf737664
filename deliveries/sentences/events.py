"""Titles and sentences about events in cups, on ladders, in clubs and with sent deals, from the facts of the notice."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from common.enumerating import minus
from common.times import moment_in_words
from deliveries.sentences.kinds import title_and_sentence
from notices.kinds import Kind


def cup(facts: dict[str, Any], game: str) -> tuple[str, str]:
    """Title and sentence about an event in a cup; `facts` come from `cups.services.telling`."""
    names = {key: facts.get(key, "") for key in ("name", "round", "place", "people")}
    names |= {"game": game, "club": facts.get("of", "")}
    match facts.get("event"):
        case "opened":
            title, text = _("{name}: a new cup of {club}"), _("See how it is played, and enter if you like.")
        case "begun":
            title, text = _("{name} has started"), _("Round {round}: {game}. Your table is set.")
        case "round":
            title, text = _("{name}: round {round}"), _("Round {round}: {game}. Your table is set.")
        case "sooner":
            title, text = _("{name}: round {round} ends sooner"), _("The host has changed the time limit of a round.")
        case "over":
            title, text = _("{name} is over"), _("Your place: {place} of {people}.")
        case "called_off":
            title, text = _("{name} was called off"), _("The host called off the cup before it started.")
            if facts.get("without_host"):
                text = _("Its host is no longer here, so it could not start.")
            elif facts.get("late"):
                text = _("It was open for a long time and did not start.")
        case "removed":
            title, text = _("You are no longer in {name}"), _("The host has removed you from the cup.")
        case _:
            title, text = title_and_sentence(Kind.CUP, game, [], "")
    if facts.get("is_bye"):
        text = _("Round {round}: {game}. You skip this round and play again in the next.")
    return title.format(**names), text.format(**names)


def ladder(facts: dict[str, Any], game: str, who: str) -> tuple[str, str]:
    """Title and sentence about an event on a ladder; `facts` come from `ladders.services.telling`."""
    until = facts.get("until", "")
    by = moment_in_words(datetime.fromisoformat(until), "SHORT_DATETIME_FORMAT") if until else ""
    names = {"who": who or _("Someone"), "game": game, "place": facts.get("place", ""), "until": by}
    match facts.get("event"):
        case "challenged":
            title = _("{who} challenges you on the ladder for {game}")
            text = _("Accept by {until}, or you swap places.") if until else _("Accept, or you swap places.")
        case "accepted":
            title, text = _("{who} has accepted your challenge in {game}"), _("Your game has started.")
        case "declined":
            title, text = _("{who} has declined your challenge in {game}"), _("See the standings.")
        case "moved":
            title, text = _("Ladder for {game}: your place is now {place}"), _("See the standings.")
        case "season":
            title = _("Ladder for {game}: the season is over, your place is {place}")
            text = _("The next one has started.")
        case "silent":
            title, text = _("You are no longer on the ladder for {game}"), _("You left challenges unanswered.")
        case "idle":
            title, text = (
                _("You are no longer on the ladder for {game}"),
                _("You have not played there for a long time."),
            )
        case _:
            title, text = title_and_sentence(Kind.LADDER, game, [], who)
    return title.format(**names), text.format(**names)


def club(facts: dict[str, Any], who: str) -> tuple[str, str]:
    """Title and sentence about an event in a club; `facts` come from `clubs.services.telling`."""
    names = {"who": who or _("Someone"), "name": facts.get("name", "")}
    match facts.get("event"):
        case "invited":
            title, text = _("{who} invites you to the club {name}"), _("See who is in it, and join if you like.")
        case "asks":
            title, text = _("{who} wants to join {name}"), _("You host the club: let them in, or decline.")
        case "admitted":
            title, text = _("You are in the club {name}"), _("{who} has let you in.")
        case "host":
            title, text = (
                _("You now host the club {name}"),
                _("See who is in it. You can also make someone else the host."),
            )
        case _:
            title, text = title_and_sentence(Kind.CLUB, "", [], who)
    return title.format(**names), text.format(**names)


def challenge(facts: dict[str, Any], game: str, who: str) -> tuple[str, str]:
    """Title and sentence about another player's result with a deal that the reader sent."""
    points, score = (minus(facts.get(key, "")) for key in ("points", "score"))
    names = {"who": who or _("Someone"), "game": game, "points": points, "score": score}
    match facts.get("event"):
        case "beaten":
            title, text = _("{who} beat your {score} in {game}"), _("Points with the same deal: {points}.")
        case "tied":
            title, text = _("{who} also scored {score} in {game}"), _("Points with the same deal: {points}.")
        case "missed":
            title, text = _("{who} did not beat your {score} in {game}"), _("Points with the same deal: {points}.")
        case "left":
            title, text = _("{who} gave up on your deal in {game}"), _("Your score stands: {score}.")
        case _:
            title, text = title_and_sentence(Kind.CHALLENGE, game, [], who)
    return title.format(**names), text.format(**names)
