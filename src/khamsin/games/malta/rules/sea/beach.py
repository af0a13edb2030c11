"""18.7, 18.8 Off the beach: one hex for those who have just landed."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.malta.model.pieces import AXIS
from khamsin.games.malta.model.state import LANDED, MOVED, SECOND_WAVE, State
from khamsin.games.malta.rules.control import in_enemy_zoc
from khamsin.games.malta.rules.movement.breakdown import reform, reformable
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.games.malta.rules.movement.reach import may_enter
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed


def beach_movers(g: State, flag: int) -> list[int]:
    """18.7, 18.8 Landed units and leaders outside enemy zones of control that have not moved."""
    return [
        unit
        for units in g.here[AXIS]
        for unit in units
        if g.did[unit] & flag
        and not g.did[unit] & MOVED
        and not in_enemy_zoc(g, AXIS, g.place[unit])
    ]


def one_hex(g: State, unit: int) -> list[int]:
    """18.7, 19.6 Where a unit may go that moves one hex."""
    pack = g.pack
    return [
        n
        for n, _, _ in pack.steps[pack.move_class[unit]][0][g.place[unit]]
        if may_enter(g, unit, n)
    ]


def beach_options(g: State, flag: int) -> list[Option]:
    """18.7 The moves, and the battalions that may re-form."""
    options: list[Option] = [
        ("move", g.unit_id(unit), g.place_id(n))
        for unit in beach_movers(g, flag)
        for n in one_hex(g, unit)
    ]
    return options + reform_options(g, flag)


def reform_options(g: State, flag: int) -> list[Option]:
    """13.2, R78 The battalions of which a company has just come."""
    return [
        ("reform", g.unit_id(battalion), g.place_id(h))
        for battalion, h in reformable(g, AXIS, flag)
    ]


async def first_beach(g: State) -> None:
    """18.7 After the first wave."""
    await one_hex_each(g, LANDED, beach_options, "beach_move", "18.7")


async def second_beach(g: State) -> None:
    """18.8 After the second, only those who came with it."""
    await one_hex_each(g, SECOND_WAVE, beach_options, "beach_move", "18.8")


async def one_hex_each(
    g: State, flag: int, offers: Callable[[State, int], list[Option]], prompt: str, rule: str
) -> None:
    """18.7, 19.6, R78 One hex each for those with the flag, and re-forming, which ends a move."""
    while options := offers(g, flag):
        answer = await Choose("axis", prompt, listed([*options, DONE]), rule)
        if answer == DONE:
            return
        unit, h = g.pack.unit_index[answer[1]], g.pack.board.at(answer[2])
        if answer[0] == "reform":
            reform(g, unit, h, flag)
            g.did[unit] |= MOVED
        else:
            start = g.place[unit]
            g.did[unit] |= MOVED
            await enter(g, unit, h)
            g.tell("moved", rule, unit=answer[1], path=(g.place_id(start), answer[2]), points=1)
        await MARK
