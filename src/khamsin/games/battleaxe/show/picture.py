"""The picture: what lies on the table at a moment. Both sides see all of it (7.1c)."""

from __future__ import annotations

import functools

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY, OFF_MAP, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import (
    ACTIVE,
    ASSAULT,
    END,
    NIGHT,
    REFIT,
    REGROUP,
    SETUP,
    SPENT,
    Battle,
    State,
)
from khamsin.games.battleaxe.rules.combat import has_combined_arms, lead_value, shaky_infantry
from khamsin.games.battleaxe.rules.control import has_room, is_free
from khamsin.games.battleaxe.rules.impulse import regroup_goals
from khamsin.games.battleaxe.rules.june15 import is_locked
from khamsin.games.battleaxe.rules.movement import allowance, entry_cost
from khamsin.games.battleaxe.rules.supply import in_supply
from khamsin.games.battleaxe.rules.support import has_air, is_air_ready
from khamsin.games.battleaxe.rules.victory import LAST_DAY, points_to_win
from khamsin.kernel.show.panels import BattleNow, BattleRow
from khamsin.kernel.show.scene import LabelledValue, Marker, Overlay, Picture, PieceNow, SpaceNow
from khamsin.kernel.text.narrator import Narrator

_TENS = 10
TOPICS = {
    "move": ("placed", "moved", "regrouped", "exploited", "activated", "regroups", "control"),
    "combat": (
        "attack", "lead", "air", "artillery", "no_artillery", "rommel_leads", "combat_dice",
        "outcome", "will_retreat", "retreated", "reduced", "eliminated", "no_second_activation",
    ),
}  # fmt: skip


def picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    """7.1c Everything on the table; it is open to both."""
    del side
    return {
        "spaces": _spaces(g),
        "pieces": _pieces(g),
        "markers": _markers(g, narrator),
        "bar": _bar(g, narrator),
        "facts": _facts(g, narrator),
        "battle": None if g.battle is None else _battle(g, g.battle, narrator),
    }


# Spaces and pieces are drawn at every decision and look the same most of the time. Those that
# look the same are one object: it is made once, and whoever compares two pictures sees at once
# what has changed. Nobody may write into a picture.


@functools.cache
def _space(control: int, active: bool, attacked: bool, contested: bool) -> SpaceNow:
    marks = {"active": active, "attacked": attacked, "contested": contested}
    return {"control": SIDES[control], "marks": [mark for mark, is_so in marks.items() if is_so]}


@functools.lru_cache(maxsize=20_000)
def _piece(at: str | None, face: int, marks: tuple[str, ...]) -> PieceNow:
    return {"at": at, "face": face, "marks": list(marks)}


def _spaces(g: State) -> dict[str, SpaceNow]:
    active = g.active if g.doing == ASSAULT else ()
    attacked, control, (allied, axis) = g.attacked, g.control, g.here
    return {
        name: _space(control[n], n in active, n in attacked, bool(allied[n] and axis[n]))
        for n, name in enumerate(g.pack.place_ids)
    }


def _pieces(g: State) -> dict[str, PieceNow]:
    acting = g.half if g.doing in (ASSAULT, REGROUP) else NOBODY
    leads = () if g.battle is None else (g.battle.lead, g.battle.lead_defender)
    some_locked = any(g.locked)
    place, steps, oos, names = g.place, g.steps, g.oos, g.pack.place_ids
    pieces: dict[str, PieceNow] = {}
    for n, (unit, side) in enumerate(zip(g.pack.unit_ids, g.pack.side_of, strict=True)):
        at: str | None = None
        if place[n] != OFF_MAP:
            at = names[place[n]]
        elif n in g.lost:
            at = f"{SIDES[side]}_lost"
        elif n not in g.unplaced:
            continue
        marks: tuple[str, ...] = ("out_of_supply",) if oos[n] else ()
        if some_locked and place[n] != OFF_MAP and is_locked(g, n):
            marks += ("locked",)
        if n in leads:
            marks += ("lead",)
        if side == acting:
            marks += _acts(g, n)
        pieces[unit] = _piece(at, int(steps[n] == REDUCED), marks)
    return pieces


def _acts(g: State, unit: int) -> tuple[str, ...]:
    """9.1 What a unit of the side that acts has done, or may do."""
    if g.status[unit] == SPENT:
        return ("spent",)
    if g.status[unit] != ACTIVE:
        return ()
    if g.spent[unit]:
        return ("moved",)
    return ("active",) if g.doing == ASSAULT else ()


# -- markers -----------------------------------------------------------------------------------


def _marker(narrator: Narrator, key: str, at: str, *, side: int = NOBODY, name: str = "") -> Marker:
    marker: Marker = {
        "id": name or key,
        "label": narrator.say(f"scene.marker_{key}"),
        "text": narrator.say(f"scene.short_{key}"),
        "at": at,
    }
    if side != NOBODY:
        marker["side"] = SIDES[side]
    return marker


