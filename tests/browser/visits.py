"""Every type of page: its URL and who looks at it. URLs contain names of parts from `tests.browser.furnish`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

from games.engine import GAMES
from games.pages.titles import LESSONS

ERRORS = ("400", "403", "403_csrf", "404", "429", "500", "503")

NO_PAGES = {
    "account_confirm_login_code": "leads elsewhere: nobody logs in by a code here",
    "account_set_password": "leads elsewhere: members have a password",
    "account_bot_delete": "a form is sent here",
    "account_email_correct": "leads elsewhere, but for those who have just given their password",
    "account_data": "an archive of all that is known about the member",
    "api_match": "JSON",
    "api:account": "JSON",
    "api:analysis": "JSON",
    "api:archive": "JSON",
    "api:block_end": "JSON",
    "api:blocks": "JSON",
    "api:bots": "JSON",
    "api:challenge": "JSON",
    "api:challenge_begin": "JSON",
    "api:challenge_close": "JSON",
    "api:change": "JSON",
    "api:renew": "JSON",
    "api:chat": "JSON",
    "api:club": "JSON",
    "api:club_admit": "JSON",
    "api:club_change": "JSON",
    "api:club_decline": "JSON",
    "api:club_host": "JSON",
    "api:club_invite": "JSON",
    "api:club_join": "JSON",
    "api:club_leaderboard": "JSON",
    "api:club_leave": "JSON",
    "api:club_matches": "JSON",
    "api:club_people": "JSON",
    "api:club_remove": "JSON",
    "api:club_renew": "JSON",
    "api:clubs": "JSON",
    "api:cup": "JSON",
    "api:cup_begin": "JSON",
    "api:cup_close": "JSON",
    "api:cup_days": "JSON",
    "api:cup_enter": "JSON",
    "api:cup_leave": "JSON",
    "api:cup_remove": "JSON",
    "api:cups": "JSON",
    "api:daily": "JSON",
    "api:daily_begin": "JSON",
    "api:daily_deal": "JSON",
    "api:daily_game": "JSON",
    "api:deals": "JSON",
    "api:decline": "JSON",
    "api:end_agree": "JSON",
    "api:end_decline": "JSON",
    "api:events": "a stream",
    "api:exhibition_end": "JSON",
    "api:exhibitions": "JSON",
    "api:friend_accept": "JSON",
    "api:friend_ask": "JSON",
    "api:friend_end": "JSON",
    "api:friends": "JSON",
    "api:game": "JSON",
    "api:games": "JSON",
    "api:hint": "JSON",
    "api:invite": "JSON",
    "api:join": "JSON",
    "api:ladder": "JSON",
    "api:ladder_accept": "JSON",
    "api:ladder_challenge": "JSON",
    "api:ladder_challenges": "JSON",
    "api:ladder_decline": "JSON",
    "api:ladder_join": "JSON",
    "api:ladder_leave": "JSON",
    "api:ladder_season": "JSON",
    "api:ladder_seasons": "JSON",
    "api:ladder_withdraw": "JSON",
    "api:ladders": "JSON",
    "api:leaderboard": "JSON",
    "api:leave": "JSON",
    "api:log": "JSON",
    "api:match": "JSON",
    "api:match_events": "a stream",
    "api:match_ratings": "JSON",
    "api:matches": "JSON",
    "api:notices": "JSON",
    "api:openapi": "JSON",
    "api:orders": "JSON",
    "api:pair": "JSON",
    "api:person": "JSON",
    "api:person_ratings": "JSON",
    "api:plan": "JSON",
    "api:plan_keep": "JSON",
    "api:play": "JSON",
    "api:play_on": "JSON",
    "api:puzzle": "JSON",
    "api:puzzle_answer": "JSON",
    "api:puzzle_mistakes": "JSON",
    "api:puzzle_rating": "JSON",
    "api:puzzles": "JSON",
    "api:rematch": "JSON",
    "api:remove": "JSON",
    "api:report_club": "JSON",
    "api:report_message": "JSON",
    "api:report_person": "JSON",
    "api:resign": "JSON",
    "api:running": "JSON",
    "api:start": "JSON",
    "api:step": "JSON",
    "api:studies": "JSON",
    "api:study_delete": "JSON",
    "api:tables": "JSON",
    "api:undo": "JSON",
    "api:win_decline": "JSON",
    "api:win_take": "JSON",
    "api:record": "plain text",
    "challenge_begin": "a form is sent here",
    "challenge_close": "a form is sent here",
    "challenge_game": "leads to a replay",
    "club_join": "a form is sent here",
    "club_leave": "a form is sent here",
    "club_member": "a form is sent here",
    "club_renew": "a form is sent here",
    "ladder_accept": "a form is sent here",
    "ladder_challenge": "a form is sent here",
    "ladder_decline": "a form is sent here",
    "ladder_join": "a form is sent here",
    "ladder_leave": "a form is sent here",
    "ladder_withdraw": "a form is sent here",
    "cup_begin": "a form is sent here",
    "cup_days": "a form is sent here",
    "cup_close": "a form is sent here",
    "cup_enter": "a form is sent here",
    "cup_leave": "a form is sent here",
    "cup_remove": "a form is sent here",
    "daily_begin": "a form is sent here",
    "example": "a part of the first page",
    "health": "JSON",
    "imprint": "is not there while no setting says who runs the site",
    "lesson_start": "leads to a step of the lesson",
    "leaderboards": "leads to a leaderboard",
    "manifest": "JSON",
    "match_preview": "a part of the match page",
    "match_analysis": "leads to the replay",
    "match_chat_report": "a form about one message",
    "match_chat_read": "a form is sent here",
    "match_curtain": "a form is sent here",
    "match_decline": "a form is sent here",
    "match_delete": "a form is sent here",
    "match_device_end": "a form is sent here",
    "match_end_agree": "a form is sent here",
    "match_end_decline": "a form is sent here",
    "match_exhibition_end": "a form is sent here",
    "match_first_steps": "a form is sent here",
    "match_hint": "a form is sent here",
    "match_invite": "leads to the match",
    "match_invite_person": "a form is sent here",
    "match_join": "a form is sent here",
    "match_remove_person": "a form is sent here",
    "match_renew": "a form is sent here",
    "match_leave": "a form is sent here",
    "match_name": "a form is sent here",
    "match_orders": "a form is sent here",
    "match_plan": "a form is sent here",
    "match_plan_keep": "a form is sent here",
    "match_play": "a form is sent here",
    "match_record": "plain text",
    "match_rematch": "a form is sent here",
    "match_resign": "a form is sent here",
    "match_send": "a form is sent here",
    "match_start": "a form is sent here",
    "match_undo": "a form is sent here",
    "match_win": "a form is sent here",
    "match_win_decline": "a form is sent here",
    "metrics": "plain text for Prometheus",
    "mfa_authenticate": "leads elsewhere without two-step login",
    "mfa_deactivate_totp": "leads elsewhere without two-step login",
    "mfa_download_recovery_codes": "plain text",
    "mfa_edit_webauthn": "leads elsewhere without a passkey, and browsers here have none",
    "mfa_generate_recovery_codes": "leads elsewhere without two-step login",
    "mfa_list_webauthn": "leads elsewhere without a passkey",
    "mfa_login_webauthn": "JSON, and a form is sent here",
    "mfa_reauthenticate": "leads elsewhere without two-step login",
    "mfa_reauthenticate_webauthn": "leads elsewhere without a passkey",
    "mfa_remove_webauthn": "leads elsewhere without a passkey",
    "mfa_signup_webauthn": "leads elsewhere: nobody signs up by a passkey alone",
    "mfa_view_recovery_codes": "leads elsewhere without two-step login",
    "my_records": "an archive of records",
    "next_turn": "leads to the match",
    "notice_browser_renew": "the service worker sends here",
    "notice_browsers": "a form is sent here",
    "notice_test": "a form is sent here",
    "notice_webhook": "a form is sent here",
    "notices_stop": "needs the signed end of a link in an email",
    "oauth_configuration": "JSON",
    "oauth_keys": "JSON",
    "oauth_revoke": "JSON",
    "oauth_token": "JSON",
    "oauth_userinfo": "JSON",
    "oembed": "JSON",
    "open_games_file": "a packed file",
    "open_games_list": "JSON",
    "pair": "a form is sent here",
    "play_now": "a form is sent here",
    "robots": "plain text",
    "service_worker": "a script",
    "set_language": "a form is sent here",
    "your_turn": "a part of every page",
}
"""Names of URLs without a page to look at, and why."""


@dataclass(frozen=True)
class Visit:
    """One page as someone sees it: signed out if `who` is empty, and after doing `then` there."""

    address: str
    who: str = ""
    then: Callable[[Page], None] | None = None

    def __str__(self) -> str:
        doing = f" {self.then.__name__}" if self.then else ""
        return f"{self.address} {self.who or 'signed out'}{doing}"


def sent_empty(page: Page) -> None:
    """Submit the form of the page without its required fields."""
    form = page.locator("main form:has(.input)").last
    for field in form.locator(".input:not([type=file], select)").all():
        field.fill("")
    form.evaluate("form => form.noValidate = true")
    form.locator("button").last.click()
    page.locator(".is-bad, .note--bad").first.wait_for()


def planned(page: Page) -> None:
    """Plan the first possible action, if there is one, and show what may follow."""
    offered = page.locator(".plan__offer .act")
    if offered.count() and not page.locator("#plan-drop-0").count():  # not yet, by an earlier visit
        offered.first.click()
        page.locator("#plan-drop-0").wait_for()


def allowing_nothing(page: Page) -> None:
    """Let an app in without allowing it anything."""
    for box in page.locator("input[name=scopes]").all():
        box.uncheck()
    page.locator("button[value=yes]").click()
    page.locator(".is-bad").first.wait_for()


def with_menu_open(page: Page) -> None:
    """Open the menu of the header."""
    page.locator("header .menu > summary").first.click()


def about_to_caution(page: Page) -> None:
    """Select all reports, up to the form that asks for the words of the caution."""
    page.locator("#action-toggle").check()
    page.locator("select[name=action]").select_option("caution")
    page.locator("button[name=index]").click()
    page.locator("textarea").wait_for()


def refused(page: Page) -> None:
    """Submit a form of the administration without its required fields."""
    page.locator("[name=_save]").click()
    page.locator(".errornote").wait_for()


def visits() -> Iterator[Visit]:
    """All visits."""
    for who in ("", "newcomer", "member", "guest"):
        for address in ("/", "/tables/"):
            yield Visit(address, who)
    for who in ("", "member"):
        for address in ("/archive/", "/rules/"):
            yield Visit(address, who)
    yield Visit("/", "moderator", with_menu_open)
    yield Visit("/", "member", with_menu_open)
    yield Visit("/credits/")
    yield Visit("/privacy/")
    yield Visit("/open-games/")
    yield Visit("/terms/")
    yield Visit("/api/v1/")
    yield Visit("/account/tokens/", "member")
    yield Visit("/oauth/authorize/?{app}", "member")
    yield Visit("/oauth/authorize/?{app}", "member", allowing_nothing)
    yield Visit("/oauth/authorize/", "member")
    yield Visit("/account/bots/", "member")
    yield Visit("/account/bots/Robo/", "member")
    yield Visit("/account/bots/take/{bot-link}/", "friend")
    yield Visit("/bots/")
    yield Visit("/people/Robo/", "member")
    yield Visit("/offline/?language=de")
    yield Visit("/leaderboards/rapa_nui/?around=me", "member")
    for who in ("newcomer", "member", "guest"):
        yield Visit("/mine/", who)
    yield Visit("/tables/?game=princes", "newcomer-guest")
    for game in GAMES:
        yield Visit(f"/tables/new/?game={game}", "member")
        yield Visit(f"/rules/{game}/")
        yield from _matches(game)
    for game in LESSONS:
        for step in (1, 4):
            yield Visit(f"/rules/{game}/lesson/{step}/", "newcomer-guest")
    yield Visit("/people/member/report/", "host")
    yield Visit("/people/member/report/", "host", sent_empty)
    yield Visit("/", "banned")
    for address in ("/leaderboards/rapa_nui/", "/people/member/"):
        yield Visit(address)
        yield Visit(address, "member")
    yield Visit("/leaderboards/maya/", "newcomer")
    yield Visit("/people/newcomer/", "newcomer")
    yield Visit("/ratings/")
    yield Visit("/play/")
    yield Visit("/play/?game=maya&level=expert", "member")
    for who in ("", "member", "friend"):
        yield Visit("/daily/", who)
        yield Visit("/daily/maya/", who)
    yield Visit("/daily/maya/{day-before}/", "friend")
    for game in GAMES:
        yield Visit(f"/daily/{game}/{{day-before}}/side-by-side/", "friend")
    yield Visit("/daily/maya/{day-before}/side-by-side/?step=20")
    for who in ("", "member"):
        yield Visit("/puzzles/", who)
    for who in ("member", "friend"):
        yield Visit("/puzzles/mine/", who)
    for game in GAMES:
        for who in ("", "member"):
            yield Visit(f"/puzzles/{{{game}-puzzle}}/", who)
    for who in ("", "member", "friend", "host"):
        yield Visit("/deals/{sent-deal}/", who)
    for who in ("member", "friend", "newcomer"):
        yield Visit("/deals/", who)
    yield Visit("/match/{sent-match}/", "member")
    yield Visit("/device/")
    yield Visit("/device/?game=princes", "member")
    yield Visit("/match/{device}/", "member")
    yield Visit("/match/{device}/device/claim/{device-claim}/", "friend")
    yield Visit("/clubs/")
    yield Visit("/clubs/", "member")
    yield Visit("/clubs/?q=nothing")
    yield Visit("/clubs/new/", "member")
    yield Visit("/clubs/new/", "member", sent_empty)
    for who in ("", "guest", "newcomer", "member", "host"):
        yield Visit("/clubs/{club}/", who)
    yield Visit("/clubs/{club}/members/")
    for game in GAMES:
        yield Visit(f"/clubs/{{club}}/leaderboard/{game}/", "member")
    yield Visit("/clubs/{club}/members/", "host")
    yield Visit("/clubs/{club}/change/", "host")
    yield Visit("/clubs/{club}/report/", "member")
    yield Visit("/clubs/{club}/report/", "member", sent_empty)
    yield Visit("/clubs/{hidden-club}/link/{club-link}/", "newcomer")
    yield Visit("/cups/")
    yield Visit("/cups/?status=over", "member")
    yield Visit("/cups/duplicate/")
    yield Visit("/cups/new/", "member")
    yield Visit("/cups/new/", "member", sent_empty)
    for cup in ("open", "running", "over", "knock-out", "duplicate", "sealed"):
        yield Visit(f"/cups/{{cup-{cup}}}/")
        yield Visit(f"/cups/{{cup-{cup}}}/", "member")
    yield Visit("/cups/{cup-open}/", "host")
    yield Visit("/cups/{cup-running}/?round=1", "host")
    for who in ("", "member", "host", "newcomer"):
        yield Visit("/ladders/", who)
        yield Visit("/ladders/rapa_nui/", who)
    yield Visit("/ladders/maya/", "member")
    yield Visit("/ladders/rapa_nui/?season=2026-2")
    yield Visit("/watch/")
    yield Visit("/watch/?game=princes", "member")
    yield Visit("/records/")
    yield Visit("/records/", "member", sent_empty)
    yield Visit("/match/{own-table}/", "member")
    yield Visit("/match/{own-table}/embed/")
    yield Visit("/match/nothing/embed/")
    yield Visit("/match/{own-table}/change/", "member")
    for who in ("member", "friend"):
        yield Visit("/match/{asked-again}/", who)
        yield Visit("/match/{rematch}/", who)
    yield Visit("/match/{guest-match}/", "guest")
    yield Visit("/match/{guest-match}/chat/", "guest")
    yield Visit("/mine/orders/", "member")
    yield Visit("/friends/", "member")
    yield Visit("/notices/", "member")
    yield Visit("/notices/", "newcomer")
    yield Visit("/notices/settings/", "member")
    yield from _account()
    yield from _administration()
    for status in ERRORS:
        yield Visit(f"/error/{status}")


def _matches(game: str) -> Iterator[Visit]:
    for moment in ("begun", "late", "waiting", "finished"):
        yield Visit(f"/match/{{{game}-{moment}}}/", "member")
    yield Visit(f"/match/{{{game}-waiting}}/?plan=1", "member", planned)
    for moment in ("watched", "open", "finished"):
        yield Visit(f"/match/{{{game}-{moment}}}/")
    yield Visit(f"/match/{{{game}-open}}/", "host")
    yield Visit(f"/match/{{{game}-watched}}/", "friend")  # who has chosen the colour-blind safe colours
    yield Visit(f"/match/{{{game}-watched}}/embed/")
    yield Visit(f"/match/{{{game}-finished}}/embed/?step=12")
    yield Visit(f"/match/{{{game}-finished}}/replay/?step=12", "member")
    yield Visit(f"/match/{{{game}-finished}}/replay/")
    yield Visit(f"/match/{{{game}-finished}}/play-on/?step=12", "member")
    yield Visit(f"/match/{{{game}-finished}}/shuffle/")
    yield Visit(f"/match/{{{game}-early}}/shuffle/", "member")


def _account() -> Iterator[Visit]:
    for form in ("login", "signup"):
        yield Visit(f"/account/{form}/")
        yield Visit(f"/account/{form}/", "", sent_empty)
    yield Visit("/account/password/reset/")
    yield Visit("/account/claim/", "guest")
    yield Visit("/account/claim/", "guest", sent_empty)
    for form in ("email", "password/change", "reauthenticate"):
        yield Visit(f"/account/{form}/", "member")
        yield Visit(f"/account/{form}/", "member", sent_empty)
    for who in ("member", "guest"):
        yield Visit("/account/settings/", who)
        yield Visit("/account/logout/", who)
    yield Visit("/account/settings/", "member", sent_empty)
    for form in ("2fa/totp/activate", "2fa/webauthn/add", "cautions", "delete", "vacation"):
        yield Visit(f"/account/{form}/", "member")
    yield Visit("/account/cautions/", "cautioned")
    yield Visit("/account/delete/", "guest")
    yield Visit("/account/2fa/", "member")
    yield Visit("/account/sessions/", "member")
    yield Visit("/account/inactive/")
    yield Visit("/account/confirm-email/")
    yield Visit("/account/confirm-email/no-such-key/")
    yield Visit("/account/password/reset/done/")
    yield Visit("/account/password/reset/key/1-no-such-key/")
    yield Visit("/account/password/reset/key/{reset-key}/")
    yield Visit("/account/password/reset/key/done/")


def _administration() -> Iterator[Visit]:
    for who in ("moderator", "keeper"):
        yield Visit("/admin/", who)
        yield Visit("/admin/games/match/", who)
        yield Visit("/admin/games/report/", who)
        yield Visit("/admin/games/report/", who, about_to_caution)
        for game in GAMES:
            yield Visit(f"/admin/games/match/{{{game}-number}}/change/", who)
    for table in ("analysis", "rating", "ratedmatch", "ratingledger", "silence"):
        yield Visit(f"/admin/games/{table}/", "keeper")
    for table in ("ban", "caution", "user"):
        yield Visit(f"/admin/accounts/{table}/", "keeper")
    yield Visit("/admin/clubs/club/", "keeper")
    for table in ("delivery", "notice"):
        yield Visit(f"/admin/notices/{table}/", "keeper")
    for form in ("accounts/ban/add", "accounts/caution/add", "games/silence/add", "games/report/{report}/change"):
        yield Visit(f"/admin/{form}/", "keeper")
    yield Visit("/admin/accounts/ban/add/", "keeper", refused)
    for form in ("accounts/ban/{ban}/change", "accounts/user/{person}/change", "accounts/user/{person}/history"):
        yield Visit(f"/admin/{form}/", "moderator")
    yield Visit("/admin/accounts/user/add/", "moderator")
    yield Visit("/admin/auth/group/", "moderator")
