"""Users at the tables: people, guests, people's bots, and computer players."""

from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import ALLOWED, LONGEST, skeleton, validate_name
from accounts.passwords import hash_of, spellings

LONGEST_TROUBLE = 200
"""The longest text about what went wrong that a column holds; longer ones are cut."""

LONGEST_CAUTION = 1000
"""The maximum length of a caution, and of the reason that a person reads for another measure, in characters."""


class SkeletonField(models.CharField):  # type: ignore[type-arg]
    """The skeleton of the username, computed at every save of the row: unique, so that no two names look alike."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        value = skeleton(model_instance.username)
        setattr(model_instance, self.attname, value)
        return value


LookField = SkeletonField
"""Its former name, which older migrations use."""


class User(AbstractUser):
    """A member, a guest (plays at once, and becomes a member by signing up), a bot or a computer player."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("Same as my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class BoardColours(models.TextChoices):
        STANDARD = "standard", _("Standard")
        SAFE = "safe", _("Colour-blind friendly")

    class ConfirmTurns(models.TextChoices):
        SLOW = "slow", _("In day games")
        ALWAYS = "always", _("Always")
        NEVER = "never", _("Never")

    class SingleKeys(models.TextChoices):
        ON = "on", _("On")
        OFF = "off", _("Off")

    class OpenGames(models.TextChoices):
        UNNAMED = "unnamed", _("Without my name")
        NAMED = "named", _("With my name")

    username = models.CharField(
        _("name"),
        max_length=LONGEST,
        unique=True,
        validators=[validate_name],
        help_text=ALLOWED,
        error_messages={"unique": _("This name is taken.")},
    )
    name_skeleton = SkeletonField(
        # Each letter of a name becomes two at most.
        max_length=2 * LONGEST,
        unique=True,
        editable=False,
        db_column="name_look",
        error_messages={"unique": _("This name is taken, or looks too much like one that is.")},
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    level = models.CharField(_("computer level"), max_length=16, blank=True, default="")
    """Empty unless this is a computer player."""
    owner = models.ForeignKey(
        "self",
        verbose_name=_("owner"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.CASCADE,
        related_name="bots",
    )
    """The person responsible for a bot; None for all other users."""
    handover_at = models.DateTimeField(null=True, editable=False)
    """When the link was made that hands over this bot; None if there is no such link."""
    second_step_left_at = models.DateTimeField(null=True, editable=False)
    """When a second step that was not new was last turned off (`accounts.second_steps`)."""
    password_lost_at = models.DateTimeField(null=True, editable=False)
    """When a lost password was last replaced: by email, or by those who run the site."""
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        default="",
        help_text=_("Leave this empty to use the browser’s language."),
    )
    device_language = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)
    """The language of the browser used last, for messages if no language is chosen; empty for the site's default."""
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.SYSTEM)
    board_colours = models.CharField(
        _("board colours"), max_length=8, choices=BoardColours, default=BoardColours.STANDARD
    )
    confirm_turns = models.CharField(
        _("confirm before ending a turn"), max_length=8, choices=ConfirmTurns, default=ConfirmTurns.SLOW
    )
    single_keys = models.CharField(_("single-key shortcuts"), max_length=4, choices=SingleKeys, default=SingleKeys.ON)
    open_games = models.CharField(
        _("my games in the open games"),
        max_length=8,
        choices=OpenGames,
        default=OpenGames.UNNAMED,
        db_default=OpenGames.UNNAMED,
    )
    """Whether the open games name the user."""
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="", db_default="")
    """Empty: the device's time zone."""
    device_zone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )
    """The time zone of the browser used last; empty if unknown."""
    away_until = models.DateTimeField(null=True)
    """The end of the latest vacation."""
    is_shown_around = models.BooleanField(default=True, db_default=True, editable=False)
    """Whether a new user's first match shows the first steps."""

    cautioned_at = models.DateTimeField(null=True, editable=False)
    """Denormalized: the time of the latest unread warning."""
    banned_until = models.DateTimeField(null=True, editable=False)
    """Denormalized: the end of the ban that lasts longest, of those not lifted."""

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined]
        swappable = "AUTH_USER_MODEL"
        constraints = [
            # Upper, not Lower: PostgreSQL implements `iexact` that way, and the look-up of a user at login uses this
            # index.
            models.UniqueConstraint(
                Upper("username"), name="user_name_once_ignoring_case", violation_error_message=_("This name is taken.")
            ),
            models.UniqueConstraint(fields=["level"], condition=~Q(level=""), name="one_computer_player_per_level"),
            models.CheckConstraint(condition=Q(is_guest=False) | Q(level=""), name="a_computer_player_is_no_guest"),
            models.CheckConstraint(
                condition=Q(owner=None) | Q(is_guest=False, level=""), name="a_bot_is_no_guest_and_no_computer_player"
            ),
            models.CheckConstraint(condition=Q(theme__in=["system", "light", "dark"]), name="user_theme_known"),
            models.CheckConstraint(
                condition=Q(board_colours__in=["standard", "safe"]), name="user_board_colours_known"
            ),
            models.CheckConstraint(
                condition=Q(confirm_turns__in=["slow", "always", "never"]), name="user_confirm_turns_known"
            ),
            models.CheckConstraint(condition=Q(single_keys__in=["on", "off"]), name="user_single_keys_known"),
            models.CheckConstraint(condition=Q(open_games__in=["unnamed", "named"]), name="user_open_games_known"),
        ]
        # Closed accounts are few; leaderboards count them.
        indexes = [models.Index(fields=["id"], condition=Q(is_active=False), name="closed_accounts")]

    def set_password(self, raw_password: str | None) -> None:
        """Like Django's, but uses a hash made by `hashed_already`, if any."""
        self.password = make_password(None) if raw_password is None else hash_of(raw_password)
        self._password = raw_password

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is the password, whatever keyboard typed it."""
        check = super().check_password  # slow on purpose; most passwords have only one form
        return raw_password is not None and any(check(password) for password in spellings(raw_password))

    @property
    def is_computer(self) -> bool:
        """Whether this user is a computer player."""
        return self.level != ""

    @property
    def is_bot(self) -> bool:
        """Whether someone's program plays as this user, who logs in only with its own tokens."""
        return self.owner_id is not None

    @property
    def household(self) -> int:
        """The primary key of the person responsible: the owner for a bot, else the user."""
        return self.owner_id or self.pk

    @property
    def shown_name(self) -> str:
        """The name on pages and in emails.

        Names of computer players, which are animals, are translated, and bots are labelled as such. Usernames contain
        no spaces, so nobody can imitate the label.
        """
        if self.is_bot:
            return gettext("BOT {name}").format(name=self.username)
        return gettext(self.username) if self.is_computer else self.username

    def is_away(self, now: datetime) -> bool:
        """Whether the user is on vacation."""
        return self.away_until is not None and now < self.away_until

    def is_banned(self, now: datetime) -> bool:
        """Whether the user is banned; a bot is banned while its owner is."""
        if self.banned_until is not None and now < self.banned_until:
            return True
        return self.owner is not None and self.owner.is_banned(now)


