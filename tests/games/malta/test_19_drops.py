"""Chapter 19: airborne landings."""

import pytest

from khamsin.games.malta.knowledge.view import view
from khamsin.games.malta.model.state import CONTESTED, DROPPED
from khamsin.games.malta.rules.air.contest import contest, rally_options
from khamsin.games.malta.rules.air.drop_plans import (
    day_plans,
    first_plans,
    places_for,
    plannable,
    series_in_box,
    shift_markers,
    shifts,
    turns_for,
)
from khamsin.games.malta.rules.air.markers import drop_marker, markers_phase
from khamsin.games.malta.rules.air.scatter import aa_near, drop_row, scattered
from khamsin.games.malta.rules.air.series import cancel_phase, place_series
from khamsin.games.malta.rules.air.touchdown import airborne_losses, drop_series
from khamsin.games.malta.rules.day.supply import axis_sources
from tests.games.malta.staging import (
    PACK,
    asked,
    at,
    go,
    offers,
    order,
    run,
    scene,
    table,
    told,
    u,
    where,
    words,
)

BOX = "breakdown"
RAMCKE = {
    "hq_ram": BOX, "ldr_ramcke": BOX, "ram_1_2": BOX, "ram_1_3": BOX, "ram_eng": BOX,
    "ram_art": BOX,
}  # fmt: skip
AM = PACK.turn_number("0629-am")


def names(series):
    return [tuple(PACK.unit_ids[unit] for unit in each) for each in series]


@pytest.mark.rule("malta", "19.0", "19.3", "3.0", "19.31")
def test_both_markers_are_planned_for_the_first_day_in_secret():
    m = scene(table(None, phase="plans", day="0629", turn="am"))
    assert asked(m) == "axis plan_turn"
    assert offers(m) == ["turn 0629-am", "turn 0629-pm"]
    go(m, "turn 0629-am", "at 1211", "turn 0629-pm", "at 1512")
    assert asked(m) == "axis plan_drop"
    plans = view(m.state, "axis")["marker_plans"]
    assert plans == [["0629-am", "dz_ramcke", "1211"], ["0629-pm", "dz_folgore", "1512"]]
    assert "marker_plans" not in view(m.state, "allied")
    assert all(not event.seen_by("allied") for _, event in m.events if event.kind == "planned")
    go(m, "plan ram_1_2", "turn 0629-am", "at 1212")
    assert view(m.state, "axis")["series_plans"][0][2] == ["ram_1_2"]


@pytest.mark.rule("malta", "19.1", "19.11", "19.12", "8.51")
def test_a_marker_is_a_source_for_its_own_hq_and_blocks_nobody():
    g = table({}, markers={"dz_ramcke": "1213"})
    assert axis_sources(g, PACK.formation_ids.index("ramcke")) == [at("1213")]
    assert axis_sources(g, PACK.formation_ids.index("folgore")) == []
    held = table({"br_2d": "1213"}, markers={"dz_ramcke": "1213"})
    assert axis_sources(held, PACK.formation_ids.index("ramcke")) == []
    assert shifts(held, 0) == []
    assert held.dz[0] == at("1213")  # it stays


@pytest.mark.rule("malta", "19.13", "5.3", "4.1.e")
def test_shifting_a_marker():
    land = ["1213", "1212", "1112", "1011", "0912"]
    g = table({}, axis=land, markers={"dz_ramcke": "1213"})
    assert [PACK.place_ids[h] for h in shifts(g, 0)] == ["1011", "1112", "1212"]  # three hexes
    zone = table({"br_2d": "1111"}, axis=land, markers={"dz_ramcke": "1213"})
    assert [PACK.place_ids[h] for h in shifts(zone, 0)] == ["1212"]  # 1112 is in a zone, and empty
    passed = table({"br_2d": "1111", "ram_1_2": "1112"}, axis=land, markers={"dz_ramcke": "1213"})
    assert at("1112") in shifts(passed, 0)
    gun = table({"cg_01": "1213"}, axis=land, markers={"dz_ramcke": "1213"})
    assert shifts(gun, 0)
    run(shift_markers(g), "shift dz_ramcke 1112")
    assert g.dz[0] == at("1112")


