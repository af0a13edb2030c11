"""Chapters 3 and 7: the sequence of play, chits, activation, halts."""

from random import Random
from typing import Any

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, ISOLATED, NOBODY, SUPPLIED, UNSUPPLIED
from khamsin.games.gazala.model.state import CHITS, COMMAND, DRAW, IMPULSE_END, RETURNS, SUPPLY
from khamsin.games.gazala.rules.activation import begin_impulse
from khamsin.games.gazala.rules.combat.armour import attacks_left, count_attack
from khamsin.games.gazala.rules.control import remove
from khamsin.games.gazala.rules.movement.cost import GOING_WEST, why_not_step
from khamsin.games.gazala.rules.segment import command_limit, command_modifier
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
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

ALL_HQS = {
    "hq_afrika": "0407", "hq_xx": "1206", "hq_x": "1705", "hq_xxi": "2403", "hq_1sa": "2508",
    "hq_50": "1810", "hq_2sa": "2322", "hq_5ind": "1632", "hq_1arm": "1519", "hq_7arm": "1020",
}  # fmt: skip


@pytest.mark.rule("gazala", "3.0.a", "3.0.b", "3.1", "R27")
def test_the_initial_segment_in_its_order():
    m = Match(GAME, Setup("aida"), SeededDice("order"))
    asked_in_order = []
    while m.state.turn < 3:
        assert m.decision is not None
        if (m.state.turn, m.state.impulse) == (2, 0) and m.decision.prompt not in asked_in_order:
            asked_in_order.append(m.decision.prompt)
        option = ("done",) if ("done",) in m.legal() else m.legal()[0]
        m.choose(option)
    dice = [e[1] for e in m.entries if e[0] == "dice"]
    start = dice.index("command")
    assert dice[start - 1] == "air"
    assert dice[start : start + 2] == ["command", "command"]
    wanted = ["withdraw", "reassign", "heckler", "chits"]
    assert [prompt for prompt in asked_in_order if prompt in wanted] == wanted


@pytest.mark.rule("gazala", "3.0.a", "13.16")
def test_the_sides_set_up_in_the_order_of_the_scenario():
    assert asked(go(Match(GAME, Setup("aida"), None), "own")) == "allied place"
    assert asked(Match(GAME, Setup("strike"), None)) == "axis set_up"
    m = go(Match(GAME, Setup("aida"), None), "done")
    assert asked(m) == "axis set_up"


@pytest.mark.rule("gazala", "3.2", "7.2.a", "R13")
def test_who_an_impulse_activates():
    units = {"hq_50": "1810", "hq_1sa": "2508", "hq_1arm": "1519", "50_69": "1809"}
    far = {"ind_7a": "1812", "ind_3a": "2801", "ind_6a": "1530", "ind_4a": "1316"}
    g = table(units | far, chit="50")
    assert g.due[u("50_69")] == SUPPLIED
    assert g.due[u("ind_7a")] == SUPPLIED  # an independent in range
    assert g.due[u("ind_3a")] == NOBODY  # another HQ is nearer
    assert g.due[u("ind_6a")] == NOBODY
    assert g.due[u("hq_1sa")] == NOBODY
    g = table({"hq_50": "1810", "50_69": "1809", "ind_6a": "1530"}, chit="50")
    assert g.due[u("ind_6a")] == UNSUPPLIED  # out of range, but no HQ is nearer


@pytest.mark.rule("gazala", "7.32.b", "3.2")
def test_of_equally_near_headquarters_either_may_activate_an_independent():
    units = {"hq_50": "1810", "hq_1arm": "1826", "ind_kdg": "1818"}
    assert PACK.board.distance(h("1810"), h("1818")) == PACK.board.distance(h("1826"), h("1818"))
    for chit in ("50", "1arm"):
        assert table(units, chit=chit).due[u("ind_kdg")] == UNSUPPLIED
    nearer = units | {"ind_kdg": "1817"}
    assert table(nearer, chit="1arm").due[u("ind_kdg")] == NOBODY


