"""Chapter 16: air-landing, strongpoints, militia, aircraft, coast guns, warships, HQs."""

import pytest

from khamsin.games.malta.knowledge.view import view
from khamsin.games.malta.model.pieces import UNUSED, WARSHIP
from khamsin.games.malta.model.state import ATTACKED, FLEW_IN, SILENT
from khamsin.games.malta.rules.air.airland import (
    airland_options,
    companies,
    flak_phase,
    open_airfields,
)
from khamsin.games.malta.rules.combat.combat import communications, compute
from khamsin.games.malta.rules.combat.modifiers import list_modifiers
from khamsin.games.malta.rules.combat.strength import attack, gun_of, is_zero, morale, stands_still
from khamsin.games.malta.rules.combat.support import (
    defensive_options,
    offensive_options,
    why_not_fire,
)
from khamsin.games.malta.rules.day.segment import dismantle
from khamsin.games.malta.rules.day.weather import weather
from khamsin.games.malta.rules.movement.entry import alarm, cup, enter
from khamsin.games.malta.rules.sea.gunnery import (
    answers,
    box_options,
    duel_phase,
    guns_phase,
    has_line,
    sea_room,
    target_options,
)
from khamsin.games.malta.rules.setup import hidden_places
from tests.games.malta.fighting import battle
from tests.games.malta.staging import (
    PACK,
    asked,
    at,
    go,
    offers,
    run,
    scene,
    table,
    told,
    u,
    where,
    words,
)

LUQA, TAKALI = "1613", "1211"


# -- air-landing -----------------------------------------------------------------------------


@pytest.mark.rule("malta", "16.1", "16.11", "4.24")
def test_two_companies_a_turn_on_airfields_without_enemies():
    units = {"la_1_125": "breakdown", "hq_80": "breakdown", "art_80_1": "breakdown",
             "mc_39_1": "breakdown", "ram_1_2": "breakdown"}  # fmt: skip
    g = table(units, axis=[TAKALI], phase="airland")
    options = words(airland_options(g))
    assert "break la_1_125" in options  # battalions go in as companies
    assert f"land la_1_125 {TAKALI}" not in options
    assert f"land art_80_1 {TAKALI}" in options
    assert not any("ram_1_2" in option for option in options)  # that one drops
    m = scene(g)
    go(m, "break la_1_125", f"land it_gl_co_m4_1 {TAKALI}")
    assert where(m.state, "it_gl_co_m4_1") == TAKALI
    assert f"land art_80_1 {TAKALI}" not in offers(m)  # it counts as two
    go(m, f"land hq_80 {TAKALI}")
    assert asked(m) != "axis airland"
    assert [companies(g, u(n)) for n in ("hq_80", "art_80_1", "mc_39_1")] == [1, 2, 1]


@pytest.mark.rule("malta", "16.11", "R19")
def test_an_allied_unit_next_to_the_airfield_closes_it():
    assert open_airfields(table({}, axis=[TAKALI])) == [at(TAKALI)]
    assert open_airfields(table({})) == []
    assert open_airfields(table({"raf_tak": "1312"}, axis=[TAKALI])) == []
    assert open_airfields(table({"cg_01": "1312"}, axis=[TAKALI])) == [at(TAKALI)]


@pytest.mark.rule("malta", "16.12", "R42")
def test_flak():
    units = {"mc_39_1": TAKALI, "mc_39_2": TAKALI, "li_1_33": TAKALI, "aa_32": "1411",
             "aa_65": "1715"}  # fmt: skip
    g = table(units, day="0629", turn="am")
    for name in ("mc_39_1", "mc_39_2"):
        g.did[u(name)] = FLEW_IN
    run(flak_phase(g), (6,), "lose mc_39_2")  # aa_65 is too far
    assert where(g, "mc_39_2") == "eliminated"
    run(flak_phase(g), (6,))  # nothing to choose: only those who flew in are hit
    assert where(g, "mc_39_1") == "eliminated"
    assert where(g, "li_1_33") == TAKALI
    g = table(units | {"mc_39_2": LUQA})
    for name in ("mc_39_1", "mc_39_2"):
        g.did[u(name)] = FLEW_IN
    run(flak_phase(g), f"fire aa_32 {TAKALI}", (5,), (6,))
    assert where(g, "mc_39_1") == TAKALI
    assert where(g, "mc_39_2") == "eliminated"  # by aa_65, two hexes from Luqa


