"""Chapters 3, 4, 21 and 22: preparation, sequence, solitaire rules, scenarios."""

import pytest

from khamsin.games.malta.rules.air.drop_plans import first_plans
from khamsin.games.malta.rules.air.markers import solo_markers
from khamsin.games.malta.rules.air.series import place_series, solo_series
from khamsin.games.malta.rules.combat.strength import gun_of
from khamsin.games.malta.rules.day.segment import arrive
from khamsin.games.malta.rules.sequence import (
    ALLIED_TURN,
    AXIS_TURN,
    BEFORE,
    DAY,
    RULES,
    begin_turn,
    go_on,
)
from khamsin.games.malta.rules.setup import placings
from khamsin.games.malta.rules.victory import surrender_modifiers
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Setup
from tests.games.malta.staging import (
    GAME,
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
)

INTRO = GAME.rules.start(Setup("intro"))
HERCULES = GAME.rules.start(Setup("hercules"))


# -- preparation and sequence ----------------------------------------------------------------


@pytest.mark.rule("malta", "3.0", "18.21", "2.1.attached", "4.1.a")
def test_the_order_of_preparation():
    assert BEFORE == ("plans", "attach", "zones", "allied_setup", "sides")
    m = scene(HERCULES)
    go(m, "turn 0629-am", "at 1211", "turn 0629-am", "at 1512", "done")
    assert asked(m) == "axis attach_first"
    for _ in range(11):
        unit = offers(m)[0].split()[1]
        go(m, f"attach {unit} div4")
    assert asked(m) == "axis choose_zone"
    go(m, "zone div4 north", "zone div20 north")  # both may share one
    assert asked(m) == "allied place_hidden"
    hidden = m.view("allied")["position"]
    assert "zones" not in hidden
    assert hidden["units"]["sm_1"]["formation"] is None
    assert "series_plans" not in hidden
    assert [event for _, event in m.log("allied")] == []


@pytest.mark.rule("malta", "3.0")
def test_the_introductory_scenario_plans_nothing_beforehand():
    m = scene(INTRO)
    assert asked(m) == "allied artillery_side"
    assert where(INTRO, "ram_1_3") == "1113"  # on the map, not in the box
    assert where(INTRO, "ram_1_2") == "breakdown"


@pytest.mark.rule("malta", "4.0", "4.42", "4.26", "4.34")
def test_days_and_turns():
    g = table({}, phase="navy", turn="am")
    begin_turn(g)
    seen = [(g.active, g.phase)]
    while g.phase != "surrender":
        go_on(g)
        seen.append((g.active, g.phase))
    assert [phase for side, phase in seen if side == 1] == list(AXIS_TURN)
    assert [phase for side, phase in seen if side == 0][:-1] == list(ALLIED_TURN)
    assert set(RULES) == {*BEFORE, *DAY, *AXIS_TURN, *ALLIED_TURN, "surrender"}
    g.did[0] = 1
    go_on(g)
    assert (g.turn, g.phase, g.active) == (1, "status", 1)
    assert g.did[0] == 0  # turned counters are straightened
    g.turn, g.phase = 3, "surrender"
    day = g.day
    go_on(g)
    assert (g.day, g.turn, g.phase) == (day + 1, 0, "arrive")


@pytest.mark.rule("malta", "4.1.a", "4.1.b", "4.1.c", "4.1.d", "4.1.e", "4.1.f", "4.1.g", "4.1.h",
                  "4.1.i", "4.1.j", "4.1.k")  # fmt: skip
def test_the_steps_of_the_initial_segment_in_order():
    assert DAY == (
        "arrive", "attachments", "weather", "raids", "day_plans", "shift", "leaders_return",
        "replacements", "absorb", "munitions", "dismantle", "navy",
    )  # fmt: skip


@pytest.mark.rule("malta", "4.22", "4.23", "4.24", "4.25", "4.31", "4.32", "4.33")
def test_the_phases_of_the_player_turns_in_order():
    assert AXIS_TURN[5:18] == (
        "fill", "warships", "duel", "guns", "wave1", "beach1", "wave2", "beach2", "landed",
        "cancel", "markers", "series", "rally",
    )  # fmt: skip
    assert ALLIED_TURN == (
        "status", "ammunition", "leaders", "stragglers", "delay", "break_down", "strategic",
        "tactical", "ships", "infiltration", "airland", "flak", "reform", "support", "defend",
        "bombard", "attack", "recovery", "breakthrough",
    )  # fmt: skip
    m = scene(table({"ca_trieste": "1306"}, phase="ships", active="allied"))
    assert asked(m) == "dice surrender"  # the Allies have no ships to move


