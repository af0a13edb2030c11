"""11.0-11.3 Who attacks, whom, when, and whether he must."""

import pytest

from tests.games.battleaxe.acting import asked, field, go, moves, outcomes, scene, who
from tests.games.battleaxe.staging import control, offers, told, unit

PAIR = {"2rtr": "3", "6rtr": "3"}


def attackers(m) -> list[object]:
    """Who took part in each attack so far."""
    return [event["units"] for event in told(m, "attack")]


# -- Who attacks -----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.0a", "R17")
def test_only_units_of_the_active_area_attack_even_beside_others_of_their_side():
    m = scene(field({"2rtr": "3", "22gds": "7", "1_62": "7"}))
    go(m, "assault 3", "move 2rtr 7", "attack 7")
    assert attackers(m) == [("2rtr",)]
    go(m, "no", -1)
    assert unit(m, "2rtr") == ("7", "reduced")
    assert unit(m, "22gds") == ("7", "full")  # it did not attack, so it is not hurt


@pytest.mark.rule("battleaxe", "11.0a")
def test_a_space_where_no_activated_unit_stands_is_not_attacked():
    m = go(scene(field({"2rtr": "3", "22gds": "7", "1_62": "7"})), "assault 3")
    assert moves(m, "attack") == []
    assert moves(go(m, "move 2rtr 7"), "attack") == ["attack 7"]


@pytest.mark.rule("battleaxe", "11.0a")
def test_the_attack_itself_costs_no_movement():
    m = go(scene(field({"2rtr": "3", "1_62": "7"})), "assault 3", "move 2rtr 7")
    number = m.state.pack.unit_index["2rtr"]
    assert m.state.spent[number] == m.state.pack.unit_mf[number]  # nothing is left
    assert moves(m, "attack") == ["attack 7"]


@pytest.mark.rule("battleaxe", "11.0a", "R17")
def test_in_a_contested_active_area_each_unit_attacks_or_leaves():
    m = scene(field({"2rtr": "7", "6rtr": "7", "22gds": "3", "1_62": "7"}))
    go(m, "assault 7", "attack 7", "join 2rtr", "done", "no", 0, "done")
    assert attackers(m) == [("2rtr",)]
    assert "move 6rtr 3" in offers(m)
    assert not any(offer.startswith("move 2rtr") for offer in offers(m))
    assert moves(m, "attack") == []  # nobody attacks there a second time
    assert unit(go(m, "move 6rtr 3"), "6rtr") == ("3", "full")


@pytest.mark.rule("battleaxe", "11.0a", "R17")
def test_a_unit_that_left_a_contested_active_area_may_attack_where_it_arrives():
    # Out of 7 into Free 4 costs 2, on into reduced Halfaya 3.
    g = field({"11h": "7", "1_62": "7", "22gds": "4", "defr": "6"}, reduced=["defr"])
    m = go(scene(g), "assault 7", "move 11h 4", "move 11h 6", "attack 6")
    assert attackers(m) == [("11h",)]
    assert told(m, "attack")[0]["place"] == "6"


@pytest.mark.rule("battleaxe", "11.0b")
def test_every_enemy_unit_in_the_space_defends_and_may_be_hurt():
    m = scene(field({"7rtr": "3", "2rtr": "3", "1_62": "7", "2_62": "7", "3_62": "7"}))
    go(m, "assault 3", "move 7rtr 7", "attack 7", "lead 2_62", "no", 3)
    assert offers(m) == ["turn 2_62", "eliminate 2_62"]
    go(m, "turn 2_62")
    assert offers(m) == [
        "turn 1_62", "eliminate 2_62", "retreat 2_62", "turn 3_62",
    ]  # fmt: skip
    go(m, "turn 1_62", "turn 3_62")
    assert [unit(m, each)[1] for each in ("1_62", "2_62", "3_62")] == ["reduced"] * 3


# -- When ------------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.0c")
def test_an_attack_waits_until_all_that_are_to_take_part_have_come_in():
    m = go(scene(field(PAIR | {"1_62": "7"})), "assault 3", "move 2rtr 7")
    assert attackers(m) == []  # nothing is resolved by entering
    go(m, "move 6rtr 7", "attack 7")
    assert attackers(m) == [("2rtr", "6rtr")]


@pytest.mark.rule("battleaxe", "11.0c", "R17")
def test_after_the_attack_others_may_still_move_but_not_into_that_space():
    m = scene(field(PAIR | {"1_62": "7"}))
    go(m, "assault 3", "move 2rtr 7", "attack 7", "no", 0, "done")
    assert "move 6rtr 4" in offers(m)
    assert "move 6rtr 7" not in offers(m)
    refused = m.why_not("allied", ("move", "6rtr", "7"))
    assert refused is not None
    assert refused.rule == "9.2.1b"


# -- Mandatory attacks -----------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.1", "R17", "R41")
def test_units_that_enter_upon_the_enemy_must_attack_before_the_half_can_end():
    m = go(scene(field(PAIR | {"1_62": "7"})), "assault 3")
    assert "done" in offers(m)
    go(m, "move 2rtr 7")
    assert "done" not in offers(m)
    refused = m.why_not("allied", ("done",))
    assert refused is not None
    assert refused.rule == "11.1"
    go(m, "attack 7", "no", 0, "done")
    assert "done" in offers(m)


