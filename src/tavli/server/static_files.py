"""Files served from this process: hashed ones for ever, the rest for an hour."""

import re
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_HASHED: Final = re.compile(r"[.-][\w-]{8,}\.\w+$")
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_AN_HOUR: Final = "public, max-age=3600"


class Files(StaticFiles):
    """Static files whose hashed names let browsers keep them without asking."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file at *path* and how long it may be kept."""
        response = await super().get_response(path, scope)
        if response.status_code in (200, 304):
            hashed = path.startswith("assets/") and _HASHED.search(path)
            response.headers["Cache-Control"] = _FOR_EVER if hashed else _AN_HOUR
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
