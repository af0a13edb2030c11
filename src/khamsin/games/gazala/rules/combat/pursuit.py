"""9.5 Pursuit after combat, 10.81.b breaches on the way, and 12.2 Fuller pursuit."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import AXIS, NOBODY, SIDES
from khamsin.games.gazala.model.state import Battle, State
from khamsin.games.gazala.rules.control import breach, go, has_room
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option, Roll, listed

from .hits import give_up_step
from .retreat import is_open_ground, is_passable

STOP: Option = ("stop",)


class Pursuit:
    """9.5 One pursuit: how far it goes, who has made it, and from where mines were tried."""

    __slots__ = ("hexes", "made_by", "tried_from")

    def __init__(self, hexes: int) -> None:
        self.hexes = hexes
        """9.51 The longest way of any pursuer."""
        self.made_by: tuple[int, ...] = ()
        self.tried_from: tuple[int, ...] = ()
        """10.81.b Of each hex one unit tries to breach."""


def longest(g: State, unit: int, hexes: int) -> int:
    """9.51, 9.56 How far a unit may pursue: foot and mechanised units have a limit of their own."""
    limits = g.pack.numbers.pursuit
    return min(hexes, limits["mech"] if g.pack.is_mech[unit] else limits["foot"])


def pursuers(g: State, b: Battle, p: Pursuit) -> list[int]:
    """9.5, 9.52, 9.57, R23 Units beside the empty hex that did not have to retreat.

    10.81.b: over mines only those who have attacked over them, if no unit of their hex has tried
    to breach them yet.
    """
    pack = g.pack
    found: list[int] = []
    for near in pack.board.neighbours[b.target]:
        is_mined = _is_mined(g, near, b.target)
        found += [
            unit
            for unit in g.here[g.active][near]
            if unit not in p.made_by
            and unit not in b.retreated
            and is_open_ground(g, unit, near, b.target)
            and not (is_mined and (near in p.tried_from or not _may_breach(g, b, unit)))
        ]
    return found


def _is_mined(g: State, here: int, target: int) -> bool:
    return g.active == AXIS and bool(g.mines[g.pack.board.edge(here, target)])


def _may_breach(g: State, b: Battle, unit: int) -> bool:
    """10.81.b, 10.85.a An attacker; an engineer who has assisted others does not try himself."""
    return unit in b.attackers and not (g.pack.is_engineer[unit] and g.helped[unit])


async def pursue(g: State, b: Battle, hexes: int) -> None:
    """9.5 The winners may follow, one unit or stack after another; by 12.2 also aside."""
    p = Pursuit(hexes)
    while options := pursuit_options(g, b, p):
        answer = await Choose(
            SIDES[g.active], "pursue", listed([*options, DONE]), "9.5", place=g.place_id(b.target)
        )
        if answer == DONE:
            return
        units = _named(g, b, p, answer)
        p.made_by = (*p.made_by, *units)
        if answer[0] == "aside":
            _advance(g, units, g.pack.board.at(answer[2]), "12.2")
        elif await _is_way_open(g, b, p, units):
            await _follow(g, b, units, hexes)


def _named(g: State, b: Battle, p: Pursuit, answer: Option) -> tuple[int, ...]:
    """The unit that an answer names, or the stack in a hex."""
    if answer[0] != "stack":
        return (g.pack.unit_index[answer[1]],)
    here = g.pack.board.at(answer[1])
    return _stack(g, [unit for unit in pursuers(g, b, p) if g.place[unit] == here])


async def _is_way_open(g: State, b: Battle, p: Pursuit, units: tuple[int, ...]) -> bool:
    """10.81.b Over mines the first of a hex must breach them."""
    here = g.place[units[0]]
    if not _is_mined(g, here, b.target):
        return True
    p.tried_from = (*p.tried_from, here)
    return await _breach(g, b, units[0])


def _stack(g: State, units: list[int]) -> tuple[int, ...]:
    """Units of one hex that can go together: of one kind, mechanised first."""
    mech = [unit for unit in units if g.pack.is_mech[unit]]
    return tuple(mech if len(mech) > 1 else [unit for unit in units if not g.pack.is_mech[unit]])


def pursuit_options(g: State, b: Battle, p: Pursuit) -> list[Option]:
    """9.5, 12.2 Single units, stacks, and by the option attackers that step aside."""
    able = pursuers(g, b, p)
    options: list[Option] = [
        ("advance", g.unit_id(unit)) for unit in able if _fits(g, b, (unit,), p.hexes)
    ]
    for here in sorted({g.place[unit] for unit in able}):
        units = _stack(g, [unit for unit in able if g.place[unit] == here])
        if _is_mined(g, here, b.target):
            continue  # one unit tries to breach; through the gap others may follow
        if len(units) > 1 and _fits(g, b, units, p.hexes):
            options.append(("stack", g.place_id(here)))
    if g.has("fuller_pursuit"):
        options += [
            ("aside", g.unit_id(unit), g.place_id(there))
            for unit in b.attackers
            if unit not in p.made_by and unit not in b.retreated
            for there in aside_hexes(g, b, unit)
        ]
    return options


def _fits(g: State, b: Battle, units: tuple[int, ...], hexes: int) -> bool:
    """9.53, 5.3 There is room in the hex, or in one beyond it that they may go on to."""
    left = _left_after(g, g.place[units[0]], min(longest(g, u, hexes) for u in units))
    return _can_end(g, b, units, b.target, (), left)


def _can_end(
    g: State, b: Battle, units: tuple[int, ...], here: int, trail: tuple[int, ...], left: int
) -> bool:
    """9.53 Only where a pursuit ends there must be room: full hexes may be passed."""
    return has_room(g, here, units) or bool(_onward(g, b, units, here, trail, left))


def _left_after(g: State, here: int, left: int) -> int:
    """9.55 A hex of pursuit, and one more if the hex that is left lies in an enemy ZOC."""
    return left - (2 if g.zoc[1 - g.active][here] else 1)


def _onward(
    g: State, b: Battle, units: tuple[int, ...], here: int, trail: tuple[int, ...], left: int
) -> list[int]:
    """9.53-9.55, 9.57 Where pursuers may go on to, also back where they have been; foot only in
    the steps of those who fled.
    """
    if left < (2 if g.zoc[1 - g.active][here] else 1):
        return []
    near = list(g.pack.board.neighbours[here])
    is_foot = any(not g.pack.is_mech[unit] for unit in units)
    fled = [path for path in b.paths if path]
    if is_foot and fled:
        at = len(trail)
        near = [p[at] for p in fled if len(p) > at and p[:at] == trail and p[at] in near]
        near = list(dict.fromkeys(near))
    left = _left_after(g, here, left)
    return [
        there
        for there in near
        if is_passable(g, units, here, there)
        and _can_end(g, b, units, there, (*trail, there), left)
    ]


async def _follow(g: State, b: Battle, units: tuple[int, ...], hexes: int) -> None:
    """9.54 First into the attacked hex, then on as far as the pursuit goes."""
    left = min(longest(g, unit, hexes) for unit in units)
    left = _left_after(g, g.place[units[0]], left)
    _advance(g, units, b.target, "9.54")
    trail: tuple[int, ...] = ()
    here = b.target
    while True:
        ahead = _onward(g, b, units, here, trail, left)
        if not ahead:
            return
        options: list[Option] = [("to", g.place_id(there)) for there in ahead]
        if has_room(g, here, units):
            options.append(STOP)
        answer = await Choose(
            SIDES[g.active], "pursue_on", listed(options), "9.54", place=g.place_id(here)
        )
        if answer == STOP:
            return
        left = _left_after(g, here, left)
        here = g.pack.board.at(answer[1])
        trail = (*trail, here)
        _advance(g, units, here, "9.54")


def _advance(g: State, units: tuple[int, ...], there: int, rule: str) -> None:
    """9.54, 12.2 The units go one hex."""
    start = g.place_id(g.place[units[0]])
    for unit in units:
        go(g, unit, there)
    names = tuple(g.unit_id(unit) for unit in units)
    g.tell("pursued", rule, units=names, start=start, place=g.place_id(there))


async def _breach(g: State, b: Battle, unit: int) -> bool:
    """10.81.b, 10.84, 10.85.a One try for each hex; an engineer of the attack may assist."""
    pack, dice = g.pack, g.pack.numbers.dice
    here = g.place[unit]
    (die,) = await Roll(1, "breach", "10.81.b", SIDES[AXIS])
    g.tried[unit] = 1
    helper = NOBODY if pack.is_engineer[unit] else _helper(g, b, unit)
    if helper != NOBODY:
        g.helped[helper] += 1
    has_engineer = helper != NOBODY or pack.is_engineer[unit]
    total = die + (dice["breach_engineer"] if has_engineer else 0)
    if total >= dice["breach_from"]:
        breach(g, pack.board.edge(here, b.target))
        g.tell("breached", "10.86", place=g.place_id(here), beyond=g.place_id(b.target), die=die)
        return True
    g.tell("not_breached", "10.84", place=g.place_id(here), beyond=g.place_id(b.target), die=die)
    if total <= dice["breach_disaster"]:
        give_up_step(g, b, (unit,), unit, "10.84")
    return False


def _helper(g: State, b: Battle, unit: int) -> int:
    """10.85.a An engineer of the attack who began the impulse in the unit's hex, has not tried to
    breach himself, and may still assist.
    """
    most = g.pack.numbers.dice["breach_assisted"]
    able = [
        other
        for other in g.here[AXIS][g.place[unit]]
        if g.pack.is_engineer[other]
        and other in b.attackers
        and other not in b.retreated
        and g.began[other] == g.began[unit]
        and not g.tried[other]
        and g.helped[other] < most
    ]
    return able[0] if able else NOBODY


def aside_hexes(g: State, b: Battle, unit: int) -> list[int]:
    """12.2 A hex beside the attacked one, not from ZOC to ZOC and without enemies."""
    pack = g.pack
    here, zoc = g.place[unit], g.zoc[1 - g.active]
    if here < 0 or not pack.board.adjacent(here, b.target):
        return []
    return [
        there
        for there in pack.board.neighbours[here]
        if pack.board.adjacent(there, b.target)
        and is_passable(g, (unit,), here, there)
        and not (zoc[here] and zoc[there])
        and has_room(g, there, (unit,))
    ]
