"""Chapter 17: forts, weather, replacements, air raids, the Royal Navy, reaction, stragglers."""

import pytest

from khamsin.games.malta.rules.combat.losses import lose_step
from khamsin.games.malta.rules.combat.recovery import recovery_phase
from khamsin.games.malta.rules.combat.support import why_not_fire
from khamsin.games.malta.rules.day.navy import navy
from khamsin.games.malta.rules.day.replacements import absorb, absorb_options, is_fit, replacements
from khamsin.games.malta.rules.day.status import stragglers, straggling
from khamsin.games.malta.rules.day.weather import raid_flak, raids, weather
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.games.malta.rules.movement.movement import why_not_move
from khamsin.games.malta.rules.sea.gunnery import waiting_ships
from khamsin.games.malta.rules.victory import surrender_modifiers
from tests.games.malta.staging import PACK, asked, at, order, run, scene, table, told, u, where


@pytest.mark.rule("malta", "17.1")
def test_the_first_axis_unit_destroys_a_fort_unless_it_must_fight_for_it():
    g = table({"li_1_33": "1210"})
    run(enter(g, u("li_1_33"), at("1111")))
    assert g.forts[at("1111")] == 0
    assert told(g, "fort_destroyed")[0]["place"] == "1111"
    g = table({"br_2d": "1111"})
    run(enter(g, u("ram_1_2_a"), at("1111"), dropped=True))
    assert g.forts[at("1111")] == 1
    allied = table({"br_2d": "1210"})
    run(enter(allied, u("br_2d"), at("1111")))
    assert allied.forts[at("1111")] == 1


@pytest.mark.rule("malta", "17.2", "17.51")
@pytest.mark.parametrize(("dice", "count"), [((1, 1), 8), ((5, 4), 4), ((6, 6), 0)])
def test_weather_cuts_the_raids(dice, count):
    g = table({}, day="0702")
    run(weather(g), dice)
    assert g.raids == count


@pytest.mark.rule("malta", "17.5", "17.51", "17.53", "R39")
def test_how_many_raids_there_are():
    for day, count in (("0630", 12), ("0701", 10), ("0702", 8), ("0703", 0)):
        g = table({}, day=day)
        run(weather(g), (1, 1))
        assert g.raids == count
    first = table({}, day="0629")
    run(weather(first))
    assert first.raids == 14
    intro = table({}, day="0701", scenario="intro")
    run(weather(intro), (1, 1))
    assert intro.raids == 0
    cut = table({}, day="0702")
    cut.raid_cut[cut.day] = 1
    run(weather(cut), (1, 1))
    assert cut.raids == 4


@pytest.mark.rule("malta", "17.52", "4.1.d")
def test_raids_are_assigned_before_any_die_is_rolled():
    units = {"cg_01": "1213", "cg_02": "1213", "cg_03": "1613", "aa_32": "1112", "br_2d": "1213"}
    g = table(units, day="0629", raids=14, phase="raids")
    assert (raid_flak(g, u("cg_01")), raid_flak(g, u("cg_03"))) == (1, 0)
    run(raids(g), "raid cg_01 4", "raid cg_02 1", "raid cg_03 2", (1, 2, 6), (5, 5))
    assert where(g, "cg_01") == "eliminated"
    assert where(g, "cg_02") == "1213"  # one raid less one AA unit: none is left
    assert where(g, "cg_03") == "1613"
    assert where(g, "br_2d") == "1213"  # nothing else is hurt (17.53)
    assert g.lost == [0, 0]


@pytest.mark.rule("malta", "17.3", "17.83")
def test_levels_of_a_british_battalion():
    assert [level.attack for level in PACK.units[u("br_2d")].levels] == [6, 4, 2]
    g = table({"ram_1_2_a": "1213"}, level={"ram_1_2_a": 1})
    lose_step(g, u("ram_1_2_a"), "9.5")
    assert where(g, "ram_1_2_a") == "eliminated"


@pytest.mark.rule("malta", "17.4", "17.41", "4.1.g", "20.2", "17.31")
def test_axis_replacements_on_3_july():
    units = {"li_1_33": "1213", "li_2_33": "1213", "fr_1_87": "1213", "la_1_125": "1213",
             "ram_1_2": "1213"}  # fmt: skip
    reduced = dict.fromkeys(units, 1) | {"li_1_33": 2}
    g = table(units, level=reduced, lost=[0, 6])
    run(replacements(g), "replace li_1_33", "replace la_1_125", "replace li_2_33")
    assert [g.level[u(name)] for name in ("li_1_33", "la_1_125", "li_2_33")] == [1, 0, 0]
    assert g.level[u("fr_1_87")] == 1  # two for infantry, one for gliders
    assert g.lost[1] == 3
    other = table(units, level=reduced, day="0704")
    run(replacements(other))
    g = table(units, level=reduced)
    run(replacements(g), "replace li_1_33", "done")  # one each; the rest is lost


