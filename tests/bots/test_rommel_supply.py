"""The greedy bot of Rommel in the Desert keeps its army in supply, or gets it back there."""

from __future__ import annotations

import pytest

from khamsin.games.rommel.mind.judgement import Judgement
from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.model.state import CARDS, State
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import at, edge, number, table

GUARDS = {"x_brescia": "151", "a_11h": "74"}
ARMY = {"x_21_5": "36", "x_21_104": "36"}
HAND = (3, 0)  # cards with which the enemy can come


def axis(g: State) -> Judgement:
    return Judgement(g, AXIS)


def besieged_attackers(**fields: object) -> State:
    """Axis blocks that fight for Bir Harmat, with one way in, and enemies at El Adem."""
    return table(
        GUARDS | {"x_21_5": "61", "x_21_104": "61", "a_7_4": "61", "a_7_7": "62"},
        battles={"61": "allied"},
        crossed={("36", "61"): "axis"},
        enemy_hand=HAND,
        **fields,  # type: ignore[arg-type]  # fields of the state
    )


def test_it_watches_the_road_of_others_where_the_enemy_can_cut_it():
    near, far = (table(GUARDS | ARMY | {"a_kdg": place}) for place in ("59", "72"))
    assert axis(near).watch(at("10")) == pytest.approx(0.12 * 12)
    assert axis(far).watch(at("10")) == 0.0


def test_the_only_block_on_the_road_of_others_stays_there():
    blocks = GUARDS | {"x_trento": "10", "a_kdg": "59"}
    alone, needed = axis(table(blocks)), axis(table(blocks | ARMY))
    block = number("x_trento")
    assert needed.staying(block) > alone.staying(block) + 1.0


def test_a_weak_block_does_not_make_a_road_safe():
    blocks = GUARDS | ARMY | {"x_trento": "10", "a_7_4": "59", "a_7_7": "59"}
    weak, strong = (axis(table(blocks, cv={"x_trento": cv})) for cv in (1, 4))
    assert weak.raided()[at("10")]
    assert not strong.raided()[at("10")]


def test_the_farther_from_safe_ground_the_more_is_feared_for_a_block():
    view = axis(table(GUARDS | ARMY | {"a_kdg": "82", "a_2nz_4": "59"}, enemy_hand=HAND))
    assert view.exposure(at("151")) == 0.0
    assert 0.0 < view.exposure(at("103")) < view.exposure(at("35"))


def test_it_mends_a_chain_rather_than_let_blocks_starve():
    # 82 would live on a block at 81, which is three hexes of track from the road.
    g = table(GUARDS | {"x_21_5": "82", "x_21_104": "82", "x_21_3": "128", "a_7_4": "37"})
    view = axis(g)
    assert view.linked(at("81")) == 12.0
    assert view.linked(at("103")) == 0.0
    g.moves = [(at("128"), -1)]
    options = [("move", "x_21_3", "128", to) for to in ("81", "103", "78", "54")]
    assert max(options, key=view.move)[3] == "81"


def test_an_attack_leaves_somebody_behind_who_keeps_its_way_open():
    blocks = GUARDS | ARMY | {"x_21_3": "36", "x_trento": "35", "x_pavia": "10", "a_7_4": "61"}
    army = [number(name) for name in ("x_21_5", "x_21_104", "x_21_3")]
    free = axis(table(blocks, enemy_hand=HAND))
    wary = axis(table(blocks | {"a_70_23": "37"}, enemy_hand=HAND))  # who could follow into 36
    way = [edge("36", "61")]
    assert not free.is_open_behind(at("61"), way, army)
    assert wary.is_open_behind(at("61"), way, army)
    assert not wary.is_open_behind(at("61"), way, army[:2])
    assert free.plan(at("61"), army)[0] == army
    assert wary.plan(at("61"), army)[0] == army[:2]


