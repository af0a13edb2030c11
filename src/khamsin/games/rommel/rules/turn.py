"""3.4 (intro.c) A Player Turn from its first check to its end (T1-T7)."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import CARDS, CHECK, END, LAST_CHECK, MONTH, State
from khamsin.games.rommel.rules.supply.check import (
    FINAL_CHECK,
    INITIAL,
    MONTHLY,
    assign,
    final_check,
    initial_check,
    monthly_check,
    unbind,
)

from .blocks import fresh_shots, holds
from .cards import PASS, discard_played, play_cards
from .phases import begin_movement
from .victory import check_bases, judge


def begin_turn(g: State, side: int) -> None:
    """3.4, 13.3.c The next Player Turn; Fortress supply is assigned anew (13.3.c)."""
    g.phase = "turn"
    g.active = side
    g.turn += 1
    g.second = 0
    g.step = CHECK
    g.rear = []
    g.shown = ""
    g.announced = ""
    g.moved = [0] * len(g.moved)
    forget_turn(g)
    fresh_shots(g)
    for block, owner in enumerate(g.pack.side_of):
        if owner == side:
            g.least[block] = 0
    unbind(g, side)
    g.tell("turn", "3.4", side=SIDES[side], turn=g.turn)


def forget_turn(g: State) -> None:
    """3.48 The Turn Option and its Moves are over, and the bar of 10.4.c with them."""
    g.option = ""
    g.rommel = NOBODY
    g.moves = []
    g.probed = []


async def check_step(g: State) -> None:
    """3.41, 12.7.a The Initial Supply Check."""
    if await assign(g, g.active, INITIAL):
        return
    g.shown = ""
    initial_check(g)
    g.step = CARDS


async def cards_step(g: State) -> None:
    """3.42 The Turn Option."""
    await play_cards(g)
    begin_movement(g)


async def final_step(g: State) -> None:
    """3.47, 12.7.b The Final Supply Check."""
    if await assign(g, g.active, FINAL_CHECK):
        return
    g.shown = ""
    final_check(g)
    g.step = END


async def end_step(g: State) -> None:
    """3.48, 4.s4, intro.j, A13 Cards are shown, Fortresses captured; two Passes end the Month."""
    discard_played(g)
    capture_fortresses(g)
    check_bases(g)
    if g.result is not None:
        return
    for block in range(len(g.moved)):
        if g.pack.side_of[block] == g.active:
            g.moved[block] = g.least[block] = 0  # from now on they look alike again
    g.walk = [None] * len(g.walk)
    g.near = [()] * len(g.near)
    g.last_turn[g.active] = g.turn
    g.passed = g.passed + 1 if g.option == PASS else 0
    if g.passed < 2:
        begin_turn(g, 1 - g.active)
        return
    g.passed = 0
    forget_turn(g)
    g.tell("month_ends", "4.5.b", month=g.month)
    for side in (0, 1):
        unbind(g, side)
    g.step = LAST_CHECK if g.month == g.scenario.end_month else MONTH


def capture_fortresses(g: State) -> None:
    """13.1.b Non-Disrupted enemies alone in a Fortress at the end of a turn take it.

    Also 13.4.a, 13.4.c.
    """
    for number, fortress in enumerate(g.pack.fortresses):
        owner = g.holder[number]
        captor = 1 - owner
        if holds(g, captor)[fortress.hex] != 2 or g.here[owner][fortress.hex]:
            continue
        g.holder[number] = captor
        g.captured = [entry for entry in g.captured if entry[1] != number]
        if g.fought_over[number] != captor:
            g.captured.append((captor, number))  # 13.4.s1: the original owner gains nothing
        g.cache = {}
        g.tell("captured", "13.4.a", side=SIDES[captor], place=g.place_id(fortress.hex))


async def last_check_step(g: State) -> None:
    """17.0, R47 After the last Month the Unsupplied are lost before the blocks are counted."""
    for side in (0, 1):
        if await assign(g, side, MONTHLY):
            return
    monthly_check(g)
    g.step = "judge"


async def judge_step(g: State) -> None:
    """17.2-17.4 Who has won."""
    judge(g)
