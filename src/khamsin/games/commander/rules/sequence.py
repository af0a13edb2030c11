"""seq: fourteen steps a turn, the Axis half first, then the Allied half (allied.1).

After each of them the campaign may be over.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from khamsin.games.commander.model.state import SETUP, STEPS, State
from khamsin.games.commander.rules.allied.operations import allied_refit, operation_check
from khamsin.games.commander.rules.allied.orders import allied_orders
from khamsin.games.commander.rules.allied.resupply import allied_resupply
from khamsin.kernel.play.decision import Ask

from .battle import resolve_battles
from .marker import advance_marker, axis_refit
from .movement import battle_moves, other_moves
from .setup import set_up
from .supply import axis_resupply, supply_check
from .victory import judge


async def play(g: State) -> None:
    """seq.1-3 Play on from any mark, step by step in the printed order."""
    if g.step == SETUP:
        await set_up(g)
    while g.result is None:
        await next_step(g)


async def next_step(g: State) -> None:
    """seq.1-3 The step that the table is at, to its end."""
    await DO[g.step](g)
    if g.result is None:
        end_step(g)


def end_step(g: State) -> None:
    """seq.1, R16 A step is over: who controls what, has anybody won; then the next."""
    judge(g)
    g.stage = 0
    if g.step in ("battle_moves", "moves", "orders"):
        g.fought = None  # nobody looks at it any more
    g.step = STEPS[(STEPS.index(g.step) + 1) % len(STEPS)]


async def allied_battles(g: State) -> None:
    """abattle.1 The battles of the Orders step, the Axis defending."""
    await resolve_battles(g, kind="t11")


async def upgrade_step(_: State) -> None:
    """seq.2, R7 Upgrades were given battle by battle: the step is empty."""


DO: dict[str, Callable[[State], Coroutine[Ask, Any, None]]] = {
    "marker": advance_marker,
    "refit": axis_refit,
    "battle_moves": battle_moves,
    "battles": resolve_battles,
    "upgrade": upgrade_step,
    "moves": other_moves,
    "supply_check": supply_check,
    "resupply": axis_resupply,
    "allied_refit": allied_refit,
    "operations": operation_check,
    "orders": allied_orders,
    "allied_battles": allied_battles,
    "allied_upgrade": upgrade_step,
    "allied_resupply": allied_resupply,
}
"""seq.2 What is done in each step."""
