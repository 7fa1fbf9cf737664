"""The site's settings, for a crowd at one address: on a fast machine, tests let too many people come at once."""

from machupicchu.settings import *  # noqa: F403
from machupicchu.settings import ACCOUNT_RATE_LIMITS, LIMITS

ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS | {"signup": "1000/m/ip"}
LIMITS = LIMITS | {
    "guest": "1000/m/ip",
    "record": "1000/m/ip",
    "study": "10000/h/ip",
    "session": "10000/m/ip",
    "table": "10000/h/ip",
    "push": "10000/m/key",
    "webhook": "10000/m/key",
}
