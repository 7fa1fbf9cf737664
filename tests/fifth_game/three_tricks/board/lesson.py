"""The lesson of Three Tricks."""

from games.pages.boards.lesson_script import Lesson, Reply, Step

LESSON = Lesson(
    "three_tricks",
    (
        Step(
            title="The first trick",
            tells=("You lead. The highest card takes the trick.",),
            task="Play your highest card.",
            plies=0,
            right=Reply("play 9", "Nothing is higher: the trick is yours."),
            wrong=(Reply("play [1-8]", "A higher card may take it."),),
            rule="TRI-2.2",
            subjects=("goal", "turn", "choices", "scoring", "end"),
        ),
    ),
)
