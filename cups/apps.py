from django.apps import AppConfig


class CupsConfig(AppConfig):
    name = "cups"

    def ready(self) -> None:
        from clubs.pages import events
        from cups.pages.of_club import find_events
        from cups.pages.origin import find_origin
        from cups.pages.results import find_section
        from cups.selectors import sealed_deals
        from games.pages import origins, sections
        from games.services.fair_play import sealed_starts

        events.FINDERS.append(find_events)
        origins.FINDERS.append(find_origin)
        sections.FINDERS.append(find_section)
        sealed_starts.FINDERS.append(sealed_deals)