@pytest.mark.rule("malta", "16.13", "16.15", "17.2")
@pytest.mark.parametrize(("sky", "turn"), [("rain", "am"), ("clear", "night")])
def test_no_air_landing_in_rain_or_at_night(sky, turn):
    g = table({"mc_39_1": "breakdown"}, axis=[TAKALI], phase="airland", weather=sky, turn=turn)
    assert asked(scene(g)) != "axis airland"
    clear = table({"mc_39_1": "breakdown"}, axis=[TAKALI], phase="airland", turn="am")
    m = go(scene(clear), f"land mc_39_1 {TAKALI}")
    assert m.state.did[u("mc_39_1")] & FLEW_IN  # neither moves nor attacks this turn


@pytest.mark.rule("malta", "16.14")
def test_commandos_fly_in_as_glider_companies():
    m = scene(table({"cdo_ard": "breakdown"}, axis=[TAKALI], phase="airland"))
    go(m, "break cdo_ard", f"land it_gl_co_m5_1 {TAKALI}")
    assert m.state.formation[u("it_gl_co_m5_1")] == -1


# -- strongpoints ----------------------------------------------------------------------------


@pytest.mark.rule("malta", "16.2", "R56", "R7")
def test_strongpoints_stand_next_to_beaches_one_a_hex():
    g = table({})
    hexes = [option[2] for option in hidden_places(g, u("sp_1"))]
    assert "1108" in hexes
    assert "1107" not in hexes  # never on a beach
    assert "1213" not in hexes  # no beach next to it
    g.hidden_setup = ((u("sp_2"), at("1108")),)
    assert "1108" not in [option[2] for option in hidden_places(g, u("sp_1"))]


@pytest.mark.rule("malta", "16.2", "7.1", "R21")
def test_no_strongpoint_is_placed_where_the_hex_is_full():
    full = table(dict.fromkeys(("br_2d", "br_1d", "br_4b", "br_8m"), "1108"))
    assert "1108" not in [option[2] for option in hidden_places(full, u("sp_1"))]
    room = table(dict.fromkeys(("br_2d", "br_1d", "br_4b", "mg_a"), "1108"))
    assert "1108" in [option[2] for option in hidden_places(room, u("sp_1"))]


@pytest.mark.rule("malta", "16.2", "16.51")
def test_the_axis_may_not_look():
    g = table({"sp_1": "1108", "cg_01": "1108", "mil_1": "1112"}, back={"sp_1": "sp_9"})
    assert view(g, "allied")["units"]["sp_1"]["value"] == "sp_9"
    for name in ("sp_1", "cg_01", "mil_1"):
        assert "value" not in view(g, "axis")["units"][name]
        assert "value" not in view(g, None)["units"][name]


@pytest.mark.rule("malta", "16.22", "R70")
def test_a_strongpoint_is_turned_up_when_an_axis_unit_comes_next_to_it():
    g = table({"sp_1": "1213", "li_1_33": "1012"})
    run(enter(g, u("li_1_33"), at("1112")))
    assert not g.seen[u("sp_1")]
    run(enter(g, u("li_1_33"), at("1113")))
    assert g.seen[u("sp_1")]
    intro = table(None, scenario="intro")
    shown = [n for n in PACK.of_kind[14] if intro.seen[n] and intro.place[n] >= 0]
    assert [PACK.place_ids[intro.place[n]] for n in shown] == ["1309"]