@pytest.mark.rule("malta", "19.2", "19.21", "R66")
def test_series():
    g = table(RAMCKE)
    assert names(series_in_box(g, 0)) == [
        ("ram_1_2",), ("ram_1_3",), ("ram_art",), ("hq_ram", "ram_eng", "ldr_ramcke"),
    ]  # fmt: skip
    back = table({"ldr_ramcke": BOX, "hq_ram": "1213"})
    assert names(series_in_box(back, 0)) == [("ldr_ramcke",)]  # an ADC who comes back
    hq = table({"hq_ram": BOX, "ldr_ramcke": "1213", "ram_eng": "1213"})
    assert names(series_in_box(hq, 0)) == [("hq_ram",)]
    engineers = table({"ram_eng": BOX, "hq_ram": "1213", "ldr_ramcke": "1213"})
    assert names(series_in_box(engineers, 0)) == [("ram_eng",)]
    folgore = table({"fo_art_1": BOX, "fo_art_2": BOX})
    assert len(series_in_box(folgore, 1)) == 2  # glider artillery does not break down


@pytest.mark.rule("malta", "19.22", "19.33", "R32")
def test_where_series_may_be_planned():
    g = table(RAMCKE, markers={"dz_ramcke": "1213"})
    far = [PACK.distance[at("1213")][h] for h in places_for(g, 0)]
    assert max(far) == 5
    g.far_used[0] = 1  # one series a formation
    far = [PACK.distance[at("1213")][h] for h in places_for(g, 0)]
    assert max(far) == 3
    assert all(PACK.hexes[h].base == 0 for h in places_for(g, 0))  # no coast, no beach
    planned = table(RAMCKE, marker_plans=((AM, 0, at("1613")),))
    assert at("1613") in places_for(planned, 0)  # judged from where the marker is planned


@pytest.mark.rule("malta", "19.1", "19.3", "19.33", "22.35", "22.26")
def test_when_series_may_be_planned():
    g = table(RAMCKE, marker_plans=((AM, 0, at("1213")),), day="0629")
    window = range(AM, AM + 8)
    battalion, guns = (u("ram_1_2"),), (u("ram_art"),)
    turns = [PACK.turn_name(t) for t in turns_for(g, 0, battalion, window)]
    assert turns == ["0629-am", "0629-pm", "0630-am", "0630-pm"]
    assert "0629-am" not in [PACK.turn_name(t) for t in turns_for(g, 0, guns, window)]
    g.series_plans = tuple((AM, 5, 0, 0, unit) for unit in (900, 901, 902))
    assert AM not in turns_for(g, 0, battalion, window)  # three German series that morning
    g.series_plans = ((AM + 4, 4, 0, 0, 900),)
    assert AM + 4 not in turns_for(g, 0, battalion, window)  # one a turn from 30 June
    later = table(RAMCKE, marker_plans=((AM + 2, 0, at("1213")),), day="0629")
    turns = [PACK.turn_name(t) for t in turns_for(later, 0, battalion, window)]
    assert turns == ["0629-pm", "0630-am", "0630-pm"]  # not before its marker
    none = table(RAMCKE, day="0629")
    assert turns_for(none, 0, battalion, window) == []  # its marker must be down


@pytest.mark.rule("malta", "19.32", "19.34", "4.1.e", "R13")
def test_plans_are_relative_and_made_two_days_ahead():
    g = table(RAMCKE, day="0703", markers={"dz_ramcke": "1213"}, phase="day_plans")
    run(day_plans(g), "plan ram_1_2", "turn 0705-am", "at 1313", "done")
    (plan,) = g.series_plans
    assert plan[2:4] == (1, -1)  # one hex to the north-east
    assert names(plannable(g, 0))[0] == ("ram_1_3",)  # a planned series is fixed
    intro = table(RAMCKE, day="0630", scenario="intro", markers={"dz_ramcke": "1213"})
    run(day_plans(intro), "plan ram_1_3", "turn 0701-am", "at 1313", "done")  # and 2 July
    last = table(RAMCKE, day="0709", markers={"dz_ramcke": "1213"})
    run(day_plans(last))


@pytest.mark.rule("malta", "19.33", "19.35", "17.2", "R14", "4.23")
def test_cancelling():
    plan = (PACK.turn_number("0703-am"), 5, 1, 0, u("ram_1_2"))
    g = table(RAMCKE, turn="am", series_plans=(plan,), markers={"dz_ramcke": "1213"})
    run(cancel_phase(g), "cancel ram_1_2")
    assert told(g, "drops_due") == [{"units": ("ram_1_2",)}]  # the question tells it in any case
    assert g.series_plans == ()
    assert names(plannable(g, 0))[0] == ("ram_1_2",)  # free for a new plan
    wet = table(RAMCKE, turn="am", series_plans=(plan,), weather="rain")
    run(cancel_phase(wet))
    assert wet.series_plans == ()
    noon = table(RAMCKE, turn="noon", series_plans=(plan,))
    run(cancel_phase(noon))
    assert noon.series_plans