@pytest.mark.rule("battleaxe", "11.1", "R17")
def test_in_a_mandatory_attack_all_that_entered_take_part_unasked():
    m = go(scene(field(PAIR | {"1_62": "7"})), "assault 3", "move 2rtr 7", "move 6rtr 7")
    go(m, "attack 7")
    assert asked(m) == "lead_attacker"
    assert attackers(m) == [("2rtr", "6rtr")]


@pytest.mark.rule("battleaxe", "11.1", "11.4.4a")
def test_a_repulse_in_a_mandatory_attack_sends_every_survivor_back():
    g = field(PAIR | {"22gds": "3", "1_62": "7"}, reduced=["22gds"])
    m = go(scene(g), "assault 3", "move 2rtr 7", "move 6rtr 7", "move 22gds 7", "attack 7")
    go(m, "lead 2rtr", "no", -1)
    assert outcomes(m) == ["repulse"]
    assert unit(m, "2rtr") == unit(m, "6rtr") == ("3", "reduced")
    assert unit(m, "22gds") == ("off", "gone")
    assert control(m, "7") == "axis"


@pytest.mark.rule("battleaxe", "11.1", "R41")
def test_a_space_that_enemies_retreated_into_in_this_half_is_attacked_mandatorily():
    # The 1/62 falls back from 16 into empty 17, the only Free space beside it, and is pursued.
    m = scene(field({"2rtr": "7", "11h": "7", "1_62": "16"}, reduced=["1_62"], allied=["7", "15"]))
    go(m, "assault 7", "move 2rtr 16", "attack 16", "no", 1)
    assert unit(m, "1_62") == ("17", "reduced")
    go(m, "move 11h 15", "move 11h 17")
    assert moves(m, "attack") == ["attack 17"]
    assert "done" not in offers(m)


@pytest.mark.rule("battleaxe", "11.1", "R41")
def test_a_space_contested_at_the_start_is_never_mandatory_even_when_its_units_have_left():
    m = scene(field({"11h": "7", "1_62": "7", "22gds": "3"}, reduced=["1_62"]))
    go(m, "assault 7", "move 11h 3", "move 11h 7")
    assert "done" in offers(m)
    go(m, "attack 7", "no", -1)
    assert unit(m, "11h") == ("7", "reduced")  # and nobody is sent back


# -- Optional attacks ------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.2")
def test_units_that_join_an_old_battle_attack_all_some_or_not_at_all():
    g = field(PAIR | {"22gds": "7", "1_62": "7"})
    m = go(scene(g), "assault 3", "move 2rtr 7", "move 6rtr 7")
    assert "done" in offers(m)  # none

    go(m, "attack 7")
    assert offers(m) == ["all", "join 2rtr", "join 6rtr"]  # no "done": it takes at least one
    some = go(m.clone(), "join 6rtr", "done")
    assert attackers(some) == [("6rtr",)]
    everybody = go(m.clone(), "all")
    assert attackers(everybody) == [("2rtr", "6rtr")]


@pytest.mark.rule("battleaxe", "11.2", "R41")
def test_nobody_retreats_after_a_repulse_in_an_old_battle():
    m = scene(field(PAIR | {"22gds": "7", "1_62": "7"}))
    go(m, "assault 3", "move 2rtr 7", "attack 7", "no", -1)
    assert outcomes(m) == ["repulse"]
    assert unit(m, "2rtr") == ("7", "reduced")
    assert told(m, "retreated") == []


@pytest.mark.rule("battleaxe", "11.3")
def test_any_number_of_those_that_began_in_a_contested_area_may_attack_there():
    g = field({"2rtr": "7", "6rtr": "7", "22gds": "7", "1_62": "7"})
    m = go(scene(g), "assault 7")
    assert "done" in offers(m)
    go(m, "attack 7")
    assert offers(m) == ["all", "join 22gds", "join 2rtr", "join 6rtr"]
    go(m, "join 22gds", "join 6rtr", "done")
    assert attackers(m) == [("22gds", "6rtr")]


@pytest.mark.rule("battleaxe", "11.3")
def test_a_failed_attack_in_a_contested_area_leaves_its_units_where_they_are():
    m = scene(field({"2rtr": "7", "6rtr": "7", "1_62": "7"}))
    go(m, "assault 7", "attack 7", "all", "lead 2rtr", "no", -1)
    assert unit(m, "2rtr") == unit(m, "6rtr") == ("7", "reduced")


@pytest.mark.rule("battleaxe", "11.1", "11.3", "R43")
def test_after_a_stalemate_the_attackers_stay_and_their_next_attack_is_optional():
    m = scene(field({"2rtr": "3", "1_62": "7"}))
    go(m, "assault 3", "move 2rtr 7", "attack 7", "no", 0, "done", "done")
    assert control(m, "7") == "axis"
    assert unit(m, "2rtr") == ("7", "reduced")
    go(m, "pass", (6, 6), "assault 7")
    assert (who(m), m.state.impulse) == ("allied", 2)
    assert "done" in offers(m)
    go(m, "attack 7", "no")
    assert m.state.battle is not None
    assert not m.state.battle.is_mandatory
