"""Chapter 10: headquarters, Rommel, armoured cars, Heckler, aircraft, brigades, forts, mines."""

from random import Random

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AT_SEA, AXIS, NOBODY, OFF, SUPPLIED
from khamsin.games.gazala.model.state import CHITS, DRAW, HECKLER, RETURNS
from khamsin.games.gazala.rules.combat.losses import lose_step
from khamsin.games.gazala.rules.heckler import landing_hex
from khamsin.games.gazala.rules.movement.reaction import reaction_hexes
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.gazala.staging import (
    GAME,
    PACK,
    asked,
    at,
    edge,
    go,
    goals,
    h,
    offers,
    scene,
    step,
    table,
    told,
    u,
    until,
    why,
)
from tests.games.gazala.test_09_results import fight

AFRIKA = {"hq_afrika": "0407"}


# -- headquarters ------------------------------------------------------------------------------


@pytest.mark.rule("gazala", "10.11")
def test_headquarters_never_attack():
    m = go(scene(table({"hq_xx": "0614", "xx_8_132": "0601", "ind_4a": "0615"}, chit="xx")), "done")
    assert asked(m) != "axis combat"
    with_troops = {"hq_xx": "0614", "xx_8_132": "0614", "ind_4a": "0615"}
    m = fight(with_troops, "0615", (1,))
    assert told(m, "combat")[0]["units"] == ("xx_8_132",)


@pytest.mark.rule("gazala", "10.11", "10.13", "R34")
def test_a_lost_headquarters_is_back_two_turns_later(result):
    result(0, 1)
    units = {"hq_xx": "0610", "xx_8_132": "0614", "hq_7arm": "0615", "7arm_3": "1018"}
    m = fight(units, "0615", (1,), cup=("7arm", "x"))
    assert at(m, "hq_7arm") == "off"
    assert m.state.hq_back[u("hq_7arm")] == 5
    assert "7arm" not in m.state.cup
    assert m.state.track[ALLIED] == ("7arm",)  # no impulse, no halt die
    g = table({"hq_xx": "0610", "7arm_3": "1018"}, stage=RETURNS, turn=5, off=["hq_7arm"])
    g.hq_back[u("hq_7arm")] = 5
    m = scene(g)
    assert asked(m) == "allied hq_returns"
    assert "return 1018" in offers(m)
    assert "return 0134" in offers(m)
    assert "return 1934" in offers(m)
    assert "return 0101" not in offers(m)
    go(m, "return 1018")
    assert at(m, "hq_7arm") == "1018"


@pytest.mark.rule("gazala", "10.13")
def test_without_troops_it_does_not_come_back():
    g = table({"hq_xx": "0610", "1arm_9l": "1018"}, stage=RETURNS, turn=5, off=["hq_7arm"])
    g.hq_back[u("hq_7arm")] = 5
    m = scene(g)
    assert told(m, "hq_gone") == [{"unit": "hq_7arm"}]
    assert at(m, "hq_7arm") == "off"


@pytest.mark.rule("gazala", "10.13", "R34")
def test_units_of_a_lost_headquarters_are_not_activated_and_its_chit_cannot_be_chosen():
    g = table({"hq_xx": "0610", "7arm_3": "1018", "hq_1arm": "1519"}, stage=HECKLER, turn=27)
    m = scene(g)
    assert m.state.eligible[ALLIED] == ("1arm",)
    assert table({"7arm_3": "1018", "hq_1arm": "1519"}, chit="1arm").due[u("7arm_3")] == NOBODY


# -- Rommel ------------------------------------------------------------------------------------


@pytest.mark.rule("gazala", "10.2.a", "R60", "7.1")
def test_rommels_chit_goes_in_on_three_to_six():
    units = AFRIKA | {"erwin_rommel": "0407", "hq_1sa": "2508"}
    for die, wanted in ((2, False), (3, True), (6, True)):
        m = go(scene(table(units, stage="command", turn=5)), (die,), (3,))
        assert m.state.rommel_in is wanted
    away = AFRIKA | {"hq_1sa": "2508"}
    m = go(scene(table(away, stage="command", turn=5, off=["erwin_rommel"])), (6,), (3,))
    assert m.state.rommel_in is False
    m = go(scene(table(units, stage=CHITS, turn=5, rommel_in=True, eligible=[("afrika",), ()],
                       limits=[1, 0])), "done")  # fmt: skip
    assert m.state.cup == ("rommel",)  # beyond the limit, and nobody is asked


