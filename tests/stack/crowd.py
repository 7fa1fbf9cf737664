"""The settings of the site, for a crowd at one address: a quick machine lets too many people of tests come at once."""

from machupicchu.settings import *  # noqa: F403
from machupicchu.settings import ACCOUNT_RATE_LIMITS, LIMITS

ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS | {"signup": "1000/m/ip"}
LIMITS = LIMITS | {"guest": "1000/m/ip", "record": "1000/m/ip"}
