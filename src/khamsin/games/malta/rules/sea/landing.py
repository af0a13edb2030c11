"""18 Amphibious landings: filling the boxes, coming ashore, the water's edge, the beach."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    AXIS,
    COAST_GUN,
    ENGINEER,
    FOLLOW_UP,
    HQ,
    INFANTRY,
    LEADER,
    MARINE,
    MILITIA,
    NOBODY,
    W1,
    W2,
)
from khamsin.games.malta.model.state import LANDED, MOVED, SECOND_WAVE, State, alter
from khamsin.games.malta.rules.combat.losses import (
    choose_losses,
    eliminate,
    leaders_at_risk,
    reveal,
)
from khamsin.games.malta.rules.combat.strength import attack
from khamsin.games.malta.rules.control import (
    has_units,
    in_enemy_zoc,
    near_enemy,
    next_to_enemy,
    put,
)
from khamsin.games.malta.rules.movement.breakdown import (
    break_down,
    reform,
    reformable,
    why_not_break,
)
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.games.malta.rules.movement.movement import may_enter
from khamsin.games.malta.rules.movement.regroup import stacking
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed

from .gunnery import aboard, box_units, boxes, is_held, named_box

FIRST_INFANTRY, FIRST_MARINES = 2, 3  # 18.31


# -- filling the boxes -------------------------------------------------------------------------


def first_wave_takes(g: State, unit: int, there: Sequence[int]) -> bool:
    """18.31, 18.32 Two companies of infantry or engineers and one marine, or marines alone."""
    kind = g.pack.kind[unit]
    kinds = [g.pack.kind[other] for other in there]
    marines = kinds.count(MARINE)
    others = len(kinds) - marines
    if kind == MARINE:
        return marines < (1 if others else FIRST_MARINES)
    if kind not in (INFANTRY, ENGINEER) or not g.pack.is_company[unit]:
        return False
    return others < FIRST_INFANTRY and marines <= 1


def second_wave_takes(
    g: State, unit: int, beach: int, first: Sequence[int], second: Sequence[int]
) -> bool:
    """18.31, 18.32 One company, HQ or artillery battalion, behind a first wave or unopposed."""
    pack = g.pack
    if not (pack.is_company[unit] or pack.kind[unit] in (HQ, ARTILLERY)):
        return False
    if second:
        return False
    return bool(first) or not next_to_enemy(g, AXIS, beach)


def fill_options(g: State) -> list[Option]:
    """18.31, 18.32, 18.91 Battalions that may break down, and units that may go into the boxes."""
    pack = g.pack
    options: list[Option] = []
    full = aboard(g)
    for zone_number, zone in enumerate(pack.zones):
        waiting = [u for u, place in enumerate(g.place) if place == FOLLOW_UP - zone_number]
        if not waiting:
            continue
        open_beaches = [
            (pack.beach_number[h], h) for h in zone.beaches if not has_units(g, ALLIED, h)
        ]
        known: set[tuple[int, int]] = set()
        for unit in waiting:
            name = g.unit_id(unit)
            if pack.kind[unit] == LEADER:
                options += _escorts(g, unit, open_beaches)
                continue
            if why_not_break(g, unit) is None:
                options.append(("break", name))
            if pack.is_battalion[unit] and pack.kind[unit] != ARTILLERY:
                continue
            pool = pack.pool_of[unit]
            if pool != NOBODY:  # nameless companies are all alike
                if (pool, g.formation[unit]) in known:
                    continue
                known.add((pool, g.formation[unit]))
            for number, beach in open_beaches:
                first, second = full.get(W1 - number, ()), full.get(W2 - number, ())
                if any(g.formation[u] != g.formation[unit] for u in (*first, *second)):
                    continue  # 18.32, 18.92: never two divisions on one beach
                if first_wave_takes(g, unit, first):
                    options.append(("first", name, f"w1_{g.hex_id(beach)}"))
                if second_wave_takes(g, unit, beach, first, second):
                    options.append(("second", name, f"w2_{g.hex_id(beach)}"))
    return options


def _escorts(g: State, leader: int, beaches: list[tuple[int, int]]) -> list[Option]:
    """18.33 An ADC may land with the HQ or any unit of his division."""
    formation = g.pack.leaders.index(leader)
    if not g.adc[leader]:
        return []
    return [
        ("escort", g.unit_id(leader), f"{wave}_{g.hex_id(beach)}")
        for number, beach in beaches
        for wave, box in (("w1", W1 - number), ("w2", W2 - number))
        if any(g.formation[unit] == formation for unit in box_units(g, box))
    ]


async def fill_phase(g: State) -> None:
    """4.22, 18.0, 18.31 The Axis player breaks battalions down and fills the boxes."""
    while is_held(g):
        options = fill_options(g)
        if not options:
            return
        answer = await Choose("axis", "fill", listed([*options, ("done",)]), "18.31")
        if answer == ("done",):
            return
        fill(g, answer)
        await MARK


def fill(g: State, answer: Option) -> None:
    """18.31, 18.33 One step of it; the commander of the 4th Division goes with its HQ."""
    unit = g.pack.unit_index[answer[1]]
    if answer[0] == "break":
        break_down(g, unit)
        return
    box, _ = named_box(g, answer[2])
    old = g.place[unit]
    put(g, unit, box)
    g.tell("boarded", "18.31", unit=answer[1], place=answer[2])
    if unit in g.pack.hqs:
        leader = g.pack.leaders[g.pack.hqs.index(unit)]
        if leader != NOBODY and not g.adc[leader] and g.place[leader] == old:
            put(g, leader, box)


# -- coming ashore -----------------------------------------------------------------------------


async def first_wave(g: State) -> None:
    """4.22 The first wave lands."""
    await land(g, W1, W2)


async def second_wave(g: State) -> None:
    """18.8 Then the second."""
    await land(g, W2, 2 * W2)


async def land(g: State, top: int, bottom: int) -> None:
    """18.5, 18.61, 18.62 Onto the beaches: landing losses, then the water's edge."""
    beaches = [(box, beach) for box, beach in boxes(g) if bottom < box <= top]
    if not is_held(g) or not beaches:
        return
    landed: dict[int, tuple[int, ...]] = {}
    for box, beach in beaches:
        units = [unit for unit, place in enumerate(g.place) if place == box]
        for unit in units:
            g.did[unit] |= LANDED | (SECOND_WAVE if top == W2 else 0)
            g.unsupplied = alter(g.unsupplied, unit, 0)  # 8.53
            g.deployed = alter(g.deployed, unit, 0)  # R57
            await enter(g, unit, beach)
        g.landed = alter(g.landed, beach, 1)
        landed[beach] = tuple(units)
        g.tell("ashore", "18.5", units=g.names(units), place=g.hex_id(beach))
    for beach, ashore in landed.items():
        await landing_losses(g, beach, ashore)
    await waters_edge(g, [beach for beach, ashore in landed.items() if _holds(g, beach, ashore)])


