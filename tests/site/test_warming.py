"""A web process is ready before its first visitor comes."""

import pytest
from django.forms.renderers import get_default_renderer
from django.template import Template, engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import Environment

from accounts.models import User
from accounts.selectors import computer_player
from games.services.lobby.matches import match_create
from machupicchu.serving.warming import warm
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of templates compiled from now on, by either engine; none is compiled yet."""
    for engine in (*engines.all(), get_default_renderer().engine):
        if isinstance(engine, Jinja2):
            engine.env.cache.clear()
        else:
            for loader in engine.engine.template_loaders:
                loader.reset()
    names: list[str] = []
    by_django, by_jinja = Template.__init__, Environment.compile

    def django(self: Template, source: str, origin: object = None, name: str | None = None, *rest: object) -> None:
        names.append(str(name))
        by_django(self, source, origin, name, *rest)

    def jinja(self: Environment, source: str, name: str | None = None, *rest: object, **more: object) -> object:
        names.append(str(name))
        return by_jinja(self, source, name, *rest, **more)

    monkeypatch.setattr(Template, "__init__", django)
    monkeypatch.setattr(Environment, "compile", jinja)
    return names


@pytest.mark.half_second
def test_pages_of_a_match_compile_nothing_any_more(compiled: list[str]) -> None:
    alice = User.objects.create_user("Alice")
    match = match_create(host=alice, game="rapa_nui", others=[computer_player("beginner")])
    client = visitor(alice)
    assert warm() <= len(compiled)
    compiled.clear()
    for path in ("/", match.get_absolute_url(), f"{match.get_absolute_url()}replay/", "/tables/", "/rules/"):
        assert client.get(path, follow=True).status_code == 200
    assert compiled == []
