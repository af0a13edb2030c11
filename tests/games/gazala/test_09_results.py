"""Chapter 9: losses, retreats and pursuit."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED
from khamsin.games.gazala.model.state import Battle
from khamsin.games.gazala.rules.combat.combat import LOWEST
from khamsin.games.gazala.rules.combat.losses import steps_left
from khamsin.games.gazala.rules.combat.pursuit import Pursuit, _onward, longest, pursuers
from khamsin.games.gazala.rules.combat.retreat import Retreat, retreat_hexes
from tests.games.gazala.staging import PACK, asked, at, go, h, offers, scene, step, table, told, u

CRT = {column.odds: column for column in PACK.numbers.crt}
DUEL = {"hq_xx": "0610", "xx_8_132": "0614", "xx_65_101": "0614", "7arm_3ind": "0615"}


def fight(units, target, *steps, chit="xx", **more):
    """Straight to the combat against a hex with everybody who can."""
    m = go(scene(table(units, chit=chit, **more)), "done")
    while asked(m).endswith("armour"):
        go(m, "done")
    go(m, f"attack {target}")
    if asked(m).endswith("combat_units"):
        go(m, "all")
    while asked(m).endswith("combat"):
        if m.decision is None:
            break
        go(m, "done")
    return go(m, *steps)


@pytest.mark.rule("gazala", "9.25", "9.3", "R18")
def test_the_die_is_read_in_the_column_of_the_odds():
    m = fight(DUEL, "0615", (4,))
    combat = told(m, "combat")[0]
    column = CRT[combat["odds"]]
    assert combat["attacker_hits"] == column.attacker[3]
    assert combat["defender_hits"] == column.defender[3]
    assert combat["odds"] == "3:1"  # 8 to 4, and an HQ
    assert len(PACK.numbers.crt) == 10 - LOWEST + 1


@pytest.mark.rule("gazala", "9.32.a")
def test_half_the_hits_rounded_up_are_steps_of_the_owners_choice(result):
    result(3, 0)
    m = fight(DUEL, "0615", (1,))
    assert asked(m) == "axis loss"
    assert offers(m) == ["lose xx_65_101", "lose xx_8_132"]
    go(m, "lose xx_65_101", "lose xx_8_132")
    assert asked(m) == "axis stand"  # one hit is left


@pytest.mark.rule("gazala", "9.32.b")
def test_the_rest_is_retreat_or_steps_but_not_both(result):
    result(0, 3)
    units = DUEL | {"7arm_7": "0615"}
    units.pop("7arm_3ind")
    m = fight(units, "0615", (1,))  # the brigade has three steps: two are lost at once
    assert at(m, "7arm_7_bn") == "0615"
    assert asked(m) == "allied stand"
    assert offers(m) == ["retreat", "stand"]
    stayed = go(m.clone(), "stand")
    assert at(stayed, "7arm_7_bn") == "off"
    fled = go(m, "retreat")
    assert at(fled, "7arm_7_bn") != "0615" or asked(fled) == "allied retreat_to"


@pytest.mark.rule("gazala", "9.31", "10.6.c")
def test_a_brigade_of_three_steps_ends_as_its_battalion(result):
    result(0, 1)
    units = DUEL | {"7arm_7": "0615"}
    units.pop("7arm_3ind")
    m = fight(units, "0615", (1,))
    assert step(m, "7arm_7") == 1
    g = table(units, chit="xx", reduced=["7arm_7"])
    assert steps_left(g, u("7arm_7")) == 2
    m = fight(units, "0615", (1,), reduced=["7arm_7"])
    assert (at(m, "7arm_7"), at(m, "7arm_7_bn")) == ("off", "0615")
    used = units | {"7arm_7_bn": "0630", "1arm_201_bn": "0631"}
    m = fight(used, "0615", (1,), reduced=["7arm_7"])
    assert at(m, "7arm_7") == "off"
    assert told(m, "becomes_battalion") == []  # both counters of the kind are in use
    m = fight(units | {"7arm_7_bn": "0630"}, "0615", (1,), reduced=["7arm_7"])
    assert at(m, "1arm_201_bn") == "0615"  # another one of the same kind


@pytest.mark.rule("gazala", "9.33", "10.11", "R55")
def test_headquarters_lose_their_step_last(result):
    result(0, 5)
    m = fight(DUEL | {"hq_7arm": "0615"}, "0615", (1,))
    eliminated = [t["unit"] for t in told(m, "eliminated")]
    assert eliminated == ["7arm_3ind", "hq_7arm"]


@pytest.mark.rule("gazala", "9.34", "R20")
def test_if_a_side_cannot_take_its_losses_the_other_suffers_less(result):
    result(2, 5)  # three steps against a brigade that has two
    m = fight(DUEL, "0615", (1,))
    assert told(m, "result_reduced") == [{"side": "axis", "hits": 1}]
    result(2, 4)
    assert told(fight(DUEL, "0615", (1,)), "result_reduced") == []
    result(9, 0)  # five steps of four, but a dash cannot be less
    m = fight(DUEL, "0615", (1,))
    assert told(m, "result_reduced") == []
    assert at(m, "7arm_3ind") == "0615"


@pytest.mark.rule("gazala", "9.34", "R20", "R37")
def test_one_battalion_counter_serves_one_brigade_after_another(result):
    """Two reduced motor brigades of one formation have four steps with one counter or with two."""
    both = {"hq_xx": "0610", "xx_8_132": "0614", "7arm_7": "0615", "1arm_201": "0615"}
    more = {"formation": {"1arm_201": "7arm"}, "reduced": ["7arm_7", "1arm_201"]}
    result(2, 7)  # four steps
    one_free = fight(both | {"7arm_7_bn": "0630"}, "0615", (1,), **more)
    assert told(one_free, "result_reduced") == []
    none_free = both | {"7arm_7_bn": "0630", "1arm_201_bn": "0631"}
    m = fight(none_free, "0615", (1,), **more)
    assert told(m, "result_reduced") == [{"side": "axis", "hits": 1}]
    result(2, 9)  # five steps
    m = fight(both | {"7arm_7_bn": "0630"}, "0615", (1,), **more)
    assert told(m, "result_reduced") == [{"side": "axis", "hits": 1}]
    m = fight(none_free | {"7arm_7_bn": "0615"}, "0615", (1,), **more)
    assert told(m, "result_reduced") == []


@pytest.mark.rule("gazala", "9.34", "R20", "R37")
def test_the_counter_of_a_battalion_that_dies_first_is_free_for_its_brigade(result):
    result(0, 6)
    units = {"hq_xx": "0610", "xx_8_132": "0614", "7arm_7": "0615", "7arm_7_bn": "0615"}
    used = units | {"1arm_201_bn": "0631"}
    m = fight(used, "0615", (1,), "lose 7arm_7_bn", reduced=["7arm_7"])
    assert [t["unit"] for t in told(m, "eliminated")] == ["7arm_7_bn", "7arm_7_bn"]


@pytest.mark.rule("gazala", "9.4", "9.26", "R18")
def test_the_attacker_suffers_and_retreats_first(result):
    result(2, 2)
    m = fight(DUEL, "0615", (1,))
    assert asked(m) == "axis loss"
    go(m, "lose xx_8_132")
    assert asked(m) == "axis stand"
    go(m, "retreat")
    while asked(m) == "axis retreat_to":
        go(m, offers(m)[0])
    assert at(m, "xx_65_101") != "0614"
    assert asked(m) == "allied stand"


@pytest.mark.rule("gazala", "9.41", "9.42", "R21", "R52")
def test_retreat_goes_out_of_zones_and_away_first():
    g = table({"7arm_3ind": "0615", "xx_8_132": "0614"})
    hexes, costs = retreat_hexes(g, u("7arm_3ind"), [h("0614")], (h("0615"),))
    assert not costs
    distance = PACK.board.distance
    assert all(distance(h("0614"), place) == 2 for place in hexes)
    assert not any(g.zoc[0][place] for place in hexes)


@pytest.mark.rule("gazala", "9.41", "R21", "R52")
def test_aside_only_if_there_is_no_hex_farther_away():
    """A battalion has no zone, so that all hexes beside the unit are open."""
    place, threat = h("0615"), h("0614")
    beside = set(PACK.board.neighbours[place]) - {threat}
    farther = {there for there in beside if PACK.board.distance(there, threat) == 2}
    g = table({"7arm_3ind": "0615", "15_1_t": "0614"})
    assert set(retreat_hexes(g, u("7arm_3ind"), [threat], (place,))[0]) == farther < beside
    g = table({"7arm_3ind": "0615", "15_1_t": "0614", "xx_8_132": "0617", "x_9": "0815"})
    left = {there for there in farther if not g.zoc[0][there]}
    assert set(retreat_hexes(g, u("7arm_3ind"), [threat], (place,))[0]) == left
    g = table({"7arm_3ind": "0615", "15_1_t": "0614", "xx_8_132": "0717", "xx_65_101": "0517"})
    assert all(g.zoc[0][there] for there in farther)
    aside = beside - farther
    assert set(retreat_hexes(g, u("7arm_3ind"), [threat], (place,))[0]) == aside


@pytest.mark.rule("gazala", "9.41", "9.42")
def test_a_zone_is_entered_only_where_a_friend_stands():
    around = [PACK.place_ids[n] for n in PACK.board.neighbours[h("0615")]]
    wall = {"xx_8_132": "0614", "xx_65_101": "0617", "xx_66_101": "0815", "x_9": "0415"}
    g = table({"7arm_3ind": "0615"} | wall)
    assert all(g.zoc[0][h(name)] for name in around if name != "0614")
    assert retreat_hexes(g, u("7arm_3ind"), [h("0614")], (h("0615"),))[0] == []
    g = table({"7arm_3ind": "0615", "7arm_3": "0616"} | wall)
    assert retreat_hexes(g, u("7arm_3ind"), [h("0614")], (h("0615"),))[0] == [h("0616")]


@pytest.mark.rule("gazala", "9.43", "R59", "9.51")
def test_hexes_that_cannot_be_retreated_are_steps(result):
    result(0, 2)
    wall = {"xx_65_101": "0617", "xx_66_101": "0815", "x_9": "0415"}
    units = {"hq_xx": "0607", "xx_8_132": "0614", "7arm_3ind": "0615"} | wall
    m = fight(units, "0615", (1,), "retreat")
    assert told(m, "cannot_retreat") == [{"place": "0615", "hexes": 1}]
    assert at(m, "7arm_3ind") == "off"  # one step for the hit, one for the hex


@pytest.mark.rule("gazala", "9.43", "R59")
def test_units_stuck_in_one_hex_lose_their_steps_together():
    r = Retreat(ALLIED, [h("0614")])
    r.strand(h("0615"), (u("7arm_3ind"),), 1)
    r.strand(h("0615"), (u("7arm_7"),), 2)
    r.strand(h("0616"), (u("7arm_3"),), 1)
    assert r.stranded == {
        h("0615"): ((u("7arm_3ind"), u("7arm_7")), 2),
        h("0616"): ((u("7arm_3"),), 1),
    }


@pytest.mark.rule("gazala", "9.51", "9.43")
def test_hexes_that_the_dead_could_not_retreat_are_pursued(result):
    result(0, 4)  # two steps, and two hexes that nobody can go
    wall = {"xx_65_101": "0617", "xx_66_101": "0815", "x_9": "0415"}
    units = {"hq_xx": "0607", "xx_8_132": "0614", "7arm_7": "0615"} | wall
    m = fight(units, "0615", (1,), "retreat")
    assert at(m, "7arm_7_bn") == "off"
    go(m, "advance xx_8_132")
    assert asked(m) == "axis pursue_on"
    go(m, "to 0716")
    assert at(m, "xx_8_132") == "0716"
    assert asked(m) != "axis pursue_on"  # two hexes, no more


@pytest.mark.rule("gazala", "9.5", "9.54")
def test_the_way_of_attackers_who_retreat_is_not_followed(result):
    result(2, 2)
    m = fight(DUEL | {"x_9": "0716"}, "0615", (1,), "lose xx_8_132", "retreat")
    while asked(m) == "axis retreat_to":
        go(m, offers(m)[0])
    go(m, "retreat")
    while asked(m) == "allied retreat_to":
        go(m, offers(m)[0])
    assert asked(m) == "axis pursue"
    assert offers(m, "advance") == ["advance x_9"]
    assert m.state.battle.paths == [(m.state.place[u("7arm_3ind")],)]


@pytest.mark.rule("gazala", "9.42", "5.3")
def test_a_full_hex_cannot_be_retreated_into():
    tanks = ["1arm_by", "1arm_9l", "1arm_10h", "1arm_2h", "1arm_3y"]
    g = table({"7arm_3": "0615", "xx_8_132": "0614"} | dict.fromkeys(tanks, "0616"))
    hexes, _ = retreat_hexes(g, u("7arm_3"), [h("0614")], (h("0615"),))
    assert h("0616") not in hexes


# -- pursuit -----------------------------------------------------------------------------------


def vacated(result_, defender_hits, units=None, **more):
    """A combat in which the defender goes, up to the question who pursues."""
    result_(0, defender_hits)
    m = fight(units or DUEL, "0615", (1,), **more)
    while m.decision is not None and m.to_answer == ("allied",):
        go(m, "retreat" if "retreat" in offers(m) else offers(m)[0])
    return m


@pytest.mark.rule("gazala", "9.5", "9.54")
def test_the_attackers_may_follow_into_the_empty_hex(result):
    m = vacated(result, 2)
    assert asked(m) == "axis pursue"
    assert {"advance xx_65_101", "advance xx_8_132", "stack 0614", "done"} <= set(offers(m))
    go(m, "advance xx_8_132")
    assert at(m, "xx_8_132") == "0615"


@pytest.mark.rule("gazala", "9.5", "9.4")
def test_defenders_do_not_pursue(result):
    result(2, 0)
    m = fight(DUEL, "0615", (1,), "lose xx_8_132", "retreat")
    while asked(m) == "axis retreat_to":
        go(m, offers(m)[0])
    assert asked(m) != "allied pursue"
    assert at(m, "7arm_3ind") == "0615"


@pytest.mark.rule("gazala", "9.5", "R23")
def test_who_had_to_retreat_does_not_pursue_even_from_beside_the_hex():
    g = table({"hq_xx": "0610", "xx_8_132": "0614", "xx_65_101": "0715"}, chit="xx")
    b = Battle(h("0615"), (u("xx_8_132"), u("xx_65_101")), is_armour=False)
    assert pursuers(g, b, Pursuit(1)) == [u("xx_8_132"), u("xx_65_101")]
    b.retreated = (u("xx_65_101"),)  # aside, from 0716
    assert pursuers(g, b, Pursuit(1)) == [u("xx_8_132")]


@pytest.mark.rule("gazala", "9.52", "R23")
def test_all_units_beside_the_hex_may_pursue_even_those_who_did_not_fight(result):
    m = vacated(result, 2, DUEL | {"x_9": "0715", "hq_x": "0515"})
    assert "advance x_9" in offers(m)
    assert "advance hq_x" in offers(m)


@pytest.mark.rule("gazala", "9.51", "9.56")
def test_the_distance_of_a_pursuit():
    g = table({})
    assert longest(g, u("xxi_85_60"), 5) == 2
    assert longest(g, u("xx_8_132"), 5) == 3
    assert longest(g, u("xx_8_132"), 2) == 2


@pytest.mark.rule("gazala", "9.51", "9.54")
def test_mechanised_pursuers_turn_aside_as_far_as_the_enemy_ran(result):
    m = vacated(result, 4)  # two steps kill the brigade: two hexes it could not retreat
    go(m, "advance xx_8_132")
    assert asked(m) == "axis pursue_on"
    go(m, "to 0716")
    assert at(m, "xx_8_132") == "0716"
    assert asked(m) == "axis pursue"  # two hexes are done


@pytest.mark.rule("gazala", "9.54")
def test_foot_follow_the_steps_of_those_who_fled():
    g = table({"xxi_85_60": "0615", "xx_8_132": "0601"}, chit="")
    b = Battle(h("0615"), (), is_armour=False)
    b.paths = [(h("0716"), h("0817"))]
    g.active = 0
    assert _onward(g, b, (u("xxi_85_60"),), h("0615"), (), 1) == [h("0716")]
    assert len(_onward(g, b, (u("xx_8_132"),), h("0615"), (), 1)) == 6
    b.paths = []
    assert len(_onward(g, b, (u("xxi_85_60"),), h("0615"), (), 1)) == 6  # nobody fled


@pytest.mark.rule("gazala", "9.53")
def test_pursuers_may_not_end_overstacked(result):
    units = DUEL | {"xx_66_101": "0614"}
    units.pop("xx_65_101")
    m = vacated(result, 2, units | {"x_9": "0715"})
    go(m, "advance xx_8_132")
    if asked(m) == "axis pursue_on":
        go(m, "stop")
    go(m, "advance xx_66_101")
    if asked(m) == "axis pursue_on":
        go(m, "stop")
    assert "advance x_9" not in offers(m)  # two regiments of one corps are there


@pytest.mark.rule("gazala", "9.55", "9.55.example")
def test_leaving_a_zone_shortens_a_pursuit(result):
    free = vacated(result, 6)  # far enough for three hexes
    go(free, "advance xx_8_132", "to 0716", "to 0816")
    assert at(free, "xx_8_132") == "0816"
    zone = DUEL | {"1arm_201": "0517"}
    m = vacated(result, 6, zone)
    assert m.state.zoc[ALLIED][h("0516")]
    assert not m.state.zoc[ALLIED][h("0615")]
    go(m, "advance xx_8_132", "to 0516")
    assert asked(m) == "axis pursue"  # the zone of 0517 would cost a hex: two in all


@pytest.mark.rule("gazala", "9.57")
def test_pursuers_keep_out_of_closed_terrain():
    high, low = PACK.board.ends[PACK.is_cliff.index(True)]
    g = table({"xx_8_132": PACK.place_ids[high]})
    b = Battle(high, (), is_armour=False)
    g.active = 0
    assert low not in _onward(g, b, (u("xx_8_132"),), high, (), 3)


@pytest.mark.rule("gazala", "9.5.diagram")
def test_the_diagram_on_page_sixteen(result):
    """Foot 1 and motorised 2 drive B back two hexes; unit 1 leaves the zone of C."""
    result(0, 4)
    units = {
        "hq_xxi": "0611", "xxi_61_102": "0614", "xxi_7": "0715", "7arm_7": "0615", "2sa_4": "0514",
    }  # fmt: skip
    m = fight(units, "0615", (1,), "retreat", chit="xxi")
    while asked(m) == "allied retreat_to":
        go(m, offers(m)[0])
    assert m.state.zoc[ALLIED][h("0614")]  # unit 1 begins in the zone of C
    assert not m.state.zoc[ALLIED][h("0615")]
    go(m, "advance xxi_61_102")
    assert asked(m) == "axis pursue"  # held to one hex
    assert at(m, "xxi_61_102") == "0615"
    go(m, "advance xxi_7")
    assert asked(m) == "axis pursue_on"
    fled = m.state.battle.paths[0][0]
    aside = next(o for o in offers(m, "to") if o.split()[1] != PACK.place_ids[fled])
    go(m, aside)
    assert at(m, "xxi_7") == aside.split()[1]
