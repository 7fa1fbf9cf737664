"""Sending account emails: one by one, at once, and whatever notifications the user has turned off.

See `delivery_state` for what may happen between sending an email and marking it. It has the same Message-ID at every
attempt.
"""

from __future__ import annotations

import logging
import time

from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.utils import timezone

from accounts.letters import letter_end, message_of
from accounts.models import LONGEST_TROUBLE, Letter
from common import metrics
from deliveries.channels.mail import hand_in
from deliveries.channels.results import Away, Never, NotNow, tried
from deliveries.services.delivery_state import LEASE, MOST_ATTEMPTS, pause_after
from notices.kinds import Channel

log = logging.getLogger(__name__)

BATCH = 50
"""The number of emails fetched at once; each is claimed separately."""


def send_batch(end: float) -> int:
    """Send up to `BATCH` emails that are due. Returns how many were claimed; 0 if the mail server cannot be reached.

    May run concurrently and die at any moment.
    """
    due = Letter.objects.filter(state=Letter.State.WAITING, due__lte=timezone.now()).select_related("user")
    taken = 0
    for letter in due.order_by("due")[:BATCH]:
        if time.monotonic() > end:
            break
        if not _take_up(letter):
            continue
        taken += 1
        if not _send(letter):
            return 0
    return taken


def _take_up(letter: Letter) -> bool:
    """Claim an email for the time of a lease. False if another worker was faster, or it has been replaced."""
    now = timezone.now()
    mine = Letter.objects.filter(pk=letter.pk, state=Letter.State.WAITING, due=letter.due, attempts=letter.attempts)
    if mine.update(due=now + LEASE, attempts=F("attempts") + 1, trouble="") != 1:
        return False
    letter.attempts += 1
    return True


def _send(letter: Letter) -> bool:
    """Send a claimed email and mark the outcome. False if the mail server cannot be reached."""
    if letter.attempts > MOST_ATTEMPTS:  # the last attempts ended without a result
        _end(letter, Letter.State.FAILED, letter.trouble or "every worker that sent it died")
        return True
    try:
        with tried():
            message = message_of(letter)
            if message is not None:
                _hand_in(message)
    except Never as error:
        _end(letter, Letter.State.FAILED, str(error))
    except NotNow as error:
        _try_later(letter, str(error))
        return not isinstance(error, Away)
    else:
        _end(letter, Letter.State.PAST if message is None else Letter.State.SENT)
    return True


def _hand_in(message: EmailMultiAlternatives) -> None:
    try:
        hand_in(message)
    except ValueError as error:  # nothing can be sent to such an address
        raise Never("no email can be sent to such an address") from error


def _try_later(letter: Letter, why: str) -> None:
    """Put a claimed email back, for longer each time; give it up after `MOST_ATTEMPTS`."""
    log.warning("letter %s was not accepted: %s", letter.pk, why)
    if letter.attempts >= MOST_ATTEMPTS:
        _end(letter, Letter.State.FAILED, why)
        return
    mine = Letter.objects.filter(pk=letter.pk, state=Letter.State.WAITING, attempts=letter.attempts)
    mine.update(due=timezone.now() + pause_after(letter.attempts), trouble=why[:LONGEST_TROUBLE])


def _end(letter: Letter, state: str, trouble: str = "") -> None:
    if trouble:
        log.warning("letter %s cannot be sent: %s", letter.pk, trouble)
    if letter_end(letter=letter, state=state, trouble=trouble):
        metrics.DELIVERIES.labels(Channel.MAIL, state).inc()