@pytest.mark.rule("malta", "19.22", "19.35")
@pytest.mark.parametrize(("far", "used"), [(5, 0), (4, 0), (3, 1)])
def test_only_a_far_drop_that_is_cancelled_frees_the_way_for_another(far, used):
    plan = (PACK.turn_number("0703-am"), 5, 0, far, u("ram_1_2"))
    g = table(RAMCKE, turn="am", series_plans=(plan,), markers={"dz_ramcke": "1213"},
              far_used=[1, 0])  # fmt: skip
    run(cancel_phase(g), "cancel ram_1_2")
    assert g.far_used == [used, 0]


@pytest.mark.rule("malta", "19.41", "19.44")
@pytest.mark.parametrize(
    ("total", "row"), [(2, 0), (5, 0), (6, 1), (7, 1), (8, 2), (9, 2), (10, 3), (11, 3), (12, 4)]
)
def test_the_drop_table(total, row):
    assert drop_row(table({}), total) == row


@pytest.mark.rule("malta", "19.41")
def test_a_marker_scatters():
    g = table({"aa_32": "1312", "aa_65": "1314", "aa_74": "1613"})
    assert aa_near(g, at("1213")) == 2
    run(drop_marker(g, 0, at("1213")), (3, 3), (4,))  # 6 - 1 + 2: adjacent, south
    assert PACK.place_ids[g.dz[0]] == "1214"
    g = table({})
    run(drop_marker(g, 1, at("1213")), (4, 4), (5,), (2,))  # half of five: three to the north-east
    assert g.dz[1] == scattered(g, at("1213"), 2, 3)
    g = table({})
    run(drop_marker(g, 1, at("1213")), (5, 5), (2,), (4,))  # one die
    assert PACK.place_ids[g.dz[1]] == "1215"
    g = table({})
    run(drop_marker(g, 1, at("1012")), (6, 6), (1, 1), (3,))  # two dice: two to the south-east
    assert PACK.place_ids[g.dz[1]] == PACK.place_ids[scattered(g, at("1012"), 3, 2)]


@pytest.mark.rule("malta", "19.42")
def test_a_marker_at_sea_is_rolled_again():
    g = table({})
    run(drop_marker(g, 1, at("1213")), (5, 6), (6,), (4,), (2, 2))
    assert PACK.place_ids[g.dz[1]] == "1213"


@pytest.mark.rule("malta", "19.43", "19.35", "19.22")
def test_series_are_placed_from_the_real_marker_and_at_sea_cancelled():
    now = PACK.turn_number("0703-am")
    plans = ((now, 5, 1, 0, u("ram_1_2")), (now, 5, 0, 9, u("ram_1_3")))
    g = table(RAMCKE, turn="am", series_plans=plans, markers={"dz_ramcke": "1213"},
              far_used=[1, 0])  # fmt: skip
    place_series(g)
    assert g.far_used == [0, 0]  # another one may go as far
    assert [PACK.place_ids[series[1]] for series in g.series] == ["1314"]
    assert told(g, "drop_at_sea")[0]["unit"] == "ram_1_3"
    assert where(g, "ram_1_3") == BOX


@pytest.mark.rule("malta", "19.2", "19.44", "19.46", "19.8", "19.9", "16.32")
def test_a_series_on_target():
    g = table(RAMCKE, turn="am")
    run(drop_series(g, at("1213"), (u("ram_1_2"),), solo=False), (3, 3), (6, 6, 6))
    for name in ("ram_1_2_a", "ram_1_2_b", "ram_1_2_c"):
        assert where(g, name) == "1213"
        assert g.did[u(name)] & DROPPED
    assert where(g, "ram_1_2") == "broken_down"
    assert g.control[at("1213")] == 1


@pytest.mark.rule("malta", "19.44", "R12")
def test_a_series_stays_together_or_is_thrown_apart():
    g = table(RAMCKE)
    run(drop_series(g, at("1213"), (u("ram_1_2"),), solo=False), (4, 4), (4,), (1, 1, 1))
    assert {where(g, f"ram_1_2_{c}") for c in "abc"} == {"1214"}  # adjacent: all together
    g = table(RAMCKE)
    run(drop_series(g, at("1213"), (u("ram_1_2"),), solo=False), (6, 5), (1,), (1,), (2,), (4,),
        (1,), (2,), (1, 1, 1))  # fmt: skip
    assert [where(g, f"ram_1_2_{c}") for c in "abc"] == ["1212", "1215", "1313"]


