"""The compiled templates in each `jinja/`: as safe as Django's; actions send nothing drawn by Django's engine."""

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.template import engines
from django.template.base import Node
from django.test import Client
from django.test.utils import override_script_prefix
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, override
from django.utils.translation.template import templatize
from jinja2 import DictLoader, Environment, nodes
from markupsafe import Markup, escape

from accounts.models import User
from games.engine import GAMES
from games.models import Match, Seat
from games.pages.boards import match_context
from games.pages.boards.stock import Stock
from games.services.lobby.matches import match_create, match_join
from machupicchu.templating.jinja import Nothing, part
from machupicchu.templating.template_folders import folders_of
from machupicchu.templating.translations import SPOKEN, escaped
from tests.first import first
from tests.games.playing import play_out
from tests.games.viewers import everybody, position_of

HTMX = {"HX-Request": "true"}
DJANGO, JINJA = folders_of("django"), folders_of("jinja2")
COMPILED = {str(file.relative_to(folder)): file for folder in JINJA for file in sorted(folder.rglob("*.html"))}
HOSTILE = "\"'><img src=x onerror=alert(1)>&amp;"
HOSTILE_NAME = HOSTILE[:16] + ">&amp;"
"""As long as a name may be."""
KEY = re.compile(r'name="once" value="[^"]+"')
CALL = re.compile(r"\b(?:n?p?gettext|_)\(((?:u?'(?:[^'\\]|\\.)*'|u?\"(?:[^\"\\]|\\.)*\"|count|[, ])+)\)")


@pytest.fixture
def drawn_nodes(monkeypatch: pytest.MonkeyPatch) -> list[Node]:
    """Every node that Django's engine renders from now on."""
    found: list[Node] = []
    plain = Node.render_annotated

    def counted(node: Node, context: Any) -> SafeString:
        found.append(node)
        return plain(node, context)

    monkeypatch.setattr(Node, "render_annotated", counted)
    return found


@pytest.fixture
def begun() -> Callable[[str], Match]:
    """A function that starts a match of a game between Alice and Bob."""

    def match_of(game: str) -> Match:
        alice, bob = (User.objects.create_user(name) for name in ("Alice", "Bob"))
        return match_join(match=match_create(host=alice, game=game, others=[None]), user=bob)

    return match_of


@pytest.mark.django_db
@pytest.mark.parametrize("game", first(["princes"], of=GAMES))
def test_what_an_action_sends_has_no_node_of_django(
    client: Client, begun: Callable[[str], Match], drawn_nodes: list[Node], game: str
) -> None:
    match = play_out(begun(game), Random(1), until=12)
    for user in (*User.objects.filter(username__in=("Alice", "Bob")), None):
        client.logout()
        if user is not None:
            client.force_login(user)
        for query in ("", "?plan=1", "?step=5"):
            page = client.get(match.get_absolute_url() + query, headers=HTMX)
            assert (page.status_code, b'id="match"' in page.content) == (200, True)
    assert drawn_nodes == []
    client.get(match.get_absolute_url())
    assert drawn_nodes != []  # the rest of the page is rendered by Django


@pytest.mark.half_second
@pytest.mark.django_db
@pytest.mark.parametrize("game", first(["maya"], of=GAMES))
def test_a_step_of_a_replay_and_of_a_lesson_have_none_either(
    client: Client, begun: Callable[[str], Match], drawn_nodes: list[Node], game: str
) -> None:
    match = play_out(begun(game), Random(1))
    assert match.status == Match.Status.FINISHED
    for address in (match.get_absolute_url(), reverse("match_replay", args=[match.code]) + "?step=3"):
        assert client.get(address, headers=HTMX).status_code == 200
    assert client.get(reverse("lesson", args=[game, 1]), headers=HTMX).status_code == 200
    assert drawn_nodes == []


@pytest.mark.parametrize("key", GAMES)
def test_names_that_are_markup_stay_words(key: str) -> None:
    game, rng = GAMES[key], Random(4)
    fragment = engines["jinja2"].get_template("games/match/body.html")
    for seats in game.SEATS:
        state = game.start(game.deal(seats, {}, rng))
        while True:
            legal = game.legal_actions(state)
            if not legal or rng.random() < 0.02:
                for seat in everybody(state):
                    seen = position_of(game, state, seat, over=not legal)
                    hostile = [Seat(match=seen.match, number=n, user=User(username=HOSTILE)) for n in range(seats)]
                    seen = replace(seen, seats=hostile)
                    more = dict.fromkeys(("note", "dropped", "confirming", "address", "told"), HOSTILE)
                    html = fragment.render(match_context(seen) | more)
                    assert "<img src=x" not in html
                    assert "alert(1)" in html
            if not legal:
                break
            state = game.apply(state, rng.choice(legal))


