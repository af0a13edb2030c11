"""9.5 Pursuit after combat, 10.81.b breaches on the way, and 12.2 Fuller pursuit."""

from __future__ import annotations

from khamsin.kernel.decision import Choose, Option, Roll, listed

from .ground import breach, go, has_room
from .losses import lose_step
from .pieces import AXIS, SIDES
from .retreat import is_passable
from .state import Battle, State

DONE: Option = ("done",)
STOP: Option = ("stop",)


def longest(g: State, unit: int, hexes: int) -> int:
    """9.51, 9.56 How far a unit may pursue: foot and mechanised units have a limit of their own."""
    limits = g.pack.numbers.pursuit
    return min(hexes, limits["mech"] if g.pack.is_mech[unit] else limits["foot"])


def pursuers(g: State, b: Battle, done: tuple[int, ...]) -> list[int]:
    """9.5, 9.52, R23 Units beside the empty hex that did not have to retreat."""
    pack = g.pack
    return [
        unit
        for near in pack.board.neighbours[b.target]
        for unit in g.here[g.active][near]
        if unit not in done and unit not in b.retreated and _can_enter(g, unit, b.target)
    ]


def _can_enter(g: State, unit: int, target: int) -> bool:
    """9.57, 10.81.b A unit may go in; over mines it must try to breach them first."""
    pack, here = g.pack, g.place[unit]
    edge = pack.board.edge(here, target)
    return not (pack.is_cliff[edge] and pack.is_mech[unit])


def _is_mined(g: State, here: int, target: int) -> bool:
    return g.active == AXIS and bool(g.mines[g.pack.board.edge(here, target)])


async def pursue(g: State, b: Battle, hexes: int) -> None:
    """9.5 The winners may follow, one unit or stack after another."""
    done: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()
    while True:
        options = _options(g, b, hexes, done, tried)
        if not options:
            return
        answer = await Choose(
            SIDES[g.active], "pursue", listed([*options, DONE]), "9.5", place=g.hex_id(b.target)
        )
        if answer == DONE:
            return
        if answer[0] == "aside":
            unit = g.pack.unit_index[answer[1]]
            _tell(g, (unit,), g.pack.board.at(answer[2]), "12.2")
            done = (*done, unit)
            continue
        if answer[0] == "stack":
            here = g.pack.board.at(answer[1])
            units = _stack(g, [u for u in pursuers(g, b, done) if g.place[u] == here])
        else:
            units = (g.pack.unit_index[answer[1]],)
            here = g.place[units[0]]
        if _is_mined(g, here, b.target):
            tried = (*tried, here)
            units = await _breach(g, b, units)
            if not units:
                continue
        done = (*done, *units)
        await _follow(g, b, units, hexes)


def _stack(g: State, units: list[int]) -> tuple[int, ...]:
    """Units of one hex that can go together: of one kind, mechanised first."""
    mech = [unit for unit in units if g.pack.is_mech[unit]]
    return tuple(mech if len(mech) > 1 else [unit for unit in units if not g.pack.is_mech[unit]])


def _options(
    g: State, b: Battle, hexes: int, done: tuple[int, ...], tried: tuple[int, ...]
) -> list[Option]:
    able = [
        unit
        for unit in pursuers(g, b, done)
        if not (_is_mined(g, g.place[unit], b.target) and g.place[unit] in tried)
    ]
    options: list[Option] = [
        ("advance", g.unit_id(unit)) for unit in able if _fits(g, b, (unit,), hexes)
    ]
    for here in sorted({g.place[unit] for unit in able}):
        units = _stack(g, [unit for unit in able if g.place[unit] == here])
        if len(units) > 1 and _fits(g, b, units, hexes):
            options.append(("stack", g.hex_id(here)))
    if g.has("fuller_pursuit"):
        options += [
            ("aside", g.unit_id(unit), g.hex_id(there))
            for unit in able
            if unit in b.attackers
            for there in aside_hexes(g, b, unit)
        ]
    return options


