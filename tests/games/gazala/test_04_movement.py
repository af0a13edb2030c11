"""Chapter 4: movement and zones of control."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AXIS
from khamsin.games.gazala.model.state import BY_HQ, BY_ROMMEL
from khamsin.games.gazala.rules.activation import begin_impulse
from khamsin.games.gazala.rules.movement.cost import ZOC_TO_ZOC, allowance, why_not_step
from khamsin.games.gazala.rules.movement.march import may_leave_map
from khamsin.games.gazala.rules.movement.reach import reach
from tests.games.gazala.staging import (
    PACK,
    asked,
    at,
    edge,
    go,
    goals,
    h,
    offers,
    scene,
    table,
    told,
    u,
    why,
)

AFRIKA = {"hq_afrika": "0407"}


def spent(m, unit):
    """Movement points spent, as a number."""
    return m.state.spent[u(unit)] / 2


@pytest.mark.rule("gazala", "4.0", "3.0.b")
def test_a_unit_moves_once_a_turn_only():
    g = table(AFRIKA | {"15_1_t": "0409"}, chit="afrika")
    g.acted[u("15_1_t")] = 1
    g2 = table(AFRIKA | {"15_1_t": "0409"}, chit="afrika", acted=g.acted)
    m = scene(g2)
    assert "unit 15_1_t" not in offers(m)
    assert why(m, "unit 15_1_t") == "3.0.b has_acted"


@pytest.mark.rule("gazala", "4.1", "R58")
def test_a_unit_pays_for_every_hex_and_goes_on_with_the_points_left():
    m = go(scene(table(AFRIKA | {"15_1_t": "0309"}, chit="afrika")), "unit 15_1_t", "to 0312")
    assert spent(m, "15_1_t") == 3
    go(m, "to 0314")
    assert (at(m, "15_1_t"), spent(m, "15_1_t")) == ("0314", 5)


@pytest.mark.rule("gazala", "4.1", "R58")
def test_units_move_one_after_another():
    units = AFRIKA | {"15_1_t": "0309", "15_2_t": "0310"}
    m = go(scene(table(units, chit="afrika")), "unit 15_1_t", "to 0312", "unit 15_2_t")
    assert "unit 15_1_t" not in offers(m)
    assert why(m, "unit 15_1_t") == "4.1 move_over"


@pytest.mark.rule("gazala", "4.1", "R58")
def test_a_stack_goes_as_far_as_its_slowest_unit():
    units = AFRIKA | {"15_33_a": "0309", "15_1_i": "0309", "90_1_1_i": "0309"}
    m = go(scene(table(units, chit="afrika")), "stack 0309")
    assert max(reach(m.state, m.state.moving).spent.values()) == 18  # nine points
    go(m, "to 0318")
    assert {at(m, unit) for unit in ("15_33_a", "15_1_i", "90_1_1_i")} == {"0318"}
    assert told(m, "moved")[0]["units"] == ("15_1_i", "15_33_a", "90_1_1_i")


@pytest.mark.rule("gazala", "4.33", "R58")
def test_why_a_stack_cannot_go_where_one_of_it_could():
    m = go(
        scene(table(AFRIKA | {"15_33_a": "0309", "90_1_1_i": "0309"}, chit="afrika")), "stack 0309"
    )
    car, slow = m.state.moving
    far = set(reach(m.state, (car,)).spent) - set(reach(m.state, (slow,)).spent)
    assert {why(m, f"to {PACK.place_ids[place]}") for place in far} == {"4.33 too_far"}


@pytest.mark.rule("gazala", "4.1", "4.42", "R58")
def test_in_a_stack_everybody_pays_for_his_own_way_out_of_a_zone():
    """Each has half its points left: a car 6, infantry 4.5, which is what both can spend."""
    units = AFRIKA | {"15_33_a": "0309", "15_1_i": "0309", "50_69": "0208"}
    m = go(scene(table(units, chit="afrika")), "stack 0309")
    together = reach(m.state, m.state.moving).spent
    slow = reach(m.state, (u("15_1_i"),)).spent
    assert set(together) == set(slow)
    far = max(together, key=lambda place: together[place])
    go(m, f"to {m.state.place_id(far)}")
    assert m.state.spent[u("15_33_a")] == m.state.spent[u("15_1_i")] + 3


@pytest.mark.rule("gazala", "4.11", "R11")
def test_a_hill_is_dear_unless_entered_by_road():
    g = table({"hq_1arm": "1519", "1arm_1r": "1513"}, chit="1arm")
    assert reach(g, (u("1arm_1r"),)).spent[h("1413")] == 4  # up a hill: two points
    links = [(a, b) for a, b, kind, _ in g.pack.routes if g.pack.is_hill[b] and kind == "track"]
    low, hill = links[0]
    g = table({"hq_1arm": "1519", "1arm_1r": g.place_id(low)}, chit="1arm")
    assert reach(g, (u("1arm_1r"),)).spent[hill] == 1  # the same by track: half a point


@pytest.mark.rule("gazala", "4.12")
def test_a_unit_never_spends_more_than_its_allowance():
    g = table({"hq_x": "1705", "x_9": "0309"}, chit="x", supply={"x_9": "supplied"})
    found = reach(g, (u("x_9"),)).spent
    assert max(found.values()) <= allowance(g, u("x_9"))


@pytest.mark.rule("gazala", "4.31", "R11")
def test_only_who_begins_on_a_road_or_track_uses_it():
    unit = (u("hq_1arm"),)
    on_road = table({"hq_1arm": "2417"}, chit="1arm")
    assert reach(on_road, unit).spent[h("2418")] == 1
    assert not PACK.has_link[h("2517")]
    m = go(scene(table({"hq_1arm": "2517"}, chit="1arm")), "unit hq_1arm", "to 2417")
    assert reach(m.state, unit).spent[h("2418")] == 2  # it has come to the road too late
    m = go(scene(on_road), "unit hq_1arm", "to 2517", "to 2417")
    assert reach(m.state, unit).spent[h("2418")] == 1  # and who began there may come back to it


@pytest.mark.rule("gazala", "4.31", "R11")
def test_a_road_costs_half_a_point_and_foot_pay_full_for_tracks():
    g = table({"hq_2sa": "2322", "2sa_4": "2422"}, chit="2sa")
    assert reach(g, (u("2sa_4"),)).spent[h("2421")] == 1
    track = next((a, b) for a, b, kind, _ in g.pack.routes if kind == "track")
    names = [g.place_id(place) for place in track]
    foot = table({"hq_2sa": "2322", "2sa_4": names[0]}, chit="2sa")
    mech = table({"hq_1arm": "2322", "1arm_1r": names[0]}, chit="1arm")
    assert reach(foot, (u("2sa_4"),)).spent[track[1]] == 2
    assert reach(mech, (u("1arm_1r"),)).spent[track[1]] == 1


@pytest.mark.rule("gazala", "4.32")
def test_enemy_hexes_are_closed_even_with_a_lone_headquarters():
    m = scene(table(AFRIKA | {"15_1_t": "0409", "hq_7arm": "0411"}, chit="afrika"))
    assert "0411" not in goals(m, "15_1_t")
    assert why(m, "to 0411") == "4.32 enemy_there"


@pytest.mark.rule("gazala", "4.33", "4.12")
def test_one_hex_can_always_be_entered():
    units = {"hq_xxi": "2403", "xxi_85_60": "2505", "1sa_2": "2506"}
    g = table(units, chit="xxi", breached=[("2505", "2506")])
    assert g.zoc[ALLIED][h("2505")]
    found = reach(g, (u("xxi_85_60"),)).spent
    assert found[h("2504")] <= 12
    slow = table(
        {"hq_xx": "1206", "xx_34_e": "0311", "7arm_3ind": "0312"}, chit="xx",
        supply={"xx_34_e": "unsupplied"},
    )  # fmt: skip
    left = reach(slow, (u("xx_34_e"),)).spent
    assert left[h("0310")] == allowance(slow, u("xx_34_e"))  # 4.5 + 1 points of 5: all of it


@pytest.mark.rule("gazala", "4.34", "R29")
def test_units_leave_by_their_own_edge_for_good():
    m = go(scene(table(AFRIKA | {"15_1_t": "0401"}, chit="afrika")), "unit 15_1_t")
    assert "leave" in offers(m)
    go(m, "leave")
    assert at(m, "15_1_t") == "off"
    assert "15_1_t" not in m.view("axis")["position"]["eliminated"]
    allied = go(scene(table({"hq_7arm": "0401"}, chit="7arm")), "unit hq_7arm")
    assert "leave" not in offers(allied)


@pytest.mark.rule("gazala", "4.34", "R29")
@pytest.mark.parametrize(("enemies", "price"), [({}, 2), ({"7arm_3ind": "0501"}, 2 + 10)])
def test_in_the_middle_of_a_move_the_edge_costs_a_point_and_the_zone_that_is_left(enemies, price):
    g = table(AFRIKA | {"15_1_t": "0401"} | enemies, chit="afrika")
    unit = u("15_1_t")
    g.spent[unit] = allowance(g, unit) - price
    assert may_leave_map(g, (unit,))
    g.spent[unit] += 1
    assert not may_leave_map(g, (unit,))


# -- zones of control ------------------------------------------------------------------------


@pytest.mark.rule("gazala", "4.4", "4.41.a")
def test_brigades_regiments_and_three_battalions_have_a_zone_of_control():
    assert table({"7arm_3ind": "0615"}).zoc[ALLIED][h("0616")] == 1
    assert table({"xx_8_132": "0615"}).zoc[AXIS][h("0614")] == 1
    two = {"15_1_t": "0615", "15_2_t": "0615"}
    assert table(two).zoc[AXIS][h("0614")] == 0
    assert table(two | {"15_33_a": "0615"}).zoc[AXIS][h("0614")] == 1
    assert table(two | {"hq_afrika": "0615", "erwin_rommel": "0615"}).zoc[AXIS][h("0614")] == 0


@pytest.mark.rule("gazala", "4.41.b", "R53")
def test_any_allied_unit_has_a_zone_over_mines():
    g = table({"ind_4a": "1410"})
    assert g.mines[edge("1410", "1409")]
    assert g.zoc[ALLIED][h("1409")] == 1
    assert g.zoc[ALLIED][h("1411")] == 0
    assert table({"50_150": "1410"}).zoc[ALLIED][h("1409")] == 1
    assert table({"15_33_a": "1409"}).zoc[AXIS][h("1410")] == 0  # of the Axis none
    assert table({"hq_50": "1410"}).zoc[ALLIED][h("1409")] == 0
    assert table({"ind_4a": "1410"}, breached=[("1410", "1409")]).zoc[ALLIED][h("1409")] == 0


@pytest.mark.rule("gazala", "R53")
def test_by_the_switch_forts_are_like_mines_from_the_inside():
    a, b = next(g for g in map(_names, table({}).pack.fort_sides))
    inside, outside = (a, b) if h(a) in table({}).pack.fortress else (b, a)
    assert table({"ind_4a": inside}).zoc[ALLIED][h(outside)] == 0
    switched = table({"ind_4a": inside}, options=["zoc_from_forts"])
    assert switched.zoc[ALLIED][h(outside)] == 1
    assert table({"ind_4a": outside}, options=["zoc_from_forts"]).zoc[ALLIED][h(inside)] == 0


def _names(side):
    g = table({})
    return [g.place_id(end) for end in g.pack.board.ends[side]]


@pytest.mark.rule("gazala", "4.41.c")
def test_cliffs_and_for_the_axis_mines_stop_a_zone():
    g = table({"xx_8_132": "1409"})
    assert g.zoc[AXIS][h("1410")] == 0
    assert g.zoc[AXIS][h("1408")] == 1
    assert table({"xx_8_132": "1409"}, breached=[("1409", "1410")]).zoc[AXIS][h("1410")] == 1
    cliff = g.pack.is_cliff.index(True)
    high, low = (g.place_id(end) for end in g.pack.board.ends[cliff])
    assert table({"1arm_201": high}).zoc[ALLIED][h(low)] == 0


@pytest.mark.rule("gazala", "4.42", "R12")
def test_a_zone_costs_one_to_enter_and_half_the_printed_allowance_to_leave():
    g = table(AFRIKA | {"15_1_i": "0411", "7arm_3ind": "0413"}, chit="afrika")
    assert reach(g, (u("15_1_i"),)).spent[h("0412")] == 4
    inside = table(AFRIKA | {"15_1_i": "0412", "7arm_3ind": "0413"}, chit="afrika")
    assert reach(inside, (u("15_1_i"),)).spent[h("0411")] == 9 + 2  # 4.5 and the hex itself


@pytest.mark.rule("gazala", "4.42", "R12")
def test_half_the_printed_allowance_also_without_supply():
    units = AFRIKA | {"15_33_a": "0412", "7arm_3ind": "0413"}
    g = table(units, chit="afrika", supply={"15_33_a": "unsupplied"})
    assert allowance(g, u("15_33_a")) == 12
    assert reach(g, (u("15_33_a"),)).spent[h("0411")] == 12  # 6 + 1 points, more than it has


ITALIANS = {"hq_xxi": "2403", "xxi_85_60": "0412", "7arm_3ind": "0413"}


@pytest.mark.rule("gazala", "4.43", "4.33")
def test_from_zone_to_zone_only_under_the_shelter_of_a_friend_who_stays():
    m = scene(table(ITALIANS, chit="xxi"))
    place = next(n for n in ("0512", "0513", "0312", "0313") if _is_beside(m, n))
    unit = (u("xxi_85_60"),)
    assert why_not_step(m.state, unit, h("0412"), h(place)) == ZOC_TO_ZOC
    assert len(reach(m.state, unit).way_to(h(place))) == 2  # out of the zone, and in again
    m = go(scene(table(ITALIANS | {"xxi_86_60": place}, chit="xxi")), "unit xxi_85_60")
    assert len(reach(m.state, unit).way_to(h(place))) == 1
    go(m, f"to {place}")
    assert at(m, "xxi_85_60") == place
    assert why(m, "unit xxi_86_60") == "4.43 locked"


@pytest.mark.rule("gazala", "4.43")
def test_the_owner_says_which_friend_must_stay():
    place = next(n for n in ("0512", "0513") if _is_beside(scene(table(ITALIANS)), n))
    friends = {"xxi_33_e": place, "xx_34_e": place}
    m = go(scene(table(ITALIANS | friends, chit="xxi")), "unit xxi_85_60", f"to {place}")
    assert asked(m) == "axis shelter"
    assert sorted(offers(m)) == ["lock xx_34_e", "lock xxi_33_e"]
    first, second = go(m.clone(), "lock xx_34_e"), go(m, "lock xxi_33_e")
    assert why(first, "unit xxi_33_e") == ""
    assert why(second, "unit xxi_33_e") == "4.43 locked"
    assert told(second, "locked") == [{"unit": "xxi_33_e", "place": place}]


@pytest.mark.rule("gazala", "4.43")
def test_nobody_is_asked_if_one_of_them_is_done_for_the_turn():
    place = next(n for n in ("0512", "0513") if _is_beside(scene(table(ITALIANS)), n))
    g = table(ITALIANS | {"xxi_33_e": place, "xx_34_e": place})
    g.acted[u("xx_34_e")] = BY_HQ | BY_ROMMEL
    begin_impulse(g, "xxi")
    m = go(scene(g), "unit xxi_85_60", f"to {place}")
    assert asked(m) == "axis move"
    assert m.state.locked[u("xx_34_e")]


def _is_beside(m, name):
    """Whether one step from 0412 leads to another hex in the zone of 0413."""
    near = m.state.pack.board.adjacent(h(name), h("0412"))
    return near and bool(m.state.zoc[ALLIED][h(name)])


@pytest.mark.rule("gazala", "4.43")
def test_a_friend_who_has_moved_gives_no_shelter():
    m = scene(table(ITALIANS | {"xxi_7": "0409"}, chit="xxi"))
    place = next(n for n in ("0512", "0513", "0312", "0313") if _is_beside(m, n))
    assert place in goals(m, "xxi_7")
    go(m, f"to {place}")
    assert why_not_step(m.state, (u("xxi_85_60"),), h("0412"), h(place)) == ZOC_TO_ZOC
