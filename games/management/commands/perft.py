"""Count the action sequences from a deal, to compare with a number found independently."""

from games.console.comparing import PERFT_HELP, add_perft, counted
from games.management.comparing import Comparing


class Command(Comparing):
    help = PERFT_HELP
    arguments = staticmethod(add_perft)
    answer = staticmethod(counted)
