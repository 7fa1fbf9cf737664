"""What the site tells Prometheus, read by the parser of its own library."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

Figures = dict[tuple[str, tuple[str, ...]], float]
"""Samples by name and values of labels."""


def figures(text: str) -> Figures:
    """All samples in a text for Prometheus."""
    families = text_string_to_metric_families(text)
    return {(each.name, tuple(each.labels.values())): each.value for family in families for each in family.samples}
