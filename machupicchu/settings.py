"""Settings of the site. The environment is read through `machupicchu.env`, which refuses invalid values by name.

Everything has a default that runs on one machine with nothing installed but Python; see README, "Settings".
"""

import os
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import dj_database_url
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_locale
from redis.exceptions import ConnectionError as RedisConnectionError

from accounts import jobs as accounts_jobs
from cups import jobs as cups_jobs
from daily import jobs as daily_jobs
from games import jobs as games_jobs
from ladders import jobs as ladders_jobs
from machupicchu import env, private
from machupicchu.monitoring import faults
from membership import jobs as membership_jobs
from notices import jobs as notices_jobs
from puzzles import jobs as puzzles_jobs

BASE_DIR = Path(__file__).resolve().parent.parent
TITLES = BASE_DIR / "games" / "titles"  # each game there has templates and static files of its own
VAR_DIR = env.own_folder("VAR_DIR", BASE_DIR / "var")
# Here, because every process and command of the site imports this before it writes anything.
CLOSED_TO_OTHERS = private.keep_private(VAR_DIR)

SITE_NAME = env.title("SITE_NAME", "Machu Picchu")
DEBUG = env.boolean("DEBUG", False)
PRODUCTION = env.boolean("PRODUCTION", False)
SECRET_KEY = env.secret_key("SECRET_KEY", VAR_DIR / "secret-key")
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
SERVER = env.choice("SERVER", "uvicorn", ("uvicorn", "daphne"))  # of the web processes
PORT = env.integer("PORT", 8000, least=1, most=65535)
_HERE = f"https://{ALLOWED_HOSTS[0]}" if PRODUCTION and ALLOWED_HOSTS else f"http://localhost:{PORT}"
WEB_ADDRESS = env.url("WEB_ADDRESS", "", schemes=("http", "https")).rstrip("/")
SITE_URL = env.origin("SITE_URL", _HERE)

INSTALLED_APPS = [
    # First, since our `runserver`, which is built on daphne's, must come before all others.
    "machupicchu.development",
    "machupicchu.development.lazily.Daphne",
    "machupicchu.operating",  # before Django's `auth`, whose `changepassword` it replaces
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "django.contrib.humanize",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.idp.oidc",  # even while OAUTH is off: migrations are the same everywhere
    "csp",
    "django_htmx",
    "template_partials",
    "accounts",
    "games",
    "notices",
    "deliveries",
    "membership",
    "clubs",
    "cups",
    "ladders",
    "daily",
    "puzzles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Above all middleware for pages: static files need no content security policy, and a match page loads dozens.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "machupicchu.monitoring.tracing.TracingMiddleware",
    "common.metrics.MetricsMiddleware",
    "machupicchu.http.middleware.PersonalMiddleware",
    "machupicchu.http.middleware.ForOtherSitesMiddleware",
    "machupicchu.http.unavailable.ServiceUnavailableMiddleware",
    "machupicchu.http.content_policy.ContentPolicyMiddleware",
    "machupicchu.http.middleware.PolicyOfPagesMiddleware",
    "machupicchu.http.middleware.PlainTextMiddleware",
    # Below WhiteNoise, whose files are already compressed. Against BREACH, Django pads compressed responses by a random
    # length and masks the CSRF token differently on each page; our cookies (SameSite) are not sent with requests from
    # other sites.
    "django.middleware.gzip.GZipMiddleware",
    "machupicchu.http.middleware.PatientSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.api.middleware.ProblemMiddleware",
    "accounts.middleware.KnownBrowserMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "machupicchu.http.typed_urls.TypedAddressMiddleware",
    "machupicchu.http.malformed_requests.MalformedRequestMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "machupicchu.http.middleware.ClosingUpMiddleware",
    "accounts.middleware.BanMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.middleware.UnreadableMatchMiddleware",
]

