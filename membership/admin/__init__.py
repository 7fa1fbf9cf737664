"""The admin pages of moderators about people: cautions, bans, and the queue of reports."""

from membership.admin import bans, cautions, reports

__all__ = ["bans", "cautions", "reports"]
