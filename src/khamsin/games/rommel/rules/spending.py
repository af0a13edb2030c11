"""16.5 Spending of Rearmament Points: Redeployment, Refit, Replacements, minefields, cards."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, REFIT, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.combat.minefields import dismantle, lay_mine, mine_places, relays
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option
from khamsin.kernel.play.state import changed

from .blocks import conceal, firm, lines_kept, put
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


async def spend(g: State) -> None:
    """16.5.a One purchase after another, until the player is done; then the rest is saved."""
    side = g.player
    name = SIDES[side]
    while True:
        await MARK
        answer = await Choose(
            name, "spend", lambda: spend_options(g), "16.5.a", only=(name,), hides=HIDES,
            rp=g.rp[side],
        )  # fmt: skip
        if answer == DONE:
            break
        await buy(g, answer)
    save_points(g)


async def buy(g: State, answer: Option) -> None:
    """16.5.a One purchase."""
    side, at, verb = g.player, g.pack.place_index, answer[0]
    if verb == "extra":
        pay(g, EXTRA, int(answer[1]))
        g.extra[side] += 1
        g.tell("bought_card", "16.6.b", side=SIDES[side], rp=int(answer[1]))
    elif verb == "mine":
        pay(g, MINES, int(answer[2]))
        lay_mine(g, side, at[answer[1]])
    elif verb == "relay":
        if dismantle(g, side, (at[answer[1]], at[answer[2]])):
            await lay_anew(g)
    else:
        move_or_mend(g, answer)


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
    return [*options, DONE]


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


def move_or_mend(g: State, answer: Option) -> None:
    """16.51.b, 16.52.a, 16.53.a, 16.54 Redeployment, Return for Refit, Replacements."""
    side = g.player
    at = g.pack.place_index
    verb, block = answer[0], g.pack.block_index[answer[1]]
    if verb == "rebuild":
        pay(g, REBUILD, int(answer[2]))
        g.cv = changed(g.cv, block, g.cv[block] + g.pack.step_of[block])
        g.worn = changed(g.worn, g.kin[block], g.worn[g.kin[block]] - 1)
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
        # R63: the Fortress that fed it at the Check is out of reach
        g.bound = changed(g.bound, block, NOBODY)
        g.cache = lines_kept(g)
    rule = "16.53.a" if verb == "sail" else "16.51.a"
    kind = "sailed" if verb == "sail" else "redeployed"
    g.tell_apart(kind, rule, side, {"block": answer[1]}, place=answer[2], to=answer[3], rp=cost)


def pay(g: State, heading: int, rp: int) -> None:
    """16.5.s2 The totals by heading are open to the enemy."""
    g.rp[g.player] -= rp
    g.headings[g.player][heading] += rp


async def lay_anew(g: State) -> None:
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


def save_points(g: State) -> None:
    """16.5.b, 16.5.s2 Save what may be saved; what was spent, the enemy sees by its heading."""
    side = g.player
    g.rp[side] = min(g.rp[side], g.pack.numbers.saved_rp)
    land, rebuild, extra, mines = g.headings[side]
    g.tell(
        "buildup", "16.5.s2", side=SIDES[side], saved=g.rp[side], land=land, rebuild=rebuild,
        extra=extra, mines=mines,
    )  # fmt: skip
