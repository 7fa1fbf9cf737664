"""The data that the site stores about people, for the privacy page: declared here, and tested against the models.

Whether something is deleted with the account, and whether it is in the download, is not declared but derived from the
code that deletes and exports.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import known, letters
from accounts.idempotent import REMEMBERED_FOR
from accounts.letters import confirms_email
from accounts.names import FORMER
from common.limits import longest_memory
from cups.services import entering
from daily.pages.mark import MARK as DEALS_PLAYED
from deliveries.services import tidying
from games.selectors.lobby.deal_mark import PLAYED_HERE as SENT_DEALS_PLAYED
from games.services.lobby import old_tables
from membership import deletion, export, guests, unconfirmed
from puzzles.pages.mark import MARK as PUZZLES_ANSWERED

Rows = tuple[str, str]
"""A model, and its field that refers to the person."""

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of data stored about a person.

    `rows` refer to the person; `inside` are models that depend on these rows, or the user model itself. After `at_most`
    a job deletes the rest.
    """

    title: Text
    what: Text
    why: Text
    readers: Text
    rows: tuple[Rows, ...]
    inside: tuple[str, ...] = ()
    until: Text = ""
    at_most: timedelta | None = None

    @property
    def days(self) -> int | None:
        """The number of days after which it is deleted in any case; None without a limit."""
        return None if self.at_most is None else self.at_most.days

    @property
    def goes_with_the_account(self) -> bool:
        """Whether it is deleted with the account; otherwise it stays under an anonymous name."""
        return all(goes_with_the_account(*row) for row in self.rows)

    @property
    def is_in_the_download(self) -> bool:
        """Whether it, or a part of it, is in the data export."""
        return any(row in export.TOLD for row in self.rows)


def goes_with_the_account(label: str, field: str) -> bool:
    """Whether `membership.deletion` deletes the rows of a model that refer to a person by this field."""
    if label in deletion.KEPT:
        return False
    found = apps.get_model(label)._meta.get_field(field)
    return getattr(found.remote_field, "on_delete", None) is models.CASCADE