@pytest.mark.rule("malta", "19.44")
def test_the_leader_comes_down_with_his_hq():
    g = table(RAMCKE)
    staff = series_in_box(g, 0)[-1]
    run(drop_series(g, at("1213"), staff, solo=False), (6, 5), (1,), (1,), (1,), (4,), (1,))
    assert where(g, "ldr_ramcke") == where(g, "hq_ram") == "1212"
    assert where(g, "ram_eng") == "1214"


@pytest.mark.rule("malta", "19.44")
def test_a_mixed_series_has_no_german_bonus():
    g = table({"fo_v_186": BOX})
    run(drop_series(g, at("1213"), (u("fo_v_186"),), solo=False), (3, 3), (4,), (1, 1, 1))
    assert told(g, "drop_roll")[0]["total"] == 6
    g = table(RAMCKE)
    run(drop_series(g, at("1213"), (u("ram_1_2"),), solo=False), (3, 3), (1, 1, 1))
    assert told(g, "drop_roll")[0]["total"] == 5


@pytest.mark.rule("malta", "19.45")
def test_drowning():
    g = table(RAMCKE)
    staff = series_in_box(g, 0)[-1]
    run(drop_series(g, at("1115"), staff, solo=False), (5, 5), (6,), (4,))
    assert where(g, "hq_ram") == where(g, "ram_eng") == "eliminated"
    assert where(g, "ldr_ramcke") == "day_record"
    (place,) = {each["place"] for each in told(g, "eliminated")}
    assert place == "at_sea" or at(place) >= PACK.land  # not in the box that it jumped from


@pytest.mark.rule("malta", "19.46", "17.83", "R36")
@pytest.mark.parametrize(
    ("place", "more", "die", "reduced"),
    [("1213", {}, 6, False), ("1213", {"aa_32": "1412"}, 6, True), ("1114", {}, 6, True),
     ("1114", {}, 5, False), ("1213", {"br_2d": "1213"}, 6, True),
     ("1213", {"cg_01": "1213", "ldr_beak": "1213"}, 6, False)],
)  # fmt: skip
def test_airborne_losses(place, more, die, reduced):
    g = table({"ram_1_2_a": place} | more)
    hard = [u("ram_1_2_a")] if place == "1114" else []
    run(airborne_losses(g, [u("ram_1_2_a")], hard), (die,))
    assert g.level[u("ram_1_2_a")] == int(reduced)


@pytest.mark.rule("malta", "19.46", "17.1")
@pytest.mark.parametrize(("destroyed", "total"), [((), 6), (("1111",), 5)])
def test_a_fort_costs_losses_though_the_drop_destroys_it(destroyed, total):
    g = table({"ram_art": BOX}, destroyed=destroyed)
    run(drop_series(g, at("1111"), (u("ram_art"),), solo=False), (1, 1), (5,))
    assert told(g, "airborne_loss")[0]["total"] == total
    assert g.forts[at("1111")] == 0


@pytest.mark.rule("malta", "19.46", "17.83", "R36")
def test_a_company_that_is_reduced_already_has_no_side_left_to_turn_to():
    g = table({"ram_1_2_a": "1213", "aa_32": "1412"}, level={"ram_1_2_a": 1})
    run(airborne_losses(g, [u("ram_1_2_a")], []), (5,))
    assert where(g, "ram_1_2_a") == "1213"
    run(airborne_losses(g, [u("ram_1_2_a")], []), (6,))
    assert where(g, "ram_1_2_a") == "eliminated"
    assert (g.lost[1], g.para_lost) == (1, 1)


@pytest.mark.rule("malta", "19.46", "19.5", "19.6", "16.32", "R40", "R64")
def test_militia_that_rises_under_a_drop_contests_it():
    g = table(RAMCKE, turn="am", quiet=False)
    run(drop_series(g, at("1013"), (u("ram_1_2"),), solo=False), (3, 3), (6,), ["mil_3"],
        (1, 1, 1), (6, 6))  # fmt: skip
    assert [loss["total"] for loss in told(g, "airborne_loss")] == [3, 3, 3]  # a town, an enemy
    (odds,) = told(g, "odds")
    assert (odds["attack"], odds["defence"]) == (6, 1)
    assert where(g, "mil_1") == "eliminated"
    assert where(g, "ram_1_2_a") == "1013"  # the first of them came down before it rose
    assert not any(option[0] == "move" for option in rally_options(g))


