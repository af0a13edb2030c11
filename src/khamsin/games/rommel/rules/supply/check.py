"""12.7 The Supply Checks; 13.3 Fortress supply and 15.1 Oases, assigned at each of them (A11)."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, REFIT, SIDES
from khamsin.games.rommel.model.state import State, all_changed
from khamsin.games.rommel.rules.blocks import disrupt, eliminate, holds, lines_kept, put, settle
from khamsin.kernel.map import placement
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option
from khamsin.kernel.play.state import changed

from .lines import has_line, is_supplied, lines_of

INITIAL, FINAL_CHECK, MONTHLY = "initial", "final", "monthly"
_FAR = 999


# -- who may be assigned -----------------------------------------------------------------------


def lengths(g: State, side: int, source: int) -> list[int]:
    """R29 The length of the shortest line from each hex to a Fortress, in hexes."""
    pack = g.pack
    lines = lines_of(g, side, source)
    found = [_FAR] * pack.size
    found[source] = 0
    occupied = [place for place, held in enumerate(holds(g, side)) if held]
    changed = True
    while changed:
        changed = False
        for place in range(pack.size):
            if found[place] < _FAR and lines.highway[place]:
                for there, edge in pack.highway[place]:
                    may = lines.highway[there] and not lines.ground.blocked[edge]
                    if may and found[place] + 1 < found[there]:
                        found[there] = found[place] + 1
                        changed = True
        for place in occupied:
            for leg in pack.legs[place]:
                if not (lines.highway[leg.end] or lines.link[leg.end]):
                    continue
                length = found[leg.end] + len(leg.edges)
                if length < found[place] and lines.ground.lets(leg):
                    found[place] = length
                    changed = True
    return found


def is_isolated(g: State, side: int, fortress: int) -> bool:
    """13.3.a A Fortress without a land line to the Base."""
    place = g.pack.fortresses[fortress].hex
    lines = lines_of(g, side)
    return not lines.reaches(g.pack.legs[place], place)


def fortress_candidates(g: State, side: int, fortress: int) -> list[tuple[int, int]]:
    """13.3.b Blocks that the Fortress could supply, with the length of their line.

    Also 13.3.d, R30, A11.
    """
    pack = g.pack
    place = pack.fortresses[fortress].hex
    if g.holder[fortress] != side or not is_isolated(g, side, fortress):
        return []
    lines = lines_of(g, side, place)
    if not lines.ground.free[place]:
        return []
    base = lines_of(g, side)
    rank: list[int] = []
    found: list[tuple[int, int]] = []
    for at, blocks in enumerate(g.here[side][: pack.size]):
        if not blocks or not lines.supplied[at] or base.supplied[at]:
            continue
        if not rank:
            rank = lengths(g, side, place)
        for block in blocks:
            bound = g.bound[block]
            if not g.raider[block] and (bound == NOBODY or pack.fortress_at[bound] < 0):
                found.append((rank[at], block))
    found.sort()
    return found


def free_slots(g: State, side: int, fortress: int) -> int:
    """13.3.a What is left of the capacity; a slot stays taken while its block lives."""
    place = g.pack.fortresses[fortress].hex
    return g.pack.fortresses[fortress].capacity[side] - bound_to(g, side, place)


def bound_to(g: State, side: int, source: int) -> int:
    """13.3.c, 15.1.b How many blocks of a side a Fortress or an Oasis feeds, wherever they are."""
    if source not in g.bound:
        return 0
    return sum(
        bound == source and g.pack.side_of[block] == side for block, bound in enumerate(g.bound)
    )


def oasis_candidates(g: State, side: int, oasis: int, kind: str) -> list[int]:
    """15.0, 15.1.a, 15.1.c-15.1.e, R53 One block there; blocks without a line before others.

    15.1.b Who was fed and has gone since keeps it from the others, as long as he lives.
    """
    blocks = g.here[side][oasis]
    if not blocks or g.defender[oasis] == 1 - side or bound_to(g, side, oasis):
        return []
    free = [block for block in blocks if g.bound[block] == NOBODY]
    needy = [block for block in free if not has_line(g, block)]
    if kind == INITIAL or needy:
        return needy or free
    return []


def next_assignment(g: State, side: int, kind: str) -> tuple[list[tuple[int, int]], bool]:
    """A11 What is to be assigned next: blocks with their source; whether the owner may decline.

    13.3.b, 13.3.e At either check of a turn he need not give anything to blocks outside, and to
    whom two Fortresses are open gets it from the one that he likes.
    """
    for oasis in g.pack.oases:
        blocks = oasis_candidates(g, side, oasis, kind)
        if blocks:
            return [(block, oasis) for block in blocks], False
    waiting: list[tuple[int, list[tuple[int, int]]]] = []
    for number, fortress in enumerate(g.pack.fortresses):
        slots = free_slots(g, side, number)
        found = fortress_candidates(g, side, number) if slots > 0 else []
        if not found:
            continue
        nearest = [(block, fortress.hex) for rank, block in found if rank == found[0][0]]
        if found[0][0] == 0:  # blocks inside come first, whether the owner likes it or not
            return (nearest[:1] if len(nearest) <= slots else nearest), False
        waiting.append((slots, nearest))
    if kind == MONTHLY and len(waiting) == 1 and len(waiting[0][1]) <= waiting[0][0]:
        return waiting[0][1][:1], False
    return [each for _, nearest in waiting for each in nearest], kind != MONTHLY


async def assign_sources(g: State, side: int, kind: str) -> None:
    """13.3.b, 15.1.b, A11 One block after another gets its Oasis or Fortress, as far as they go."""
    while True:
        found, may_decline = next_assignment(g, side, kind)
        if not found:
            return
        block, source = found[0]
        if may_decline or len(found) > 1:
            answer = await choose_assignment(g, side, found, may_decline=may_decline)
            if answer == DONE:
                return  # the owner keeps back what is left
            block, source = g.pack.block_index[answer[1]], g.pack.place_index[answer[3]]
        bind(g, block, source, [each for each, _ in found])


async def choose_assignment(
    g: State, side: int, found: list[tuple[int, int]], *, may_decline: bool
) -> Option:
    """13.3.b Which of these blocks is supplied next, and from where."""
    options: list[Option] = [
        ("assign", g.block_id(block), g.place_id(g.place[block]), g.place_id(source))
        for block, source in found
    ]
    if may_decline:
        options.append(DONE)
    name = SIDES[side]
    await MARK
    return await Choose(
        name, "assign", lambda: options, "13.3.b", only=(name,), hides={"assign": (1,)},
        place=g.place_id(found[0][1]),
    )  # fmt: skip


def bind(g: State, block: int, source: int, among: list[int]) -> None:
    """13.3.b, 15.1.b The block is marked; both see which piece it is, by what lies on it."""
    g.bound = changed(g.bound, block, source)
    g.cache = lines_kept(g)
    lies, is_marked, has_moved = _look(g, block)
    g.tell_apart(
        "assigned", "13.3.b", g.pack.side_of[block], {"block": g.block_id(block)},
        reveals=len({_look(g, each) for each in among}) > 1,
        place=g.place_id(g.place[block]), source=g.place_id(source),
        disrupted=lies, unsupplied=is_marked, moved=has_moved,
    )  # fmt: skip


def _look(g: State, block: int) -> tuple[int, int, int]:
    """What lies on a block."""
    return int(g.disrupted[block] > 0), g.unsupplied[block], g.moved[block]


def unbind(g: State, side: int) -> None:
    """13.3.c Assignments are made anew."""
    g.bound = all_changed(g.bound, g.pack.blocks_of[side], NOBODY)
    g.cache = lines_kept(g)


# -- the checks --------------------------------------------------------------------------------


def on_map(g: State, side: int) -> list[int]:
    """The blocks of a side that stand in a hex."""
    return placement.on_map(g.here[side][: g.pack.size])


def initial_check(g: State) -> None:
    """12.7.a Mark the Unsupplied, then recover all Disrupted blocks that may, together.

    Also 12.1.a, 11.2.s1, R14.
    """
    side = g.active
    blocks = on_map(g, side)
    supplied = [block for block in blocks if is_supplied(g, block)]
    g.unsupplied = all_changed(g.unsupplied, blocks, 1)
    g.unsupplied = all_changed(g.unsupplied, supplied, 0)
    enemy_turn = g.last_turn[1 - side]
    recovering = [
        block
        for block in supplied
        if g.disrupted[block]
        and g.disrupted[block] < enemy_turn
        and holds(g, 1 - side)[g.place[block]] != 2
    ]
    recover(g, recovering)
    tell_unsupplied(g, side)


def tell_unsupplied(g: State, side: int) -> None:
    """Both see where blocks are marked Unsupplied."""
    places = [g.place[block] for block in on_map(g, side) if g.unsupplied[block]]
    if places:
        names = tuple(g.place_id(place) for place in sorted(places))
        g.tell("unsupplied", "12.7.a", side=SIDES[side], places=names)


def recover(g: State, blocks: list[int]) -> None:
    """11.2 Stand the blocks up again; enemies that lie Disrupted beside them Rout (5.3.s3, R24)."""
    g.disrupted = all_changed(g.disrupted, blocks, 0)
    for block in blocks:
        g.tell(
            "recovered", "11.2", side=SIDES[g.pack.side_of[block]],
            place=g.place_id(g.place[block]),
        )  # fmt: skip
    g.cache = {}
    for place in dict.fromkeys(g.place[block] for block in blocks):
        side = g.pack.side_of[blocks[0]]
        if g.here[1 - side][place] and g.defender[place] == NOBODY:
            # R24: the Routing side counts as Defender
            g.defender = changed(g.defender, place, 1 - side)
            g.cache = {}
        settle(g, place)


def final_check(g: State) -> None:
    """12.1.b Blocks still Unsupplied become Disrupted; engaged ones without a Shield die.

    Also 12.5.s1-12.5.s3, 12.7.b, 12.7.c, R4.
    """
    side = g.active
    struck: dict[int, None] = {}
    for block in on_map(g, side):
        if not g.unsupplied[block]:
            continue
        if is_supplied(g, block):
            g.unsupplied = changed(g.unsupplied, block, 0)
        elif not g.disrupted[block]:
            place = g.place[block]
            struck[place] = None
            g.tell("out_of_supply", "12.7.b", side=SIDES[side], place=g.place_id(place))
    for place in struck:
        for block in g.here[side][place]:
            if g.unsupplied[block] and not g.disrupted[block]:
                disrupt(g, block)
    for place in struck:
        if holds(g, side)[place] == 1 and holds(g, 1 - side)[place] == 2:
            for block in g.here[side][place]:
                if not has_line(g, block):
                    eliminate(g, block, "11.3.s3")
            settle(g, place)


def monthly_check(g: State) -> None:
    """12.5.s4, 12.7.d, 16.2, R47 Unsupplied blocks of both sides are lost, the others recover.

    R57 Where Disrupted blocks of both sides lie in one hex, neither is the first to recover.
    """
    lost: list[int] = []
    for side in (0, 1):
        lost += [block for block in on_map(g, side) if not is_supplied(g, block)]
    for block in lost:
        eliminate(g, block, "12.7.d")
    for place in range(g.pack.size):
        if g.here[0][place] or g.here[1][place]:
            settle(g, place)
    for side in (0, 1):
        g.unsupplied = all_changed(g.unsupplied, on_map(g, side), 0)
        ready = [
            block
            for block in on_map(g, side)
            if g.disrupted[block] and not g.here[1 - side][g.place[block]]
        ]
        recover(g, ready)
    g.cache = {}


def back_from_refit(g: State) -> None:
    """16.52.c Blocks away for a Month stand at their Base again, or wait behind it."""
    for block, place in enumerate(g.place):
        if place == REFIT:
            side = g.pack.side_of[block]
            at = g.pack.base[side]
            put(g, block, g.pack.wait[side] if g.here[1 - side][at] else at)
            g.tell("refitted", "16.52.c", side=SIDES[side])
