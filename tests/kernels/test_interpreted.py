"""The generator without the compiler: Python runs the same lines."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernels.interpreted import INTERPRETED

HERE = Path(__file__).parent
SAME = [
    "test_movegen.py",
    "test_perft.py",
    "test_outcome.py",
    "test_replies.py",
    "test_turn.py",
    "test_ends.py",
]


@pytest.mark.skipif(INTERPRETED, reason="this is the test that interprets")
def test_the_same_holds_without_the_compiler():
    answer = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *(HERE / name for name in SAME),
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout[-3000:]
