"""The greedy bot of Rommel in the Desert: Bases and Fortresses, rings, the month's end."""

from __future__ import annotations

import pytest

from khamsin.games.rommel.mind.appraisal import postures
from khamsin.games.rommel.mind.cuts import AT_REST, IN_BATTLE, MARCHED, worst_cut
from khamsin.games.rommel.mind.guards import WON, Guards
from khamsin.games.rommel.mind.judgement import Judgement, judge
from khamsin.games.rommel.mind.noose import NO_RING
from khamsin.games.rommel.model.pieces import ALLIED, AXIS, NOBODY, UNUSED
from khamsin.games.rommel.model.state import CARDS, State
from khamsin.games.rommel.rules.blocks import put
from khamsin.games.rommel.rules.supply.lines import is_supplied
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.journal import parse
from khamsin.kernel.play.match import Match
from tests.contract.play import game
from tests.games.rommel.staging import GAME, PACK, at, number, table
from tests.golden.make import FOLDER

GUARDS = {"x_brescia": "151", "a_11h": "74"}
POCKET = {"x_21_5": "64", "x_ariete": "64", "x_trento": "64", "x_pavia": "35"}
HAND = (3, 0)


def axis(g: State) -> Judgement:
    return Judgement(g, AXIS)


def allies(g: State) -> Judgement:
    return Judgement(g, ALLIED)


# -- Bases and Fortresses ------------------------------------------------------------------------


def test_it_reckons_when_an_enemy_can_be_at_the_base():
    base = at("151")
    near = Guards(table({"x_brescia": "40", "a_11h": "128"}), AXIS).turns_to(base)
    far = Guards(table({"x_brescia": "40", "a_11h": "74"}), AXIS).turns_to(base)
    foot = Guards(table({"x_brescia": "40", "a_70_23": "9"}), AXIS).turns_to(base)
    assert (near, far) == (1, 3)
    assert 1 < foot <= 4


@pytest.mark.parametrize("real", [1, 3])
def test_an_empty_enemy_base_within_reach_is_all_that_counts(real):
    blocks = {"x_brescia": "40", "x_trento": "64", "a_11h": "128", "a_7_7": "67", "a_22g": "74"}
    g = table(blocks, active="allied", real=real, step=CARDS)
    view = allies(g)
    assert view.cards(("play", "1", "1")) > view.cards(("play", "0", "0")) + 20.0
    option = ("move", "a_11h", "128", "151")
    g.moves, g.option = [(at("128"), NOBODY)], "basic"
    assert allies(g).move(option) > WON / 2


def test_the_last_block_leaves_neither_the_base_nor_a_threatened_fortress():
    blocks = {"x_brescia": "151", "x_trento": "40", "a_11h": "54", "a_7_7": "66", "a_22g": "74"}
    holder = {"bardia": "axis"}
    view = axis(table(blocks, enemy_hand=HAND, holder=holder))
    assert view.move(("move", "x_brescia", "151", "152")) < -10.0
    held = view.leaving(number("x_trento"))
    view = axis(table(blocks | {"x_pavia": "40"}, enemy_hand=HAND, holder=holder))
    assert held > view.leaving(number("x_trento")) + 2.0


# -- rings -----------------------------------------------------------------------------------------


def pocket(**more: str) -> State:
    """Three Axis blocks at Capuzzo, and Allies south of both roads that lead there."""
    blocks = GUARDS | POCKET | {"a_kdg": "87", "a_2_sg": "87", "a_2_3": "87"} | more
    return table(blocks, active="allied", enemy_hand=HAND, option="basic")


def test_where_one_block_cuts_an_army_off_there_is_no_ring():
    view = allies(pocket(a_9au_20="37"))
    assert view.ring_from((at("87"),)) == NO_RING
    assert max(view.cut(place) for place in view.enemy_road) > 2.0


def positions(name: str, every: int) -> list[State]:
    """Positions of a whole game."""
    path = FOLDER / "rommel" / name
    journal = parse(path.read_text(encoding="utf-8"), path.name)
    marks = load(journal, game("rommel"), path.name).match.marks[::every]
    found = [mark.state.copy() for mark in marks if mark.state.result is None]
    for g in found:
        g.cache = {}
    return found


def test_every_hex_of_a_ring_is_needed_and_can_be_filled():
    found = 0
    for g in positions("pursuit-allied-17.2-decisive.khamsin", 15):
        for view in (allies(g), axis(g)):
            ring = view.wide_ring if g.phase == "turn" else NO_RING
            for place in ring.hexes:
                found += 1
                rest = [each for each in ring.hexes if each != place]
                assert view.starving_if(rest) < view.starving_if(list(ring.hexes))
                near = [b for b in view.ready if g.place[b] in ring.starts]
                assert any((place, NOBODY) in view.ways[b] for b in near)
    assert found > 10


# -- the cut test ----------------------------------------------------------------------------------


