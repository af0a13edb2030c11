"""8.1, 9.2 The battle board: the odds with every shift, and the table with the die."""

from __future__ import annotations

from khamsin.games.gazala.model.state import (
    Reckoning,
    State,
)
from khamsin.games.gazala.rules.combat.combat import LOWEST
from khamsin.kernel.show.panels import BattleNow, Ladder, Modifier
from khamsin.kernel.text.narrator import Narrator


def _ladder(g: State, odds: Reckoning, narrator: Narrator) -> Ladder:
    """9.24.a From the plain odds to the column used, with every shift and its rule."""
    columns = [column.odds for column in g.pack.numbers.crt]
    last = len(columns) - 1
    table = g.pack.numbers.shifts
    shifts: list[Modifier] = [
        {
            "label": narrator.say(f"shift.{name}"),
            "value": f"{abs(by)}{'R' if by > 0 else 'L'}",
            "rule": table[name].rule if name in table else "10.5",
        }
        for name, by in odds.shifts
    ]
    start = min(max(odds.base - LOWEST, 0), last)
    end = min(max(odds.level - LOWEST, 0), last)
    return {"columns": columns, "start": start, "end": end, "shifts": shifts}


def battle_board(g: State, narrator: Narrator) -> BattleNow | None:
    """8.1, 9.2 The combat being fought, or the attack declared last."""
    b = g.battle
    if b is None:
        return None
    place = g.place_id(b.target)
    key = "scene.armour_battle" if b.is_armour else "scene.battle"
    battle: BattleNow = {
        "title": narrator.say(key, {"place": place}),
        "place": place,
        "attackers": [g.unit_id(unit) for unit in b.attackers],
        "defenders": [g.unit_id(unit) for unit in b.defenders],
        "rows": [],
    }
    odds = b.odds
    if odds is None:  # of armour combat
        return battle
    battle["ladder"] = _ladder(g, odds, narrator)
    battle["rows"] = [
        {
            "label": narrator.say("scene.row_strength"),
            "attack": str(odds.attack),
            "defence": str(odds.defence),
            "rule": "9.21",
        }
    ]
    if b.die:
        crt = g.pack.numbers.crt
        battle["table"] = {
            "title": narrator.say("scene.crt"),
            "columns": [column.odds for column in crt],
            "rows": [
                {
                    "label": str(die + 1),
                    "cells": [f"{c.attacker[die]}/{c.defender[die]}" for c in crt],
                }
                for die in range(6)
            ],
            "column": b.column,
            "row": b.die - 1,
            "rule": "9.25",
        }
        battle["outcome"] = narrator.say(
            "scene.outcome", {"attacker_hits": b.attacker_hits, "defender_hits": b.defender_hits}
        )
    return battle