@pytest.mark.rule("malta", "16.35", "19.5", "19.52")
def test_a_drop_turns_militia_up_only_if_it_attacks_it():
    hidden = {"mil_1": "1213", "cg_01": "1213"}
    g = table(RAMCKE | hidden, back={"mil_1": "mil_3"}, turn="am")
    run(drop_series(g, at("1213"), (u("ram_art"),), solo=False), (3, 3), (1,))
    assert where(g, "ram_art") == "eliminated"
    assert not g.seen[u("mil_1")]  # guns attack nobody
    run(drop_series(g, at("1213"), (u("ram_1_2"),), solo=False), (3, 3), (1, 1, 1), (6, 6))
    told_of = [event["unit"] for event in told(g, "revealed")]
    assert told_of == ["mil_1", "cg_01"]  # the gun when it falls, after the fight
    kinds = [event.kind for event in g.happened]
    assert kinds.index("revealed") < kinds.index("odds")


@pytest.mark.rule("malta", "19.46", "19.47")
def test_artillery_is_lost_and_hqs_are_not():
    g = table({"ram_art": "1213", "hq_ram": "1213", "aa_32": "1412"})
    run(airborne_losses(g, [u("ram_art"), u("hq_ram")], []), (6,))
    assert where(g, "ram_art") == "eliminated"
    assert where(g, "hq_ram") == "1213"
    g = table(RAMCKE, deployed=["ram_art"])
    run(drop_series(g, at("1213"), (u("ram_art"),), solo=False), (1, 1), (1,))
    assert g.deployed[u("ram_art")] == 0


@pytest.mark.rule("malta", "19.46", "2.1.control", "R30")
def test_who_comes_down_among_enemies_and_is_lost_has_taken_nothing():
    g = table({"br_2d": "1711", "ram_art": "1711", "aa_32": "1612"}, axis=["1711"])
    run(airborne_losses(g, [u("ram_art")], []), (6,))
    assert where(g, "ram_art") == "eliminated"
    assert g.control[at("1711")] == 0


@pytest.mark.rule("malta", "19.5", "19.51", "19.53", "R48", "9.87", "16.58", "17.1")
def test_a_contested_landing_is_fought_to_the_end():
    three = {f"ram_1_2_{c}": "1111" for c in "abc"}
    g = table(three | {"raf_tak": "1111", "cg_01": "1111", "art_12": "1613"}, deployed=["art_12"])
    units = tuple(u(name) for name in three)
    # 6 against 1, doubled by the fort: 3:1, morale +3 makes 6:1; no guns on either side.
    run(contest(g, at("1111"), units), (5, 5))
    odds = told(g, "odds")[0]
    assert (odds["attack"], odds["defence"], odds["odds"]) == (6, 2, "6:1")
    assert where(g, "raf_tak") == "eliminated"
    assert where(g, "cg_01") == "eliminated"
    assert g.forts[at("1111")] == 0
    assert {where(g, name) for name in three} == {"1111"}  # no advance
    assert g.control[at("1111")] == 1


@pytest.mark.rule("malta", "19.51")
def test_axis_hits_are_steps_and_the_fight_goes_on():
    three = {f"ram_1_2_{c}": "1213" for c in "abc"}
    g = table(three | {"br_2d": "1213"})
    units = tuple(u(name) for name in three)
    # 6:6 and morale +3 is 4:1. A three costs the attacker a step and disorder; then the British go.
    run(contest(g, at("1213"), units), (2, 1), "lose ram_1_2_a", (6, 6), "retreat", "to 1314",
        "to 1414")  # fmt: skip
    assert where(g, "ram_1_2_a") == "eliminated"
    assert where(g, "br_2d") != "1213"
    assert where(g, "ram_1_2_b") == "1213"
    assert len(told(g, "combat")) == 2


@pytest.mark.rule("malta", "19.52")
def test_artillery_alone_among_enemies_is_lost():
    g = table({"ram_art": "1213", "raf_tak": "1213"})
    run(contest(g, at("1213"), (u("ram_art"),)))
    assert where(g, "ram_art") == "eliminated"
    assert g.control[at("1213")] == 0
    g = table(RAMCKE | {"cg_01": "1213"})
    run(drop_series(g, at("1213"), (u("ram_art"),), solo=False), (1, 1), (1,))
    assert where(g, "ram_art") == "1213"  # a gun is no enemy unit
    assert where(g, "cg_01") == "eliminated"


