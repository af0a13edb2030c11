"""5 Group and Regroup Moves of the Active Player, Forced Marches announced with them (6.4)."""

from __future__ import annotations

from khamsin.kernel.decision import Choose, Option

from .blocks import firm, holds, put
from .cards import ASSAULT, OFFENSIVE, PASS, TWO
from .engagement import enter_from_behind
from .movement import (
    is_full,
    needed,
    reach,
    rommel_bonus,
    speeds_needed,
    walk,
)
from .pieces import EXITED, HIGHWAY, NOBODY, OPEN, SIDES
from .state import MOVE, REGROUP, RETREAT, State
from .victory import check_exits
from .withdrawal import begin_withdrawal, may_stop, pass_moves, step_back

HIDES = dict.fromkeys(
    ("move", "engage", "rommel", "rommel_engage", "march", "march_engage", "exit"), (1,)
)
SPENT = 99
"""6.3.s1 What `g.rommel` is in Blitz Movement if the Rommel Move was made before."""


def moves_allowed(g: State) -> int:
    """4.1, 4.2, 4.3.a, 4.4.a, 4.5.a How many Moves the Turn Option buys in this Movement phase."""
    return 2 if g.option == TWO else 1


async def move_step(g: State) -> None:
    """5.0.a, 5.1, 11.4.b, 11.4.s1 The Active Player names a Move, moves one block, or is done."""
    name = SIDES[g.active]
    answer = await Choose(name, "move", lambda: move_options(g), "5.0.b", only=(name,), hides=HIDES)
    verb = answer[0]
    if verb == "done":
        end_moves(g)
        return
    at = g.pack.place_index
    if verb == "group":
        name_move(g, at[answer[1]], NOBODY)
    elif verb == "regroup":
        g.moves.append((at[answer[1]], NOBODY - 1))  # its destination is asked next
        g.step = REGROUP
    elif verb == "rout":
        place = at[answer[1]]
        # the Rout that was asked for comes first, and at once (11.4.s2)
        g.routs.sort(key=lambda rout: rout[0] != place)
        g.announced = "rout"
    else:
        block = g.pack.block_index[answer[1]]
        if verb == "exit":
            exit_map(g, block)
        elif verb.startswith("march"):
            via = at[answer[4]] if len(answer) > 4 else NOBODY
            announce_march(g, block, at[answer[3]], via)
        else:
            via = at[answer[4]] if len(answer) > 4 else NOBODY
            make_move(g, block, at[answer[3]], via, is_rommel=verb.startswith("rommel"))


async def regroup_step(g: State) -> None:
    """5.2.a The destination of a Regroup Move."""
    point, _ = g.moves.pop()
    answer = await Choose(
        SIDES[g.active], "regroup", lambda: destinations(g, point), "5.2.a",
        only=(SIDES[g.active],), hides={}, place=g.place_id(point),
    )  # fmt: skip
    g.step = MOVE
    name_move(g, point, g.pack.place_index[answer[1]])


def name_move(g: State, place: int, to: int) -> None:
    """5.1, 5.2 The Move is known to both from now on."""
    g.moves.append((place, to))
    if len(g.moves) > 1:
        g.known[0] = 2
        g.known[1] = 2
    side = SIDES[g.active]
    if to == NOBODY:
        g.tell("group_move", "5.1", side=side, place=g.place_id(place))
    else:
        g.tell("regroup_move", "5.2.a", side=side, place=g.place_id(place), to=g.place_id(to))
    if g.option == PASS:
        begin_withdrawal(g)


def end_moves(g: State) -> None:
    """4.s2, R18 Two Moves on two real cards are an Offensive, else it is an Assault."""
    if g.option == TWO:
        g.option = OFFENSIVE if len(g.moves) == 2 else ASSAULT
    g.step = RETREAT


# -- who may move ------------------------------------------------------------------------------


def members(g: State, move: int) -> list[int]:
    """5.1, 5.2.a, 6.0.b, 10.0.c The blocks of a Move that have not moved yet."""
    place, to = g.moves[move]
    blocks = firm(g, g.active, place)
    if to != NOBODY:
        for near in g.pack.board.neighbours[place]:
            blocks += firm(g, g.active, near)
    moved = g.moved
    return [block for block in blocks if not moved[block] and g.place[block] != to]


def groups(g: State) -> list[int]:
    """5.0.a The places with own blocks that can still move."""
    moved, disrupted = g.moved, g.disrupted
    return [
        place
        for place, blocks in enumerate(g.here[g.active])
        if blocks and any(not moved[block] and not disrupted[block] for block in blocks)
    ]


