"""The greedy bot of Rommel in the Desert: what it sees in supply, in fights and near the end."""

from __future__ import annotations

import pytest

from khamsin.games.rommel.mind.judgement import Judgement
from khamsin.games.rommel.model.pieces import ALLIED, AXIS, DUE
from khamsin.games.rommel.model.state import State
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import PACK, at, edge, number, table

GUARDS = {"x_brescia": "151", "a_11h": "74"}


def axis(g: State) -> Judgement:
    return Judgement(g, AXIS)


def test_it_likes_to_stand_on_the_road_that_others_live_on():
    blocks = GUARDS | {"x_21_5": "35", "a_7_4": "36", "a_7_7": "36"}
    g = table(blocks, enemy_hand=(9, 3))
    assert axis(g).cut(at("65")) == pytest.approx(0.2 * 8, abs=0.001)
    assert axis(g).cut(at("91")) == 0.0  # no road of theirs
    spent = table(blocks)
    assert axis(spent).cut(at("65")) == pytest.approx(2.5 * 0.2 * 8)  # nobody can open it again


def test_a_fortress_feeds_those_inside_it_when_the_road_is_cut():
    g = table(GUARDS | {"x_21_5": "35", "a_7_4": "37", "a_7_7": "37"})
    assert axis(g).cut(at("65")) == 0.0


def test_it_does_not_attack_one_block_in_the_reach_of_an_army():
    alone = GUARDS | {"x_21_3": "35", "a_kdg": "61"}
    army = {"a_70_23": "62", "a_70_14": "62", "a_7au_18": "62", "a_9au_20": "62", "a_7_4": "62"}
    blocks = [number("x_21_3")]
    way = [edge("36", "61")]
    hand = (3, 0)  # cards to come with
    bold = axis(table(alone, enemy_hand=hand)).attack(at("61"), blocks, way)
    wary = axis(table(alone | army, enemy_hand=hand)).attack(at("61"), blocks, way)
    assert bold > 0.0 > wary


def encircled(**more: str) -> State:
    """Axis blocks at Bir Harmat attacked from all sides but one, over which nobody came yet."""
    sides = ("36", "37", "60", "62", "85", "86")
    return table(
        GUARDS | {"x_21_5": "61", "x_21_104": "61", "a_7_4": "61", "a_7_7": "61"} | more,
        battles={"61": "axis"},
        crossed={
            (side, "61"): "allied" for side in sides if PACK.board.adjacent(at(side), at("61"))
        },
        unsupplied=[0] * len(PACK.blocks),
    )


def test_blocks_without_supply_in_a_battle_are_relieved():
    g = encircled(x_ariete="36")
    view = axis(g)
    assert [PACK.block_ids[block] for block in view.hungry] == ["x_21_5", "x_21_104"]
    assert view.is_fed_over(at("61"), [edge("36", "61")])
    assert not view.is_fed_over(at("61"), [edge("86", "61")])
    helpful = view.attack(at("61"), [number("x_ariete")], [edge("36", "61")])
    useless = view.attack(at("61"), [number("x_ariete")], [edge("86", "61")])
    assert helpful > useless + 10.0


def test_a_pass_gives_up_those_without_supply_in_a_battle():
    fed = table(GUARDS | {"x_21_5": "36", "a_7_4": "62"})
    assert axis(encircled()).stay_worth() < axis(fed).stay_worth() - 10.0


def test_a_hexside_on_the_enemys_way_home_is_worth_more():
    g = table(GUARDS | {"x_21_5": "36", "a_7_4": "61"})
    view = axis(g)
    view.g.crossed = changed(view.g.crossed, edge("36", "61"), AXIS)  # the own line is open
    view.g.defender = changed(view.g.defender, at("61"), ALLIED)
    view.g.cache = {}
    assert view.hold(at("61"), edge("62", "61")) > view.hold(at("61"), edge("60", "61"))


def test_it_is_patient_until_the_last_month():
    blocks = GUARDS | {"x_21_5": "35", "a_7_4": "37", "a_7_7": "37"}
    first, last = (axis(table(blocks, month=month)) for month in (1, 10))
    assert not first.is_winning()
    assert first.hope > 0.9
    assert last.hope < 0.4
    assert (first.care, last.care) == (1.0, last.hope)


