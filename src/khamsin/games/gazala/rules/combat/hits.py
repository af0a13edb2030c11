"""9.32, 9.33 Who loses the steps of a normal combat, and who says so."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.gazala.model.pieces import NOBODY, SIDES
from khamsin.games.gazala.model.state import Battle, State
from khamsin.kernel.play.decision import Option, choose_one

from .combat import attack_strength, defence_strength
from .losses import lose_step


def losers(g: State, side: int, units: Sequence[int]) -> list[int]:
    """9.33, 10.11 The units that may take the next step loss; HQs only when all else is gone."""
    alive = [unit for unit in units if g.place[unit] >= 0]
    if side == g.active:
        return [unit for unit in alive if attack_strength(g, unit)] or alive
    troops = [unit for unit in alive if not g.pack.is_hq[unit]]
    return [unit for unit in troops if defence_strength(g, unit)] or troops or alive


async def lose_one_of(
    g: State, b: Battle, units: tuple[int, ...], rule: str = "9.32.a"
) -> tuple[int, ...]:
    """9.32.a One of these units loses a step, of its owner's choice. Returns who is left of them.

    10.7.c, 10.85.b: the first step is the engineers', if they earned a shift. 12.4, R40: the second
    step of a side in a combat is chosen by the opponent.
    """
    side = g.pack.side_of[units[0]]
    able = losers(g, side, units)
    if side == g.active and not b.lost[side]:
        able = [unit for unit in b.engineers if unit in able] or able
    is_varied = g.has("varied_losses") and b.lost[side] == 1
    chooser = 1 - side if is_varied else side
    options: list[Option] = [("lose", g.unit_id(unit)) for unit in able]
    answer = await choose_one(SIDES[chooser], "loss", options, "12.4" if is_varied else rule)
    return give_up_step(g, b, units, g.pack.unit_index[answer[1]], rule)


def give_up_step(
    g: State, b: Battle, units: tuple[int, ...], unit: int, rule: str
) -> tuple[int, ...]:
    """9.31 This unit loses a step; the others and what is left of it are returned."""
    b.lost[g.pack.side_of[unit]] += 1
    left = lose_step(g, unit, rule)
    replace_in(b, unit, left)
    return swap(units, unit, left)


def replace_in(b: Battle, unit: int, left: int) -> None:
    """9.31 The battle goes on with what is left of a unit."""
    if left == unit:
        return
    b.attackers = swap(b.attackers, unit, left)
    b.defenders = swap(b.defenders, unit, left)
    if unit in b.retreated and left != NOBODY:
        b.retreated = (*b.retreated, left)


def swap(units: tuple[int, ...], unit: int, left: int) -> tuple[int, ...]:
    """The units, with what is left of one of them in its place."""
    return tuple([left if u == unit else u for u in units if u != unit or left != NOBODY])
