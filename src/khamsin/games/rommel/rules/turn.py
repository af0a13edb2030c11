"""3.4 (intro.c) A Player Turn: how it begins, its Supply Checks, and its end (T1, T2, T6, T7)."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import (
    CHECK,
    LAST,
    LAST_CHECK,
    SPENT,
    TURN,
    State,
    all_changed,
)
from khamsin.games.rommel.rules.supply.check import (
    FINAL_CHECK,
    INITIAL,
    assign_sources,
    final_check,
    initial_check,
    unbind,
)
from khamsin.kernel.play.state import changed

from .blocks import fresh_shots, holds
from .buildup import begin_month
from .cards import BLITZ, PASS, discard_played


def begin_turn(g: State, side: int) -> None:
    """3.4, 13.3.c The next Player Turn; Fortress supply is assigned anew (13.3.c)."""
    g.phase = TURN
    g.step = CHECK
    g.active = side
    g.turn += 1
    g.second_movement = 0
    g.rear = ()
    g.moved = (0,) * len(g.moved)
    forget_turn(g)
    fresh_shots(g)
    g.least = all_changed(g.least, g.pack.blocks_of[side], 0)
    unbind(g, side)
    g.tell("turn", "3.4", side=SIDES[side], turn=g.turn)


def forget_turn(g: State) -> None:
    """3.48 The Turn Option and its Moves are over, and the bar of 10.4.c with them."""
    g.option = ""
    g.rommel = NOBODY
    g.moves = []
    g.probed = []


async def first_check(g: State) -> None:
    """3.41, 12.7.a The Initial Supply Check."""
    await assign_sources(g, g.active, INITIAL)
    initial_check(g)


async def last_check(g: State) -> None:
    """3.47, 12.7.b The Final Supply Check."""
    await assign_sources(g, g.active, FINAL_CHECK)
    final_check(g)


def begin_second_movement(g: State) -> None:
    """3.45, 4.4.a, 6.3.s1 The enemy sees that it is a Blitz; Rommel leads one Move of the turn."""
    g.second_movement = 1
    g.known = [3, 3]
    if g.rommel != NOBODY:
        g.rommel = SPENT
    g.tell("blitz", "3.45", reveals=True, side=SIDES[g.active])


def moves_again(g: State) -> bool:
    """3.43.c, 4.4.a Whether a Blitz goes on with a second Movement."""
    return g.option == BLITZ and not g.second_movement


def end_turn(g: State) -> None:
    """3.48, 4.s4, intro.j, A13 Cards are shown, Fortresses captured; two Passes end the Month."""
    discard_played(g)
    capture_fortresses(g)
    own = g.pack.blocks_of[g.active]  # from now on they look alike again
    g.moved, g.least = all_changed(g.moved, own, 0), all_changed(g.least, own, 0)
    g.walk = (None,) * len(g.walk)
    g.near = ((),) * len(g.near)
    g.last_turn[g.active] = g.turn
    g.passed = g.passed + 1 if g.option == PASS else 0
    if g.passed == 2:
        end_month(g)
    else:
        begin_turn(g, 1 - g.active)


def end_month(g: State) -> None:
    """4.5.b, 17.0 The next Month begins with its Buildup; after the last one the game is judged."""
    g.passed = 0
    forget_turn(g)
    g.tell("month_ends", "4.5.b", month=g.month)
    for side in (0, 1):
        unbind(g, side)
    if g.month == g.scenario.end_month:
        g.phase = LAST
        g.step = LAST_CHECK
    else:
        begin_month(g)


def capture_fortresses(g: State) -> None:
    """13.1.b Non-Disrupted enemies alone in a Fortress at the end of a turn take it.

    Also 13.4.a, 13.4.c.
    """
    for number, fortress in enumerate(g.pack.fortresses):
        owner = g.holder[number]
        captor = 1 - owner
        if holds(g, captor)[fortress.hex] != 2 or g.here[owner][fortress.hex]:
            continue
        g.holder = changed(g.holder, number, captor)
        g.captured = [entry for entry in g.captured if entry[1] != number]
        if g.fought_over[number] != captor:
            g.captured.append((captor, number))  # 13.4.s1: the original owner gains nothing
        g.cache = {}
        g.tell("captured", "13.4.a", side=SIDES[captor], place=g.place_id(fortress.hex))
