"""A Blitz after its first Combat, Overruns of two Moves, a Shield that dies on the march."""

import pytest

from tests.games.rommel.staging import (
    PACK,
    asked,
    at,
    cv,
    go,
    goals,
    offers,
    play,
    table,
    told,
    where,
)  # fmt: skip

HELD = dict.fromkeys(("benghazi", "tobruk", "bardia"), "axis")
EAST = {"benghazi": "axis", "tobruk": "allied", "bardia": "allied"}
REAR = {"x_ariete": "151", "a_7_7": "74"}


def until_the_blitz(m):
    """Everybody does as little as he may; all dice show 2."""
    while not told(m, "blitz"):
        if m.chance is not None:
            m.roll((2,) * m.chance.count)
        else:
            go(m, "done" if "done" in offers(m) else offers(m)[0])
    return m


@pytest.mark.rule("rommel", "10.4.c", "3.46")
def test_a_battle_left_by_some_is_barred_in_blitz_combat_too():
    blocks = {"x_21_5": "35", "x_trento": "35", "a_7_4": "35", "x_15_8": "58", "a_22g": "58"}
    g = table(
        blocks | REAR, battles={"35": "allied", "58": "allied"}, crossed={("10", "35"): "axis"},
        holder=HELD,
    )  # fmt: skip
    m = play(g, "play 3 3", "group 35", "move x_trento 35 10", "done", "let_go 35")
    until_the_blitz(m)
    go(m, "done")
    assert offers(m) == ["fight 58", "done"]


@pytest.mark.rule("rommel", "8.6.b", "3.46")
def test_a_new_battle_of_the_first_movement_is_free_in_blitz_combat_and_all_fire_again():
    g = table({"x_21_5": "34", "a_7_4": "35"} | REAR, holder=HELD)
    m = play(g, "play 3 3", "group 34", "engage x_21_5 34 35 34", "done", "accept 35")
    until_the_blitz(m)
    assert len(told(m, "fired")) == 2
    go(m, "done")
    assert offers(m) == ["fight 35", "done"]
    go(m, "fight 35")
    assert asked(m) == "dice fire"


@pytest.mark.rule("rommel", "11.4.s1", "11.4.b", "R20")
def test_two_moves_overrun_together_and_each_hexside_has_its_limit():
    blocks = {"x_21_5": "34", "x_15_8": "34", "x_21_3": "34", "x_trieste": "10", "a_4in_5": "35"}
    g = table(blocks | REAR, holder=HELD, disrupted=["a_4in_5"])
    m = play(g, "play 2 2", "group 34", "engage x_21_5 34 35 34", "engage x_15_8 34 35 34")
    assert "35/34" not in goals(m, "x_21_3")
    go(m, "group 10", "engage x_trieste 10 35 10", "rout 35")
    assert offers(m)[0].startswith("fire 6 ")  # three faster pursuers, two dice each


@pytest.mark.rule("rommel", "6.4.s2", "11.11.b", "5.2.s2")
def test_a_leaver_dies_on_the_march_and_whom_he_shielded_routs():
    blocks = {"x_brescia": "35", "x_trento": "35", "a_7_4": "35"}
    sides = {("10", "35"): "axis", ("34", "35"): "axis"}
    g = table(
        blocks | REAR, battles={"35": "allied"}, holder=HELD, disrupted=["x_trento"],
        cv={"x_brescia": 1}, crossed=sides,
    )  # fmt: skip
    m = play(g, "play 1 1", "regroup 35", "to 33", "march x_brescia 35 33", "done", "fire 0 0 0")
    assert (asked(m), told(m, "rout")) == ("dice march", [])
    go(m, (1,))
    assert where(m, "x_brescia") == "eliminated"
    assert told(m, "rout") == [{"side": "axis", "place": "35", "count": 1}]


@pytest.mark.rule("rommel", "R48", "13.2.a", "14.2.b")
def test_a_fortress_with_a_minefield_gives_both():
    mine = [-1] * PACK.size
    mine[at("37")] = 0
    g = table({"x_arko": "36", "a_70_23": "37"} | REAR, holder=EAST, mine=mine)
    m = play(g, "play 1 1", "group 36", "engage x_arko 36 37 36", "done", "accept 37")
    while m.chance is None:
        go(m, "done")
    assert told(m, "minefield") == [{"place": "37"}]
    assert m.chance.count == 2 * cv(m, "a_70_23")


@pytest.mark.rule("rommel", "R18", "4.5.b")
def test_two_bluffs_are_two_passes():
    g = table({"x_21_5": "34", "a_22g": "66"} | REAR, holder=HELD, real=0, dummy=1,
              enemy_hand=(0, 1))  # fmt: skip
    m = play(g, "play 1 0", "done", "play 1 0", "done")
    assert told(m, "month_ends")
    assert m.state.passed == 0
