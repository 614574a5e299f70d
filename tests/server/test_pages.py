"""What the server writes into pages, and what browsers are told about them."""

import json
import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, IntegrityError, OperationalError

from tavli.server import vite
from tavli.server.play.hub import Hub

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
MANIFEST = {
    "src/main.ts": {
        "file": "assets/app-12345678.js",
        "isEntry": True,
        "imports": ["_shared.js"],
        "css": ["assets/app-12345678.css"],
    },
    "_shared.js": {"file": "assets/shared-12345678.js", "css": ["assets/s.css"]},
    "src/pages.css": {"file": "assets/pages-12345678.css", "isEntry": True},
    "src/theme.ts": {"file": "assets/theme-12345678.js", "isEntry": True},
    "src/verify.ts": {"file": "assets/verify-12345678.js", "isEntry": True},
}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as Vite leaves it behind."""
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    monkeypatch.setattr(vite, "APP", tmp_path)
    return tmp_path


def _boot(html: str) -> dict[str, object]:
    found = re.search(r'<script id="boot" type="application/json">(.*?)</script>', html)
    assert found, html
    return json.loads(found[1])


@pytest.mark.usefixtures("built")
def test_the_shell_names_the_built_files(visitor):
    html = visitor.get("/").text
    assert '<script type="module" src="/static/app/assets/app-12345678.js">' in html
    assert 'rel="modulepreload" href="/static/app/assets/shared-12345678.js"' in html
    for style in ("assets/s.css", "assets/app-12345678.css"):
        assert f'<link rel="stylesheet" href="/static/app/{style}">' in html


@pytest.mark.usefixtures("built")
def test_the_shell_tells_the_page_who_reads_it(visitor):
    boot = _boot(visitor.get("/").text)
    assert boot["page"] == "home"
    assert boot["me"] == visitor.me
    assert boot["csrf"]
    match = visitor.new_match()
    assert _boot(visitor.get(f"/m/{match}").text)["match"] == match
    challenge = visitor.challenge()
    assert _boot(visitor.get(f"/c/{challenge}").text)["challenge"] == challenge


@pytest.mark.usefixtures("built")
def _torn() -> DatabaseError:
    """Return what Django raises of a torn file: the driver's error stands behind it."""
    fault = DatabaseError("database disk image is malformed")
    fault.__cause__ = sqlite3.DatabaseError(*fault.args)
    return fault


@pytest.mark.parametrize(
    "name", ["</script><b>", "O'Brien", "Θ'άνος", '"><img src=x>', "&amp;", "🎲👩‍👩‍👧"]
)
def test_a_hostile_name_stays_a_name(visitor, name):
    assert visitor.post("/api/me", {"name": name}).json()["name"] == name
    html = visitor.get("/").text
    assert _boot(html)["me"]["name"] == name
    if "<" in name:
        assert name not in html
    match = visitor.new_match()
    with visitor.sit(match) as line:
        assert line.joined["players"]["w"]["name"] == name
        line.give_seed()
        line.hear_until("events")
        line.act("resign_match")
    header = json.loads(visitor.get(f"/api/matches/{match}/record").text.split("\n")[0])
    assert header["players"]["w"] == name
    assert "<b>" not in visitor.get(f"/verify/{match}").text


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/", "/rules/fevga", "/nothing-here", "/healthz", "/api/me"]
)
def test_every_answer_carries_the_strict_headers(visitor, path):
    headers = visitor.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/", "/rules/tavli", "/nothing-here"])
def test_pages_hold_no_inline_script_or_style(visitor, path):
    html = visitor.get(path).text
    scripts = re.findall(r"<script(?![^>]*(?:src=|application/json))", html)
    assert not scripts
    assert "<style" not in html
    assert not re.findall(r'\son\w+="|style="', html)


def test_without_a_built_page_one_sentence_says_what_to_do(
    visitor, tmp_path, monkeypatch
):
    monkeypatch.setattr(vite, "APP", tmp_path / "nothing")
    answer = visitor.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("accepts", "lang", "direction"),
    [
        ("el-GR,el;q=0.9,en;q=0.5", "el", "ltr"),
        ("tr", "tr", "ltr"),
        ("ar-EG, en", "ar", "rtl"),
        ("en-GB", "en", "ltr"),
        ("fi, sv", "en", "ltr"),
        ("", "en", "ltr"),
    ],
)
def test_a_first_visit_speaks_the_browsers_language(visitor, accepts, lang, direction):
    html = visitor.get("/", headers={"Accept-Language": accepts}).text
    assert f'<html lang="{lang}" dir="{direction}">' in html