@pytest.mark.rule("gazala", "10.13", "10.2.c", "R30", "R34")
def test_rommel_comes_back_to_troops_of_any_formation_not_to_an_hq():
    units = AFRIKA | {"15_1_t": "0409", "xx_8_132": "0614"}
    g = table(units, stage=RETURNS, turn=5, off=["erwin_rommel"])
    g.hq_back[u("erwin_rommel")] = 5
    hexes = [offer.split()[1] for offer in offers(scene(g), "return")]
    assert {"0409", "0614"} <= set(hexes)
    assert "0407" not in hexes


@pytest.mark.rule("gazala", "10.2.c", "R30")
def test_rommel_needs_no_supply():
    g = table({"erwin_rommel": "0409"}, chit="rommel")  # and there is no HQ
    assert g.due[u("erwin_rommel")] == SUPPLIED


@pytest.mark.rule("gazala", "10.2.b", "R6")
def test_rommel_acts_on_four_to_six():
    units = AFRIKA | {"erwin_rommel": "0409", "15_1_t": "0409"}
    m = go(scene(table(units, stage=DRAW, cup=("rommel", "afrika"))), ("rommel",))
    assert asked(m) == "rommel"
    acts = go(m.clone(), (4,))
    assert asked(acts) == "axis move"
    fails = go(m, (3,))
    assert asked(fails) == "chit"
    assert fails.state.track[AXIS] == ("rommel",)


@pytest.mark.rule("gazala", "10.2.b", "5.2")
def test_an_impulse_without_movement_and_combat_checks_no_stacks():
    units = AFRIKA | {"erwin_rommel": "0409", "50_69": "1809", "50_150": "1809"}
    parted = {"50_150": "1arm"}  # reassigned: two brigades of two formations in a hex
    g = table(units, stage=DRAW, cup=("rommel", "afrika"), formation=parted)
    fails = go(scene(g), ("rommel",), (3,))
    assert asked(fails) == "chit"
    assert told(fails, "eliminated") == []
    m = go(fails, ("afrika",), "done")
    assert asked(m) == "axis overstacked"  # the end of a combat phase


@pytest.mark.rule("gazala", "10.2.c", "R30", "R45")
def test_units_with_rommel_may_be_activated_twice():
    units = AFRIKA | {"erwin_rommel": "0409", "15_1_t": "0409"}
    acted = bytearray(len(PACK.units))
    acted[u("15_1_t")] = 1
    m = scene(table(units, chit="rommel", acted=acted))
    assert offers(m, "unit") == ["unit 15_1_t", "unit erwin_rommel"]
    go(m, "stack 0409", "to 0414")
    assert m.state.acted[u("15_1_t")] == 3
    again = scene(table(units, chit="rommel", acted=m.state.acted))
    assert "unit 15_1_t" not in offers(again)
    assert "unit erwin_rommel" not in offers(scene(table(units, chit="afrika")))
    assert goals(scene(table(units, chit="rommel")), "erwin_rommel")


@pytest.mark.rule("gazala", "7.31", "10.2.c")
def test_a_headquarters_in_his_hex_is_a_unit_that_rommel_activates():
    units = {"hq_afrika": "0409", "hq_xxi": "0408", "erwin_rommel": "0409", "hq_1arm": "1519"}
    m = scene(table(units, chit="rommel"))
    assert offers(m, "unit") == ["unit hq_afrika", "unit erwin_rommel"]
    go(m, "unit hq_afrika", "to 0411")
    assert m.state.acted[u("hq_afrika")] == 2


