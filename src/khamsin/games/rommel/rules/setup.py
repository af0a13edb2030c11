"""18.0 Setting up: blocks, deployment, hands."""

from __future__ import annotations

from khamsin.games.rommel.model.pack import Pack
from khamsin.games.rommel.model.pieces import (
    ALLIED,
    AXIS,
    DUE,
    GROUP,
    LATER,
    MALTA,
    ROW,
    SIDES,
    UNPLACED,
    Row,
)
from khamsin.games.rommel.model.state import (
    BUILDUP,
    DEAL,
    DEPLOY,
    KEEP,
    SETUP,
    State,
    all_changed,
)
from khamsin.games.rommel.rules.supply.check import fortress_candidates
from khamsin.games.rommel.rules.supply.lines import could_supply
from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import MARK, Choose, Option
from khamsin.kernel.play.state import changed

from .blocks import holds, put
from .buildup import begin_special_buildup, special_buildup
from .cards import draw, reshuffle


def new_game(pack: Pack, setup: Setup) -> State:
    """13.1.a, 18.0.a, R39 Blocks to be placed, those that come later; Fortresses and minefields."""
    scenario = pack.scenarios[setup.scenario]
    g = State(pack, scenario, setup.options)
    for number, row in enumerate(scenario.rows):
        for block in row.blocks:
            _add(g, block, UNPLACED, ROW + number)
        for block in row.reduced:
            left = pack.full_cv[block] - pack.step_of[block]
            g.cv, g.seen = changed(g.cv, block, left), changed(g.seen, block, left)
    for block, month in scenario.reinforcements:
        _add(g, block, DUE, LATER + 2 * month + pack.side_of[block])
    for block in scenario.malta:
        _add(g, block, MALTA, GROUP)
    g.holder = all_changed(g.holder, scenario.axis_fortresses, AXIS)
    # 18.4: the Allied one in Tobruk, known to both
    g.mine = all_changed(g.mine, scenario.minefields, 1 - g.active)
    g.mine_seen = all_changed(g.mine_seen, scenario.minefields, 1)
    g.active = AXIS
    return g


def _add(g: State, block: int, place: int, kin: int) -> None:
    """A block of full strength that will come on the map."""
    g.place[block] = place
    full = g.pack.full_cv[block]
    g.cv, g.seen = changed(g.cv, block, full), changed(g.seen, block, full)
    g.kin = changed(g.kin, block, kin)


def to_place(g: State, side: int) -> list[tuple[Row, list[int]]]:
    """The rows of a side with the blocks that are still to be placed."""
    found: list[tuple[Row, list[int]]] = []
    for row in g.scenario.rows:
        blocks = [block for block in row.blocks if g.place[block] == UNPLACED]
        if blocks and row.side == side:
            found.append((row, blocks))
    return found


async def set_up(g: State) -> None:
    """18.0 Blocks are deployed, in Gazala points are spent (18.7.b), hands are dealt."""
    if g.step == DEPLOY:
        await deploy_side(g, AXIS)
        await deploy_side(g, ALLIED)
        if g.scenario.first_buildup_rp:
            begin_special_buildup(g)
        else:
            g.step = DEAL
    if g.phase == BUILDUP:
        await special_buildup(g)
        g.phase = SETUP
        g.step = DEAL
    if g.step == DEAL:
        await deal(g)
        g.player = AXIS
        g.step = KEEP
    if g.player == AXIS:
        await keep_or_redraw(g, AXIS)
        g.player = ALLIED
    await keep_or_redraw(g, ALLIED)
    g.extra = [0, 0]


async def deploy_side(g: State, side: int) -> None:
    """3.0, 18.0.b The Axis deploys first; a row with one hex needs no choice."""
    g.active = side
    name = SIDES[side]
    while rows := to_place(g, side):
        row, blocks = rows[0]
        if len(row.hexes) == 1:
            for block in blocks:
                deploy(g, block, row.hexes[0])
            continue
        await MARK
        answer = await Choose(
            name, "deploy", lambda: deployments(g), "18.0.b", only=(name,), hides={"deploy": (1,)}
        )
        deploy(g, g.pack.block_index[answer[1]], g.pack.place_index[answer[2]])


def deploy(g: State, block: int, place: int) -> None:
    """Put a block on the map; the enemy sees that one stands there."""
    put(g, block, place)
    g.tell_apart(
        "deployed", "18.0.b", g.pack.side_of[block], {"block": g.block_id(block)},
        place=g.place_id(place),
    )  # fmt: skip


def deployments(g: State) -> list[Option]:
    """18.0.b, R19 The blocks of the first open row, in any Supplied hex of its area."""
    row, blocks = to_place(g, g.active)[0]
    names = [g.place_id(place) for place in may_deploy(g, row)]
    return [("deploy", g.block_id(block), name) for block in blocks for name in names]


def may_deploy(g: State, row: Row) -> list[int]:
    """18.0.b, R19 Hexes of the area that the enemy does not hold and where there is supply."""
    side = row.side
    enemy = holds(g, 1 - side)
    most = dict(row.at_most)
    found: list[int] = []
    for place in row.hexes:
        if enemy[place]:
            continue
        if place in most:
            here = sum(g.place[block] == place for block in row.blocks)
            if here >= most[place]:
                continue
        if could_supply(g, side, place) or has_own_supply(g, side, place):
            found.append(place)
    return found


def has_own_supply(g: State, side: int, place: int) -> bool:
    """R19 Room in an isolated Fortress, or an Oasis that nobody uses yet."""
    if place in g.pack.oases and not g.here[side][place]:
        return True
    fortress = g.pack.fortress_at[place]
    if fortress < 0 or g.holder[fortress] != side:
        return False
    return len(fortress_candidates(g, side, fortress)) < g.pack.fortresses[fortress].capacity[side]


async def deal(g: State) -> None:
    """18.0.c First hands; the extra cards of Gazala's Buildup come with them (R38)."""
    for side in (AXIS, ALLIED):
        await draw(g, side, hand_size(g, side) + g.extra[side], "18.0.c")


def hand_size(g: State, side: int) -> int:
    """18.1-18.8, R35 The cards dealt at the start."""
    if side == ALLIED and g.has("printed_cards"):
        return g.scenario.printed[0]
    return g.scenario.hand[side]


async def keep_or_redraw(g: State, side: int) -> None:
    """3.3.e Each may throw in his hand once and draw as many new cards, the Axis first.

    Also 18.0.c, 18.0.d, R8.
    """
    options: list[Option] = [("keep",), ("redraw",)]
    await MARK
    answer = await Choose(SIDES[side], "hand", lambda: options, "18.0.c")
    if answer[0] == "keep":
        return
    count = sum(g.hand[side])
    g.spent = [g.spent[0] + g.hand[side][0], g.spent[1] + g.hand[side][1]]
    g.hand[side] = [0, 0]
    reshuffle(g)
    g.tell("redrawn", "18.0.c", side=SIDES[side], count=count)
    await draw(g, side, count, "18.0.c")
