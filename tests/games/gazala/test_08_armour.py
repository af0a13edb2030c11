"""Chapter 8: armour combat."""

import pytest

from khamsin.games.gazala.model.pieces import POOLS
from khamsin.games.gazala.rules.combat.armour import attacks_left, count_attack
from tests.games.gazala.staging import (
    PACK,
    asked,
    at,
    go,
    h,
    offers,
    scene,
    step,
    table,
    told,
    u,
    why,
)

FIELD = {"hq_afrika": "0407", "15_1_t": "0609", "7arm_5": "0610", "hq_7arm": "1020"}


def fight(units, *steps, chit="afrika", **more):
    """To the armour phase, then on."""
    return go(scene(table(units, chit=chit, **more)), "done", *steps)


@pytest.mark.rule("gazala", "8.0.a", "8.11", "3.22.a")
def test_armour_combat_is_voluntary_and_against_adjacent_enemies():
    m = fight(FIELD | {"7arm_3": "0630"})
    assert asked(m) == "axis armour"
    assert offers(m) == ["attack 0610", "done"]
    assert told(go(m, "done"), "armour_combat") == []


@pytest.mark.rule("gazala", "8.1", "8.13.a", "3.22.b", "8.12")
def test_each_side_rolls_a_die_for_each_armour_point():
    m = fight(FIELD, "attack 0610")
    assert asked(m) == "armour"
    assert m.chance.count == 5  # 1/15
    go(m, (1,) * 5)
    assert m.chance.count == 5  # 5/7, a Grant
    go(m, (2,) * 5)
    assert [t["hits"] for t in told(m, "armour_hits")] == [0, 0]


@pytest.mark.rule("gazala", "8.12")
def test_german_infantry_fires_with_the_tanks_italian_does_not():
    units = FIELD | {"15_1_i": "0609", "xx_8_132": "0709", "flak_18_1": "0609"}
    m = fight(units, "attack 0610", "all")
    assert m.chance.count == 6  # tanks 5, infantry 1; the flak on its own
    assert set(told(m, "armour_combat")[0]["units"]) == {"15_1_t", "15_1_i", "flak_18_1"}
    go(m, (1,) * 6)
    assert (asked(m), m.chance.count) == ("flak", 2)


@pytest.mark.rule("gazala", "8.12", "R14")
def test_allied_infantry_fires_only_in_defence():
    units = {"hq_7arm": "0612", "7arm_7": "0610", "7arm_5": "0610", "15_1_t": "0609"}
    m = fight(units, "attack 0609", chit="7arm")
    assert m.chance.count == 5  # the brigade does not fire
    defended = fight(FIELD | {"7arm_7": "0610"}, "attack 0610", (1,) * 5)
    assert defended.chance.count == 6  # now it does


@pytest.mark.rule("gazala", "8.13.b", "8.2.a")
def test_sixes_hit_and_flak_hits_on_five():
    units = FIELD | {"flak_18_1": "0609"}
    m = fight(units, "attack 0610", "all", (6, 5, 1, 1, 1), (5, 4), (1,) * 5)
    hits = told(m, "armour_hits")[0]
    assert (hits["hits"], hits["cars"]) == (2, 0)  # and no car to be hit by the 5
    assert at(m, "7arm_5") == "off"  # both steps
    assert step(m, "15_1_t") == 0


@pytest.mark.rule("gazala", "8.13.b", "R54")
def test_a_five_hits_armoured_cars_alone_and_first():
    units = FIELD | {"ind_4a": "0610"}
    m = fight(units, "attack 0610", (5, 6, 1, 1, 1), (1,) * 6)
    # The car takes the five without a question; for the six the opponent chooses.
    assert asked(m) == "axis armour_loss"
    assert step(m, "ind_4a") == 1
    assert offers(m) == ["lose 7arm_5", "lose ind_4a"]
    assert asked(fight(FIELD, "attack 0610", (5, 5, 5, 5, 5), (1,) * 5)) != "allied armour_loss"


@pytest.mark.rule("gazala", "8.2.a", "R54")
def test_owner_and_opponent_choose_in_turn():
    units = FIELD | {"7arm_3": "0610", "7arm_8h": "0610"}
    m = fight(units, "attack 0610", (6, 6, 6, 1, 1), (1,) * 13)
    assert asked(m) == "allied armour_loss"
    go(m, "lose 7arm_8h")
    assert asked(m) == "axis armour_loss"
    go(m, "lose 7arm_3")
    assert asked(m) == "allied armour_loss"
    go(m, "lose 7arm_8h")
    assert at(m, "7arm_8h") == "off"


@pytest.mark.rule("gazala", "8.2.a")
def test_both_sides_fire_at_once():
    m = fight(FIELD, "attack 0610", (6, 6, 1, 1, 1), (6, 6, 1, 1, 1))
    assert at(m, "7arm_5") == "off"
    assert at(m, "15_1_t") == "off"


@pytest.mark.rule("gazala", "8.2.b")
def test_nobody_retreats_or_pursues():
    m = fight(FIELD, "attack 0610", (6, 6, 1, 1, 1), (1,) * 5, (1,), (1,))
    assert told(m, "pursued") == told(m, "retreated") == []
    assert at(m, "15_1_t") == "0609"