@pytest.mark.usefixtures("built")
def test_a_language_that_was_chosen_stays_chosen(visitor):
    assert visitor.post("/api/me", {"lang": "ar"}).json()["lang"] == "ar"
    html = visitor.get("/", headers={"Accept-Language": "el"}).text
    assert '<html lang="ar" dir="rtl">' in html
    assert visitor.get("/api/me").json()["lang"] == "ar"


@pytest.mark.parametrize("lang", ["el", "en", "tr", "ar"])
@pytest.mark.parametrize(
    "game", ["tavli", "portes", "plakoto", "fevga", "backgammon", "dice"]
)
def test_the_rules_are_there_in_every_language(visitor, game, lang):
    answer = visitor.get(f"/rules/{game}?lang={lang}")
    assert answer.status_code == 200
    assert f'lang="{lang}"' in answer.text
    assert answer.text.count("<h1>") == 1
    assert "{{" not in answer.text


@pytest.mark.parametrize("lang", ["el", "en", "tr", "ar"])
def test_a_link_can_name_a_rule_in_any_language(visitor, lang):
    page = visitor.get(f"/rules/plakoto?lang={lang}").text
    assert '<h3 id="K8">K8 ' in page
    assert '<h3 id="C4">C4 ' in page
    assert 'href="#C4"' in page


@pytest.mark.parametrize(
    "path",
    ["/rules/chess", "/m/nothing", "/c/nothing", "/verify/nothing", "/x", "/api/x"],
)
def test_what_is_not_there_is_said_in_the_readers_words(visitor, path):
    answer = visitor.get(path, headers={"Accept-Language": "el"})
    assert answer.status_code == 404
    if path.startswith("/api/"):
        assert answer.json()["error"] == "not_found"
    else:
        assert "Δεν υπάρχει τέτοια σελίδα." in unescape(answer.text)


def test_a_foreign_host_name_is_refused(visitor):
    answer = visitor.get("/", headers={"Host": "tavli.example"})
    assert answer.status_code == 400


def test_files_with_a_hash_are_kept_for_ever(visitor):
    root = vite.APP / "assets"
    if not root.is_dir():
        pytest.skip("the page is not built here")
    hashed = next(root.iterdir()).name
    answer = visitor.get(f"/static/app/assets/{hashed}")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    icon = visitor.get("/static/app/icon.svg")
    assert icon.headers["cache-control"] == "public, max-age=3600"


@pytest.mark.parametrize(
    "path",
    [
        "/static/app/../../settings.py",
        "/static/app/%2e%2e/%2e%2e/settings.py",
        "/static/app//etc/passwd",
        "/static/app/assets/",
    ],
)
def test_nothing_but_the_built_files_is_served(visitor, path):
    assert visitor.get(path).status_code == 404


@pytest.mark.parametrize(("lang", "name"), [("el", "τάβλι"), ("ar", "تافلي")])
def test_the_web_manifest_speaks_the_readers_language(visitor, lang, name):
    answer = visitor.get("/manifest.webmanifest", headers={"Accept-Language": lang})
    assert answer.headers["content-type"] == "application/manifest+json"
    assert (answer.json()["lang"], answer.json()["name"]) == (lang, name)


def test_health(visitor):
    assert visitor.get("/healthz").text == "ok\n"


def test_health_tells_of_a_database_that_cannot_be_written(visitor, monkeypatch):
    monkeypatch.setattr(Hub, "can_save", lambda _: False)
    answer = visitor.get("/healthz")
    assert answer.status_code == 503
    assert answer.text == "the database cannot be written\n"


@pytest.mark.parametrize(
    "table", ["tavli_player", "tavli_action", "tavli_match", "django_session"]
)
def test_health_tells_of_a_database_that_cannot_be_read(visitor, house, table):
    with closing(sqlite3.connect(house.place.database)) as connection:
        connection.execute(f"ALTER TABLE {table} RENAME TO lost")
        try:
            answer = visitor.get("/healthz")
        finally:
            connection.execute(f"ALTER TABLE lost RENAME TO {table}")
    assert answer.status_code == 503
    assert answer.text == "the database cannot be read\n"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(("path", "kind"), [("/", "html"), ("/api/me", "json")])
