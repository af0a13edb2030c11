"""16.0 Buildup (3.s1, end.1): month, check, dice, Reinforcements, Resupply."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, DUE, MALTA, SIDES
from khamsin.games.rommel.model.state import (
    ARRIVE,
    BUILDUP,
    BUILDUP_CHECK,
    DICE,
    RESUPPLY,
    SPEND,
    State,
)
from khamsin.games.rommel.rules.combat.rout import interruptions
from khamsin.games.rommel.rules.supply.check import (
    MONTHLY,
    assign_sources,
    back_from_refit,
    monthly_check,
    unbind,
)
from khamsin.games.rommel.rules.supply.network import network
from khamsin.kernel.play.decision import MARK, Choose, Draw, Option, Roll

from .blocks import fresh_shots, put
from .cards import discard, draw, reshuffle
from .spending import spend


def begin_month(g: State) -> None:
    """3.2, 16.1 Advance the month; assignments lapse for the Buildup Check."""
    g.month += 1
    g.phase = BUILDUP
    g.step = BUILDUP_CHECK
    fresh_shots(g)
    g.tell("month", "16.1", month=g.month, name=g.scenario.calendar[g.month - 1])
    for side in (ALLIED, AXIS):
        unbind(g, side)


async def buildup(g: State) -> None:
    """16.0 The Buildup Check, the dice, and both players' parts one after the other (16.3.b)."""
    if g.step == BUILDUP_CHECK:
        await buildup_check(g)
        g.step = DICE
    if g.step == DICE:
        await interruptions(g)
        begin_part(g, await roll_points(g), second=0)
        g.step = ARRIVE
    if not g.second:
        await player_part(g)
        begin_part(g, 1 - g.player, second=1)
        g.step = ARRIVE
    await player_part(g)
    g.second = 0


async def buildup_check(g: State) -> None:
    """12.7.d, 16.2 Networks are fixed, Unsupplied blocks lost; Refit is over."""
    for side in (ALLIED, AXIS):
        await assign_sources(g, side, MONTHLY)
    g.net = [network(g, ALLIED), network(g, AXIS)]
    monthly_check(g)
    g.routes = {}
    back_from_refit(g)


async def roll_points(g: State) -> int:
    """16.3.a-16.3.c The sum of all dice for each; the lower roll goes first, a tie the Allies."""
    count = g.scenario.buildup_dice
    allied = sum(await Roll(count, "buildup", "16.3.a", SIDES[ALLIED]))
    axis = sum(await Roll(count, "buildup", "16.3.a", SIDES[AXIS]))
    first = ALLIED if allied <= axis else AXIS
    g.tell("rp", "16.3.a", allied=allied, axis=axis, rp=allied + axis, side=SIDES[first])
    g.rp = [points + allied + axis for points in g.rp]
    return first


def begin_part(g: State, player: int, *, second: int) -> None:
    """16.5 One player's part of the Buildup."""
    g.player = player
    g.second = second
    g.ports = [0] * len(g.ports)
    g.extra[player] = 0
    g.headings[player] = [0, 0, 0, 0]


async def player_part(g: State) -> None:
    """16.4, 16.5, 16.6.b Reinforcements, then spending, then Resupply."""
    if g.step == ARRIVE:
        await MARK
        await reinforcements(g)
        await call_malta(g)
        g.step = SPEND
    if g.step == SPEND:
        await spend(g)
        g.step = RESUPPLY
    await resupply(g)


def begin_special_buildup(g: State) -> None:
    """18.7.b, R38 Before Gazala begins: fixed points, Allied first."""
    g.phase = BUILDUP
    g.step = SPEND
    g.net = [network(g, ALLIED), network(g, AXIS)]
    g.routes = {}
    g.rp = [g.scenario.first_buildup_rp] * 2
    g.tell("special_buildup", "18.7.b", rp=g.scenario.first_buildup_rp)
    begin_part(g, ALLIED, second=0)


