"""Where Vite put the page: its manifest names the hashed files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

APP: Final = Path(__file__).parent / "static" / "app"
"""Where the page is built to."""

ROOT_URL: Final = "/static/app/"
_MANIFESTS: Final = ("manifest.json", ".vite/manifest.json")
_SCRIPT: Final = "src/main.ts"
_READING_STYLE: Final = "src/pages.css"
_THEME: Final = "src/theme.ts"
_VERIFY: Final = "src/verify.ts"


@dataclass(frozen=True, slots=True)
class Assets:
    """The files that a page names; a script loads the rest itself."""

    script: str
    styles: tuple[str, ...]
    preloads: tuple[str, ...]
    reading_style: str | None = None
    theme_script: str | None = None
    verify_script: str | None = None


class _Chunk(msgspec.Struct):
    file: str
    css: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()


def built_page() -> Assets | None:
    """Return the files of the page that came with this package, if it was built."""
    return find_assets(APP)


def find_assets(root: Path) -> Assets | None:
    """Return the files of the page built below *root*, or None if it isn't built."""
    for name in _MANIFESTS:
        manifest = root / name
        if manifest.is_file():
            return _read(manifest, manifest.stat().st_mtime_ns)
    return None


@lru_cache(maxsize=4)
def _read(manifest: Path, changed: int) -> Assets | None:
    del changed  # part of the key: a page that was built again is read again
    chunks = msgspec.json.decode(manifest.read_bytes(), type=dict[str, _Chunk])
    if _SCRIPT not in chunks:
        return None
    entry = chunks[_SCRIPT]
    imported = tuple(dict.fromkeys(_imports(chunks, entry)))
    styles = (css for name in (*imported, _SCRIPT) for css in chunks[name].css)
    return Assets(
        script=ROOT_URL + entry.file,
        styles=tuple(ROOT_URL + css for css in dict.fromkeys(styles)),
        preloads=tuple(ROOT_URL + chunks[name].file for name in imported),
        reading_style=_url(chunks, _READING_STYLE),
        theme_script=_url(chunks, _THEME),
        verify_script=_url(chunks, _VERIFY),
    )


def _url(chunks: Mapping[str, _Chunk], name: str) -> str | None:
    return ROOT_URL + chunks[name].file if name in chunks else None


def _imports(chunks: Mapping[str, _Chunk], chunk: _Chunk) -> Iterator[str]:
    for name in chunk.imports:
        if name in chunks:
            yield from _imports(chunks, chunks[name])
            yield name
