"""11.4.4d-e The Overrun and the second activation it gives."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS
from tests.games.battleaxe.acting import (
    asked,
    cv,
    field,
    go,
    moves,
    outcomes,
    scene,
    tem,
    values,
    who,
)
from tests.games.battleaxe.staging import control, offers, told, unit

HOME = ["A", "B", "C", "D", "H"]
PAIR = {"7rtr": "3", "2rtr": "3"}


def overrun(units: dict[str, str] | None = None, *, air: int = 0, **more):
    """7 RTR and 2 RTR go from 3 into 7 and overrun the reduced 6 Oasis; `air` is a die, or none."""
    more.setdefault("reduced", ["6oasis"])
    m = scene(field(PAIR | {"6oasis": "7"} | (units or {}), **more))
    go(m, "assault 3", "move 7rtr 7", "move 2rtr 7", "attack 7", "lead 7rtr")
    if air:
        go(m, "yes", (air,), 3)
    else:
        go(m, "no", 3)
    assert outcomes(m) == ["overrun"]
    return m


# -- The move --------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4d", "R18")
def test_after_an_overrun_the_attackers_may_go_on_at_once_into_one_adjacent_space():
    m = overrun()
    assert (who(m), asked(m)) == ("allied", "exploit")
    assert offers(m) == [f"exploit {each}" for each in ("3", "4", "6", "8", "9", "15", "16")] + [
        "stay"
    ]
    go(m, "exploit 16", "all")
    assert unit(m, "7rtr") == unit(m, "2rtr") == ("16", "full")
    assert control(m, "16") == "allied"
    assert asked(m) == "assault"
    assert moves(m) == []  # that was all


@pytest.mark.rule("battleaxe", "11.4.4d")
def test_nobody_has_to_go_on():
    m = go(overrun(), "stay")
    assert unit(m, "7rtr") == unit(m, "2rtr") == ("7", "full")
    assert moves(m) == []


@pytest.mark.rule("battleaxe", "11.4.4d", "R18")
def test_some_may_stay_behind_but_the_others_go_to_one_space_together():
    m = go(overrun({"22gds": "3"}), "exploit 16", "join 2rtr")
    assert offers(m) == ["join 7rtr", "done"]
    go(m, "done")
    assert unit(m, "2rtr") == ("16", "full")
    assert unit(m, "7rtr") == ("7", "full")
    assert asked(m) == "assault"  # the one that stayed has no goal of its own
    assert all(move.startswith("move 22gds") for move in moves(m))


@pytest.mark.rule("battleaxe", "11.4.4d", "R18")
def test_only_units_that_took_part_go_on():
    m = scene(field({"7rtr": "7", "2rtr": "7", "6oasis": "7"}, reduced=["6oasis"]))
    go(m, "assault 7", "attack 7", "join 7rtr", "done", "no", 3, "exploit 16")
    assert unit(m, "7rtr") == ("16", "full")
    assert unit(m, "2rtr") == ("7", "full")
    assert "move 2rtr 3" in offers(m)  # it has not fought and leaves like any other unit


@pytest.mark.rule("battleaxe", "11.4.4d", "R18", "R9")
def test_the_second_activation_counts_no_movement_and_may_enter_a_zone():
    g = field({"7rtr": "11", "2rtr": "11", "6oasis": "12"}, reduced=["6oasis"])
    m = go(scene(g), "assault 11", "move 7rtr 12", "move 2rtr 12", "attack 12", "lead 7rtr")
    go(m, "no", 3, "exploit F", "all")
    assert unit(m, "7rtr") == ("F", "full")
    assert control(m, "F") == "allied"


@pytest.mark.rule("battleaxe", "11.4.4d", "R11")
def test_static_units_do_not_go_on():
    g = field({"xxi": "7", "1_8": "7", "2rb": "7"}, reduced=["2rb"], half="axis")
    both = go(scene(g), "assault 7", "attack 7", "all", "lead 1_8", 3, "exploit 16")
    assert unit(both, "1_8") == ("16", "full")
    assert unit(both, "xxi") == ("7", "full")
    alone = go(scene(g), "assault 7", "attack 7", "join xxi", "done", 3)
    assert outcomes(alone) == ["overrun"]
    assert asked(alone) == "assault"


@pytest.mark.rule("battleaxe", "11.4.4d", "9.3.2", "9.3.3", "R18")
def test_escarpment_and_zone_lines_hold_in_the_second_activation():
    g = field({"1_8": "18", "2rb": "17"}, reduced=["2rb"], half="axis")
    m = go(scene(g), "assault 18", "move 1_8 17", "attack 17", 3)
    assert moves(m, "exploit") == [f"exploit {each}" for each in ("6", "15", "16", "18")]  # not 7


@pytest.mark.rule("battleaxe", "11.4.4d", "R17", "R18")
def test_a_space_attacked_in_this_half_is_closed_to_the_second_activation():
    m = scene(field(PAIR | {"6rtr": "3", "6oasis": "7", "1_62": "8"}, reduced=["6oasis"]))
    go(m, "assault 3", "move 6rtr 8", "attack 8", "no", 0, "done")
    go(m, "move 7rtr 7", "move 2rtr 7", "attack 7", "lead 7rtr", "no", 3)
    assert "exploit 8" not in offers(m)
    assert "exploit 9" in offers(m)


@pytest.mark.rule("battleaxe", "11.4.4d", "R18", "R40")
def test_stacking_holds_in_the_second_activation():
    three = dict.fromkeys(["1krr", "2rb", "3_11"], "16")
    m = go(overrun(three), "exploit 16")
    assert offers(m) == ["join 7rtr", "join 2rtr"]  # no "all": there is room for one
    go(m, "join 2rtr")
    assert unit(m, "2rtr") == ("16", "full")
    assert asked(m) == "assault"
    four = three | {"1_11": "16"}
    assert "exploit 16" not in offers(overrun(four))


@pytest.mark.rule("battleaxe", "11.4.4d", "9.2e")
def test_an_attack_in_a_contested_active_area_may_become_an_overrun_too():
    m = scene(field({"7rtr": "7", "6oasis": "7"}, reduced=["6oasis"]))
    go(m, "assault 7", "attack 7", "no", 3, "exploit 16")
    assert unit(m, "7rtr") == ("16", "full")


# -- The second attack -----------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4d", "11.1", "R18")
def test_enemies_in_the_next_space_are_attacked_there_and_then():
    m = go(overrun({"1_62": "16"}), "exploit 16", "all")
    assert asked(m) == "lead_attacker"
    assert told(m, "attack")[-1] == {"side": "allied", "place": "16", "units": ("7rtr", "2rtr")}
    go(m, "lead 2rtr", "no", (1, 1), (2, 2))
    assert values(m) == (cv("2rtr") + 1, cv("1_62") + tem("16"))


@pytest.mark.rule("battleaxe", "11.4.4d", "11.6", "R14")
def test_a_repulse_of_the_second_attack_sends_the_units_back_to_the_overrun_space():
    m = go(overrun({"1_62": "16"}), "exploit 16", "all", "lead 7rtr", "no", -1)
    assert unit(m, "7rtr") == unit(m, "2rtr") == ("7", "reduced")
    assert control(m, "7") == "allied"


@pytest.mark.rule("battleaxe", "11.2", "11.4.4d", "R18")
def test_an_overrun_into_a_space_contested_before_may_attack_with_some_all_or_none():
    m = go(overrun({"22gds": "15", "1_62": "15"}), "exploit 15", "all")
    assert asked(m) == "attack_too"
    assert offers(m) == ["attack 15", "done"]

    nobody = go(m.clone(), "done")
    assert asked(nobody) == "assault"
    assert [unit(nobody, each) for each in ("2rtr", "7rtr")] == [("15", "full")] * 2

    some = go(m.clone(), "attack 15")
    assert offers(some) == ["all", "join 7rtr", "join 2rtr"]
    go(some, "join 2rtr", "done", "no", -1)
    assert told(some, "attack")[-1]["units"] == ("2rtr",)
    assert unit(some, "2rtr") == ("15", "reduced")  # not Mandatory, so nobody is sent back
    assert unit(some, "7rtr") == ("15", "full")

    everybody = go(m.clone(), "attack 15", "all")
    assert told(everybody, "attack")[-1]["units"] == ("7rtr", "2rtr")


@pytest.mark.rule("battleaxe", "11.4.4d", "10.2.2", "R18")
def test_neither_side_may_ask_for_artillery_in_the_second_combat():
    m = scene(field(PAIR | {"6oasis": "7", "1_62": "16"}, reduced=["6oasis"], artillery=[3, 2]))
    go(m, "assault 3", "move 7rtr 7", "move 2rtr 7", "attack 7", "lead 7rtr", "no", "no", "no", 3)
    go(m, "exploit 16", "all", "lead 7rtr", "no")
    assert asked(m) == "attack"


@pytest.mark.rule("battleaxe", "11.4.4d")
def test_a_success_in_the_second_attack_is_an_ordinary_success():
    m = go(overrun({"1_62": "16"}), "exploit 16", "all", "lead 7rtr", "no", 1)
    assert outcomes(m) == ["overrun", "success"]
    assert unit(m, "7rtr") == ("16", "reduced")
    assert unit(m, "1_62") == ("16", "reduced")


@pytest.mark.rule("battleaxe", "11.4.4d", "12.1A", "R18")
def test_a_second_overrun_wipes_the_enemy_out_but_nobody_moves_again():
    units = {"2_62": "16"}
    m = overrun(units, reduced=["6oasis", "2_62"], advantage=AXIS)
    go(m, "exploit 16", "all", "lead 7rtr", "no", 3)
    assert outcomes(m) == ["overrun", "overrun"]
    assert unit(m, "2_62") == ("off", "gone")
    assert unit(m, "7rtr") == unit(m, "2rtr") == ("16", "full")
    assert asked(m) == "assault"  # neither a third move nor a Fanatical Defence
    assert moves(m) == []


# -- Air Support and Rommel ------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4d", "10.1.3", "R18")
def test_aircraft_of_the_first_combat_fly_again_with_a_new_die():
    m = overrun({"1_62": "16"}, air=1)
    go(m, "exploit 16", "all", "lead 7rtr")
    assert asked(m) == "air_support"
    go(m, "yes", (5,), (1, 1), (2, 2))
    assert values(m)[0] == cv("7rtr") + 1 + 5


@pytest.mark.rule("battleaxe", "11.4.4d", "10.1.3")
def test_the_first_air_die_does_not_count_twice():
    m = overrun({"1_62": "16"}, air=1)
    go(m, "exploit 16", "all", "lead 7rtr", "no", (1, 1), (2, 2))
    assert values(m)[0] == cv("7rtr") + 1


@pytest.mark.rule("battleaxe", "11.4.4d", "R18")
def test_aircraft_not_used_before_may_support_the_second_combat():
    m = go(overrun({"1_62": "16"}), "exploit 16", "all", "lead 7rtr")
    assert asked(m) == "air_support"


@pytest.mark.rule("battleaxe", "11.4.4d", "10.1.1", "R18")
def test_aircraft_used_in_another_combat_of_the_half_are_not_available():
    g = field(
        PAIR | {"6rtr": "3", "6oasis": "7", "1_62": "16", "2_62": "8"}, reduced=["6oasis", "2_62"]
    )
    m = go(scene(g), "assault 3", "move 6rtr 8", "attack 8", "yes", (3,), 0)
    go(m, "move 7rtr 7", "move 2rtr 7", "attack 7", "lead 7rtr", 3)
    go(m, "exploit 16", "all", "lead 7rtr")
    assert asked(m) == "attack"


def panzer_overrun(**more):
    """1/8 and 2/8 go from 15 into 7, where reduced 2/RB stands; 22 Gds is beyond, in 3."""
    units = {"1_8": "15", "2_8": "15", "2rb": "7", "22gds": "3"} | more.pop("units", {})
    m = scene(field(units, reduced=["2rb"], half="axis", **more))
    return go(m, "assault 15", "move 1_8 7", "move 2_8 7", "attack 7", "lead 1_8")


@pytest.mark.rule("battleaxe", "11.4.4d", "12.1E", "R23")
def test_rommel_rides_on_into_the_second_combat_with_a_new_die():
    m = go(panzer_overrun(rommel=True), "yes", (2,), 3, "exploit 3", "all", "lead 1_8")
    assert asked(m) == "rommel"
    go(m, "yes", (6,), (1, 1), (2, 2))
    assert values(m)[0] == cv("1_8") + 1 + 6


@pytest.mark.rule("battleaxe", "11.4.4d", "12.1E", "R18", "R23")
def test_rommel_may_join_the_second_combat_if_he_led_no_other():
    m = go(panzer_overrun(rommel=True), "no", 3, "exploit 3", "all", "lead 1_8")
    assert asked(m) == "rommel"


@pytest.mark.rule("battleaxe", "11.4.4d", "12.1E", "R18", "R23")
def test_rommel_who_led_another_attack_of_the_half_is_not_there():
    g = field(
        {"1_8": "15", "2_8": "15", "3recce": "15", "2rb": "7", "22gds": "3", "1krr": "16"},
        reduced=["2rb"],
        half="axis",
        rommel=True,
    )
    m = go(scene(g), "assault 15", "move 3recce 16", "attack 16", "yes", (1,), -1)
    go(m, "move 1_8 7", "move 2_8 7", "attack 7", "lead 1_8", 3, "exploit 3", "all", "lead 1_8")
    assert asked(m) == "attack"


# -- Stützpunkte -----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4e", "22.f", "R18")
@pytest.mark.parametrize(("place", "goes_on"), [("9", False), ("7", True)])
def test_allies_that_overrun_an_axis_stutzpunkt_lose_nothing_but_go_no_farther(place, goes_on):
    g = field({"7rtr": "8", "2rtr": "8", "6oasis": place}, reduced=["6oasis"])
    m = go(scene(g), "assault 8", f"move 7rtr {place}", f"move 2rtr {place}", f"attack {place}")
    go(m, "lead 7rtr", "no", 3)
    assert outcomes(m) == ["overrun"]
    assert unit(m, "7rtr") == unit(m, "2rtr") == (place, "full")
    assert control(m, place) == "allied"
    assert asked(m) == ("exploit" if goes_on else "assault")


@pytest.mark.rule("battleaxe", "11.4.4e", "R18")
def test_a_stutzpunkt_that_the_allies_control_does_not_stop_them():
    g = field({"7rtr": "9", "6oasis": "9"}, reduced=["6oasis"], allied=[*HOME, "9"])
    m = go(scene(g), "assault 9", "attack 9", "no", 3)
    assert asked(m) == "exploit"


@pytest.mark.rule("battleaxe", "11.4.4e")
@pytest.mark.parametrize("owner", [ALLIED, AXIS])
def test_no_stutzpunkt_stops_the_axis(owner):
    allied = [*HOME, "9"] if owner == ALLIED else HOME
    g = field({"1_8": "9", "2rb": "9"}, reduced=["2rb"], allied=allied, half="axis")
    m = go(scene(g), "assault 9", "attack 9", 3)
    assert asked(m) == "exploit"


@pytest.mark.rule("battleaxe", "11.4.4d", "11.4.4e")
def test_allies_may_carry_their_second_attack_into_a_stutzpunkt():
    m = overrun({"15mg": "9"}, reduced=["6oasis", "15mg"])
    go(m, "exploit 9", "all", "lead 7rtr", "yes", (6,), 3)
    assert outcomes(m) == ["overrun", "overrun"]
    assert unit(m, "7rtr") == ("9", "full")
