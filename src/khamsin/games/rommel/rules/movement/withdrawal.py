"""4.5.a, 5.3.a, 5.3.b The Withdrawal that a Pass turn allows: one Move back along the own lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from khamsin.games.rommel.model.pieces import AXIS, NOBODY
from khamsin.games.rommel.model.state import Rows, State, all_changed
from khamsin.games.rommel.rules.blocks import firm, holds, put
from khamsin.games.rommel.rules.combat.flight import (
    Fallback,
    fallbacks,
    onward_now,
    source_of,
    ways_now,
)
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.games.rommel.rules.supply.network import network, ways_back, ways_into
from khamsin.kernel.map.placement import relocate
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.state import changed

from .engagement import engage
from .reach import FAR, FORCED_MARCH, can_reach, is_full, needed

Stand = tuple[tuple[int, int], ...]
"""Where the blocks of a Move stand, with their Sources."""
_OF_ENEMY = [{(what, 1 - side) for what in ("foes", "held", "holds")} for side in (0, 1)]
"""What is known of who stands where, and stays true when blocks of this side move."""
_TRIES = 400
"""How many ways to complete a Move are looked at, at most."""


def begin_withdrawal(g: State) -> None:
    """5.3.c, 5.3.s6 Lines and network are those of the moment when the Move is named."""
    place, to = g.moves[0]
    places = [place]
    if to != NOBODY:
        places += g.pack.board.neighbours[place]
    size = g.pack.size
    places = [each for each in places if each < size]
    g.withdrawal = ways_now(g, g.active, places)
    g.onward = onward_now(g, g.active, places)
    g.old_network = network(g, g.active)


def could_be_withdrawal(g: State, block: int, to: int, via: int) -> bool:
    """4.5.a Whether the enemy, who sees this block go, may take the turn for a Pass."""
    start = g.place[block]
    if len(g.moves) > 1 or start >= g.pack.size or g.raider[block] or not has_line(g, block):
        return False
    source = source_of(g, block)
    if via != NOBODY:
        return (to, via) in ways_into(g, g.active, start, source)
    return to in ways_back(g, g.active, start, source)


def extra_hex(g: State) -> int:
    """R15 The Rommel Bonus serves in an Axis Pass turn as well."""
    return g.pack.numbers.rommel_bonus if g.active == AXIS and g.scenario.rommel_bonus else 0


def drops(g: State, moves: list[tuple[int, int]]) -> bool:
    """5.3.c(3), R16 Whether a hex falls out of the network when these blocks have moved too.

    Lone Disrupted enemies that have been Engaged will have Routed by then (11.4.a).
    """
    side = g.active
    here, place, cache, defender = g.here[side], g.place, g.cache, g.defender
    g.here[side] = here[:]
    g.place = place[:]
    g.cache = {key: found for key, found in cache.items() if key in _OF_ENEMY[side]}
    for block, to in moves:
        start = g.place[block]
        relocate(g.place, g.here[side], block, to)
        if start < g.pack.size and not g.here[side][start]:
            g.defender = changed(g.defender, start, NOBODY)
    g.defender = all_changed(g.defender, [cleared for cleared, _ in g.routs], NOBODY)
    now = {*network(g, side)}
    g.here[side], g.place, g.cache, g.defender = here, place, cache, defender
    return not now.issuperset(g.old_network)


def goals(g: State, block: int) -> list[Fallback]:
    """5.3 Where the block may go in this Withdrawal; a Regroup has one destination.

    5.3.s1 Lone Disrupted enemies are Engaged, and the hexside limit holds (7.1.a); enemies may
    have fled, or come by fleeing, since the lines were fixed.
    """
    start, to = g.place[block], g.moves[0][1]
    if start >= g.pack.size:
        return []
    enemy, edge_of = holds(g, 1 - g.active), g.pack.board.edge
    is_retreat, extra = g.defender[start] != NOBODY, extra_hex(g)
    ways = fallbacks(g, block, g.withdrawal, extra)
    free: dict[int, list[int]] = {}
    for way in ways:
        if is_retreat or not enemy[way.to]:
            row = free.get(way.to, way.row)
            free[way.to] = [min(pair) for pair in zip(row, way.row, strict=True)]
    found = [Fallback(place, NOBODY, row) for place, row in free.items()]
    if not is_retreat and any(enemy[way.to] for way in ways):
        found += [
            way
            for way in fallbacks(g, block, g.onward, extra)
            if enemy[way.to] and not is_full(g, edge_of(way.via, way.to))
        ]
        if any(enemy[way.to] and way.via == NOBODY for way in ways):
            found = [way for way in found if _is_open(g, block, way)]
    return [way for way in found if to in (NOBODY, way.to)]


def _is_open(g: State, block: int, way: Fallback) -> bool:
    """6.0.a Whether the block still comes there: who has fled into its way stops it."""
    speed = g.speeds[block] + (extra_hex(g) if g.rommel == 0 else 0)
    return can_reach(g, g.place[block], way.to, way.via, max(speed, needed(g, way.row)))


def takes_march(g: State, start: int, block: int, to: int, speed: int, via: int = NOBODY) -> bool:
    """R15 Whether the block Withdraws so far by a Forced March, and not without one.

    `via` is the hex from which it Engages lone Disrupted enemies there (5.3.s1). If they have
    Routed since the Move was named, it counts no more from where they would have been Engaged.
    """
    if via != NOBODY:
        return goes_on(g, start, block, via, to, speed)
    return _least(g, g.withdrawal, (start, source_of(g, block), to)) == speed


def goes_on(g: State, start: int, block: int, here: int, to: int, speed: int) -> bool:
    """R15, 5.3.c(2) Whether one of its lines from where it began runs by `here` to the next hex."""
    return _least(g, g.onward, (start, source_of(g, block), to, here)) == speed


def _least(g: State, rows: Rows, way: tuple[int, ...]) -> int:
    needs = [needed(g, list(row[4:])) for row in rows if row[: len(way)] == way]
    return min(needs, default=FAR)


def pass_moves(g: State, blocks: list[int]) -> list[Option]:
    """4.5.a, 5.3.c Every next step of the Withdrawal, by the four conditions of the book.

    (1) The block has a line, (2) it goes along it, (4) it comes no farther from its Source: these
    are its `goals`. (3) The network loses a hex; whoever leaves a battle gives up that hex.
    """
    lawful: dict[tuple[int, int], bool] = {}  # (3) asks where blocks stand, not which they are
    known: dict[Stand, bool] = {}
    options: list[Option] = []
    for block in blocks:
        start = g.place[block]
        if not may_set_out(g, start):
            continue
        for way in goals(g, block):
            step = (start, way.to)
            if step not in lawful:
                is_retreat = g.defender[start] != NOBODY
                lawful[step] = is_retreat or gives_up_a_hex(g, block, way.to, blocks, known)
            if lawful[step]:
                options.append(step_words(g, block, way))
    return options


def may_set_out(g: State, start: int) -> bool:
    """10.4.a, 16.41.s3 A battle is left by all or by nobody; behind the Base nobody Withdraws."""
    if start >= g.pack.size:
        return False
    return g.defender[start] == NOBODY or all_can_leave(g, start)


def gives_up_a_hex(
    g: State, block: int, to: int, blocks: list[int], known: dict[Stand, bool]
) -> bool:
    """5.3.c(3), R16 The network loses a hex by this step, or when others have gone back as well."""
    others = [other for other in blocks if other != block]
    for rest in completions(g, others):
        moves = [(block, to), *rest]
        ends = dict(moves)
        stand = tuple(
            sorted((source_of(g, each), ends.get(each, g.place[each])) for each in blocks)
        )
        if stand not in known:
            known[stand] = drops(g, moves)
        if known[stand]:
            return True
    return False


def completions(g: State, blocks: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Ways in which the rest of the Move may go: nobody, or each as far back as he can, or less."""
    yield []
    choices: list[list[tuple[int, int]]] = []
    for block in blocks:
        distance = g.pack.board.distances(source_of(g, block))
        ends = sorted({way.to for way in goals(g, block)}, key=lambda to: (distance[to], to))
        if ends:
            choices.append([*((block, to) for to in ends), (block, g.place[block])])
    if choices:
        for ways in islice(product(*choices), _TRIES):
            yield [(block, to) for block, to in ways if to != g.place[block]]