@pytest.mark.rule("malta", "4.1.a", "18.22", "R1")
def test_the_divisions_appear_off_their_beaches_on_the_first_morning():
    g = GAME.rules.start(Setup("hercules"))
    g.zones = [1, 3]
    for name in ("sm_1", "tank_t"):
        g.formation = tuple(PACK.div20 if n == u(name) else f for n, f in enumerate(g.formation))
    run(arrive(g))
    assert where(g, "li_1_33") == where(g, "ldr_chirieleison") == "followup_north"
    assert where(g, "fr_1_87") == where(g, "sm_1") == where(g, "bs_88") == "followup_south"
    assert told(g, "arrived")[0]["zone"] == "north"


# -- the introductory scenario ---------------------------------------------------------------


@pytest.mark.rule("malta", "22.22", "22.32")
def test_length():
    intro, hercules = PACK.scenarios["intro"], PACK.scenarios["hercules"]
    days = [(PACK.days[s.first_day], PACK.days[s.last_day]) for s in (intro, hercules)]
    assert days == [("0630", "0705"), ("0629", "0710")]


@pytest.mark.rule("malta", "22.23", "2.1.control")
def test_control_in_the_introductory_scenario():
    held = {PACK.place_ids[h] for h, owner in enumerate(INTRO.control) if owner == 1}
    assert held == {
        hex_.id for hex_ in PACK.hexes if "05" <= hex_.id[:2] <= "11"
    } | {"1207", "1208", "1209", "1210", "1211", "1308"}  # fmt: skip
    assert [PACK.place_ids[h] for h in PACK.forts if not INTRO.forts[h]] == ["1110", "1111"]
    landed = {PACK.place_ids[h] for h in PACK.beaches if INTRO.landed[h]}
    assert landed == {PACK.place_ids[h] for h in PACK.zones[0].beaches} | {"1107", "1207", "1308"}


@pytest.mark.rule("malta", "22.24", "R3", "R9", "22.1")
def test_the_allied_set_up_of_the_introductory_scenario():
    assert (where(INTRO, "ml_1k"), INTRO.level[u("ml_1k")]) == ("1309", 2)
    assert (where(INTRO, "br_8m"), INTRO.level[u("br_8m")]) == ("1311", 1)
    assert where(INTRO, "raf_hf") == "1916"
    assert where(INTRO, "aa_3") == where(INTRO, "ml_2k") == "eliminated"
    assert INTRO.lost == [10, 22]
    points = [n for n in PACK.of_kind[14] if INTRO.place[n] >= 0]
    guns = [n for n in PACK.of_kind[15] if INTRO.place[n] >= 0]
    assert (len(points), len(guns)) == (7, 8)
    assert sum(gun_of(INTRO, n).offensive for n in guns) == 15
    assert where(INTRO, "br_eng_1") == ""


@pytest.mark.rule("malta", "22.25", "22.27", "R41", "R5", "R37", "R8")
def test_the_axis_set_up_of_the_introductory_scenario():
    assert where(INTRO, "ldr_chirieleison") == where(INTRO, "hq_4") == "1107"
    assert where(INTRO, "it_inf_co_m3_1") == "1211"
    of = {name: PACK.formation_ids[INTRO.formation[u(name)]] for name in
          ("sm_1", "sm_4", "mc_10b_1", "mc_10b_3", "tank_t", "it_inf_co_m3_1")}  # fmt: skip
    assert of == {"sm_1": "div20", "sm_4": "div4", "mc_10b_1": "div4", "mc_10b_3": "div20",
                  "tank_t": "div4", "it_inf_co_m3_1": "div20"}  # fmt: skip
    assert where(INTRO, "tank_10") == "followup_north"
    assert where(INTRO, "bs_88") == "followup_west"
    assert where(INTRO, "li_1_33") == "eliminated"
    assert [PACK.place_ids[h] for h in INTRO.dz] == ["1211", "1011"]
    assert sum(INTRO.place[ship] == -8 for ship in PACK.ships) == 6


