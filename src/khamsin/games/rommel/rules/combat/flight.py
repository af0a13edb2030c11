"""10 Groups that leave a hex under Pursuit Fire: Retreats, Refusals and Routs have it in common.

`g.flight` is the group on its way: pursued, then suffering losses, then gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import Flight, Rows, State, Volley, all_changed
from khamsin.games.rommel.rules.blocks import (
    conceal,
    disrupt,
    eliminate,
    firm,
    hide,
    lose_step,
    put,
    settle,
    wear,
)
from khamsin.games.rommel.rules.movement.reach import needed
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.games.rommel.rules.supply.network import ways_back, ways_by_last, ways_into
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll
from khamsin.kernel.play.state import changed

from .losses import HIT, allocations, at_once, worth

RETREAT, REFUSAL, ROUT = "retreat", "refusal", "rout"
_RULES = {RETREAT: "10.3", REFUSAL: "10.2", ROUT: "11.3.c"}


def begin_flight(g: State, place: int, side: int, kind: str, blocks: list[int]) -> None:
    """10.5.b The leavers announce the speed of the slowest among them."""
    speed = min(g.speeds[block] for block in blocks)
    g.flight = Flight(place, side, kind, tuple(sorted(blocks)), speed)
    for block in blocks:
        hide(g, block)
        g.least = changed(g.least, block, max(g.least[block], speed))
    g.tell(
        "leaving", _RULES[kind], reveals=True, side=SIDES[side], place=g.place_id(place),
        count=len(blocks), speed=speed, kind=kind,
    )  # fmt: skip


def left(g: State) -> list[int]:
    """The blocks of the group that are still in the hex."""
    flight = the_flight(g)
    return [block for block in flight.blocks if g.place[block] == flight.place]


def the_flight(g: State) -> Flight:
    """The group that leaves now."""
    assert g.flight is not None
    return g.flight


async def flee(g: State) -> None:
    """10.5.a, A9 The group is fired at and suffers; then it goes."""
    if not the_flight(g).pursued:
        await pursue(g)
    while the_flight(g).hits:
        await suffer(g)
    if the_flight(g).kind == RETREAT:
        retreat_moves(g, the_flight(g).place, the_flight(g).blocks)
    else:
        await withdraw(g)


# -- Pursuit Fire ------------------------------------------------------------------------------


def pursuers(g: State) -> tuple[list[int], list[int]]:
    """10.5.b Unfired enemies in the hex as fast as the slowest leaver, and faster ones."""
    flight = the_flight(g)
    return able_to_pursue(g, 1 - flight.side, flight.place, flight.speed)


def able_to_pursue(g: State, side: int, place: int, speed: int) -> tuple[list[int], list[int]]:
    """10.5.b The unfired blocks of a side as fast as a fleeing group, and the faster ones."""
    same: list[int] = []
    faster: list[int] = []
    for block in firm(g, side, place):
        if not g.fired[block]:
            if g.speeds[block] == speed:
                same.append(block)
            elif g.speeds[block] > speed:
                faster.append(block)
    faster.sort(key=lambda block: (g.speeds[block], block))
    return same, faster


def shots(g: State) -> list[Option]:
    """10.5.b, 10.s5, R62 Any of the pursuers may hold their fire."""
    numbers = g.pack.numbers
    same, faster = pursuers(g)
    options: list[Option] = [
        ("fire", str(a * numbers.pursuit_same + b * numbers.pursuit_faster), str(a), str(b))
        for a in range(len(same), -1, -1)
        for b in range(len(faster), -1, -1)
    ]
    return options


async def pursue(g: State) -> None:
    """10.5.a, 10.s6, 11.3.s2 The enemy in the hex fires at the leavers; hits on 4 to 6."""
    flight = the_flight(g)
    enemy = 1 - flight.side
    unfired = [b for b in firm(g, enemy, flight.place) if not g.fired[b]]
    hits = 0
    if unfired:
        await MARK
        name = SIDES[enemy]
        answer = await Choose(
            name, "pursue", lambda: shots(g), "10.5.b", only=(name,), hides={"fire": (2, 3)},
            speed=flight.speed, place=g.place_id(flight.place),
        )  # fmt: skip
        count, a, b = (int(word) for word in answer[1:])
        same, faster = pursuers(g)
        g.fired = all_changed(g.fired, (*same[:a], *faster[:b]), 1)
        if count:
            g.volleys.append(Volley(flight.place, enemy, flight.speed, count))
            dice = await Roll(count, "pursuit", "10.5.c", name)
            hits = sum(die in g.pack.numbers.pursuit_hit for die in dice)
            g.tell(
                "pursuit", "10.5.c", side=name, place=g.place_id(flight.place), dice=dice,
                hits=hits,
            )  # fmt: skip
    g.flight = flight._replace(pursued=True, hits=hits)


async def suffer(g: State) -> None:
    """10.5.c, R22 The owner spreads the hits over all the leavers, whatever their class."""
    flight = the_flight(g)
    blocks = left(g)
    points = flight.hits * HIT
    side = SIDES[flight.side]
    rest = 0
    if points >= worth(g, blocks):
        for block in blocks:
            eliminate(g, block, "10.5.c")
    else:
        hits = at_once(len(blocks), flight.hits)
        rest = flight.hits - hits
        if len(blocks) == 1:
            lost = allocations(g, blocks, points)[0]
        else:
            await MARK
            answer = await Choose(
                side,
                "suffer",
                lambda: [
                    ("lose", *[g.block_id(block) for block in way])
                    for way in allocations(g, blocks, points, hits * HIT)
                ],
                "10.5.c",
                only=(side,),
                hits=flight.hits,
                place=g.place_id(flight.place),
            )
            lost = tuple(g.pack.block_index[name] for name in answer[1:])
        wear(g, blocks[0], hits)
        for block in lost:
            if g.cv[block]:
                lose_step(g, block, "10.5.c")
        names = tuple(g.block_id(block) for block in lost)
        g.tell("suffered", "10.5.c", (side,), side=side, blocks=names)
    g.flight = flight._replace(hits=rest)


# -- going -------------------------------------------------------------------------------------


def retreat_moves(g: State, place: int, blocks: Sequence[int]) -> None:
    """10.3, 10.4.b, 10.s2 The leavers go where they were told to, and are Disrupted.

    Whoever leaves by a Forced March waits for his die (6.4.b).
    """
    for block in blocks:
        goals = [to for leaver, to, is_march in g.leavers if leaver == block and not is_march]
        if goals and g.place[block] == place:
            leave(g, block, goals[0], "10.3")
    waiting = [entry for entry in g.leavers if entry[2] and g.place[entry[0]] == place]
    g.leavers = waiting + [entry for entry in g.leavers if entry[0] not in blocks]
    g.flight = None
    settle(g, place)


def leave(g: State, block: int, to: int, rule: str) -> None:
    """7.2.a, 7.2.b, 10.0.a, 10.1.a Disengage: hidden again, Disrupted after the move.

    If the enemies that were left have fallen before (10.41.b), it is a move like any other.
    """
    start, side = g.place[block], g.pack.side_of[block]
    is_left = bool(g.here[1 - side][start] or g.disrupted[block])
    conceal(g, block)
    g.raider = changed(g.raider, block, 0)
    put(g, block, to)
    if is_left:
        disrupt(g, block)
    g.tell_apart(
        "left" if is_left else "moved", rule, side, {"block": g.block_id(block)},
        place=g.place_id(start), to=g.place_id(to),
    )  # fmt: skip


def source_of(g: State, block: int) -> int:
    """5.3.s4 Where the block's line leads: its Fortress if it is bound to one, or its Base."""
    bound = g.bound[block]
    if bound != NOBODY and g.pack.fortress_at[bound] >= 0:
        return bound
    return g.pack.base[g.pack.side_of[block]]