def command_points(g: State, places: list[int]) -> list[int]:
    """5.2.b Friendly, empty or battle hexes in or next to which own blocks can move."""
    side, size = g.active, g.pack.size
    own, enemy = holds(g, side), holds(g, 1 - side)
    near = [place for place in places if place < size]
    found = dict.fromkeys(near)
    for place in near:
        found.update(dict.fromkeys(g.pack.board.neighbours[place]))
    return sorted(place for place in found if own[place] or not enemy[place])


def move_options(g: State) -> list[Option]:
    """5.0.b, 5.0.c, 11.4.d, 11.4.e Everything the Active Player may do next."""
    if g.option == PASS:
        return pass_options(g)
    options: dict[Option, None] = {}
    for move in range(len(g.moves)):
        for block in members(g, move):
            block_moves(g, move, block, options)
    options.update(dict.fromkeys(marches(g)))
    options.update(dict.fromkeys(("rout", g.place_id(place)) for place, _ in g.routs))
    if len(g.moves) < moves_allowed(g):
        options.update(dict.fromkeys(new_moves(g)))
    options["done",] = None
    return list(options)


def new_moves(g: State) -> list[Option]:
    """5.1, 5.2 Moves that can be named now."""
    names = g.pack.place_ids
    places = groups(g)
    taken = [place for place, to in g.moves if to == NOBODY]
    found: list[Option] = [("group", names[place]) for place in places if place not in taken]
    found += [("regroup", names[place]) for place in command_points(g, places)]
    return found


def pass_options(g: State) -> list[Option]:
    """4.5.a At most one Withdrawal."""
    options: list[Option] = []
    if g.moves:
        options += pass_moves(g, members(g, 0))
        options += marches(g)
    else:
        options += new_moves(g)
    options += [("rout", g.place_id(place)) for place, _ in g.routs]
    if may_stop(g, members(g, 0) if g.moves else []):
        options.append(("done",))
    return options


def destinations(g: State, point: int) -> list[Option]:
    """5.2.c Every hex that at least one block of the Regroup can reach, or march to.

    Also 5.2.d, 5.2.s1.
    """
    g.moves.append((point, NOBODY - 1))
    blocks = members(g, len(g.moves) - 1)
    bonus = rommel_bonus(g, len(g.moves) - 1)
    g.moves.pop()
    found: dict[int, None] = {}
    starts: dict[int, int] = {}
    for block in blocks:
        start = g.place[block]
        starts[start] = max(starts.get(start, 0), g.speeds[block])
    for start, speed in starts.items():
        if start >= g.pack.size:
            continue
        for place, _, need in speeds_needed(g, g.active, start):
            if need <= speed + bonus + 1:
                found[place] = None
    found[point] = None
    return [("to", g.place_id(place)) for place in sorted(found)]


# -- moving one block --------------------------------------------------------------------------


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
    if (
        only == NOBODY
        and exit_need(g, start) <= speed + (bonus if declared else 0)
        and not g.unsupplied[block]
        and not holds(g, 1 - g.active)[start]
    ):
        options["exit", who, here] = None


def exit_need(g: State, start: int) -> int:
    """17.s2, R44 The speed it takes to leave the map over the enemy's edge: one hex more."""
    key = ("exit", g.active, start)
    known: int | None = g.cache.get(key)
    if known is not None:
        return known
    bonus = g.pack.numbers.bonus
    best = 99
    stops = reach(g, g.active, start).stops
    for place in g.pack.exits[g.active]:
        row = [99, 99, 99, 0] if place == start else stops.get(place)
        if row is None:
            continue
        kind = HIGHWAY if place in g.pack.base else OPEN
        for road, steps in enumerate(row):
            best = min(best, steps + 1 - bonus[min(road, kind)])
    g.cache[key] = best
    return best


def exit_map(g: State, block: int) -> None:
    """17.1, 17.s2 The block leaves the map for good."""
    start = g.place[block]
    put(g, block, EXITED)
    g.moved[block] = 1
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
        near = place == start or g.pack.board.adjacent(place, start)
        if goal != NOBODY and goal == to and near:
            return number
    return NOBODY


def make_move(g: State, block: int, to: int, via: int, *, is_rommel: bool) -> None:
    """6.0.a Move a block, or note that it will Disengage (T3.2)."""
    side = g.active
    start = g.place[block]
    g.walk[block] = None
    if g.option != PASS:
        g.known[0] = max(g.known[0], 1)  # hardly ever could it have been a Withdrawal
    if is_rommel:
        g.rommel = move_of(g, block, to)
        g.tell("rommel", "6.3", side=SIDES[side])
    if start >= g.pack.size:
        g.moved[block] = 1
        put(g, block, to)
        enter_from_behind(g, block, to)
    elif g.option == PASS:
        if step_back(g, block, to):
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
    g.moved[block] = 1
    g.walk[block] = (start, row[0], row[1], row[2], row[3])
    g.least[block] = max(g.least[block], needed(g, row) - is_march)
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


