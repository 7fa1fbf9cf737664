from django.apps import AppConfig


class MembershipConfig(AppConfig):
    """This app has no tables of its own: it writes to those of accounts, games, clubs, ladders and notices."""

    name = "membership"
