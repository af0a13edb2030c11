"""11.4-11.4.3 The order of a combat, and what goes into the attack and the defence value."""

import pytest

from khamsin.games.battleaxe.model.pieces import AXIS
from tests.games.battleaxe.acting import asked, cv, field, go, moves, scene, tem, values, who
from tests.games.battleaxe.staging import offers, told

EVEN = ((3, 4), (3, 4))


def allied_attack(units: list[str], defenders: list[str], **more):
    """Allied units go from 3 into 7, where the defenders are; both leads are still to be named."""
    g = field(dict.fromkeys(units, "3") | dict.fromkeys(defenders, "7"), **more)
    return go(scene(g), "assault 3", *[f"move {unit} 7" for unit in units], "attack 7")


def axis_attack(units: list[str], defenders: list[str], **more):
    """The same by Axis units, from 15."""
    g = field(dict.fromkeys(units, "15") | dict.fromkeys(defenders, "7"), half="axis", **more)
    return go(scene(g), "assault 15", *[f"move {unit} 7" for unit in units], "attack 7")


# -- Order and dice --------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4", "R38")
def test_the_steps_of_an_allied_attack_come_in_the_printed_order():
    m = allied_attack(["2rtr", "6rtr"], ["1_62", "2_62"], artillery=[3, 2])
    steps = []
    for answer in (
        "lead 2rtr", "lead 1_62", "yes", (4,), "request", (6,), "request", (6,), (1, 2), (3, 4)
    ):  # fmt: skip
        steps.append((who(m) if m.decision else "dice", asked(m)))
        go(m, answer)
    assert steps == [
        ("allied", "lead_attacker"),
        ("axis", "lead_defender"),
        ("allied", "air_support"),
        ("dice", "air"),
        ("allied", "artillery"),
        ("dice", "artillery"),
        ("axis", "artillery"),
        ("dice", "artillery"),
        ("dice", "attack"),
        ("dice", "defence"),
    ]


@pytest.mark.rule("battleaxe", "11.4", "R38")
def test_the_attacker_names_who_takes_part_before_anybody_names_a_lead():
    g = field({"2rtr": "7", "6rtr": "7", "1_62": "7", "2_62": "7"})
    m = go(scene(g), "assault 7", "attack 7")
    assert (who(m), asked(m)) == ("allied", "attackers")
    go(m, "all", "lead 6rtr")
    assert (who(m), asked(m)) == ("axis", "lead_defender")
    seen = m.view("axis")["position"]["battle"]
    assert seen["attackers"] == ["2rtr", "6rtr"]  # the defender knows them before he chooses
    assert seen["lead"] == "6rtr"


@pytest.mark.rule("battleaxe", "11.4", "11.4.1")
def test_each_total_is_a_value_and_two_dice():
    m = go(allied_attack(["2rtr"], ["1_62"]), "no", (5, 6), (1, 2))
    (rolled,) = told(m, "combat_dice")
    assert (rolled["attack"], rolled["defence"]) == ((5, 6), (1, 2))
    assert rolled["total"] == cv("2rtr") + 11
    assert rolled["against"] == cv("1_62") + tem("7") + 3


@pytest.mark.rule("battleaxe", "11.4.1")
def test_the_defender_cannot_do_anything_between_the_two_rolls():
    m = go(allied_attack(["2rtr"], ["1_62"]), "no")
    assert m.decision is None
    assert asked(m) == "attack"
    go(m, (5, 6))
    assert m.decision is None
    assert asked(m) == "defence"


# -- Attack value ----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.2A", "R5")
@pytest.mark.parametrize("lead", ["7rtr", "2rb"])
def test_the_attack_starts_with_the_value_of_the_lead_that_the_attacker_names(lead):
    m = allied_attack(["7rtr", "2rb"], ["1_62"])
    assert (who(m), offers(m)) == ("allied", ["lead 7rtr", "lead 2rb"])
    go(m, f"lead {lead}", "no", *EVEN)
    assert values(m)[0] == cv(lead) + 1
    assert cv("7rtr") != cv("2rb")  # or the test would show nothing


