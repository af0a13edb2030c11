"""6.0 Moving one block of a Move: where it may go, off the map (17.1), out of a battle (7.2)."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import EXITED, HIGHWAY, NOBODY, OPEN, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import firm, holds, put
from khamsin.games.rommel.rules.cards import PASS
from khamsin.games.rommel.rules.victory import check_exits
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.state import changed

from .engagement import enter_from_behind
from .reach import FAR, beside, is_full, needed, reach, rommel_bonus, speeds_needed, walk
from .withdrawal import could_be_withdrawal, is_near, step_back


def members(g: State, move: int) -> list[int]:
    """5.1, 5.2.a, 6.0.b, 10.0.c The blocks of a Move that have not moved yet."""
    place, to = g.moves[move]
    blocks = firm(g, g.active, place)
    if to != NOBODY:
        for near in g.pack.board.neighbours[place]:
            blocks += firm(g, g.active, near)
    moved = g.moved
    return [block for block in blocks if not moved[block] and g.place[block] != to]


def block_moves(g: State, move: int, block: int, options: dict[Option, None]) -> None:
    """6.0.a, 6.1, 6.3, 7.1.a Where one block may go in this Move."""
    names = g.pack.place_ids
    start, only = g.place[block], g.moves[move][1]
    who, here = g.block_id(block), names[start]
    if start >= g.pack.size:
        options["move", who, here, names[g.pack.base[g.active]]] = None
        return
    speed = g.speeds[block]
    bonus = rommel_bonus(g, move)
    declared = g.rommel == move
    edge_of = g.pack.board.edge
    for place, via, need in speeds_needed(g, g.active, start):
        if need > speed + bonus or only not in (NOBODY, place):
            continue
        if via != NOBODY and is_full(g, edge_of(via, place)):
            continue
        is_plain = need <= speed or declared
        if via == NOBODY:
            options["move" if is_plain else "rommel", who, here, names[place]] = None
        else:
            verb = "engage" if is_plain else "rommel_engage"
            options[verb, who, here, names[place], names[via]] = None
    need = exit_need(g, start)
    if (
        only == NOBODY
        and need <= speed + bonus
        and not g.unsupplied[block]
        and not holds(g, 1 - g.active)[start]
    ):
        options["exit" if need <= speed or declared else "rommel_exit", who, here] = None


def exit_need(g: State, start: int) -> int:
    """17.s2, R44 The speed it takes to leave the map over the enemy's edge: one hex more."""
    key = ("exit", g.active, start)
    known: int | None = g.cache.get(key)
    if known is not None:
        return known
    bonus = g.pack.numbers.bonus
    best = FAR
    stops = reach(g, g.active, start).stops
    for place in g.pack.exits[g.active]:
        row = [FAR, FAR, FAR, 0] if place == start else stops.get(place)
        if row is None:
            continue
        kind = HIGHWAY if place in g.pack.base else OPEN
        for road, steps in enumerate(row):
            best = min(best, steps + 1 - bonus[min(road, kind)])
    g.cache[key] = best
    return best


def exit_map(g: State, block: int, *, is_rommel: bool) -> None:
    """17.1, 17.s2 The block leaves the map for good, perhaps with Rommel's extra hex (6.3)."""
    start = g.place[block]
    g.known[0] = max(g.known[0], 1)
    if is_rommel:
        lead(g, block, EXITED)
    put(g, block, EXITED)
    g.moved = changed(g.moved, block, 1)
    g.exited[g.active] += 1
    side = SIDES[g.active]
    g.tell("exited", "17.s2", side=side, place=g.place_id(start), count=g.exited[g.active])
    check_exits(g)


def move_of(g: State, block: int, to: int) -> int:
    """The Move to which a block's step belongs."""
    walked = g.walk[block]
    start = g.place[block] if walked is None else walked[0]
    for number, (place, goal) in enumerate(g.moves):
        if goal == NOBODY and place == start:
            return number
        if goal != NOBODY and goal == to and is_near(g, place, start):
            return number
    return NOBODY


def lead(g: State, block: int, to: int) -> None:
    """6.3 The Move of this block is the Rommel Move."""
    g.rommel = move_of(g, block, to)
    g.tell("rommel", "6.3", side=SIDES[g.active])


def make_move(g: State, block: int, to: int, via: int, *, is_rommel: bool) -> None:
    """6.0.a Move a block, or note that it will Disengage (T3.2)."""
    side = g.active
    start = g.place[block]
    g.walk = changed(g.walk, block, None)
    if g.known[1] and not g.known[0] and not could_be_withdrawal(g, block, to, via):
        g.known[0] = 1
    if is_rommel:
        lead(g, block, to)
    if start >= g.pack.size:
        g.moved = changed(g.moved, block, 1)
        put(g, block, to)
        enter_from_behind(g, block, to)
    elif g.option == PASS:
        if step_back(g, block, to, via):
            return
    else:
        ways = reach(g, side, start)
        row = ways.stops[to] if via == NOBODY else ways.fights[to, via]
        bonus = g.pack.numbers.rommel_bonus if is_rommel else 0
        if g.defender[start] != NOBODY:
            note_leaver(g, block, to, row, 0)
            return
        walk(g, block, to, via, row, needed(g, row) - bonus)
    tell_move(g, block, start, to)


def note_leaver(g: State, block: int, to: int, row: list[int], is_march: int) -> None:
    """7.2.a, 7.2.c, 10.s2 The block will Disengage when all other moves have been made."""
    start = g.place[block]
    g.leavers.append((block, to, is_march))
    g.moved = changed(g.moved, block, 1)
    g.walk = changed(g.walk, block, (start, row[0], row[1], row[2], row[3]))
    g.near = changed(g.near, block, beside(g, start, to))
    g.least = changed(g.least, block, max(g.least[block], needed(g, row) - is_march))
    g.tell_apart(
        "will_leave", "7.2.a", g.active, {"block": g.block_id(block)}, place=g.place_id(start),
        to=g.place_id(to),
    )  # fmt: skip


def tell_move(g: State, block: int, start: int, to: int) -> None:
    """The enemy sees that a block moves; which one, only its owner."""
    g.tell_apart(
        "moved", "6.0.a", g.active, {"block": g.block_id(block)}, place=g.place_id(start),
        to=g.place_id(to),
    )  # fmt: skip