@pytest.mark.rule("gazala", "8.3", "R15")
def test_lost_steps_may_be_repaired():
    m = fight(FIELD, "attack 0610", (6, 1, 1, 1, 1), (6, 6, 1, 1, 1), (3,), (2,), (5,))
    points = m.state.points
    assert points[POOLS.index("german_tank")] == 1  # 3 is enough, 2 is not
    assert points[POOLS.index("grant")] == 1  # the British need 5
    italian = {"hq_xx": "0607", "xx_1_132_t": "0609", "7arm_5": "0610"}
    m = fight(italian, "attack 0610", (1,) * 3, (6, 1, 1, 1, 1), (4,), chit="xx")
    assert m.state.points[POOLS.index("italian_tank")] == 0
    m = fight(italian, "attack 0610", (1,) * 3, (6, 1, 1, 1, 1), (5,), chit="xx")
    assert m.state.points[POOLS.index("italian_tank")] == 1


@pytest.mark.rule("gazala", "8.4", "R32")
def test_a_matilda_needs_two_hits():
    units = {"hq_afrika": "0407", "15_1_t": "0609", "ind_7t": "0610"}
    m = fight(units, "attack 0610", (6, 1, 1, 1, 1), (1,) * 3)
    assert step(m, "ind_7t") == 0  # one hit is ignored
    m = fight(units, "attack 0610", (6, 6, 6, 1, 1), (1,) * 3)
    assert step(m, "ind_7t") == 1
    mixed = units | {"ind_8t": "0610"}
    m = fight(mixed, "attack 0610", (6, 1, 1, 1, 1), (1,) * 6)
    assert (step(m, "ind_7t"), step(m, "ind_8t")) == (0, 1)  # a single hit cannot go to it
    m = fight(mixed, "attack 0610", (6, 6, 6, 1, 1), (1,) * 6, "lose ind_7t")
    assert (step(m, "ind_7t"), step(m, "ind_8t")) == (1, 1)  # a pair, then the last


@pytest.mark.rule("gazala", "8.5", "9.1", "R16")
def test_two_attacks_in_an_impulse_armour_and_normal_together():
    units = {
        "hq_afrika": "0407", "15_1_t": "0609", "15_2_t": "0510", "15_1_i": "0609",
        "7arm_5": "0610", "7arm_3": "0511", "15_3_i": "0413", "7arm_3ind": "0414",
    }  # fmt: skip
    one = fight(units, "attack 0610", "join 15_1_t", "done", "done", (1,) * 5, (1,) * 5)
    assert asked(one) == "axis combat"
    two = fight(units, "attack 0610", "join 15_1_t", "done", "attack 0511")
    assert asked(two) == "armour"  # no third one is asked for
    go(two, (1,) * 5, (1,) * 5, (1,) * 5, (1,) * 5)
    assert asked(two) != "axis combat"
    five = (1,) * 5
    named = ("attack 0610", "join 15_1_t", "done", "attack 0511")
    switched = fight(units, *named, five, five, five, five, options=["attacks_per_hex"])
    assert asked(switched) == "axis combat"
    assert "attack 0414" not in offers(switched)


@pytest.mark.rule("gazala", "8.5", "R16")
@pytest.mark.parametrize(("options", "left"), [((), 0), (("attacks_per_hex",), 1)])
def test_armour_and_normal_combat_on_one_hex_are_two_attacks(options, left):
    g = table(FIELD, chit="afrika", options=options)
    count_attack(g, h("0610"))
    g.armour_hexes = (h("0610"),)
    count_attack(g, h("0610"))
    assert attacks_left(g) == left


@pytest.mark.rule("gazala", "8.0.b", "3.22.a")
def test_a_unit_fires_once_and_a_hex_is_attacked_once():
    hqs = {"hq_afrika": "0407"}
    units = hqs | {"15_1_t": "0609", "7arm_5": "0610", "7arm_3": "0608"}
    m = fight(units, "attack 0610")
    assert asked(m) == "armour"  # 1/15 cannot fire at 0608 as well
    units = hqs | {"15_1_t": "0609", "15_2_t": "0609", "7arm_5": "0610"}
    m = fight(units, "attack 0610", "join 15_1_t", "done")
    assert asked(m) == "armour"  # and 0610 is no target again


@pytest.mark.rule("gazala", "9.61", "10.7.a", "10.81.a", "R38")
def test_no_armour_combat_over_mines_and_forts():
    units = {"hq_xx": "1206", "xx_1_132_t": "1409", "1arm_9l": "1410"}
    m = fight(units, chit="xx")
    assert asked(m) != "axis armour"
    other = fight({"hq_1arm": "1519", "1arm_9l": "1410", "xx_1_132_t": "1409"}, chit="1arm")
    assert asked(other) != "allied armour"  # in neither direction
    inside, outside = PACK.board.ends[PACK.fort_sides[0]]
    names = PACK.place_ids[inside], PACK.place_ids[outside]
    forts = {"hq_afrika": "1206", "15_1_t": names[0], "1arm_9l": names[1]}
    assert asked(fight(forts)) != "axis armour"


@pytest.mark.rule("gazala", "10.2.d")
def test_units_that_left_rommel_do_not_fire():
    units = {"erwin_rommel": "0607", "15_1_t": "0607", "15_2_t": "0607", "7arm_5": "0610"}
    m = go(scene(table(units, chit="rommel")), "unit 15_1_t", "to 0609", "done")
    assert asked(m) != "axis armour"
    m = go(scene(table(units, chit="rommel")), "stack 0607", "to 0609", "done")
    assert asked(m) == "axis armour"
    assert at(m, "erwin_rommel") == "0609"
    assert m.state.acted[u("15_1_t")] == 2
    assert why(m, "attack 0610") == ""