# -- 6.4 Forced Marches ------------------------------------------------------------------------


def marches(g: State) -> list[Option]:
    """6.4.a, 6.4.s3, A10 One hex beyond the full range, for blocks that have used all of it."""
    options: list[Option] = []
    marching = [march[0] for march in g.marches]
    going = {block: to for block, to, _ in g.leavers}
    for number, (place, goal) in enumerate(g.moves):
        bonus = g.pack.numbers.rommel_bonus if g.rommel == number else 0
        if goal != NOBODY:
            options += _late_joiners(g, number, goal, bonus)
            continue
        for block, walked in enumerate(g.walk):
            if walked is None or walked[0] != place or g.pack.side_of[block] != g.active:
                continue
            if block in marching or not g.moved[block]:
                continue
            here = going.get(block, g.place[block])
            for there, via in _one_more(g, block, here, g.speeds[block] + bonus + 1):
                options.append(_march(g, block, here, there, via))
    return options


def _one_more(g: State, block: int, here: int, speed: int) -> list[tuple[int, int]]:
    """The hexes next to `here` that the block reaches by a Forced March and not without."""
    walked = g.walk[block]
    if walked is None or here < 0 or here >= g.pack.size or here == walked[0]:
        return []
    enemy = holds(g, 1 - g.active)
    if enemy[here]:
        return []  # 6.0.a: a block that Engages stops
    bonus = g.pack.numbers.bonus
    is_leaver = g.defender[walked[0]] != NOBODY
    found: list[tuple[int, int]] = []
    for there, edge, kind in g.pack.steps[here]:
        if there == walked[0]:
            continue
        need = min(walked[1 + road] + 1 - bonus[min(road, kind)] for road in range(4))
        if need != speed:
            continue
        if g.option == PASS and not _is_back(g, walked[0], block, there, need):
            continue
        if not enemy[there]:
            found.append((there, NOBODY))
        elif not is_leaver and g.option != PASS and not is_full(g, edge):
            found.append((there, here))
    return found


def _is_back(g: State, start: int, block: int, there: int, need: int) -> bool:
    """R15 The extra hex of a Withdrawal must lie on a way back too."""
    del block
    return any(
        row[0] == start and row[2] == there and needed(g, list(row[3:])) <= need
        for row in g.withdrawal
    )


def _late_joiners(g: State, move: int, goal: int, bonus: int) -> list[Option]:
    """5.2.s2 Blocks of a Regroup that reach the destination only by a Forced March."""
    names = g.pack.place_ids
    marching = [march[0] for march in g.marches]
    options: list[Option] = []
    for block in members(g, move):
        start = g.place[block]
        if block in marching or start >= g.pack.size:
            continue
        speed = g.speeds[block] + bonus + 1
        if g.option == PASS:
            if _is_back(g, start, block, goal, speed) and not _is_back(
                g, start, block, goal, speed - 1
            ):
                options.append(("march", g.block_id(block), names[start], names[goal]))
            continue
        for place, via, need in speeds_needed(g, g.active, start):
            if place != goal or need != speed:
                continue
            if via == NOBODY or not is_full(g, g.pack.board.edge(via, goal)):
                options.append(_march(g, block, start, goal, via))
    return options


def _march(g: State, block: int, start: int, to: int, via: int) -> Option:
    words = (g.block_id(block), g.place_id(start), g.place_id(to))
    return ("march", *words) if via == NOBODY else ("march_engage", *words, g.place_id(via))


def announce_march(g: State, block: int, to: int, via: int) -> None:
    """6.4.b, 6.4.s1 The march counts against the hexside limit from now on, whatever the die."""
    start = g.place[block]
    if not g.moved[block] and start < g.pack.size and g.defender[start] != NOBODY:
        row = [99, 99, 99, 99]
        if g.option != PASS:
            row = reach(g, g.active, start).stops[to]
        note_leaver(g, block, to, row, 1)
    g.moved[block] = 1
    g.marches.append((block, to, via))
    if via != NOBODY:
        g.used[g.pack.board.edge(via, to)] += 1
    g.tell_apart(
        "march", "6.4.b", g.active, {"block": g.block_id(block)}, place=g.place_id(start),
        to=g.place_id(to),
    )  # fmt: skip