@pytest.mark.rule("gazala", "3.21.a", "3.22.a", "3.23.a", "3.24")
def test_the_phases_of_an_impulse():
    units = {"hq_afrika": "0407", "15_1_t": "0409", "15_1_i": "0409", "7arm_3": "0410"}
    m = scene(table(units, chit="afrika", cup=("xx", "7arm")))
    assert asked(m) == "axis move"
    assert asked(go(m, "done")) == "axis armour"
    assert asked(go(m, "done")) == "axis combat"
    go(m, "done")
    assert asked(m) == "chit"  # the next one is drawn
    assert m.state.track[AXIS] == ("afrika",)


@pytest.mark.rule("gazala", "3.3", "7.5", "R28", "3.24")
def test_from_the_second_impulse_on_a_die_may_halt_a_side():
    second: dict[str, Any] = {"track": [("xx",), ()], "impulse": 2, "cup": ("x", "7arm")}
    g = table(ALL_HQS, chit="afrika", stage=IMPULSE_END, **second)
    m = scene(g)
    assert asked(m) == "halt"
    assert PACK.numbers.track[AXIS][1] == 1
    assert go(m, (1,)).state.halted[AXIS]
    assert not go(scene(g), (2,)).state.halted[AXIS]
    first = table(ALL_HQS, chit="afrika", stage=IMPULSE_END, cup=("x", "xxi"))
    assert asked(scene(first)) == "chit"  # no die after the first impulse of the turn
    last = table(ALL_HQS, chit="afrika", stage=IMPULSE_END, **second | {"cup": ("7arm",)})
    assert asked(scene(last)) == "chit"  # nothing left to halt


@pytest.mark.rule("gazala", "3.3", "R28")
def test_chits_of_a_halted_side_are_thrown_away_and_the_other_goes_on():
    g = table(ALL_HQS, stage=DRAW, cup=("afrika", "7arm"), halted=[True, False])
    m = go(scene(g), ("afrika",))
    assert told(m, "chit_discarded")[0]["chit"] == "afrika"
    assert asked(m) == "chit"
    assert asked(go(m, ("7arm",))) == "allied move"


@pytest.mark.rule("gazala", "7.5", "R28", "3.3")
def test_the_turn_ends_when_both_sides_are_done():
    g = table(ALL_HQS, stage=DRAW, cup=("afrika",), halted=[True, False], turn=5)
    m = scene(g)
    assert m.state.turn == 6
    assert m.state.cup == ()
    assert not any(m.state.halted)


@pytest.mark.rule("gazala", "7.0", "3.2")
def test_a_drawn_chit_starts_the_impulse_of_its_headquarters():
    m = go(scene(table(ALL_HQS, stage=DRAW, cup=("afrika", "7arm"))), ("7arm",))
    assert asked(m) == "allied move"
    assert m.state.cup == ("afrika",)
    assert m.state.track == [(), ("7arm",)]


# -- command limits (7.1) --------------------------------------------------------------------


@pytest.mark.rule("gazala", "7.1")
def test_the_command_table_gives_the_number_of_chits():
    g = table(ALL_HQS, stage=COMMAND, turn=5)
    m = go(scene(g), (6,), (1,))
    assert m.state.limits == [4, 1]
    assert [t["chits"] for t in told(m, "command")] == [4, 1]