def test_in_the_last_month_it_goes_to_tobruk():
    blocks = GUARDS | {"x_21_5": "35", "a_7_4": "37", "a_7_7": "37"}
    gains = []
    for month in (5, 10):
        view = axis(table(blocks, month=month))
        block = number("x_21_5")
        gains.append(view.standing(block, at("36")) - view.standing(block, at("35")))
    assert gains[1] > gains[0] + 3.0


def test_in_a_pass_it_does_not_take_away_the_link_on_which_others_live():
    # 82 lives on the block at 81, three hexes of track from the road.
    g = table(
        GUARDS | {"x_21_5": "82", "x_21_104": "82", "x_21_3": "81", "a_7_4": "37"}, option="pass"
    )
    view = axis(g)
    assert view.starved(number("x_21_3"), at("128")) > 0.0
    assert view.move(("move", "x_21_3", "81", "128")) < 0.0


def test_it_fears_the_enemy_by_the_roads_that_he_has():
    g = table(GUARDS | {"x_21_5": "35", "a_7_4": "62", "a_70_23": "62"})
    threat = axis(g).threat
    assert threat[at("35")] == 8.0  # by highway
    assert threat[at("111")] == 4.0  # tanks come across the desert, foot soldiers do not
    assert threat[at("9")] == 0.0


def test_attackers_with_a_line_stay_in_their_battle():
    blocks = GUARDS | {"x_21_5": "61", "x_21_104": "61", "x_ariete": "36", "a_7_4": "61"}
    g = table(blocks, battles={"61": "allied"}, crossed={("36", "61"): "axis"})
    view = axis(g)
    assert not view.hungry
    assert view.site(at("61")) >= view.site(at("36"))
    assert view.best_step(number("x_21_5")) == (0.0, 0.0)


def test_a_block_that_will_lie_disrupted_does_not_count_on_cutting_the_road():
    blocks = GUARDS | {"x_21_5": "62", "a_7_4": "36", "a_7_7": "36"}
    fed, starving = (table(blocks) for _ in range(2))
    starving.unsupplied = changed(starving.unsupplied, number("x_21_5"), 1)
    block, place = number("x_21_5"), at("38")
    gains = [axis(g).alone(block, place) for g in (fed, starving)]
    assert gains[0] > gains[1]


def test_a_block_that_gives_way_prefers_a_hex_out_of_reach():
    blocks = GUARDS | {"x_21_104": "35", "a_7_4": "35", "a_7_7": "35"}
    view = axis(table(blocks, battles={"35": "axis"}))
    block = number("x_21_104")
    assert view.refuge(block, at("55")) > view.refuge(block, at("10"))


def test_a_side_that_time_works_against_is_in_a_hurry():
    blocks = GUARDS | {"x_21_5": "35", "a_7_4": "37", "a_7_7": "37"}
    calm, hurried = (table(blocks, month=2) for _ in range(2))
    for name in ("a_2nz_4", "a_2nz_5", "a_7_22"):
        hurried.place[number(name)] = DUE
    assert axis(calm).hope > axis(hurried).hope


def test_points_are_not_spent_on_shuffling_the_front():
    g = table(GUARDS | {"x_21_5": "35", "x_21_104": "151", "x_trento": "35", "a_7_4": "61"})
    view = axis(g)
    assert view.spend(("redeploy", "x_21_5", "35", "10")) < 0.0
    assert view.spend(("redeploy", "x_21_104", "151", "35")) > 0.0


def test_an_army_that_is_cut_off_fights_for_its_road():
    army = GUARDS | {"x_trento": "69", "x_pavia": "69", "a_4in_5": "67"}
    one, two = axis(table(army)), axis(table(army | {"a_4in_11": "66"}))
    blocks = [number("x_trento"), number("x_pavia")]
    assert one.hungry == two.hungry == blocks
    assert one.opened(at("67")) == 8.0
    assert two.opened(at("67")) == 0.0  # the next one would still be in the way
    assert not one.can_go_home(blocks[0])
    way = [edge("68", "67")]
    assert one.attack(at("67"), blocks, way) > two.attack(at("67"), blocks, way)
