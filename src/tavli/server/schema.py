"""Bring a database up to date, and refuse one that is ahead of us."""

from typing import Final

from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tavli.server.place import Place, PlaceError

_MOST_FINDINGS: Final = 1000
_OF_A_ROW: Final = (
    "CHECK constraint failed in ",
    "NULL value in ",
    "NUMERIC value in ",
    "TEXT value in ",
)


def bring_up_to_date(place: Place) -> None:
    """Apply every step of the schema that the database at *place* lacks.

    Raises:
        PlaceError: the file is no database of ours, or damaged, or a newer tavli
            wrote it.
    """
    try:
        _check_pages()
        _check_age(place)
        # All the steps or none, also if we are killed half-way. SQLite lets tables
        # be changed in a transaction only with foreign keys off from before it.
        with connection.constraint_checks_disabled(), transaction.atomic():
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as fault:
        raise PlaceError(
            f"{place.database} can't be used as the server's database ({fault}); "
            "put a backup in its place or name another folder with --data."
        ) from fault
    finally:
        connection.close()


def _check_pages() -> None:
    """See that every page of the file can be read; a gigabyte takes seconds.

    Else the house would open, and whoever comes to what was damaged would be the first
    to know. Other databases than SQLite look after their pages themselves. A row whose
    values can't be, which the check tells of too, closes what it is part of alone.

    Raises:
        DatabaseError: what was found first.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA quick_check({_MOST_FINDINGS})")
        found = [row[0] for row in cursor.fetchall()]
    torn = [each for each in found if each != "ok" and not each.startswith(_OF_A_ROW)]
    if torn:
        raise DatabaseError(" ".join(torn[0].split()))


def _check_age(place: Place) -> None:
    known = set(MigrationLoader(connection).disk_migrations)
    applied = set(MigrationRecorder(connection).applied_migrations())
    unknown = sorted(name for app, name in applied - known if app == "tavli")
    if unknown:
        raise PlaceError(
            f"{place.database} was written by a newer tavli (step {unknown[-1]}); "
            "update tavli, or name another folder with --data."
        )