def ways_now(g: State, side: int, places: list[int]) -> Rows:
    """5.3.s6 Lines for a Withdrawal are those of the moment when it begins."""
    rows: list[tuple[int, int, int, int, int, int, int, int]] = []
    for place, source in _lines_from(g, side, places):
        for to, (a, b, c, d) in sorted(ways_back(g, side, place, source).items()):
            rows.append((place, source, to, NOBODY, a, b, c, d))
        for (to, via), (a, b, c, d) in sorted(ways_into(g, side, place, source).items()):
            rows.append((place, source, to, via, a, b, c, d))
    return tuple(rows)


def onward_now(g: State, side: int, places: list[int]) -> Rows:
    """R15 The same ways by the hex before their end."""
    return tuple(
        (place, source, to, last, a, b, c, d)
        for place, source in _lines_from(g, side, places)
        for (to, last), (a, b, c, d) in sorted(ways_by_last(g, side, place, source).items())
    )


def _lines_from(g: State, side: int, places: list[int]) -> list[tuple[int, int]]:
    """The hexes with the Sources to which blocks there have a line."""
    found: dict[tuple[int, int], None] = {}
    for place in places:
        for block in g.here[side][place]:
            if has_line(g, block):
                found[place, source_of(g, block)] = None
    return list(found)


