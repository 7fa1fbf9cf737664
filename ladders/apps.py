from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "ladders"

    def ready(self) -> None:
        from games.pages import origins, sections
        from ladders.pages.origin import find_origin
        from ladders.pages.places import find_section

        origins.FINDERS.append(find_origin)
        sections.FINDERS.append(find_section)