@pytest.mark.rule("malta", "17.4", "13.3", "17.84", "R29")
def test_who_may_take_replacements():
    two = {"li_1_33": "1213", "br_2d": "1413"}
    assert not is_fit(table(two, level={"li_1_33": 1}), u("li_1_33"))  # two hexes away
    three = {"li_1_33": "1213", "br_2d": "1514"}
    assert is_fit(table(three, level={"li_1_33": 1}), u("li_1_33"))
    assert not is_fit(table(three), u("li_1_33"))  # nothing to restore
    company = table({"ram_1_2_a": "1213"}, level={"ram_1_2_a": 1})
    assert not is_fit(company, u("ram_1_2_a"))


@pytest.mark.rule("malta", "17.42", "4.1.h", "16.6", "20.1")
def test_british_battalions_absorb_security_companies():
    units = {"br_2d": "1213", "raf_tak": "1213", "rn_1": "1213", "ml_1k": "1213"}
    g = table(units, level={"br_2d": 2, "ml_1k": 1}, lost=[3, 0])
    assert {option[1] for option in absorb_options(g)} == {"br_2d"}  # no Maltese
    run(absorb(g), "absorb br_2d raf_tak")
    assert g.level[u("br_2d")] == 1
    assert where(g, "raf_tak") == "eliminated"
    assert g.lost == [3, 0]  # no loss


@pytest.mark.rule("malta", "17.6", "4.1.k", "R39", "20.0")
def test_the_royal_navy_stays_away():
    g = table({"ca_trieste": "1306"}, day="0701", air=3)
    run(navy(g), (2,))
    assert (g.air, where(g, "ca_trieste"), g.navy) == (3, "1306", 2)
    assert "navy" not in dict(surrender_modifiers(g))
    other = table({}, day="0702")
    run(navy(other))


@pytest.mark.rule("malta", "17.6", "20.0")
def test_a_feint_and_a_sortie():
    g = table({"ca_trieste": "1306"}, day="0701", air=3)
    run(navy(g), (3,))
    assert g.air == 1
    g = table({"ca_trieste": "1306"}, day="0701", air=3)
    run(navy(g), (4,))
    assert where(g, "ca_trieste") == "at_sea"
    assert g.ships_until == PACK.turn_number("0702-am")
    g.turn = 3
    assert waiting_ships(g) == []  # until then it stays away
    g.day, g.turn = g.day + 1, 0
    assert waiting_ships(g) == [u("ca_trieste")]
    assert (g.air, g.air_cut[3], g.raid_cut[3]) == (0, -2, 1)
    assert dict(surrender_modifiers(g))["navy"] == 1


@pytest.mark.rule("malta", "17.6", "20.2", "R39")
def test_a_fleet_action():
    units = {"ca_trieste": "1306", "dd_alpino": "1306", "dd_aviere": "1305",
             "li_1_33": "followup_north", "sm_1": "followup_north",
             "hq_20": "followup_west", "ldr_chirieleison": "followup_north"}  # fmt: skip
    g = table(units, day="0701", air=1, zones=[1, 0])
    run(navy(g), (5,), "lose dd_alpino", "lose dd_aviere", "lose sm_1")
    assert where(g, "ca_trieste") == "at_sea"
    assert where(g, "hq_20") == "eliminated"  # the only one in its box
    assert where(g, "ldr_chirieleison") == "followup_north"  # a leader is no unit
    assert g.lost == [0, 3]  # two ships and a company; an HQ counts otherwise
    assert (g.air, g.beach_blocked[2], g.beach_blocked[3], g.raid_cut[3]) == (0, 1, 0, 2)


@pytest.mark.rule("malta", "17.6", "20.0")
def test_the_fleet_breaks_through():
    units = {"ca_trieste": "1306", "li_1_33": "followup_north", "sm_1": "followup_north",
             "ldr_chirieleison": "followup_north"}  # fmt: skip
    g = table(units, day="0701", air=3, zones=[1, 0])
    run(navy(g), (6,), (4, 3))  # no die for a leader
    assert where(g, "ca_trieste") == "eliminated"
    assert where(g, "li_1_33") == "eliminated"
    assert where(g, "sm_1") == "followup_north"
    assert (g.air, g.beach_blocked[3]) == (0, 1)
    assert dict(surrender_modifiers(g))["navy"] == 3


