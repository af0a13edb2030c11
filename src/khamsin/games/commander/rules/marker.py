"""turn, torch, refit: the marker advances, Torch may land, and the Axis refits."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import (
    ALLIED,
    AXIS,
    CUP,
    DEAD,
    LATER,
    NOWHERE,
    POOL,
    REDUCED,
    SIDES,
)
from khamsin.games.commander.model.state import State
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll

from .asking import next_order
from .forces import destroy, in_pile, lift, on_map, refit, renew, to_pool
from .victory import TORCH, end, off_the_track


async def advance_marker(g: State) -> None:
    """turn.1-2 The next box; arrivals (R43); then Torch, before anything else (R13)."""
    await MARK
    if g.turn == len(g.c.boxes):
        off_the_track(g)
        return
    g.turn += 1
    g.moved = [0] * len(g.moved)
    box = g.c.boxes[g.turn - 1]
    g.tell("turn", "turn.1", turn=g.turn, box=f"{g.c.id}_{g.turn}", vp=box.vp)
    arrivals(g)
    if box.torch:
        await torch(g, box.torch)


def arrivals(g: State) -> None:
    """forces.2, R43 Forces whose period has come join the cup or the Reinforcement pile."""
    for side in (AXIS, ALLIED):
        come = [
            unit
            for unit, at in enumerate(g.place)
            if at == LATER and g.c.side_of[unit] == side and arrival_turn(g, unit) <= g.turn
        ]
        for unit in come:
            renew(g, unit)
            lift(g, unit, POOL if side == AXIS else CUP)
        if come and g.turn:
            g.tell("arrivals", "forces.2", side=SIDES[side], units=g.names(come))


def arrival_turn(g: State, unit: int) -> int:
    """forces.2 The turn in which a Force's period begins; 0 for the first."""
    turn = g.c.arrivals[g.c.units[unit].group]
    delayed = turn > 0 and g.c.side_of[unit] == AXIS
    return turn + g.terms.delay if delayed else turn


async def torch(g: State, number: int) -> None:
    """torch.1-3 At or above the number the Allies land in Tripoli, unless the Axis sends Forces."""
    (die,) = await Roll(1, "torch", "torch.1", "allied")
    g.tell("torch_roll", "torch.1", die=die, number=number)
    result = die
    while number <= result < number + len(on_map(g, AXIS)):
        answer = await Choose(
            "axis", "torch", lambda: sacrifices(g), "torch.2", result=result, number=number
        )
        if answer == DONE:
            break
        result -= 1
        destroy(g, g.c.unit_index[answer[1]], "torch.2")
    if result >= number:
        g.tell("torch_lands", "torch.3", result=result)
        end(g, TORCH, None)
    else:
        g.tell("torch_fails", "torch.1", result=result)


def sacrifices(g: State) -> list[Option]:
    """torch.2 Every Axis Force on the map may be given up."""
    forces: list[Option] = [("sacrifice", g.unit_id(unit)) for unit in on_map(g, AXIS)]
    return [*forces, DONE]


# -- refit ---------------------------------------------------------------------------------------


def refit_offers(g: State) -> list[Option]:
    """refit.1, xdead.2, R3 Reduced Forces on the map, and destroyed ones, while Supplies last."""
    supplies = g.supplies[AXIS]
    offers: list[Option] = []
    if supplies >= g.pack.constants.refit_cost:
        offers += [
            ("refit", g.unit_id(unit)) for unit in on_map(g, AXIS) if g.steps[unit] == REDUCED
        ]
    return offers + recovery_offers(g)


def recovery_offers(g: State) -> list[Option]:
    """xdead.2, spend.5 Destroyed Forces that Supplies can bring to the Reinforcement pile."""
    if g.supplies[AXIS] < g.c.axis_resupply.recover:
        return []
    return [("recover", g.unit_id(unit)) for unit in in_pile(g, DEAD, AXIS)]


async def axis_refit(g: State) -> None:
    """refit.1 The player turns Forces over, and recovers destroyed ones."""
    while (answer := await next_order(g, "refit", refit_offers, "refit.1")) != DONE:
        unit = g.c.unit_index[answer[1]]
        if answer[0] == "refit":
            refit(g, unit)
        else:
            recover(g, unit)


def recover(g: State, unit: int) -> None:
    """xdead.2, spend.5 Supplies move a destroyed Force to the Reinforcement pile."""
    g.supplies[AXIS] -= g.c.axis_resupply.recover
    to_pool(g, unit)
    g.came_from[unit] = NOWHERE
    g.tell("recovered", "xdead.2", unit=g.unit_id(unit))
