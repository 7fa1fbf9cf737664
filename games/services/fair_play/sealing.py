"""Sealed matches: they open by themselves, and are then added to the lists."""

from django.utils import timezone

from games.models import Match


def matches_unseal() -> int:
    """Add matches whose seal has expired to the lists; their pages have been open since that moment. Returns how many.
    Safe to run at any time and concurrently.
    """
    over = Match.objects.filter(sealed_until__lte=timezone.now())
    return over.update(sealed_until=None, access=Match.Access.ANYBODY)