@pytest.mark.rule("gazala", "7.1", "7.6", "R7")
def test_modifiers_of_the_command_die():
    """Which of them hold; how large they are is reconstructed, and another pack may differ."""
    g = table(ALL_HQS, turn=9)
    by = {modifier.id: modifier.die for modifier in g.scenario.modifiers}
    attacking = by["initiative"]
    assert (command_modifier(g, AXIS), command_modifier(g, ALLIED)) == (attacking, 0)
    assert attacking > 0
    g.control[h("0912")] = AXIS
    assert command_modifier(g, AXIS) == attacking + by["hacheim"] > attacking
    g.supply[u("hq_afrika")] = UNSUPPLIED
    assert command_modifier(g, AXIS) == attacking + by["hacheim"] + by["afrika_supply"]
    assert by["afrika_supply"] < 0
    g.withdrawing = True
    assert command_modifier(g, ALLIED) == by["withdrawal"] > 0
    assert command_limit(g, ALLIED, 6) == PACK.numbers.command[ALLIED][-1]
    g.control[h("2422")] = AXIS
    assert command_modifier(g, ALLIED) == by["withdrawal"] + by["tobruk_lost"]
    remove(g, u("hq_50"))
    lost = by["tobruk_lost"] + by["allied_hq_lost"]
    assert command_modifier(g, ALLIED) == by["withdrawal"] + lost
    assert command_limit(g, ALLIED, 1) == PACK.numbers.command[ALLIED][0]
    surprised = table(ALL_HQS, turn=2)
    assert command_modifier(surprised, ALLIED) == by["surprise"] < 0


@pytest.mark.rule("gazala", "7.4", "R42")
def test_of_the_british_chits_one_is_dropped_at_random():
    g = table(
        ALL_HQS, stage=CHITS, turn=5, limits=[1, 2], eligible=[("afrika", "xx"), PACK.corps[1]]
    )
    m = go(scene(g), "chit afrika", "chit 1sa", "chit 50", "chit 7arm")
    assert asked(m) == "dropped"
    go(m, ("50",))
    assert sorted(m.state.cup) == ["1sa", "7arm", "afrika"]
    assert told(m, "cup") == [{"axis": 1, "allied": 2}]


@pytest.mark.rule("gazala", "7.4", "7.1")
def test_nobody_knows_which_chit_was_dropped_or_chosen():
    g = table(
        ALL_HQS, stage=CHITS, turn=5, limits=[1, 2], eligible=[("afrika", "xx"), PACK.corps[1]]
    )
    worlds = []
    for axis, allied, dropped in (
        ("afrika", ("1sa", "50", "7arm"), "50"),
        ("xx", ("1sa", "2sa", "5ind"), "2sa"),
    ):
        m = go(scene(g), f"chit {axis}", *[f"chit {chit}" for chit in allied], (dropped,))
        m2 = m.clone()
        worlds.append((m2.view("axis")["position"], m2.view("allied")["position"], m2.log(None)))
        assert "dropped" not in str(m2.view("allied")["position"])
    axis_sees = [dict(w[0]) for w in worlds]
    for position in axis_sees:
        position.pop("secret")
    assert axis_sees[0] == axis_sees[1]
    assert worlds[0][2] == worlds[1][2]
    assert worlds[0][1]["secret"] == {"chosen": ["1sa", "50", "7arm"]}


@pytest.mark.rule("gazala", "7.4")
def test_the_owner_himself_imagines_any_of_his_chits_dropped():
    g = table(ALL_HQS, stage=CHITS, turn=5, limits=[0, 2], eligible=[(), PACK.corps[1]])
    m = go(scene(g), "chit 1sa", "chit 50", "chit 7arm", ("50",))
    dropped = {GAME.rules.imagine(m.state, "allied", Random(n), ()).dropped for n in range(30)}
    assert dropped == {"1sa", "50", "7arm"}
    unseen = {GAME.rules.imagine(m.state, "axis", Random(n), ()).dropped for n in range(60)}
    assert unseen == set(PACK.corps[ALLIED])