ROOT_URLCONF = "machupicchu.urls"
API_PARTS = [  # routers of the API besides those of games
    "deliveries.api.router",
    "cups.api.router",
    "ladders.api.router",
    "clubs.api.router",
    "daily.api.router",
    "puzzles.api.router",
]
ASGI_APPLICATION = "machupicchu.asgi.application"

# Templates are in the app whose views fill them; `templates/` has the frame, and what several apps or libraries fill.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *sorted(TITLES.glob("*/templates"))],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "machupicchu.templating.context.site",
                "accounts.context.preferences",
                "accounts.context.letters",
            ],
        },
    },
    {
        # Fragments sent with every action: boards, the parts next to them, and small parts that both engines share.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [*sorted(BASE_DIR.glob("*/jinja")), *sorted(TITLES.glob("*/jinja"))],
        "OPTIONS": {
            "environment": "machupicchu.templating.jinja.environment",
            "context_processors": [
                "django.contrib.auth.context_processors.auth",
                "machupicchu.templating.jinja.form_field",
            ],
        },
    },
]

# --- data -----------------------------------------------------------------------------------------------------------
DATABASE_URL = env.url(
    "DATABASE_URL", f"sqlite:///{quote(str(VAR_DIR / 'site.sqlite3'))}", schemes=("sqlite", "postgres", "postgresql")
)
DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=600, conn_health_checks=True)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "common.sqlite3"  # writers queue in order of arrival
    # IMMEDIATE: a transaction takes the write lock when it begins, so two writers queue instead of failing midway.
    # FULL: commits survive a power cut, at 0.2 ms each.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA mmap_size=134217728",
    }
else:
    # On modern disks a random read costs little more than a sequential one. PostgreSQL's default assumes four times as
    # much, and would read all users to name those of one page.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", "-c random_page_cost=1.1")
COPY_BEFORE_UPDATE = env.boolean("COPY_BEFORE_UPDATE", True)  # of a SQLite database, before its tables change
ALLOW_NEWER_TABLES = env.boolean("ALLOW_NEWER_TABLES", False)  # if this release can work with them
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def redis_url() -> str:
    """REDIS_URL, or else the URL of the embedded Valkey, which `make run` writes to a file, or else the usual one."""
    note = VAR_DIR / "redis-url"
    default = note.read_text().strip() if note.exists() else "redis://127.0.0.1:6379/0"
    return env.url("REDIS_URL", default, schemes=("redis", "rediss"))


REDIS_URL = redis_url()
CHANNEL_PREFIX = "live"
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        # After an outage of Valkey, a pooled connection fails once: then the command is retried.
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "retry_on_error": [RedisConnectionError]}],
            "prefix": CHANNEL_PREFIX,
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
    }
}

