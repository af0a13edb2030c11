"""9.5-9.8 Losses, retreats and advances where one of them gets in the way of another."""

import pytest

from khamsin.games.malta.model.state import ADVANCED, ATTACKED, STRIDE
from khamsin.games.malta.rules.combat.retreat import retreat_hexes
from khamsin.games.malta.rules.movement.regroup import stacking
from tests.games.malta.fighting import battle, result
from tests.games.malta.staging import asked, at, go, offers, run, scene, table, u, where


@pytest.mark.rule("malta", "9.6", "9.62")
def test_who_retreats_into_the_hex_of_other_attackers_does_not_go_again_with_them():
    g = table({"li_1_33": "1113", "li_2_33": "1212", "br_inf_co_1": "1213"})
    b = battle(g, "1213", "li_1_33", "li_2_33")
    result(g, b, (3, 0), (0, 0), "lose li_1_33", "lose li_2_33", "retreat", "from 1113", "to 1212",
           "to 1211")  # fmt: skip
    assert where(g, "li_1_33") == "1212"
    assert where(g, "li_2_33") == "1211"


@pytest.mark.rule("malta", "9.6")
def test_the_owner_says_which_stack_retreats_first():
    g = table({"li_1_33": "1113", "li_2_33": "1212", "br_2d": "1213"})
    b = battle(g, "1213", "li_1_33", "li_2_33")
    result(g, b, (3, 0), (0, 0), "lose li_1_33", "lose li_1_33", "retreat", "from 1212", "to 1211",
           "to 1012")  # fmt: skip
    assert (where(g, "li_1_33"), where(g, "li_2_33")) == ("1012", "1211")


@pytest.mark.rule("malta", "9.81")
def test_who_retreated_into_the_hex_of_those_who_stand_does_not_advance_with_them():
    g = table({"fo_v_186": "1212", "li_1_33": "1113", "raf_tak": "1213"})
    b = battle(g, "1213", "li_1_33", "fo_v_186")
    # Morale 6 stands against a five, morale 4 does not.
    result(g, b, (3, 0), (4, 0), "lose li_1_33", "stand", (5,), "to 1212", "advance fo_v_186",
           "stop")  # fmt: skip
    assert where(g, "li_1_33") == "1212"


RING = {"br_1d": "1011", "br_8m": "1014", "br_4b": "1115", "br_1dli": "1211"}
"""They have a zone of control in every hex around 1113."""


@pytest.mark.rule("malta", "9.61")
def test_attackers_retreat_away_from_where_the_defenders_are_now():
    steps = ("retreat", "retreat", "to 1313")
    g = table(RING | {"li_1_33": "1113", "br_2d": "1213"})
    with pytest.raises(AssertionError, match="'to 1112' is not offered"):
        result(g, battle(g, "1213", "li_1_33"), (2, 0), (1, 0), *steps, "to 1112")
    g = table(RING | {"li_1_33": "1113", "br_2d": "1213"})
    result(g, battle(g, "1213", "li_1_33"), (2, 0), (1, 0), *steps, "to 1012")
    assert where(g, "li_1_33") == "1012"


@pytest.mark.rule("malta", "9.61")
def test_nobody_retreats_away_from_attackers_who_have_fallen():
    units = {"li_1_33": "1214", "it_inf_co_m4_1": "1212", "br_2d": "1113"}
    ring = {"li_2_33": "1011", "li_3_33": "1014", "li_1_34": "1115", "li_2_34": "1211"}
    g = table(units | ring)
    b = battle(g, "1113", "it_inf_co_m4_1")
    result(g, b, (1, 0), (1, 0), "retreat", "to 1112")  # next to where the company was
    assert where(g, "it_inf_co_m4_1") == "eliminated"


@pytest.mark.rule("malta", "9.61", "14.0")
def test_a_leader_whose_stack_has_fallen_on_the_way_goes_into_no_hex_with_enemies():
    g = table({"ldr_beak": "1213", "br_2d": "1213", "ldr_chirieleison": "1214"})
    start = [at("1213")]
    alone = retreat_hexes(g, (u("ldr_beak"),), start, (at("1113"),))
    assert at("1214") not in alone
    assert at("1214") in retreat_hexes(g, (u("br_2d"),), start, (at("1113"),))


@pytest.mark.rule("malta", "7.3", "9.82")
def test_a_retreat_that_stacking_lengthens_also_lengthens_the_advance():
    weak = ("raf_tak", "raf_krn", "raf_luq", "raf_kir", "raf_hf", "rn_1", "rn_2")
    units = dict.fromkeys(weak, "1314")  # without a zone of control
    units |= {"li_1_33": "1113", "br_2d": "1213"}
    units |= {"li_1_34": "1115", "li_2_34": "1211", "li_3_34": "1412"}
    g = table(units)
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (1, 0), "retreat", "to 1414",
           "advance li_1_33", "to 1212")  # fmt: skip
    assert where(g, "br_2d") == "1414"  # past the full hex
    assert where(g, "li_1_33") == "1212"


