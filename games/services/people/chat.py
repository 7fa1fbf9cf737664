"""Writing and reading the chat of a match, and silencing people."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from common.times import moment_in_words
from common.visible import check_seen, on_a_line
from games.models import Match, Message, ReadMark, Report, Silence
from games.models.chat import LONGEST_MESSAGE
from games.selectors.people.chat import channel_of, plays_at, silence_of
from games.services.live import broadcast


def message_write(*, match: Match, user: User, text: str) -> Message:
    """Write `text` to the channel of `user`, who may see the match.

    Raises Refused for a text that is empty or too long, for someone silenced, for a user who may not write there, and
    when the table was closed.
    """
    said = on_a_line(text)
    check_seen(said)
    if len(said) > LONGEST_MESSAGE:
        raise Refused(
            _("A message can have at most %(most)s characters; yours has %(count)s.")
            % {"most": LONGEST_MESSAGE, "count": len(said)}
        )
    silence = silence_of(user)
    if silence is not None:
        raise Refused(
            _("You can’t write until %(until)s. A moderator says: %(why)s")
            % {"until": moment_in_words(silence.until, "DATETIME_FORMAT"), "why": silence.why}
            if silence.until
            else _("You can no longer write. A moderator says: %(why)s") % {"why": silence.why}
        )
    with transaction.atomic():
        # The race: the host may close the table meanwhile.
        if Match.objects.select_for_update(no_key=True).filter(pk=match.pk).values_list("pk").first() is None:
            raise Refused(_("This table is closed."))
        sitters = list(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))
        sits = user.pk in sitters
        channel = channel_of(match, user, sits=sits, plays=sits or plays_at(match, user))
        if channel is None:
            raise Refused(
                _(
                    "You can’t write here. Members can write at tables they watch, unless their bot is playing; guests "
                    "and bots only where they sit."
                )
            )
        message = Message.objects.create(match=match, channel=channel, user=user, text=said)
        broadcast.chat_changed(match.code, sitters if channel == Message.Channel.PLAYERS else ())
    return message


def chat_read(*, match: Match, user: User, message: int) -> None:
    """Remember that `user` has read up to the key `message`. Never moves back, and does nothing for a closed table."""
    try:
        mark, made = ReadMark.objects.get_or_create(match=match, user=user, defaults={"message": message})
    except IntegrityError:  # the host closed the table meanwhile
        return
    if not made:
        ReadMark.objects.filter(pk=mark.pk, message__lt=message).update(message=message)


def messages_remove(*, messages: Iterable[int]) -> None:
    """Hide these messages from everyone."""
    with transaction.atomic():
        found = Message.objects.filter(pk__in=list(messages), removed=False)
        codes = set(found.values_list("match__code", flat=True))
        found.update(removed=True)
        for code in codes:
            broadcast.chat_changed(code)


def silence_create(*, user: User, moderator: User, days: int | None, why: str, report: Report | None = None) -> Silence:
    """Stop `user` and their bots from writing in any chat for `days` (None: for good); `report` led to it."""
    until = None if days is None else timezone.now() + timedelta(days=days)
    return Silence.objects.create(user=user, until=until, why=why, made_by=moderator, report=report)


def silence_end(*, silence: Silence) -> None:
    """Let the person write again, unless another silence still holds. Ending it twice changes nothing."""
    now = timezone.now()
    Silence.objects.filter(Q(until=None) | Q(until__gt=now), pk=silence.pk).update(until=now)
