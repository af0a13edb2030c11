"""The options of a half are listed from flat tables; `why_not` asks one by one. They must agree."""

from __future__ import annotations

from random import Random

from khamsin.games.battleaxe import Battleaxe
from khamsin.games.battleaxe.model.state import ACTIVE, ASSAULT, REGROUP, State
from khamsin.games.battleaxe.rules.impulse import (
    can_regroup,
    regroup_goals,
    why_not_regroup,
    why_not_regroup_to,
)
from khamsin.games.battleaxe.rules.movement import steps_of, why_not_enter, why_not_move
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match

GAMES = 6


def steps_one_by_one(g: State, unit: int) -> list[int]:
    if why_not_move(g, unit) is not None:
        return []
    near = g.pack.neighbours[g.place[unit]]
    return [space for space in near if why_not_enter(g, unit, space) is None]


def regroups_one_by_one(g: State, unit: int) -> list[int]:
    if why_not_regroup(g, unit) is not None:
        return []
    near = g.pack.neighbours[g.place[unit]]
    return [space for space in near if why_not_regroup_to(g, unit, space) is None]


def test_what_is_listed_is_what_is_not_refused() -> None:
    """At every decision of random games, with every optional rule and with none."""
    game = Battleaxe()
    steps = regroups = 0
    for seed in range(GAMES):
        rng = Random(seed)
        options = tuple(option.id for option in game.options) if seed % 2 else ()
        match = Match(game, Setup("standard", options), SeededDice(str(seed)))
        while match.decision is not None:
            g = match.state
            if g.doing == ASSAULT:
                opened: dict[int, list[int]] = {}
                for unit, status in enumerate(g.status):
                    if status == ACTIVE:
                        found = steps_of(g, unit, opened)
                        assert found == steps_one_by_one(g, unit)
                        steps += len(found)
            if g.doing in ("", REGROUP):
                goals = {u: regroup_goals(g, u) for units in g.here[g.half] for u in units}
                assert goals == {unit: regroups_one_by_one(g, unit) for unit in goals}
                assert can_regroup(g) == any(goals.values())
                regroups += sum(len(found) for found in goals.values())
            listed = match.legal()
            match.choose(listed[rng.randrange(len(listed))])
    assert steps > 1000
    assert regroups > 1000
