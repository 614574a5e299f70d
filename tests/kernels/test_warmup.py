"""Compiling before anybody waits for it."""

from tavli.kernels.movegen import batch_afterstates
from tavli.kernels.outcome import outcome
from tavli.kernels.warmup import GENERATOR, FirstUse, compile_all


def test_first_uses_are_made_in_turn_and_announced():
    told = []
    uses = [
        FirstUse("one", lambda: told.append("made one")),
        FirstUse("two", lambda: told.append("made two")),
    ]
    compile_all(uses, lambda *step: told.append(step))
    assert told == [(0, 2, "one"), "made one", (1, 2, "two"), "made two"]


def test_the_generator_has_been_used():
    compile_all([GENERATOR])
    for kernel in (batch_afterstates, outcome):
        assert kernel.signatures