@pytest.mark.rule("gazala", "10.2.d")
def test_units_that_left_rommel_do_not_attack():
    units = AFRIKA | {"erwin_rommel": "0610", "15_1_i": "0610", "15_2_i": "0610", "ind_1sf": "0612"}
    m = go(scene(table(units, chit="rommel")), "unit 15_1_i", "to 0611", "done")
    assert asked(m) != "axis combat"
    m = go(scene(table(units, chit="rommel")), "stack 0610", "to 0611", "done")
    assert asked(m) == "axis combat"
    assert PACK.movement[u("erwin_rommel")] == 14


# -- armoured cars -----------------------------------------------------------------------------


@pytest.mark.rule("gazala", "10.3", "R35")
def test_an_armoured_car_may_slip_away_when_an_enemy_comes_beside_it():
    units = AFRIKA | {"15_1_t": "0409", "ind_4a": "0414"}
    m = go(scene(table(units, chit="afrika")), "unit 15_1_t", "to 0416")
    assert asked(m) == "allied react"
    start = m.state.place[u("15_1_t")]
    assert PACK.board.adjacent(start, h("0414"))
    assert start != h("0416")  # in the middle of the march
    assert all(PACK.board.adjacent(h("0414"), h(o.split()[2])) for o in offers(m, "react"))
    go(m, offers(m, "react")[0])
    assert at(m, "ind_4a") != "0414"
    assert asked(m) == "axis move"
    assert m.state.place[u("15_1_t")] == start  # the march ends there, and may go on
    assert offers(m, "to")


@pytest.mark.rule("gazala", "10.3")
def test_who_stays_is_asked_again_at_every_hex_entered_beside_it():
    units = AFRIKA | {"15_1_t": "0409", "ind_4a": "0414"}
    m = go(scene(table(units, chit="afrika")), "unit 15_1_t", "to 0416")
    asks = 0
    while asked(m) == "allied react":
        asks += 1
        go(m, "stay")
    path = [h(x) for x in told(m, "moved")[0].values() if isinstance(x, str) and x.isdigit()]
    assert asks >= 2
    assert at(m, "15_1_t") == "0416"
    assert path


@pytest.mark.rule("gazala", "10.3", "R35")
def test_not_into_enemy_zones_and_only_the_car_itself():
    units = {"ind_4a": "0414", "7arm_3": "0414", "xx_8_132": "0412"}
    g = table(units)
    hexes = reaction_hexes(g, u("ind_4a"))
    assert hexes
    assert not any(g.zoc[AXIS][place] for place in hexes)
    walled = table({"15_33_a": "1409", "1sa_1": "1407"})
    assert h("1410") not in reaction_hexes(walled, u("15_33_a"))  # not over mines
    m = go(scene(table(AFRIKA | {"15_1_t": "0412", "7arm_3": "0414"}, chit="afrika")),
           "unit 15_1_t", "to 0413")  # fmt: skip
    assert asked(m) == "axis move"  # tanks do not react


@pytest.mark.rule("gazala", "7.6", "10.3", "R31")
def test_in_a_withdrawal_a_car_does_not_slip_away_to_the_west():
    free = reaction_hexes(table({"ind_4a": "0414"}), u("ind_4a"))
    barred = reaction_hexes(table({"ind_4a": "0414"}, withdrawing=True), u("ind_4a"))
    assert sorted({*free} - {*barred}) == [h("0413")]


@pytest.mark.rule("gazala", "13.11.d", "10.3")
def test_the_battalion_of_7_7_reacts_in_two_scenarios():
    units = AFRIKA | {"15_1_t": "0409", "7arm_7_bn": "0414"}
    m = go(scene(table(units, chit="afrika")), "unit 15_1_t", "to 0413")
    assert asked(m) == "allied react"
    strike = table(units, chit="afrika", scenario="strike")
    assert asked(go(scene(strike), "unit 15_1_t", "to 0413")) == "axis move"