@pytest.mark.rule("malta", "16.23", "16.24")
def test_strongpoints_in_combat():
    g = table({"sp_1": "1213", "li_1_33": "1113"}, seen=["sp_1"])
    assert stands_still(g, u("sp_1"))
    assert battle(g, "1213", "li_1_33").defenders == (u("sp_1"),)
    assert {morale(g, unit) for unit in PACK.of_kind[14]} == {4}
    zero = table({"sp_1": "1213", "li_1_33": "1113"}, back={"sp_1": "sp_9"}, seen=["sp_1"])
    assert is_zero(zero, u("sp_1"))
    run(enter(zero, u("li_1_33"), at("1213")))
    assert where(zero, "sp_1") == "eliminated"
    hidden = table({"sp_1": "1213"}, back={"sp_1": "sp_9"})
    assert not is_zero(hidden, u("sp_1"))  # as far as the Axis can know


@pytest.mark.rule("malta", "16.25", "4.1.j", "20.1")
def test_four_strongpoints_make_an_engineer_company():
    points = {f"sp_{n}": h for n, h in enumerate(
        ("1108", "1208", "1408", "1509", "1609", "1415"), 1)}  # fmt: skip
    g = table(points)
    four = [f"dismantle sp_{n}" for n in (1, 2, 3, 4)]
    run(dismantle(g), *four, "place br_eng_1 1208")
    assert where(g, "br_eng_1") == "1208"
    assert where(g, "sp_1") == "eliminated"
    assert g.lost == [0, 0]
    first = table(points, day="0629")
    run(dismantle(first))  # not on 29 June
    g = table(points)
    run(dismantle(g), "done")
    assert g.place[u("br_eng_1")] == UNUSED


# -- militia ---------------------------------------------------------------------------------


@pytest.mark.rule("malta", "16.31", "16.36")
def test_the_cup():
    g = table({}, quiet=False)
    assert len(cup(g)) == 5
    assert (g.scenario.militia, PACK.scenarios["intro"].militia) == (5, 4)
    g.militia = 5
    run(alarm(g, at("1113")))  # nothing is rolled when the cup is empty
    intro = table({}, quiet=False, scenario="intro", militia=4)
    run(alarm(intro, at("1312")))


@pytest.mark.rule("malta", "16.32", "R40")
@pytest.mark.parametrize(("h", "dice"), [("1113", [(4,), (1,)]), ("1113", [(5,), (1,)])])
def test_a_town_may_rise_once(h, dice):
    g = table({"li_1_33": h}, quiet=False)  # Dingli 1013 and Rabat 1112 are next to it
    rises = dice[0][0] >= 5
    run(alarm(g, at(h)), *([dice[0], ["mil_2"], dice[1]] if rises else dice))
    assert (where(g, "mil_1") == "1013") == rises
    assert g.rolled[at("1013")] == g.rolled[at("1112")] == 1
    run(alarm(g, at(h)))  # one roll a hex and game
    if rises:
        assert not g.seen[u("mil_1")]
        assert g.back[u("mil_1")] == u("mil_2")


@pytest.mark.rule("malta", "16.32")
def test_a_city_rises_from_three():
    g = table({"li_1_33": "1610"}, quiet=False)
    run(alarm(g, at("1610")), (1,), (1,), (3,), ["mil_4"])  # 1511, 1611, then Valletta 1711
    assert where(g, "mil_1") == "1711"


@pytest.mark.rule("malta", "16.32", "R40")
def test_no_militia_where_axis_units_stand_unless_they_dropped_there():
    g = table({"li_1_33": "1013"}, quiet=False)
    run(alarm(g, at("1013")))
    assert g.rolled[at("1013")] == 1
    assert where(g, "mil_1") == ""
    g = table({"ram_1_2_a": "1013"}, quiet=False)
    run(alarm(g, at("1013"), dropped=True), (6,), ["mil_1"])
    assert where(g, "mil_1") == "1013"
    assert g.seen[u("mil_1")]  # face up


@pytest.mark.rule("malta", "16.34", "16.35", "16.33")
def test_militia_stands_and_is_turned_up_when_attacked():
    units = {"mil_1": "1112", "li_1_33": "1113"}
    g = table(units, phase="attack")
    assert stands_still(g, u("mil_1"))
    m = go(scene(g), "attack 1112")
    assert m.state.seen[u("mil_1")]
    allied = table(units, phase="attack", active="allied")
    m = go(scene(allied), "attack 1113")
    assert m.state.seen[u("mil_1")]


