"""Chapter 9: strengths, odds and shifts."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AXIS
from khamsin.games.gazala.rules.combat.combat import (
    ARMOUR_FIRST,
    LOWEST,
    reckon,
    shifts,
    total_attack,
    total_defence,
    why_not_join,
)
from khamsin.kernel.play.odds import level_of
from tests.games.gazala.staging import (
    PACK,
    asked,
    edge,
    go,
    h,
    offers,
    scene,
    table,
    told,
    u,
    units,
    why,
)
from tests.some import some


def found(g, target, *names, air=0):
    """The shifts of an attack, by name."""
    return dict(shifts(g, h(target), units(*names), air))


@pytest.mark.rule("gazala", "9.23")
def test_odds_are_rounded_for_the_defender():
    columns = [column.odds for column in PACK.numbers.crt]
    pairs = [((15, 4), "3:1"), ((16, 4), "4:1"), ((4, 4), "1:1"), ((3, 4), "1:2"), ((4, 9), "1:3")]
    for (attack, defence), odds in some(pairs):  # the first is the book's example
        assert columns[level_of(attack, defence) - LOWEST] == odds


@pytest.mark.rule("gazala", "9.21", "9.74")
def test_attack_strength_adds_up_and_flak_uses_its_armour():
    g = table({"hq_afrika": "0407", "15_1_i": "0609", "flak_18_1": "0609"}, chit="afrika")
    assert total_attack(g, h("0610"), units("15_1_i", "flak_18_1")) == 3 + 2
    assert total_defence(g, AXIS, h("0609")) == 3 + 1  # in defence its combat value


@pytest.mark.rule("gazala", "9.22", "10.11", "R55")
def test_defence_strength_adds_up_and_headquarters_alone_have_one():
    g = table({"7arm_7": "0610", "7arm_5": "0610", "hq_7arm": "0610"})
    assert total_defence(g, ALLIED, h("0610")) == 6 + 4
    lone = table({"hq_7arm": "0610", "hq_1arm": "0610"})
    assert total_defence(lone, ALLIED, h("0610")) == 1


@pytest.mark.rule("gazala", "R17", "9.61", "10.81.a", "R22")
def test_hexside_factors_are_rounded_once_for_a_hexside():
    names = ("15_1_t", "15_2_t", "15_1_i", "15_2_i", "flak_18_1")
    stack = dict.fromkeys(names, "1409")
    mined = {"hq_afrika": "1407", "50_150": "1410"} | stack
    assert total_attack(table(mined, chit="afrika"), h("1410"), units(*names)) == 2 + 1
    switched = table(mined, chit="afrika", options=["fractions_by_unit"])
    assert total_attack(switched, h("1410"), units(*names)) == 5
    quarter = table(mined, chit="afrika", options=["mines_quarter"])
    assert total_attack(quarter, h("1410"), units(*names)) == 4 + 1
    breached = table(mined, chit="afrika", breached=[("1409", "1410")])
    assert total_attack(breached, h("1410"), units(*names)) == 16 + 2


@pytest.mark.rule("gazala", "10.7.a", "R38")
def test_forts_halve_an_attack_from_either_side():
    a, b = (PACK.place_ids[end] for end in PACK.board.ends[PACK.fort_sides[0]])
    g = table({"hq_xxi": "2403", "xxi_200": a, "2sa_4": b}, chit="xxi")
    due = g.due[u("xxi_200")]
    strength = {0: 5, 1: 3, 2: 2}[due]
    assert total_attack(g, h(b), units("xxi_200")) == -(-strength // 2)
    other = table({"hq_2sa": "2322", "2sa_4": b, "xxi_200": a}, chit="2sa")
    assert total_attack(other, h(a), units("2sa_4")) == 3


@pytest.mark.rule("gazala", "9.61")
def test_over_a_cliff_foot_attack_with_a_quarter_and_others_not_at_all():
    high, low = (PACK.place_ids[end] for end in PACK.board.ends[PACK.is_cliff.index(True)])
    g = table({"hq_50": high, "50_69": high, "50_150": high, "xx_rcm": low}, chit="50")
    assert total_attack(g, h(low), units("50_69", "50_150")) == 3
    mech = table({"hq_1arm": high, "1arm_201": high, "xx_rcm": low}, chit="1arm")
    m = go(scene(mech), "done")
    assert asked(m) != "allied combat"
    assert why(go(scene(g), "done"), f"attack {low}") == ""


@pytest.mark.rule("gazala", "9.24.a", "9.25", "9.62")
def test_encirclement_from_four_hexes():
    ring = [PACK.place_ids[n] for n in PACK.board.neighbours[h("0615")]]
    names = ["15_1_i", "15_2_i", "15_3_i", "90_1_1_i"]
    placed = dict(zip(names, ring, strict=False))
    g = table({"hq_afrika": "0607", "7arm_3ind": "0615"} | placed, chit="afrika")
    assert found(g, "0615", *names)["encirclement"] == 1
    assert "encirclement" not in found(g, "0615", *names[:3])


@pytest.mark.rule("gazala", "9.63.a", "9.6")
def test_tanks_with_infantry_shift_two_columns():
    base = {"hq_afrika": "0620", "7arm_3ind": "0615"}
    together = table(base | {"15_1_t": "0614", "15_1_i": "0614", "15_33_a": "0715"}, chit="afrika")
    assert found(together, "0615", "15_1_t", "15_1_i") == {"armour_attack": 2, "hq_attack": 1}
    assert "armour_attack" not in found(together, "0615", "15_33_a", "15_1_i")
    apart = table(base | {"15_1_t": "0614", "15_1_i": "0715"}, chit="afrika")
    assert "armour_attack" not in found(apart, "0615", "15_1_t", "15_1_i")


@pytest.mark.rule("gazala", "9.63.b")
def test_tanks_or_flak_with_infantry_in_defence_take_it_back():
    attack = {"hq_afrika": "0630", "15_1_t": "0614", "15_1_i": "0614"}
    with_tanks = table(attack | {"7arm_3ind": "0615", "7arm_3": "0615"}, chit="afrika")
    assert found(with_tanks, "0615", "15_1_t", "15_1_i")["armour_defence"] == -2
    alone = table(attack | {"7arm_3": "0615"}, chit="afrika")
    assert "armour_defence" not in found(alone, "0615", "15_1_t", "15_1_i")
    allied = {"hq_7arm": "0630", "7arm_3": "0614", "7arm_7": "0614", "flak_18_1": "0615"}
    with_flak = table(allied | {"15_1_i": "0615"}, chit="7arm")
    assert found(with_flak, "0615", "7arm_3", "7arm_7")["armour_defence"] == -2
    assert "armour_defence" not in found(table(allied, chit="7arm"), "0615", "7arm_3", "7arm_7")
    no_shift = found(with_tanks, "0615", "15_1_i")
    assert "armour_defence" not in no_shift


@pytest.mark.rule("gazala", "10.81.a", "R22")
def test_no_armour_shift_over_mines():
    units_ = {"hq_afrika": "1407", "15_1_t": "1409", "15_1_i": "1409", "50_150": "1410"}
    assert "armour_attack" not in found(table(units_, chit="afrika"), "1410", "15_1_t", "15_1_i")


@pytest.mark.rule("gazala", "9.64")
def test_hills_shift_two_to_the_left():
    hill = PACK.place_ids[PACK.is_hill.index(True)]
    near = PACK.place_ids[PACK.board.neighbours[h(hill)][0]]
    g = table({"hq_afrika": "0101", "15_1_i": near, "7arm_3ind": hill}, chit="afrika")
    assert found(g, hill, "15_1_i")["hill"] == -2


@pytest.mark.rule("gazala", "9.66", "10.12", "R33")
def test_headquarters_support_in_range_and_out_of_enemy_zones():
    base = {"15_1_i": "0614", "7arm_3ind": "0615"}
    g = table(base | {"hq_afrika": "0610", "hq_7arm": "0618"}, chit="afrika")
    assert found(g, "0615", "15_1_i") == {"hq_attack": 1, "hq_defence": -1}
    far = table(base | {"hq_afrika": "0603", "hq_7arm": "0630"}, chit="afrika")
    assert found(far, "0615", "15_1_i") == {}
    in_zone = table(base | {"hq_afrika": "0614", "hq_7arm": "0630"}, chit="afrika")
    assert found(in_zone, "0615", "15_1_i") == {}
    other = table(base | {"hq_xx": "0613", "hq_afrika": "0630"}, chit="afrika")
    assert found(other, "0615", "15_1_i") == {}  # only the activated one


@pytest.mark.rule("gazala", "10.7.c", "10.85.b")
def test_engineers_shift_over_mines_and_forts():
    g = table({"hq_afrika": "1401", "15_53_e": "1409", "50_150": "1410"}, chit="afrika")
    assert found(g, "1410", "15_53_e")["engineer_mine"] == 1
    a, b = (PACK.place_ids[end] for end in PACK.board.ends[PACK.fort_sides[0]])
    forts = table({"hq_afrika": "1401", "15_53_e": a, "2sa_4": b}, chit="afrika")
    assert found(forts, b, "15_53_e")["engineer_fort"] == 1


@pytest.mark.rule("gazala", "10.5", "9.24.a", "3.23.b")
def test_aircraft_shift_one_attack_of_the_turn():
    units_ = {"hq_xx": "0607", "xx_8_132": "0614", "ind_4a": "0615"}
    m = go(scene(table(units_, chit="xx", air=2)), "done", "attack 0615")
    assert asked(m) == "axis air"
    go(m, "yes")
    assert m.state.air == 0
    assert told(m, "air_support")[0]["columns"] == 2
    kept = go(scene(table(units_, chit="xx", air=2)), "done", "attack 0615", "no")
    assert kept.state.air == 2
    allied = {"hq_7arm": "0620", "7arm_3ind": "0615", "xx_rcm": "0614"}
    assert asked(go(scene(table(allied, chit="7arm", air=2)), "done", "attack 0614")) == "combat"


@pytest.mark.rule("gazala", "9.24.a")
def test_odds_above_ten_are_shifted_from_the_true_odds():
    names = ("15_1_t", "15_2_t", "15_1_i", "15_2_i", "15_3_i")
    base = {"hq_afrika": "0607", "ind_4a": "0615"}
    g = table(base | dict.fromkeys(names, "0614"), chit="afrika", reduced=["ind_4a"])
    reckoning = reckon(g, h("0615"), units(*names))
    assert (reckoning.attack, reckoning.defence, reckoning.base) == (19, 1, 19)
    assert reckoning.level == 10  # resolved on 10:1


@pytest.mark.rule("gazala", "9.24.b", "R19")
def test_no_attack_below_one_to_three():
    weak = {"hq_xx": "0630", "xx_rcm": "0614", "1arm_201": "0615", "1arm_1r": "0615"}
    g = table(weak, chit="xx", reduced=["xx_rcm"])
    assert reckon(g, h("0615"), units("xx_rcm")).level < LOWEST
    m = go(scene(g), "done")
    assert asked(m) != "axis combat"


@pytest.mark.rule("gazala", "9.24.c")
def test_without_any_strength_the_defender_is_on_ten_to_one():
    g = table({"hq_xx": "0630", "xx_8_132": "0614", "ind_4a": "0615"}, chit="xx")
    pack_combat = g.pack.combat
    values = list(pack_combat)
    values[u("ind_4a")] = (0, 0)
    g.pack.combat = tuple(values)
    try:
        reckoning = reckon(g, h("0615"), units("xx_8_132"))
        assert (reckoning.defence, reckoning.level) == (0, 10)
        m = go(scene(g), "done", "attack 0615", (1,))
        assert told(m, "combat")[0]["attacker_hits"] == 0  # 10:1 would cost him one
    finally:
        g.pack.combat = pack_combat


@pytest.mark.rule("gazala", "9.0.a", "9.2", "9.71")
def test_only_adjacent_enemies_on_the_map_are_attacked():
    units_ = {"hq_xx": "0607", "xx_8_132": "0614", "xx_65_101": "0611", "7arm_3ind": "0615"}
    m = go(scene(table(units_, chit="xx")), "done")
    assert offers(m) == ["attack 0615", "done"]
    assert why(m, "attack 0613") == "9.0.a no_enemy"
    go(m, "attack 0615")
    assert told(m, "combat") == []
    assert asked(m) == "combat"
    assert edge("0614", "0615") >= 0


@pytest.mark.rule("gazala", "9.0.b", "R46", "8.0.a")
def test_tanks_attack_only_after_armour_combat():
    units_ = {"hq_afrika": "0607", "15_1_t": "0614", "15_1_i": "0614", "7arm_3ind": "0615"}
    m = go(scene(table(units_, chit="afrika")), "done", "done", "attack 0615")
    assert told(m, "combat") == []
    assert asked(m) == "combat"  # the infantry alone
    after = go(
        scene(table(units_, chit="afrika")), "done", "attack 0615", "all", (1,) * 6, (1,),
        "attack 0615", "all", (4,),
    )  # fmt: skip
    assert told(after, "combat")[0]["units"] == ("15_1_t", "15_1_i")
    no_armour = units_ | {"7arm_3ind": "0620", "ind_1sf": "0615"}
    m = go(scene(table(no_armour, chit="afrika")), "done", "attack 0615", "all", (4,))
    assert told(m, "combat")[0]["units"] == ("15_1_t", "15_1_i")  # nothing there has armour


@pytest.mark.rule("gazala", "9.0.b", "10.81.a")
def test_where_armour_combat_is_forbidden_tanks_need_none():
    units_ = {"hq_afrika": "1407", "15_1_t": "1409", "1arm_9l": "1410"}
    g = table(units_, chit="afrika")
    assert g.mines[edge("1409", "1410")]
    assert why_not_join(g, u("15_1_t"), h("1410")) is None
    breached = table(units_, chit="afrika", breached=[("1409", "1410")])
    assert why_not_join(breached, u("15_1_t"), h("1410")) == ARMOUR_FIRST


@pytest.mark.rule("gazala", "9.0.c", "9.27", "3.23.c", "R61")
def test_all_attacks_are_declared_before_the_first_is_resolved():
    units_ = {
        "hq_xx": "0607", "xx_8_132": "0614", "7arm_3ind": "0615", "xx_65_101": "0811",
        "ind_4a": "0812",
    }  # fmt: skip
    m = go(scene(table(units_, chit="xx")), "done", "attack 0615")
    assert asked(m) == "axis combat"
    go(m, "attack 0812")
    assert asked(m) == "combat"  # now the dice fall, in the order of the declarations
    go(m, (4,))
    assert [t["place"] for t in told(m, "combat")] == ["0615"]


@pytest.mark.rule("gazala", "9.72", "9.73", "R45")
def test_a_hex_is_attacked_once_and_a_unit_attacks_once():
    units_ = {"hq_xx": "0607", "xx_8_132": "0614", "7arm_3ind": "0615", "xx_65_101": "0715"}
    m = go(scene(table(units_, chit="xx")), "done", "attack 0615", "join xx_8_132", "done")
    assert asked(m) == "combat"  # 0615 is no target for 65/101 any more
    g = table(units_, chit="xx", fought=units("xx_8_132"))
    g.fought = units("xx_8_132")
    m = go(scene(g), "done", "attack 0615")
    assert told(m, "combat") == []
    assert asked(m) == "combat"
    go(m, (4,))
    assert told(m, "combat")[0]["units"] == ("xx_65_101",)
