"""A client for Machu Picchu sites: play, watch and follow events from Python. See README.md and the examples."""

from machu_picchu.asynchronous import AsyncClient
from machu_picchu.calls import Problem
from machu_picchu.client import Client
from machu_picchu.shapes import Account, Entry, Event, Game, Match, Message, Row, Rows

__all__ = ["Account", "AsyncClient", "Client", "Entry", "Event", "Game", "Match", "Message", "Problem", "Row", "Rows"]