@pytest.mark.rule("battleaxe", "11.4.2A", "11.4.3A")
def test_a_reduced_lead_counts_its_reduced_value():
    m = go(allied_attack(["7rtr"], ["1_62"], reduced=["7rtr", "1_62"]), "no", *EVEN)
    assert values(m) == (cv("7rtr", reduced=True), cv("1_62", reduced=True) + tem("7"))


@pytest.mark.rule("battleaxe", "11.4.2B")
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_each_other_attacker_adds_one_whatever_it_is_worth(others):
    units = ["2rtr", "7rtr", "6rtr", "4rtr_minus"][: others + 1]
    m = allied_attack(units, ["1_62"], reduced=["4rtr_minus"])
    go(m, *(["lead 2rtr"] if others else []), "no", *EVEN)
    assert values(m)[0] == cv("2rtr") + others


@pytest.mark.rule("battleaxe", "11.4.2B", "11.4.3B", "11.0b")
def test_units_that_do_not_take_part_add_nothing_to_an_attack():
    g = field({"2rtr": "7", "6rtr": "7", "1_62": "7", "2_62": "7"})
    m = go(scene(g), "assault 7", "attack 7", "join 2rtr", "done", "lead 1_62", "no", *EVEN)
    assert values(m) == (cv("2rtr"), cv("1_62") + 1 + tem("7"))  # while all defenders count


@pytest.mark.rule("battleaxe", "11.4.2C")
@pytest.mark.parametrize("die", [1, 6])
def test_the_air_die_is_added_to_an_allied_attack(die):
    m = go(allied_attack(["2rtr"], ["1_62"]), "yes", (die,), *EVEN)
    assert values(m)[0] == cv("2rtr") + die


@pytest.mark.rule("battleaxe", "11.4.2C")
@pytest.mark.parametrize("die", [1, 6])
def test_rommels_die_is_added_to_an_axis_attack(die):
    m = go(axis_attack(["1_8"], ["22gds"], rommel=True), "yes", (die,), *EVEN)
    assert values(m)[0] == cv("1_8") + die


@pytest.mark.rule("battleaxe", "11.4.2C", "12.1E")
def test_an_allied_attack_never_has_rommel_and_an_axis_attack_no_allied_aircraft():
    m = go(allied_attack(["2rtr"], ["1_62"], rommel=True, advantage=AXIS), "no")
    assert asked(m) == "attack"
    assert asked(axis_attack(["1_8"], ["22gds"])) == "attack"


@pytest.mark.rule("battleaxe", "11.4.2D", "11.4.3D")
@pytest.mark.parametrize(
    ("attacker", "defender", "more"),
    [(4, 4, (2, 2)), (4, 3, (2, 0)), (3, 4, (0, 2)), (3, 3, (0, 0))],
)
def test_artillery_that_comes_is_worth_two_to_the_side_that_asked(attacker, defender, more):
    m = allied_attack(["2rtr"], ["1_62"], artillery=[3, 2])
    go(m, "no", "request", (attacker,), "request", (defender,), *EVEN)
    assert values(m) == (cv("2rtr") + more[0], cv("1_62") + tem("7") + more[1])


@pytest.mark.rule("battleaxe", "11.4.2D", "11.4.3D")
def test_artillery_nobody_asks_for_adds_nothing():
    m = go(allied_attack(["2rtr"], ["1_62"], artillery=[3, 2]), "no", "no", "no", *EVEN)
    assert values(m) == (cv("2rtr"), cv("1_62") + tem("7"))


@pytest.mark.rule("battleaxe", "11.4.2E", "R16")
@pytest.mark.parametrize(
    ("units", "bonus"),
    [
        (["2rtr", "2rb", "12at"], 1),
        (["11h", "2rb", "12at"], 1),  # armoured cars are armour
        (["2rtr", "2rb"], 0),
        (["2rtr", "12at"], 0),
        (["2rb", "12at"], 0),
        (["2rtr", "6rtr", "2rb"], 0),
        (["2rtr", "2rb", "12at", "65at"], 1),  # once, however many there are
    ],
)
def test_combined_arms_take_all_three_kinds_of_unit(units, bonus):
    m = allied_attack(units, ["1_62"])
    lead = [f"lead {units[0]}"] if moves(m, "lead") else []
    go(m, *lead, "no", *EVEN)
    assert values(m)[0] == cv(units[0]) + len(units) - 1 + bonus