def _holds(g: State, beach: int, ashore: tuple[int, ...]) -> bool:
    """18.61 Whether units that have just landed are still there, besides those of earlier turns."""
    return any(g.place[unit] == beach and g.pack.kind[unit] != LEADER for unit in ashore)


async def landing_losses(g: State, beach: int, units: tuple[int, ...]) -> None:
    """18.5, R35 A die for each unit with an Allied unit near: 7 or more eliminates it."""
    numbers = g.pack.tables.numbers
    rolling = [unit for unit in units if g.pack.kind[unit] not in (HQ, LEADER)]
    if not rolling or not near_enemy(g, AXIS, beach, 2):
        return
    bonus = numbers.landing_adjacent if next_to_enemy(g, AXIS, beach) else numbers.landing_near
    dice = await Roll(len(rolling), "landing", "18.5", "axis")
    g.tell("landing_losses", "18.5", place=g.hex_id(beach), dice=dice, bonus=bonus)
    for unit, die in zip(rolling, dice, strict=True):
        if die + bonus >= numbers.landing_eliminated:
            eliminate(g, unit, "18.5")  # no combat: leaders are safe (14.41)


# -- the water's edge --------------------------------------------------------------------------


def edge_options(g: State, beaches: list[int], fired: list[tuple[int, int]]) -> list[Option]:
    """18.61, R34 Allied units next to fresh landings, each at one beach in the whole phase."""
    options: list[Option] = []
    for beach in beaches:
        for n in g.pack.near[beach]:
            for unit in g.here[ALLIED][n]:
                if g.pack.kind[unit] in (LEADER, COAST_GUN, ARTILLERY) or not attack(g, unit):
                    continue
                if any(unit == other for other, _ in fired):
                    continue
                if any(unit == other and beach != at for other, at, _ in g.shots):
                    continue
                options.append(("fire", g.unit_id(unit), g.hex_id(beach)))
    return options


def _may_be_fired_at(g: State, beaches: list[int]) -> bool:
    """Whether the Allies are asked: what lies face down next to a beach may be worth nothing."""
    return any(
        g.pack.kind[unit] == MILITIA and not g.seen[unit]
        for beach in beaches
        for n in g.pack.near[beach]
        for unit in g.here[ALLIED][n]
    )


