"""The addresses of the example games."""


def example_code(game: str) -> str:
    """The code of the match that shows newcomers a finished game."""
    return game.replace("_", "-")[:12]