@pytest.mark.rule("gazala", "13.11.d", "R65", "10.6.c")
def test_the_reaction_of_7_7_goes_with_its_counter():
    units = AFRIKA | {"15_1_t": "0409", "1arm_201": "0414"}
    g = table(units | {"1arm_201_bn": "2020"}, chit="afrika", reduced=["1arm_201"])
    assert lose_step(g, u("1arm_201"), "9.31") == u("7arm_7_bn")
    assert asked(go(scene(g), "unit 15_1_t", "to 0413")) == "allied react"
    units = AFRIKA | {"15_1_t": "0409", "7arm_7": "0414"}
    g = table(units | {"7arm_7_bn": "2020"}, chit="afrika", reduced=["7arm_7"])
    assert lose_step(g, u("7arm_7"), "9.31") == u("1arm_201_bn")
    assert asked(go(scene(g), "unit 15_1_t", "to 0413")) == "axis move"


# -- Heckler -----------------------------------------------------------------------------------


def noted(place="2131", turn=3, **more):
    """An XXI Corps impulse on the day of the landing."""
    units = {"hq_xxi": "2403", "xxi_85_60": "2402"}
    g = table(units, chit="xxi", turn=turn, heckler_due=turn, heckler_hex=h(place), **more)
    g.place[u("heckler")] = AT_SEA
    return scene(g)


@pytest.mark.rule("gazala", "10.4", "R36")
def test_the_landing_is_noted_in_secret_two_turns_before():
    g = table(AFRIKA | {"hq_1sa": "2508"}, stage=HECKLER, turn=3)
    m = scene(g)
    assert asked(m) == "axis heckler"
    assert [o.split()[1] for o in offers(m, "note")] == [PACK.place_ids[p] for p in PACK.shore]
    assert PACK.place_ids[PACK.shore[0]] == "2129"
    note, nothing = go(m.clone(), "note 2131"), go(m, "no")
    assert note.state.heckler_due == 5
    assert note.view("axis")["position"]["secret"]["landing"] == ["05-30", "2131"]
    assert note.view("allied") == nothing.view("allied")
    assert note.log("allied") == nothing.log("allied")
    again = table(AFRIKA | {"hq_1sa": "2508"}, stage=HECKLER, turn=4, heckler_due=5)
    assert offers(scene(again)) == ["no"]  # asked all the same: silence would tell


@pytest.mark.rule("gazala", "10.4")
def test_the_allies_imagine_any_landing():
    g = table(
        AFRIKA | {"hq_1sa": "2508"}, stage=CHITS, turn=4, heckler_due=6, heckler_hex=h("2131")
    )
    dues = {GAME.rules.imagine(g, "allied", Random(n), ()).heckler_due for n in range(60)}
    assert dues == {0, 3, 4, 5, 6}
    assert {GAME.rules.imagine(g, "axis", Random(n), ()).heckler_due for n in range(5)} == {6}


@pytest.mark.rule("gazala", "10.4", "3.21.a")
def test_a_landing_may_be_sunk_or_drift():
    m = noted()
    assert "land" in offers(m)
    go(m, "land", (4,))
    assert at(m, "heckler") == "off"
    assert m.state.place[u("heckler")] == OFF
    for drift, place in ((1, "2130"), (3, "2131"), (6, "2132")):
        m = go(noted(), "land", (5,), (drift,))
        assert at(m, "heckler") == place
    assert "land" not in offers(noted(turn=3, heckler_over=True))


@pytest.mark.rule("gazala", "R36")
def test_a_landing_never_drifts_off_the_map_and_dies_among_enemies():
    g = table({}, heckler_hex=h("2134"))
    assert landing_hex(g, 6) == h("2134")
    g.heckler_hex = h("2129")
    assert landing_hex(g, 1) == PACK.shore_west
    units = {"hq_xxi": "2403", "ind_4a": "2131"}
    g = table(units, chit="xxi", heckler_due=3, heckler_hex=h("2131"))
    m = go(scene(g), "land", (6,), (3,))
    assert at(m, "heckler") == "off"


