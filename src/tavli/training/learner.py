"""A net that learns: the weights, their optimiser, one batch at a time."""

import math
from typing import Any, Final

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
from tavli.kernels.inputs import INPUTS, joined, stacks_from
from tavli.rules import Ruleset
from tavli.training.input_layer import InputLayer
from tavli.training.plan import HEADS

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
    known[DRAW] = ruleset.can_be_drawn
    return tuple(known)


class Learner:
    """A net in PyTorch with its Adam; seeded, so that a run can be repeated."""

    def __init__(self, ruleset: Ruleset, wide: int, narrow: int, seed: int) -> None:
        self._ruleset = ruleset
        self._chance = torch.Generator().manual_seed(seed)
        self.wide = InputLayer(INPUTS, wide)
        self.narrow = nn.Linear(wide, narrow)
        self.heads = nn.Linear(narrow, COLUMNS)
        for weights in (self.wide.weight, self.narrow.weight, self.heads.weight):
            self._shuffle(weights)
        with torch.no_grad():
            self.narrow.bias.zero_()
            self.heads.bias.zero_()
        known = torch.tensor(known_chances(ruleset))
        self._known = known
        # A mean over the known chances, as a mean over all with weights.
        self._weighed = known.float() * (COLUMNS / known.sum())
        self._optimiser = self._fresh_optimiser()
        self._averages = self._copied()

    @property
    def inputs(self) -> int:
        """How many inputs it has, as one of `INPUT_LISTS`."""
        return len(self.wide.weight)

    @property
    def size(self) -> tuple[int, int]:
        """The units of the two hidden layers."""
        return self.narrow.in_features, self.narrow.out_features

    def learn(self, lessons: Boards, targets: Chances, rate: float) -> float:
        """Take one step on a batch; return its mean loss (cross entropy, nats).

        *lessons* (b, 4, 26) and *targets* (b, 6) are seen by the side on roll.
        """
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        loss = nn.functional.binary_cross_entropy_with_logits(
            self._logits(lessons), torch.from_numpy(targets), weight=self._weighed
        )
        self._optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        self._optimiser.step()
        with torch.no_grad():
            for average, weights in zip(self._averages, self._weights(), strict=True):
                average.lerp_(weights, 1 - _KEPT)
        return float(loss.detach())

    def limit(self, part: str) -> None:
        """Let *part* learn from now on, one of `PARTS`; the rest stays as it plays."""
        held = [self.wide, self.narrow] if part == HEADS else []
        kept = dict(zip(self._weights(), self._averages, strict=True))
        for each, _ in self._layers():
            each.requires_grad_(each not in held)
        with torch.no_grad():
            for weights in (each for layer in held for each in layer.parameters()):
                weights.copy_(kept[weights])

    def grow(self, wide: int, narrow: int, inputs: int = INPUTS) -> None:
        """Add inputs, and units until the layers have *wide* and *narrow*.

        Answers stay the same: new units listen to everything and say nothing yet,
        nobody listens yet to new inputs, which only ever become more. Old units begin
        with their averages.
        """
        inputs = joined(inputs, self.inputs)
        if (wide, narrow, inputs) == (*self.size, self.inputs):
            return
        with torch.no_grad():
            for weights, average in zip(self._weights(), self._averages, strict=True):
                weights.copy_(average)
        self.wide = self._grown_inputs(wide, inputs)
        self.narrow = self._grown(self.narrow, wide, narrow)
        self.heads = self._grown(self.heads, narrow, COLUMNS)
        self._optimiser = self._fresh_optimiser()
        self._averages = self._copied()

    def take_over(self, net: Net) -> None:
        """Begin with the weights of *net*, which has this size and no fewer inputs."""
        self.grow(*self.size, len(net.wide))
        with torch.no_grad():
            for layer, name in self._layers():
                layer.weight.copy_(_turned(layer, torch.from_numpy(net.tensors[name])))
                layer.bias.copy_(torch.from_numpy(net.tensors[f"{name}_bias"]))
        self._averages = self._copied()

    def net(self, facts: dict[str, str]) -> Net:
        """Return the weights, averaged over the last steps, in the form that plays."""
        arrays = {}
        averages = iter(self._averages)
        for layer, name in self._layers():
            weights = _turned(layer, next(averages)).numpy()
            arrays[name] = weights.copy(order="C")
            arrays[f"{name}_bias"] = next(averages).numpy().copy()
        unknown = ~self._known.numpy()
        arrays["heads"][:, unknown] = 0
        arrays["heads_bias"][unknown] = _NEVER
        return Net(game=self._ruleset.name, **arrays, facts=facts)

    @property
    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {
            "size": (*self.size, self.inputs),
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

    def _layers(self) -> list[tuple[InputLayer | nn.Linear, str]]:
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

    def _logits(self, boards: Boards) -> torch.Tensor:
        wide = torch.relu(self.wide(boards))
        logits: torch.Tensor = self.heads(torch.relu(self.narrow(wide)))
        return logits

    def _fresh_optimiser(self) -> torch.optim.Adam:
        return torch.optim.Adam(self._weights(), lr=1e-3, fused=True)

    def _shuffle(self, weights: torch.Tensor) -> None:
        with torch.no_grad():
            inputs = INPUTS if weights is self.wide.weight else weights.shape[1]
            bound = math.sqrt(3 / inputs)
            weights.uniform_(-bound, bound, generator=self._chance)

    def _grown_inputs(self, units: int, inputs: int) -> InputLayer:
        grown = InputLayer(inputs, units)
        known = self.wide.bias.numel()
        with torch.no_grad():
            bound = math.sqrt(3 / INPUTS)
            grown.weight.uniform_(-bound, bound, generator=self._chance)
            grown.weight[:, :known] = 0
            old, new = stacks_from(self.inputs), stacks_from(inputs)
            grown.weight[:old, :known] = self.wide.weight[:old]
            stacks = self.wide.weight[old:]
            grown.weight[new : new + len(stacks), :known] = stacks
            grown.bias[:known] = self.wide.bias
        return grown

    def _grown(self, layer: nn.Linear, inputs: int, units: int) -> nn.Linear:
        grown = nn.Linear(inputs, units)
        self._shuffle(grown.weight)
        with torch.no_grad():
            grown.bias.zero_()
            grown.weight[: layer.out_features, layer.in_features :] = 0
            grown.weight[: layer.out_features, : layer.in_features] = layer.weight
            grown.bias[: layer.out_features] = layer.bias
        return grown


def _turned(layer: nn.Module, weights: torch.Tensor) -> torch.Tensor:
    """Return weights of *layer* with rows and columns as the other form has them.

    Nets keep a row an input; so does the input layer, but not PyTorch's own.
    """
    return weights if isinstance(layer, InputLayer) else weights.T