@pytest.mark.parametrize(
    ("fault", "sentence", "line"),
    [
        (
            OperationalError("database or disk is full"),
            "The server cannot save just now; nothing was done.",
            "The database did not save: database or disk is full",
        ),
        (
            IntegrityError("UNIQUE constraint failed"),
            "The server cannot save just now; nothing was done.",
            "The database did not save: UNIQUE constraint failed",
        ),
        (
            _torn(),
            "The server cannot read its database; whoever runs it must put a backup in",
            "The database cannot be read: database disk image is malformed",
        ),
    ],
)
def test_a_visit_to_a_failed_database_is_refused_in_words(  # noqa: PLR0917  # a visit has so many parts
    visitor, monkeypatch, caplog, path, kind, fault, sentence, line
):
    def fail(*_: object, **__: object) -> None:
        raise fault

    visitor.http.cookies.clear()
    with monkeypatch.context() as patched:
        patched.setattr(SessionStore, "create_model_instance", fail)
        answer = visitor.get(path)
    assert answer.status_code == 503
    assert kind in answer.headers["content-type"]
    assert sentence in answer.text
    told = [one for one in caplog.records if one.name.startswith("tavli.")]
    assert [one.getMessage() for one in told] == [f"{line} ('{path}')"]
    assert not told[0].exc_info
    assert visitor.get(path).status_code == 200


def test_search_engines_stay_out_of_tables(visitor):
    assert "Disallow: /m/" in visitor.get("/robots.txt").text


def test_the_proof_page_recomputes_every_throw(pair):
    pair.play_until("to_roll")
    before = pair.white.get(f"/verify/{pair.match}").text
    assert "Revealed after the match" in before
    pair.finish_by_resignation()
    after = pair.white.get(f"/verify/{pair.match}").text
    assert "Every roll checks out" in after
    assert "✗" not in after
    assert pair.white_line.joined["commitment"] in after


def test_the_proof_page_shows_a_throw_that_was_changed(pair, house):
    import sqlite3

    pair.finish_by_resignation()
    connection = sqlite3.connect(house.place.database)
    lie = '[{"event":"opening","white":6,"black":5,"t":1},' + (
        '{"event":"match_end","winner":"b","how":"resign","score":[0,0],"t":1}]'
    )
    connection.execute("UPDATE tavli_action SET events = ? WHERE seq = 2", (lie,))
    connection.commit()
    connection.close()
    html = pair.white.get(f"/verify/{pair.match}").text
    # One throw in 36 would be 6-5 anyway, and then nothing is wrong.
    assert ("Roll 1 does not match" in html) != ("Every roll checks out" in html)


_OUTCOMES = {
    "right",
    "so_far",
    "commitment_differs",
    "seed_differs",
    "computer_seed",
    "nothing_kept",
}


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("lang", ["el", "en", "tr", "ar"])
def test_the_proof_page_lets_the_browser_compare_what_it_kept(pair, lang):
    pair.play_until("to_roll")
    path = f"/verify/{pair.match}?lang={lang}"
    running = pair.white.get(path).text
    commitment = pair.white_line.joined["commitment"]
    assert f'data-match="{pair.match}" data-commitment="{commitment}"' in running
    assert "data-over" not in running
    pair.finish_by_resignation()
    after = pair.white.get(path).text
    record = pair.white.get(f"/api/matches/{pair.match}/record").text
    seeds = json.loads(record.splitlines()[-1])["seeds"]
    for colour, seat in (("white", "w"), ("black", "b")):
        assert f'data-{colour}="{seeds[seat]}"' in after
    assert re.search(r'data-over .* data-throws="[1-9]', after)
    assert set(re.findall(r'data-outcome="(\w+)"[^>]* hidden>\S', after)) == _OUTCOMES
    script = '<script type="module" src="/static/app/assets/verify-12345678.js">'
    assert script in after


@pytest.mark.parametrize(
    ("text", "language", "capitalised"),
    [
        ("istanbul", "tr", "İstanbul"),
        ("istanbul", "en", "Istanbul"),
        ("άγκυρα", "el", "Άγκυρα"),
        ("طاولة", "ar", "طاولة"),
        ("", "en", ""),
    ],
)
def test_a_label_begins_with_its_languages_capital(text, language, capitalised):
    from tavli.server import languages

    assert languages.capitalised(text, language) == capitalised


@pytest.mark.usefixtures("built")
def test_browsers_that_ask_for_an_icon_unbidden_are_led_to_it(visitor):
    answer = visitor.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer.headers["location"] == "/static/app/icon.svg"


def test_without_a_built_page_there_is_no_icon(visitor, tmp_path, monkeypatch):
    monkeypatch.setattr(vite, "APP", tmp_path / "nothing")
    assert visitor.get("/favicon.ico").status_code == 204
