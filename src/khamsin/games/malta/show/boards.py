"""The battle board, and the surrender roll line by line."""

from __future__ import annotations

from khamsin.games.malta.model.state import Battle, State
from khamsin.games.malta.model.tables import LETTERS, Result
from khamsin.games.malta.rules.combat.modifiers import column
from khamsin.games.malta.rules.victory import surrender_modifiers
from khamsin.kernel.play.odds import odds_text
from khamsin.kernel.show.panels import BattleNow, ResultTable
from khamsin.kernel.show.scene import LabelledValue
from khamsin.kernel.text.narrator import Narrator

from .odds import RULES

_ROLLS = range(2, 13)


def battle_board(g: State, b: Battle, narrator: Narrator) -> BattleNow:
    """9.3.a-9.3.h The attack being made: totals, every modifier with its rule, column, result."""
    board: BattleNow = {
        "title": narrator.say("scene.battle", {"place": g.place_id(b.place)}),
        "place": g.place_id(b.place),
        "attackers": list(g.names(b.attackers)),
        "defenders": list(g.names(b.defenders)),
        "rows": [],
    }
    if not b.roll:
        board["throws"] = []  # the last dice of the log are not this battle's
    if not b.line:
        return board  # nothing is computed before all counters are turned up (16.35)
    basic = b.level - sum(value for _, value in b.modifiers)
    rows = [
        ("row_strength", str(b.attack), str(b.defence), "9.3.b"),
        ("row_odds", odds_text(basic), "", "9.3.d"),
        ("row_final", odds_text(b.level), "", "9.3.g"),
    ]
    board["rows"] = [
        {
            "label": narrator.say(f"scene.{key}"),
            "attack": attack,
            "defence": defence,
            "rule": rule,
        }
        for key, attack, defence, rule in rows
    ]
    number = column(g, b.line, b.level)
    if number >= 0:
        board["ladder"] = {
            "columns": [odds_text(level) for level in g.pack.tables.lines[b.line]],
            "start": max(0, column(g, b.line, basic)),
            "end": number,
            "shifts": [
                {
                    "label": narrator.text("modifier", name),
                    "value": signed(value),
                    "rule": RULES[name],
                }
                for name, value in b.modifiers
            ],
        }
        board["table"] = _table(g, b, number, narrator)
    if b.result:
        board["outcome"] = narrator.text("outcome", b.result)
    return board


def _table(g: State, b: Battle, number: int, narrator: Narrator) -> ResultTable:
    """9.4 The table, with the column and, when the dice have fallen, the row that hold."""
    levels = g.pack.tables.lines[b.line]
    table: ResultTable = {
        "title": narrator.say("scene.table_title", {"line": b.line}),
        "columns": [odds_text(level) for level in levels],
        "rows": [
            {
                "label": str(roll),
                "cells": [
                    f"{_text(attacker)}/{_text(defender)}"
                    for attacker, defender in g.pack.tables.combat[roll][: len(levels)]
                ],
            }
            for roll in _ROLLS
        ],
        "column": number,
        "rule": "9.4",
    }
    if b.roll:
        table["row"] = b.roll - _ROLLS[0]
    return table


def _text(result: Result) -> str:
    return f"{result.hits or ''}{LETTERS[result.order]}" or "\N{EN DASH}"


def signed(value: int) -> str:
    """A modifier as it is written."""
    return f"+{value}" if value >= 0 else f"\N{MINUS SIGN}{-value}"


def surrender(g: State, narrator: Narrator) -> list[LabelledValue]:
    """20.0, 20.3 What would be added to the surrender roll if it were made now, and the chances."""
    lines = surrender_modifiers(g)
    total = sum(value for _, value in lines)
    facts: list[LabelledValue] = [
        {
            "label": narrator.say("scene.fact_surrender"),
            "value": narrator.say("scene.value_surrender", {"modifier": signed(total)}),
        },
        {
            "label": narrator.say("scene.fact_chance"),
            "value": narrator.say("scene.value_chance", _chances(g, total)),
        },
    ]
    facts += [
        {"label": narrator.say(f"scene.line_{name}"), "value": signed(value)}
        for name, value in lines
    ]
    return facts


def _chances(g: State, total: int) -> dict[str, str]:
    """20.3 The same as fractions."""
    axis, allied, every = winning_rolls(g, total)
    return {"axis": f"{axis}/{every}", "allied": f"{allied}/{every}"}


def winning_rolls(g: State, total: int) -> tuple[int, int, int]:
    """20.3 In how many rolls the Axis, and the Allies, would win so modified; of how many."""
    numbers = g.pack.tables.numbers
    rolls = [one + two + total for one in range(1, 7) for two in range(1, 7)]
    axis = sum(roll <= numbers.axis_wins for roll in rolls)
    return axis, sum(roll >= numbers.allied_wins for roll in rolls), len(rolls)