async def special_buildup(g: State) -> None:
    """18.7.b, R38 Both spend; the cards that they buy come with the first hand."""
    if not g.second:
        await spend(g)
        begin_part(g, AXIS, second=1)
    await spend(g)
    g.second = 0


# -- 16.4 Reinforcements -----------------------------------------------------------------------


def arrive(g: State, block: int) -> None:
    """16.4, 16.41.s3 A block comes to its Base, or waits behind it while enemies are there."""
    side = g.pack.side_of[block]
    base = g.pack.base[side]
    put(g, block, g.pack.wait[side] if g.here[1 - side][base] else base)
    name = SIDES[side]
    g.tell("arrived_block", "16.41.a", (name,), side=name, block=g.block_id(block))


def due(g: State, side: int, month: int) -> list[int]:
    """16.41 Blocks of a side that come in this month and are not in play yet."""
    return [
        block
        for block, when in g.scenario.reinforcements
        if when == month and g.place[block] == DUE and g.pack.side_of[block] == side
    ]


async def reinforcements(g: State) -> None:
    """16.41.a Those of this month arrive; each of the next month's has a chance to come early.

    Also 16.41.s1, R32.
    """
    side = g.player
    name = SIDES[side]
    now = due(g, side, g.month)
    for block in now:
        arrive(g, block)
    if now:
        g.tell("arrived", "16.41.a", side=name, count=len(now))
    early = due(g, side, g.month + 1) if g.month < g.scenario.end_month else []
    if early:
        # 16.41.b: the owner knows for which block each die falls, the enemy does not.
        names = [g.block_id(block) for block in early]
        order = await Draw(names, len(names), "early_order", "16.41.b", only=(name,))
        dice = await Roll(len(names), "early", "16.41.b", name)
        came = 0
        for block_name, die in zip(order, dice, strict=True):
            if die in g.pack.numbers.early_on:
                arrive(g, g.pack.block_index[block_name])
                came += 1
        g.tell("early", "16.41.b", side=name, dice=dice, count=came)


async def call_malta(g: State) -> None:
    """18.6.b The Axis may call the Malta Group once; from then on fewer cards are drawn."""
    scenario = g.scenario
    if g.player != AXIS or g.malta_called or not scenario.malta or g.month < scenario.malta_month:
        return
    options: list[Option] = [("wait",), ("malta",)]
    answer = await Choose(SIDES[AXIS], "malta", lambda: options, "18.6.b")
    if answer[0] == "malta":
        g.malta_called = 1
        for block in scenario.malta:
            if g.place[block] == MALTA:
                arrive(g, block)
        g.tell("malta", "18.6.b", side=SIDES[AXIS], count=len(scenario.malta))


# -- 16.6 Resupply -----------------------------------------------------------------------------


def monthly_draw(g: State, side: int) -> int:
    """18.1-18.8 The monthly cards of a side; the Malta Group and month 11 change the Axis'."""
    scenario = g.scenario
    if side == ALLIED:
        return scenario.printed[1] if g.has("printed_cards") else scenario.draw[ALLIED]
    if g.malta_called:
        return scenario.malta_draw
    if g.month >= scenario.draw_later_month:
        return scenario.draw_later
    return scenario.draw[AXIS]


async def resupply(g: State) -> None:
    """16.6.a, 16.6.b, R43 Discard dummies; draw all cards together."""
    side = g.player
    await discard(g, side)
    reshuffle(g)
    count = monthly_draw(g, side) + g.extra[side] + captured_cards(g, side)
    g.captured = [entry for entry in g.captured if entry[0] != side]
    g.extra[side] = 0
    await draw(g, side, count, "16.6.b")


def captured_cards(g: State, side: int) -> int:
    """1.7.c, 13.4.b As many cards as the enemy's port capacity in the Fortress."""
    return sum(
        g.pack.fortresses[fortress].capacity[1 - side]
        for owner, fortress in g.captured
        if owner == side
    )
