"""The database tables: matches, seats, the log of actions, and ratings."""

from games.models.action import Action
from games.models.analysis import Analysis, Judgement
from games.models.challenge import Attempt, Challenge
from games.models.chat import Message, ReadMark, Report, Silence
from games.models.event import Event, Listener
from games.models.fingerprint import Fingerprint, FingerprintSeries
from games.models.heartbeat import Heartbeat, Probe
from games.models.hint import Hint
from games.models.invitation import Invitation
from games.models.match import Match
from games.models.orders import UsualOrders
from games.models.rating import RatedMatch, Rating, RatingChange, RatingLedger
from games.models.relations import Block, Friendship
from games.models.seat import Seat

__all__ = [
    "Action",
    "Analysis",
    "Attempt",
    "Block",
    "Challenge",
    "Event",
    "Fingerprint",
    "FingerprintSeries",
    "Friendship",
    "Heartbeat",
    "Hint",
    "Invitation",
    "Judgement",
    "Listener",
    "Match",
    "Message",
    "Probe",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "RatingLedger",
    "ReadMark",
    "Report",
    "Seat",
    "Silence",
    "UsualOrders",
]
