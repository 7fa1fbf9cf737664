from django.apps import AppConfig


class DailyConfig(AppConfig):
    name = "daily"

    def ready(self) -> None:
        from daily.selectors import sealed_deals
        from games.services.fair_play import sealed_starts

        sealed_starts.FINDERS.append(sealed_deals)
