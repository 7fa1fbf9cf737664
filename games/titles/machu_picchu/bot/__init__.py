"""The computer players of Machu Picchu."""

from games.titles.machu_picchu.bot.tensor import TENSOR
from games.titles.machu_picchu.rules.evaluation import WEIGHTS
from games.titles.machu_picchu.rules.round_search import ahead
from games.titles.manifest import Bot, Noise

BOT = Bot(
    WEIGHTS,
    walks=2000,
    # Against a good player that looks one action ahead, a search wins at most two games of three; even a player who
    # saw all cards would win only six of seven. So four levels look one action ahead here, each less accurately than
    # the level above (docs/arena.md).
    noises={
        "beginner": Noise(overlooks=0.45, misjudges=3.0, sees_others=False),
        "casual": Noise(overlooks=0.2, misjudges=1.3, sees_others=False),
        "solid": Noise(overlooks=0.17, misjudges=1.05, sees_others=True),
        "strong": Noise(overlooks=0.05, misjudges=0.6, sees_others=True),
    },
    rest_of_round=ahead,
    tensor=TENSOR,
    hidden=("lay ? N", "lay ? E", "lay ? S", "lay ? W"),
)