async def waters_edge(g: State, beaches: list[int]) -> None:
    """18.61, 18.62, R33, R71 Allied fire beach by beach, then what is left there fires back."""
    fired: list[tuple[int, int]] = []
    while True:
        options = edge_options(g, beaches, fired)
        if not options and not _may_be_fired_at(g, beaches):
            break
        answer = await Choose("allied", "edge_fire", listed([*options, ("done",)]), "18.61")
        if answer == ("done",):
            break
        unit, beach = g.pack.unit_index[answer[1]], g.pack.board.at(answer[2])
        reveal(g, unit, "16.35" if g.pack.kind[unit] == MILITIA else "16.22")
        fired.append((unit, beach))
    g.shots = (*g.shots, *[(unit, beach, 0) for unit, beach in fired])
    under_fire = [beach for beach in beaches if any(beach == at for _, at in fired)]
    for beach in under_fire:
        units = tuple([unit for unit, at in fired if at == beach])
        if await _edge_roll(g, ALLIED, beach, units):
            lost, _ = await choose_losses(g, AXIS, _axis_there(g, beach), 1, "18.61")
            await leaders_at_risk(g, AXIS, lost)
    for beach in under_fire:
        if await _edge_roll(g, AXIS, beach, _axis_there(g, beach)):
            victims = tuple(
                [
                    unit
                    for n in g.pack.touch[beach]
                    for unit in g.here[ALLIED][n]
                    if g.pack.kind[unit] not in (LEADER, COAST_GUN)
                ]
            )
            lost, _ = await choose_losses(g, ALLIED, victims, 1, "18.62")
            await leaders_at_risk(g, ALLIED, lost)


def _axis_there(g: State, beach: int) -> tuple[int, ...]:
    kind = g.pack.kind
    return tuple([unit for unit in g.here[AXIS][beach] if kind[unit] != LEADER])


async def _edge_roll(g: State, side: int, beach: int, units: tuple[int, ...]) -> bool:
    """18.61, 18.62, R34 Sum the attack strengths and roll on the water's edge table."""
    strength = sum(attack(g, unit) for unit in units if g.pack.kind[unit] != ARTILLERY)
    if not strength:
        return False
    rule = "18.61" if side == ALLIED else "18.62"
    (die,) = await Roll(1, "waters_edge", rule, ("allied", "axis")[side])
    wanted = next(hits for low, high, hits in g.pack.tables.waters_edge if low <= strength <= high)
    g.tell(
        "waters_edge", rule, side=("allied", "axis")[side], place=g.hex_id(beach),
        strength=strength, die=die, hit=int(die in wanted),
    )  # fmt: skip
    return die in wanted


# -- the beach ---------------------------------------------------------------------------------


def beach_movers(g: State, flag: int) -> list[int]:
    """18.7, 18.8 Landed units and leaders outside enemy zones of control that have not moved."""
    return [
        unit
        for units in g.here[AXIS]
        for unit in units
        if g.did[unit] & flag
        and not g.did[unit] & MOVED
        and not in_enemy_zoc(g, AXIS, g.place[unit])
    ]


def one_hex(g: State, unit: int) -> list[int]:
    """18.7, 19.6 Where a unit may go that moves one hex."""
    pack = g.pack
    return [
        n
        for n, _, _ in pack.steps[pack.move_class[unit]][0][g.place[unit]]
        if may_enter(g, unit, n)
    ]


def beach_options(g: State, flag: int) -> list[Option]:
    """18.7 The moves, and the battalions that may re-form."""
    options: list[Option] = [
        ("move", g.unit_id(unit), g.hex_id(n))
        for unit in beach_movers(g, flag)
        for n in one_hex(g, unit)
    ]
    return options + reform_options(g, flag)


def reform_options(g: State, flag: int) -> list[Option]:
    """13.2, R78 The battalions of which a company has just come."""
    return [
        ("reform", g.unit_id(battalion), g.hex_id(h)) for battalion, h in reformable(g, AXIS, flag)
    ]


async def first_beach(g: State) -> None:
    """18.7 After the first wave."""
    await one_hex_each(g, LANDED, beach_options, "beach_move", "18.7")


async def second_beach(g: State) -> None:
    """18.8 After the second, only those who came with it."""
    await one_hex_each(g, SECOND_WAVE, beach_options, "beach_move", "18.8")


async def one_hex_each(
    g: State, flag: int, offers: Callable[[State, int], list[Option]], prompt: str, rule: str
) -> None:
    """18.7, 19.6, R78 One hex each for those with the flag, and re-forming, which ends a move."""
    while options := offers(g, flag):
        answer = await Choose("axis", prompt, listed([*options, ("done",)]), rule)
        if answer == ("done",):
            return
        unit, h = g.pack.unit_index[answer[1]], g.pack.board.at(answer[2])
        if answer[0] == "reform":
            reform(g, unit, h, flag)
            g.did[unit] |= MOVED
        else:
            start = g.place[unit]
            g.did[unit] |= MOVED
            await enter(g, unit, h)
            g.tell("moved", rule, unit=answer[1], path=(g.hex_id(start), answer[2]), points=1)
        await MARK


async def after_landing(g: State) -> None:
    """7.2 The end of the phase."""
    g.shots = ()
    await stacking(g)