@pytest.mark.rule("gazala", "7.1")
def test_the_allies_cannot_tell_a_last_chit_from_none():
    """Two answers were given: two chits, or one and *done*. What is imagined must not tell."""
    axis = ("afrika", "xx", "xxi")
    g = table(ALL_HQS, stage=CHITS, turn=5, limits=[2, 2], eligible=[axis, PACK.corps[1]])
    two = go(scene(g), "chit afrika", "chit xx").state
    one = go(scene(g), "chit xxi", "done").state
    numbers = set()
    for n in range(30):
        worlds = [GAME.rules.imagine(state, "allied", Random(n), ()) for state in (two, one)]
        assert worlds[0].data() == worlds[1].data()
        numbers.add(len(worlds[0].chosen[AXIS]))
    assert numbers == {1, 2}
    still_asked = go(scene(g), "chit afrika").state
    assert len(GAME.rules.imagine(still_asked, "allied", Random(1), ()).chosen[AXIS]) == 1


@pytest.mark.rule("gazala", "R42")
def test_the_axis_may_put_in_fewer_the_allies_must_choose_one_more():
    g = table(ALL_HQS, stage=CHITS, turn=5, limits=[3, 2], eligible=[PACK.corps[0], PACK.corps[1]])
    m = scene(g)
    assert "done" in offers(m)
    go(m, "done")
    assert asked(m) == "allied chits"
    assert "done" not in offers(m)
    few = table(ALL_HQS, stage=CHITS, turn=5, limits=[0, 3], eligible=[(), ("1sa", "50")])
    m = scene(few)  # no choice (R42)
    assert sorted(m.state.cup) == ["1sa", "50"]  # not more than the limit: none is dropped


@pytest.mark.rule("gazala", "7.6", "R31", "R7")
def test_a_withdrawal_can_be_declared_twice_and_bars_the_way_west():
    g = table(ALL_HQS | {"7arm_3": "0620"}, chit="7arm", withdrawing=True)
    m = go(scene(g), "unit 7arm_3")
    assert m.state.pack.board.toward(h("0620"), "NW") == h("0720")
    unit = (u("7arm_3"),)
    assert why_not_step(m.state, unit, h("0620"), h("0619")) == GOING_WEST
    assert why_not_step(m.state, unit, h("0620"), h("0720")) is None  # north-west
    used = table(ALL_HQS, stage="withdrawal", withdrawals=2, turn=5)
    assert asked(scene(used)) == "command"
    asks = go(scene(table(ALL_HQS, stage="withdrawal", turn=5)), "yes")
    assert asks.state.withdrawals == 1


@pytest.mark.rule("gazala", "7.6", "R16")
def test_one_attack_in_a_turn_of_withdrawal():
    units = {
        "hq_7arm": "0620",
        "7arm_7": "0616",
        "5ind_29": "0616",
        "15_1_i": "0615",
        "15_2_i": "0515",
    }
    g = table(units, chit="7arm", withdrawing=True, allied_attacks=1, formation={"5ind_29": "7arm"})
    m = go(scene(g), "done")
    assert asked(m) == "chit" or m.state.stage != "combat"
    free = go(scene(table(units, chit="7arm", withdrawing=True)), "done")
    assert asked(free) == "allied combat"
    assert why(go(scene(table(units, chit="7arm")), "done"), "attack 0615") == ""


@pytest.mark.rule("gazala", "7.6", "R16")
def test_axis_attacks_leave_the_one_attack_of_a_withdrawal():
    units = ALL_HQS | {"7arm_7": "0616", "15_1_i": "0615"}
    g = table(units, chit="afrika", withdrawing=True)
    count_attack(g, h("0616"))
    begin_impulse(g, "7arm")
    assert attacks_left(g) == 1
    count_attack(g, h("0615"))
    assert attacks_left(g) == 0


# -- activation (7.2, 7.3) -------------------------------------------------------------------


