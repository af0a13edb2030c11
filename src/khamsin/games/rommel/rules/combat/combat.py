"""9 Combat: one round in one battle, both sides firing by class, and 10.41 Probe Combat."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ARMOR, ARTILLERY, CLASSES, INFANTRY, NOBODY, SIDES
from khamsin.games.rommel.model.state import Shot, State, all_changed
from khamsin.games.rommel.rules.blocks import firm, lose_step, settle
from khamsin.games.rommel.rules.victory import check_bases
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed
from khamsin.kernel.play.state import changed

from .losses import HIT, may_lose, worth

PROBE, ROUND = "probe", "round"


def begin_round(g: State, place: int, first: int, kind: str) -> None:
    """9.1, 10.41.b One side fires first: the Passive one, in a Probe the Rearguard."""
    g.fighting = place
    g.firing = first
    g.combat_kind = kind
    g.shots = []
    _ready(g)
    for side in (0, 1):
        g.fired = all_changed(g.fired, g.here[side][place], 0)
    g.volleys = [volley for volley in g.volleys if volley.place != place]
    g.tell(
        "combat", "9.1", place=g.place_id(place), kind=kind,
        assault=int(kind == ROUND and place in g.assaults),
    )  # fmt: skip


async def fight_round(g: State) -> None:
    """9.1 One side fires and the other takes its losses; then the other way round.

    Whoever has no Shield left does not fire: he Routs when the round is over (11.3.b).
    """
    if g.defender[g.fighting] == NOBODY:
        end_round(g)
    while g.firing != NOBODY:
        await fire(g)
        await take_losses(g)
        end_fire(g)


def end_fire(g: State) -> None:
    """9.1, 9.52.c The other side fires, or the round is over."""
    place = g.fighting
    _ready(g)
    settle(g, place)
    second = 1 - g.active if g.combat_kind == PROBE else g.active
    if g.defender[place] == NOBODY or g.firing == second or g.routs:
        end_round(g)
    else:
        g.firing = second


def end_round(g: State) -> None:
    """9.0 The last shot has fallen."""
    g.firing = NOBODY
    g.combat_kind = ""
    g.shots = []
    _ready(g)


def _ready(g: State) -> None:
    g.points = [0, 0, 0, 0]
    g.fallen = []


# -- fire --------------------------------------------------------------------------------------


def fighters(g: State, side: int) -> list[int]:
    """9.2, 10.41 Who fires and is fired at; in a Probe, of the Active side only the Rearguard."""
    blocks = firm(g, side, g.fighting)
    if g.combat_kind == PROBE and side == g.active:
        return [block for block in blocks if block in g.rear]
    return blocks


def by_class(g: State, side: int) -> list[list[int]]:
    """The fighting blocks of a side by class."""
    found: list[list[int]] = [[], [], [], []]
    for block in fighters(g, side):
        found[g.pack.class_of[block]].append(block)
    return found


def targets(g: State, block: int, present: list[int]) -> list[int]:
    """9.3.a, 9.3.b, 9.3.s1, R50 The classes that this block may fire at, of those still present."""
    own = g.pack.class_of[block]
    if own in (ARMOR, INFANTRY) and own in present:
        return [own]
    if own == ARTILLERY or present == [ARTILLERY]:
        return present
    return [each for each in present if each != ARTILLERY]


def to_fire(g: State) -> list[int]:
    """9.2.a Who may fire next: artillery before all others."""
    ready = [block for block in fighters(g, g.firing) if not g.fired[block]]
    guns = [block for block in ready if g.pack.class_of[block] == ARTILLERY]
    return guns or ready


def present_classes(g: State) -> list[int]:
    """9.3.d, 9.5.e The classes at which can still be fired."""
    return [
        number
        for number, blocks in enumerate(by_class(g, 1 - g.firing))
        if blocks and number not in g.fallen
    ]


def multiplier(g: State, block: int) -> int:
    """4.3.b, 4.s3, 9.21, 13.2.a, 13.5.s1, R3, R25 How many dice for each CV."""
    numbers, place = g.pack.numbers, g.fighting
    dice = 1
    if g.combat_kind == ROUND and place in g.assaults:
        dice *= numbers.assault_dice
    if g.pack.fortress_at[place] >= 0 and has_defences(g, g.pack.side_of[block]):
        is_armor = g.pack.class_of[block] == ARMOR
        dice *= numbers.fortress_dice_armor if is_armor else numbers.fortress_dice
    return dice


def has_defences(g: State, side: int) -> bool:
    """13.2, 14.2.e, 10.s4 The original Defender's advantage, unless he started the combat himself.

    A Probe is started by the Passive side.
    """
    started = 1 - g.active if g.combat_kind == PROBE else g.active
    return g.defender[g.fighting] == side and started != side


def shots_open(g: State) -> list[Option]:
    """9.2.a, 9.3.c Every block that may fire next, and at what."""
    present = present_classes(g)
    return [
        ("fire_at", g.block_id(block), CLASSES[target])
        for block in to_fire(g)
        for target in targets(g, block, present)
    ]


def order_matters(g: State, ready: list[int], present: list[int]) -> bool:
    """9.2, 9.3.d, 10.s6 Whether a class may fall before all have fired who must fire at it.

    Then whoever comes late may fire at another class, or is left for Pursuit Fire.
    """
    enemy = 1 - g.firing
    may_flee = len(g.here[enemy][g.fighting]) > len(fighters(g, enemy))
    if len(present) == 1 and not may_flee:
        return False
    for target in present:
        firing = [block for block in ready if targets(g, block, present) == [target]]
        kinds = {(g.pack.class_of[block], g.cv[block], g.speeds[block]) for block in firing}
        if len(kinds) < 2:
            continue
        most = [g.cv[block] * multiplier(g, block) * hit_worth(g, block) for block in firing]
        blocks = by_class(g, enemy)[target]
        if g.points[target] + sum(most) - min(most) >= worth(g, blocks):
            return True
    return False


def hit_worth(g: State, block: int) -> int:
    """9.52.a, 9.52.b, 14.2.b-14.2.d What a hit by this block counts for, in half hits."""
    place, numbers = g.fighting, g.pack.numbers
    is_mined = bool(g.mine_seen[place]) and g.mine[place] != NOBODY
    if not is_mined or not has_defences(g, 1 - g.firing):
        return HIT
    is_artillery = g.pack.class_of[block] == ARTILLERY
    return numbers.mine_artillery if is_artillery else numbers.mine_other


async def fire(g: State) -> None:
    """9.2.a One block after another fires, as long as there is something to fire at."""
    while True:
        present = present_classes(g)
        ready = to_fire(g)
        if not ready or not present:
            return
        choices = [targets(g, block, present) for block in ready]
        if all(len(each) == 1 for each in choices) and not order_matters(g, ready, present):
            block, target = ready[0], choices[0][0]
        else:
            await MARK
            answer = await Choose(
                SIDES[g.firing], "fire", lambda: shots_open(g), "9.2.a",
                place=g.place_id(g.fighting),
            )  # fmt: skip
            block, target = g.pack.block_index[answer[1]], CLASSES.index(answer[2])
        await shoot(g, block, target)


async def shoot(g: State, block: int, target: int) -> None:
    """9.2.b, 9.2.s1, 9.4 Roll the block's dice and count hits on the class."""
    pack, side = g.pack, SIDES[g.firing]
    own = pack.class_of[block]
    g.fired = changed(g.fired, block, 1)
    dice = await Roll(g.cv[block] * multiplier(g, block), "fire", "9.2.a", side)
    hits = sum(die in pack.numbers.fire[own][target] for die in dice)
    g.tell(
        "fired", "9.4", side=side, place=g.place_id(g.fighting), block=g.block_id(block),
        target=CLASSES[target], power=pack.numbers.fire_name[own][target], dice=dice, hits=hits,
    )  # fmt: skip
    g.shots.append(Shot(block, target, dice))
    g.points[target] += hits * hit_worth(g, block)
    blocks = by_class(g, 1 - g.firing)[target]
    if g.points[target] >= worth(g, blocks):
        g.fallen.append(target)  # 9.5.e


