"""Nets in files: three layers of weights, and what they were trained for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load as load_tensors
from safetensors.numpy import save as save_tensors

from tavli.evaluation.chances import COLUMNS, Chances
from tavli.kernels.board import Boards
from tavli.kernels.choice import layers_of_finals, settle
from tavli.kernels.head import rectify, to_chances
from tavli.kernels.inputs import INPUT_LISTS
from tavli.kernels.layer import FirstLayer, Layer, first_layer
from tavli.kernels.movegen import Starts
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.rules import Ruleset

VERSION: Final = "1"
_LARGEST_FILE: Final = 64 * 2**20
MOST_UNITS: Final = 4096
"""Of a layer: a file that holds more is refused."""

_CHUNK: Final = 512
"""Boards at a time: so many first layers stay in a core's own cache."""

Weights = NDArray[np.float32]


class NetError(ValueError):
    """A weight file that can't be used; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Net:
    """A net: inputs of `INPUT_LISTS`, a wide layer, a narrow one, six chances.

    Shapes: *wide* (inputs, w), *narrow* (w, h), *heads* (h, 6), a bias for each. Both
    layers cut off what is below 0; chances are logistic. *facts* say what is known
    of its training, as text.
    """

    game: str
    wide: Weights
    wide_bias: Weights
    narrow: Weights
    narrow_bias: Weights
    heads: Weights
    heads_bias: Weights
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> int:
        """How many weights and biases it has."""
        return sum(weights.size for weights in self.tensors.values())

    @property
    def inputs(self) -> str:
        """The name of its list of inputs, one of `INPUT_LISTS`."""
        return next(
            name for name, count in INPUT_LISTS.items() if count == len(self.wide)
        )

    @property
    def mark(self) -> str:
        """What tells it from other nets: the sizes of its layers, and a digest."""
        digest = blake2b(digest_size=3)
        for weights in self.tensors.values():
            digest.update(weights.astype(np.float16).tobytes())
        wide, narrow = self.narrow.shape
        return f"{wide}x{narrow}-{digest.hexdigest()}"

    @property
    def tensors(self) -> dict[str, Weights]:
        """The arrays by their names in a file."""
        return {name: getattr(self, name) for name in _TENSORS}

    @classmethod
    def read(cls, path: Path, game: str) -> Self:
        """Read the net for *game* from the safetensors file at *path*.

        Raises:
            NetError: it is not there, truncated, damaged, of another version, or
                made for another game.
        """
        tensors, notes = _loaded(path)
        _check_notes(path, game, notes)
        _check_shapes(path, tensors, INPUT_LISTS[notes["inputs"]])
        wide = {name: tensors[name].astype(np.float32) for name in _TENSORS}
        return cls(game=game, **wide, facts=notes)

    def to_bytes(self) -> bytes:
        """Return the net as a safetensors file, its weights in half precision."""
        halves = {
            name: array.astype(np.float16) for name, array in self.tensors.items()
        }
        notes = {
            **self.facts,
            "tavli_net": VERSION,
            "game": self.game,
            "inputs": self.inputs,
        }
        return save_tensors(halves, metadata=notes)


_TENSORS: Final = (
    "wide",
    "wide_bias",
    "narrow",
    "narrow_bias",
    "heads",
    "heads_bias",
)


def _loaded(path: Path) -> tuple[Mapping[str, NDArray[np.generic]], dict[str, str]]:
    """Return the arrays and the notes of the safetensors file at *path*, unchecked."""
    try:
        with path.open("rb") as file:
            blob = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise NetError(f"can't read the net {path}: {error.strerror}") from error
    if len(blob) > _LARGEST_FILE:
        raise NetError(f"{path} is too large for a net")
    try:
        return load_tensors(blob), _notes(blob)
    except (SafetensorError, ValueError, KeyError) as error:
        raise NetError(f"{path} is damaged or no net: {error}") from error


def _notes(blob: bytes) -> dict[str, str]:
    """Return the texts in a safetensors header, which the library has accepted."""
    size = int.from_bytes(blob[:8], "little")
    return json.loads(blob[8 : 8 + size]).get("__metadata__") or {}


def _check_notes(path: Path, game: str, notes: Mapping[str, str]) -> None:
    wanted = {"tavli_net": [VERSION], "inputs": list(INPUT_LISTS), "game": [game]}
    for key, values in wanted.items():
        found = notes.get(key, "")
        if found not in values:
            # Whatever a header holds, it is shown on one line.
            shown = ascii(found[:40])[1:-1] or "none"
            named = " or ".join(values)
            raise NetError(f"{path} {_SAYS[key].format(shown)}, not {named}")


_SAYS: Final = {
    "tavli_net": "is a net of version {}",
    "inputs": "wants the inputs {}",
    "game": "was trained for {}",
}


def _check_shapes(
    path: Path, tensors: Mapping[str, NDArray[np.generic]], inputs: int
) -> None:
    missing = set(_TENSORS) - tensors.keys()
    if missing:
        raise NetError(f"{path} lacks {', '.join(sorted(missing))}")
    wide, narrow = tensors["wide_bias"].size, tensors["narrow_bias"].size
    wanted = {
        "wide": (inputs, wide),
        "wide_bias": (wide,),
        "narrow": (wide, narrow),
        "narrow_bias": (narrow,),
        "heads": (narrow, COLUMNS),
        "heads_bias": (COLUMNS,),
    }
    for key, shape in wanted.items():
        array = tensors[key]
        if array.shape != shape or max(shape) > MOST_UNITS:
            raise NetError(f"{path}: {key} has the shape {array.shape}, not {shape}")
        if not np.isfinite(array.astype(np.float32)).all():
            raise NetError(f"{path}: {key} holds values that are no numbers")


def game_of(path: Path) -> str:
    """Return the game that the net at *path* was trained for, or nothing.

    Raises:
        NetError: it is not there, truncated, damaged, or no net.
    """
    return _loaded(path)[1].get("game", "")


class NetEvaluator:
    """Judge by a net; where the game is over, by its end."""

    def __init__(self, net: Net, ruleset: Ruleset) -> None:
        """Make it for *ruleset*, a variant of the game the net was trained for.

        Raises:
            NetError: the net was trained for another game.
        """
        if net.game != ruleset.name:
            raise NetError(f"a net for {net.game} can't judge {ruleset.name}")
        self.name = f"net({net.game} {net.mark})"
        self.net = net
        self.ruleset = ruleset
        self.table = compile_ruleset(ruleset)
        self.first = FirstLayer.of(net.wide, net.wide_bias)
        self._layer = np.zeros((_CHUNK, len(net.wide_bias)), np.float32)

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, shape (n, 4, 26), seen by who is on roll."""
        found = np.empty((len(boards), COLUMNS), np.float32)
        for first in range(0, len(boards), _CHUNK):
            some = boards[first : first + _CHUNK]
            layer = self._layer[: len(some)]
            first_layer(self.first, some, layer)
            finish(self.net, layer, found[first : first + _CHUNK])
        settle(self.table, passed(boards), found)
        return found

    def chances_of_finals(
        self, boards: Boards, starts: Starts, finals: Boards
    ) -> Chances:
        """Return what *finals* leave to the other side, as `FinalsEvaluator` asks."""
        found = np.empty((len(finals), COLUMNS), np.float32)
        for first in range(0, len(finals), _CHUNK):
            some = finals[first : first + _CHUNK]
            layer = self._layer[: len(some)]
            # The boards whose finals are among these, and where in this chunk.
            low = int(starts.searchsorted(first, side="right")) - 1
            high = int(starts.searchsorted(first + len(some)))
            reached = starts[low : high + 1] - first
            reached[0], reached[-1] = 0, len(some)
            layers_of_finals(self.first, boards[low:high], reached, some, layer)
            finish(self.net, layer, found[first : first + _CHUNK])
        settle(self.table, finals, found)
        return found


def finish(net: Net, layer: Layer, found: Chances) -> None:
    """Write the chances that follow from first layers, shape (n, w), into *found*."""
    sums = layer @ net.narrow
    rectify(net.narrow_bias, sums)
    np.matmul(sums, net.heads, out=found)
    to_chances(net.heads_bias, found)
