"""What mypy's Django plugin must know; the server makes its own settings."""

INSTALLED_APPS = ("django.contrib.sessions", "tavli.server")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SECRET_KEY = "types need no secret"  # noqa: S105  # signs nothing
USE_TZ = True