class Vacation(models.Model):
    """A vacation of a person: the clocks of their day games stop for `days` from `began_at`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    began_at = models.DateTimeField()
    days = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["user", "began_at"]
        indexes = [models.Index(fields=["user", "began_at"], name="vacation_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.began_at:%Y-%m-%d} {self.days}"


class Ban(models.Model):
    """A moderator's ban of `user` until `until` (None: for good), because of `why`; `lifted_at` is set if lifted.

    `report` is the one that it settled.
    """

    user = models.ForeignKey(User, verbose_name=_("person"), on_delete=models.CASCADE, related_name="bans")
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Leave this empty to ban them for good.")
    )
    why = models.CharField(_("why"), max_length=300, help_text=_("Shown to the person."))
    made_at = models.DateTimeField(_("issued"), auto_now_add=True)
    made_by = models.ForeignKey(
        User, verbose_name=_("issued by"), null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    report = models.ForeignKey("games.Report", null=True, on_delete=models.SET_NULL, related_name="+", editable=False)
    lifted_at = models.DateTimeField(_("lifted"), null=True, editable=False)
    lifted_by = models.ForeignKey(
        User, verbose_name=_("lifted by"), null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )

    class Meta:
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        ordering = ["-made_at", "-id"]
        indexes = [models.Index(fields=["user", "-made_at"], name="bans_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} until {self.until or 'the end'}"


class Caution(models.Model):
    """A moderator's written warning to `user`. It takes nothing away, but warnings are counted.

    `report` is the one that it settled.
    """

    user = models.ForeignKey(User, verbose_name=_("person"), on_delete=models.CASCADE, related_name="cautions")
    why = models.TextField(_("text"), max_length=LONGEST_CAUTION, help_text=_("Shown to the person."))
    made_at = models.DateTimeField(_("issued"), auto_now_add=True)
    made_by = models.ForeignKey(
        User, verbose_name=_("issued by"), null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    report = models.ForeignKey("games.Report", null=True, on_delete=models.SET_NULL, related_name="+", editable=False)
    read_at = models.DateTimeField(_("read"), null=True, editable=False)

    class Meta:
        verbose_name = _("warning")
        verbose_name_plural = _("warnings")
        ordering = ["-made_at", "-id"]
        indexes = [models.Index(fields=["user", "-made_at"], name="cautions_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.made_at:%Y-%m-%d}"


class NameChange(models.Model):
    """A change of a user's name: shown to moderators, and used to limit how often names change."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="name_changes")
    old = models.CharField(_("old name"), max_length=LONGEST)
    new = models.CharField(_("new name"), max_length=LONGEST)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("name change")
        verbose_name_plural = _("name changes")
        ordering = ["-at"]
        indexes = [models.Index(fields=["user", "-at"], name="names_of_user")]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class Press(models.Model):
    """A submitted form, identified by its `mark`, and the `target` that its response led to: see `accounts.idempotent`.

    `user` submitted it, or was logged in by it (`let_in`). `browser` is a hash of the browser; with `let_in` it starts
    with the session key. Rows are kept for a day.
    """

    mark = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="presses")
    browser = models.CharField(max_length=64, blank=True, default="")
    let_in = models.BooleanField(default=False)
    target = models.TextField(blank=True, default="")
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.user_id} {self.target}"