@pytest.mark.rule("malta", "22.26", "R13")
def test_the_two_forced_series():
    g = table(None, scenario="intro", day="0630", turn="am", phase="markers")
    place_series(g)
    assert [(PACK.place_ids[s[1]], PACK.unit_ids[s[2]]) for s in g.series] == [("1211", "ram_1_2")]
    g = table(None, scenario="intro", day="0630", turn="pm", phase="markers")
    place_series(g)
    assert [(PACK.place_ids[s[1]], PACK.unit_ids[s[2]]) for s in g.series] == [
        ("1011", "fo_ii_187")
    ]
    g = table(None, scenario="intro", day="0701", turn="am", phase="markers")
    place_series(g)
    assert g.series == ()


@pytest.mark.rule("malta", "22.28", "22.37")
def test_who_waits_for_airfields():
    for g in (INTRO, HERCULES):
        for name in ("hq_80", "la_1_125", "mc_39_3", "art_80_2", "cdo_ard", "cdo_lor"):
            assert where(g, name) == "breakdown"


@pytest.mark.rule("malta", "22.29", "R55", "R40")
def test_the_introductory_scenario_begins_balanced():
    # One airfield, five towns, two forts, 10 and 22 steps, and two northern beaches to take.
    assert dict(surrender_modifiers(INTRO)) == {
        "airfields": -1, "towns": -1, "forts": -1, "allied_steps": -1, "axis_steps": 2,
        "beaches": 2,
    }  # fmt: skip
    assert sum(dict(surrender_modifiers(INTRO)).values()) == 0
    assert sum(INTRO.control[h] == 1 for h in PACK.towns) == 5
    assert sum(INTRO.rolled) == 5


# -- Operation Hercules ----------------------------------------------------------------------


@pytest.mark.rule("malta", "22.33", "R3", "R4", "R7")
def test_the_allied_set_up_of_hercules():
    assert where(HERCULES, "br_11lf") == "2011"
    assert where(HERCULES, "hq_malta") == "1612"
    companies = [n for n in PACK.pool_units[0] if HERCULES.place[n] >= 0]
    assert len(companies) == 6
    assert where(HERCULES, "br_1h") == where(HERCULES, "br_2d") == "broken_down"
    assert all(HERCULES.place[n] < 0 for n in (*PACK.of_kind[14], *PACK.of_kind[15]))
    g = table(None, phase="allied_setup")
    m = scene(g)
    for _ in range(25):
        assert asked(m) == "allied place_hidden"
        go(m, offers(m)[0])
    m.roll([PACK.unit_ids[n] for n in (*PACK.of_kind[14], *PACK.of_kind[15])])
    assert all(m.state.place[n] >= 0 for n in (*PACK.of_kind[14], *PACK.of_kind[15]))
    assert len({m.state.back[n] for n in PACK.of_kind[15]}) == 16
    assert not any("place_hidden" in str(event) for _, event in m.log("axis"))


@pytest.mark.rule("malta", "22.34", "22.35", "22.36", "R2", "R8")
def test_the_axis_forces_of_hercules():
    assert len(HERCULES.scenario.warships) == 8
    assert where(HERCULES, "fo_ix_187") == where(HERCULES, "ldr_frattini") == "breakdown"
    assert where(HERCULES, "fr_3_88") == where(HERCULES, "bs_88") == "at_sea"
    assert sum(side == 1 for side, p in zip(PACK.side_of, HERCULES.place, strict=True)
               if p >= 0) == 0  # fmt: skip


@pytest.mark.rule("malta", "22.35")
def test_series_limits_of_hercules():
    morning, noon, later = PACK.scenarios["hercules"].limits
    assert (morning.german, morning.italian, len(morning.only)) == (3, 4, 4)
    assert (noon.german, noon.italian, noon.only) == (2, 2, ())
    assert later.axis == 1


