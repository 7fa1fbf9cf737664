"""A process that sends what is due: `tests.bench.notices` starts some, and kills them.

Waiting is not what is measured: nothing waits, and what a dead sender held is free after ten seconds.
"""

import time
from datetime import timedelta

import django

LEASE = timedelta(seconds=10)


def main() -> None:
    """Send until killed; the first line printed says that it is at work."""
    django.setup()
    from deliveries.services import account_letters, delivering, delivery_state, digests
    from notices import kinds

    kinds.WAIT.update(dict.fromkeys(kinds.WAIT, timedelta()))
    digests.HOUR = timedelta()
    for module in (delivery_state, digests, account_letters):
        vars(module).update(LEASE=LEASE)
    print("at work", flush=True)
    while True:
        delivering.deliver_inside(seconds=5)
        delivering.deliver_outside(seconds=5)
        time.sleep(0.05)


if __name__ == "__main__":
    main()