@pytest.mark.django_db
def test_what_is_said_in_the_chat_stays_words(client: Client, begun: Callable[[str], Match]) -> None:
    match = begun("maya")
    User.objects.filter(username="Alice").update(username=HOSTILE_NAME)
    client.force_login(User.objects.get(username=HOSTILE_NAME))
    said = client.post(reverse("match_chat", args=[match.code]), {"text": HOSTILE}, headers=HTMX).content.decode()
    page = client.get(match.get_absolute_url()).content.decode()
    form = client.get(reverse("match_chat", args=[match.code]), headers=HTMX).content.decode()
    for html in (said, page, form):
        assert str(escape(HOSTILE)) in html
        assert "<img src=x" not in html
    assert str(escape(HOSTILE_NAME)) in page


@pytest.mark.parametrize(
    "value",
    [
        "plain",
        HOSTILE,
        "a & b",
        "it's",
        "",
        SafeString("<b>"),
        Markup("<b>"),
        mark_safe("'"),
        7,
        True,
        None,
        0.5,
        gettext_lazy("Log"),
        Nothing(),
        type("Words", (str,), {})("<i>"),
        type("Drawn", (), {"__html__": lambda self: "<u>"})(),
    ],
)
def test_what_is_escaped_faster_is_escaped_alike(value: object) -> None:
    assert str(escaped(value)) == str(escape(value))


def test_no_function_of_templates_wants_the_context() -> None:
    """Templates call functions directly, so Jinja2 would not pass it."""
    functions = engines["jinja2"].env.globals
    assert [name for name, function in functions.items() if hasattr(function, "jinja_pass_arg")] == []


def test_an_included_template_has_the_names_around_it_and_is_drawn_as_one_piece() -> None:
    engine = engines["jinja2"]
    inner = "{% for each in here %}{{ each }}{{ around }}{{ with_it }}{{ unknown }}{% endfor %}"
    outer = "{% for here in rows %}{% with with_it=1 %}<{% include 'inner' %}>{% endwith %}{% endfor %}"
    loader = DictLoader({"inner": inner, "outer": outer})
    template = engine.env.overlay(loader=loader).get_template("outer")
    context = template.new_context({"rows": ["ab", "c"], "around": "&"})
    assert [*template.root_render_func(context)] == ["<a&amp;1b&amp;1><c&amp;1>"]


def test_a_name_that_a_page_gives_hides_a_function_and_only_there() -> None:
    shown = engines["jinja2"].from_string("{{ comma if comma is string else comma() }}")
    usual = shown.render({})
    assert shown.render({"comma": "mine"}) == "mine"
    assert shown.render({}) == usual != "mine"


