"""Where compiled code is kept."""

import os
import subprocess
import sys

import pytest

from tavli.kernels import kept

ASK = "from tavli.kernels.bits import bit_of; print(bit_of(24))"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package whose kernels import one another, and one that none of them needs."""
    folder = tmp_path / "tavli"
    (folder / "kernels").mkdir(parents=True)
    (folder / "rules").mkdir()
    (folder / "rules" / "__init__.py").write_text("BAR = 25\n")
    (folder / "kernels" / "bits.py").write_text("from tavli.rules import BAR\n")
    (folder / "kernels" / "steps.py").write_text(
        "from tavli.kernels.bits import (\n    one,\n)\n"
    )
    (folder / "kernels" / "other.py").write_text("")
    monkeypatch.setattr(kept, "_PACKAGE", folder)
    forget()
    yield folder
    forget()


def forget():
    kept._digest.cache_clear()
    kept._text.cache_clear()


def folder_of(module, chosen="", environment=None):
    return kept.folder_for(f"tavli.kernels.{module}", str(chosen), environment or {})


def test_code_is_kept_beside_the_sources(package):
    assert folder_of("steps").parent == package / "kernels" / "__pycache__"


@pytest.mark.usefixtures("package")
def test_code_is_kept_where_numba_was_told(tmp_path):
    chosen = tmp_path / "chosen"
    assert folder_of("steps", chosen).parent == chosen


def test_a_folder_that_cannot_be_written_is_passed_over(package, tmp_path):
    (package / "kernels" / "__pycache__").write_text("in the way")
    folder = folder_of("steps", environment={"XDG_CACHE_HOME": str(tmp_path)})
    assert folder.parent == tmp_path / "tavli" / "kernels"


@pytest.mark.usefixtures("package")
def test_nothing_is_kept_where_nothing_can_be_written(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert folder_of("steps", tmp_path / "file" / "folder") is None


@pytest.mark.parametrize("changed", ["kernels/bits.py", "rules/__init__.py"])
def test_code_holds_for_all_sources_that_it_was_made_of(package, changed):
    before = folder_of("steps")
    with (package / changed).open("a") as file:
        file.write("# changed\n")
    forget()
    assert folder_of("steps") != before


def test_other_sources_may_change(package):
    before = folder_of("steps")
    (package / "kernels" / "other.py").write_text("# changed\n")
    forget()
    assert folder_of("steps") == before


def test_what_no_longer_holds_is_removed(package):
    before = folder_of("steps")
    before.mkdir()
    other = folder_of("other")
    other.mkdir()
    (package / "kernels" / "bits.py").write_text("# changed\n")
    forget()
    folder_of("steps")
    assert not before.exists()
    assert other.exists()


def test_the_first_use_says_that_it_compiles(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    first, second = (
        subprocess.run(
            [sys.executable, "-c", ASK],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(2)
    )
    assert (first.stdout, second.stdout) == ("2\n", "2\n")
    assert first.stderr == (
        "Compiling for this machine: half a minute or more, and only once.\n"
    )
    assert second.stderr == ""
