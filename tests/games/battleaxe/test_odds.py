"""The odds of an attack, against numbers worked out by hand and against many battles fought."""

from typing import Any

import pytest

from khamsin.kernel.dice import SeededDice
from tests.games.battleaxe.staging import match, play, table, told

# 2d6 against 2d6: 146 of 1296 throws are equal.
EQUAL = 146 / 1296
LESS = (1 - EQUAL) / 2


def prompt(m):
    assert m.decision is not None
    return m.decision.prompt


def rows(m, *words):
    found = m.game.odds(m.state, m.to_answer[0], prompt(m), words)
    return [{row.row.key: dict(row.outcomes) for row in odds.rows} for odds in found]


def at_even_odds(**fields):
    """2RTR (5) against 15MG (3) in the open (TEM 1) with a second defender: 5 to 5."""
    units = {"2rtr": "2", "15mg": "8", "6oasis": "8"}
    printed = {"2rtr": (5, 3), "15mg": (3, 2)}
    return match(table(units, cv=printed, **fields), source=SeededDice("1"))


def test_even_values_leave_it_to_the_dice():
    m = play(at_even_odds(artillery=[0, 0]), "assault 2", "move 2rtr 8")
    (odds,) = rows(m)
    alone = odds["alone"]
    assert alone["repulse"] == pytest.approx(LESS)
    assert alone["stalemate"] == pytest.approx(EQUAL)
    # Two full units absorb six points: an Overrun needs seven, 35 of 1296 throws.
    assert alone["overrun"] == pytest.approx(35 / 1296)
    assert sum(alone.values()) == pytest.approx(1)


def test_aircraft_add_a_die_and_artillery_half_a_chance_of_two():
    m = play(at_even_odds(artillery=[3, 0]), "assault 2", "move 2rtr 8")
    (odds,) = rows(m)
    assert set(odds) == {"alone", "air", "artillery", "together"}
    # Four or more on the die: +2; otherwise nothing.
    assert odds["artillery"]["repulse"] == pytest.approx((LESS + _below(-2)) / 2)
    expected = sum(_below(-die) for die in range(1, 7)) / 6
    assert odds["air"]["repulse"] == pytest.approx(expected)


def _below(limit):
    """P(2d6 - 2d6 < limit), counted."""
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    return sum(1 for x in sums for y in sums if x - y < limit) / 1296


def test_an_attack_can_be_named_before_it_is_made():
    m = match(table({"2rtr": "2", "6rtr": "2", "15mg": "8"}), source=SeededDice("1"))
    (alone,) = rows(m, "8", "2rtr")
    (both,) = rows(m, "8", "2rtr", "6rtr")
    assert both["alone"]["repulse"] < alone["alone"]["repulse"]
    assert rows(m, "9", "2rtr") == []
    assert rows(m, "8", "15mg") == []
    assert rows(m) == []


def test_in_a_battle_only_what_is_still_open_counts_and_nothing_after_the_dice():
    m = play(at_even_odds(), "assault 2", "move 2rtr 8", "attack 8")
    while prompt(m) != "air_support":
        m.choose(m.legal()[0])
    assert set(rows(m)[0]) == {"alone", "air", "artillery", "enemy_artillery", "together"}
    m.choose(("no",))
    assert prompt(m) == "artillery"
    assert set(rows(m)[0]) == {"alone", "artillery", "enemy_artillery", "together"}
    m.choose(("no",))
    assert set(rows(m)[0]) == {"alone", "enemy_artillery"}
    m.choose(("no",))
    assert told(m, "combat_dice")
    assert rows(m) == []


def test_the_odds_are_those_of_battles_fought():
    fought = {"repulse": 0, "stalemate": 0, "success": 0, "overrun": 0}
    battles = 600
    for seed in range(battles):
        g = table({"2rtr": "2", "15mg": "8", "6oasis": "8"}, artillery=[0, 0])
        m = play(match(g, source=SeededDice(str(seed))), "assault 2", "move 2rtr 8", "attack 8")
        while prompt(m) != "air_support":
            m.choose(m.legal()[0])
        (odds,) = rows(m)
        m.choose(("yes",))
        while not told(m, "combat_dice"):
            m.choose(m.legal()[0])
        dice: dict[str, Any] = told(m, "combat_dice")[0]
        difference = dice["total"] - dice["against"]
        name = "stalemate" if difference == 0 else "success"
        if not 0 <= difference <= 6:
            name = "repulse" if difference < 0 else "overrun"
        fought[name] += 1
    for name, chance in odds["air"].items():
        assert fought[name] / battles == pytest.approx(chance, abs=0.06)
