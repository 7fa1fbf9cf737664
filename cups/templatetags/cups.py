"""Template filters for cups."""

from django import template

from cups.pages.words import game_of, system_name

register = template.Library()
register.filter("system", system_name)
register.filter("played", game_of)