# -- aircraft --------------------------------------------------------------------------------


@pytest.mark.rule("malta", "16.4", "16.41", "17.2", "4.1.c")
@pytest.mark.parametrize(
    ("dice", "sky", "air"), [((4, 4), 0, 3), ((4, 5), 1, 1), ((5, 5), 1, 1), ((5, 6), 2, 0)]
)
def test_weather_and_air_support(dice, sky, air):
    g = table({}, phase="weather")
    run(weather(g), dice)
    assert (g.weather, g.air) == (sky, air)
    first = table({}, day="0629")
    run(weather(first))
    assert (first.weather, first.air) == (0, 3)


@pytest.mark.rule("malta", "16.42", "16.4")
def test_an_air_marker_is_used_up_by_an_attack_and_otherwise_kept():
    units = {"li_1_33": "1113", "br_2d": "1213", "li_2_33": "1314"}
    m = scene(table(units, phase="support", air=2))
    go(m, "air 1213", "air 1213", "attack 1213", "with li_1_33", "done", (1, 1))
    assert "air:+2" in told(m, "odds")[0]["modifiers"]
    m = scene(table(units, phase="support", air=2))
    go(m, "air 1213", "done", "done")
    assert m.state.air == 2


# -- coast guns ------------------------------------------------------------------------------


@pytest.mark.rule("malta", "16.5", "16.55", "16.52", "16.79", "18.4", "R31", "4.22")
def test_the_duel_is_simultaneous():
    units = {"ca_trieste": "1306", "cg_01": "1309"}
    g = table(units, phase="duel", turn="am")
    run(duel_phase(g), "aim ca_trieste cg_01 2", "done", "engage cg_01 ca_trieste", (6, 1),
        (5, 1, 1))  # fmt: skip
    assert where(g, "cg_01") == "eliminated"
    assert where(g, "ca_trieste") == "eliminated"  # within three hexes a five is enough
    assert g.lost == [0, 1]
    far = table(units | {"ca_trieste": "1305"}, phase="duel", turn="am")
    run(duel_phase(far), "aim ca_trieste cg_01 3", "engage cg_01 ca_trieste", (1, 1, 1), (5, 5, 5))
    assert where(far, "ca_trieste") == "1305"
    assert far.did[u("ca_trieste")] & SILENT
    refused = why_not_fire(far, u("ca_trieste"))
    assert refused is not None
    assert far.seen[u("cg_01")]


@pytest.mark.rule("malta", "16.76", "17.2")
def test_in_rain_only_the_guns_fire_in_a_duel():
    units = {"ca_trieste": "1306", "cg_01": "1309"}
    g = table(units, phase="duel", turn="am", weather="rain")
    run(duel_phase(g), "engage cg_01 ca_trieste", (1, 1, 1))
    assert told(g, "ship_fire") == []


@pytest.mark.rule("malta", "16.79")
def test_a_ship_fires_half_its_support_and_may_split_it():
    g = table({"ca_trieste": "1306", "dd_alpino": "1306", "cg_01": "1309", "cg_02": "1309"})
    options = words(target_options(g))
    assert "aim ca_trieste cg_01 3" in options
    assert "aim ca_trieste cg_01 4" not in options
    assert "aim dd_alpino cg_01 1" in options
    assert "aim dd_alpino cg_01 2" not in options
    g.shots = ((u("ca_trieste"), u("cg_01"), 2),)
    options = words(target_options(g))
    assert "aim ca_trieste cg_02 1" in options
    assert "aim ca_trieste cg_02 2" not in options


@pytest.mark.rule("malta", "R54", "16.5")
def test_the_dummy_gun_rolls_nothing_and_is_turned_up():
    units = {"ca_trieste": "1306", "sm_1": "w1_1308", "cg_01": "1309"}
    dummy = {"cg_01": "cg_16"}
    g = table(units, phase="guns", turn="am", back=dummy, formation={"sm_1": "div4"})
    assert gun_of(g, u("cg_01")).offensive == 0
    run(guns_phase(g), "shell cg_01 w1_1308")
    assert g.seen[u("cg_01")]
    assert where(g, "sm_1") == "w1_1308"
    g = table(units, phase="duel", turn="am", back=dummy)
    assert answers(g, []) == [("engage", "cg_01", "ca_trieste")]
    run(duel_phase(g), "done", "engage cg_01 ca_trieste")
    assert g.seen[u("cg_01")]
    assert where(g, "ca_trieste") == "1306"


