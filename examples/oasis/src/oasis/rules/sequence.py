"""4 The turn: dawn, the raiders' half, the Emir's half."""

from __future__ import annotations

from khamsin.kernel.play.decision import MARK, Roll
from oasis.model.pieces import EMIR, RAIDERS, SIDES
from oasis.model.state import DAWN, EVENING, FIGHT, MARCH, State
from oasis.rules.combat import fight
from oasis.rules.movement import march
from oasis.rules.victory import judge
from oasis.rules.water import drink

_STORM_TO = 2


async def play(g: State) -> None:
    """4.1, 4.2 Play on from any mark: the phase in the state says where we are."""
    while g.result is None:
        await MARK
        if g.phase == DAWN:
            await dawn(g)
        elif g.phase == MARCH:
            await march(g)
        elif g.phase == FIGHT:
            await fight(g)
        else:
            assert g.phase == EVENING
            evening(g)


async def dawn(g: State) -> None:
    """4.1 A turn begins; 9.1 there may be a storm."""
    g.tell("turn", "4.1", turn=g.turn)
    if g.has("sandstorm"):
        (die,) = await Roll(1, "storm", "9.1")
        g.storm = die <= _STORM_TO
        g.tell("storm" if g.storm else "clear_sky", "9.1", die=die)
    begin_half(g, RAIDERS)


def begin_half(g: State, side: int) -> None:
    """4.2 A side begins to move."""
    g.half = side
    g.phase = MARCH
    g.spent = [0] * len(g.spent)
    g.attacked = ()
    g.tell("half", "4.2", side=SIDES[side], turn=g.turn)


def evening(g: State) -> None:
    """4.2 The units drink; then the other half, or the next turn."""
    drink(g, g.half)
    judge(g)
    if g.result is not None:
        return
    if g.half == RAIDERS:
        begin_half(g, EMIR)
    else:
        g.half = RAIDERS
        g.turn += 1
        g.phase = DAWN
