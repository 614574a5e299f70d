"""`tavli engine` as a process: answers at once, ends with its input or Ctrl-C."""

import json
import signal
import subprocess
import sys

COMMAND = [sys.executable, "-c", "from tavli.cli.main import main; main()", "engine"]
LEGAL = b'{"ask": "legal", "position": "fevga 24:15 24:15 w dice=6-5", "id": "1"}\n'


def _start(*options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_each_question_is_answered_before_the_next_is_asked():
    with _start() as engine:
        for question in (LEGAL, b"nonsense\n", LEGAL):
            engine.stdin.write(question)
            engine.stdin.flush()
            answer = json.loads(engine.stdout.readline())
            assert (answer["answer"] == "legal") == (question == LEGAL)
        engine.stdin.close()
        assert engine.wait(60) == 0
        assert engine.stderr.read() == b""


def test_ctrl_c_ends_it_without_a_traceback():
    with _start() as engine:
        engine.stdin.write(LEGAL)
        engine.stdin.flush()
        engine.stdout.readline()
        engine.send_signal(signal.SIGINT)
        assert engine.wait(60) == 130
        assert b"Traceback" not in engine.stderr.read()


def test_ubgi_is_spoken_if_asked_for():
    with _start("--ubgi") as engine:
        told, _ = engine.communicate(b"ubgi\nquit\n", timeout=60)
    assert engine.returncode == 0
    assert told.splitlines()[-1] == b"ubgiok"
