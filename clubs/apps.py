from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        from clubs.pages.origin import find_origin
        from clubs.pages.profile import find_section
        from games.pages import origins, sections

        origins.FINDERS.append(find_origin)
        sections.FINDERS.append(find_section)
