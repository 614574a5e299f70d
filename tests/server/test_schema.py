"""A database is brought up to date, or refused in words."""

import sqlite3
from contextlib import closing

import pytest

from server.damage import damage
from tavli.server.place import PlaceError
from tavli.server.schema import bring_up_to_date


def test_a_database_that_is_up_to_date_stays_as_it_is(place):
    bring_up_to_date(place)
    with closing(sqlite3.connect(place.database)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        assert mode == "wal"


def test_a_database_of_a_newer_version_is_refused_in_words(place):
    newer = "INSERT INTO django_migrations (app, name, applied) VALUES ('tavli', ?, 0)"
    with closing(sqlite3.connect(place.database)) as connection:
        with connection:
            connection.execute(newer, ("9999_from_the_future",))
        try:
            with pytest.raises(
                PlaceError, match=r"newer tavli \(step 9999_from_the_future\)"
            ):
                bring_up_to_date(place)
        finally:
            with connection:
                connection.execute(
                    "DELETE FROM django_migrations WHERE name LIKE '9999%'"
                )


@pytest.fixture
def empty_database(place, tmp_path):
    """Let Django look at a database in which nothing is yet."""
    from django.db import connection

    connection.close()
    path = tmp_path / "empty.sqlite3"
    connection.settings_dict["NAME"] = path
    yield path
    connection.close()
    connection.settings_dict["NAME"] = place.database


@pytest.mark.parametrize("table", ["tavli_action", "django_session"])
def test_a_database_with_a_damaged_page_is_refused_in_words(
    place, empty_database, table
):
    bring_up_to_date(place)
    with closing(sqlite3.connect(empty_database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
        ).fetchone()
    with empty_database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x5a" * size)
    with pytest.raises(PlaceError, match="put a backup in its place"):
        bring_up_to_date(place)


def test_a_row_that_cannot_be_leaves_the_house_open(place, empty_database):
    from tavli.server.models import Match

    bring_up_to_date(place)
    columns = {
        field.column: "x" if field.name == "options" else 0
        for field in Match._meta.concrete_fields
        if not field.null
    }
    with closing(sqlite3.connect(empty_database)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        connection.execute(
            f"INSERT INTO tavli_match ({names}) VALUES ({marks})",
            tuple(columns.values()),
        )
        connection.commit()
        connection.execute("PRAGMA ignore_check_constraints = OFF")
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        assert "tavli_match" in found
    bring_up_to_date(place)


@pytest.mark.parametrize(
    ("value", "finding"),
    [
        ("name = NULL", "NULL value in "),
        ("name = 5", "NUMERIC value in "),
        ("created = '7'", "TEXT value in "),
    ],
)
def test_a_value_that_its_column_cannot_hold_leaves_the_house_open(
    place, empty_database, value, finding
):
    bring_up_to_date(place)
    with closing(sqlite3.connect(empty_database)) as connection, connection:
        connection.execute(
            "INSERT INTO tavli_player (id, name, kind, level, lang, created)"
            " VALUES ('p', 'Anna', 'guest', '', '', 0)"
        )
    damage(empty_database, f"UPDATE tavli_player SET {value}")
    with closing(sqlite3.connect(empty_database)) as connection:
        (found,) = connection.execute("PRAGMA quick_check").fetchone()
        assert found.startswith(finding)
    bring_up_to_date(place)


def test_whoever_is_killed_half_way_finds_all_or_nothing(
    place, empty_database, monkeypatch
):
    from django.db.migrations.recorder import MigrationRecorder

    def killed(self, app, name):
        if app == "tavli":
            raise KeyboardInterrupt
        return recorded(self, app, name)

    recorded = MigrationRecorder.record_applied
    with monkeypatch.context() as patched:
        patched.setattr(MigrationRecorder, "record_applied", killed)
        with pytest.raises(KeyboardInterrupt):
            bring_up_to_date(place)
    bring_up_to_date(place)
    with closing(sqlite3.connect(empty_database)) as connection:
        assert connection.execute("SELECT count(*) FROM tavli_match").fetchone() == (0,)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_models_and_the_steps_of_the_schema_agree(place):
    from django.core.management import call_command

    assert place.database.exists()
    call_command("makemigrations", "tavli", check=True, dry_run=True, verbosity=0)


def test_exercises_of_before_ask_for_a_play(place, empty_database):
    from django.core.management import call_command

    call_command("migrate", "tavli", "0003", interactive=False, verbosity=0)
    with closing(sqlite3.connect(empty_database)) as connection:
        connection.execute(
            "INSERT INTO tavli_player (id, name, kind, level, lang, created)"
            " VALUES ('p', 'Anna', 'guest', '', '', 0)"
        )
        connection.execute(
            "INSERT INTO tavli_exercise (id, by_id, position, content, depth, cost,"
            " source, study, number, event, created, dropped, answered, solved, due,"
            " state) VALUES ('x', 'p', 'portes', '{}', 0, -1, 'file', 'f', 0, 0, 0, 0,"
            " 2, 1, 9, 1)"
        )
        connection.commit()
    bring_up_to_date(place)
    with closing(sqlite3.connect(empty_database)) as connection:
        kept = connection.execute("SELECT asks, answered, due FROM tavli_exercise")
        assert kept.fetchall() == [("play", 2, 9)]


def test_writes_are_durable(place):
    from django.db import connection

    assert place.database.exists()
    with connection.cursor() as cursor:
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()
    connection.close()
    assert synchronous == (2,)  # FULL