@pytest.mark.rule("malta", "17.7", "R42", "9.16")
def test_delayed_reaction():
    units = {"br_2d": "1213", "li_1_33": "0912", "art_12": "1314"}
    for turn, free in (("am", True), ("noon", True)):
        g = table(units, day="0629", turn=turn, active="allied", deployed=["art_12"])
        assert (why_not_move(g, u("br_2d")) is None) == free  # three hexes away
    far = units | {"li_1_33": "0811"}
    g = table(far, day="0629", turn="am", active="allied", deployed=["art_12"])
    assert PACK.distance[at("1314")][at("0811")] == 5
    refused = why_not_move(g, u("art_12"))
    assert refused is not None
    assert refused.rule == "17.7"
    assert why_not_fire(g, u("art_12")) is not None
    noon = table(far, day="0629", turn="noon", active="allied", deployed=["art_12"])
    assert why_not_fire(noon, u("art_12")) is None  # seven hexes
    pm = table(units | {"li_1_33": "0506"}, day="0629", turn="pm", active="allied")
    assert why_not_move(pm, u("br_2d")) is None
    intro = table(units | {"li_1_33": "0506"}, day="0630", turn="am", scenario="intro")
    assert why_not_move(intro, u("br_2d")) is None
    shaken = table(far, day="0629", turn="am", active="allied", dis=["br_2d"])
    run(recovery_phase(shaken))
    assert order(shaken, "br_2d") == "good"  # recovery is not held up


@pytest.mark.rule("malta", "17.7")
@pytest.mark.parametrize(
    ("turn", "axis", "far", "free"),
    [("am", "1112", 4, True), ("am", "1012", 5, False), ("noon", "0811", 7, True),
     ("noon", "0710", 8, False)],
)  # fmt: skip
def test_how_near_the_axis_must_be_for_a_reaction(turn, axis, far, free):
    g = table({"br_2d": "1514", "li_1_33": axis}, day="0629", turn=turn, active="allied")
    assert PACK.distance[at("1514")][at(axis)] == far
    assert (why_not_move(g, u("br_2d")) is None) == free


@pytest.mark.rule("malta", "17.8", "17.81", "17.82", "4.21.d")
def test_stragglers():
    units = {"ram_1_2_a": "1213", "ram_1_2_b": "1213", "ram_1_2_c": "1113", "br_2d": "1012"}
    level = {"ram_1_2_a": 1, "ram_1_2_c": 1}
    g = table(units, level=level)
    assert straggling(g) == [u("ram_1_2_a")]  # not the full one, not next to an enemy
    run(stragglers(g), "try ram_1_2_a", (6,))
    assert g.level[u("ram_1_2_a")] == 0
    g = table(units, level=level)
    run(stragglers(g), "try ram_1_2_a", (5,))
    assert g.level[u("ram_1_2_a")] == 1
    refused = why_not_move(g, u("ram_1_2_a"))
    assert refused is not None
    assert refused.rule == "17.81"
    run(stragglers(table(units, level=level)), "done")  # nobody must
    eng = table({"fo_eng_1": "1213"}, level={"fo_eng_1": 1})
    assert straggling(eng) == [u("fo_eng_1")]  # R36: engineers too


@pytest.mark.rule("malta", "4.21.e", "22.39.b", "R63")
def test_delayed_landings():
    units = {"sm_1": "followup_north", "hq_4": "followup_north"}
    g = table(units, options=["delayed_landings"], phase="delay", turn="am")
    m = scene(g)
    assert asked(m) == "dice delay"
    m.roll((5,))
    assert told(m, "delay")[0]["cancelled"]  # five and two: no airfield
    assert asked(m) != "axis fill"
    m = scene(table(units, options=["delayed_landings"], phase="delay", turn="am", axis=["1211"]))
    m.roll((6,))
    assert not m.state.cancelled
    assert asked(m) == "axis fill"
    lost = table(units | {"hq_ram": "eliminated"}, options=["delayed_landings"], phase="delay",
                 turn="am", axis=["1211"], para_lost=9, weather="rain")  # fmt: skip
    m = scene(lost)
    m.roll((4,))
    assert told(m, "delay")[0]["total"] == 7  # an HQ, nine steps, rain
    plain = scene(table(units, phase="delay", turn="am"))
    assert asked(plain) == "axis fill"


@pytest.mark.rule("malta", "22.39.b")
def test_only_parachute_steps_delay_the_landings():
    g = table({"li_1_33": "1213", "ram_1_2": "1213", "ram_1_2_a": "1213"})
    lose_step(g, u("li_1_33"), "9.5")
    assert g.para_lost == 0
    lose_step(g, u("ram_1_2"), "9.5")
    lose_step(g, u("ram_1_2_a"), "9.5")
    assert (g.para_lost, g.lost[1]) == (2, 3)
