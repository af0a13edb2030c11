"""The odds of an attack, against numbers worked out by hand and against many battles fought."""

from typing import Any

import pytest

from khamsin.kernel.play.dice import SeededDice
from tests.games.battleaxe.acting import asked, field, go, scene
from tests.games.battleaxe.staging import GAME, match, play, table, told
from tests.some import some

# 2d6 against 2d6: 146 of 1296 throws are equal.
EQUAL = 146 / 1296
LESS = (1 - EQUAL) / 2


def prompt(m):
    assert m.decision is not None
    return m.decision.prompt


def rows(m, *words):
    found = m.game.presentation.odds(m.state, m.to_answer[0], prompt(m), words)
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
    for name, chance in some(odds["air"].items()):
        assert fought[name] / battles == pytest.approx(chance, abs=0.06)


# -- what was left over from another half, and what is still to come ----------------------------

TANKS = {"22gds": "7", "2rtr": "7", "1_8": "15", "2_8": "15"}


@pytest.mark.rule("battleaxe", "10.1.4", "R41", "R42")
def test_before_an_impulse_is_named_the_odds_look_at_what_is_contested_now():
    m = scene(field(TANKS, half="axis", allied=["A", "B", "C", "D", "H", "3"], impulse=2))
    go(m, "assault 15", "move 1_8 7", "attack 7", "lead 22gds", 0, "done", "done")
    assert asked(m) == "impulse"  # the fight goes on in 7
    before = rows(m, "7", "22gds", "2rtr")
    assert before == rows(go(m, "assault 7"), "7", "22gds", "2rtr")


def overrun(**more):
    """7 RTR and 22 Gds overrun 15, with aircraft; 16 is the next."""
    g = field({"7rtr": "7", "22gds": "7", "1_62": "15", "2_62": "16"}, **more)
    m = go(scene(g), "assault 7", "move 7rtr 15", "move 22gds 15", "attack 15", "lead 7rtr")
    return go(m, "yes", (6,), (6, 6), (1, 1))


@pytest.mark.rule("battleaxe", "10.1.3", "10.2.2", "R18")
def test_the_odds_of_an_overrun_combat_count_aircraft_used_again_and_no_artillery():
    m = overrun()
    assert asked(m) == "exploit"
    m.state.artillery = [3, 2]
    (here,) = rows(m)  # what going on to 16 with all of them promises
    assert "exploit" in GAME.presentation.gambles
    assert rows(m, "16") == [here]
    assert rows(m, "7") == []  # nobody is there
    assert set(here) == {"alone", "air"}
    go(m, "exploit 16", "all")
    assert asked(m) == "lead_attacker"
    assert rows(m) == [here]
    go(m, "lead 7rtr")
    assert asked(m) == "air_support"
    assert rows(m) == [here]


@pytest.mark.rule("battleaxe", "10.1.1")
def test_aircraft_that_helped_elsewhere_are_not_promised_again():
    units = {"2rtr": "3", "6rtr": "3", "1_62": "7", "2_62": "8"}
    m = go(scene(field(units)), "assault 3", "move 2rtr 7", "attack 7", "yes", (1,), 0)
    while asked(m) != "assault":
        m.choose(m.legal()[-1])
    go(m, "move 6rtr 8")
    (odds,) = rows(m)
    assert set(odds) == {"alone"}


@pytest.mark.rule("battleaxe", "11.4", "10.2.1a")
@pytest.mark.parametrize("viewer", ["allied", "axis", ""])
def test_whoever_asks_sees_the_support_that_is_still_open(viewer):
    m = play(at_even_odds(), "assault 2", "move 2rtr 8", "attack 8")
    while prompt(m) != "artillery":
        m.choose(m.legal()[-1])
    (odds,) = m.game.presentation.odds(m.state, viewer, "artillery", ())
    assert [row.row.key for row in odds.rows] == [
        "alone", "artillery", "enemy_artillery", "together",
    ]  # fmt: skip


@pytest.mark.rule("battleaxe", "9.2.1b", "11.1")
def test_no_odds_for_a_closed_space_and_none_without_those_who_must_and_can_attack():
    units = {"2rtr": "3", "6rtr": "3", "7rtr": "3", "1_62": "7", "2_62": "8"}
    m = go(scene(field(units)), "assault 3", "move 2rtr 7", "move 6rtr 8")
    (odds,) = m.game.presentation.odds(m.state, "allied", "assault", ("7", "7rtr"))
    assert odds.title.values["attackers"] == ("7rtr", "2rtr")  # 2RTR waits there
    go(m, "attack 7", "no", 0)
    while asked(m) != "assault":
        m.choose(m.legal()[-1])
    assert rows(m, "7", "7rtr") == []
    assert rows(m, "8", "2rtr") == rows(m, "8")  # 2RTR has had its attack


@pytest.mark.rule("battleaxe", "19.5")
def test_the_best_leads_are_found_with_the_italian_infantry_in_mind():
    units = {"2rtr": "3", "22gds": "3", "1_62": "7", "15mg": "7"}
    printed = {"2rtr": (4, 2), "22gds": (4, 2), "1_62": (4, 2), "15mg": (3, 2)}
    g = table(units, cv=printed, options=["italian_reliability"])
    (odds,) = GAME.presentation.odds(g, "allied", "impulse", ("7", "2rtr", "22gds"))
    title = odds.title.values
    # Infantry would lead 4 to 4. Tanks drive the Italians from the lead (4 + 2 to 4), so that the
    # Germans lead: 4 to 3.
    assert (title["lead"], title["lead_defender"]) == ("2rtr", "15mg")
    assert (title["av"], title["dv"]) == (4 + 1, 3 + 1 + 1)


@pytest.mark.rule("battleaxe", "6.3")
def test_in_a_refit_there_is_no_attack_to_weigh():
    g = field({"2rtr": "7", "1_62": "8", "2rb": "A"}, reduced=["2rb"], phase="refit")
    m = scene(g)
    assert asked(m) == "refit"
    assert rows(m, "8", "2rtr") == []