# -- losses ------------------------------------------------------------------------------------


async def take_losses(g: State) -> None:
    """9.5.c The owner of the losses takes one step after another from each class that was hit.

    Also 9.5.d.
    """
    for target in range(len(CLASSES)):
        while g.points[target] >= HIT:
            blocks = by_class(g, 1 - g.firing)[target]
            may = may_lose(g, blocks, g.points[target])
            if not may:
                break
            block = may[0]
            if len(may) > 1 and g.points[target] < worth(g, blocks):
                block = await choose_loss(g, may, g.points[target])
            g.points[target] -= HIT * g.pack.step_of[block]
            lose_one(g, block)
            check_bases(g)  # R45


async def choose_loss(g: State, may: list[int], points: int) -> int:
    """9.5.c Which block loses the next step."""
    await MARK
    answer = await Choose(
        SIDES[1 - g.firing],
        "losses",
        listed([("lose", g.block_id(block)) for block in may]),
        "9.5.c",
        place=g.place_id(g.fighting),
        hits=points // HIT,
    )
    return g.pack.block_index[answer[1]]


def lose_one(g: State, block: int) -> None:
    """9.5.a The block loses a step, in the sight of both."""
    if lose_step(g, block, "9.5.a"):
        g.tell(
            "step_lost", "9.5.a", side=SIDES[1 - g.firing], block=g.block_id(block),
            cv=g.cv[block], place=g.place_id(g.fighting),
        )  # fmt: skip
