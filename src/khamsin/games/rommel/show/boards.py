"""The battle being fought, as a board beside the map: lines, CV by class, hits, the Fire Table."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, ARTILLERY, AXIS, CLASSES, NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import firm, limp
from khamsin.games.rommel.rules.combat.combat import ROUND, has_defences
from khamsin.games.rommel.rules.combat.losses import worth
from khamsin.kernel.show.panels import (
    BattleLine,
    BattleNow,
    BattlePlan,
    BattleRow,
    BattleThrow,
    Calculation,
    ResultTable,
)
from khamsin.kernel.show.summaries import halves
from khamsin.kernel.text.narrator import Narrator


def battle_board(g: State, sight: dict[int, str], narrator: Narrator) -> BattleNow | None:
    """9 The battle that is fought now; `sight` names its blocks as the reader knows them."""
    place = g.fighting
    if place == NOBODY or g.defender[place] == NOBODY:
        return None
    defender = g.defender[place]
    return {
        "title": narrator.say("scene.battle", {"place": g.place_id(place)}),
        "place": g.place_id(place),
        "attackers": [sight[block] for block in firm(g, 1 - defender, place)],
        "defenders": [sight[block] for block in firm(g, defender, place)],
        "rows": _rows(g, sight, place, narrator),
        "lines": _lines(g, sight, place, narrator),
        "plans": _plans(g, place, narrator),
        "sums": _hits(g, place, narrator),
        "throws": _throws(g, narrator),
        "table": fire_table(g, narrator),
    }


def _known(g: State, sight: dict[int, str], side: int, place: int) -> list[int]:
    """The able blocks of a side that the reader can tell apart."""
    return [block for block in firm(g, side, place) if sight[block] == g.block_id(block)]


def _rows(g: State, sight: dict[int, str], place: int, narrator: Narrator) -> list[BattleRow]:
    """The CV of each class on both sides."""
    defender = g.defender[place]
    rows: list[BattleRow] = []
    total = [sum(g.cv[b] for b in _known(g, sight, side, place)) for side in (ALLIED, AXIS)]
    for number, name in enumerate(CLASSES):
        cv = [
            sum(g.cv[b] for b in _known(g, sight, side, place) if g.pack.class_of[b] == number)
            for side in (ALLIED, AXIS)
        ]
        if any(cv):
            rows.append(
                {
                    "label": narrator.text("class", name),
                    "attack": str(cv[1 - defender]) if cv[1 - defender] else "",
                    "defence": str(cv[defender]) if cv[defender] else "",
                    "rule": "9.2.a",
                }
            )
    rows.append(
        {
            "label": narrator.say("scene.row_total"),
            "attack": str(total[1 - defender]),
            "defence": str(total[defender]),
            "rule": "2.3.a",
        }
    )
    return rows


def _lines(g: State, sight: dict[int, str], place: int, narrator: Narrator) -> list[BattleLine]:
    """8.5 Artillery stands behind the line, Disrupted blocks behind that."""
    lines: list[BattleLine] = []
    defender = g.defender[place]
    for side in (1 - defender, defender):
        known = _known(g, sight, side, place)
        guns = [block for block in known if g.pack.class_of[block] == ARTILLERY]
        front = [block for block in firm(g, side, place) if block not in guns]
        note = narrator.say("scene.line_defends" if side == defender else "scene.line_attacks")
        if side == g.firing:
            note = narrator.say("scene.line_fires")
        for key, blocks in (("guns", guns), ("front", front), ("limp", limp(g, side, place))):
            if blocks:
                line: BattleLine = {
                    "label": narrator.say(f"scene.line_{key}", {"side": SIDES[side]}),
                    "side": SIDES[side],
                    "pieces": [sight[block] for block in blocks],
                }
                if key == "front":
                    line["note"] = note
                lines.append(line)
    return lines


def _plans(g: State, place: int, narrator: Narrator) -> list[BattlePlan]:
    """What changes dice and losses here."""
    found: list[tuple[str, str, int]] = []
    defender = g.defender[place]
    if g.combat_kind == ROUND and place in g.assaults:
        found.append(("assault", "8.6.e", g.active))
    if has_defences(g, defender) and g.pack.fortress_at[place] >= 0:
        found.append(("fortress", "13.2.a", defender))
    if has_defences(g, defender) and g.mine_seen[place]:
        found.append(("minefield", "9.52.a", defender))
    return [
        {
            "title": narrator.say(f"scene.plan_{key}"),
            "text": narrator.say(f"scene.plan_{key}_text"),
            "rule": rule,
            "side": SIDES[side],
        }
        for key, rule, side in found
    ]


def _throws(g: State, narrator: Narrator) -> list[BattleThrow]:
    """9.2.a, 9.4 Every shot of this round: who fired at which class, and which dice hit."""
    numbers = g.pack.numbers
    found: list[BattleThrow] = []
    for shot in g.shots:
        own = g.pack.class_of[shot.block]
        faces = numbers.fire[own][shot.target]
        hits = [number for number, die in enumerate(shot.dice) if die in faces]
        words = {
            "block": g.block_id(shot.block),
            "target": CLASSES[shot.target],
            "power": numbers.fire_name[own][shot.target],
        }
        found.append(
            {
                "label": narrator.say("scene.shot", words),
                "dice": list(shot.dice),
                "hits": hits,
                "result": str(len(hits)),
                "side": SIDES[g.pack.side_of[shot.block]],
            }
        )
    return found


def _hits(g: State, place: int, narrator: Narrator) -> list[Calculation]:
    """9.5.d Hits scored so far, and how many would destroy the class."""
    if g.firing == NOBODY or not any(g.points):
        return []
    target = 1 - g.firing
    rows: Calculation = {
        "title": narrator.say("scene.hits", {"side": SIDES[g.firing]}),
        "rows": [],
        "side": SIDES[g.firing],
    }
    for number, points in enumerate(g.points):
        if points:
            blocks = [b for b in firm(g, target, place) if g.pack.class_of[b] == number]
            needed = worth(g, blocks)
            rows["rows"].append(
                {
                    "label": narrator.text("class", CLASSES[number]),
                    "value": f"{halves(points)} / {halves(needed)}",
                    "rule": "9.5.a",
                }
            )
    return [rows]


def fire_table(g: State, narrator: Narrator) -> ResultTable:
    """9.4 Who hits whom on what."""
    return {
        "title": narrator.say("scene.table_fire"),
        "columns": [narrator.text("class", name) for name in CLASSES],
        "rows": [
            {"label": narrator.text("class", name), "cells": list(g.pack.numbers.fire_name[number])}
            for number, name in enumerate(CLASSES)
        ],
        "rule": "9.4",
    }