@pytest.mark.rule("malta", "16.51", "22.1")
def test_where_coast_guns_may_stand():
    g = table({})
    hexes = [option[2] for option in hidden_places(g, u("cg_01"))]
    assert "1213" in hexes
    assert "1107" not in hexes
    g.hidden_setup = ((u("cg_02"), at("1213")),)
    assert "1213" in [option[2] for option in hidden_places(g, u("cg_01"))]
    g.hidden_setup += ((u("cg_03"), at("1213")),)
    assert "1213" not in [option[2] for option in hidden_places(g, u("cg_01"))]


@pytest.mark.rule("malta", "16.54", "R59")
def test_line_of_fire():
    g = table({})
    assert has_line(g, at("1309"), at("1306"))
    assert not has_line(g, at("1213"), at("1209"))  # over Takali no, but over Musta, a town
    assert not has_line(g, at("1212"), at("1208"))
    assert has_line(g, at("1113"), at("1313"))  # along a hexside of clear hexes
    fort = has_line(g, at("1210"), at("1010"))
    assert not fort  # along 1110 and 1111, both forts
    assert has_line(table({}, destroyed=["1110", "1111"]), at("1211"), at("1011"))


@pytest.mark.rule("malta", "16.55")
def test_guns_need_range_and_sight():
    units = {"cg_08": "1309", "ca_trieste": "1305", "dd_alpino": "1304"}
    g = table(units)
    assert words(answers(g, [])) == ["engage cg_08 ca_trieste"]  # range four
    assert answers(g, [(u("cg_08"), u("ca_trieste"))]) == []  # one ship each


@pytest.mark.rule("malta", "16.56", "4.22", "18.4")
def test_guns_fire_at_landing_craft():
    units = {"cg_01": "1309", "sm_1": "w1_1308", "sm_2": "w1_1308", "eng_11_1": "w2_1308"}
    of = {"sm_1": "div4", "sm_2": "div4"}
    g = table(units, phase="guns", turn="am", formation=of)
    assert words(box_options(g)) == ["shell cg_01 w1_1308", "shell cg_01 w2_1308"]
    run(guns_phase(g), "shell cg_01 w1_1308", (5, 4, 1), "lose sm_2")
    assert where(g, "sm_2") == "eliminated"
    g = table(units, phase="guns", turn="am", formation=of)
    run(guns_phase(g), "shell cg_01 w2_1308", (6, 6, 6))  # more than there is: lost
    assert where(g, "eng_11_1") == "eliminated"
    fired = table(units, phase="guns", turn="am", formation=of)
    fired.did[u("cg_01")] = ATTACKED
    run(guns_phase(fired))  # a gun that fired at ships does not fire again


@pytest.mark.rule("malta", "18.33", "16.56")
def test_the_commander_dies_with_his_hq_in_the_box():
    units = {"cg_01": "1309", "hq_4": "w2_1308", "ldr_chirieleison": "w2_1308"}
    g = table(units, phase="guns", turn="am")
    run(guns_phase(g), "shell cg_01 w2_1308", (6, 1, 1))
    assert where(g, "hq_4") == "eliminated"
    assert where(g, "ldr_chirieleison") == "day_record"


@pytest.mark.rule("malta", "16.57", "16.58", "16.53")
def test_coast_guns_take_no_part_in_combat_and_die_when_entered():
    g = table({"cg_01": "1213", "li_1_33": "1113"})
    assert stands_still(g, u("cg_01"))
    run(enter(g, u("li_1_33"), at("1213")))
    assert where(g, "cg_01") == "eliminated"
    drop = table({"cg_01": "1213", "br_2d": "1213"})
    run(enter(drop, u("ram_1_2_a"), at("1213"), dropped=True))
    assert where(drop, "cg_01") == "1213"  # not while an Allied unit fights on


