"""Where impulses, the turn and its initial segment meet (3.3, 4.43, 6.12, 7.6, 10.6, 11.2)."""

from random import Random

import pytest

from khamsin.games.gazala.knowledge.imagine import imagine
from khamsin.games.gazala.model.pieces import ALLIED, ISOLATED, SUPPLIED, UNSUPPLIED, WAITING
from khamsin.games.gazala.model.state import DRAW, IMPULSE_END, RETURNS, WITHDRAWAL
from khamsin.games.gazala.rules.activation import begin_impulse
from khamsin.games.gazala.rules.brigades import joins, why_not_split
from khamsin.games.gazala.rules.combat.armour import armour_value
from khamsin.games.gazala.rules.combat.combat import attack_strength
from khamsin.games.gazala.rules.combat.losses import lose_step
from khamsin.games.gazala.rules.combat.retreat import is_passable, retreat_hexes
from khamsin.games.gazala.rules.control import remove
from khamsin.games.gazala.rules.movement.cost import offers_shelter
from khamsin.games.gazala.rules.replacements import replacement_options
from khamsin.games.gazala.rules.segment import command_modifier
from khamsin.kernel.text.narrator import Narrator
from tests.games.gazala.staging import (
    GAME,
    PACK,
    asked,
    at,
    go,
    h,
    offers,
    scene,
    table,
    told,
    u,
    until,
    why,
)

FAR_TANK = {"hq_afrika": "0407", "hq_7arm": "2010"}


def next_impulse(m, chit):
    """Everything else is declined, nobody halts, and this chit is drawn."""
    while m.chance is None or m.chance.why != "chit":
        go(m, "done") if m.decision is not None else go(m, (6,) * m.chance.count)
    return go(m, (chit,))


# -- supply (6.12) ------------------------------------------------------------------------------


@pytest.mark.rule("gazala", "6.12.a", "R13", "R44")
def test_a_unit_that_has_come_into_range_is_supplied_again():
    units = FAR_TANK | {"erwin_rommel": "0417", "15_1_t": "0417"}
    m = scene(table(units, chit="rommel", cup=("afrika", "7arm")))
    assert m.state.due[u("15_1_t")] == UNSUPPLIED
    go(m, "stack 0417", "to 0413", "done")
    next_impulse(m, "afrika")
    assert m.state.due[u("15_1_t")] == SUPPLIED
    assert attack_strength(m.state, u("15_1_t")) == PACK.combat[u("15_1_t")][0]


@pytest.mark.rule("gazala", "7.21", "R13")
def test_out_of_range_twice_is_one_level_all_the_same():
    units = FAR_TANK | {"erwin_rommel": "0420", "15_1_t": "0420"}
    m = scene(table(units, chit="rommel", cup=("afrika", "7arm")))
    go(m, "stack 0420", "to 0421", "done")
    next_impulse(m, "afrika")
    assert m.state.due[u("15_1_t")] == UNSUPPLIED
    g = table(units, chit="afrika", supply={"15_1_t": "unsupplied"})
    assert g.due[u("15_1_t")] == ISOLATED


@pytest.mark.rule("gazala", "11.12", "R43")
def test_a_reinforcement_is_supplied_in_rommels_impulse_too():
    units = {"hq_afrika": "0407", "erwin_rommel": "2805", "1sa_1": "2507"}
    g = table(units)
    tank = u("21_1_t")
    g.place[tank] = WAITING
    g.scenario = PACK.scenarios["strike"]  # 25 May
    begin_impulse(g, "afrika")
    g.track[0] = ("afrika",)
    g.cup = ("rommel", "1sa")
    m = go(scene(g), "unit 21_1_t")
    go(m, "to 2805", "done")
    go(next_impulse(m, "rommel"), (6,))
    assert m.state.due[tank] == SUPPLIED


# -- shelter and reaction (4.43, 10.3) -----------------------------------------------------------

