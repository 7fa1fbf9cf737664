"""Requests and responses as typed schemas, from which the OpenAPI document is made."""

from games.api.v1.schemas import about, deals, events, exhibitions, matches, past, people, shared, studies, tables

__all__ = ["about", "deals", "events", "exhibitions", "matches", "past", "people", "shared", "studies", "tables"]