@pytest.mark.rule("malta", "16.6")
def test_security_troops():
    g = table({"rn_1": "1213", "raf_tak": "1213"})
    assert (attack(g, u("rn_1")), attack(g, u("raf_tak"))) == (1, 0)
    assert sum(unit.is_security for unit in PACK.units) == 7


# -- warships --------------------------------------------------------------------------------


@pytest.mark.rule("malta", "16.7", "R63")
def test_ships_are_placed_in_the_first_landing_phase():
    m = scene(table({"ca_trieste": "at_sea"}, phase="warships", turn="am"))
    assert asked(m) == "axis place_ship"
    go(m, "place ca_trieste 1306")
    assert where(m.state, "ca_trieste") == "1306"
    off = scene(table({"ca_trieste": "at_sea"}, phase="warships", turn="am", cancelled=True))
    assert asked(off) != "axis place_ship"


@pytest.mark.rule("malta", "16.71", "16.72", "4.24")
def test_ships_go_anywhere_at_sea_two_to_a_hex():
    units = {"ca_trieste": "1306", "ca_gorizia": "1306", "dd_alpino": "1304"}
    m = go(scene(table(units, phase="ships")), "unit dd_alpino")
    assert "go 1306" not in offers(m)
    assert "go 1107" not in offers(m)
    assert "go 2316" in offers(m)
    assert len(sea_room(m.state)) == len(PACK.board) - PACK.land - 1


def _ship_attack(*ships):
    g = table({"li_1_33": "1113", "br_2d": "1213"} | dict.fromkeys(ships, "0914"))
    for n, name in enumerate(ships):
        g.place[u(name)] = PACK.land + n
    b = battle(g, "1213", "li_1_33")
    b.support[0] = tuple((u(name), False) for name in ships)
    compute(g, b)
    return g, b


@pytest.mark.rule("malta", "16.73")
def test_ships_need_contact():
    g, b = _ship_attack("ca_trieste", "dd_alpino")
    assert b.attack == 14
    run(communications(g, b), (3,), (4,))
    assert b.attack == 8  # the odds are computed anew
    assert g.did[u("ca_trieste")] & SILENT
    assert not g.did[u("dd_alpino")] & SILENT


@pytest.mark.rule("malta", "16.74", "16.76", "16.77")
def test_limits_of_ship_support():
    ships = {"ca_trieste": "1306", "ca_gorizia": "1306", "ca_bolzano": "1305", "dd_alpino": "1305"}
    units = ships | {"li_1_33": "1208", "br_2d": "1209", "art_28": "1108"}
    g = table(units, phase="support", deployed=["art_28"])
    assert "support ca_trieste 1209" in words(offensive_options(g))
    g.fires = tuple((u(n), at("1209"), 0) for n in ("ca_trieste", "ca_gorizia", "ca_bolzano"))
    options = words(offensive_options(g))
    assert "support dd_alpino 1209" not in options  # three at most
    assert "support art_28 1209" not in options  # never with artillery
    for sky, turn in (("rain", "noon"), ("clear", "night")):
        wet = table(units, phase="support", weather=sky, turn=turn)
        assert not any(name in o for o in words(offensive_options(wet)) for name in ships)
    defence = table(ships | {"li_1_33": "1208", "br_2d": "1209"}, active="allied")
    assert "defend ca_trieste 1208" in words(defensive_options(defence))
    defence.guards = tuple((u(n), at("1208")) for n in ("ca_trieste", "ca_gorizia"))
    assert words(defensive_options(defence)) == []  # two at most


@pytest.mark.rule("malta", "16.75", "16.8")
def test_ships_bombard_and_have_no_formation():
    assert all(PACK.units[ship].formation == -1 for ship in PACK.of_kind[WARSHIP])
    g, b = _ship_attack("ca_trieste")
    assert dict(list_modifiers(g, b)) == {}
    assert b.attack == 12  # not halved as foreign artillery is