SHELTERED = {
    "hq_7arm": "0510", "7arm_3": "0505", "ind_kdg": "0405", "xx_8_132": "0506", "hq_xx": "0520",
    "hq_afrika": "0107", "15_1_t": "0110",
}  # fmt: skip


@pytest.mark.rule("gazala", "4.43", "10.3")
def test_a_car_that_gave_shelter_does_not_slip_away():
    m = scene(table(SHELTERED, chit="7arm", cup=("afrika", "xx", "1arm")))
    go(m, "unit 7arm_3", "to 0405")
    assert m.state.locked[u("ind_kdg")]
    go(m, "done")
    next_impulse(m, "afrika")
    go(m, "unit 15_1_t")
    near = [PACK.place_ids[n] for n in PACK.board.neighbours[h("0405")]]
    go(m, next(o for o in offers(m, "to") if o.split()[1] in near))
    assert asked(m) == "axis move"


@pytest.mark.rule("gazala", "4.43", "10.3", "R35")
def test_a_car_that_slipped_away_has_moved_and_gives_no_shelter():
    units = {"hq_afrika": "0107", "15_1_t": "0210", "ind_kdg": "0213", "hq_7arm": "0520"}
    m = go(scene(table(units, chit="afrika")), "unit 15_1_t", "to 0212")
    go(m, offers(m, "react")[0])
    there = m.state.place[u("ind_kdg")]
    assert not offers_shelter(m.state, ALLIED, there, ())
    assert not m.state.acted[u("ind_kdg")]  # its own move is still to come


@pytest.mark.rule("gazala", "11.11", "11.14")
def test_nobody_is_taken_in_hand_who_finds_no_way_in():
    g = table({"hq_afrika": "0407"})
    g.place[u("21_1_t")] = WAITING
    g.scenario = PACK.scenarios["strike"]
    for place in PACK.entries[0]:
        g.control[place] = ALLIED
    begin_impulse(g, "afrika")
    assert offers(scene(g), "unit") == ["unit hq_afrika"]


# -- brigades (10.6, R37) ------------------------------------------------------------------------


@pytest.mark.rule("gazala", "10.6.a")
def test_brigades_split_only_before_anything_has_moved():
    units = {"hq_1sa": "2508", "1sa_1": "2409", "1sa_2": "2410", "1sa_3": "2412"}
    m = scene(table(units, chit="1sa"))
    assert offers(m, "split") == ["split 1sa_1", "split 1sa_2", "split 1sa_3"]
    go(m, "split 1sa_1", "unit 1sa_2")
    assert offers(m, "split") == ["split 1sa_2", "split 1sa_3"]
    go(m, "to 2411")
    assert offers(m, "split") == []
    assert why_not_split(m.state, u("1sa_3")) == ("10.6.a", "impulse_under_way")


@pytest.mark.rule("gazala", "10.6.b", "R37")
def test_two_battalions_become_any_brigade_of_their_kind_that_is_free():
    units = {"1sa_1": "2506", "1sa_1_bn": "2407", "1sa_2": "2507", "1sa_2_bn": "2407"}
    g = table(units, reduced=["1sa_1", "1sa_2"], off=["1sa_3"])
    assert joins(g) == [("merge", "1sa_1_bn", "1sa_2_bn")]
    m = scene(
        table(units, reduced=["1sa_1", "1sa_2"], off=["1sa_3"], chit="1sa", stage=IMPULSE_END)
    )
    go(m, "merge 1sa_1_bn 1sa_2_bn")
    assert at(m, "1sa_3") == "2407"
    assert joins(table(units, reduced=["1sa_1", "1sa_2"])) == []  # no counter is free


@pytest.mark.rule("gazala", "10.6.b", "5.1")
def test_battalions_do_not_become_a_brigade_where_there_is_no_room_for_one():
    units = {"1sa_1_bn": "2407", "1sa_2_bn": "2407"}
    assert joins(table(units, off=["1sa_1", "1sa_2"]))
    assert joins(table(units | {"50_69": "2407"}, off=["1sa_1", "1sa_2"])) == []
    assert joins(table(units | {"1sa_3": "2407"}, off=["1sa_1", "1sa_2"]))