@pytest.mark.rule("malta", "19.53", "9.3.g", "R69")
def test_hopeless_odds_eliminate_who_dropped():
    units = {"ram_1_2_a": "1711", "ldr_ramcke": "1711", "br_2d": "1711", "br_1d": "1711"}
    g = table(units)
    run(contest(g, at("1711"), (u("ram_1_2_a"), u("ldr_ramcke"))), "alone", (6, 6))
    assert where(g, "ram_1_2_a") == "eliminated"
    assert where(g, "ldr_ramcke") == "turn_record"


@pytest.mark.rule("malta", "19.6", "R64", "13.2")
def test_rally():
    g = table({"ram_1_2_a": "1213", "hq_ram": "1213", "ram_art": "1213", "ram_1_2_b": "1314",
               "ldr_ramcke": "1213", "ram_1_2": "broken_down"})  # fmt: skip
    for name in ("ram_1_2_a", "hq_ram", "ram_art", "ram_1_2_b", "ldr_ramcke"):
        g.did[u(name)] = DROPPED
    g.did[u("ram_1_2_b")] |= CONTESTED
    movers = {option[1] for option in rally_options(g) if option[0] == "move"}
    assert movers == {"ram_1_2_a", "hq_ram", "ldr_ramcke"}
    assert "move ram_1_2_a 1314" in words(rally_options(g))
    m = scene(table({"ram_1_2_a": "1213", "ram_1_2_b": "1213", "ram_1_2": "broken_down"},
                    phase="rally", turn="am"))  # fmt: skip
    assert asked(m) != "axis rally"  # nobody has just dropped


@pytest.mark.rule("malta", "19.6", "5.2.c", "R64")
def test_a_rally_is_a_move_not_from_zone_to_zone():
    """The enemy's zone has come after the unit: a defender has retreated next to it."""
    g = table({"ram_1_2_a": "1213", "br_2d": "1214"})
    g.did[u("ram_1_2_a")] = DROPPED
    hexes = {option[2] for option in rally_options(g) if option[0] == "move"}
    assert hexes == {"1212", "1113", "1313"}


@pytest.mark.rule("malta", "R62", "4.23", "19.44")
def test_series_drop_one_after_the_other_in_any_order():
    now = PACK.turn_number("0703-am")
    plans = ((now, 5, 1, 0, u("ram_1_2")), (now, 5, 0, 1, u("ram_1_3")))
    g = table(RAMCKE, turn="am", series_plans=plans, markers={"dz_ramcke": "1213"},
              phase="cancel")  # fmt: skip
    m = go(scene(g), "done")
    assert offers(m) == ["drop ram_1_2", "drop ram_1_3"]
    go(m, "drop ram_1_3", (1, 1), (1, 1, 1))
    assert where(m.state, "ram_1_3_a") == "1214"
    assert asked(m) == "dice drop"  # the other one follows, then all may rally
    go(m, (1, 1), (1, 1, 1))
    assert asked(m) == "axis rally"
    assert order(m.state, "ram_1_3_a") == "good"


@pytest.mark.rule("malta", "4.23", "19.33")
def test_nothing_drops_at_noon():
    plan = ((PACK.turn_number("0703-noon"), 0, at("1213")),)
    g = table(RAMCKE, turn="noon", marker_plans=plan, phase="markers")
    run(markers_phase(g))
    assert g.dz[0] == -1


@pytest.mark.rule("malta", "19.0")
def test_planning_ends_when_the_player_likes():
    g = table(None, phase="plans", day="0629", turn="am")
    run(first_plans(g), "turn 0629-am", "at 1211", "turn 0629-am", "at 1512", "done")
    assert g.series_plans == ()


@pytest.mark.rule("malta", "19.44")
def test_flak_near_its_place_adds_to_the_roll_of_a_series():
    for flak, total in (({}, 5), ({"aa_3": "1213", "aa_32": "1313"}, 7), ({"aa_3": "1713"}, 5)):
        g = table({"ram_art": "breakdown", **flak}, phase="series", turn="am")
        drift = [(1,)] if total > 5 else []  # then one die for losses
        run(drop_series(g, at("1113"), (u("ram_art"),), solo=False), (3, 3), *drift, (1,))
        assert told(g, "drop_roll")[0]["total"] == total