ABOUT_PEOPLE = (
    Kept(
        title=_("Your account"),
        what=_(
            "Name, former names, email address, settings, language and time zone, days off, when you joined and "
            "last logged in. Your password is stored only as a hash, which nobody can turn back into the "
            "password."
        ),
        why=_("So that you can log in and find the site as you left it, and so that others know who they play with."),
        readers=_(
            "Everyone sees your name, when you joined and whether you are away. Moderators also see former "
            "names. Only you and the people who run this site see your email address."
        ),
        rows=(("account.EmailAddress", "user"), ("accounts.NameChange", "user"), ("accounts.Vacation", "user"))
        + (("accounts.User_groups", "user"), ("accounts.User_user_permissions", "user")),
        inside=("accounts.User", "account.EmailConfirmation"),
    ),
    Kept(
        title=_("Where you are logged in"),
        what=_(
            "For each browser: when it logged in and was last here, its IP address and what it calls itself. "
            "Passkeys, authenticator apps and recovery codes, if you use them."
        ),
        why=_("To keep you logged in, and so that you can notice and end logins that are not yours."),
        readers=_("Only you, and the people who run this site."),
        rows=(("usersessions.UserSession", "user"), ("mfa.Authenticator", "user")),
        inside=("sessions.Session",),
        until=_("Until you log out; after your last visit:"),
        at_most=timedelta(seconds=settings.SESSION_COOKIE_AGE),
    ),
    Kept(
        title=_("Tokens and apps"),
        what=_(
            "The name of each token, what it allows, when it expires and when it was last used, but not the "
            "token itself. Which apps you let in, when, and what they may do."
        ),
        why=_("So that programs can act for you as far as you allow, and you can stop them."),
        readers=_("Only you."),
        rows=(("accounts.ApiToken", "user"), ("allauth_idp_oidc.Token", "user"), ("allauth_idp_oidc.Client", "owner")),
        until=_("You can remove them in your settings."),
    ),
    Kept(
        title=_("Your bots"),
        what=_("The name of each bot, when you made it, and that it is yours. Its games are kept like yours."),
        why=_("So that a program can play under a name of its own, and someone is responsible for it."),
        readers=_("Everyone: the profile of a bot names its owner."),
        rows=(("accounts.User", "owner"),),
        until=_("You can delete them in your settings."),
    ),
    Kept(
        title=_("Forms you sent"),
        what=_("A random mark for each form you sent, and the page it led to."),
        why=_("So that pressing a button twice does things only once."),
        readers=_("Nobody."),
        rows=(("accounts.Press", "user"),),
        at_most=REMEMBERED_FOR,
    ),
    Kept(
        title=_("Emails about your account"),
        what=_(
            "Which address each email about your account went to, what it was about, and whether it could be sent. "
            "Until it is sent, its text as well, but never a link that grants access."
        ),
        why=_("So that no email gets lost, and we can tell you if an address is wrong."),
        readers=_("Only you, and the people who run this site."),
        rows=(("accounts.Letter", "user"),),
        at_most=letters.KEPT,
    ),
    Kept(
        title=_("Games and ratings"),
        what=_(
            "Where you sat, every move with its time, results, the analysis of finished games, and your ratings. "
            "Games on your device, with the names you gave there."
        ),
        why=_("They make up the games, which belong to everyone who played them."),
        readers=_(
            "Public games and ratings: everyone. Games at private tables: those who sat there or were let in, and "
            "moderators. What is hidden in a game stays hidden until it is over."
        ),
        rows=(
            ("games.Match", "host"),
            ("games.Seat", "user"),
            ("games.Rating", "user"),
            ("games.RatingChange", "user"),
        ),
        inside=("games.Action", "games.Analysis", "games.Judgement", "games.RatedMatch"),
    ),
    Kept(
        title=_("Cups"),
        what=_("The cups you opened or entered, when you entered and left, who you met, and your results."),
        why=_("They are the results of everyone who took part."),
        readers=_("Everyone."),
        rows=(("cups.Cup", "host"), ("cups.Entry", "user")),
        inside=("cups.Round", "cups.Pairing"),
    ),
    Kept(
        title=_("Clubs"),
        what=_("Which clubs you belong to and since when, which you asked to join, and which have removed you."),
        why=_("So that members can find each other and play together."),
        readers=_(
            "Everyone, if the club’s page is public; otherwise its members. Only its host sees who asks to join, "
            "who was invited and who was removed."
        ),
        rows=(("clubs.Member", "user"),),
        until=_("It ends when you leave the club."),
    ),
    Kept(
        title=_("Clubs you founded"),
        what=_("That you founded a club, and when."),
        why=_("A club belongs to its members, even after its founder has left."),
        readers=_("Everyone who may see the club."),
        rows=(("clubs.Club", "founder"),),
    ),
    Kept(
        title=_("Ladders"),
        what=_("Your places on ladders, the challenges you made and got, and how each ended."),
        why=_("They are the results of everyone on the ladder."),
        readers=_("Everyone."),
        rows=(("ladders.Bout", "challenger"), ("ladders.Bout", "challenged"), ("ladders.Final", "user")),
        inside=("ladders.Ladder",),
    ),
    Kept(
        title=_("Ladders you are on"),
        what=_("Which ladders you have joined and when, and when you last did something there."),
        why=_("So that others can challenge you, and nobody stays on after leaving."),
        readers=_("Everyone sees your place."),
        rows=(("ladders.Rung", "user"),),
    ),
    Kept(
        title=_("Deals of the day"),
        what=_("Which deals of the day you played, and when you started."),
        why=_("So that everyone has one try, and can see how others did."),
        readers=_("Everyone who has finished the same deal; from the next day, everyone."),
        rows=(("daily.Try", "user"),),
    ),
    Kept(
        title=_("Puzzles"),
        what=_(
            "Your answers to puzzles with their days, your puzzle rating, the five you were given each day, and your "
            "own mistakes as puzzles."
        ),
        why=_("So that everyone has one try, gets puzzles that fit, and can learn from mistakes."),
        readers=_("Only you. A puzzle’s rating, which everyone sees, comes from how many people solved it."),
        rows=(("puzzles.Answer", "user"), ("puzzles.Solver", "user"), ("puzzles.Five", "user"))
        + (("puzzles.Puzzle", "owner"),),
    ),
    Kept(
        title=_("Deals you sent or played"),
        what=_("Which deals you sent, when, and which deals of others you played."),
        why=_("So that everyone has one try at a deal, and can see how others did."),
        readers=_(
            "Your name and points: anyone with the link. The table and the games: anyone who has played the deal."
        ),
        rows=(("games.Challenge", "sender"), ("games.Attempt", "user")),
    ),
    Kept(
        title=_("What helps you play"),
        what=_(
            "Invitations, hints you asked for, the answers you gave in advance, how far you have read each chat, "
            "and how far your programs have read your events."
        ),
        why=_("So that the site can show them to you again."),
        readers=_("You. Others at the table see that you were invited or asked for a hint."),
        rows=(("games.Invitation", "user"), ("games.Hint", "user"), ("games.UsualOrders", "user"))
        + (("games.ReadMark", "user"), ("games.Listener", "user")),
    ),
    Kept(
        title=_("Chat"),
        what=_("What you wrote at tables, and when."),
        why=_("A conversation with gaps makes no sense to the others."),
        readers=_("Everyone who may see the chat of that table, and moderators."),
        rows=(("games.Message", "user"),),
    ),
    Kept(
        title=_("Friends and blocked people"),
        what=_("Who your friends are, who you asked, and who you blocked or muted."),
        why=_("So that friends find each other, and people you block leave you alone."),
        readers=_("Friends see that you are friends. Only you see who you blocked or muted."),
        rows=(("games.Friendship", "asker"), ("games.Friendship", "asked"), ("games.Block", "user"))
        + (("games.Block", "blocked"),),
    ),
    Kept(
        title=_("Notifications to you"),
        what=_("What we told you, how and when."),
        why=_("So that no notification gets lost, comes twice, or comes after you have seen what it is about."),
        readers=_(
            "Only you. Emails go through this site’s mail server, push messages go encrypted through the service "
            "of your browser’s maker, and webhook messages go to the address you gave."
        ),
        rows=(("notices.Notice", "user"), ("notices.Delivery", "user"), ("games.Event", "user")),
        at_most=tidying.KEPT,
    ),
    Kept(
        title=_("Where notifications go"),
        what=_("The addresses of browsers that may show push messages and of your webhook, and your choices."),
        why=_("To reach you where you want to be reached."),
        readers=_("Only you."),
        rows=(("notices.Browser", "user"), ("notices.Webhook", "user"), ("notices.Preference", "user")),
        until=_("You can remove them in your settings."),
    ),
    Kept(
        title=_("Notifications to others about you"),
        what=_("That you invited someone, joined a table or played."),
        why=_("To tell the people you play with."),
        readers=_("Those who got the notification."),
        rows=(("notices.Notice", "about"),),
        at_most=tidying.KEPT,
    ),
    Kept(
        title=_("What moderators told you"),
        what=_("Warnings, bans and silences, with their reasons."),
        why=_("So that rules apply to everyone alike, and you can look up what you were told and why."),
        readers=_("You and the moderators."),
        rows=(("accounts.Ban", "user"), ("accounts.Caution", "user"), ("games.Silence", "user")),
    ),
    Kept(
        title=_("Reports"),
        what=_("Who reported whom, for what, and which message or club it was about."),
        why=_("So that moderators can look into it."),
        readers=_("Only moderators. The person who was reported never learns by whom."),
        rows=(("games.Report", "reporter"), ("games.Report", "person")),
    ),
    Kept(
        title=_("What moderators do"),
        what=_("Which moderator decided or changed what in the administration."),
        why=_("So that decisions can be checked."),
        readers=_("Moderators, and the people who run this site."),
        rows=(("admin.LogEntry", "user"), ("accounts.Ban", "made_by"), ("accounts.Ban", "lifted_by"))
        + (("accounts.Caution", "made_by"), ("games.Report", "settled_by"), ("games.Silence", "made_by")),
    ),
)
"""All kinds of data, starting with what concerns most people."""

