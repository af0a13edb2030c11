"""Chapter 6: supply."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, ISOLATED, SUPPLIED, UNSUPPLIED
from khamsin.games.gazala.rules.combat.armour import armour_value
from khamsin.games.gazala.rules.combat.combat import attack_strength, defence_strength
from khamsin.games.gazala.rules.movement.cost import allowance
from khamsin.games.gazala.rules.supply import flood, line_limit, live_road, sources, statuses
from khamsin.kernel.game import Setup
from tests.games.gazala.staging import GAME, PACK, go, h, scene, table, u, until


def status(units, unit, side=ALLIED, **more):
    return statuses(table(units, **more), side)[u(unit)]


@pytest.mark.rule("gazala", "6.11", "R8")
def test_supplied_through_any_friendly_headquarters_however_far():
    assert status({"hq_7arm": "1020", "7arm_7_bn": "0213"}, "7arm_7_bn") == SUPPLIED
    assert status({"hq_1sa": "2508", "7arm_7_bn": "0213"}, "7arm_7_bn") == SUPPLIED
    assert status({"7arm_7_bn": "0213"}, "7arm_7_bn") == ISOLATED  # no HQ at all


@pytest.mark.rule("gazala", "6.11", "6.13")
def test_isolated_behind_enemy_zones_unsupplied_with_a_headquarters_cut_off():
    wall = {"xx_8_132": "0515", "xx_65_101": "0519", "xx_66_101": "0717", "x_9": "0317"}
    cut_off = {"7arm_3": "0517", "hq_7arm": "1020"}
    assert status(cut_off | wall, "7arm_3") == ISOLATED
    with_hq = {"7arm_3": "0517", "hq_7arm": "0517"}
    assert status(with_hq | wall, "7arm_3") == UNSUPPLIED


@pytest.mark.rule("gazala", "6.13")
def test_a_friend_keeps_a_hex_in_an_enemy_zone_open():
    enemies = {"xx_8_132": "0515"}
    g = table({"7arm_3": "0514"} | enemies)
    assert g.zoc[AXIS][h("0514")]
    assert h("0514") in flood(g, ALLIED, [h("0512")])
    assert h("0514") not in flood(table(enemies), ALLIED, [h("0512")])
    assert h("0515") not in flood(g, ALLIED, [h("0512")])


@pytest.mark.rule("gazala", "6.13", "10.82")
def test_axis_lines_do_not_cross_mines_but_forts_do_not_matter():
    g = table({})
    assert flood(g, AXIS, [h("1409")])[h("1410")] > 1
    assert flood(g, ALLIED, [h("1409")])[h("1410")] == 1
    breached = table({}, breached=[("1409", "1410")])
    assert flood(breached, AXIS, [h("1409")])[h("1410")] == 1
    inside, outside = PACK.board.ends[PACK.fort_sides[0]]
    assert flood(g, AXIS, [inside])[outside] == 1


@pytest.mark.rule("gazala", "6.13", "R50")
def test_lines_cross_cliffs():
    high, low = PACK.board.ends[PACK.is_cliff.index(True)]
    assert flood(table({}), ALLIED, [high])[low] == 1


@pytest.mark.rule("gazala", "6.11", "R9")
def test_axis_supply_comes_along_roads_from_the_west_edge():
    g = table({})
    road = live_road(g)
    assert h("2901") in road
    assert h("2807") not in road  # the mines of the Gazala line stop it
    assert h("2804") not in road or PACK.on_road[h("2804")]
    cut = table({"1sa_3": "2902"})
    assert live_road(cut) == []
    assert all(PACK.on_road[place] for place in road)  # tracks are no source


@pytest.mark.rule("gazala", "6.11", "R9")
def test_allied_supply_comes_from_the_east_edge_and_tobruk():
    g = table({})
    assert h("2422") in sources(g, ALLIED)
    assert h("1934") in sources(g, ALLIED)
    lost = table({}, control={"2422": "axis"})
    assert h("2422") not in sources(lost, ALLIED)
    east = table({}, control={"1934": "axis"})
    assert h("1934") in sources(east, ALLIED)  # control of the edge does not matter


@pytest.mark.rule("gazala", "6.15", "13.11.e")
def test_axis_headquarters_need_a_source_within_twenty_hexes():
    units = {"hq_afrika": "0407"}
    assert status(units, "hq_afrika", AXIS, turn=8) == SUPPLIED  # up to 35 for eight turns
    assert status(units, "hq_afrika", AXIS, turn=9) == UNSUPPLIED
    assert line_limit(table(units, turn=8), u("hq_afrika")) == 35
    assert line_limit(table(units, turn=8), u("hq_x")) == 20
    assert status({"hq_afrika": "0806"}, "hq_afrika", AXIS, scenario="strike") == SUPPLIED
    assert status({"hq_afrika": "0406"}, "hq_afrika", AXIS, scenario="strike") == UNSUPPLIED


@pytest.mark.rule("gazala", "6.12.a", "6.0")
def test_at_activation_a_line_within_the_range_of_the_headquarters_is_needed():
    units = {"hq_50": "1812", "50_150": "1412"}
    assert PACK.board.distance(h("1812"), h("1412")) <= PACK.reach[u("hq_50")]
    assert table(units, chit="50").due[u("50_150")] == SUPPLIED
    blocked = table(units | {"xx_8_132": "1612"}, chit="50")
    assert flood(blocked, ALLIED, [h("1812")])[h("1412")] > PACK.reach[u("hq_50")]
    assert blocked.due[u("50_150")] == UNSUPPLIED


@pytest.mark.rule("gazala", "6.12.a", "6.12.b")
def test_an_unsupplied_headquarters_supplies_nobody_and_bad_status_stays():
    units = {"hq_50": "1810", "50_69": "1809"}
    assert table(units, chit="50", supply={"hq_50": "unsupplied"}).due[u("50_69")] == UNSUPPLIED
    assert table(units, chit="50", supply={"50_69": "isolated"}).due[u("50_69")] == ISOLATED


@pytest.mark.rule("gazala", "6.12.b", "R44")
def test_range_matters_at_the_start_of_the_impulse_only():
    m = scene(table({"hq_7arm": "1020", "7arm_3": "1018"}, chit="7arm"))
    go(m, "unit 7arm_3", "to 1010")
    assert m.state.supply[u("7arm_3")] == SUPPLIED


@pytest.mark.rule("gazala", "6.21", "9.65")
def test_attack_and_defence_without_supply():
    units = {"xxi_200": "2804"}
    for level, attack, defence in (("supplied", 5, 5), ("unsupplied", 3, 5), ("isolated", 2, 3)):
        g = table(units, supply={"xxi_200": level})
        assert attack_strength(g, u("xxi_200")) == attack
        assert defence_strength(g, u("xxi_200")) == defence


@pytest.mark.rule("gazala", "6.22")
def test_armour_without_supply():
    for level, dice in (("supplied", 5), ("unsupplied", 3), ("isolated", 3)):
        g = table({"15_1_t": "0409"}, supply={"15_1_t": level})
        assert armour_value(g, u("15_1_t")) == dice


@pytest.mark.rule("gazala", "6.23", "R30")
def test_movement_without_supply():
    units = {"15_1_i": "0409", "xxi_85_60": "0410", "erwin_rommel": "0411"}
    g = table(units, supply=dict.fromkeys(units, "isolated"))
    assert allowance(g, u("15_1_i")) == 10  # five points, half of nine rounded up
    assert allowance(g, u("xxi_85_60")) == 12  # on foot nothing changes
    assert allowance(g, u("erwin_rommel")) == 28


@pytest.mark.rule("gazala", "R51", "13.22", "6.11")
def test_everybody_is_supplied_at_the_start_of_every_scenario():
    for scenario in ("opening", "aida", "strike"):
        g = GAME.rules.start(Setup(scenario))
        m = until(scene(g), "reassign")
        for side in (AXIS, ALLIED):
            bad = {m.state.unit_id(x) for x, s in statuses(m.state, side).items() if s != SUPPLIED}
            assert bad == set(), scenario


@pytest.mark.rule("gazala", "6.13", "R9")
def test_the_road_is_open_in_an_enemy_zone_only_where_a_friend_stands():
    whole = live_road(table({}))
    beside = next(there for there in PACK.board.neighbours[whole[1]] if there not in whole)
    g = table({"1sa_1": PACK.place_ids[beside]})
    covered = [PACK.place_ids[place] for place in whole if g.zoc[ALLIED][place]]
    assert len(live_road(g)) < len(whole)
    guards = dict(zip(("xxi_85_60", "xxi_86_60", "xxi_7", "x_9"), covered, strict=False))
    assert len(guards) == len(covered)
    assert live_road(table({"1sa_1": PACK.place_ids[beside]} | guards)) == whole