@pytest.mark.rule("gazala", "10.4", "R36")
def test_after_landing_the_group_acts_with_xxi_corps_and_is_supplied():
    m = go(noted(), "land", (5,), (3,))
    assert "unit heckler" in offers(m)
    assert m.state.supply[u("heckler")] == SUPPLIED
    other = table(AFRIKA, chit="afrika", heckler_due=3, heckler_hex=h("2131"))
    m = go(scene(other), "land", (5,), (3,))
    assert "unit heckler" not in offers(m)


# -- aircraft ----------------------------------------------------------------------------------


@pytest.mark.rule("gazala", "10.5")
def test_the_air_die():
    units = AFRIKA | {"hq_1sa": "2508"}
    for die, columns in ((3, 0), (4, 1), (5, 1), (6, 2)):
        assert go(scene(table(units, stage="air", turn=5)), (die,)).state.air == columns
    strike = scene(table(units, stage="air", turn=5, scenario="strike"))
    assert asked(strike) == "command"
    fresh = until(scene(table(units, chit="afrika", air=2, turn=5)), "withdraw")
    assert fresh.state.air == 0  # not carried over


# -- brigades ----------------------------------------------------------------------------------


@pytest.mark.rule("gazala", "10.6.a")
def test_a_full_brigade_splits_into_two_parts():
    for brigade, battalion, parts in (
        ("1arm_201", "1arm_201_bn", ((4, 1, 9), (2, 0, 9))),
        ("50_69", "50_69_bn", ((4, 1, 7), (2, 0, 7))),
        ("5ind_10", "5ind_10_bn", ((3, 1, 7), (1, 0, 7))),
    ):
        assert (PACK.units[u(brigade)].steps[1], PACK.units[u(battalion)].steps[0]) == parts
    m = scene(
        table({"hq_50": "1810", "50_69": "1809", "50_150": "1809"}, chit="50", reduced=["50_150"])
    )
    assert offers(m, "split") == ["split 50_69"]
    go(m, "split 50_69")
    assert (step(m, "50_69"), at(m, "50_69_bn")) == (1, "1809")
    assert {"unit 50_69", "unit 50_69_bn"} <= set(offers(m))


@pytest.mark.rule("gazala", "10.6.b", "R37")
def test_parts_join_again_at_the_end_of_an_allied_impulse():
    units = {"hq_50": "1810", "50_69": "1809", "50_69_bn": "1809"}
    m = until(scene(table(units, chit="50", reduced=["50_69"])), "rejoin")
    assert offers(m) == ["rejoin 50_69 50_69_bn", "done"]
    go(m, "rejoin 50_69 50_69_bn")
    assert (step(m, "50_69"), at(m, "50_69_bn")) == (0, "off")
    two = {"hq_50": "1810", "50_69_bn": "1809", "50_150_bn": "1809"}
    m = until(scene(table(two, chit="50", off=["50_69", "50_150"])), "rejoin")
    go(m, "merge 50_69_bn 50_150_bn")
    assert (at(m, "50_69"), step(m, "50_69")) == ("1809", 1)


@pytest.mark.rule("gazala", "10.6.a")
def test_a_brigade_that_has_moved_does_not_split():
    m = go(scene(table({"hq_50": "1810", "50_69": "1809"}, chit="50")), "unit 50_69")
    assert offers(m, "split") == ["split 50_69"]
    go(m, "to 1808")
    assert offers(m, "to") != []  # it could still go on
    assert offers(m, "split") == []


@pytest.mark.rule("gazala", "10.6.b", "3.0.b", "4.43")
@pytest.mark.parametrize(
    ("answer", "whole", "parts", "off"),
    [
        ("rejoin 50_69 50_69_bn", "50_69", ("50_69", "50_69_bn"), ()),
        ("merge 50_69_bn 50_150_bn", "50_69", ("50_69_bn", "50_150_bn"), ("50_69", "50_150")),
        ("merge 50_69_bn 50_150_bn", "50_150", ("50_69_bn", "50_150_bn"), ("50_150",)),
    ],
)
@pytest.mark.parametrize("tired", [0, 1])
def test_what_one_part_has_done_the_whole_brigade_has_done(answer, whole, parts, off, tired):
    units = {"hq_50": "1810"} | dict.fromkeys(parts, "1809")
    g = table(units, chit="50", off=off, reduced=[] if off else ["50_69"], cup=("xx",))
    for marks in (g.acted, g.moved, g.locked):
        marks[u(parts[tired])] = 1
        assert not marks[u(parts[1 - tired])]
    m = go(until(scene(g), "rejoin"), answer)
    assert at(m, whole) == "1809"
    g = m.state
    assert (g.acted[u(whole)], g.moved[u(whole)], g.locked[u(whole)]) == (1, 1, 1)


