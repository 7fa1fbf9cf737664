"""Steps of lessons: what they show, the choices there, and the URL to which one is sent."""

import re

from django.urls import reverse

from accounts.models import User
from games.pages.boards.lesson_script import Lesson
from games.pages.learn.lessons.scene import Scene, scene


def begun(lesson: Lesson, number: int) -> Scene:
    """What Alice sees at the beginning of a step; steps are counted from 1."""
    return scene(lesson, lesson.steps[number - 1], User(username="Alice"))


def address(lesson: Lesson, number: int) -> str:
    """The URL of a step, which shows it and takes its answer."""
    return reverse("lesson", args=[lesson.game, number])


def legal(lesson: Lesson, number: int) -> list[str]:
    """The texts of the actions that the rules allow in a step."""
    return [str(action) for action in begun(lesson, number).position().legal]


def right_ones(lesson: Lesson, number: int) -> list[str]:
    """Those of them that do the task."""
    return [text for text in legal(lesson, number) if re.fullmatch(lesson.steps[number - 1].right.to, text)]