ABOUT_NOBODY = {
    "auth.Permission": "what can be permitted",
    "auth.Group": "what moderators may do",
    "contenttypes.ContentType": "the names of the models",
    "daily.Deal": "the deal of each day",
    "puzzles.Search": "how far a match was searched for puzzles",
    "puzzles.Collected": "which matches have been searched for mistakes",
    "games.FingerprintSeries": "how to find copies of a rated match",
    "games.Fingerprint": "positions as everyone sees them",
    "games.Probe": "whether the database can be written to",
    "games.Heartbeat": "when the site was last alive",
    "games.RatingLedger": "how far games have been rated",
}
"""Models without personal data, and what they contain."""

OF_COMPUTERS = {("games.Seat", "stand_in")}
"""Rows that refer only to computer players."""


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie that the site sets, and its purpose."""

    name: str
    why: Text


def cookies() -> tuple[Cookie, ...]:
    """All cookies of the site. None of them tracks anyone."""
    return (
        Cookie(settings.SESSION_COOKIE_NAME, _("recognises you once you log in or play as a guest")),
        Cookie(settings.CSRF_COOKIE_NAME, _("makes sure that forms come from this site")),
        Cookie(known.COOKIE, _("lets you log in even while a stranger is guessing at your password")),
        Cookie(DEALS_PLAYED.cookie, _("which deals of the day were played in this browser, for two days")),
        Cookie(SENT_DEALS_PLAYED.cookie, _("which sent deals were played in this browser, for a year")),
        Cookie(PUZZLES_ANSWERED.cookie, _("which puzzles were answered in this browser, for thirty days")),
        Cookie(settings.LANGUAGE_COOKIE_NAME, _("your language, if you chose one without an account")),
        Cookie("zone", _("the time zone of your device, so that times are right")),
    )


def facts() -> dict[str, object]:
    """Other template context of the privacy page, such as how long data without an account is kept."""
    return {
        "former": FORMER,
        "guest_days": guests.FORGET_AFTER.days,
        "unconfirmed_days": unconfirmed.FORGET_AFTER.days if confirms_email() else 0,
        "table_days": old_tables.WAITS.days,
        "cup_days": entering.WAITS.days,
        "limit_minutes": longest_memory() // 60,
        "reports_faults": bool(settings.SENTRY_DSN),
    }
