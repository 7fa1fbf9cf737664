"""Storing puzzles, each only once."""

from __future__ import annotations

import json
from hashlib import sha256

from accounts.models import User
from games.engine.record import Record
from games.models import Match
from games.skill import Skill, mu_from
from puzzles.finding.file import Found, shipped
from puzzles.models import Puzzle

EASIEST, HARDEST = 1200, 1800
"""The rating of a new puzzle that half of the first thoughts solve, and of one that none of them does."""
UNSURE = Skill().sigma / 2
"""The uncertainty of that rating."""


def puzzle_keep(*, found: Found, match: Match | None = None, owner: User | None = None) -> tuple[Puzzle, bool]:
    """Store a puzzle. Returns it, and whether it is new: storing it again changes nothing."""
    record, moment = found.record, found.moment
    rating = EASIEST + (HARDEST - EASIEST) * (max(50, moment.missed) - 50) // 50
    return Puzzle.objects.get_or_create(
        key=key_of(record, moment.seat, owner),
        defaults={
            "game": record.game,
            "rules_version": record.rules,
            "seat_count": record.seats,
            "options": dict(record.options),
            "deal": record.deal,
            "plies": [[ply.seat, ply.text] for ply in record.plies],
            "seat": moment.seat,
            "left": [[action, left] for action, left in moment.left.items()],
            "line": list(moment.line),
            "match": match,
            "owner": owner,
            "mu": mu_from(rating),
            "sigma": UNSURE,
        },
    )


def shipped_keep(game: str) -> int:
    """Store the puzzles of a game that come with the site. Returns how many are new."""
    known = set(Puzzle.objects.filter(game=game, owner=None).values_list("key", flat=True))
    fresh = [found for found in shipped(game) if key_of(found.record, found.moment.seat) not in known]
    return sum(puzzle_keep(found=found)[1] for found in fresh)


def key_of(record: Record, seat: int, owner: User | None = None) -> str:
    """The key that identifies a puzzle."""
    facts = [record.game, dict(record.options), record.deal, record.plies, seat, owner and owner.pk]
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