@pytest.mark.rule("gazala", "7.21", "R13", "7.22")
def test_out_of_range_units_act_one_level_worse():
    units = {"hq_7arm": "1020", "7arm_7": "0717", "7arm_7_bn": "0213", "7arm_3": "1018"}
    g = table(units, chit="7arm")
    assert PACK.board.distance(h("1020"), h("0213")) > PACK.reach[u("hq_7arm")]
    assert g.due[u("7arm_7_bn")] == UNSUPPLIED
    assert g.due[u("7arm_3")] == SUPPLIED
    worse = table(units, chit="7arm", supply={"7arm_7_bn": "unsupplied"})
    assert worse.due[u("7arm_7_bn")] == ISOLATED
    worst = table(units, chit="7arm", supply={"7arm_7_bn": "isolated"})
    assert worst.due[u("7arm_7_bn")] == ISOLATED
    m = go(scene(g), "unit 7arm_7_bn", "to 0214")
    assert m.state.supply[u("7arm_7_bn")] == UNSUPPLIED


@pytest.mark.rule("gazala", "7.22")
def test_enemies_do_not_block_the_range_of_activation():
    units = {"hq_7arm": "1020", "7arm_3": "1016", "xx_8_132": "1018", "xx_65_101": "1118"}
    g = table(units | {"xx_66_101": "0918"}, chit="7arm")
    assert g.due[u("7arm_3")] != NOBODY


@pytest.mark.rule("gazala", "7.3", "7.32.a")
def test_a_headquarters_activates_its_own_formation_only():
    units = {"hq_7arm": "1020", "hq_1arm": "1519", "1arm_9l": "1021"}
    m = scene(table(units, chit="7arm"))
    assert why(m, "unit 1arm_9l") == "7.3 other_formation"
    moved = table(units, chit="7arm", formation={"1arm_9l": "7arm"})
    assert "unit 1arm_9l" in offers(scene(moved))


@pytest.mark.rule("gazala", "7.32.a", "R47")
def test_one_unit_a_turn_may_go_to_another_formation():
    g = table(ALL_HQS | {"x_9": "1706"}, stage="reassignment", turn=5)
    m = go(scene(g), "reassign x_9")
    assert "formation x" not in offers(m)
    assert "formation rommel" not in offers(m)
    go(m, "formation afrika")
    assert m.state.formation[u("x_9")] == "afrika"
    assert told(m, "reassigned")[0]["formation"] == "afrika"
    assert asked(m) == "allied reassign"


@pytest.mark.rule("gazala", "7.31", "7.2.b", "10.2.c", "R43")
def test_rommel_activates_any_unit_in_his_hex_but_gives_no_supply():
    units = {
        "hq_x": "1705",
        "erwin_rommel": "0309",
        "x_9": "0309",
        "15_1_t": "0309",
        "15_2_t": "0310",
    }
    g = table(units, chit="rommel")
    assert g.due[u("x_9")] == UNSUPPLIED  # no HQ with a line in range
    assert g.due[u("15_2_t")] == NOBODY
    near = table(units | {"hq_xx": "0308"}, chit="rommel")
    assert near.due[u("15_1_t")] == SUPPLIED


@pytest.mark.rule("gazala", "R44", "6.12.b")
def test_a_status_lasts_until_the_next_initial_segment():
    units = {"hq_7arm": "1020", "7arm_7_bn": "0213", "hq_afrika": "0407"}
    m = go(scene(table(units, chit="7arm")), "unit 7arm_7_bn", "to 0214")
    until(m, "withdraw")
    assert m.state.turn == 4
    assert m.state.supply[u("7arm_7_bn")] in (UNSUPPLIED, ISOLATED)
    assert at(m, "7arm_7_bn") == "0214"


@pytest.mark.rule("gazala", "6.0")
def test_supply_is_checked_in_every_initial_segment():
    g = table(ALL_HQS | {"7arm_3": "1018"}, stage=SUPPLY, turn=5, supply={"7arm_3": "isolated"})
    m = scene(g)
    assert m.state.supply[u("7arm_3")] == SUPPLIED
    assert scene(table(ALL_HQS, stage=RETURNS, turn=5)).state.turn == 5