@pytest.mark.rule("gazala", "10.6.b", "7.3")
def test_of_two_battalions_the_first_gives_the_formation():
    units = {"1sa_1_bn": "2407", "50_69_bn": "2407"}
    g = table(units, off=["1sa_1", "50_69"], chit="1sa", stage=IMPULSE_END)
    m = scene(g)
    both = ["merge 1sa_1_bn 50_69_bn", "merge 50_69_bn 1sa_1_bn"]
    assert offers(m, "merge") == both
    one, other = go(m.clone(), both[0]), go(m, both[1])
    assert one.state.formation[u("1sa_1")] == "1sa"
    assert other.state.formation[u("50_69")] == "50"


@pytest.mark.rule("gazala", "10.6.b", "R37")
def test_a_borrowed_counter_is_no_part_of_the_brigade_it_is_named_after():
    """50/69 is down to a battalion, under the counter of 1SA 1."""
    g = table({"1sa_1": "2407", "50_69": "2407", "50_69_bn": "2410"}, reduced=["1sa_1", "50_69"])
    assert lose_step(g, u("50_69"), "9.31") == u("1sa_1_bn")
    assert joins(g) == []


# -- replacements (11.2) -------------------------------------------------------------------------


@pytest.mark.rule("gazala", "11.2.a", "R37", "11.24")
def test_a_brigade_is_rebuilt_while_others_use_its_battalion_counter():
    units = {"hq_5ind": "1632", "5ind_9": "1633", "5ind_9_bn": "1530", "5ind_10": "1731"}
    points = {"british_infantry": 1}
    g = table(units, reduced=["5ind_9", "5ind_10"], points=points)
    assert replacement_options(g, ALLIED) == [("rebuild", "5ind_10")]  # 9 is split: it is whole
    assert lose_step(g, u("5ind_9"), "9.31") == u("5ind_10_bn")
    assert ("rebuild", "5ind_10") in replacement_options(g, ALLIED)


@pytest.mark.rule("gazala", "11.21", "R37")
def test_the_points_for_a_battalion_are_those_of_its_brigade():
    """South Africans get none, whatever counter they use; the British do."""
    units = {"hq_1sa": "2508", "1sa_1": "2409", "1sa_1_bn": "2410", "1sa_2_bn": "2411"}
    used = dict.fromkeys(["1sa_3_bn"], "2412")
    g = table(units | used, reduced=["1sa_1"], points={"british_infantry": 1}, off=["50_69"])
    assert lose_step(g, u("1sa_1"), "9.31") == u("50_69_bn")
    assert replacement_options(g, ALLIED) == []


@pytest.mark.rule("gazala", "11.2.a", "5.1", "7.32.a")
def test_room_for_a_rebuilt_brigade_is_judged_by_the_formation_of_its_battalion():
    units = {"hq_1sa": "2508", "50_69_bn": "2409", "1sa_2": "2409"}
    points = {"british_infantry": 1}
    g = table(units, points=points, off=["50_69"])
    assert replacement_options(g, ALLIED) == []
    g = table(units, points=points, off=["50_69"], formation={"50_69_bn": "1sa"})
    assert replacement_options(g, ALLIED) == [("rebuild", "50_69_bn")]


# -- chits, halts, command (3.3, 7.1, 7.6) -------------------------------------------------------

HQS = {"hq_afrika": "0407", "hq_xx": "1206", "hq_1sa": "2508", "hq_7arm": "1020"}


