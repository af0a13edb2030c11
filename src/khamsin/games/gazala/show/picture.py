"""The picture: what lies on the table at a moment, as one side sees it."""

from __future__ import annotations

from khamsin.games.gazala.knowledge.view import ready_units
from khamsin.games.gazala.model.pieces import (
    ALLIED,
    AXIS,
    ISOLATED,
    OFF,
    POOLS,
    SIDES,
    SUPPLIED,
    UNPLACED,
    WAITING,
)
from khamsin.games.gazala.model.state import (
    ARMOUR,
    ARMOUR_FIRE,
    CHITS,
    COMBAT,
    COMBAT_FIGHT,
    DRAW,
    IMPULSE_END,
    MOVEMENT,
    SETUP,
    State,
)
from khamsin.games.gazala.rules.heckler import is_landing_due
from khamsin.games.gazala.rules.impulses import chits_left
from khamsin.kernel.show.panels import HandNow, Phase, marked_phases
from khamsin.kernel.show.scene import (
    Arrow,
    EdgeNow,
    LabelledValue,
    Marker,
    Picture,
    PieceNow,
    SpaceNow,
)
from khamsin.kernel.text.narrator import Narrator

from .boards import battle_board

TOPICS = {
    "move": (
        "moved", "locked", "reacted", "left_map", "breached", "not_breached", "placed",
        "landing_tried", "landed",
    ),
    "combat": (
        "armour_combat", "armour_hits", "combat", "air_support", "attack_lapses",
        "result_reduced", "reduced", "becomes_battalion", "eliminated", "retreated",
        "cannot_retreat", "pursued", "repaired", "not_repaired", "fort_lost", "landing_sunk",
        "landing_failed",
    ),
}  # fmt: skip
SETBACKS = ("reduced", "eliminated", "retreated", "landing_sunk", "landing_failed")


def picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    """What this side sees on the table."""
    return {
        "spaces": _spaces(g),
        "pieces": _pieces(g),
        "markers": _markers(g, narrator),
        "bar": _bar(g, narrator),
        "facts": _facts(g, side, narrator),
        "battle": battle_board(g, narrator),
        "sheet": "map",
        "edges": _edges(g, narrator),
        "arrows": _arrows(g),
        "hands": _hands(g, side, narrator),
        "sequence": _sequence(g, narrator),
        "in_hand": g.unit_id(g.moving[0]) if g.moving else "",
    }


def _spaces(g: State) -> dict[str, SpaceNow]:
    spaces: dict[str, SpaceNow] = {}
    declared = [target for target, _, _ in g.declared]
    fought = (*g.armour_hexes, *g.combat_hexes)
    for place, name in enumerate(g.pack.place_ids):
        marks = ["engaged"] if place in declared else ["attacked"] if place in fought else []
        spaces[name] = {"control": SIDES[g.control[place]], "marks": marks}
    return spaces


def _pieces(g: State) -> dict[str, PieceNow]:
    pieces: dict[str, PieceNow] = {}
    ready = ready_units(g)
    for unit, place in enumerate(g.place):
        side = SIDES[g.pack.side_of[unit]]
        if place >= 0:
            where = g.place_id(place)
        elif place in (WAITING, UNPLACED):
            where = f"waiting_{side}"
        elif place == OFF and not g.pack.units[unit].family:
            where = f"lost_{side}"
        else:
            continue
        marks = _marks(g, unit, unit in ready)
        pieces[g.unit_id(unit)] = {"at": where, "face": g.step[unit], "marks": marks}
    return pieces


def _marks(g: State, unit: int, is_ready: bool) -> list[str]:
    if g.place[unit] < 0:
        return []
    marks = []
    if g.status(unit) != SUPPLIED:
        marks.append("isolated" if g.status(unit) == ISOLATED else "out_of_supply")
    if unit in g.moving:
        marks.append("moving")
    elif is_ready:
        marks.append("active")
    elif g.acted[unit]:
        marks.append("spent")
    if g.locked[unit]:
        marks.append("locked")
    return marks


def _markers(g: State, narrator: Narrator) -> list[Marker]:
    """The day, and the chits that have been drawn."""
    first = g.scenario.dates[0]
    days = max(g.pack.scenarios.values(), key=lambda scenario: len(scenario.dates)).dates
    found: list[Marker] = [
        {
            "id": "day",
            "label": narrator.say("scene.marker_day"),
            "text": narrator.say("scene.marker_day"),
            "at": "days",
            "cell": days.index(first) + g.turn - 1,
        }
    ]
    for side, name in enumerate(SIDES):
        boxes = len(g.pack.numbers.track[side])
        for box, chit in enumerate(g.track[side]):
            label = narrator.text("chit", chit)
            found.append(
                {
                    "id": f"chit_{chit}",
                    "label": label,
                    "text": g.pack.units[g.pack.hq_of[chit]].short,
                    "at": f"track_{name}",
                    "cell": min(box, boxes - 1),
                    "side": name,
                }
            )
    return found


