import os
import subprocess
import sys
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from tavli import __version__
from tavli.cli import main as cli


class HouseError(Exception):
    """An error of ours, as its module says."""


HouseError.__module__ = "tavli.rules.errors"


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch):
    """Replace `tavli perft` by a command that raises."""

    def arrange(error: BaseException) -> None:
        @click.command()
        def perft() -> None:
            raise error

        module = type(sys)("perft")
        module.perft = perft
        monkeypatch.setattr(cli, "import_module", lambda _: module)

    return arrange


def exit_status(*arguments: str) -> int:
    with pytest.raises(SystemExit) as exited:
        cli.main(arguments)
    return exited.value.code


@pytest.mark.parametrize("name", cli.SUBCOMMANDS)
def test_every_listed_subcommand_exists_and_explains_itself(name: str):
    command = getattr(import_module(f"tavli.cli.{name}"), name)
    shown = CliRunner().invoke(command, ["--help"])
    assert shown.exit_code == 0
    assert len(shown.output.splitlines()) > 3


def test_help_shows_an_example_of_every_subcommand():
    output = CliRunner().invoke(cli.tavli, ["--help"]).output
    assert [c for c in cli.SUBCOMMANDS.values() if c.example not in output] == []


def test_version_is_the_package_s():
    output = CliRunner().invoke(cli.tavli, ["--version"]).output
    assert output == f"tavli, version {__version__}\n"


def test_unknown_subcommand_is_refused_in_a_sentence(capsys):
    assert exit_status("roll") == 2
    assert "No such command 'roll'" in capsys.readouterr().err


def test_an_error_of_ours_is_one_sentence(failing, capsys):
    failing(HouseError("seven checkers are missing"))
    assert exit_status("perft") == 1
    assert capsys.readouterr().err == "tavli: seven checkers are missing\n"


def test_a_file_that_cannot_be_opened_is_named(failing, capsys):
    failing(FileNotFoundError(2, "No such file or directory", "x.mat"))
    assert exit_status("perft") == 1
    assert capsys.readouterr().err == "tavli: x.mat: No such file or directory\n"


def test_a_fault_of_the_program_keeps_its_traceback(failing):
    failing(ZeroDivisionError("ours"))
    with pytest.raises(ZeroDivisionError):
        cli.main(["perft"])


def test_ctrl_c_leaves_quietly(failing, capsys):
    failing(KeyboardInterrupt())
    assert exit_status("perft") == 130
    assert capsys.readouterr().err.strip() == ""


def test_a_full_disk_behind_standard_output_is_told_as_such(full):
    code = "from tavli.cli.main import main; main(['perft', 'portes'])"
    with full.open("w") as disk:
        answer = subprocess.run(
            [sys.executable, "-c", code],
            stdout=disk,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert answer.returncode == 1
    assert answer.stderr == b"tavli: standard output: No space left on device\n"


def test_a_closed_pipe_is_no_news():
    """As in `tavli --help | head -1`."""
    start = "from tavli.cli.main import main; main(['--help'])"
    code = f"import sys; sys.stdin.read(); {start}"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["legal", "play", "--help"])
def test_a_stream_that_the_caller_closed_is_no_fault(command, closing):
    code = f"from tavli.cli.main import main; main(['{command}'])"
    answer = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {closing}', sys.executable, code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    assert answer.stderr == b""


@pytest.mark.parametrize("arguments", [["legal"], ["play", "--lang", "el"]])
def test_a_terminal_of_another_encoding_gets_what_it_can_show(arguments):
    answer = subprocess.run(
        [sys.executable, "-c", f"from tavli.cli.main import main; main({arguments})"],
        input="Ά\n".encode(),
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
        capture_output=True,
        check=True,
    )
    assert answer.stderr == b""
