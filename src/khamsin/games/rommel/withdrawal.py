"""4.5.a, 5.3.a, 5.3.b The Withdrawal that a Pass turn allows: one Move back along the own lines."""

from __future__ import annotations

from khamsin.kernel.decision import Option

from .blocks import firm, holds, put
from .engagement import engage
from .movement import needed
from .network import network, ways_back
from .pieces import AXIS, NOBODY
from .retreat import fallbacks, source_of, ways_now
from .state import State
from .supply import has_line


def begin_withdrawal(g: State) -> None:
    """5.3.c, 5.3.s6 Lines and network are those of the moment when the Move is named."""
    place, to = g.moves[0]
    places = [place]
    if to != NOBODY:
        places += g.pack.board.neighbours[place]
    size = g.pack.size
    g.withdrawal = ways_now(g, g.active, [each for each in places if each < size])
    g.old = network(g, g.active)


def could_be_withdrawal(g: State, block: int, to: int) -> bool:
    """4.5.a Whether the enemy, who sees this block go, may take the turn for a Pass."""
    start = g.place[block]
    if len(g.moves) > 1 or start >= g.pack.size or g.raider[block] or not has_line(g, block):
        return False
    return to in ways_back(g, g.active, start, source_of(g, block))


def extra_hex(g: State) -> int:
    """R15 The Rommel Bonus serves in an Axis Pass turn as well."""
    return g.pack.numbers.rommel_bonus if g.active == AXIS and g.scenario.rommel_bonus else 0


def drops(g: State, moves: list[tuple[int, int]]) -> bool:
    """5.3.c(3), R16 Whether a hex falls out of the network when these blocks have moved too."""
    side = g.active
    here, place, cache, defender = g.here[side], g.place, g.cache, g.defender
    g.here[side] = here[:]
    g.place = place[:]
    g.defender = defender[:]
    g.cache = {}
    for block, to in moves:
        start = g.place[block]
        row = g.here[side]
        row[start] = tuple([other for other in row[start] if other != block])
        row[to] = tuple(sorted((*row[to], block)))
        g.place[block] = to
        if start < g.pack.size and not row[start]:
            g.defender[start] = NOBODY
    now = network(g, side)
    g.here[side], g.place, g.cache, g.defender = here, place, cache, defender
    return any(each not in now for each in g.old)


def goals(g: State, block: int) -> list[tuple[int, list[int]]]:
    """5.3 Where the block may go in this Withdrawal; a Regroup has one destination."""
    _, to = g.moves[0]
    if g.place[block] >= g.pack.size:
        return []
    ways = fallbacks(g, block, g.withdrawal, extra_hex(g))
    return [way for way in ways if to in (NOBODY, way[0])]


def completion(g: State, blocks: list[int]) -> list[tuple[int, int]]:
    """How the rest of the Move would go if everybody went back as far as he can."""
    found: list[tuple[int, int]] = []
    for block in blocks:
        ways = goals(g, block)
        if ways:
            far = max(ways, key=lambda way: (min(way[1]), -way[0]))
            found.append((block, far[0]))
    return found


def pass_moves(g: State, blocks: list[int]) -> list[Option]:
    """5.3.c The next block's Withdrawal: along its line, and so that the whole gives up a hex."""
    names = g.pack.place_ids
    known: dict[tuple[tuple[int, int], ...], bool] = {}
    options: list[Option] = []
    for block in blocks:
        start = g.place[block]
        if start >= g.pack.size:
            continue
        leaves_battle = g.defender[start] != NOBODY
        if leaves_battle and not _all_can_leave(g, start):
            continue  # 10.4.a: never a partial Retreat by Withdrawal
        others = [other for other in blocks if other != block]
        speed = g.speeds[block]
        for to, row in goals(g, block):
            if not leaves_battle:
                key = ((start, to),)
                if key not in known:
                    known[key] = drops(g, [(block, to)]) or (
                        bool(others) and drops(g, [(block, to), *completion(g, others)])
                    )
                if not known[key]:
                    continue
            verb = "move" if needed(g, row) <= speed or g.rommel == 0 else "rommel"
            options.append((verb, g.block_id(block), names[start], names[to]))
    return options


def _all_can_leave(g: State, place: int) -> bool:
    going = [block for block, _, _ in g.leavers]
    return all(goals(g, block) for block in firm(g, g.active, place) if block not in going)


def may_stop(g: State, blocks: list[int]) -> bool:
    """5.3.c, 10.4.a Whether what has been moved makes a lawful Withdrawal."""
    if not g.moves:
        return True
    going = [block for block, _, _ in g.leavers]
    for place in dict.fromkeys(g.place[block] for block in going):
        if any(block not in going for block in firm(g, g.active, place)):
            return not any(g.place[block] == place for block in blocks)
    stepped = [
        block
        for block, walked in enumerate(g.walk)
        if walked is not None and g.moved[block] and block not in going
        and g.pack.side_of[block] == g.active
    ]  # fmt: skip
    if going or not stepped:
        return True
    return drops(g, []) or not pass_moves(g, blocks)


def step_back(g: State, block: int, to: int) -> bool:
    """5.3.c Move one block back; out of a battle it waits until all moves are made (T3.2)."""
    start = g.place[block]
    row = next(row for goal, row in goals(g, block) if goal == to)
    g.moved[block] = 1
    g.walk[block] = (start, row[0], row[1], row[2], row[3])
    bonus = extra_hex(g) if g.rommel == 0 else 0
    g.least[block] = max(g.least[block], needed(g, row) - bonus)
    if g.defender[start] != NOBODY:
        g.leavers.append((block, to, 0))
        g.tell_apart(
            "will_leave", "7.2.a", g.active, {"block": g.block_id(block)},
            place=g.place_id(start), to=g.place_id(to),
        )  # fmt: skip
        return True
    put(g, block, to)
    if holds(g, 1 - g.active)[to]:
        _engage_limp(g, block, start, to)
    return False


def _engage_limp(g: State, block: int, start: int, to: int) -> None:
    """5.3.s1 A Withdrawal that is no Retreat Routs lone Disrupted enemies."""
    board = g.pack.board
    near = [there for there, edge, _ in g.pack.steps[to]]
    via = min(near, key=lambda place: (board.distance(place, start), place))
    engage(g, block, to, board.edge(via, to))