@pytest.mark.rule("battleaxe", "11.4.2E")
def test_defenders_have_no_combined_arms():
    m = axis_attack(["1_8"], ["2rtr", "2rb", "12at"])
    go(m, "lead 2rtr", *EVEN)
    assert values(m) == (cv("1_8"), cv("2rtr") + 2 + tem("7"))


@pytest.mark.rule("battleaxe", "11.4.2E", "11.4.2B")
def test_the_axis_has_combined_arms_too():
    m = go(axis_attack(["1_8", "15mc", "33pak"], ["22gds"]), "lead 1_8", *EVEN)
    assert values(m)[0] == cv("1_8") + 2 + 1


# -- Defence value ---------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.3A", "R5")
@pytest.mark.parametrize("lead", ["1_104", "15mg"])
def test_the_defence_starts_with_the_value_of_the_lead_that_the_defender_names(lead):
    m = allied_attack(["2rtr"], ["1_104", "15mg"])
    assert (who(m), offers(m)) == ("axis", ["lead 1_104", "lead 15mg"])
    go(m, f"lead {lead}", "no", *EVEN)
    assert values(m)[1] == cv(lead) + 1 + tem("7")
    assert cv("1_104") != cv("15mg")


@pytest.mark.rule("battleaxe", "11.4.3B")
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_each_other_defender_adds_one(others):
    units = ["1_62", "2_62", "15mc", "1_104"][: others + 1]
    m = allied_attack(["2rtr"], units, reduced=["15mc"])
    go(m, *(["lead 1_62"] if others else []), "no", *EVEN)
    assert values(m)[1] == cv("1_62") + others + tem("7")


@pytest.mark.rule("battleaxe", "11.4.3C")
@pytest.mark.parametrize("space", ["6", "15", "7", "H"])
def test_the_terrain_of_the_attacked_space_is_added_whoever_defends(space):
    allied = go(scene(field({"2rtr": space, "xx": space})), f"assault {space}", f"attack {space}")
    go(allied, "no", *EVEN)
    assert values(allied)[1] == cv("xx") + tem(space)
    axis = scene(field({"2rtr": space, "xx": space}, half="axis"))
    go(axis, f"assault {space}", f"attack {space}", *EVEN)
    assert values(axis) == (cv("xx"), cv("2rtr") + tem(space))


@pytest.mark.rule("battleaxe", "11.4.3E", "14.1.1")
@pytest.mark.parametrize(("fuel_low", "more"), [(True, 2), (False, 0)])
def test_allied_defenders_have_two_more_while_the_axis_is_short_of_fuel(fuel_low, more):
    m = go(axis_attack(["1_8"], ["22gds"], fuel_low=fuel_low), *EVEN)
    assert values(m) == (cv("1_8"), cv("22gds") + tem("7") + more)


@pytest.mark.rule("battleaxe", "11.4.3E", "14.1.1")
def test_the_fuel_shortage_does_nothing_for_axis_defenders():
    m = go(allied_attack(["2rtr"], ["1_62"], fuel_low=True), "no", *EVEN)
    assert values(m) == (cv("2rtr"), cv("1_62") + tem("7"))


@pytest.mark.rule(
    "battleaxe", "11.4.2A", "11.4.2B", "11.4.2C", "11.4.2D", "11.4.2E", "11.4.3A", "11.4.3B",
    "11.4.3C", "11.4.3D",
)  # fmt: skip
def test_all_items_of_both_values_add_up():
    m = allied_attack(["7rtr", "2rb", "12at"], ["15mc", "33pak"], artillery=[3, 2])
    go(m, "lead 7rtr", "lead 33pak", "yes", (5,), "request", (4,), "request", (5,), (6, 4), (2, 1))
    attack = cv("7rtr") + 2 + 5 + 2 + 1
    defence = cv("33pak") + 1 + tem("7") + 2
    assert values(m) == (attack, defence)
    (rolled,) = told(m, "combat_dice")
    assert (rolled["total"], rolled["against"]) == (attack + 10, defence + 3)