def test_templates_that_are_included_by_name_are_one_function_with_the_one_around_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is set in one of them stays there."""
    sources = {
        "outer": '{% for here in rows %}{% with k=1 %}<{% include "inner" %}>{% endwith %}{% endfor %}{{ late }}',
        "inner": '{% set late = 3 %}{% for one in here %}{{ one }}{{ by }}{% include "deep" %}{% endfor %}{{ late }}',
        "deep": "({{ one }}{{ k }}{% if by %}{% set late = 9 %}{% endif %}{{ late }}{{ unknown }})",
    }
    env = engines["jinja2"].env
    within, apart = (env.overlay(loader=DictLoader(sources), auto_reload=reload) for reload in (False, True))
    template = within.get_template("outer")
    facts = {"rows": ["ab", "c"], "by": "&", "late": "L"}
    assert template.render(facts) == apart.get_template("outer").render(facts)
    assert template.render(facts) == "<a&amp;(a19)b&amp;(b19)3><c&amp;(c19)3>L"

    def found(*_asked: object) -> None:
        raise AssertionError("found by itself")

    monkeypatch.setattr(Environment, "get_template", found)
    assert template.render(facts).endswith("3>L")


@pytest.mark.half_second
@pytest.mark.parametrize("key", first(["machu_picchu"], of=GAMES))
def test_a_page_reads_the_same_if_what_it_includes_is_compiled_apart(key: str) -> None:
    game, rng = GAMES[key], Random(5)
    env = engines["jinja2"].env
    within, apart = (each.get_template("games/match/body.html") for each in (env, env.overlay(auto_reload=True)))
    state = game.start(game.deal(game.SEATS[-1], {}, rng))
    compared = 0
    while legal := game.legal_actions(state):
        if rng.random() < 0.1:
            for seat in everybody(state):
                facts = match_context(position_of(game, state, seat, over=False))
                first, second = (KEY.sub("", each.render(facts)) for each in (within, apart))
                assert first == second
                compared += 1
        state = game.apply(state, rng.choice(legal))
    assert compared > 1


def test_a_part_is_drawn_once_from_its_facts_alone_and_again_in_another_language() -> None:
    facts = Stock("wood", gettext_lazy("Log"), "icons.svg", "lu-bot", 3, change=-1)
    shown = engines["jinja2"].from_string('{{ part("games/match/stocks.html", stocks=stocks) }}')
    drawn = {}
    for language in ("en", "de", "en"):
        with override(language):
            html = shown.render({"stocks": (replace(facts),), "stock": HOSTILE})
            assert html == drawn.setdefault(language, html)
            assert f'title="{gettext("Log")}"' in html
            assert "−1" in html
    assert drawn["en"] != drawn["de"]
    with override("en"):
        once = part("games/match/stocks.html", stocks=(facts,))
        assert part("games/match/stocks.html", stocks=(replace(facts),)) is once
        assert part("games/match/stocks.html", stocks=(replace(facts, change=1),)) != once
        hostile = part("games/match/stocks.html", stocks=(replace(facts, label=HOSTILE),))
    assert str(escape(HOSTILE)) in hostile
    assert "<img src=x" not in hostile


def test_a_rendering_has_the_script_prefix_that_is_active_then() -> None:
    shown = engines["jinja2"].from_string('{{ url("rules", "maya") }}')
    path = shown.render({})
    with override_script_prefix("/boards/"):
        assert shown.render({}) == f"/boards{path}"
    assert shown.render({}) == path == reverse("rules", args=["maya"])


def test_every_template_is_there_once() -> None:
    """Otherwise someone may fix only one of two."""
    assert COMPILED
    assert len(COMPILED) == sum(1 for folder in JINJA for _file in folder.rglob("*.html"))
    assert [name for name in COMPILED for folder in DJANGO if (folder / name).exists()] == []


@pytest.mark.parametrize("file", COMPILED.values(), ids=COMPILED)
def test_catalogues_get_every_sentence_that_is_asked_for(file: Any) -> None:
    source = file.read_text()
    tree = engines["jinja2"].env.parse(source)
    asked = {
        each.arg.as_const()
        for each in tree.find_all(nodes.Getitem)
        if isinstance(each.node, nodes.Name) and each.node.name == SPOKEN
    }
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "_":
            asked.add((call.args[0].as_const(), None))
        if isinstance(call.node, nodes.ExtensionAttribute) and call.node.name == "_counted":
            one, many, _number, context = call.args
            asked.add((one.as_const(), many.as_const(), context.as_const()))
    with override("en"):
        found = [
            ast.literal_eval("[" + re.sub(r",\s*count$", ", None", words) + "]")
            for words in CALL.findall(templatize(source))
        ]
    extracted = set()
    for words in found:
        counts, words = None in words, [word for word in words if word is not None]
        context = words.pop(0) if len(words) > 1 + counts else None
        extracted.add((*words, context))
    assert asked == extracted


def test_a_sentence_with_a_percent_sign_is_said_with_what_it_puts_in() -> None:
    words = "{% blocktranslate with name=who %}{{ name }} & 5 %{% endblocktranslate %}"
    assert engines["jinja2"].from_string(words).render({"who": "<b>"}) == "&lt;b&gt; & 5 %"


def test_a_sentence_of_several_lines_is_trimmed_as_in_django() -> None:
    words = (
        "{% blocktranslate trimmed with name=who count days=number %}\n  {{ name }} waits\n    for a day\n"
        "  {% plural %}\n  {{ name }} waits\n  for {{ days }} days\n{% endblocktranslate %}"
    )
    with override("en"):
        for number, said in ((1, "Ann waits for a day"), (2, "Ann waits for 2 days")):
            assert engines["jinja2"].from_string(words).render({"who": "Ann", "number": number}) == said


def test_indentation_is_not_sent_and_lines_stay_apart() -> None:
    source = "<p>\n  {% if yes %}\n    One\n    two\n  {% endif %}\n</p>\n"
    assert engines["jinja2"].from_string(source).render({"yes": True}) == "<p>\n\nOne\ntwo\n\n</p>\n"


@pytest.mark.parametrize("file", COMPILED.values(), ids=list(COMPILED))
def test_nothing_is_shown_as_it_stands_in_a_template(file: Path) -> None:
    """Indentation is not sent, and would be missed in these."""
    assert re.findall("<(?:pre|textarea|script|style)|xml:space", file.read_text()) == []


def test_one_and_several_are_told_apart_and_kept_under_a_name() -> None:
    words = (
        "{% blocktranslate count days=number asvar said %}{{ days }} day{% plural %}{{ days }} days"
        '{% endblocktranslate %}{{ said }}, {% translate "left" context "the match" as left %}{{ left }}'
    )
    with override("en"):
        assert [engines["jinja2"].from_string(words).render({"number": n}) for n in (1, 2)] == [
            "1 day, left",
            "2 days, left",
        ]