@pytest.mark.rule("gazala", "3.3", "7.5", "10.13")
def test_the_halt_die_is_read_on_the_box_of_the_chit_just_played():
    """The chit of an HQ that is lost in the impulse lies in a later box."""
    boxes = PACK.numbers.track[1]
    at_box = next(n for n in range(1, len(boxes)) if 0 < boxes[n - 1] < boxes[n])
    g = table(HQS, chit="7arm", stage=IMPULSE_END, impulse=3, cup=("afrika", "1arm"))
    g.track[1] = (*("50", "2sa", "5ind")[: at_box - 1], "7arm", "1sa")
    m = scene(g)
    assert asked(m) == "halt"
    number = boxes[at_box - 1]
    go(m, (number + 1,))
    assert told(m, "goes_on") == [{"side": "allied", "die": number + 1, "number": number}]


@pytest.mark.rule("gazala", "3.3")
def test_the_chit_of_a_halted_side_is_thrown_away_and_lies_on_no_track():
    g = table(HQS, stage=DRAW, impulse=2, cup=("afrika", "7arm"), halted=[True, False])
    g.track[0] = ("xx",)
    g.chosen = [("afrika", "xx"), ("7arm",)]
    g.eligible = [("afrika", "xx"), ("7arm",)]
    m = go(scene(g), ("afrika",))
    assert m.state.track[0] == ("xx",)
    assert m.state.discarded == ("afrika",)
    seen = m.view("allied")["position"]
    assert seen["discarded"] == ["afrika"]
    world = imagine(m.state, "allied", Random(1), ())
    assert "afrika" not in world.cup


@pytest.mark.rule("gazala", "7.6", "R7")
def test_a_withdrawal_is_asked_for_only_where_it_helps_a_command_die():
    assert asked(scene(table(HQS, stage=WITHDRAWAL, turn=2))) == "allied withdraw"
    assert asked(scene(table(HQS, stage=WITHDRAWAL, turn=1))) == "axis reassign"
    assert asked(scene(table(HQS, stage=WITHDRAWAL, turn=2, scenario="strike"))) == "command"


@pytest.mark.rule("gazala", "7.1", "10.13")
def test_a_headquarters_gone_for_good_still_costs_the_command_die():
    g = table(HQS | {"1sa_1": "2409"}, stage=RETURNS, turn=9)
    before = command_modifier(g, ALLIED)
    remove(g, u("hq_7arm"))
    g.hq_back[u("hq_7arm")] = 9
    lost = command_modifier(g, ALLIED)
    assert lost < before
    m = until(scene(g), "reassign")
    assert told(m, "hq_gone") == [{"unit": "hq_7arm"}]
    assert command_modifier(m.state, ALLIED) == lost


# -- what is shown -------------------------------------------------------------------------------


@pytest.mark.rule("gazala", "7.2.a")
def test_the_activation_overlay_keeps_to_the_start_of_the_impulse(narrator):
    units = {"hq_afrika": "0407", "15_1_t": "0409", "15_2_t": "0425"}
    m = scene(table(units, chit="afrika"))
    before = overlay(m, narrator)
    go(m, "unit hq_afrika", "to 0416")
    after = overlay(m, narrator)
    assert after["spaces"]["0409"] == before["spaces"]["0409"] == 3
    assert after["spaces"]["0425"] == before["spaces"]["0425"] == 1
    assert after["rings"] == before["rings"]


def overlay(m, narrator):
    found = GAME.presentation.overlays(m.state, "axis", narrator, "")
    return next(each for each in found if each["id"] == "activation")


@pytest.fixture
def narrator():
    return Narrator(GAME, "en")


@pytest.mark.rule("gazala", "8.13.b", "8.2.a")
def test_the_odds_of_a_volley_count_fives_on_cars():
    units = {"hq_afrika": "0610", "15_1_t": "0614", "ind_kdg": "0615"}
    m = go(scene(table(units, chit="afrika")), "done")
    found = GAME.presentation.odds(m.state, "axis", "armour", ("attack", "0615"))[0]
    dice = armour_value(m.state, u("15_1_t"))
    assert dict(found.rows[0].outcomes)["no_hit"] == pytest.approx((4 / 6) ** dice)
    assert dict(found.rows[1].outcomes)["no_hit"] > (4 / 6) ** 3  # tanks are hit by sixes alone
    # From bad to good for who fires: to miss is bad, to be missed is good.
    ours, theirs = ([name for name, _ in row.outcomes] for row in found.rows)
    assert ours == ["no_hit", "one_hit", "more_hits"]
    assert theirs == ours[::-1]