class Letter(models.Model):
    """An account email in the outbox, stored in the transaction of what it reports: see `accounts.letters`.

    It holds facts. Text and links are made on sending, so a working link is never stored. While it waits, `due` is when
    a worker may take it next; `trouble` says why the last attempt failed, and is empty during an attempt.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("to be sent")
        SENT = "sent", _("sent")
        PAST = "past", _("no longer relevant")
        FAILED = "failed", _("could not be sent")

    user = models.ForeignKey(
        User, verbose_name=_("person"), null=True, on_delete=models.CASCADE, related_name="letters", db_index=True
    )
    address = models.CharField(_("email address"), max_length=320)
    template = models.CharField(max_length=64)
    """The common prefix of the names of its templates."""
    facts = models.JSONField(default=dict)
    """The other values that its text needs; emptied once it has ended."""
    counted = models.JSONField(default=list)
    """The uses that rate limits have counted for it; undone if it is not sent."""
    made_at = models.DateTimeField(default=timezone.now, db_index=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    due = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=LONGEST_TROUBLE, blank=True, default="")

    class Meta:
        verbose_name = _("account email")
        verbose_name_plural = _("account emails")
        ordering = ["-id"]
        indexes = [models.Index(fields=["due"], condition=Q(state="waiting"), name="letter_due")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sent", "past", "failed"]), name="letter_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", ended_at__isnull=True) | (~Q(state="waiting") & Q(ended_at__isnull=False)),
                name="letter_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.template} to {self.user_id}: {self.state}"

    @property
    def has_failed(self) -> bool:
        """Whether it could not be sent and will not be tried again."""
        return self.state == self.State.FAILED

    @property
    def is_waiting(self) -> bool:
        """Whether it is still to be sent."""
        return self.state == self.State.WAITING


class ApiToken(models.Model):
    """Lets a program act for `user` within its `scopes`: see `accounts.tokens`. Its secret is not stored."""

    class Scope(models.TextChoices):
        READ = "read", _("see what I see")
        PLAY = "play", _("play and write in my games, and answer puzzles")
        TABLES = (
            "tables",
            _(
                "open, host, join and leave tables, cups and clubs, take part in ladders, send and begin deals, "
                "start exhibitions, and keep studies"
            ),
        )
        PEOPLE = "people", _("change my friends and blocks, and send reports to the moderators")
        MODERATE = "moderate", _("look at every match, if I am a moderator")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=60)
    """Its scopes, separated by spaces, except `Scope.PEOPLE`."""
    is_for_people = models.BooleanField(default=False, db_default=False)
    """Whether it has `Scope.PEOPLE`: release 0.5.0, which may run beside this one, stops at scopes it does not know."""
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)
    """The time of its last use, to the minute."""

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["user", "-id"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}"

    @property
    def scope_list(self) -> list[str]:
        """The scopes it allows."""
        return [*self.scopes.split(), *([self.Scope.PEOPLE.value] if self.is_for_people else [])]

    @property
    def scopes_in_words(self) -> str:
        """Its scopes as translated text."""
        return "; ".join(str(self.Scope(scope).label) for scope in self.scope_list)
