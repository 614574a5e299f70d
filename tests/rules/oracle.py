"""A second engine, slow and literal, to hold the first one to the rules.

It shares no code with `tavli.rules`: the board is 24 physical stacks of letters,
bottom first ("m" for the mover's checkers, "w" for the waiter's), and a turn is
played by trying every order of every step, as the formal definition of the legal
plays reads. House rules are looked up by name in the ruleset's key.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tavli.rules import Position, Ruleset, Side

OTHER = {"m": "w", "w": "m"}


@dataclass(frozen=True)
class State:
    """Stacks by the mover's point number less one; bar and off as (mover, waiter)."""

    stacks: tuple[str, ...]
    bar: tuple[int, int]
    off: tuple[int, int]
    stayers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Trail:
    """Where some sequence of steps has led: how many dice it took, and which first."""

    state: State
    used: int = 0
    first: int = 0
    over: bool = False


class Oracle:
    def __init__(self, ruleset: Ruleset) -> None:
        self.game = ruleset.name
        self.chosen = dict(ruleset.options)

    def option(self, name: str, default: str) -> str:
        return self.chosen.get(name, default)

    # ------------------------------------------------------------ the board

    def place(self, player: str, point: int) -> int:
        """The stack's index of *player*'s own point 1..24."""
        if player == "m":
            return point - 1
        if self.game == "fevga":
            return (point + 12 - 1) % 24
        return 24 - point

    def holds(self, state: State, player: str, point: int) -> bool:
        return player in state.stacks[self.place(player, point)]

    def read(self, position: Position) -> State:
        stacks = [""] * 24
        for player, one in (("m", position.mover), ("w", position.waiter)):
            for point in one.pinned:
                stacks[self.place(player, point)] += player
        for player, one in (("m", position.mover), ("w", position.waiter)):
            for point in range(1, 25):
                stacks[self.place(player, point)] += player * one.checkers[point]
        bar = (position.mover.checkers[25], position.waiter.checkers[25])
        off = (position.mover.checkers[0], position.waiter.checkers[0])
        return State(tuple(stacks), bar, off)

    def write(self, state: State) -> Position:
        sides = []
        for index, player in enumerate("mw"):
            counts = {0: state.off[index], 25: state.bar[index]}
            pinned = []
            for point in range(1, 25):
                stack = state.stacks[self.place(player, point)]
                if stack.startswith(player) and OTHER[player] in stack:
                    pinned.append(point)
                else:
                    counts[point] = stack.count(player)
            sides.append(Side.of(counts, pinned))
        return Position(*sides)

    # ------------------------------------------------------------- one step

    def steps(self, state: State, player: str, die: int) -> Iterator[State]:
        """Every board one die later."""
        me = "mw".index(player)
        if state.bar[me]:
            if self.is_open(state, player, 25 - die):
                bar = tuple(n - (i == me) for i, n in enumerate(state.bar))
                lifted = replace(state, bar=bar)
                yield self.put(lifted, player, 25 - die)
            return
        for point in range(24, 0, -1):
            if not self.may_leave(state, player, point):
                continue
            lifted = self.lift(state, player, point)
            if point > die:
                if self.is_open(state, player, point - die):
                    yield self.put(lifted, player, point - die)
            elif self.may_bear_off(state, player, point, die):
                off = tuple(n + (i == me) for i, n in enumerate(state.off))
                yield replace(lifted, off=off)

    def may_leave(self, state: State, player: str, point: int) -> bool:
        stack = state.stacks[self.place(player, point)]
        if not stack.endswith(player):
            return False
        if point in state.stayers and stack.count(player) == 1:
            return False
        return not (self.game == "fevga" and point == 24 and self.waits(state, player))

    def waits(self, state: State, player: str) -> bool:
        """Whether the start stack waits for the runner."""
        last = 12 if self.option("runner", "beyond_12") == "reach_12" else 11
        home = self.place(player, 24)
        on_start = state.stacks[home].count(player)
        past = any(self.holds(state, player, point) for point in range(1, last + 1))
        return on_start == 14 and not past and not state.off["mw".index(player)]

    def is_open(self, state: State, player: str, point: int) -> bool:
        stack = state.stacks[self.place(player, point)]
        if not stack or (stack[-1] == player):
            return True
        return self.game != "fevga" and stack == OTHER[player]

    def lift(self, state: State, player: str, point: int) -> State:
        stacks = list(state.stacks)
        index = self.place(player, point)
        stacks[index] = stacks[index][:-1]
        return replace(state, stacks=tuple(stacks))

    def put(self, state: State, player: str, point: int) -> State:
        stacks = list(state.stacks)
        index = self.place(player, point)
        if stacks[index] == OTHER[player] and self.game != "plakoto":
            stacks[index] = player
            bar = tuple(
                n + (i == "mw".index(OTHER[player])) for i, n in enumerate(state.bar)
            )
            stay = self.option("hit_and_run_home", "allowed") == "forbidden"
            stayers = (*state.stayers, point) if stay and point <= 6 else state.stayers
            return State(tuple(stacks), bar, state.off, stayers)
        stacks[index] += player
        return replace(state, stacks=tuple(stacks))

    def may_bear_off(self, state: State, player: str, point: int, die: int) -> bool:
        mine = [p for p in range(1, 25) if self.holds(state, player, p)]
        if max(mine) > 6:
            return False
        is_pinned = any(
            stack.startswith(player) and OTHER[player] in stack
            for stack in state.stacks
        )
        if is_pinned and self.option("bearoff_with_own_pin", "false") == "false":
            return False
        return point == die or max(mine) == point

    # ------------------------------------------------------------ the result

    def result(self, state: State, *, during: bool) -> tuple[str | None, int] | None:
        for index, player in enumerate("mw"):
            if state.off[index] == 15:
                return player, self.bear_off_points(state, OTHER[player])
        if self.game == "plakoto":
            late = self.option("mother_timing", "step") == "end_of_play"
            late = late or self.option("mother_rule", "on") == "off"
            if not (during and late):
                return self.mother_result(state)
        return None

    def bear_off_points(self, state: State, loser: str) -> int:
        if state.off["mw".index(loser)]:
            return 1
        three = self.game == "backgammon" or self.option("max_points", "2") == "3"
        behind = state.bar["mw".index(loser)] or any(
            self.holds(state, loser, point) for point in range(19, 25)
        )
        return 3 if three and behind else 2

    def mother_result(self, state: State) -> tuple[str | None, int] | None:
        pinned = []
        for player in "mw":
            stack = state.stacks[self.place(player, 24)]
            if stack.startswith(player) and OTHER[player] in stack:
                pinned.append(player)
        if len(pinned) == 2:
            return None, 0
        if self.option("mother_rule", "on") == "off":
            return None
        for player in pinned:
            needs = self.option("mother_needs_empty_start", "true") == "true"
            if not needs or not self.holds(state, OTHER[player], 24):
                return OTHER[player], int(self.option("mother_points", "2"))
        return None

    # ---------------------------------------------------------- the six rule

    def has_block(self, state: State, player: str) -> bool:
        return self.holds_own_quarter(state, player) or self.holds_front(state, player)

    def holds_own_quarter(self, state: State, player: str) -> bool:
        rule = self.option("own_quarter", "absolute")
        if rule == "off" or self.game != "fevga":
            return False
        other = OTHER[player]
        past = state.off["mw".index(other)] or any(
            self.holds(state, other, point) for point in range(1, 7)
        )
        if rule == "until_opponent_past" and past:
            return False
        return all(self.holds(state, player, point) for point in range(19, 25))

    def holds_front(self, state: State, player: str) -> bool:
        rule = self.option("front_six", "absolute")
        if rule == "off" or self.game != "fevga":
            return False
        if rule != "absolute" and not self.holds(state, OTHER[player], 24):
            return False
        top = 12 if self.option("front_set", "11..6") == "12..7" else 11
        return all(
            self.holds(state, player, point) for point in range(top - 5, top + 1)
        )

    # ------------------------------------------------------------- the turn

    def trails(
        self, state: State, player: str, dice: tuple[int, int]
    ) -> Iterator[list[Trail]]:
        """The ends of all sequences of one die, of two ..., forbidden ends removed."""
        orders = {dice, dice[::-1]} if dice[0] != dice[1] else {dice * 2}
        levels = [[Trail(state)] for _ in orders]
        for number in range(max(len(order) for order in orders)):
            ahead: list[Trail] = []
            for index, order in enumerate(orders):
                levels[index] = list(self.onward(levels[index], player, order[number]))
                ahead += levels[index]
            yield [t for t in ahead if t.over or not self.has_block(t.state, player)]

    def onward(self, trails: list[Trail], player: str, die: int) -> set[Trail]:
        strict = self.option("block_timing", "end_of_play") == "every_step"
        ahead = set()
        for trail in trails:
            if trail.over:
                continue
            for end in self.steps(trail.state, player, die):
                if strict and self.has_block(end, player):
                    continue
                over = self.result(end, during=True) is not None
                ahead.add(Trail(end, trail.used + 1, trail.first or die, over))
        return ahead

    def can_move(self, state: State, player: str) -> bool:
        """Whether *player* has a legal play for at least one throw."""
        return any(
            ends
            for dice in product(range(1, 7), repeat=2)
            for ends in self.trails(state, player, dice)
        )

    def leaves_a_move(self, trail: Trail) -> bool:
        if trail.over:
            return True
        if self.option("mobility", "seed") == "classic":
            return not self.is_trapped(trail.state)
        fresh = replace(trail.state, stayers=())
        return self.can_move(fresh, "w")

    def is_trapped(self, state: State) -> bool:
        """Whether all the waiter's checkers stand on one point behind six of mine."""
        for point in range(7, 25):
            if state.stacks[self.place("w", point)].count("w") == 15:
                ahead = [self.place("w", point - n) for n in range(1, 7)]
                return all("m" in state.stacks[index] for index in ahead)
        return False

    def owes_a_move(self, state: State) -> bool:
        rule = self.option("mobility", "seed")
        if self.game != "fevga" or rule == "off":
            return False
        return rule == "seed" or self.is_trapped(state)

    def dutiful(self, trails: list[Trail]) -> list[Trail]:
        return [trail for trail in trails if self.leaves_a_move(trail)] or trails

    def legal_ends(self, position: Position, dice: tuple[int, int]) -> set[Position]:
        """The legal final positions; the position itself where the turn is lost."""
        start = self.read(position)
        kept = [t for level in self.trails(start, "m", dice) for t in level]
        duty = self.owes_a_move(start)
        rank = self.option("mobility_rank", "after_dice")
        if duty and rank == "before_dice":
            kept = self.dutiful(kept)
        most = max((trail.used for trail in kept), default=0)
        kept = [trail for trail in kept if trail.used == most or trail.over]
        if most == 1 and any(trail.first == max(dice) for trail in kept):
            kept = [t for t in kept if t.first == max(dice) or t.over]
        if duty and rank == "after_dice":
            kept = self.dutiful(kept)
        return {self.write(trail.state) for trail in kept} or {position}