def exact_cut(g: State, side: int) -> float:
    """Put an enemy block into every hex that an enemy can have, and try whose line is gone."""
    view = Guards(g, side)
    worst = 0.0
    raided = view.raided()
    for place in range(g.pack.size):
        near = raided[place] or (place in view.forced and not view.friends[place])
        if not near or g.defender[place] != NOBODY:
            continue
        raid = g.copy()
        raid.cache = {}
        for guard in g.here[side][place]:  # too few
            put(raid, guard, UNUSED)
        spare = next(b for b, s in enumerate(g.pack.side_of) if s != side and g.place[b] < 0)
        put(raid, spare, place)
        lost = 0.0
        for where, blocks in enumerate(g.here[side][: g.pack.size]):
            cut = [g.cv[b] for b in blocks if is_supplied(g, b) and not is_supplied(raid, b)]
            fort = g.pack.fortress_at[where]
            fed = g.pack.fortresses[fort].capacity[side] if fort >= 0 else 0
            if where != place:
                fights = g.defender[where] != NOBODY
                lost += sum(sorted(cut)[: max(len(cut) - fed, 0)]) * (
                    IN_BATTLE if fights else AT_REST
                )
        worst = max(worst, lost * (1.0 if raided[place] else MARCHED))
    return worst


def test_the_cut_test_is_as_good_as_trying_every_hex():
    seen = 0
    for g in positions("pursuit-allied-17.2-decisive.khamsin", 25):
        for side in (ALLIED, AXIS):
            if any(g.bound[block] != NOBODY for block in g.pack.blocks_of[side]):
                continue
            exact = exact_cut(g, side)
            assert worst_cut(Guards(g, side)) == pytest.approx(exact)
            seen += exact > 0
    assert seen > 3


def test_an_army_that_fights_is_worth_twice_as_much_to_a_cut():
    army = GUARDS | {"x_21_5": "36", "x_21_104": "36", "a_kdg": "59"}
    quiet = worst_cut(Guards(table(army), AXIS))
    fights = table(army | {"a_9au_20": "36"}, battles={"36": "axis"})
    far = table(army | {"a_kdg": "72"})
    assert quiet == pytest.approx(AT_REST * 12.0)
    assert worst_cut(Guards(fights, AXIS)) == pytest.approx(IN_BATTLE * 12.0)
    assert worst_cut(Guards(far, AXIS)) == 0.0


# -- cards and time --------------------------------------------------------------------------------


def test_a_pass_reaps_those_who_are_lost_with_the_month():
    blocks = GUARDS | {"x_21_5": "117", "x_21_104": "117", "a_7_7": "67", "a_7_4": "66"}
    free = GUARDS | {"x_21_5": "35", "x_21_104": "35", "a_7_7": "67", "a_7_4": "66"}

    def gain(passed: int, hand: tuple[int, int]) -> float:
        cut, fed = (
            allies(table(each, active="allied", passed=passed, enemy_hand=hand)).stay_worth()
            for each in (blocks, free)
        )
        return cut - fed

    assert gain(1, HAND) > gain(0, HAND) + 8.0
    assert gain(0, (0, 0)) > gain(0, HAND) + 8.0


def test_who_is_behind_in_the_last_month_does_not_pass_and_who_is_ahead_does():
    blocks = GUARDS | {"x_21_5": "35", "a_7_4": "37", "a_7_7": "37"}
    losing = axis(table(blocks, month=10))
    winning = allies(table(blocks, month=10, passed=1, active="allied"))
    assert losing.stay_worth() < -10.0
    assert winning.stay_worth() > 10.0
    assert axis(table(blocks, month=9)).stay_worth() > -5.0


def test_a_real_card_is_staked_where_the_first_turn_decides():
    blocks = {"x_21_3": "71", "x_brescia": "151", "a_22g": "37", "a_2_3": "69"}
    decides = table(blocks, scenario="1941", active="axis")
    quiet = table(blocks | {"a_2_sg": "74"}, scenario="1941", active="axis")
    for view in (axis(decides), allies(decides)):
        assert view.initiative(("challenge", "real")) > 20.0 > view.initiative(("decline",))
    assert axis(quiet).stake < WON


# -- deployment ------------------------------------------------------------------------------------


def deployed(number: int) -> dict[str, int]:
    """Where the Axis begins in 1940, in one of the deployments that differ by no reason."""
    match = Match(GAME, Setup("1940", ()), SeededDice("deployment"))
    posture = postures(match.state, "axis")[number]
    while match.decision is not None and match.to_answer[0] == "axis":
        options = match.legal("axis")
        scores = judge(match, "axis", options, posture)
        match.choose(options[scores.index(max(scores))], "axis")
    return {PACK.block_ids[b]: match.state.place[b] for b in PACK.blocks_of[AXIS]}


def test_whatever_the_deployment_the_base_and_the_fortresses_are_held():
    found = [deployed(number) for number in range(5)]
    assert len({tuple(sorted(each.items())) for each in found}) > 1
    for each in found:
        assert {at("151"), at("37"), at("40")} <= set(each.values())


def test_no_army_gives_up_tobruk_in_a_pass_because_each_thinks_that_others_stay():
    garrison = dict.fromkeys(("a_9au_20", "a_7au_18", "a_70_23"), "37")
    army = dict.fromkeys(("x_21_5", "x_21_104", "x_ariete", "x_trento", "x_pavia"), "36")
    g = table(GUARDS | garrison | army | {"a_7_7": "66"}, active="allied", enemy_hand=HAND)
    view = allies(g)
    blocks = [number(name) for name in garrison]
    alone = sum(
        max(view.falling_back(block, to) for to in (at("38"), at("40"), at("66")))
        for block in blocks
    )
    assert view.all_fall_back(at("37"), blocks) < alone - 3.0
    assert at("37") not in view.withdrawals
