"""16.0 Buildup (3.s1, end.1): month, dice, Reinforcements, spending of Rearmament Points."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, DUE, MALTA, NOBODY, REFIT, SIDES
from khamsin.games.rommel.model.state import (
    ARRIVE,
    BUILDUP_CHECK,
    CHALLENGE,
    DEAL,
    DICE,
    MALTA_CALL,
    RELAY,
    RESUPPLY,
    SPEND,
    State,
)
from khamsin.games.rommel.rules.combat.minefields import dismantle, lay_mine, mine_places, relays
from khamsin.games.rommel.rules.supply.check import (
    MONTHLY,
    assign,
    back_from_refit,
    monthly_check,
    unbind,
)
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.games.rommel.rules.supply.network import network
from khamsin.kernel.play.decision import Choose, Draw, Option, Roll

from .blocks import conceal, firm, fresh_shots, put
from .cards import discard, draw, reshuffle
from .redeployment import land_routes, routes_to_base, sea_routes, use_ports

LAND, REBUILD, EXTRA, MINES = range(4)
HIDES = {
    "redeploy": (1,),
    "sail": (1,),
    "refit": (1,),
    "rebuild": (1,),
    "mine": (1,),
    "relay": (0, 1, 2),  # 16.55.b: in secret, even that it is done
}


async def month_step(g: State) -> None:
    """3.2, 16.1 Advance the month; assignments lapse for the Buildup Check."""
    g.month += 1
    g.phase = "buildup"
    g.passed = 0
    fresh_shots(g)
    month = g.scenario.calendar[g.month - 1]
    g.tell("month", "16.1", month=g.month, name=month)
    for side in (ALLIED, AXIS):
        unbind(g, side)
    g.step = BUILDUP_CHECK


async def buildup_check_step(g: State) -> None:
    """12.7.d, 16.2 Networks are fixed, Unsupplied blocks lost; Refit is over."""
    for side in (ALLIED, AXIS):
        if await assign(g, side, MONTHLY):
            return
    g.net = [network(g, ALLIED), network(g, AXIS)]
    monthly_check(g)
    g.routes = {}
    back_from_refit(g)
    g.step = DICE


async def dice_step(g: State) -> None:
    """16.3.a-16.3.c The sum of all dice for each; the lower roll goes first, a tie the Allies."""
    count = g.scenario.buildup_dice
    allied = sum(await Roll(count, "buildup", "16.3.a", SIDES[ALLIED]))
    axis = sum(await Roll(count, "buildup", "16.3.a", SIDES[AXIS]))
    first = ALLIED if allied <= axis else AXIS
    g.tell("rp", "16.3.a", allied=allied, axis=axis, rp=allied + axis, side=SIDES[first])
    g.rp = [points + allied + axis for points in g.rp]
    begin_player(g, first, 0)
    g.step = ARRIVE


def begin_player(g: State, player: int, second: int) -> None:
    """16.5 One player's part of the Buildup."""
    g.player = player
    g.second = second
    g.ports = [0] * len(g.ports)
    g.extra[player] = 0
    g.headings[player] = [0, 0, 0, 0]


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


async def arrive_step(g: State) -> None:
    """16.41.a Those of this month arrive; each of the next month's has a chance to come early.

    Also 16.41.s1, R32.
    """
    side = g.player
    name = SIDES[side]
    base = g.pack.base[side]
    if g.here[side][g.pack.wait[side]] and not g.here[1 - side][base]:
        for block in g.here[side][g.pack.wait[side]]:
            put(g, block, base)
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
    may_call = side == AXIS and not g.malta_called and bool(g.scenario.malta)
    g.step = MALTA_CALL if may_call and g.month >= g.scenario.malta_month else SPEND


async def malta_step(g: State) -> None:
    """18.6.b The Axis may call the Malta Group once; from then on fewer cards are drawn."""
    options: list[Option] = [("wait",), ("malta",)]
    answer = await Choose(SIDES[AXIS], "malta", lambda: options, "18.6.b")
    if answer[0] == "malta":
        g.malta_called = 1
        for block in g.scenario.malta:
            if g.place[block] == MALTA:
                arrive(g, block)
        g.tell("malta", "18.6.b", side=SIDES[AXIS], count=len(g.scenario.malta))
    g.step = SPEND


# -- 16.5 Spending -----------------------------------------------------------------------------


def spend_options(g: State) -> list[Option]:
    """16.5.a, 16.51.s1 Everything that can be bought now, in any order."""
    side, rp, numbers = g.player, g.rp[g.player], g.pack.numbers
    names = g.pack.place_ids
    options: list[Option] = []
    for place, blocks in enumerate(g.here[side]):
        if not blocks:
            continue
        movers = redeployable(g, side, place)
        if not movers:
            continue
        here = names[place]
        if rp >= numbers.redeploy_rp:
            lands = [names[to] for to in land_routes(g, side, place)]
            for block in movers:
                who = g.block_id(block)
                options += [("redeploy", who, here, to) for to in lands]
        for to, cost in sea_routes(g, side, place):
            if cost <= rp:
                options += [
                    ("sail", g.block_id(block), here, names[to], str(cost)) for block in movers
                ]
        if routes_to_base(g, side, place):
            options += [("refit", g.block_id(block), here) for block in movers]
    options += rebuilds(g, side)
    if rp >= numbers.minefield_rp:
        cost_text = str(numbers.minefield_rp)
        options += [("mine", names[place], cost_text) for place in mine_places(g, side)]
    options += relays(g, side)
    if rp >= numbers.extra_card_rp:
        options.append(("extra", str(numbers.extra_card_rp)))
    return [*options, ("done",)]


