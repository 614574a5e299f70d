"""What is asked of a thinker: pure questions that can travel and be asked again."""

import time
from dataclasses import dataclass
from typing import Final

from tavli.bots import make_bot
from tavli.engine.advice import Advice
from tavli.match import Abandon, Action, Claim, MatchState
from tavli.rules import Player
from tavli.search.deadline import TimeLimit

HINT_SECONDS: Final = 0.7
"""A hint is as deep as this allows: whoever asks is waiting."""


class NoActionError(TypeError):
    """A bot answered with something that a bot may not do."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What would the bot *level* do? *seed* fixes whatever it leaves to chance."""

    level: str
    state: MatchState
    seat: Player
    seed: int

    def answer(self) -> Action:
        """Return the bot's action."""
        bot = make_bot(self.level, self.seed)
        return checked(bot.choose(self.state, self.seat))


@dataclass(frozen=True, slots=True)
class Hint:
    """What is best for *seat*, whose decision it is?"""

    state: MatchState
    seat: Player

    def answer(self) -> Advice:
        """Return the best plays, or what to do with the cube."""
        # Only whoever answers needs the kernels; the server asks.
        from tavli.engine.advising import advise
        from tavli.engine.analyst import house_analyst

        limit = TimeLimit(time.monotonic, HINT_SECONDS).start()
        return advise(house_analyst(), self.state, self.seat, limit)


Job = Choice | Hint
Answer = Action | Advice


def checked(action: object) -> Action:
    """Return *action* if a bot may ask for it.

    Raises:
        NoActionError: it may not, or it is no action.
    """
    # Whether somebody stayed away is not for a bot to say.
    if not isinstance(action, Action) or isinstance(action, Claim | Abandon):
        raise NoActionError(f"the bot answered {type(action).__name__}")
    return action
