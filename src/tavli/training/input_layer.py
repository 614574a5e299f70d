"""The first layer of a net that learns, fed with positions instead of inputs."""

from typing import Any, cast

import numpy as np
import torch
from torch import nn

from tavli.kernels.board import Boards
from tavli.kernels.sparse import add_gradient, sum_inputs


class InputLayer(nn.Module):
    """A linear layer over the inputs of a position, as `INPUT_LISTS` has them.

    It skips the inputs that are 0, nine in ten: what PyTorch's own layers can't.
    *weight* has shape (inputs, units).
    """

    def __init__(self, inputs: int, units: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(inputs, units))
        self.bias = nn.Parameter(torch.zeros(units))

    def forward(self, boards: Boards) -> torch.Tensor:
        """Return the sums, shape (n, units), of *boards*, shape (n, 4, 26)."""
        # PyTorch leaves `apply` untyped.
        sums: torch.Tensor = cast("Any", _Sums).apply(boards, self.weight, self.bias)
        return sums


class _Sums(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, boards: Boards, weight: torch.Tensor, bias: torch.Tensor
    ) -> torch.Tensor:
        ctx.boards, ctx.shape = boards, weight.shape
        out = np.empty((len(boards), weight.shape[1]), np.float32)
        sum_inputs(boards, weight.detach().numpy(), bias.detach().numpy(), out)
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *above: Any) -> Any:
        (asked,) = above
        gradient = np.zeros(ctx.shape, np.float32)
        add_gradient(ctx.boards, np.ascontiguousarray(asked.numpy()), gradient)
        return None, torch.from_numpy(gradient), asked.sum(0)