# --- background -----------------------------------------------------------------------------------------------------
DUMPS_DIR = env.folder("DUMPS_DIR", VAR_DIR / "dumps")  # for the open games: page servers and workers share it
BOT_GAMES = env.integer("BOT_GAMES", 10, least=1, most=1000)  # how many a bot may play at once
AI_PROCESSES = env.integer("AI_PROCESSES", min(os.cpu_count() or 1, 8), least=1, most=1000)
ANALYSE_BY_ITSELF = env.boolean("ANALYSE_BY_ITSELF", True)
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    task: {"queue": queue} for task, queue in (games_jobs.QUEUES | notices_jobs.QUEUES | puzzles_jobs.QUEUES).items()
}
CELERY_TASK_SOFT_TIME_LIMIT = 30
CELERY_TASK_TIME_LIMIT = 45
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A page must not wait for a broker that is down: the sweep asks again for whatever was not published.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 10, "visibility_timeout": 120}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_BEAT_SCHEDULER = "machupicchu.schedule:PresentScheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "clocks": {"task": games_jobs.CLOCKS, "schedule": 5.0, "options": {"expires": 5}},
    "sweep": {"task": games_jobs.SWEEP, "schedule": 5.0, "options": {"expires": 5}},
    "notices": {"task": notices_jobs.DELIVER, "schedule": 5.0, "options": {"expires": 5}},
    "outside": {"task": notices_jobs.OUTSIDE, "schedule": 5.0, "options": {"expires": 5}},
    "cups": {"task": cups_jobs.SWEEP, "schedule": 5.0, "options": {"expires": 5}},
    "ladder-upkeep": {"task": ladders_jobs.KEEP_UP, "schedule": crontab(), "options": {"expires": 50}},
    "ladders": {"task": ladders_jobs.SWEEP, "schedule": 5.0, "options": {"expires": 5}},
    "mistakes": {"task": puzzles_jobs.COLLECT, "schedule": crontab(), "options": {"expires": 50}},
    "puzzles": {"task": puzzles_jobs.SEARCH, "schedule": crontab(hour="1-4"), "options": {"expires": 50}},
    "games-of-the-day": {"task": daily_jobs.OPEN, "schedule": crontab(minute="*/5")},
    "old-tables": {"task": games_jobs.TIDY, "schedule": crontab(minute="10")},
    "old-notices": {"task": notices_jobs.TIDY, "schedule": crontab(hour="4", minute="40")},
    "tidy": {"task": accounts_jobs.TIDY, "schedule": crontab(hour="4", minute="20")},
    "old-guests": {"task": membership_jobs.TIDY, "schedule": crontab(hour="4", minute="25")},
    "open-games": {"task": games_jobs.DUMP, "schedule": crontab(hour="2", minute="10")},
    "statistics": {"task": games_jobs.STATISTICS, "schedule": crontab(hour="4", minute="55")},
}

# --- people ---------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.passwords.EndsSessions"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_ENGINE = "common.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_SAMESITE = "Lax"

# --- email ----------------------------------------------------------------------------------------------------------
EMAIL_URL = env.url("EMAIL_URL", "", schemes=("smtp", "smtp+tls", "smtps"))
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", title=SITE_NAME)
CONTACT_ADDRESS = env.address("CONTACT_ADDRESS")
IMPRINT = env.lines("IMPRINT")
EMAIL_TIMEOUT = 10
if EMAIL_URL:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    _server = urlsplit(EMAIL_URL)
    if not _server.hostname:
        raise ImproperlyConfigured("EMAIL_URL names no server; write it as smtp://user:password@server:port")
    EMAIL_HOST, EMAIL_PORT = _server.hostname, _server.port or {"smtps": 465, "smtp+tls": 587}.get(_server.scheme, 25)
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_server.username or ""), unquote(_server.password or "")
    if not (EMAIL_HOST_USER + EMAIL_HOST_PASSWORD).isascii():
        raise ImproperlyConfigured("EMAIL_URL: user and password can only be sent to a mail server in plain letters")
    EMAIL_USE_SSL, EMAIL_USE_TLS = _server.scheme == "smtps", _server.scheme == "smtp+tls"
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"

