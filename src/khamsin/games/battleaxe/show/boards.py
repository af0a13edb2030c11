"""11.4 The battle board: what makes up both values, line by line, and the dice."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import AXIS, NOBODY
from khamsin.games.battleaxe.model.state import (
    Battle,
    State,
)
from khamsin.games.battleaxe.rules.combat.combat import (
    has_combined_arms,
    lead_value,
    shaky_infantry,
)
from khamsin.kernel.show.panels import BattleNow, BattleRow
from khamsin.kernel.text.narrator import Narrator


def battle_board(g: State, b: Battle, narrator: Narrator) -> BattleNow:
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
