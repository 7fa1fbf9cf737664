from django.apps import AppConfig


class DeliveriesConfig(AppConfig):
    """This app has no tables of its own: what it sends and records is in those of notices."""

    name = "deliveries"