@pytest.mark.rule("malta", "9.83", "R75")
def test_an_advance_goes_through_a_full_hex_but_does_not_end_there():
    units = dict.fromkeys(("li_1_33", "li_2_33", "li_3_33"), "1113")
    units |= {"li_1_34": "1212", "li_2_34": "1212", "raf_tak": "1213"}
    g = table(units)
    b = battle(g, "1213", "li_1_33", "li_2_33", "li_3_33", "li_1_34", "li_2_34")
    first = [step for n in (1, 2, 3) for step in (f"advance li_{n}_33", "stop")]
    result(g, b, (0, 0), (4, 0), *first, "advance li_1_34", "stop", "advance li_2_34", "to 1314")
    assert where(g, "li_2_34") == "1314"
    g = table(units, turn="night")  # one hex only: there is no room
    b = battle(g, "1213", "li_1_33", "li_2_33", "li_3_33", "li_1_34", "li_2_34")
    result(g, b, (0, 0), (4, 0), *first[::2], "advance li_1_34")
    assert where(g, "li_2_34") == "1212"


@pytest.mark.rule("malta", "9.86")
def test_two_advances_in_one_phase_are_two_hexes_together():
    units = {"li_1_33": "1113", "li_2_33": "1113", "br_inf_co_1": "1213", "br_inf_co_2": "1315"}
    m = scene(table(units | {"hq_malta": "1711"}, phase="attack"))
    go(m, "attack 1213", "with li_1_33", "done", (6, 6), "advance li_2_33", "to 1214", "done")
    go(m, "attack 1315", (6, 6))
    assert asked(m) != "axis advance"  # li_2_33 has gone its two hexes
    assert where(m.state, "li_2_33") == "1214"


@pytest.mark.rule("malta", "9.86", "9.13")
def test_a_breakthrough_is_another_phase_and_has_two_hexes_of_its_own():
    units = {"li_1_33": "1214", "ldr_chirieleison": "1214", "br_inf_co_2": "1315"}
    g = table(units | {"hq_malta": "1711"}, phase="recovery")
    g.did[u("li_1_33")] |= ADVANCED | ATTACKED | 2 * STRIDE
    m = scene(g)
    go(m, "attack 1315", (1,), "alone", (6, 6), "advance li_1_33", "to 1415")
    assert where(m.state, "li_1_33") == "1415"


@pytest.mark.rule("malta", "10.3", "9.88")
def test_an_advance_in_a_breakthrough_gives_nobody_a_breakthrough():
    units = {"li_1_33": "1213", "li_2_33": "1213", "ldr_chirieleison": "1213"}
    units |= {"br_inf_co_1": "1314", "br_inf_co_2": "1414", "br_2d": "1711"}
    g = table(units, phase="breakthrough")
    g.did[u("li_1_33")] |= ADVANCED | ATTACKED
    m = scene(g)
    go(m, "attack 1314", (1,), "alone", (6, 6), "advance li_2_33", "stop")
    go(m, "advance ldr_chirieleison", "stop", "done")
    assert asked(m) != "axis breakthrough"
    assert not m.state.did[u("li_2_33")] & ADVANCED


@pytest.mark.rule("malta", "9.92.eng", "9.71", "R77")
def test_engineers_also_bear_half_of_what_standing_costs():
    units = {"br_2rif": "1408", "li_1_33": "1309", "eng_11_1": "1309", "eng_11_2": "1309"}
    g = table(units)
    b = battle(g, "1408", "li_1_33", "eng_11_1", "eng_11_2")
    result(g, b, (3, 0), (0, 0), "lose eng_11_1", "lose li_1_33", "stand", (1,))
    assert where(g, "eng_11_2") == "eliminated"
    assert g.level[u("li_1_33")] == 1
    g = table(units)
    b = battle(g, "1408", "li_1_33", "eng_11_1", "eng_11_2")
    result(g, b, (3, 0), (0, 0), "lose eng_11_1", "lose eng_11_2", "stand", (1,))
    assert g.level[u("li_1_33")] == 1  # both engineers were more than half


@pytest.mark.rule("malta", "7.1", "7.2", "R45")
def test_the_headquarters_above_the_limit_is_not_taken_for_the_others():
    full = dict.fromkeys(("li_1_33", "li_2_33", "li_3_33", "li_1_34", "li_2_34", "hq_4"), "1113")
    g = table(full)
    run(stacking(g), "remove li_1_33")
    m = scene(table(full, phase="reform"))
    assert "remove hq_4" not in offers(m)
    m = scene(table(full | {"hq_20": "1113"}, phase="reform"))
    assert "remove hq_4" in offers(m)  # one of the two counts


@pytest.mark.rule("malta", "9.42", "9.5")
def test_nobody_is_asked_whose_step_is_lost_when_all_of_them_are():
    g = table({"li_1_33": "1113", "raf_tak": "1213", "raf_luq": "1213"})
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (4, 0), "done")
    assert {where(g, "raf_tak"), where(g, "raf_luq")} == {"eliminated"}
