"""The picture: what lies on the table at a moment, as one side sees it.

What is printed on face-down counters is for the Allies only (16.2, 16.35, 16.51), what the Axis has
planned for the Axis only (19.3).
"""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    AXIS,
    DAY_BOX,
    GONE,
    LEADER,
    NOBODY,
    ORDERS,
    SIDES,
    TURN_BOX,
    TURNS,
    UNUSED,
    WEATHERS,
)
from khamsin.games.malta.model.state import (
    ADVANCED,
    ATTACKED,
    BOMBARDED,
    DROPPED,
    FLEW_IN,
    LANDED,
    MOVED,
    SILENT,
    TRIED,
    State,
    whereabouts,
)
from khamsin.games.malta.rules.combat.strength import is_remnant
from khamsin.games.malta.rules.sequence import (
    ALLIED_TURN,
    AXIS_TURN,
    BEFORE,
    DAY,
    DROPPING,
    END,
    FIGHTING,
    LANDING,
    MOVING,
    phases_now,
)
from khamsin.kernel.show.panels import Phase, marked_phases
from khamsin.kernel.show.scene import Arrow, LabelledValue, Marker, Picture, PieceNow, SpaceNow
from khamsin.kernel.text.narrator import Narrator

from .boards import battle_board, surrender
from .drawing import ISLAND, PLANNING

TOPICS = {
    "move": (
        "moved", "infiltration", "broken_down", "reformed", "deployed", "limbered", "placed",
        "set_up", "sailed", "boarded", "arrived", "ashore", "marker_drops", "marker_down",
        "came_down", "flew_in", "shifted",
    ),
    "combat": (
        "attack", "odds", "combat", "command", "communications", "attack_cancelled", "stand",
        "retreated", "advanced", "step_lost", "reduced", "eliminated", "disorganised",
        "demoralised", "bombardment", "bombardment_vain", "breakthrough", "breakthrough_vain",
        "revealed", "fort_destroyed", "targeted", "ship_fire", "gun_fire", "box_fire",
        "landing_losses", "waters_edge", "flak", "airborne_loss", "raid", "raid_driven_off",
        "leader_roll", "leader_killed", "leader_overrun", "guns_approached",
        "guns_silenced", "guns_left_out",
    ),
}  # fmt: skip
SETBACKS = (
    "step_lost", "reduced", "eliminated", "disorganised", "demoralised", "retreated",
    "leader_killed", "fort_destroyed",
)  # fmt: skip


_ZONE_MARKS = ("drop_ramcke", "drop_folgore")
"""19.31 Where a drop zone marker is planned."""
_ROUNDS = ("no_ammunition", "one_round")
"""12.53 What artillery with so few rounds shows."""


def picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    """Everything on the table that this side (None: an observer) may see."""
    shown: Picture = {
        "spaces": _spaces(g, side),
        "pieces": {**_pieces(g, side), **_drop_zones(g)},
        "markers": _markers(g, narrator),
        "bar": _bar(g, narrator),
        "facts": _facts(g, narrator),
        "battle": battle_board(g, g.battle, narrator) if g.battle is not None else None,
        "arrows": _arrows(g, side, narrator),
        "sequence": sequence(g, narrator),
        "sheet": PLANNING if g.phase in ("fill", "guns") else ISLAND,
        "in_hand": "" if g.moving == NOBODY else g.unit_id(g.moving),
    }
    return shown


def _spaces(g: State, side: str | None) -> dict[str, SpaceNow]:
    names = g.pack.place_ids
    owner = SIDES
    spaces: dict[str, SpaceNow] = {
        names[h]: {"control": owner[holder], "marks": []} for h, holder in enumerate(g.control)
    }
    marks = [(h, "fort_destroyed") for h in g.pack.forts if not g.forts[h]]
    marks += [(h, "landed_beach") for h in g.pack.beaches if g.landed[h]]
    targets = {h for _, h, _ in g.fires} | {h for _, h in g.guards}
    marks += [(h, "target") for h in sorted(targets) if h < g.pack.land]
    marks += [(h, "air") for h in g.air_on]
    if side == SIDES[AXIS]:
        marks += [(h, _ZONE_MARKS[marker]) for _, marker, h in g.marker_plans]
    for h, mark in marks:
        spaces[names[h]]["marks"].append(mark)
    return spaces


# -- pieces ------------------------------------------------------------------------------------