def redeployable(g: State, side: int, place: int) -> list[int]:
    """11.1, 16.51.d Firm blocks; out of a battle only while another one stays."""
    blocks = firm(g, side, place)
    if place < g.pack.size and g.here[1 - side][place] and len(blocks) < 2:
        return []
    return blocks


def rebuilds(g: State, side: int) -> list[Option]:
    """1.6.b, 16.54, R60 Steps of blocks at the Base, at the price of their type."""
    base = g.pack.base[side]
    found: list[Option] = []
    for block in g.here[side][base]:
        cost = g.pack.rp_per_step[block]
        if g.cv[block] < g.pack.full_cv[block] and cost <= g.rp[side]:
            found.append(("rebuild", g.block_id(block), str(cost)))
    return found


async def spend_step(g: State) -> None:
    """16.5.a One purchase, or done."""
    side = g.player
    name = SIDES[side]
    answer = await Choose(
        name, "spend", lambda: spend_options(g), "16.5.a", only=(name,), hides=HIDES,
        rp=g.rp[side],
    )  # fmt: skip
    verb = answer[0]
    at = g.pack.place_index
    if verb == "done":
        g.step = RESUPPLY
    elif verb == "extra":
        pay(g, EXTRA, int(answer[1]))
        g.extra[side] += 1
        g.tell("bought_card", "16.6.b", side=name, rp=int(answer[1]))
    elif verb == "mine":
        pay(g, MINES, int(answer[2]))
        lay_mine(g, side, at[answer[1]])
    elif verb == "relay":
        if dismantle(g, side, (at[answer[1]], at[answer[2]])):
            g.step = RELAY
    else:
        move_or_mend(g, answer)


def move_or_mend(g: State, answer: Option) -> None:
    """16.51.b, 16.52.a, 16.53.a, 16.54 Redeployment, Return for Refit, Replacements."""
    side = g.player
    at = g.pack.place_index
    verb, block = answer[0], g.pack.block_index[answer[1]]
    if verb == "rebuild":
        pay(g, REBUILD, int(answer[2]))
        g.cv[block] += g.pack.step_of[block]
        g.worn[g.kin[block]] -= 1
        g.tell_apart(
            "rebuilt", "16.54", side, {"block": answer[1], "cv": g.cv[block]}, rp=int(answer[2])
        )
        return
    start = at[answer[2]]
    conceal(g, block)
    if verb == "refit":
        put(g, block, REFIT)
        g.tell_apart("refit", "16.52.a", side, {"block": answer[1]}, place=answer[2])
        return
    cost = int(answer[4]) if verb == "sail" else g.pack.numbers.redeploy_rp
    pay(g, LAND, cost)
    to = at[answer[3]]
    if verb == "sail":
        use_ports(g, start, to)
    put(g, block, to)
    if not has_line(g, block):
        g.bound[block] = NOBODY  # R63: the Fortress that fed it at the Check is out of reach
        g.cache = {}
    rule = "16.53.a" if verb == "sail" else "16.51.a"
    kind = "sailed" if verb == "sail" else "redeployed"
    g.tell_apart(kind, rule, side, {"block": answer[1]}, place=answer[2], to=answer[3], rp=cost)


def pay(g: State, heading: int, rp: int) -> None:
    """16.5.s2 The totals by heading are open to the enemy."""
    g.rp[g.player] -= rp
    g.headings[g.player][heading] += rp


async def relay_step(g: State) -> None:
    """16.55.b A minefield for the two that were dismantled, at once and for nothing."""
    side = g.player
    name = SIDES[side]
    answer = await Choose(
        name,
        "relay",
        lambda: [("mine", g.place_id(place), "0") for place in mine_places(g, side)],
        "16.55.b",
        only=(name,),
        hides={"mine": (0, 1, 2)},
    )
    lay_mine(g, side, g.pack.place_index[answer[1]])
    g.step = SPEND


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


async def resupply_step(g: State) -> None:
    """16.5.b, 16.6.b, R43 Save what may be saved; discard dummies; draw all cards together."""
    side = g.player
    special = bool(g.scenario.first_buildup_rp) and g.turn == 0
    g.rp[side] = min(g.rp[side], g.pack.numbers.saved_rp)
    land, rebuild, extra, mines = g.headings[side]
    g.tell(
        "buildup", "16.5.s2", side=SIDES[side], saved=g.rp[side], land=land, rebuild=rebuild,
        extra=extra, mines=mines,
    )  # fmt: skip
    if not special:  # R38: the cards of the special Buildup come with the first hand
        await discard(g, side)
        reshuffle(g)
        count = monthly_draw(g, side) + g.extra[side] + captured_cards(g, side)
        g.captured = [entry for entry in g.captured if entry[0] != side]
        g.extra[side] = 0
        await draw(g, side, count, "16.6.b")
    if not g.second:
        begin_player(g, 1 - side, 1)
        g.step = SPEND if special else ARRIVE
        return
    g.second = 0
    if special:
        g.step = DEAL
    else:
        g.phase = "initiative"
        g.step = CHALLENGE


def captured_cards(g: State, side: int) -> int:
    """1.7.c, 13.4.b As many cards as the enemy's port capacity in the Fortress."""
    return sum(
        g.pack.fortresses[fortress].capacity[1 - side]
        for owner, fortress in g.captured
        if owner == side
    )


def special_buildup(g: State) -> None:
    """18.7.b, R38 Before Gazala begins: fixed points, Allied first."""
    g.phase = "buildup"
    g.net = [network(g, ALLIED), network(g, AXIS)]
    g.routes = {}
    g.rp = [g.scenario.first_buildup_rp] * 2
    g.tell("special_buildup", "18.7.b", rp=g.scenario.first_buildup_rp)
    begin_player(g, ALLIED, 0)
    g.step = SPEND