# -- forts and mines ---------------------------------------------------------------------------


@pytest.mark.rule("gazala", "10.7.b")
def test_a_fort_the_axis_has_crossed_is_lost_after_the_impulse():
    inside, outside = (PACK.place_ids[e] for e in PACK.board.ends[PACK.fort_sides[0]])
    if h(inside) not in PACK.fortress:
        inside, outside = outside, inside
    m = go(
        scene(table({"hq_xx": outside, "xx_8_132": outside}, chit="xx", cup=("x",))),
        "unit xx_8_132",
    )
    go(m, f"to {inside}")
    assert m.state.forts[edge(inside, outside)]
    until(m, "withdraw") if asked(m) == "" else go(m, "done")
    assert not m.state.forts[edge(inside, outside)]
    allied = go(
        scene(table({"hq_2sa": inside}, chit="2sa")), "unit hq_2sa", f"to {outside}", "done"
    )
    assert allied.state.forts[edge(inside, outside)]


@pytest.mark.rule("gazala", "10.8", "10.83")
def test_the_axis_does_not_cross_mines_the_allies_do():
    m = scene(table({"hq_xx": "1407", "xx_8_132": "1409"}, chit="xx"))
    assert why(go(m, "unit xx_8_132"), "to 1410") == "10.83 mines"
    assert "1409" in goals(scene(table({"hq_50": "1410"}, chit="50")), "hq_50")


@pytest.mark.rule("gazala", "10.84", "3.21.b", "10.86", "R39")
def test_breaching_mines():
    units = {"hq_xx": "1407", "xx_8_132": "1409"}
    m = go(scene(table(units, chit="xx")), "unit xx_8_132", "breach 1410")
    opened = go(m.clone(), (6,))
    assert not opened.state.mines[edge("1409", "1410")]
    assert offers(opened, "to")[0]
    assert "to 1410" in offers(opened)
    assert "to 1408" not in offers(opened)  # first through the gap
    held = go(m.clone(), (5,))
    assert held.state.mines[edge("1409", "1410")]
    assert why(held, "unit xx_8_132") == "10.84 breach_failed"
    disaster = go(m, (1,))
    assert step(disaster, "xx_8_132") == 1


@pytest.mark.rule("gazala", "10.85.a", "10.84")
def test_engineers_try_alone_or_assist_two_others():
    units = {"hq_xx": "1407", "xx_8_132": "1409", "xx_65_101": "1409", "xx_34_e": "1409"}
    m = go(scene(table(units, chit="xx")), "unit xx_8_132", "assisted 1410 xx_34_e", (1,))
    assert step(m, "xx_8_132") == 0  # with an engineer no step is ever lost
    go(m, "unit xx_65_101", "assisted 1410 xx_34_e", (5,))
    assert not m.state.mines[edge("1409", "1410")]  # 5 and 1 is 6
    alone = go(scene(table(units, chit="xx")), "unit xx_34_e", "breach 1410", (5,))
    assert not alone.state.mines[edge("1409", "1410")]
    third = units | {"xx_66_101": "1409"}
    m = go(scene(table(third, chit="xx")), "unit xx_8_132", "assisted 1410 xx_34_e", (2,),
           "unit xx_65_101", "assisted 1410 xx_34_e", (2,), "unit xx_66_101")  # fmt: skip
    assert offers(m, "assisted") == []
    assert offers(m, "breach") != []
    assert why(m, "unit xx_34_e") == "10.84 breach_failed"


