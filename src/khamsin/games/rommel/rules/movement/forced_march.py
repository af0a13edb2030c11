"""6.4 Forced Marches: announced when all Moves and Retreats are made, and decided by a die."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import conceal, disrupt, holds, lose_step, put, settle, wear
from khamsin.games.rommel.rules.cards import PASS
from khamsin.games.rommel.rules.combat.flight import leave
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll
from khamsin.kernel.play.state import changed

from .block_moves import members, note_leaver
from .engagement import engage
from .reach import FAR, can_reach, is_full, needed, reach, speeds_needed
from .withdrawal import all_can_leave, goes_on, takes_march

HIDES = dict.fromkeys(("march", "march_engage"), (1,))


async def forced_marches(g: State) -> None:
    """3.43.a, 6.4.b, 6.4.c All Forced Marches are announced; then one die is rolled for each."""
    await announce_marches(g)
    announced, g.marches = g.marches, []
    if announced:
        dice = await Roll(len(announced), "march", "6.4.c", SIDES[g.active])
        for (block, to, via), die in zip(announced, dice, strict=True):
            march(g, block, to, via, die)
    g.leavers = []


async def announce_marches(g: State) -> None:
    """6.4.b One Forced March after another, until the Active Player is done."""
    name, at = SIDES[g.active], g.pack.place_index
    while may_announce(g):
        await MARK
        answer = await Choose(
            name, "march", lambda: [*marches(g), DONE], "6.4.b", only=(name,), hides=HIDES
        )
        if answer == DONE:
            return
        via = at[answer[4]] if len(answer) > 4 else NOBODY
        announce_march(g, g.pack.block_index[answer[1]], at[answer[3]], via)


def may_announce(g: State) -> bool:
    """6.4.a Whether anybody might march, as far as both can see: that nothing is asked tells it."""
    marching = [march[0] for march in g.marches]
    for number, (place, goal) in enumerate(g.moves):
        if goal != NOBODY:
            if any(block not in marching for block in members(g, number)):
                return True
            continue
        for block, walked in enumerate(g.walk):
            is_gone = walked is not None and walked[0] == place and block not in marching
            if is_gone and g.pack.side_of[block] == g.active:
                return True
    return False


def marches(g: State) -> list[Option]:
    """6.4.a, 6.4.s3, A10 One hex beyond the full range, for blocks that have used all of it."""
    options: list[Option] = []
    marching = [march[0] for march in g.marches]
    for number, (place, goal) in enumerate(g.moves):
        bonus = _bonus(g, number)
        if goal != NOBODY:
            options += _late_joiners(g, number, from_battle=False)
            continue
        for block, walked in enumerate(g.walk):
            if walked is None or walked[0] != place or g.pack.side_of[block] != g.active:
                continue
            if block in marching or not g.moved[block]:
                continue
            here = g.place[block]
            for there, via in _one_more(g, block, here, g.speeds[block] + bonus + 1):
                options.append(_march(g, block, here, there, via))
    return list(dict.fromkeys(options))  # two Regroups may meet in one hex


def leaving_marches(g: State) -> list[Option]:
    """5.2.s2, R61 Blocks that leave a battle so are named with their Move: they are in the Retreat.

    All others are announced when the Retreats are over.
    """
    options: list[Option] = []
    for number, (_, goal) in enumerate(g.moves):
        if goal != NOBODY:
            options += _late_joiners(g, number, from_battle=True)
    return list(dict.fromkeys(options))


def _bonus(g: State, move: int) -> int:
    return g.pack.numbers.rommel_bonus if g.rommel == move else 0


def _one_more(g: State, block: int, here: int, speed: int) -> list[tuple[int, int]]:
    """The hexes next to `here` that the block reaches by a Forced March and not without."""
    walked = g.walk[block]
    if walked is None or here < 0 or here >= g.pack.size or here == walked[0]:
        return []
    start, near = walked[0], dict(g.near[block])
    enemy = holds(g, 1 - g.active)
    is_leaver, is_pass = bool(g.disrupted[block]), g.option == PASS
    if enemy[here] and not (is_leaver and is_pass):
        return []  # 6.0.a: a block that Engages stops; 5.3.s2: who Retreats so goes past
    bonus = g.pack.numbers.bonus
    found: list[tuple[int, int]] = []
    for there, edge, kind in g.pack.steps[here]:
        via = here if enemy[there] and not is_leaver else NOBODY
        if there == start or (via != NOBODY and is_full(g, edge)):
            continue
        if is_pass:
            is_extra = goes_on(g, start, block, here, there, speed) and (
                via != NOBODY or takes_march(g, start, block, there, speed)
            )
        else:
            is_shut = is_leaver and enemy[there]  # 7.2.b: who leaves may not Engage
            is_within = via == NOBODY and near.get(there, FAR) < speed
            need = min(walked[1 + road] + 1 - bonus[min(road, kind)] for road in range(4))
            is_extra = need == speed and not is_shut and not is_within
        if is_extra:
            found.append((there, via))
    return found


def _late_joiners(g: State, move: int, *, from_battle: bool) -> list[Option]:
    """5.2.s2 Blocks of a Regroup that reach the destination only by a Forced March."""
    goal = g.moves[move][1]
    marching = [march[0] for march in g.marches]
    enemy, edge_of = holds(g, 1 - g.active), g.pack.board.edge
    options: list[Option] = []
    for block in members(g, move):
        start = g.place[block]
        if block in marching or start >= g.pack.size:
            continue
        if (g.defender[start] != NOBODY) != from_battle:
            continue
        speed = g.speeds[block] + _bonus(g, move) + 1
        ways = speeds_needed(g, g.active, start)
        vias = [via for place, via, need in ways if place == goal and need == speed]
        if g.option == PASS:
            if from_battle and not all_can_leave(g, start):
                continue  # 10.4.a
            near = g.pack.board.neighbours[goal] if enemy[goal] and not from_battle else (NOBODY,)
            vias = [
                via
                for via in near
                if takes_march(g, start, block, goal, speed, via)
                and (from_battle or can_reach(g, start, goal, via, speed))
            ]
        options += [
            _march(g, block, start, goal, via)
            for via in vias
            if via == NOBODY or not is_full(g, edge_of(via, goal))
        ]
    return options


def _march(g: State, block: int, start: int, to: int, via: int) -> Option:
    words = (g.block_id(block), g.place_id(start), g.place_id(to))
    return ("march", *words) if via == NOBODY else ("march_engage", *words, g.place_id(via))


def announce_march(g: State, block: int, to: int, via: int) -> None:
    """6.4.b, 6.4.s1 The march counts against the hexside limit from now on, whatever the die."""
    start = g.place[block]
    if not g.moved[block]:  # 5.2.s2: a Regroup, all the way at once
        row = [FAR, FAR, FAR, FAR]
        if g.option != PASS:
            ways = reach(g, g.active, start)
            row = ways.stops[to] if via == NOBODY else ways.fights[to, via]
        if g.defender[start] != NOBODY:
            note_leaver(g, block, to, row, 1)
        elif g.option != PASS:
            g.walk = changed(g.walk, block, (start, row[0], row[1], row[2], row[3]))
    g.moved = changed(g.moved, block, 1)
    g.marches.append((block, to, via))
    if via != NOBODY:
        if holds(g, 1 - g.active)[to] == 2:  # 5.3.s1: into lone Disrupted ones also in a Pass
            g.known[0] = max(g.known[0], 1)
        edge = g.pack.board.edge(via, to)
        g.used = changed(g.used, edge, g.used[edge] + 1)
    g.tell_apart(
        "march", "6.4.b", g.active, {"block": g.block_id(block)}, place=g.place_id(start),
        to=g.place_id(to),
    )  # fmt: skip


# -- T3.3 the dice -------------------------------------------------------------------------------


def march(g: State, block: int, to: int, via: int, die: int) -> None:
    """6.4.c 4 to 6: the extra hex. 1 to 3: Disrupted where it stands, or where it began.

    R58 The way is looked at again: it may have been closed since the march was announced.
    """
    start = g.place[block]
    name = SIDES[g.active]
    succeeds = die in g.pack.numbers.march_success
    g.tell(
        "march_die", "6.4.c", side=name, place=g.place_id(start), to=g.place_id(to), die=die,
        success=int(succeeds),
    )  # fmt: skip
    is_leaver = leaves(g, block)
    entry = _way_now(g, block, to, via)
    if not succeeds:
        disrupt(g, block)
        if is_leaver:
            wear(g, block, 1)
            lose_step(g, block, "6.4.s2")
    elif entry is None:
        g.tell("march_closed", "R58", side=name, place=g.place_id(start), to=g.place_id(to))
    elif is_leaver:
        leave(g, block, to, "6.4.c")
    else:
        conceal(g, block)
        put(g, block, to)
        if entry != NOBODY:
            edge = g.pack.board.edge(entry, to)
            counted = int(via != NOBODY)  # when it was announced
            g.used = changed(g.used, edge, g.used[edge] - counted)
            engage(g, block, to, edge)
    settle(g, start)


def leaves(g: State, block: int) -> bool:
    """6.4.s2 Whether the march is part of a Retreat: out of a battle, or still in it."""
    return bool(g.disrupted[block]) or g.defender[g.place[block]] != NOBODY


def _way_now(g: State, block: int, to: int, via: int) -> int | None:
    """R58 By which hex a block now enters the enemies at the end of its march.

    NOBODY if there are none; None if the way is shut.
    """
    start, walked = g.place[block], g.walk[block]
    enemies = holds(g, 1 - g.active)[to]
    entries = [via if enemies else NOBODY]
    if enemies and leaves(g, block):
        # 10.1.a he may not Engage; 5.3.s2 in a Withdrawal he goes past Disrupted enemies
        return NOBODY if g.option == PASS and enemies == 1 else None
    if enemies and via == NOBODY:  # they have fled there
        entries = [there for there, edge, _ in g.pack.steps[to] if not is_full(g, edge)]
    if walked is not None and walked[0] != start:  # 6.4.c one hex more
        entries = [entry for entry in entries if entry in (NOBODY, start)]
    elif g.option == PASS:  # 5.3.s6 along a line as it was when the Move began
        entries = [entry for entry in entries if entry in (NOBODY, via)]
    elif walked is not None:  # 5.2.s2 all the way, which may not have become longer
        speed = needed(g, list(walked[1:]))
        entries = [entry for entry in entries if can_reach(g, start, to, entry, speed)]
    return entries[0] if entries else None