def _fits(g: State, b: Battle, units: tuple[int, ...], hexes: int) -> bool:
    """9.53, 5.3 There is room in the hex, or in one beyond it that they may go on to."""
    if has_room(g, b.target, units):
        return True
    left = _left_after(g, g.place[units[0]], min(longest(g, u, hexes) for u in units))
    return bool(_onward(g, b, units, b.target, (), left))


def _left_after(g: State, here: int, left: int) -> int:
    """9.55 A hex of pursuit, and one more if the hex that is left lies in an enemy ZOC."""
    return left - (2 if g.zoc[1 - g.active][here] else 1)


def _onward(
    g: State, b: Battle, units: tuple[int, ...], here: int, trail: tuple[int, ...], left: int
) -> list[int]:
    """9.54, 9.55, 9.57 Where pursuers may go on to: foot in the steps of those who fled."""
    if left < (2 if g.zoc[1 - g.active][here] else 1):
        return []
    near = [there for there in g.pack.board.neighbours[here] if there not in (*trail, b.target)]
    is_foot = any(not g.pack.is_mech[unit] for unit in units)
    fled = [path for path in b.paths if path]
    if is_foot and fled:
        at = len(trail)
        near = [p[at] for p in fled if len(p) > at and p[:at] == trail and p[at] in near]
        near = list(dict.fromkeys(near))
    return [
        there for there in near if is_passable(g, units, here, there) and has_room(g, there, units)
    ]


async def _follow(g: State, b: Battle, units: tuple[int, ...], hexes: int) -> None:
    """9.54 First into the attacked hex, then on as far as the pursuit goes."""
    left = min(longest(g, unit, hexes) for unit in units)
    left = _left_after(g, g.place[units[0]], left)
    _tell(g, units, b.target, "9.54")
    trail: tuple[int, ...] = ()
    here = b.target
    while True:
        ahead = _onward(g, b, units, here, trail, left)
        if not ahead:
            return
        options: list[Option] = [("to", g.hex_id(there)) for there in ahead]
        if trail or has_room(g, here, units):
            options.append(STOP)
        answer = await Choose(
            SIDES[g.active], "pursue_on", listed(options), "9.54", place=g.hex_id(here)
        )
        if answer == STOP:
            return
        left = _left_after(g, here, left)
        here = g.pack.board.at(answer[1])
        trail = (*trail, here)
        _tell(g, units, here, "9.54")


def _tell(g: State, units: tuple[int, ...], there: int, rule: str) -> None:
    start = g.hex_id(g.place[units[0]])
    for unit in units:
        go(g, unit, there)
    names = tuple(g.unit_id(unit) for unit in units)
    g.tell("pursued", rule, units=names, start=start, place=g.hex_id(there))


async def _breach(g: State, b: Battle, units: tuple[int, ...]) -> tuple[int, ...]:
    """10.81.b, 10.84 One try for each hex; an engineer among them helps. Returns who may go on."""
    pack, dice = g.pack, g.pack.numbers.dice
    here = g.place[units[0]]
    (die,) = await Roll(1, "breach", "10.81.b", SIDES[AXIS])
    engineers = [u for u in g.here[AXIS][here] if pack.is_engineer[u] and u not in b.retreated]
    total = die + (dice["breach_engineer"] if engineers else 0)
    if total >= dice["breach_from"]:
        breach(g, pack.board.edge(here, b.target))
        g.tell("breached", "10.86", place=g.hex_id(here), beyond=g.hex_id(b.target), die=die)
        return units
    g.tell("not_breached", "10.84", place=g.hex_id(here), beyond=g.hex_id(b.target), die=die)
    if total <= dice["breach_disaster"]:
        lose_step(g, units[0], "10.84")
    return ()


def aside_hexes(g: State, b: Battle, unit: int) -> list[int]:
    """12.2 A hex beside the attacked one, not from ZOC to ZOC and without enemies."""
    pack = g.pack
    here, zoc = g.place[unit], g.zoc[1 - g.active]
    return [
        there
        for there in pack.board.neighbours[here]
        if pack.board.adjacent(there, b.target)
        and is_passable(g, (unit,), here, there)
        and not (zoc[here] and zoc[there])
        and has_room(g, there, (unit,))
    ]