def test_the_last_card_is_dear_while_blocks_may_be_cut_off():
    play = ("play", "1", "1")
    last, other = (axis(besieged_attackers(real=real, step=CARDS)) for real in (1, 2))
    assert last.cards(play) < other.cards(play) - 5.0
    calm = axis(table(GUARDS, real=1, step=CARDS, enemy_hand=HAND))
    assert calm.bare() < last.bare()


def test_it_does_not_attack_a_fortress_with_the_last_card():
    blocks = GUARDS | ARMY | {"a_7_4": "37"}
    going, way = [number(name) for name in ARMY], [edge("36", "37")]
    poor, rich = (axis(table(blocks, real=real)) for real in (0, 2))
    assert poor.attack(at("37"), going, way) < rich.attack(at("37"), going, way) - 5.0


def test_attackers_of_a_fortress_leave_in_a_pass_before_they_rout():
    blocks = GUARDS | {"x_21_5": "37", "x_21_104": "37", "a_7_4": "37", "x_trento": "35"}
    g = table(
        blocks, battles={"37": "allied"}, crossed={("36", "37"): "axis"}, option="pass", real=0
    )
    view = axis(g)
    go = view.move(("group", "37"))
    assert go > view.move(("done",))
    assert view.move(("move", "x_21_5", "37", "35")) > view.move(("done",))
    g.defender = changed(g.defender, at("37"), AXIS)  # whoever defends it may stay
    assert axis(g).move(("group", "37")) < go - 10.0


def test_it_does_not_refuse_battle_on_the_road_that_others_live_on():
    blocks = GUARDS | {"x_trento": "10", "a_7_4": "10", "a_7_7": "10"}
    refuse = ("refuse", "10")
    values = [
        axis(table(each, battles={"10": "axis"}, active="allied")).refuse(refuse)
        for each in (blocks, blocks | ARMY)
    ]
    assert values[0] == pytest.approx(values[1] + 12.0)


def test_blocks_that_would_be_lost_anyway_fight_to_the_last():
    blocks = GUARDS | dict.fromkeys(("x_21_5", "a_7_4", "a_7_7", "a_2nz_4", "a_2nz_5"), "61")
    fed, doomed = (
        table(blocks, battles={"61": "allied"}, crossed={("36", "61"): side})
        for side in ("axis", "allied")
    )
    assert axis(doomed).hungry == [number("x_21_5")]
    assert axis(doomed).round_worth(at("61")) > 0.0 > axis(fed).round_worth(at("61"))


def test_an_enemy_without_cards_is_feared_less():
    blocks = GUARDS | {"x_trento": "35", "a_7_4": "62", "a_7_7": "62"}
    poor, rich = (axis(table(blocks, enemy_hand=hand)) for hand in ((0, 0), HAND))
    block = number("x_trento")
    assert poor.standing(block, at("35")) > rich.standing(block, at("35"))


def test_a_block_that_leaves_a_battle_looks_for_a_refuge():
    view = axis(besieged_attackers())
    block = number("x_21_5")
    assert view.arriving(block, at("36")) == view.refuge(block, at("36"))
    other = number("x_brescia")
    assert view.arriving(other, at("36")) == view.standing(other, at("36"))


def test_blocks_that_lie_disrupted_do_not_make_it_spend_cards():
    blocks = GUARDS | {"x_trento": "109", "a_7_4": "37"}
    up, down = (axis(table(blocks, disrupted=names)) for names in ((), ("x_trento",)))
    assert up.hungry == down.hungry == [number("x_trento")]
    assert up.stay_worth() < down.stay_worth() == 0.0


def test_no_more_start_in_a_fortress_than_it_can_feed():
    garrison = dict.fromkeys(("a_tob_art", "a_tob_at", "a_70_23", "a_70_14"), "37")
    four = Judgement(table(GUARDS | garrison), ALLIED)
    five = Judgement(table(GUARDS | garrison | {"a_9au_20": "37"}), ALLIED)
    option = ("deploy", "a_7_4", "37")
    assert five.deploy(option) < four.deploy(option) - 3.0
