"""Files of text that are written whole or not at all."""

from pathlib import Path


def write_whole(path: Path, text: str) -> Path:
    """Write *text* to *path*; what stood there stays until the new one is whole."""
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    return draft.replace(path)