def _pieces(g: State, side: str | None) -> dict[str, PieceNow]:
    """Every counter in play, as far as this side may look."""
    names, hexes, hidden = g.pack.unit_ids, g.pack.place_ids, g.pack.is_hidden
    found: dict[str, PieceNow] = {}
    for unit, place in enumerate(g.place):
        if place >= 0:
            now: PieceNow = {"at": hexes[place], "marks": _marks(g, unit)}
        elif place == UNUSED:
            continue
        else:
            now = _in_box(g, unit)
        if not hidden[unit]:
            now["face"] = _face(g, unit)
        elif g.seen[unit] or side == SIDES[ALLIED]:
            now["face"] = g.pack.of_kind[g.pack.kind[unit]].index(g.back[unit])
        else:
            now["back"] = "?"
        found[names[unit]] = now
    return found


def _in_box(g: State, unit: int) -> PieceNow:
    """14.43, 16.82 A counter off the map; those who come back stand on the day or turn of it."""
    place, due = g.place[unit], g.due[unit]
    now: PieceNow = {"at": whereabouts(g, unit), "marks": []}
    if place == TURN_BOX:
        now["cell"] = due % len(TURNS)
    elif place == DAY_BOX or (place == GONE and due != NOBODY):
        now |= {"at": "day_record", "cell": due // len(TURNS)}
    return now


def _face(g: State, unit: int) -> int:
    kind = g.pack.kind[unit]
    if kind == ARTILLERY:
        return int(not g.deployed[unit])
    return g.adc[unit] if kind == LEADER else g.level[unit]


def _marks(g: State, unit: int) -> list[str]:
    """What sets a counter on the map apart from a fresh one."""
    pack, did = g.pack, g.did[unit]
    marks = []
    if g.order[unit]:
        marks.append(ORDERS[g.order[unit]])
    if g.unsupplied[unit]:
        marks.append("out_of_supply")
    if pack.kind[unit] == ARTILLERY and g.ammo[unit] < len(_ROUNDS):
        marks.append(_ROUNDS[g.ammo[unit]])
    if g.level[unit] and is_remnant(g, unit):
        marks.append("remnant")
    if g.formation[unit] != pack.units[unit].formation:
        marks.append("attached")
    done = _done(g, unit, did) if did else ""
    return [*marks, done] if done else marks


def _done(g: State, unit: int, did: int) -> str:
    """What a unit has done that still counts: mostly in the half of its own side."""
    if did & SILENT:
        return "fired"  # 16.73: in both halves
    if g.pack.side_of[unit] != g.active:
        return "attacked" if did & ATTACKED and g.phase in LANDING else ""  # a coast gun (16.56)
    if did & (LANDED | FLEW_IN):
        return "landed"
    if did & DROPPED:
        return "dropped"
    if did & ADVANCED and not did & TRIED:
        return "advanced"
    if did & BOMBARDED:
        return "fired"
    if did & ATTACKED:
        return "attacked"
    return "moved" if did & MOVED and g.phase in MOVING else ""


def _drop_zones(g: State) -> dict[str, PieceNow]:
    """19.1 The markers that are down."""
    return {
        MARKERS[number]: {"at": g.pack.place_ids[h], "face": 0, "marks": []}
        for number, h in enumerate(g.dz)
        if h != NOBODY
    }


def _markers(g: State, narrator: Narrator) -> list[Marker]:
    """4.0 The day and the turn."""
    day: Marker = {
        "id": "day",
        "label": narrator.say("scene.day_marker"),
        "text": "\N{BLACK DOWN-POINTING TRIANGLE}",
        "at": "day_record",
        "cell": g.day,
    }
    turn: Marker = {**day, "id": "turn", "label": narrator.say("scene.turn_marker")}
    turn |= {"at": "turn_record", "cell": g.turn}
    return [day, turn]


def _arrows(g: State, side: str | None, narrator: Narrator) -> list[Arrow]:
    """9.2 Who fires where; for the Axis the drops it has planned (19.3)."""
    arrows: list[Arrow] = [
        {"through": [g.unit_id(unit), g.place_id(h)], "kind": "fire", "side": SIDES[g.active]}
        for unit, h, _ in g.fires
    ]
    arrows += [
        {"through": [g.unit_id(unit), g.place_id(h)], "kind": "fire", "side": SIDES[1 - g.active]}
        for unit, h in g.guards
    ]
    if side == SIDES[AXIS]:
        arrows += _plans(g, narrator)
    return arrows


def _plans(g: State, narrator: Narrator) -> list[Arrow]:
    """19.32 Where the Axis means to drop, series as seen from their markers."""
    pack, grid = g.pack, g.pack.board.grid
    aims = list(g.dz)
    arrows: list[Arrow] = []
    for _, marker, h in g.marker_plans:
        aims[marker] = h
    for moment, formation, q, r, *_ in g.series_plans:
        aim = aims[pack.formations[formation].marker]
        if aim == NOBODY:
            continue
        at = pack.board.hexes[aim]
        there = grid.number((at[0] + q, at[1] + r))
        arrows.append(
            {
                "through": [pack.place_ids[aim], there],
                "kind": "plan",
                "text": narrator.text("turn", pack.turn_name(moment)),
                "side": SIDES[AXIS],
            }
        )
    return arrows


# -- words beside the map ----------------------------------------------------------------------


def _bar(g: State, narrator: Narrator) -> list[str]:
    """4.0 Where in the sequence of play we are."""
    if g.phase in BEFORE:
        return [narrator.text("group", "before"), narrator.text("phase", g.phase)]
    bar = [narrator.text("day", g.pack.days[g.day])]
    if g.phase in DAY:
        bar.append(narrator.text("group", "initial"))
    else:
        bar += [narrator.text("turn", TURNS[g.turn]), narrator.text("side", SIDES[g.active])]
    bar.append(narrator.text("phase", g.phase))
    if g.battle is not None:
        bar.append(narrator.say("scene.bar_battle", {"place": g.place_id(g.battle.place)}))
    return bar


_GROUPS = (
    ("landing", LANDING, "4.22"),
    ("dropping", DROPPING, "4.23"),
    ("moving", MOVING, "4.24"),
    ("fighting", FIGHTING[:-1], "4.25"),
    ("breakthrough", FIGHTING[-1:], "4.26"),
)
_ALLIED_RULES = {"status": "4.31", "moving": "4.32", "fighting": "4.33", "breakthrough": "4.34"}


def sequence(g: State, narrator: Narrator) -> list[Phase]:
    """4.0 The phases of this turn, done, going on and to come."""
    if g.phase in BEFORE or g.phase in DAY:
        rule = "3.0" if g.phase in BEFORE else "4.0"
        return _marked(
            [(narrator.text("phase", name), rule, (name,)) for name in phases_now(g)], g.phase
        )
    steps: list[tuple[str, str, tuple[str, ...]]] = []
    for side in (AXIS, ALLIED):
        turn = AXIS_TURN if side == AXIS else ALLIED_TURN
        rows = [("status", turn[: turn.index("stragglers") + 1], "4.21.a"), *_GROUPS]
        for name, phases, rule in rows:
            if phases[0] not in turn or not _is_held(g, name):
                continue
            label = narrator.say("scene.phase", {"side": SIDES[side], "group": name})
            here = tuple(f"{side}{phase}" for phase in phases)
            steps.append((label, rule if side == AXIS else _ALLIED_RULES[name], here))
    steps.append((narrator.text("group", "end"), "4.41", tuple(f"{ALLIED}{p}" for p in END)))
    return _marked(steps, f"{g.active}{g.phase}")


def _is_held(g: State, name: str) -> bool:
    """4.22, 4.23 No landings at night, no drops at noon either."""
    if name == "landing":
        return g.turn in g.pack.amphibious_turns
    return name != "dropping" or g.turn in g.pack.airborne_turns


def _marked(steps: list[tuple[str, str, tuple[str, ...]]], here: str) -> list[Phase]:
    now = next((n for n, (_, _, names) in enumerate(steps) if here in names), len(steps))
    return marked_phases([(label, rule) for label, rule, _ in steps], now)


def _facts(g: State, narrator: Narrator) -> list[LabelledValue]:
    facts: list[tuple[str, str]] = [
        ("weather", narrator.text("weather", WEATHERS[g.weather])),
        ("air", str(g.air)),
        ("stockpile", str(g.stockpile)),
        ("lost_allied", str(g.lost[ALLIED])),
        ("lost_axis", str(g.lost[AXIS])),
        ("militia", f"{g.militia}/{g.scenario.militia}"),
    ]
    if g.raids:
        facts.append(("raids", str(g.raids)))
    shown = surrender(g, narrator)
    shown += [{"label": narrator.say(f"scene.fact_{key}"), "value": value} for key, value in facts]
    return shown
