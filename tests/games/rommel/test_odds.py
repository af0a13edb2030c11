"""The exact chances of a round of combat and of a pursuit."""

import pytest

from tests.games.rommel.staging import GAME, play, table


def odds(m, side, *words):
    return GAME.presentation.odds(m.state, side, m.decision.prompt if m.decision else "", words)


def chances(row):
    return {name: round(likely, 6) for name, likely in row.outcomes}


@pytest.mark.rule("rommel", "9.4", "9.2.a")
def test_armor_of_six_at_infantry():
    """Six dice that hit on 5 and 6; three hits would destroy the brigade."""
    g = table({"x_21_5": "65", "a_22g": "65"}, battles={"65": "allied"}, real=1)
    m = play(g, "play 1 1", "done")
    (round_,) = odds(m, "axis", "65")
    assert round_.title.values == {"place": "65"}
    allied, axis = round_.rows
    assert axis.row.values == {"side": "axis", "class": "infantry", "dice": 6}
    assert chances(axis) == {
        "0": round((2 / 3) ** 6, 6),
        "1": round(6 * (1 / 3) * (2 / 3) ** 5, 6),
        "2": round(15 * (1 / 3) ** 2 * (2 / 3) ** 4, 6),
        "3+": round(1 - (2 / 3) ** 6 - 6 / 3 * (2 / 3) ** 5 - 15 / 9 * (2 / 3) ** 4, 6),
    }
    assert allied.row.values == {"side": "allied", "class": "armor", "dice": 3}
    assert chances(allied)["0"] == round((5 / 6) ** 3, 6)


@pytest.mark.rule("rommel", "13.2.a", "9.21")
def test_defenders_of_a_fortress_roll_twice():
    g = table({"x_21_5": "37", "a_22g": "37", "a_7_4": "37"}, battles={"37": "allied"}, real=1)
    m = play(g, "play 1 1")
    rows = odds(m, "axis", "37")[0].rows
    # The brigade's three CV are six dice, the armor's four stay four; both fire at armor.
    assert rows[0].row.values == {"side": "allied", "class": "armor", "dice": 10}


@pytest.mark.rule("rommel", "10.5.b", "10.5.c")
def test_a_pursuit():
    g = table({"x_21_3": "64", "x_21_5": "64", "a_22g": "65", "a_7_4": "67"}, real=1)
    m = play(g, "play 1 1", "group 64", "engage x_21_3 64 65 64", "done", "refuse 65")
    (pursuit,) = odds(m, "axis")
    assert pursuit.title.values == {"dice": 2}
    assert chances(pursuit.rows[0]) == {"0": 0.25, "1": 0.5, "2": 0.25}


@pytest.mark.rule("rommel", "intro.f")
def test_no_odds_of_battles_with_hidden_blocks():
    g = table({"x_21_5": "64", "a_22g": "65"}, real=1)
    m = play(g, "play 1 1", "group 64", "engage x_21_5 64 65 64")
    assert odds(m, "axis", "65") == []
