"""No blank follows a Chinese mark, on every page and in emails; other languages keep theirs."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from clubs.services.founding import club_found
from clubs.services.joining import club_join
from common.closing_up import closed_up
from cups.services.entering import cup_open
from deliveries.channels.mail import letter
from deliveries.words import NoticeText
from games.engine import GAMES
from games.services.lobby.matches import match_create, match_join
from games.services.people.chat import message_write, silence_create
from membership.cautions import caution_create
from notices.kinds import Kind
from tests.site.punctuation import gaps
from tests.visitors import visitor

GAP = re.compile(r"[。！？，、；：）][”’）]?\s+[\u4e00-\u9fff“‘]")


@pytest.mark.parametrize(
    ("page", "closed"),
    [
        ("<p>一。 二。</p>", "<p>一。二。</p>"),
        ("<p>一！\n   二？\n三</p>", "<p>一！二？三</p>"),
        ("一。 <a href='x y'>\n 二</a> 三", "一。<a href='x y'>二</a> 三"),
        ("<b>一。</b>\n二", "<b>一。</b>二"),
        ("“一。” 二（三。） 四", "“一。”二（三。）四"),
        ("一。 Alice", "一。Alice"),
        ("一，\n  二、 三； 四", "一，二、三；四"),
        ("<span>一：</span>\n<a href='/'>二</a>", "<span>一：</span><a href='/'>二</a>"),
        ("一（二）\n三", "一（二）三"),
    ],
)
def test_a_sentence_follows_at_once(page: str, closed: str) -> None:
    assert closed_up(page) == closed


@pytest.mark.parametrize(
    "page",
    [
        "<p>一。</p>\n<p>二</p>",
        "<dt>一：</dt> <dd>二</dd>",
        '一（二） <span class="tag">三</span>',
        '一。 <span class="tag">二</span>',
        "一。 <button>二</button>",
        "一。\n<!--=3-4-->",
        "<textarea>一。 二</textarea>",
        "<pre>一。\n二</pre>",
        "<bdi>一。 二</bdi>",
        "<blockquote>一。 <br>二</blockquote>",
        '<input value="一。 二">',
        "<title>一。 二</title>\n<meta charset='utf-8'>",
        '<meta property="og:title" content="一。 二">',
        '<td class="field-text">一。 二</td>',
        '<div class="readonly">一。 二</div>',
        "One. Two",
    ],
)
def test_what_stands_apart_stays_apart(page: str) -> None:
    assert closed_up(page) == page


@pytest.mark.half_second
def test_no_page_in_chinese_has_a_blank_after_a_mark(db: None, client: Client, alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    cup = cup_open(host=alice, name="Autumn", system="swiss", game="maya", size=2, pace="day")
    own = visitor(alice)
    rules = [reverse("rules", args=[game]) for game in GAMES]
    for browser, pages in (
        (client, ["/", "/ladders/", "/archive/", "/daily/", "/privacy/", *rules]),
        (own, [match.get_absolute_url(), "/notices/settings/", "/cups/", cup.get_absolute_url(), "/people/Bob/"]),
    ):
        for address in pages:
            page = browser.get(address, headers={"Accept-Language": "zh-hans"}, follow=True).content.decode()
            assert 'lang="zh-hans"' in page
            assert gaps(page) == set(), address
    english = client.get(rules[0], headers={"Accept-Language": "en"}).content.decode()
    assert re.search(r"\. [A-Z]", english)


def test_what_people_wrote_comes_out_as_they_wrote_it(alice: User, bob: User) -> None:
    said = "好。 Good! 再来一局？ 好！"
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    message = message_write(match=match, user=alice, text=said)
    club = club_found(founder=alice, name="Terrace", description=said, is_public=True)
    chat, report = reverse("match_chat", args=[match.code]), reverse("match_chat_report", args=[match.code])
    reader = visitor(bob)
    addresses = [chat, f"{report}?message={message.pk}", club.get_absolute_url(), reverse("clubs")]
    silence_create(user=bob, moderator=alice, days=None, why="一。 二")
    caution_create(user=bob, moderator=alice, why="一。 二")
    for address, words in [
        *((each, said) for each in addresses),
        (chat, "一。 二"),
        (reverse("account_cautions"), "一。 二"),
    ]:
        page = reader.get(address, headers={"Accept-Language": "zh-hans"}).content.decode()
        assert 'lang="zh-hans"' in page
        assert words in page, address


def test_names_of_cups_keep_their_blanks(alice: User, bob: User) -> None:
    """Those of clubs cannot have a full stop that is wide enough."""
    name = "风， 雨！ 雪"
    club = club_found(founder=alice, name="Terrace", is_public=True)
    club_join(club=club, user=bob)
    cup_open(host=alice, name=name, system="swiss", game="maya", size=2, pace="day", club=club)
    cup = cup_open(host=alice, name=name, system="swiss", game="maya", size=2, pace="day")
    for address in (cup.get_absolute_url(), club.get_absolute_url(), reverse("cups"), reverse("notices")):
        page = visitor(bob).get(address, headers={"Accept-Language": "zh-hans"}).content.decode()
        assert 'lang="zh-hans"' in page
        assert name in page, address
        assert name.replace(" ", "") not in page, address


def test_emails_in_chinese_have_none(alice: User) -> None:
    words = NoticeText(Kind.CAUTION, "", "轮到你了。", "轮到你了。", "/", "caution")
    with translation.override("zh-hans"):
        html = letter([words], alice, "alice@example.org", "code").alternatives[0][0]
    assert GAP.findall(re.sub(r"</?a\b[^>]*>", "", html)) == []
    assert "。<a" in html
