from django.apps import AppConfig


class DeliveriesConfig(AppConfig):
    """This app has no tables of its own: it reads and writes those of notices."""

    name = "deliveries"
