"""A migration operation for changes that do not affect the database."""

from django.db.migrations import SeparateDatabaseAndState
from django.db.migrations.state import ProjectState


class Relabel(SeparateDatabaseAndState):
    """Applies `state_operations` that change only labels and help texts.

    Django would rebuild the models of the whole site after each of them, which takes a tenth of a second every time.
    This rebuilds them once, when the next operation needs them.
    """

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)  # a cached property
        super().state_forwards(app_label, state)
