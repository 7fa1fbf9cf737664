from django.apps import AppConfig


class MembershipConfig(AppConfig):
    """It has no tables of its own: what it writes lies in those of people, matches and notices."""

    name = "membership"
