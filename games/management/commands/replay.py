"""Check the record of a match by replaying it."""

from games.console.comparing import REPLAY_HELP, add_replay, replayed
from games.management.comparing import Comparing


class Command(Comparing):
    help = REPLAY_HELP
    arguments = staticmethod(add_replay)
    answer = staticmethod(replayed)
