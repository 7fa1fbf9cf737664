"""Play one game without people and print everything that can be seen of it, to compare rules with rules."""

from games.console.comparing import TRACE_HELP, add_trace, traced
from games.management.comparing import Comparing


class Command(Comparing):
    help = TRACE_HELP
    arguments = staticmethod(add_trace)
    answer = staticmethod(traced)
