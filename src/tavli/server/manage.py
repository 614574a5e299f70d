"""Django's own commands for developers: ``python -m tavli.server.manage``."""

import sys
import tempfile
from pathlib import Path

from django.core.management import execute_from_command_line

from tavli.server.place import Place
from tavli.server.settings import configure


def main() -> None:
    """Run one of Django's commands against an empty house that is then forgotten."""
    with tempfile.TemporaryDirectory() as folder:
        configure(Place(folder=Path(folder)))
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