def _bar(g: State, narrator: Narrator) -> list[str]:
    bar = [narrator.text("date", g.date)]
    if g.chit:
        bar.append(narrator.text("chit", g.chit))
    bar.append(narrator.text("stage", g.stage))
    if g.battle is not None:
        bar.append(narrator.text("place", g.place_id(g.battle.target)))
    return bar


def _facts(g: State, side: str | None, narrator: Narrator) -> list[LabelledValue]:
    held = sum(g.control[place] == g.scenario.victor for place in g.scenario.victory_hexes)
    facts: list[tuple[str, str]] = [
        (
            narrator.say("scene.fact_goals", {"side": SIDES[g.scenario.victor]}),
            f"{held}/{len(g.scenario.victory_hexes)}",
        )
    ]
    if g.air:
        facts.append((narrator.say("scene.fact_air"), f"+{g.air}"))
    if g.withdrawing:
        facts.append((narrator.say("scene.fact_withdrawing"), "\N{CHECK MARK}"))
    facts += [
        (narrator.text("pool", pool), str(number))
        for pool, number in zip(POOLS, g.points, strict=True)
        if number
    ]
    if side == SIDES[AXIS] and is_landing_due(g):
        date = narrator.text("date", g.scenario.dates[g.heckler_due - 1])
        facts.append((narrator.say("scene.fact_landing"), f"{date}, {g.place_id(g.heckler_hex)}"))
    return [{"label": label, "value": value} for label, value in facts]


def _edges(g: State, narrator: Narrator) -> list[EdgeNow]:
    """10.8, 10.86, 10.7 Mines, breaches, and the forts that still stand."""
    found: list[EdgeNow] = []
    for edge in g.pack.mined_sides:
        layer = "minefield" if g.mines[edge] else "breach"
        found.append(_edge(g, edge, layer, narrator))
    found += [_edge(g, edge, "works", narrator) for edge in g.pack.fort_sides if g.forts[edge]]
    return found


def _edge(g: State, edge: int, layer: str, narrator: Narrator) -> EdgeNow:
    between = [g.place_id(end) for end in g.pack.board.ends[edge]]
    return {"between": between, "layer": layer, "label": narrator.say(f"scene.edge_{layer}")}


def _arrows(g: State) -> list[Arrow]:
    """Attacks that are declared or being fought."""
    attacks = [(target, units) for target, units, _ in g.declared]
    if g.battle is not None:
        attacks.append((g.battle.target, g.battle.attackers))
    kind = "fire" if g.stage in (ARMOUR, ARMOUR_FIRE) else "attack"
    return [
        {"through": [g.place_id(here), g.place_id(target)], "kind": kind, "side": SIDES[g.active]}
        for target, units in attacks
        for here in sorted({g.place[unit] for unit in units if g.place[unit] >= 0} - {target})
    ]


def _hands(g: State, side: str | None, narrator: Narrator) -> list[HandNow]:
    """7.1, 7.4 The cup, and the chits that the reader himself has chosen."""
    count = sum(chits_left(g, number) for number in (AXIS, ALLIED))
    hands: list[HandNow] = [
        {
            "id": "cup",
            "name": narrator.say("scene.cup"),
            "kind": "cup",
            "count": count,
            "cards": [],
            "note": narrator.say(
                "scene.cup_note", {n: chits_left(g, s) for s, n in enumerate(SIDES)}
            ),
        }
    ]
    if side in SIDES:
        number = SIDES.index(side)
        able = g.eligible[number] if g.stage == CHITS else g.chosen[number]
        hands.append(
            {
                "id": f"chits_{side}",
                "name": narrator.say("scene.own_chits"),
                "kind": "cup",
                "side": side,
                "count": len(able),
                "cards": [
                    {
                        "id": chit,
                        "title": narrator.text("chit", chit),
                        "value": g.pack.units[g.pack.hq_of[chit]].short,
                        "side": side,
                        "spent": chit in (*g.track[number], *g.discarded)
                        or (g.stage == CHITS and chit in g.chosen[number]),
                    }
                    for chit in able
                ],
            }
        )
    return hands


_ORDER = (
    (MOVEMENT, "3.21.a"),
    (ARMOUR, "3.22.a"),
    (COMBAT, "3.23.a"),
    (IMPULSE_END, "3.24"),
)


def _sequence(g: State, narrator: Narrator) -> list[Phase]:
    """3.2 The phases of an impulse; or of the turn around it."""
    if g.stage in (SETUP, "over"):
        return []
    stage = {ARMOUR_FIRE: ARMOUR, COMBAT_FIGHT: COMBAT}.get(g.stage, g.stage)
    names = [name for name, _ in _ORDER]
    now = names.index(stage) if stage in names else -1
    is_past = now >= 0 or g.stage == DRAW
    return [
        *marked_phases([(narrator.text("stage", "segment"), "3.1")], int(is_past)),
        *marked_phases([(narrator.text("stage", name), rule) for name, rule in _ORDER], now),
    ]
