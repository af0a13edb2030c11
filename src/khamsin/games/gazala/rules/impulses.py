"""7.0 Impulses: chits go into the cup and come out of it, and operations halt."""

from __future__ import annotations

from functools import partial

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, ROMMEL, SIDES
from khamsin.games.gazala.model.state import (
    CHITS,
    DRAW,
    IMPULSE_END,
    MOVEMENT,
    RETURNS,
    TURN_END,
    State,
)
from khamsin.games.gazala.rules.movement.phase import check_stacks
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Draw, Option, Roll

from .activation import begin_impulse
from .brigades import rejoin
from .control import raze, settle_control
from .heckler import note_landing
from .segment import begin_turn, chits_on_map
from .victory import judge


async def heckler_stage(g: State) -> None:
    """10.4 The secret note."""
    await note_landing(g)
    for side in (AXIS, ALLIED):
        g.eligible[side] = chits_on_map(g, side)
    g.stage = CHITS


# -- into the cup (3.1, 7.1, 7.4) ------------------------------------------------------------


def wanted_chits(g: State, side: int) -> tuple[int, int]:
    """7.1, 7.4, R42, R41 The fewest and the most chits a side chooses now."""
    able = len(g.eligible[side])
    if g.turn == 1:
        most = g.scenario.first_choice if side == ALLIED else 0
        return min(most, able), min(most, able)
    if side == AXIS:
        return 0, min(g.limits[AXIS], able)
    most = min(g.limits[ALLIED] + 1, able)
    return most, most


def chit_options(g: State, side: int) -> list[Option]:
    """7.1 The chits that are left, and *done* if enough are chosen."""
    options: list[Option] = [
        ("chit", chit) for chit in g.eligible[side] if chit not in g.chosen[side]
    ]
    if len(g.chosen[side]) >= wanted_chits(g, side)[0]:
        options.append(DONE)
    return options


async def fill_cup(g: State) -> None:
    """3.1, 7.4 Both sides choose in secret; of the British chits one is dropped, unseen by all.

    Who must put in all there are is not asked (R42).
    """
    for side in (AXIS, ALLIED):
        fewest, most = wanted_chits(g, side)
        if fewest == len(g.eligible[side]):
            g.chosen[side] = g.eligible[side]
        while not g.ready[side] and len(g.chosen[side]) < most:
            await MARK
            answer = await Choose(
                SIDES[side], "chits", partial(chit_options, g, side), "7.1",
                only=(SIDES[side],), chosen=len(g.chosen[side]), most=most,
            )  # fmt: skip
            if answer == DONE:
                g.ready[side] = True
            else:
                g.chosen[side] = (*g.chosen[side], answer[1])
    in_cup = list(g.chosen[ALLIED])
    if g.turn > 1 and len(in_cup) > g.limits[ALLIED]:
        (g.dropped,) = await Draw(in_cup, 1, "dropped", "7.4", only=())
        in_cup.remove(g.dropped)
    axis = list(g.chosen[AXIS])
    if g.turn == 1:
        axis += [chit for chit in g.scenario.first_cup if g.place[g.pack.hq_of[chit]] >= 0]
    elif g.rommel_in:
        axis.append(ROMMEL)
    g.cup = tuple(sorted([*axis, *in_cup]))
    g.tell("cup", "3.1", reveals=True, axis=len(axis), allied=len(in_cup))
    g.stage = DRAW


def chits_left(g: State, side: int) -> int:
    """How many chits of a side are in the cup."""
    return sum([g.pack.formations[chit].side == side for chit in g.cup])


# -- out of the cup (3.2, 3.3, 7.5) ----------------------------------------------------------


async def draw_chit(g: State) -> None:
    """3.2, 3.3, 3.24, R28 The next chit; chits of a side that has halted are thrown away."""
    if all(g.halted[side] or not chits_left(g, side) for side in (AXIS, ALLIED)):
        g.stage = TURN_END
        return
    (chit,) = await Draw(g.cup, 1, "chit", "3.2")
    g.cup = tuple([other for other in g.cup if other != chit])
    side = g.pack.formations[chit].side
    if g.halted[side]:
        g.discarded = (*g.discarded, chit)
        g.tell("chit_discarded", "3.3", reveals=True, chit=chit)
        return
    g.track[side] = (*g.track[side], chit)
    g.tell("chit", "3.2", reveals=True, chit=chit, side=SIDES[side])
    if chit == ROMMEL:
        (die,) = await Roll(1, "rommel", "10.2.b", SIDES[AXIS])
        acts = die >= g.pack.numbers.dice["rommel_acts_from"]  # R6
        g.tell("rommel", "10.2.b", die=die, acts=int(acts))
        if not acts:
            g.clear_impulse()
            g.chit, g.active = chit, side
            g.impulse += 1
            g.stage = IMPULSE_END
            return
    begin_impulse(g, chit)
    g.stage = MOVEMENT


async def end_impulse(g: State) -> None:
    """3.24, 3.3, 5.2, 10.6.b, 10.7.b Stacks, control, forts, brigades, and the halt die."""
    if g.covered:  # 10.2.b: not if Rommel did not act, without movement and combat
        await check_stacks(g, (g.active, 1 - g.active))
        settle_control(g)
    for edge in g.crossed:
        if g.forts[edge]:
            raze(g, edge)
            a, b = g.pack.board.ends[edge]
            g.tell("fort_lost", "10.7.b", place=g.place_id(a), beyond=g.place_id(b))
    if g.active == ALLIED:
        await rejoin(g)
    await roll_to_halt(g)
    g.clear_impulse()
    g.stage = DRAW


async def roll_to_halt(g: State) -> None:
    """3.3, 7.5, R28 From the second impulse of the turn on: box number or less halts a side."""
    side = g.active
    boxes = g.pack.numbers.track[side]
    number = boxes[min(g.track[side].index(g.chit), len(boxes) - 1)]
    if g.impulse < 2 or not number or not chits_left(g, side):
        return
    (die,) = await Roll(1, "halt", "7.5", SIDES[side])
    if die <= number:
        g.halted[side] = True
        g.tell("halted", "7.5", side=SIDES[side], die=die, number=number)
    else:
        g.tell("goes_on", "7.5", side=SIDES[side], die=die, number=number)


async def end_turn(g: State) -> None:
    """3.3, 13.19, 13.27, 13.36 The chits go back; after the last day the game is judged."""
    if g.turn == len(g.scenario.dates):
        judge(g)
        return
    g.turn += 1
    begin_turn(g)
    g.stage = RETURNS