def _markers(g: State, narrator: Narrator) -> list[Marker]:
    """3.2-3.5 What lies on tracks and in boxes."""
    turn = _marker(narrator, "turn", "turn_track")
    turn["cell"] = g.turn - 1
    impulse = _marker(narrator, "impulse", "impulse_track", side=g.half)
    impulse["cell"] = g.impulse - 1
    ones = _marker(narrator, "vp", "vp_track", side=ALLIED)
    ones["cell"] = g.vp % _TENS
    markers = [turn, impulse, ones]
    if g.vp >= _TENS:
        tens = _marker(narrator, "vp_tens", "vp_track", side=ALLIED)
        tens["cell"] = g.vp // _TENS
        markers.append(tens)
    if g.advantage != NOBODY:
        markers.append(_marker(narrator, "advantage", "advantage_box", side=g.advantage))
    for side in (ALLIED, AXIS):
        box = f"{SIDES[side]}_support"
        for number in range(g.artillery[side]):
            name = f"artillery_{SIDES[side]}_{number + 1}"
            markers.append(_marker(narrator, "artillery", box, side=side, name=name))
        if has_air(g, side) and is_air_ready(g, side):
            name = f"air_{SIDES[side]}"
            markers.append(_marker(narrator, "air", box, side=side, name=name))
    if g.rommel:
        markers.append(_marker(narrator, "rommel", "axis_support", side=AXIS))
    if g.fuel_low:
        markers.append(_marker(narrator, "fuel_low", "axis_support"))
    return markers


# -- words beside the map ----------------------------------------------------------------------


def _bar(g: State, narrator: Narrator) -> list[str]:
    """6.0 Where in the sequence of play we are."""
    if g.phase == SETUP:
        return [narrator.say("scene.bar_setup")]
    bar = [narrator.text("turn", g.turn)]
    if g.phase == REFIT:
        return [*bar, narrator.say("scene.bar_refit")]
    if g.phase == END:
        return [*bar, narrator.say("scene.bar_end")]
    bar.append(narrator.say("scene.bar_impulse", {"impulse": g.impulse}))
    bar.append(narrator.say("scene.bar_half", {"side": SIDES[g.half]}))
    if g.doing in (ASSAULT, REGROUP, NIGHT):
        bar.append(narrator.say(f"scene.bar_{g.doing}"))
    if g.battle is not None:
        bar.append(narrator.say("scene.bar_battle", {"place": g.place_id(g.battle.space)}))
    return bar


def _facts(g: State, narrator: Narrator) -> list[LabelledValue]:
    points = narrator.say("scene.value_vp", {"vp": g.vp, "needed": points_to_win(g)})
    if g.turn > LAST_DAY:  # 20.1
        points = narrator.say("scene.value_vp_relief", {"vp": g.vp})
    facts: list[tuple[str, str]] = [
        ("vp", points),
        ("advantage", narrator.text("side", SIDES[g.advantage] if g.advantage >= 0 else "nobody")),
        (
            "artillery",
            narrator.say(
                "scene.value_artillery",
                {"allied": g.artillery[ALLIED], "axis": g.artillery[AXIS]},
            ),
        ),
        ("fuel", narrator.say("scene.value_low" if g.fuel_low else "scene.value_enough")),
    ]
    locked = tuple(
        division.id for number, division in enumerate(g.pack.divisions) if g.locked[number]
    )
    if locked:
        facts.append(("locked", narrator.text("division", locked)))
    if g.points:
        facts.append(("points", str(g.points)))
    return [{"label": narrator.say(f"scene.fact_{key}"), "value": value} for key, value in facts]


# -- the battle --------------------------------------------------------------------------------


def _battle(g: State, b: Battle, narrator: Narrator) -> BattleNow:
    """11.4.2, 11.4.3 What makes up the two values, line by line, as far as it is known."""
    battle: BattleNow = {
        "title": narrator.say("scene.battle", {"place": g.place_id(b.space)}),
        "place": g.place_id(b.space),
        "attackers": [g.unit_id(unit) for unit in b.attackers],
        "defenders": [g.unit_id(unit) for unit in b.defenders],
        "rows": _rows(g, b, narrator),
    }
    if b.outcome:
        battle["outcome"] = narrator.text("outcome", b.outcome)
    return battle