@pytest.mark.rule("malta", "22.39.a", "16.25")
def test_the_variable_set_up():
    g = GAME.rules.start(Setup("hercules", ("variable_setup",)))
    assert where(g, "br_2rwk") == "to_place"
    g.phase = "allied_setup"
    ports = {option[2] for option in placings(g, u("rn_1"))}
    assert ports == {PACK.place_ids[h] for h in PACK.ports}
    fields = {option[2] for option in placings(g, u("raf_tak"))}
    assert fields == {PACK.place_ids[h] for h in PACK.airfields}
    assert ("whole", "br_1h") in placings(g, u("br_inf_co_1"))
    m = scene(g)
    while asked(m) == "allied place_unit":
        offer = next((o for o in offers(m) if o.startswith("whole")), offers(m)[0])
        go(m, offer)
    assert m.state.place[u("br_1h")] >= 0
    assert asked(m) == "allied place_hidden"
    raf = [m.state.place[u(n)] for n in ("raf_tak", "raf_krn", "raf_luq", "raf_kir", "raf_hf")]
    assert len(set(raf)) == 5
    assert where(m.state, "br_eng_1") == ""


@pytest.mark.rule("malta", "22.39.a", "22.39.b", "21.0")
def test_which_options_belong_to_which_scenario():
    GAME.check_setup(Setup("hercules", ("variable_setup", "delayed_landings", "solitaire")))
    GAME.check_setup(Setup("intro", ("solitaire",)))
    for option in ("variable_setup", "delayed_landings"):
        with pytest.raises(SetupError):
            GAME.check_setup(Setup("intro", (option,)))


# -- solitaire -------------------------------------------------------------------------------


@pytest.mark.rule("malta", "21.0", "21.1")
def test_nothing_is_planned_in_solitaire_play():
    g = GAME.rules.start(Setup("hercules", ("solitaire",)))
    assert g.phase == "attach"
    m = scene(table(None, options=["solitaire"], phase="day_plans", day="0629"))
    assert asked(m) != "axis plan_drop"
    assert first_plans is RULES["plans"]


@pytest.mark.rule("malta", "21.11", "21.1", "19.42")
def test_solitaire_markers():
    g = table({}, options=["solitaire"], day="0629", turn="am", phase="markers")
    run(solo_markers(g), "roll dz_ramcke", (5,), (2, 2), "done")  # 1813; 4 - 1 + 2 is on target
    assert PACK.place_ids[g.dz[0]] == "1813"
    assert g.dz[1] == -1
    landed = table({}, options=["solitaire"], day="0629", turn="pm", landed=["1107"])
    landed.dz[0] = at("1813")
    with pytest.raises(AssertionError, match="not offered"):
        run(solo_markers(landed), "done")  # in the afternoon it must
    run(solo_markers(landed), "place dz_folgore 1109", (2, 2), (4,))
    assert told(landed, "drop_roll")[-1]["total"] == 6
    assert PACK.place_ids[landed.dz[1]] == "1110"
    for die, h in ((1, "0911"), (2, "0911"), (3, "1313"), (4, "1512"), (6, "2012")):
        assert PACK.tables.solitaire_hex[die] == h


@pytest.mark.rule("malta", "21.12", "21.1")
def test_solitaire_series():
    box = {"ram_1_2": "breakdown", "ram_art": "breakdown", "fo_v_186": "breakdown"}
    g = table(box, options=["solitaire"], day="0703", turn="am", markers={"dz_ramcke": "1213"})
    run(solo_series(g), "drop ram_1_2", (2, 2), (1, 1, 1))  # one series a turn; 4 - 1 + 2
    assert told(g, "drop_roll")[0]["total"] == 5
    assert where(g, "ram_1_2_a") == "1213"
    assert where(g, "fo_v_186") == "breakdown"  # its marker is not down
    morning = table(box, options=["solitaire"], day="0629", turn="am",
                    markers={"dz_ramcke": "1213"})  # fmt: skip
    run(solo_series(morning), "drop ram_1_2", (2, 2), (1, 1, 1))  # no artillery that morning
    forced = table(box, options=["solitaire"], scenario="intro", day="0630", turn="am",
                   markers={"dz_ramcke": "1213"})  # fmt: skip
    run(solo_series(forced), (3, 3), (1, 1, 1))
    assert told(forced, "drop_roll")[0]["total"] == 5  # without the +2


@pytest.mark.rule("malta", "21.2", "4.1.a")
def test_solitaire_zones_are_rolled_and_differ():
    g = GAME.rules.start(Setup("hercules", ("solitaire",)))
    run(arrive(g), (2,), (1,), (6,))  # west; west again: once more; south
    assert [PACK.zone_ids[zone] for zone in g.zones] == ["west", "south"]
    assert [PACK.tables.solitaire_zone[die] for die in range(1, 7)] == [
        "west", "west", "north", "north", "east", "south",
    ]  # fmt: skip
