"""Why not? Reasons with their rules, for units and hexes, and nothing that would tell a secret."""

import pytest

from khamsin.games.malta.model.state import ADVANCED, ATTACKED, LANDED, TRIED
from khamsin.games.malta.rules.combat.support import BOMBARD, SUPPORT
from khamsin.games.malta.show.why import remark, why_not
from tests.games.malta.staging import at, table, u

UNITS = {
    "li_1_33": "1113", "hq_4": "breakdown", "br_2d": "1214", "art_28": "1012", "ca_trieste": "1306",
}  # fmt: skip


def why(g, words, side="axis"):
    refused = why_not(g, side, tuple(words.split()))
    return "" if refused is None else f"{refused.rule} {refused.reason}"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("unit br_2d", "2.1.active not_your_unit"),
        ("unit hq_4", "6.0 not_on_map"),
        ("unit ca_trieste", "4.24 no_moves_now"),
        ("li_1_33 1214", "6.52 enemy_there"),
        ("go li_1_33 1813", "6.0 too_far"),
        ("li_1_33 1212", ""),
        ("unit li_1_33", ""),
        ("nonsense", ""),
    ],
)
def test_moving(words, reason):
    assert why(table(UNITS), words) == reason


def test_whoever_supports_a_hex_is_told_whether_an_attack_is_likely():
    g = table({"li_1_33": "1113", "br_2d": "1213", "br_1d": "1414", "art_28": "1012"})

    def told(place):
        return remark(g, "allied", ("defend", "art_12", place))

    assert told("1213") == ("enemies_next", {"count": 1})
    assert told("1414") == ("no_enemy_next", {})
    g.fires = ((u("art_28"), at("1213"), BOMBARD),)  # a bombardment is no attack
    assert told("1213") == ("enemies_next", {"count": 1})
    g.fires = ((u("art_28"), at("1213"), SUPPORT),)
    assert told("1213") == ("support_against", {"units": ("art_28",)})
    g.fires, g.air_on = (), (at("1213"),)
    assert told("1213") == ("air_against", {})
    assert remark(g, "axis", ("support", "art_28", "1213")) is None


def test_other_phases():
    assert why(table(UNITS, active="allied"), "li_1_33 1212") == "2.1.active not_your_turn"
    assert why(table(UNITS, phase="fill"), "li_1_33 1212") == "4.24 no_moves_now"
    assert why(table(UNITS, phase="strategic"), "li_1_33 1212") == "6.2 enemy_near"
    assert why(table(UNITS, phase="infiltration"), "unit li_1_33") == "6.4 not_in_zoc"
    near = table(UNITS | {"br_2d": "1213"}, phase="infiltration")
    assert why(near, "li_1_33 1212") == ""
    assert why(near, "li_1_33 1012") == "9.11 not_adjacent"


def test_strategic_moves():
    road = ["1212", "1112", "1013", "0912"]
    g = table({"li_1_33": "1312", "br_2d": "1615"}, axis=road, phase="strategic")
    assert why(g, "li_1_33 1112") == ""
    assert why(g, "li_1_33 1411") == "6.2 not_friendly"
    assert why(g, "li_1_33 0912") == "5.2.c no_way"  # friendly, but nothing friendly leads there
    close = table({"li_1_33": "1212", "br_2d": "0813"}, axis=["1112", "1013"], phase="strategic")
    assert why(close, "li_1_33 1013") == "6.2 enemy_near_there"


def test_a_unit_under_way_is_asked_about_with_what_it_has_left():
    g = table({"li_1_33": "1312"}, axis=["1212", "1112", "1013"], phase="strategic")
    g.moving, g.moving_left = u("li_1_33"), 0
    assert why(g, "li_1_33 1112") == "6.0 too_far"


def test_fighting():
    g = table(UNITS | {"br_2d": "1213"}, phase="attack")
    assert why(g, "attack 1213") == ""
    assert why(g, "attack 1314") == "9.15 no_enemy"
    assert why(g, "attack 1213", "allied") == "2.1.active not_your_turn"
    assert why(table(UNITS, phase="attack"), "attack 1214") == "9.11 nobody_able"
    g.attacked = (g.place[g.pack.unit_index["br_2d"]],)
    assert why(g, "attack 1213") == "9.12 hex_attacked"
    assert why(g, "unit art_28") == "9.11 no_attack_strength"
    assert why(table(UNITS), "attack 1213") == "4.24 no_moves_now"


def test_firing():
    assert why(table(UNITS, phase="support"), "art_28 1214") == "6.6 limbered"
    night = table(UNITS, phase="support", turn="night")
    assert why(night, "ca_trieste 1214") == "16.76 no_ship_fire"


@pytest.mark.rule("malta", "10.3", "10.31")
def test_breakthroughs():
    units = {"li_1_33": "1213", "li_2_33": "1213", "ldr_chirieleison": "1213", "br_2d": "1314"}
    g = table(units | {"br_1d": "1411"}, phase="breakthrough")
    assert why(g, "attack 1314") == "10.3 nobody_through"
    g.did[u("li_1_33")] |= ADVANCED | ATTACKED
    assert why(g, "attack 1314") == ""
    assert why(g, "attack 1411") == "10.3 nobody_through"
    assert why(g, "with li_1_33") == ""
    assert why(g, "with li_2_33") == "10.3 not_advanced"
    g.did[u("li_1_33")] |= TRIED
    assert why(g, "with li_1_33") == "10.31 has_tried"


@pytest.mark.rule("malta", "9.16", "10.21")
def test_attacks():
    units = {"li_1_33": "1113", "li_2_33": "1113", "br_2d": "1213"}
    g = table(units, phase="attack", turn="night", dem=["li_2_33"])
    g.did[u("li_1_33")] |= LANDED
    assert why(g, "with li_1_33") == "9.16 arrived_no_attack"
    assert why(g, "with li_2_33") == "10.21 no_night_attack"


def test_nothing_that_may_be_offered_is_refused_and_other_phases_are_told():
    assert why(table(UNITS, phase="fill"), "first li_1_33 w1_1213") == ""
    assert why(table(UNITS, phase="ships"), "unit ca_trieste") == ""
    assert why(table(UNITS, phase="attack"), "lead ldr_ramcke") == ""
    assert why(table(UNITS), "aim") == "4.0 other_phase"
    guns = table(UNITS, phase="support", deployed=["art_28"], rounds={"art_28": 2})
    assert why(guns, "support art_28 2412") == "2.1.range out_of_range"
    assert why(guns, "support art_28 1213") == ""
