"""What the mind of Operation Battleaxe sees of lines and of reach, held against the rules."""

from __future__ import annotations

from random import Random

import pytest

from khamsin.bots import make_bot
from khamsin.games import find
from khamsin.games.battleaxe.mind.judgement import Judgement
from khamsin.games.battleaxe.mind.network import Network, arrivals
from khamsin.games.battleaxe.mind.threats import raid, storm
from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.battleaxe.model.state import ACTIVE, ASSAULT, State
from khamsin.games.battleaxe.rules.supply import connected
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.games.battleaxe.staging import table
from tests.some import some


@pytest.fixture(scope="module")
def states() -> list[State]:
    """Positions of a game, some half-way through a half."""
    match, bot = (
        Match(find("battleaxe"), Setup("standard"), SeededDice("lines")),
        make_bot("recruit", Random(1)),
    )
    found = []
    while match.result is None:
        side = match.to_answer[0]
        match.choose(bot.choose(Seat(match, side)), side)
        if len(match.entries) % 25 == 0:
            found.append(match.state.copy())
    return found


def bits(flags: bytearray) -> int:
    return sum(1 << space for space, flag in enumerate(flags) if flag)


def test_lines_and_what_hangs_on_each_space_are_those_of_the_rules(states: list[State]) -> None:
    for g in some(states):
        for side in (ALLIED, AXIS):
            sources = g.pack.sources[side]
            network = Network(g, side, sources)
            assert network.line == bits(connected(g, side, sources))
            for space, owner in some(enumerate(g.control)):
                other = g.copy()
                other.control[space] = 1 - owner
                after = bits(connected(other, side, sources))
                if owner == side:
                    assert network.without(space) == network.line & ~after
                else:
                    assert network.with_(space) == after & ~network.line


def test_a_unit_comes_where_the_judgement_lets_it_come_and_nobody_farther(
    states: list[State],
) -> None:
    for g in some(states):
        for side in (ALLIED, AXIS):
            fresh = g.copy()
            fresh.attacked, fresh.half, fresh.doing = (), side, ASSAULT
            fresh.spent = [0] * len(fresh.spent)
            fresh.status = [ACTIVE] * len(fresh.status)
            look = Judgement(fresh, side)
            movers = [
                unit
                for units in fresh.here[side]
                for unit in units
                if g.pack.unit_mf[unit] and not _sleeps(fresh, unit)
            ]
            reached = {
                space
                for unit in movers
                for space in look.reach_of(unit).spent
                if space != g.place[unit]
            }
            could = {space for space, left in enumerate(arrivals(fresh, side)) if left >= 0}
            assert reached <= could
            full = {s for s in could if len(fresh.here[side][s]) >= g.pack.stacking[s]}
            assert len(could - reached - full) <= 4  # behind stacks that are full


def _sleeps(g: State, unit: int) -> bool:
    division = g.pack.division[unit]
    return division >= 0 and g.locked[division]


def test_a_step_that_cuts_is_seen_and_a_guard_prevents_it() -> None:
    """Sollum and Capuzzo have their line through Bir Wair alone."""
    here = {"7rtr": "15", "3_11": "16", "15mc": "9"}
    ground = ["1", "2", "3", "4", "7", "15", "16", "A", "B", "C", "D"]
    loss = []
    for guard in ({}, {"2rtr": "7"}):
        g = table(here | guard, allied=ground, turn=2)
        supply, scored = (
            Network(g, ALLIED, g.pack.sources[ALLIED]),
            Network(g, ALLIED, g.pack.jump_off),
        )
        loss.append(raid(g, ALLIED, arrivals(g, AXIS), supply, scored).points)
    assert loss[0] > loss[1]


def test_more_defenders_are_stormed_more_seldom_and_nobody_always() -> None:
    chances = []
    for defenders in ({}, {"2_62": "9"}, {"2_62": "9", "1_62": "9", "33pak": "9"}):
        g = table({"7rtr": "8", "22gds": "8"} | defenders, allied=["8"], turn=2)
        chances.append(storm(g, ALLIED, g.pack.board.at("9"), arrivals(g, ALLIED)))
    assert chances[0] == 1
    assert chances[0] > chances[1] > chances[2] > 0


@pytest.mark.parametrize("side", SIDES)
def test_a_garrison_that_nobody_threatens_holds(side: str) -> None:
    g = table({"7rtr": "A", "2_62": "H"}, turn=2)
    look = Judgement(g, SIDES.index(side))
    unit, place = ("7rtr", "A") if side == "allied" else ("2_62", "H")
    assert look.holding(g.pack.board.at(place), (g.pack.unit_index[unit],)) == 1
