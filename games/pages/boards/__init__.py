"""The presentation of a match on a page: one presenter per game, and the code that all games share."""

from games.pages.boards.page import match_context
from games.pages.boards.past import past_context
from games.pages.boards.plan import plan_context
from games.pages.boards.preview import preview_context

__all__ = ["match_context", "past_context", "plan_context", "preview_context"]
