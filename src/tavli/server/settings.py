"""Django's settings, made from a place instead of kept in a module."""

import hashlib
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings

from tavli.server.bodies import LARGEST_FILE
from tavli.server.place import Place, prepare
from tavli.words import LANGUAGES

LANGUAGE_COOKIE: Final = "tavli_lang"

_YEAR: Final = 365 * 24 * 60 * 60
_JOURNAL: Final = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"


def configure(place: Place) -> None:
    """Make Django serve *place*; once a process."""
    settings.configure(**django_settings(place))
    django.setup()


def django_settings(place: Place) -> dict[str, Any]:
    """Return the settings of a server that lives at *place*."""
    key = prepare(place)
    return {
        "SECRET_KEY": key,
        "DEBUG": False,
        # An open house goes by any address; `KnownHosts` looks closer.
        "ALLOWED_HOSTS": ["*"] if place.is_open else list(place.hosts),
        "CSRF_TRUSTED_ORIGINS": sorted(place.origins),
        "DATABASES": {"default": _database(place.database)},
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "INSTALLED_APPS": ["django.contrib.sessions", "tavli.server"],
        "MIDDLEWARE": [
            "tavli.server.headers.SecurityHeaders",
            "tavli.server.headers.KnownHosts",
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.locale.LocaleMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
        ],
        "ROOT_URLCONF": "tavli.server.urls",
        "TEMPLATES": [_TEMPLATES],
        "LANGUAGE_CODE": "en",
        "LANGUAGES": [(known.code, known.name) for known in LANGUAGES.values()],
        "USE_TZ": True,
        "TIME_ZONE": "UTC",
        "LOGGING_CONFIG": None,
        "DATA_UPLOAD_MAX_MEMORY_SIZE": LARGEST_FILE,
        **_cookies(session_cookie(key), secure=place.is_secure),
        **_HEADERS,
    }


def session_cookie(key: str) -> str:
    """Return the name of the session cookie: each house has its own.

    Browsers keep cookies by host and not by port, so that two servers on one
    machine would overwrite each other's guests.
    """
    return f"tavli_{hashlib.sha256(key.encode()).hexdigest()[:8]}"


def _database(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # IMMEDIATE: a transaction waits for the writer's turn when it begins,
        # instead of failing half-way when it first writes.
        "OPTIONS": {
            "timeout": 10,
            "transaction_mode": "IMMEDIATE",
            "init_command": _JOURNAL,
        },
    }


def _cookies(session: str, *, secure: bool) -> dict[str, Any]:
    return {
        "SESSION_COOKIE_NAME": session,
        "SESSION_COOKIE_AGE": _YEAR,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": secure,
        "CSRF_COOKIE_NAME": "csrftoken",
        "CSRF_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_SECURE": secure,
        "CSRF_FAILURE_VIEW": "tavli.server.failures.forgery",
        "LANGUAGE_COOKIE_NAME": LANGUAGE_COOKIE,
        "LANGUAGE_COOKIE_AGE": _YEAR,
        "LANGUAGE_COOKIE_SAMESITE": "Lax",
        "LANGUAGE_COOKIE_SECURE": secure,
    }


_TEMPLATES: Final = {
    "BACKEND": "django.template.backends.django.DjangoTemplates",
    "DIRS": [Path(__file__).parent / "templates"],
    "OPTIONS": {"context_processors": ["tavli.server.page_context.page_context"]},
}

_HEADERS: Final = {
    "SECURE_CONTENT_TYPE_NOSNIFF": True,
    "SECURE_REFERRER_POLICY": "same-origin",
    "SECURE_CROSS_ORIGIN_OPENER_POLICY": "same-origin",
}