def step_words(g: State, block: int, way: Fallback) -> Option:
    """6.3, 5.3.s1 A step of the Withdrawal as an answer: with Rommel, into lone Disrupted ones."""
    with_rommel = needed(g, way.row) > g.speeds[block] and g.rommel != 0
    words = (g.block_id(block), g.place_id(g.place[block]), g.place_id(way.to))
    if way.via == NOBODY:
        return ("rommel" if with_rommel else "move", *words)
    return ("rommel_engage" if with_rommel else "engage", *words, g.place_id(way.via))


def all_can_leave(g: State, place: int) -> bool:
    """10.4.a Whether nobody would be left in this battle: each can go, or try a Forced March."""
    going = [block for block, _, _ in g.leavers]
    to = g.moves[0][1]
    bonus = extra_hex(g) if g.rommel == 0 else 0
    return all(
        goals(g, block)
        or (
            to != NOBODY
            and takes_march(g, place, block, to, g.speeds[block] + bonus + FORCED_MARCH)
        )
        for block in firm(g, g.active, place)
        if block not in going
    )


# -- 13.2.s1 Attackers of a Fortress -----------------------------------------------------------


def must_leave(g: State) -> dict[int, list[int]]:
    """8.6.s1, 13.2.s1, R28 Fortresses whose Attackers can Withdraw, so that in a Pass they must.

    With the hexes where all of them could meet, perhaps by a Forced March.
    """
    found: dict[int, list[int]] = {}
    extra = extra_hex(g)
    for fortress in g.pack.fortresses:
        place = fortress.hex
        blocks = firm(g, g.active, place)
        if g.defender[place] != 1 - g.active or not blocks:
            continue
        rows = ways_now(g, g.active, [place])
        if all(fallbacks(g, block, rows, extra) for block in blocks):
            most = max(extra, FORCED_MARCH)
            far = [{way.to for way in fallbacks(g, each, rows, most)} for each in blocks]
            found[place] = sorted(set.intersection(*far))
    return found