ACCOUNT_ADAPTER = "membership.adapter.GuestsKeepTheirGames"
ACCOUNT_FORMS = {
    "login": "accounts.forms.login.LoginForm",
    "signup": "accounts.forms.signup.SignupForm",
    "add_email": "accounts.forms.email_address.EmailForm",
    "change_password": "accounts.forms.passwords.ChangePasswordForm",
    "set_password": "accounts.forms.passwords.SetPasswordForm",
    "reset_password": "accounts.forms.passwords.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.passwords.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.login.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if EMAIL_URL else "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
# Strict: where addresses are confirmed, anyone can sign up with any, but only its holder can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict" if EMAIL_URL else True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# Guests may use pages that are closed to logged-in members, such as the login: accounts.views decides.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# Limits are counted so that strangers cannot use up a person's. `key` is the username, the table or the email address,
# together with the source of a request: the IP address, or a browser where the person has been logged in
# (accounts.known), which limits on strangers do not affect. A limit by `ip` is shared by everyone behind that address:
# a school, or half a town behind one address of its provider; an IPv6 address is counted with its /64, and
# 16 times as much is allowed to its /48.
ACCOUNT_RATE_LIMITS = {  # those that allauth applies itself, also for two-step login
    "login": "",  # counted below, once the user is known
    "confirm_email": "",  # counted below as an email, and not at all if it cannot be sent
    "login_failed": "10/m/ip,5/5m/key",
    "reset_password": "20/m/ip,5/m/key",
    "signup": "20/m/ip,200/h/ip",
}
# The limits of each action: see common/limits.py. One by `user` alone holds back no guest, who can become another one
# at any time: so what guests may do has one by `ip`, too.
LIMITS = {
    "login_failed": "10/m/ip,5/5m/key",
    "login_from_elsewhere": "30/m/ip",
    "login_at_home": "20/m/user",
    "login_failed_at_home": "5/5m/key",
    "second_step_at_home": "5/5m/key,30/h/user",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_at_home": "5/m/key",
    # Emails that anyone can trigger to any address: from one source, and from all together.
    "mail": "3/10m/key",
    "mail_from_all": "20/h/key",
    "correct_address": "20/m/ip,10/h/key",
    "guest": "30/m/ip,300/h/ip",
    "session": "60/m/ip,2000/h/ip",
    "record": "30/m/ip",  # reading one, right or wrong
    "study": "120/h/user,300/h/ip",  # keeping one
    "table": "200/h/user,1000/h/ip",
    "table_change": "60/h/user,600/h/ip",
    "download": "6/m/user,60/m/ip",
    "table_password": "60/5m/ip,10/5m/key",
    "invite": "40/h/user,120/h/ip",
    "rematch": "60/h/user,300/h/ip",
    "challenge": "60/h/user,300/h/ip",
    "analysis": "30/h/ip",
    "oauth": "120/m/ip",
    "hint": "12/m/user,120/m/ip",
    "exhibition": "12/h/ip",
    "play_on": "60/h/ip",
    "chat": "12/m/user,240/m/ip",
    "report": "20/h/user,60/h/ip",
    "relations": "60/h/user,600/h/ip",
    "bot": "10/24h/user",
    "club": "120/h/user",
    "cup": "120/h/user",
    "ladder": "60/h/user",
    "plan": "60/m/user,600/m/ip",
    "trial": "12/h/user,60/h/ip",
    "renew": "30/m/ip",
    # Messages to servers named by users, for each of them: to their webhook, and to all their devices together.
    "webhook": "20/m/key,120/h/key",
    "push": "60/m/key,600/h/key",
}
# Rate limits count by the address that the last trusted proxy saw.
ALLAUTH_TRUSTED_PROXY_COUNT = env.integer("TRUSTED_PROXIES", 1 if PRODUCTION else 0, least=0, most=9)

MFA_ADAPTER = "accounts.adapter.SecondStepAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.second_step.SecondStepForm",
    "reauthenticate": "accounts.forms.second_step.SecondStepAgainForm",
    "add_webauthn": "accounts.forms.passkeys.AddPasskeyForm",
    "login_webauthn": "accounts.forms.passkeys.PasskeyLoginForm",
    "authenticate_webauthn": "accounts.forms.passkeys.PasskeyStepForm",
    "reauthenticate_webauthn": "accounts.forms.passkeys.PasskeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_RECOVERY_CODES_SHOW_ONCE = True  # nobody who gets into an account later can read them, only replace them
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = " ".join(SITE_NAME.replace(":", " ").split()) or "Machu Picchu"  # a colon would end it
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL  # without a mail server no address is ever confirmed
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION  # browsers themselves insist on HTTPS, except for localhost

# Whether third-party apps may ask people for access (OAuth 2.0 and OpenID Connect): accounts/oauth.py.
OAUTH = env.boolean("OAUTH", False)
OAUTH_KEY = env.signing_key("OAUTH_KEY", VAR_DIR / "oauth-key") if OAUTH else ""
IDP_OIDC_ADAPTER = "accounts.oauth_adapter.AppsAdapter"
IDP_OIDC_PRIVATE_KEY = env.pem(OAUTH_KEY)
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 60 * 60
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 60 * 60 * 24 * 90  # an app that does not come back for this long loses access

# --- notifications --------------------------------------------------------------------------------------------------
VAPID_KEY = env.push_key("VAPID_KEY", VAR_DIR / "push-key")
ALLOW_LOCAL_TARGETS = env.boolean("ALLOW_LOCAL_TARGETS", False)
USER_AGENT = f"MachuPicchu (+{SITE_URL})"  # not SITE_NAME, which may have letters that a header must not

# --- languages and times --------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
OF_THE_PRODUCT = {"en": "English", "hu": "Magyar", "de": "Deutsch", "zh-hans": "简体中文"}
# The languages with a compiled catalogue, each under its own name, which its speakers can read.
LANGUAGES = [
    (code, name)
    for code, name in OF_THE_PRODUCT.items()
    if code == LANGUAGE_CODE or (LOCALE_PATHS[0] / to_locale(code) / "LC_MESSAGES" / "django.mo").exists()
]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
FORMAT_MODULE_PATH = "machupicchu.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# --- static files ---------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
FILE_UPLOAD_PERMISSIONS = 0o600  # for what collectstatic copies: Django sets it whatever the umask says
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "machupicchu.templating.sheets.SheetsOfGames",
]
STATICFILES_DIRS = [BASE_DIR / "static", *sorted(TITLES.glob("*/static"))]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "machupicchu.templating.static_storage.HashedFiles"
    },
}
WHITENOISE_MAX_AGE = 0 if DEBUG else 60
WHITENOISE_ROOT = BASE_DIR / "static" / "root"  # icons that browsers request without a link in any page
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- security -------------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    # Used by pages: sounds, the button that copies a link, full-screen boards, passkeys.
    "autoplay": ["self"],
    "clipboard-write": ["self"],
    "fullscreen": ["self"],
    "publickey-credentials-create": ["self"],
    "publickey-credentials-get": ["self"],
    # Used by no page of ours, so blocked even for injected code.
    "accelerometer": [],
    "camera": [],
    "clipboard-read": [],
    "display-capture": [],
    "encrypted-media": [],
    "gamepad": [],
    "geolocation": [],
    "gyroscope": [],
    "hid": [],
    "idle-detection": [],
    "local-fonts": [],
    "magnetometer": [],
    "microphone": [],
    "midi": [],
    "payment": [],
    "picture-in-picture": [],
    "screen-wake-lock": [],
    "serial": [],
    "storage-access": [],
    "sync-xhr": [],
    "usb": [],
    "window-management": [],
    "xr-spatial-tracking": [],
}
HEALTH_TOKEN = env.token("HEALTH_TOKEN")
METRICS_TOKEN = env.token("METRICS_TOKEN")
METRICS_DIR = env.folder("METRICS_DIR", VAR_DIR / "metrics")
# Monitoring connects to the machine directly, without the proxy that terminates HTTPS.
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^metrics$"]
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "accounts.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500  # a page of the administration has 100 rows to choose, a group all rights
if PRODUCTION:
    if DEBUG:
        raise ImproperlyConfigured("PRODUCTION and DEBUG cannot both be true")
    SECURE_SSL_REDIRECT = env.boolean("SECURE_SSL_REDIRECT", True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", 31536000, least=0, most=63072000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# --- log ------------------------------------------------------------------------------------------------------------
LOG_FORMAT = env.choice("LOG_FORMAT", "plain", ("plain", "json"))
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "machupicchu.monitoring.logs.BriefFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "machupicchu.monitoring.logs.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {name: {"level": "WARNING"} for name in ("uvicorn", "uvicorn.error", "daphne")}
    | ({"celery": {"level": "WARNING"}} if LOG_FORMAT == "json" else {})
    | ({"django": {"handlers": []}} if DEBUG else {}),  # with DEBUG, Django would log everything twice
}

SENTRY_DSN = env.url("SENTRY_DSN", "", schemes=("http", "https"))
if SENTRY_DSN:
    faults.report_to(SENTRY_DSN, site=SITE_URL)