@pytest.mark.rule("gazala", "8.4")
def test_the_odds_of_a_volley_know_matildas():
    matilda = next(x for x in PACK.units_of[1] if PACK.is_matilda[x])
    units = {"hq_afrika": "0610", "15_1_t": "0614", PACK.unit_ids[matilda]: "0615"}
    m = go(scene(table(units, chit="afrika")), "done")
    found = GAME.presentation.odds(m.state, "axis", "armour", ("attack", "0615"))[0]
    dice = armour_value(m.state, u("15_1_t"))
    none = (5 / 6) ** dice + dice * (1 / 6) * (5 / 6) ** (dice - 1)
    assert dict(found.rows[0].outcomes)["no_hit"] == pytest.approx(none)


ATTACK = {"hq_afrika": "0610", "15_1_t": "0614", "15_1_i": "0614", "7arm_3": "0615"}


@pytest.mark.rule("gazala", "8.5", "R16")
def test_why_not_does_not_refuse_an_attack_that_is_offered():
    units = ATTACK | {"15_2_t": "0513", "7arm_5": "0512"}
    m = scene(table(units, chit="afrika", options=["attacks_per_hex"]))
    go(m, "done", "attack 0512")
    go(m, "attack 0615", "all")
    while asked(m) != "axis combat":
        assert m.chance is not None
        go(m, (1,) * m.chance.count)
    assert "attack 0615" in offers(m)
    assert GAME.rules.why_not(m.state, "axis", ("attack", "0615")) is None


@pytest.mark.rule("gazala", "9.0.a", "8.0.a")
def test_why_not_tells_what_is_wrong_with_a_target():
    units = ATTACK | {"50_69": "0620", "ind_1sf": "0515"}
    m = go(scene(table(units, chit="afrika")), "done")
    assert why(m, "attack 0620") == "9.0.a not_adjacent"
    assert why(m, "attack 0515") == "8.0.a no_armour"
    go(m, "attack 0615", "all")
    if asked(m) == "axis armour":
        assert why(m, "attack 0615") == "9.0.a already_named"


@pytest.mark.rule("gazala", "4.1", "4.43")
def test_how_far_a_unit_can_go_is_shown_only_while_it_may(narrator):
    units = {"hq_afrika": "0407", "15_1_t": "0409", "15_2_t": "0410", "hq_7arm": "0420"}

    def shown(m, unit):
        found = GAME.presentation.overlays(m.state, "axis", narrator, unit)
        return next(each for each in found if each["id"] == "reach")["spaces"]

    m = scene(table(units, chit="afrika"))
    assert shown(m, "15_1_t")
    go(m, "unit 15_1_t", "to 0411", "unit 15_2_t")
    assert not shown(m, "15_1_t")  # its move is over
    assert shown(m, "15_2_t")
    assert shown(m, "hq_7arm")  # the enemy's: what he could do
    marks = {name: seen["may_act"] for name, seen in m.view("axis")["position"]["units"].items()}
    assert (marks["15_1_t"], marks["15_2_t"]) == (False, True)


@pytest.mark.rule("gazala", "8.12")
def test_the_odds_of_a_volley_are_those_of_the_units_named():
    units = ATTACK | {"15_2_t": "0614"}
    m = go(scene(table(units, chit="afrika")), "done")
    one = GAME.presentation.odds(m.state, "axis", "armour", ("attack", "0615", "15_2_t"))[0]
    assert one.title.values["attackers"] == ("15_2_t",)


