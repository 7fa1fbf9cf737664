"""A migration's operation for changes that no database knows of."""

from django.db.migrations import SeparateDatabaseAndState
from django.db.migrations.state import ProjectState


class Relabel(SeparateDatabaseAndState):
    """Takes `state_operations` that change only labels and help texts.

    Django would make the models of the whole site again after each of them, a tenth of a second every time. Here they
    are made again once, when the next operation needs them.
    """

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)  # a cached property
        super().state_forwards(app_label, state)
