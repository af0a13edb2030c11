"""One playout of an imagined world: a side follows a line, then the judgement."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.mind.posture import Posture
from khamsin.kernel.play.match import AnyMatch

from .line import Answer, Line, Moment, Script, favourite
from .utility import reasons

Led = Mapping[str, Posture]
"""The posture in which each side is led where no line leads it."""


class Walked(NamedTuple):
    """How a line was followed."""

    moves: tuple[Answer, ...]
    """What the side answered before its turn was over."""
    moments: list[Moment]
    """The same with what else it might have answered, if that was asked for."""
    reasons: dict[str, float] | None
    """What each feature added to its log odds then. A game played alone is walked to its end,
    where nothing is estimated any more."""


def drawn_leaders(mind: Mind, world: AnyMatch, side: str, rng: Random) -> dict[str, Posture]:
    """How both sides are led in a world: the enemy by any of his postures, we by our usual one."""
    led = {}
    for each in world.game.sides:
        postures = mind.horizon.postures(world.state, each)
        tempers = [posture for posture in postures if posture.focus is None]
        led[each] = postures[0] if each == side else rng.choice(tempers)
    return led


def follow(mind: Mind, world: AnyMatch, side: str, line: Line, led: Led, *, notes: bool) -> Walked:
    """Use a world up: play on to the horizon, the side by its line until its turn is over."""
    clock = _Clock(mind, world)
    script = Script(line.answers)
    is_alone = len(world.game.sides) == 1
    moves: list[Answer] = []
    moments: list[Moment] = []
    told = None
    while not clock.is_at_horizon():
        if clock.is_turn_over and told is None and is_alone:
            told = reasons(mind, world, side)
        who = world.to_answer[0]
        options = world.legal(who)
        if len(options) == 1:
            world.choose(options[0], who)
            continue
        if who != side or clock.is_turn_over:
            option = favourite(options, mind.judge(world, who, options, led[who]))
        else:
            ask = world.decision
            prompt = "" if ask is None else ask.prompt
            own = script.take(prompt, options)
            if own is None or notes:
                scores = mind.judge(world, who, options, line.posture)
                option = favourite(options, scores) if own is None else own
                if notes:
                    moments.append(Moment(prompt, options, scores, option))
            else:
                option = own
            moves.append(Answer(prompt, option))
        world.choose(option, who)
    return Walked(tuple(moves), moments, told)


class _Clock:
    """How far a walk has come."""

    def __init__(self, mind: Mind, world: AnyMatch) -> None:
        self._world = world
        self._horizon = mind.horizon
        self._seen = len(world.events)
        self._left = mind.horizon.times
        self.is_turn_over = False

    def is_at_horizon(self) -> bool:
        """Whether the match is over, or its clock has gone on far enough."""
        if self._world.result is not None:
            return True
        events, horizon = self._world.events, self._horizon
        for at in range(self._seen, len(events)):
            kind = events[at][1].kind
            self._left -= kind == horizon.event
            self.is_turn_over = self.is_turn_over or kind == horizon.clock
        self._seen = len(events)
        return self._left <= 0
