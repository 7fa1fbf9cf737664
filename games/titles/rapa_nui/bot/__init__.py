"""The computer players of Rapa Nui."""

from games.titles.manifest import Bot
from games.titles.rapa_nui.bot.tensor import TENSOR
from games.titles.rapa_nui.rules.evaluation import WEIGHTS

BOT = Bot(
    WEIGHTS,
    walks=1000,
    # More time gains less and less: one second won about as often as ten (docs/arena.md).
    iterations={"solid": 20, "strong": 100},
    tensor=TENSOR,
    hidden=("offer ?",),
)