def _rows(g: State, b: Battle, narrator: Narrator) -> list[BattleRow]:
    parts = _parts(g, b)
    if b.attack_roll:
        # The leads may have lost a step since: what they were worth is what is left of the values.
        lead = b.av - sum(attack for _, attack, _, _ in parts)
        against = b.dv - sum(defence for _, _, defence, _ in parts)
    else:
        lead = 0 if b.lead == NOBODY else lead_value(g, b.lead, b.attackers)
        against = 0 if b.lead_defender == NOBODY else lead_value(g, b.lead_defender, b.defenders)
    parts.insert(0, ("lead", lead, against, "11.4.2A"))
    parts.append(("dice", b.attack_roll, b.defence_roll, "11.4.1"))
    rows: list[BattleRow] = [
        {
            "label": narrator.say(f"scene.row_{key}"),
            "attack": _plus(attack),
            "defence": _plus(defence),
            "rule": rule,
        }
        for key, attack, defence, rule in parts
        if attack or defence
    ]
    if b.attack_roll:
        rows.append(
            {
                "label": narrator.say("scene.row_total"),
                "attack": str(b.av + b.attack_roll),
                "defence": str(b.dv + b.defence_roll),
                "rule": "11.4",
            }
        )
    return rows


def _parts(g: State, b: Battle) -> list[tuple[str, int, int, str]]:
    """11.4.2, 11.4.3 Everything but leads and dice: what it adds to attack and defence."""
    numbers = g.pack.numbers
    more = numbers.combat_other_unit
    arms = numbers.combat_combined_arms if has_combined_arms(g, b.attackers) else 0
    short = b.attacker == AXIS and g.fuel_low
    return [
        ("others", more * (len(b.attackers) - 1), more * (len(b.defenders) - 1), "11.4.2B"),
        ("air", b.air, 0, "10.1.4"),
        ("rommel", b.rommel, 0, "12.1E"),
        ("artillery", b.artillery[b.attacker], b.artillery[1 - b.attacker], "10.2.1d"),
        ("combined_arms", arms, 0, "11.4.2E"),
        ("italian", shaky_infantry(g, b), 0, "19.5"),
        ("terrain", 0, g.pack.spaces[b.space].tem, "11.4.3C"),
        ("fuel", 0, numbers.combat_fuel_shortage if short else 0, "14.1.1"),
    ]


def _plus(value: int) -> str:
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}" if value < 0 else ""


# -- what players count ------------------------------------------------------------------------


def overlays(g: State, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    """14.2 Supply of each side; 9.2 how far a unit could go from where it stands."""
    del side
    found: list[Overlay] = []
    for owner in (ALLIED, AXIS):
        flags = in_supply(g, owner)
        sources = g.pack.sources[owner]
        found.append(
            {
                "id": f"supply_{SIDES[owner]}",
                "label": narrator.say("scene.overlay_supply", {"side": SIDES[owner]}),
                "side": SIDES[owner],
                "spaces": {
                    g.place_id(space): 3 if space in sources and g.control[space] == owner else 2
                    for space, flag in enumerate(flags)
                    if flag
                },
            }
        )
    unit = g.pack.unit_index.get(piece, NOBODY)
    if unit != NOBODY and g.place[unit] != OFF_MAP:
        found.append(
            {
                "id": "range",
                "label": narrator.say("scene.overlay_range", {"unit": piece}),
                "side": SIDES[g.pack.side_of[unit]],
                "spaces": _range(g, unit),
            }
        )
    return found


def _range(g: State, unit: int) -> dict[str, int]:
    """9.2 Where the unit can go: 3 at once, 2 later, 1 at the end of its movement.

    While its side acts, what it may still do; otherwise an Assault from where it stands.
    """
    side = g.pack.side_of[unit]
    acts = g.half == side and g.doing in (ASSAULT, REGROUP)
    if is_locked(g, unit) or (acts and g.status[unit] != ACTIVE):
        return {}
    if acts and g.doing == REGROUP:
        return {g.place_id(space): 3 for space in regroup_goals(g, unit)}
    start = g.place[unit]
    spent, closed = (g.spent[unit], g.attacked) if acts else (0, ())
    best = {start: allowance(g, unit) - spent}
    shades = {}
    waiting = [start] if best[start] > 0 else []
    while waiting:
        here = waiting.pop(0)
        for near in g.pack.neighbours[here]:
            if near in closed or not has_room(g, near, side):
                continue
            if here == start and g.here[1 - side][start] and not is_free(g, near, side):
                continue  # 9.3.4
            rest = _left_after(g, side, near, best[here], fresh=here == start and not spent)
            if rest > best.get(near, -1):
                best[near] = rest
                shades[near] = 3 if here == start else 2 if rest else 1
                if rest > 0:
                    waiting.append(near)
    return {g.place_id(space): shade for space, shade in shades.items()}


def _left_after(g: State, side: int, space: int, left: int, *, fresh: bool) -> int:
    """9.2 What a unit has left after a step; less than nothing if it cannot make it."""
    stops = g.pack.is_zone[space] or bool(g.here[1 - side][space])
    if fresh:
        return 0 if stops else max(0, left - entry_cost(g, side, space))
    if g.pack.is_zone[space]:
        return -1
    rest = left - entry_cost(g, side, space)
    return min(rest, 0) if stops else rest
