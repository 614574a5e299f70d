"""The catalogues are compiled when the package is built, keyed by code."""

import gettext

import pytest

from tavli.words import catalogue
from tavli.words.catalogues import _compiled
from tavli.words.compiling import compile_catalogues

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "el" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    return folder / "tavli.po"


def message(code, english, greek):
    context = f'msgctxt "{code}"\n' if code else ""
    return f'\n{context}msgid "{english}"\nmsgstr "{greek}"\n'


def test_a_message_is_found_by_its_code(tmp_path, source):
    source.write_text(HEAD + message("dance", "no entry", "γκέλα"), "utf-8")
    assert compile_catalogues(tmp_path) == (source.with_suffix(".mo"),)
    with source.with_suffix(".mo").open("rb") as stream:
        assert gettext.GNUTranslations(stream).gettext("dance") == "γκέλα"


def test_the_same_words_compile_to_the_same_bytes(tmp_path, source):
    source.write_text(HEAD + message("dance", "no entry", "γκέλα"), "utf-8")
    first = compile_catalogues(tmp_path)[0].read_bytes()
    assert compile_catalogues(tmp_path)[0].read_bytes() == first


@pytest.mark.parametrize(
    "messages",
    [
        message("", "no entry", "γκέλα"),
        message("dance", "no entry", "γκέλα") + message("dance", "flunk", "γκέλα"),
    ],
)
def test_a_code_that_is_missing_or_stands_twice_is_refused(tmp_path, source, messages):
    source.write_text(HEAD + messages, "utf-8")
    with pytest.raises(ValueError, match="every code stands once"):
        compile_catalogues(tmp_path)


def test_a_missing_catalogue_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr("tavli.words.catalogues.LOCALE_ROOT", tmp_path)
    _compiled.cache_clear()
    with pytest.raises(FileNotFoundError, match="install the package again"):
        catalogue("el")


def test_a_catalogue_is_read_once():
    assert catalogue("el") is catalogue("el-GR")