class Fallback(NamedTuple):
    """5.3.c One end of a Withdrawal; `via` is the hex from which it Engages there (5.3.s1)."""

    to: int
    via: int
    row: list[int]


def fallbacks(g: State, block: int, rows: Rows, extra: int = 0) -> list[Fallback]:
    """5.3.c Where this block may Withdraw to, and how."""
    if g.raider[block]:
        return []
    place, source = g.place[block], source_of(g, block)
    speed = g.speeds[block] + extra
    found: list[Fallback] = []
    for start, goal, to, via, *row in rows:
        if start == place and goal == source and needed(g, row) <= speed:
            found.append(Fallback(to, via, row))
    return found


def can_refuse(g: State, place: int, side: int) -> bool:
    """8.4.a All blocks that are not Disrupted must be able to Withdraw, each its own way.

    Also 8.4.s2, 10.2.
    """
    for block in firm(g, side, place):
        if g.raider[block] or not has_line(g, block):
            return False
        ways = ways_back(g, side, place, source_of(g, block))
        speed = g.speeds[block]
        if not any(needed(g, row) <= speed for row in ways.values()):
            return False
    return True


def withdrawals(g: State) -> list[Option]:
    """10.2, 11.3.c, R23 Each block of the group in any order, each its own way."""
    rows = the_flight(g).rows or ()
    return [
        ("withdraw", g.block_id(block), g.place_id(g.place[block]), g.place_id(to))
        for block in left(g)
        for to, _, _ in fallbacks(g, block, rows)
    ]


async def withdraw(g: State) -> None:
    """5.3.b The group Withdraws block by block; one that cannot is eliminated.

    Also 10.1.b, 10.2, 11.3.c. That the network must lose a hex (5.3.c) needs no test here: the
    enemy stays in the hex that is left.
    """
    flight = the_flight(g)
    place, name = flight.place, SIDES[flight.side]
    rows = flight.rows
    if rows is None:
        rows = ways_now(g, flight.side, [place])
        g.flight = flight._replace(rows=rows)
    while True:
        for block in left(g):
            if not fallbacks(g, block, rows):
                eliminate(g, block, "10.1.b")
        if not left(g):
            break
        await MARK
        answer = await Choose(
            name, "withdraw", lambda: withdrawals(g), "5.3.a", only=(name,),
            hides={"withdraw": (1,)}, place=g.place_id(place),
        )  # fmt: skip
        block, to = g.pack.block_index[answer[1]], g.pack.place_index[answer[3]]
        way = next(way for way in fallbacks(g, block, rows) if way.to == to)
        g.least = changed(g.least, block, max(g.least[block], needed(g, way.row)))
        leave(g, block, to, "5.3.a")
    g.flight = None
    settle(g, place)
