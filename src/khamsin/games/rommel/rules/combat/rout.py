"""11.3.b Rout, which interrupts whatever goes on."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import SIDES
from khamsin.games.rommel.model.state import LAST, TURN, State
from khamsin.games.rommel.rules.blocks import lose_step, settle, wear
from khamsin.games.rommel.rules.victory import check_bases

from .flight import ROUT, begin_flight, flee


async def interruptions(g: State) -> None:
    """10.5, 11.3.b What goes before all else: the group on its way, then every Rout that is due.

    R45 Then it is seen whether a Base has lost its last block; in the Buildup nobody looks.
    """
    while g.flight is not None or g.routs:
        if g.flight is None:
            begin_rout(g)
        if g.flight is not None:
            await flee(g)
    if g.phase in (TURN, LAST):
        check_bases(g)


def begin_rout(g: State) -> None:
    """11.3.c The first pending Rout: each block loses a step, then the flight begins.

    Also 11.11.b, A6.
    """
    place, side = g.routs.pop(0)
    group = [block for block in g.here[side][place] if g.disrupted[block]]
    rout(g, place, side, group)


def rout(g: State, place: int, side: int, group: list[int]) -> None:
    """11.3.c, 10.0.b, R5 Rout attrition, then Pursuit Fire and Withdrawal."""
    if not group:
        settle(g, place)
        return
    g.tell("rout", "11.3.c", side=SIDES[side], place=g.place_id(place), count=len(group))
    alive: list[int] = []
    for block in group:
        wear(g, block, 1)
        if lose_step(g, block, "11.3.c"):
            alive.append(block)
    if alive:
        begin_flight(g, place, side, ROUT, alive)
    else:
        settle(g, place)