def leaving_moves(g: State, owed: dict[int, list[int]], points: list[int]) -> list[Option]:
    """13.2.s1 The Moves of a Pass that take the Attackers out of a Fortress."""
    names = g.pack.place_ids
    found: list[Option] = [("group", names[place]) for place in owed]
    for point in points:
        if any(meet and is_near(g, point, place) for place, meet in owed.items()):
            found.append(("regroup", names[point]))
    return found


def is_near(g: State, point: int, place: int) -> bool:
    """5.2.a Whether blocks in a hex belong to a Regroup with this Command Point."""
    return point == place or g.pack.board.adjacent(point, place)


def owes_leaving(g: State) -> bool:
    """13.2.s1 Whether Attackers of a Fortress can still leave it by the one Move of the Pass."""
    if not g.moves:
        return bool(must_leave(g))
    going = [block for block, _, _ in g.leavers]
    for fortress in g.pack.fortresses:
        place = fortress.hex
        staying = [block for block in firm(g, g.active, place) if block not in going]
        if g.defender[place] == 1 - g.active and staying and all_can_leave(g, place):
            return True
    return False


def may_stop(g: State, blocks: list[int]) -> bool:
    """5.3.c, 10.4.a, 13.2.s1 Whether what has been moved makes a lawful Withdrawal.

    11.4.e As long as a Rout is due nobody knows yet who can go on after it.
    """
    if owes_leaving(g):
        return False
    going = [block for block, _, _ in g.leavers]
    for place in dict.fromkeys(g.place[block] for block in going):
        if any(block not in going for block in firm(g, g.active, place)):
            return not any(g.place[block] == place for block in blocks)
    stepped = [
        block
        for block, has_moved in enumerate(g.moved)
        if has_moved and block not in going and g.pack.side_of[block] == g.active
    ]
    if going or not stepped:
        return True
    return drops(g, []) or not (g.routs or pass_moves(g, blocks))


def step_back(g: State, block: int, to: int, via: int) -> bool:
    """5.3.c Move one block back; out of a battle it waits until all moves are made (T3.2)."""
    start = g.place[block]
    row = next(way.row for way in goals(g, block) if (way.to, way.via) == (to, via))
    g.moved = changed(g.moved, block, 1)
    g.walk = changed(g.walk, block, (start, row[0], row[1], row[2], row[3]))
    bonus = extra_hex(g) if g.rommel == 0 else 0
    g.least = changed(g.least, block, max(g.least[block], needed(g, row) - bonus))
    if g.defender[start] != NOBODY:
        g.leavers.append((block, to, 0))
        g.tell_apart(
            "will_leave", "7.2.a", g.active, {"block": g.block_id(block)},
            place=g.place_id(start), to=g.place_id(to),
        )  # fmt: skip
        return True
    put(g, block, to)
    if via != NOBODY:
        engage(g, block, to, g.pack.board.edge(via, to))
        g.walk = changed(g.walk, block, None)  # 11.4.c: it stops there
    return False
