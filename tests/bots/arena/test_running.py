"""Blocks of a duel on several processes."""

import os
import signal

import pytest

from tavli.bots.arena import running
from tavli.bots.arena.duel import Duel
from tavli.bots.arena.running import Block, WorkerLostError, play_blocks

DUEL = Duel(first="random", second="random", game="plakoto", pairs=3, seed=1)


def killed_at_one(duel: Duel, number: int) -> Block:
    """Play the first block; whoever is to play the next one is killed."""
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return running._play(duel, number)


def test_a_killed_process_is_told_of_with_the_way_on(monkeypatch):
    monkeypatch.setattr(running, "_play", killed_at_one)
    with pytest.raises(WorkerLostError, match="goes on from what --keep has kept"):
        list(play_blocks(DUEL, range(DUEL.blocks), processes=2))
