"""Writing in the chat of a match, reading it, and keeping somebody from writing."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Message, ReadMark, Silence
from games.models.chat import LONGEST_MESSAGE
from games.selectors.chat import channel_of, silence_of
from games.services import tell
from games.services.refusals import Refused


def message_write(*, match: Match, user: User, text: str) -> Message:
    """Say `text` in the channel of `user`, who may see the match. Raises Refused with the reason."""
    said = " ".join(text.replace("\0", " ").split())  # PostgreSQL takes no NUL
    if not said:
        raise Refused(_("Write something first."))
    if len(said) > LONGEST_MESSAGE:
        raise Refused(
            _("A message has at most %(most)s characters; yours has %(count)s.")
            % {"most": LONGEST_MESSAGE, "count": len(said)}
        )
    silence = silence_of(user)
    if silence is not None:
        raise Refused(
            _("You cannot write until %(until)s. A moderator says: %(why)s")
            % {"until": date_format(silence.until, "DATETIME_FORMAT"), "why": silence.why}
            if silence.until
            else _("You cannot write any more. A moderator says: %(why)s") % {"why": silence.why}
        )
    with transaction.atomic():
        # The race: the host closes the table meanwhile.
        if Match.objects.select_for_update(no_key=True).filter(pk=match.pk).values_list("pk").first() is None:
            raise Refused(_("This table is closed."))
        channel = channel_of(match, user, sits=match.seats.filter(user=user).exists())
        if channel is None:
            raise Refused(_("You cannot write here. Members write at tables that they watch, guests where they sit."))
        message = Message.objects.create(match=match, channel=channel, user=user, text=said)
        tell.chat_changed(match.code)
    return message


def chat_read(*, match: Match, user: User, message: int) -> None:
    """Remember that `user` has read up to the key `message`. Never goes back, and does nothing for a closed table."""
    try:
        mark, made = ReadMark.objects.get_or_create(match=match, user=user, defaults={"message": message})
    except IntegrityError:  # the host closed the table meanwhile
        return
    if not made:
        ReadMark.objects.filter(pk=mark.pk, message__lt=message).update(message=message)


def messages_remove(*, messages: Iterable[int]) -> None:
    """Show these messages to nobody any more."""
    with transaction.atomic():
        found = Message.objects.filter(pk__in=list(messages), removed=False)
        codes = set(found.values_list("match__code", flat=True))
        found.update(removed=True)
        for code in codes:
            tell.chat_changed(code)


def silence_create(*, user: User, moderator: User, days: int | None, why: str) -> Silence:
    """Keep `user` from writing in any chat for `days`, None for good."""
    until = None if days is None else timezone.now() + timedelta(days=days)
    return Silence.objects.create(user=user, until=until, why=why, made_by=moderator)


def silence_end(*, silence: Silence) -> None:
    """Let the person write again, unless kept from it by another one. Ending twice changes nothing."""
    now = timezone.now()
    Silence.objects.filter(Q(until=None) | Q(until__gt=now), pk=silence.pk).update(until=now)
