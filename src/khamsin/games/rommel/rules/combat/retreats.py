"""10.3, 10.4, 10.41 Retreats (T3.2): groups leave their battles, perhaps behind a Rearguard."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import State, all_changed
from khamsin.games.rommel.rules.blocks import firm, hide, settle
from khamsin.games.rommel.rules.cards import PASS
from khamsin.games.rommel.rules.movement.block_moves import move_of
from khamsin.games.rommel.rules.movement.reach import FORCED_MARCH, can_reach
from khamsin.kernel.play.decision import MARK, Choose

from .battles import show_blocks
from .combat import PROBE, begin_round, fight_round
from .flight import RETREAT, begin_flight, retreat_moves
from .rout import interruptions


async def retreats(g: State) -> None:
    """10.3, 10.4.a, 10.s3, A5 One group after another leaves its battle."""
    while True:
        await interruptions(g)
        if g.fighting != NOBODY:
            await fight_probe(g)
            continue
        place = await next_retreat(g)
        if place == NOBODY:
            return
        g.retreated.append(place)
        drop_stuck(g, place)
        going = leaving(g, place)
        if not going:
            continue
        g.rear = tuple(block for block in firm(g, g.active, place) if block not in going)
        if not g.rear:
            begin_flight(g, place, g.active, RETREAT, going)
        elif await is_probed(g, place, going):
            show_blocks(g, [*g.rear, *firm(g, 1 - g.active, place)])
            begin_round(g, place, g.active, PROBE)
        else:
            retreat_moves(g, place, going)


async def next_retreat(g: State) -> int:
    """10.3 The battle that is left next, as the Active Player likes; NOBODY: all are done."""
    places = list(dict.fromkeys(g.place[block] for block, _, _ in g.leavers))
    places = [place for place in places if place not in g.retreated]
    if not places:
        return NOBODY
    await MARK
    if len(places) == 1:
        return places[0]
    answer = await Choose(
        SIDES[g.active],
        "retreats",
        lambda: [("retreat", g.place_id(each)) for each in places],
        "10.3",
    )
    return g.pack.place_index[answer[1]]


def leaving(g: State, place: int) -> list[int]:
    """The blocks that are to leave this hex."""
    return [block for block, _, _ in g.leavers if g.place[block] == place]


def drop_stuck(g: State, place: int) -> None:
    """10.1.a, A5 A leaver whose way has been closed since stays, and belongs to the Rearguard."""
    if g.option == PASS:
        return
    stuck: list[int] = []
    for block, to, is_march in g.leavers:
        if g.place[block] == place:
            bonus = g.pack.numbers.rommel_bonus if move_of(g, block, to) == g.rommel else 0
            speed = g.speeds[block] + bonus + is_march * FORCED_MARCH
            if not can_reach(g, place, to, NOBODY, speed):
                stuck.append(block)
    if not stuck:
        return
    g.leavers = [entry for entry in g.leavers if entry[0] not in stuck]
    g.walk = all_changed(g.walk, stuck, None)
    g.tell(
        "cannot_leave", "10.1.a", side=SIDES[g.active], place=g.place_id(place), count=len(stuck)
    )


# -- 10.4, 10.41 Partial Retreats ----------------------------------------------------------------


async def is_probed(g: State, place: int, going: list[int]) -> bool:
    """10.4.b, 10.4.c, 10.41.a The Passive Player may probe the Rearguard of a partial Retreat."""
    if place not in g.probed:
        g.probed.append(place)
    for block in going:
        hide(g, block)
    name = g.place_id(place)
    g.tell("partial_retreat", "10.4.b", side=SIDES[g.active], place=name, count=len(going))
    answer = await Choose(
        SIDES[1 - g.active],
        "probe",
        lambda: [("probe", name), ("let_go", name)],
        "10.41.a",
        place=name,
    )
    return answer[0] == "probe"


async def fight_probe(g: State) -> None:
    """10.41.b Probe Combat; Routs that it brings about come before the leavers go (11.3.s1).

    10.41.c, 10.41.d The Rearguard screens them from Pursuit Fire, if any of it is left.
    """
    await fight_round(g)
    await interruptions(g)
    place = g.fighting
    g.fighting = NOBODY
    going = leaving(g, place)
    if not going:
        settle(g, place)
    elif any(g.place[block] == place for block in g.rear):
        retreat_moves(g, place, going)
    else:
        begin_flight(g, place, g.active, RETREAT, going)
