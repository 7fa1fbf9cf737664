"""The addresses of the example games."""


def example_code(game: str) -> str:
    """The code of the finished match that shows newcomers this game."""
    return game.replace("_", "-")[:12]