@pytest.mark.rule("gazala", "10.85.a")
def test_an_engineer_who_tries_is_not_assisted():
    units = {"hq_xx": "1407", "15_53_e": "1409", "xx_34_e": "1409"}
    m = go(scene(table(units, chit="xx", formation={"15_53_e": "xx"})), "unit 15_53_e")
    assert offers(m, "breach") != []
    assert offers(m, "assisted") == []


@pytest.mark.rule("gazala", "10.85.a", "10.86", "R39")
def test_an_engineer_may_use_the_gap_though_the_second_he_assists_fails():
    units = {"hq_xx": "1407", "xx_8_132": "1409", "xx_65_101": "1409", "xx_34_e": "1409"}
    m = go(scene(table(units, chit="xx")), "unit xx_8_132", "assisted 1410 xx_34_e", (5,))
    go(m, "unit xx_65_101", "assisted 1510 xx_34_e", (2,))
    assert why(m, "unit xx_65_101") == "10.84 breach_failed"
    go(m, "unit xx_34_e")
    assert "to 1410" in offers(m)
    assert "to 1408" not in offers(m)


@pytest.mark.rule("gazala", "10.84")
def test_who_has_moved_does_not_breach():
    m = go(
        scene(table({"hq_xx": "1407", "xx_8_132": "1408"}, chit="xx")), "unit xx_8_132", "to 1409"
    )
    assert offers(m, "breach") == []


@pytest.mark.rule("gazala", "10.7.c", "10.85.b")
def test_engineers_who_earned_a_shift_lose_the_first_step(result):
    result(1, 0)
    names = ("15_1_t", "15_2_t", "15_1_i", "15_53_e")
    units = {"hq_afrika": "1407", "50_150": "1410"} | dict.fromkeys(names, "1409")
    m = fight(units, "1410", (1,), chit="afrika", reduced=["50_150"])
    assert step(m, "15_53_e") == 1
    assert [t["unit"] for t in told(m, "reduced")] == ["15_53_e"]
    result(3, 0)
    m = fight(units, "1410", (1,), chit="afrika", reduced=["50_150"])
    assert step(m, "15_53_e") == 1
    assert asked(m) == "axis loss"  # the second one is the owner's choice
    assert set(offers(m)) == {f"lose {name}" for name in names}


@pytest.mark.rule("gazala", "10.81.b")
def test_pursuers_over_mines_must_breach_them_first(result):
    result(0, 2)
    names = ("15_1_t", "15_2_t", "15_1_i", "15_2_i")
    units = {"hq_afrika": "1407", "50_150": "1410"} | dict.fromkeys(names, "1409")
    m = fight(units, "1410", (1,), "retreat", chit="afrika", reduced=["50_150"])
    while asked(m) == "allied retreat_to":
        go(m, offers(m)[0])
    go(m, "advance 15_1_i")
    assert asked(m) == "breach"
    stopped = go(m.clone(), (3,))
    assert at(stopped, "15_1_i") == "1409"
    assert offers(stopped) == [] or "advance 15_2_i" not in offers(stopped)  # one try for a hex
    go(m, (6,))
    assert at(m, "15_1_i") == "1410"
    assert not m.state.mines[edge("1409", "1410")]


@pytest.mark.rule("gazala", "10.86", "R39", "R58")
def test_who_must_cross_the_breach_goes_by_himself():
    names = ("xx_8_132", "xx_34_e", "xx_501_aa")
    units = {"hq_xx": "1407"} | dict.fromkeys(names, "1409")
    m = go(scene(table(units, chit="xx")), "unit xx_8_132", "breach 1410", (6,), "stack 1409")
    assert sorted(m.state.moving) == sorted([u("xx_34_e"), u("xx_501_aa")])


@pytest.mark.rule("gazala", "10.86")
def test_a_breach_is_for_everybody_and_for_good():
    g = table({"hq_xx": "1407", "xx_8_132": "1409"}, chit="xx", breached=[("1409", "1410")])
    assert "1410" in goals(scene(g), "xx_8_132")
    m = Match(GAME, Setup("aida"), None)
    assert m.view(None)["position"]["breached"] == []
