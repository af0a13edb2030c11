"""One walk into the future: down the tree as far as it has grown, then on by the greedy judgement.

The tree is *open loop*: a node stands for a question that may follow an answer, not for a position.
Dice and hidden things are another world's each time it is visited. A node lets the judgement's
favourite pass until it has been visited often, and then tries the next options one by one, so
that few walks are plain playouts and many walks are a search.
"""

from __future__ import annotations

from math import isqrt, sqrt
from typing import Any

from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

PATIENCE = 24  # visits before a second option is tried, four times as many before a third
CURIOSITY = 0.15  # how much better an option may be than it has looked so far

Asked = tuple[str, str]
"""Who is asked, and what: one node for each that may follow an answer."""


class Branch:
    """One answer at a node, and the questions that have followed it."""

    __slots__ = ("nodes", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.nodes: dict[Asked, Node] = {}

    def node(self, asked: Asked) -> Node:
        """What is known about this question after this answer."""
        found = self.nodes.get(asked)
        if found is None:
            found = self.nodes[asked] = Node()
        return found


class Node:
    """Everything known about one question."""

    __slots__ = ("branches", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.branches: dict[Option, Branch] = {}

    def pick(self, options: list[Option], scores: list[float]) -> Option:
        """The option to try next: what did well, what the judgement likes, what was seen little."""
        width = 1 + isqrt(self.visits // PATIENCE)
        if width == 1:
            return favourite(options, scores)
        order = sorted(range(len(options)), key=lambda at: -scores[at])[:width]
        hope = self.total / self.visits
        reach = CURIOSITY * sqrt(self.visits)
        best, found = -1.0, options[order[0]]
        for rank, at in enumerate(order):
            branch = self.branches.get(options[at])
            visits = branch.visits if branch is not None else 0
            mean = branch.total / visits if branch is not None and visits else hope
            score = mean + reach / ((1 << rank) * (1 + visits))
            if score > best:
                best, found = score, options[at]
        return found


def favourite(options: list[Option], scores: list[float]) -> Option:
    """What the judgement likes best; of equals the first."""
    return options[max(range(len(options)), key=scores.__getitem__)]


class Walk:
    """A walk through one imagined world, which it uses up; one side is in a posture."""

    def __init__(self, mind: Mind, world: Match[Any], side: str, posture: Posture) -> None:
        self._mind = mind
        self._world = world
        self._postures = {side: posture}
        self._side = side
        self._seen = len(world.events)
        self._left = mind.horizon.times

    def value(self, option: Option, branch: Branch) -> float:
        """How well the side stands at the horizon if it answers so."""
        world, side = self._world, self._side
        world.choose(option, side)
        passed: list[tuple[str, Node, Branch]] = []
        values = self._go(branch, passed)
        branch.visits += 1
        branch.total += values[side]
        for who, node, below in passed:
            node.visits += 1
            node.total += values[who]
            below.visits += 1
            below.total += values[who]
        return values[side]

    def _go(self, branch: Branch, passed: list[tuple[str, Node, Branch]]) -> dict[str, float]:
        world, judge = self._world, self._mind.judge
        in_tree = True
        while not self._is_at_horizon():
            side = world.to_answer[0]
            options = world.legal(side)
            if len(options) == 1:
                world.choose(options[0], side)
                continue
            scores = judge(world, side, options, self._postures.get(side, PLAIN))
            if in_tree:
                ask = world.decision
                node = branch.node((side, "" if ask is None else ask.prompt))
                option = node.pick(options, scores)
                branch = node.branches.setdefault(option, Branch())
                passed.append((side, node, branch))
                in_tree = node.visits > 0
            else:
                option = favourite(options, scores)
            world.choose(option, side)
        return self._values()

    def _is_at_horizon(self) -> bool:
        """Whether the match is over, or its clock has gone on far enough."""
        world = self._world
        if world.result is not None:
            return True
        events, kind = world.events, self._mind.horizon.event
        for at in range(self._seen, len(events)):
            self._left -= events[at][1].kind == kind
        self._seen = len(events)
        return self._left <= 0

    def _values(self) -> dict[str, float]:
        world = self._world
        result, sides = world.result, world.game.sides
        if result is None or len(sides) == 1:
            return self._mind.evaluate(world.state)
        if result.winner is None:
            return dict.fromkeys(sides, 0.5)
        return {side: float(side == result.winner) for side in sides}
