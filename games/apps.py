from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.pages import origins
        from games.pages.completeness import leave_out_half_made
        from games.pages.lobby.challenges import find_challenge

        origins.FINDERS.append(find_challenge)
        leave_out_half_made()
