"""Play one game at random and print everything observable, to compare implementations of the rules."""

from games.console.comparing import TRACE_HELP, add_trace, traced
from games.management.comparing import Comparing


class Command(Comparing):
    help = TRACE_HELP
    arguments = staticmethod(add_trace)
    answer = staticmethod(traced)
