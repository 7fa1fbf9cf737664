"""The extra `research`, which benches against OpenSpiel need: whether it is here, and what installs it."""

from importlib.util import find_spec

MISSING = "OpenSpiel is missing. `uv sync --extra research` installs it."


def is_installed() -> bool:
    """Whether the extra is installed in this environment."""
    return find_spec("pyspiel") is not None