@pytest.mark.rule("gazala", "10.4", "R36")
def test_rommel_does_not_activate_the_heckler_group_on_the_day_it_lands():
    heckler = PACK.unit_ids[PACK.heckler]
    g = table({"hq_xxi": "2403", "erwin_rommel": "2130", heckler: "2130"})
    begin_impulse(g, "rommel")
    assert g.due[PACK.heckler] >= 0
    g.arrived[PACK.heckler] = 1
    begin_impulse(g, "rommel")
    assert g.due[PACK.heckler] < 0
    begin_impulse(g, "xxi")
    assert g.due[PACK.heckler] == SUPPLIED


@pytest.mark.rule("gazala", "3.21.b", "10.84", "4.43")
def test_who_has_given_shelter_may_still_breach_but_not_go():
    g = table({"hq_afrika": "1405", "15_1_i": "1409", "1sa_1": "2507"}, chit="afrika")
    g.locked[u("15_1_i")] = 1
    m = go(scene(g), "unit 15_1_i")
    assert offers(m, "to") == []
    go(m, offers(m, "breach")[0], (6,))
    assert told(m, "breached")
    assert offers(m, "to") == []


@pytest.mark.rule("gazala", "10.6.a", "4.43")
def test_a_brigade_that_has_given_shelter_may_split():
    g = table({"hq_1sa": "2508", "1sa_1": "2409"}, chit="1sa")
    g.locked[u("1sa_1")] = 1
    m = go(scene(g), "split 1sa_1")
    assert at(m, "1sa_1_bn") == "2409"
    assert m.state.locked[u("1sa_1_bn")]


@pytest.mark.rule("gazala", "10.13", "5.2")
def test_the_units_of_an_hq_lost_in_its_own_impulse_do_not_attack():
    """The enemy removes the second HQ of a stack that is too large."""
    stack = ["15_1_t", "15_2_t", "15_1_i", "15_2_i", "15_3_i", "hq_afrika", "erwin_rommel"]
    units = dict.fromkeys(stack, "0614") | {"7arm_3": "0615"}
    m = go(scene(table(units, chit="afrika")), "done")
    assert asked(m) == "allied overstacked"
    other = go(m.clone(), "remove erwin_rommel")
    assert asked(other) == "axis armour"
    go(m, "remove hq_afrika")
    assert not asked(m).startswith("axis")


# -- withdrawal and lost headquarters outside the movement phase ---------------------------------


@pytest.mark.rule("gazala", "7.6", "9.42", "9.57", "R31")
def test_in_a_withdrawal_nobody_goes_straight_west_in_retreat_or_pursuit():
    """9.42, 9.57: not where normal movement could not go."""
    g = table({"hq_7arm": "0620", "7arm_3ind": "0615"}, chit="7arm")
    unit, here, west = u("7arm_3ind"), h("0615"), h("0614")
    assert is_passable(g, (unit,), here, west)
    g.withdrawing = True
    assert not is_passable(g, (unit,), here, west)
    assert is_passable(g, (unit,), here, h("0616"))
    assert west not in retreat_hexes(g, unit, [h("0616")], (here,))[0]
    g.withdrawing = False
    assert west in retreat_hexes(g, unit, [h("0616")], (here,))[0]


@pytest.mark.rule("gazala", "10.13", "10.3", "R64")
def test_a_car_whose_headquarters_is_lost_does_not_slip_away():
    units = {"hq_7arm": "0420", "7arm_3": "0414", "15_33_a": "0410", "hq_xxi": "2403"}
    m = go(scene(table(units | {"hq_afrika": "0407"}, chit="7arm")), "unit 7arm_3", "to 0411")
    assert asked(m) == "axis react"
    m = go(scene(table(units, chit="7arm", off=["hq_afrika"])), "unit 7arm_3", "to 0411")
    assert asked(m) == "allied move"
    assert why(m, "react 15_33_a 0409", "axis") == "10.13 hq_lost"
