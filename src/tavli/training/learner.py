"""A net that learns: the weights, their optimiser, one batch at a time."""

from typing import Any, Final

import numpy as np
import torch
from torch import nn

from tavli.evaluation.chances import (
    COLUMNS,
    DRAW,
    LOST_TRIPLE,
    TRIPLE,
    Chances,
)
from tavli.evaluation.net import Net
from tavli.kernels.board import Boards
from tavli.kernels.inputs import INPUTS, write_inputs
from tavli.rules import Ruleset

_KEPT: Final = 0.998
"""How much of the averaged weights is left after a step: they span some 500 steps.

Single steps are noisy. What plays, and what is shipped, is the average: it is as
steady as if the rate were lower, and learns as fast as it is.
"""

_NEVER: Final = -30.0
"""The bias of chances that a game does not know."""


def known_chances(ruleset: Ruleset) -> tuple[bool, ...]:
    """Return which of the six columns of Chances can differ from 0."""
    known = [True] * COLUMNS
    known[TRIPLE] = known[LOST_TRIPLE] = ruleset.most_points > 2
    known[DRAW] = ruleset.mother is not None
    return tuple(known)


class Learner:
    """A net in PyTorch with its Adam; seeded, so that a run can be repeated."""

    def __init__(self, ruleset: Ruleset, wide: int, narrow: int, seed: int) -> None:
        self._ruleset = ruleset
        self._chance = torch.Generator().manual_seed(seed)
        self.wide = nn.Linear(INPUTS, wide)
        self.narrow = nn.Linear(wide, narrow)
        self.heads = nn.Linear(narrow, COLUMNS)
        for layer in (self.wide, self.narrow, self.heads):
            self._shuffle(layer)
        self._known = torch.tensor(known_chances(ruleset))
        self._optimiser = self._fresh_optimiser()
        self._averages = self._copied()

    @property
    def size(self) -> tuple[int, int]:
        """The units of the two hidden layers."""
        return self.wide.out_features, self.narrow.out_features

    def learn(self, lessons: Boards, targets: Chances, rate: float) -> float:
        """Take one step on a batch; return its mean loss (cross entropy, nats).

        *lessons* (b, 4, 26) and *targets* (b, 6) are seen by the side on roll.
        """
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        inputs = np.empty((len(lessons), INPUTS), np.float32)
        write_inputs(lessons, inputs)
        logits = self._logits(torch.from_numpy(inputs))[:, self._known]
        wanted = torch.from_numpy(targets)[:, self._known]
        loss = nn.functional.binary_cross_entropy_with_logits(logits, wanted)
        self._optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        self._optimiser.step()
        with torch.no_grad():
            for average, weights in zip(self._averages, self._weights(), strict=True):
                average.lerp_(weights, 1 - _KEPT)
        return float(loss.detach())

    def grow(self, wide: int, narrow: int) -> None:
        """Add units until the layers have *wide* and *narrow*; answers stay the same.

        New units listen to everything and say nothing yet; the others begin with
        their averages.
        """
        if (wide, narrow) == self.size:
            return
        with torch.no_grad():
            for weights, average in zip(self._weights(), self._averages, strict=True):
                weights.copy_(average)
        self.wide, self.narrow, self.heads = (
            self._grown(self.wide, INPUTS, wide),
            self._grown(self.narrow, wide, narrow),
            self._grown(self.heads, narrow, COLUMNS),
        )
        self._optimiser = self._fresh_optimiser()
        self._averages = self._copied()

    def take_over(self, net: Net) -> None:
        """Begin with the weights of *net*, which has this size."""
        with torch.no_grad():
            for layer, name in self._layers():
                layer.weight.copy_(torch.from_numpy(net.tensors[name].T.copy()))
                layer.bias.copy_(torch.from_numpy(net.tensors[f"{name}_bias"]))
        self._averages = self._copied()

    def net(self, facts: dict[str, str]) -> Net:
        """Return the weights, averaged over the last steps, in the form that plays."""
        arrays = {}
        averages = iter(self._averages)
        for _, name in self._layers():
            arrays[name] = np.ascontiguousarray(next(averages).numpy().T)
            arrays[f"{name}_bias"] = next(averages).numpy().copy()
        unknown = ~self._known.numpy()
        arrays["heads"][:, unknown] = 0
        arrays["heads_bias"][unknown] = _NEVER
        return Net(game=self._ruleset.name, **arrays, facts=facts)

    @property
    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {
            "size": self.size,
            "layers": [layer.state_dict() for layer, _ in self._layers()],
            "averages": self._averages,
            "optimiser": self._optimiser.state_dict(),
            "chance": self._chance.get_state(),
        }

    @state.setter
    def state(self, kept: dict[str, Any]) -> None:
        self.grow(*kept["size"])
        for (layer, _), weights in zip(self._layers(), kept["layers"], strict=True):
            layer.load_state_dict(weights)
        self._averages = [average.clone() for average in kept["averages"]]
        self._optimiser.load_state_dict(kept["optimiser"])
        self._chance.set_state(kept["chance"])

    def _layers(self) -> list[tuple[nn.Linear, str]]:
        return [
            (self.wide, "wide"),
            (self.narrow, "narrow"),
            (self.heads, "heads"),
        ]

    def _weights(self) -> list[torch.Tensor]:
        return [
            weights for layer, _ in self._layers() for weights in layer.parameters()
        ]

    def _copied(self) -> list[torch.Tensor]:
        return [weights.detach().clone() for weights in self._weights()]

    def _logits(self, inputs: torch.Tensor) -> torch.Tensor:
        wide = torch.relu(self.wide(inputs))
        logits: torch.Tensor = self.heads(torch.relu(self.narrow(wide)))
        return logits

    def _fresh_optimiser(self) -> torch.optim.Adam:
        return torch.optim.Adam(self._weights(), lr=1e-3)

    def _shuffle(self, layer: nn.Linear) -> None:
        with torch.no_grad():
            nn.init.kaiming_uniform_(layer.weight, a=1.0, generator=self._chance)
            layer.bias.zero_()

    def _grown(self, layer: nn.Linear, inputs: int, units: int) -> nn.Linear:
        grown = nn.Linear(inputs, units)
        self._shuffle(grown)
        with torch.no_grad():
            grown.weight[: layer.out_features, layer.in_features :] = 0
            grown.weight[: layer.out_features, : layer.in_features] = layer.weight
            grown.bias[: layer.out_features] = layer.bias
        return grown
