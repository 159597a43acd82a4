"""Every setting of Concord. Nothing set in the environment = it runs; .env.example lists what may be set."""

import os
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.broker import broker_options
from config.environment import Environment, database_from_url
from config.logs import logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment(os.environ, Path(os.environ.get("ENV_FILE", BASE_DIR / ".env")))

# --- What this installation is ---
DEBUG = env.boolean("DEBUG", True)
DEMONSTRATION = env.boolean("DEMONSTRATION", False)
DATA_DIR = Path(env.text("DATA_DIR", "") or BASE_DIR / "var").resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

SECRET_KEY = env.text("SECRET_KEY", "django-insecure-for-development-only" if DEBUG else "")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. With DEBUG=false Concord needs its own long random key; make one with: "
        'python -c "import secrets; print(secrets.token_urlsafe(64))"'
    )
ALLOWED_HOSTS = env.texts("ALLOWED_HOSTS", ["localhost", ".localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is not set. With DEBUG=false name the hosts people will type, as in "
        "ALLOWED_HOSTS=concord.example.org"
    )
CSRF_TRUSTED_ORIGINS = env.texts("CSRF_TRUSTED_ORIGINS", [])

SUPPORT_CONTACT = env.text("SUPPORT_CONTACT", "the person who invited you")
CRISIS_LINES = env.texts(
    "CRISIS_LINES",
    [
        "Your local emergency number, if anyone is in immediate danger",
        "Your country's crisis line, at any hour and for any reason",
    ],
    separator=";",
)

# How pages look to people who chose nothing themselves; the names are those of annotation.display.Display.
DISPLAY_DEFAULTS = env.json("DISPLAY_DEFAULTS", {})

# --- Applications ---
INSTALLED_APPS = [
    "annotation",
    "calibration",
    "scoring",
    "config",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "config.health.HealthMiddleware",
    "config.api.APIAddressesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "annotation.labelling.json_middleware.JSONEndpointMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "annotation.people.idle.IdleMiddleware",
    "annotation.people.second_factor.SecondFactorMiddleware",
    "annotation.labelling.json_middleware.PersonalTimeZone",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.doors.DoorMiddleware",
    "annotation.site.refusal_middleware.RefusalMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "annotation.people.devices.DeviceMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
                "annotation.site.page_context.page_context",
            ],
        },
    },
]

# --- Data ---
DATABASES = {
    "default": database_from_url(
        env.text("DATABASE_URL", "") or f"sqlite:///{DATA_DIR / 'concord.sqlite3'}",
        pool=env.boolean("DATABASE_POOL", True),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": env.cache("CACHE_URL", "locmem://")}
MEDIA_ROOT = DATA_DIR / "files"

# --- Tables that come in ---
TABLE_LIMITS = {
    "bytes": env.integer("TABLE_MAX_BYTES", 1_000_000_000),
    "rows": env.integer("TABLE_MAX_ROWS", 5_000_000),
    "columns": env.integer("TABLE_MAX_COLUMNS", 500),
    "unpacked_bytes": env.integer("TABLE_MAX_UNPACKED_BYTES", 4_000_000_000),
    "problems": env.integer("TABLE_MAX_PROBLEMS", 10_000),
}
TABLE_IN_PAGE_BYTES = env.integer("TABLE_IN_PAGE_BYTES", 500_000)  # larger ones wait for the worker
UPLOADS_DIR = DATA_DIR / "uploads"
UPLOADS_KEPT_DAYS = env.integer("UPLOADS_KEPT_DAYS", 7)
FILE_UPLOAD_HANDLERS = [
    "annotation.jobs.upload_limit.LimitedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.text("TIME_ZONE", "UTC")
USE_I18N = False
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.HashedModuleStorage"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

# --- People ---
ROLES = ("clinician", "author", "admin", "viewer")
AUTH_USER_MODEL = "annotation.Person"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "annotation.people.adapters.InvitedOnlyAdapter"
MFA_ADAPTER = "annotation.people.adapters.SecondStepAdapter"
ACCOUNT_FORMS = {
    "login": "annotation.people.form_sign_in.SignInForm",
    "reauthenticate": "annotation.people.form_sign_in.ReauthenticateForm",
    "change_password": "annotation.people.form_sign_in.ChangePasswordForm",
    "reset_password": "annotation.people.form_sign_in.ResetPasswordForm",
    "reset_password_from_key": "annotation.people.form_sign_in.ResetPasswordKeyForm",
    "add_email": "annotation.people.form_sign_in.AddEmailForm",
}
MFA_FORMS = {
    "authenticate": "annotation.people.form_sign_in.SecondStepForm",
    "reauthenticate": "annotation.people.form_sign_in.SecondStepAgainForm",
    "activate_totp": "annotation.people.form_sign_in.AuthenticatorAppForm",
    "add_webauthn": "annotation.people.form_sign_in.AddPasskeyForm",
    "edit_webauthn": "annotation.people.form_sign_in.EditPasskeyForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # an invitation has already reached the address
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # strangers' addresses get no mail of ours
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {  # the others are allauth's own
    "login_failed": "10/m/ip,5/300s/key",  # codes of the second step, by person who gave the right password
    "reset_password": "20/m/ip,5/h/key",
}
SIGN_IN_LIMITS = {  # wrong passwords; see annotation/people/sign_in_limits.py
    "device": "5/300s/key",
    "address": "10/m/ip",
    "account_from_address": "5/300s/key",
    "account": "50/h/key",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Concord"
REQUIRE_MFA = env.words("REQUIRE_MFA", [] if DEBUG else ["admin"], among=ROLES)
MFA_KEYS = env.fernet_keys("MFA_KEYS")
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG
ALLAUTH_TRUSTED_PROXY_COUNT = env.integer("TRUSTED_PROXY_COUNT", 0)

globals().update(env.email("EMAIL_URL", "console:" if DEBUG else "dummy:"))
# Whether mail reaches anybody. Without EMAIL_URL it does not, and the pages that would send some say so.
SENDS_MAIL = not EMAIL_BACKEND.endswith(("console.EmailBackend", "dummy.EmailBackend"))  # noqa: F821
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("FROM_EMAIL", "concord@localhost")

# --- Security ---
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = env.boolean("SECURE_SSL_REDIRECT", not DEBUG)
ONE_YEAR_IN_SECONDS = int(timedelta(days=365).total_seconds())
SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", 0 if DEBUG else ONE_YEAR_IN_SECONDS)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_HSTS_SECONDS > 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_EXPIRE_AT_BROWSER_CLOSE = True  # unless one stays signed in on purpose: two weeks without a visit
SESSION_IDLE_MINUTES = env.integer("SESSION_IDLE_MINUTES", 0 if DEBUG else 120)
HISTORY_MAY_BE_UNGUARDED = False  # only the tests empty tables of history (annotation/base/history_guard.py)
if ALLAUTH_TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- API ---
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {"user": env.text("API_RATE", "1200/min")},
    "EXCEPTION_HANDLER": "annotation.api.base.answer_to",
}
SPECTACULAR_SETTINGS = {
    "DEFAULT_GENERATOR_CLASS": "config.openapi.APISchemaGenerator",
    "TITLE": "Concord",
    "DESCRIPTION": "Corpus, labels, agreement, panels and scores, to those who may see them.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- Background work ---
TASKS_APPLICATION = "config.celery"  # the module of the Celery application
CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "") or "filesystem://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL, DATA_DIR / "broker")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True  # rows hold what became of the work
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE

LOGGING = logging_settings(env.log_level("LOG_LEVEL", "WARNING" if DEBUG else "INFO"))
