"""10 Retreats: refusing, full, partial, Probe Combat and Pursuit Fire."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.model.state import Flight
from khamsin.games.rommel.rules.combat.flight import fallbacks, ways_now
from khamsin.games.rommel.rules.combat.losses import HIT, allocations
from khamsin.games.rommel.rules.combat.retreats import drop_stuck
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.games.rommel.rules.supply.network import ways_back
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import (
    PACK,
    asked,
    at,
    cv,
    defender,
    go,
    goals,
    lies,
    names,
    number,
    offers,
    play,
    scene,
    table,
    told,
    where,
)  # fmt: skip

HOLD = {"benghazi": "axis"}
EDGE = {("10", "35"): "axis"}


def attacked(*steps, blocks=None, **more):
    """7/4 and 7/SG in Gazala are Attacked by armor from Tmimi."""
    stacks = {"a_7_4": "35", "a_7_sg": "35", "x_21_5": "10", "a_7_7": "74", "x_ariete": "10"}
    g = table(stacks | (blocks or {}), holder=HOLD, **more)
    return play(g, "play 1 1", "group 10", "engage x_21_5 10 35 10", "done", *steps)


@pytest.mark.rule("rommel", "10.2", "8.4.a", "10.s1", "10.0.a", "10.0.b", "5.3.b")
def test_refusing_takes_all_blocks_out_each_its_own_way():
    m = attacked("refuse 35")
    assert told(m, "leaving")[-1] == {
        "side": "allied", "place": "35", "count": 2, "speed": 3, "kind": "refusal",
    }  # fmt: skip
    assert offers(m) == ["fire 1 1 0", "fire 0 0 0"]
    go(m, "fire 1 1 0", (1,))
    assert asked(m) == "allied withdraw"
    assert all(offer.split()[0] == "withdraw" for offer in offers(m))
    go(m, "withdraw a_7_4 35 37", "withdraw a_7_sg 35 38")
    assert (where(m, "a_7_4"), where(m, "a_7_sg")) == ("37", "38")
    assert lies(m, "a_7_4")
    assert lies(m, "a_7_sg")
    assert told(m, "revealed") == []  # never revealed
    assert defender(m, "35") == "nobody"


@pytest.mark.rule("rommel", "R21")
def test_several_refusals_are_declared_first_and_resolved_in_the_order_one_likes():
    blocks = {"a_7_4": "35", "a_1at": "60", "x_21_5": "10", "x_15_8": "59", "a_7_7": "74"}
    g = table(blocks, holder=HOLD)
    m = play(g, "play 2 2", "group 10", "engage x_21_5 10 35 10", "group 59")
    go(m, "engage x_15_8 59 60 59", "done", "refuse 35", "refuse 60")
    assert asked(m) == "allied refusals"
    go(m, "retreat 60", "fire 0 0 0", "withdraw a_1at 60 61", "fire 0 0 0")
    go(m, "withdraw a_7_4 35 36")
    assert (where(m, "a_1at"), where(m, "a_7_4")) == ("61", "36")


@pytest.mark.rule("rommel", "R21")
def test_who_can_no_longer_refuse_after_another_has_gone_stays():
    # On the Siwa track the block in the oasis lives on the one half way to the coast.
    blocks = {"a_7_4": "141", "a_1at": "213", "x_21_5": "140", "x_15_8": "212", "a_7_7": "74"}
    m = play(table(blocks, holder=HOLD), "play 2 2", "group 140", "engage x_21_5 140 141 140")
    go(m, "group 212", "engage x_15_8 212 213 212", "done", "refuse 141", "refuse 213")
    go(m, "retreat 141", "fire 0 0 0")
    go(m, offers(m, "withdraw")[0])
    assert told(m, "cannot_refuse") == [{"side": "allied", "place": "213"}]
    assert where(m, "a_1at") == "213"
    assert told(m, "leaving")[-1]["place"] == "141"


@pytest.mark.rule("rommel", "5.3.c", "5.3.e")
def test_no_withdrawal_into_a_battle():
    g = table({"a_7_4": "35", "a_7_sg": "36", "a_7_7": "74"})
    assert at("36") in ways_back(g, ALLIED, at("35"), at("74"))
    stacks = {"a_7_4": "35", "a_7_sg": "36", "x_21_5": "36", "a_7_7": "74"}
    g = table(stacks, battles={"36": "allied"})
    assert has_line(g, number("a_7_4"))  # the line runs through the battle, the block may not
    assert at("36") not in ways_back(g, ALLIED, at("35"), at("74"))


@pytest.mark.rule("rommel", "12.5.b", "5.3.c")
def test_a_raider_has_no_line_to_withdraw_along():
    g = engaged({})
    rows = ways_now(g, AXIS, [at("35")])
    assert fallbacks(g, number("x_trento"), rows)
    g.raider = changed(g.raider, number("x_trento"), 1)
    assert fallbacks(g, number("x_trento"), rows) == []
    assert fallbacks(g, number("x_21_5"), rows)


@pytest.mark.rule("rommel", "10.1.a", "10.s3")
def test_a_leaver_whose_way_was_closed_stays():
    g = engaged({"a_11h": "10"}, leavers=[(number("x_trento"), at("10"), 0)], option="basic")
    drop_stuck(g, at("35"))
    assert g.leavers == []


@pytest.mark.rule("rommel", "8.4.s1", "10.s1", "10.s5", "R22")
def test_disrupted_blocks_left_behind_by_a_refusal_rout():
    turn = {"a_4in_5": 9}
    stacks = {"a_7_4": "35", "a_4in_5": "35", "x_21_5": "10", "x_15_8": "10", "a_7_7": "74"}
    g = table(stacks, holder=HOLD, disrupted=["a_4in_5"])
    g.disrupted = changed(g.disrupted, number("a_4in_5"), turn["a_4in_5"])
    m = play(g, "play 1 1", "group 10", "engage x_21_5 10 35 10", "engage x_15_8 10 35 10")
    go(m, "done", "refuse 35", "fire 1 1 0", (1,), "withdraw a_7_4 35 36")
    assert told(m, "rout")[-1]["side"] == "allied"
    assert cv(m, "a_4in_5") == 3  # Rout attrition
    # Only the pursuer that has not fired yet may fire, at two dice against speed 1.
    assert offers(m) == ["fire 2 0 1", "fire 0 0 0"]
    go(m, "fire 2 0 1", (4, 1))
    assert cv(m, "a_4in_5") == 2
    go(m, "withdraw a_4in_5 35 36")
    assert where(m, "a_4in_5") == "36"


@pytest.mark.rule("rommel", "10.5.a", "10.5.b", "10.5.c")
def test_pursuit_fire_by_speed():
    # A foot block leaves with armor: the slowest counts; recon and armor are faster.
    stacks = {"a_4in_5": "35", "a_7_4": "35", "x_21_3": "10", "x_brescia": "10", "a_7_7": "74"}
    g = table(stacks | {"x_15_8": "10"}, holder=HOLD)
    m = play(g, "play 1 1", "group 10", "engage x_21_3 10 35 10", "engage x_brescia 10 35 10")
    go(m, "done", "refuse 35")
    assert told(m, "leaving")[-1]["speed"] == 1
    assert offers(m) == ["fire 3 1 1", "fire 1 1 0", "fire 2 0 1", "fire 0 0 0"]
    go(m, "fire 3 1 1", (4, 3, 6))
    assert told(m, "pursuit")[-1]["hits"] == 2
    assert set(offers(m)) == {
        "lose a_7_4 a_7_4", "lose a_4in_5 a_4in_5", "lose a_7_4 a_4in_5",
    }  # fmt: skip
    go(m, "lose a_4in_5 a_4in_5")
    assert cv(m, "a_4in_5") == 2


@pytest.mark.rule("rommel", "10.5.b", "R22")
def test_slower_enemies_do_not_fire_and_the_enemy_learns_only_the_dice():
    stacks = {"a_7_4": "35", "x_brescia": "10", "a_7_7": "74"}
    g = table(stacks, holder=HOLD)
    m = play(g, "play 1 1", "group 10", "engage x_brescia 10 35 10", "done", "refuse 35")
    assert offers(m) == ["fire 0 0 0"]
    m = attacked("refuse 35", "fire 1 1 0", (4,))
    assert "block" not in told(m, "pursuit", "allied")[-1]
    go(m, "lose a_7_sg")
    assert told(m, "suffered", "axis") == []
    assert told(m, "suffered", "allied")[-1]["blocks"] == ("a_7_sg",)


@pytest.mark.rule("rommel", "R22", "10.5.c", "9.5.c")
def test_pursuit_hits_are_one_pool():
    g = table({"x_21_5": "35", "x_ariete": "35"})
    blocks = [number("x_21_5"), number("x_ariete")]
    ways = {tuple(g.block_id(b) for b in way) for way in allocations(g, blocks, 3 * HIT)}
    assert ways == {("x_21_5", "x_ariete"), ("x_ariete", "x_ariete", "x_ariete")}
    assert allocations(g, [number("x_21_5")], HIT) == [()]  # one hit on an elite block is lost


# -- full Retreat ------------------------------------------------------------------------------


def engaged(blocks, **more):
    stacks = {"x_21_5": "35", "x_trento": "35", "a_7_4": "35", "x_ariete": "10", "a_7_7": "74"}
    more.setdefault("crossed", EDGE)
    return table(stacks | blocks, battles={"35": "allied"}, holder=HOLD, **more)


@pytest.mark.rule("rommel", "10.3", "10.s2", "7.2.c", "10.0.b")
def test_full_retreat_after_all_other_moves():
    m = play(engaged({}), "play 2 2", "group 35", "move x_21_5 35 9", "move x_trento 35 10")
    go(m, "group 10", "move x_ariete 10 34", "done")
    assert told(m, "leaving")[-1]["kind"] == "retreat"
    assert told(m, "leaving")[-1]["speed"] == 2
    assert offers(m) == ["fire 2 0 1", "fire 0 0 0"]
    go(m, "fire 2 0 1", (1, 1))
    assert (where(m, "x_21_5"), lies(m, "x_21_5")) == ("9", True)
    assert defender(m, "35") == "nobody"
    assert names(m, "allied", "35") == ["a_7_4"]


@pytest.mark.rule("rommel", "10.1.b", "10.0.c", "11.11.a")
def test_disrupted_blocks_cannot_leave_and_rout_when_the_others_have_gone():
    g = engaged({"x_15_8": "35"}, disrupted=["x_15_8"])
    g.disrupted = changed(g.disrupted, number("x_15_8"), 9)
    m = play(g, "play 1 1", "group 35")
    assert goals(m, "x_15_8") == []
    go(m, "move x_21_5 35 10", "move x_trento 35 10", "done", "fire 0 0 0")
    assert told(m, "rout")[-1]["side"] == "axis"
    assert cv(m, "x_15_8") == 4


@pytest.mark.rule("rommel", "10.1.b")
def test_who_must_leave_and_cannot_is_eliminated():
    # Attackers of a Fortress who Pass must leave; cut off, they are lost.
    stacks = {"x_21_5": "37", "a_7_4": "37", "a_1at": "36", "a_7_7": "61", "x_ariete": "151"}
    g = table(stacks, battles={"37": "allied"}, crossed={("36", "37"): "axis"}, real=0)
    m = play(g, "done")
    assert told(m, "must_leave")[-1]["place"] == "37"
    go(m, "fire 0 0 0")
    assert where(m, "x_21_5") == "eliminated"


# -- partial Retreat ---------------------------------------------------------------------------


@pytest.mark.rule("rommel", "10.4.a", "10.4.b", "10.41.a", "10.41.d", "10.s3", "7.2.c")
def test_partial_retreat_behind_a_rearguard():
    m = play(engaged({}), "play 1 1", "group 35", "move x_trento 35 10", "done")
    assert asked(m) == "allied probe"
    go(m, "let_go 35")
    assert (where(m, "x_trento"), lies(m, "x_trento"), cv(m, "x_trento")) == ("10", True, 4)
    assert told(m, "pursuit") == []
    assert where(m, "x_21_5") == "35"


@pytest.mark.rule("rommel", "10.4.c", "R26")
def test_no_combat_in_that_battle_for_the_rest_of_the_turn():
    m = play(engaged({}), "play 1 1", "group 35", "move x_trento 35 10", "done", "let_go 35")
    assert told(m, "combat") == []
    stacks = {"x_21_5": "37", "x_trento": "37", "a_7_4": "37", "x_ariete": "35", "a_7_7": "74"}
    g = table(stacks, battles={"37": "allied"}, crossed={("36", "37"): "axis"})
    m = play(g, "play 1 1", "group 37", "move x_trento 37 36", "done", "let_go 37")
    assert told(m, "combat") == []  # R26: not even in a Fortress


@pytest.mark.rule("rommel", "10.41.b", "10.41.d", "R25", "10.s3")
def test_probe_combat_rearguard_first():
    g = engaged({}, assaults=[at("35")])  # nor does an Assault of the turn before count
    m = play(g, "play 2 2", "group 35", "move x_trento 35 10", "done", "probe 35")
    assert told(m, "combat")[-1]["kind"] == "probe"
    go(m, (1,) * 6)  # the Rearguard, normal dice though two real cards lie on the table
    assert told(m, "fired")[-1]["side"] == "axis"
    go(m, (6, 6, 1, 1))  # the probing side, at the Rearguard alone
    assert cv(m, "x_21_5") == 4
    assert (where(m, "x_trento"), cv(m, "x_trento")) == ("10", 4)
    assert told(m, "pursuit") == []


@pytest.mark.rule("rommel", "10.41.c", "10.s3", "11.3.s1")
def test_if_the_rearguard_dies_those_who_have_not_fired_may_pursue():
    g = engaged({"a_11h": "35", "x_15_8": "35"}, cv={"x_21_5": 2}, disrupted=["x_15_8"])
    g.disrupted = changed(g.disrupted, number("x_15_8"), 9)
    m = play(g, "play 1 1", "group 35", "move x_trento 35 10", "done", "probe 35")
    go(m, (1,) * 2, "fire_at a_7_4 armor", (6, 6, 1, 1))  # it falls before 11H has fired
    assert where(m, "x_21_5") == "eliminated"
    assert told(m, "leaving")[-1]["kind"] == "retreat"
    assert offers(m) == ["fire 2 0 1", "fire 0 0 0"]
    go(m, "fire 0 0 0")
    assert where(m, "x_trento") == "10"
    assert told(m, "rout")[-1]["side"] == "axis"  # the Shield of 15/8 has gone


@pytest.mark.rule("rommel", "10.s4", "14.2.e", "13.2.a")
def test_a_rearguard_of_original_defenders_keeps_its_defences():
    stacks = {"x_21_5": "37", "a_70_23": "37", "a_70_14": "37", "a_7_7": "74", "a_7_4": "38"}
    g = table(stacks, active="allied", battles={"37": "allied"}, crossed={("36", "37"): "axis"})
    m = play(g, "play 1 1", "group 37", "move a_70_14 37 38", "done", "probe 37")
    go(m, (1,) * 8)  # double dice for the foot block of CV 4
    go(m, (1,) * 6)  # the probing side never has any


@pytest.mark.rule("rommel", "10.4.a")
def test_no_partial_retreat_by_withdrawal():
    stacks = {"a_7_4": "35", "a_7_sg": "35", "x_21_5": "35", "a_7_7": "74"}
    g = table(stacks, active="allied", battles={"35": "allied"}, crossed=EDGE, holder=HOLD, real=0)
    m = play(g, "group 35", "move a_7_4 35 36")
    assert offers(m, "done") == []
    go(m, "move a_7_sg 35 37", "done", "fire 0 0 0")
    assert (lies(m, "a_7_4"), lies(m, "a_7_sg")) == (True, True)
    g.raider = changed(g.raider, number("a_7_sg"), 1)  # it has no line: so nobody may go
    assert offers(play(g, "group 35"), "move") == []


@pytest.mark.rule("rommel", "10.1.a")
def test_never_straight_from_battle_into_battle():
    stacks = {"x_21_5": "35", "a_7_4": "35", "x_ariete": "10", "a_7_7": "34", "x_trento": "34"}
    g = table(stacks, battles={"35": "axis", "34": "axis"}, crossed={}, holder=HOLD)
    m = play(g, "play 1 1", "group 35")
    assert "34" not in goals(m, "x_21_5")
    assert "10" in goals(m, "x_21_5")


@pytest.mark.rule("rommel", "10.s6", "11.3.s2", "11.11.a", "11.11.b")
def test_a_rout_in_combat_is_pursued_by_those_who_have_not_fired():
    stacks = {"a_7_4": "35", "a_4in_5": "35", "x_21_5": "35", "x_15_8": "35", "a_7_7": "74"}
    g = table(
        stacks, active="allied", battles={"35": "allied"}, crossed=EDGE, holder=HOLD,
        disrupted=["a_4in_5"], cv={"a_7_4": 1},
    )  # fmt: skip
    g.disrupted = changed(g.disrupted, number("a_4in_5"), 1)
    m = play(g, "play 1 1", "done")
    assert lies(m, "a_4in_5")  # no recovery with enemies in the hex
    go(m, "fight 35", (6, 1, 1, 1, 1, 1))  # the first shot kills the Shield
    assert told(m, "rout")[-1]["side"] == "allied"
    assert offers(m) == ["fire 2 0 1", "fire 0 0 0"]  # one of the two has fired
    go(m, "fire 0 0 0")
    assert asked(m) == "allied withdraw"
    assert cv(m, "a_4in_5") == 3
    assert PACK.place_index["35"] == at("35")


@pytest.mark.rule("rommel", "10.5.c", "9.5.b")
def test_no_way_to_bear_pursuit_hits_is_left_out():
    # Six hits on nine blocks: too many ways to read, so they are given out two by two.
    foot = ("brescia", "pavia", "bologna", "trento", "savona", "sabratha", "trieste")
    blocks = {f"x_{name}": "35" for name in foot} | {"x_ariete": "35", "x_21_5": "35"}
    g = table(blocks | {"a_7_4": "35", "a_7_7": "74"}, battles={"35": "allied"}, step="refuse")
    group = tuple(sorted(number(name) for name in blocks))
    g.flight = Flight(at("35"), AXIS, "refusal", group, speed=1, pursued=True, hits=6)
    m = scene(g)
    assert "lose x_21_5" in offers(m)  # two hits on an elite step
    assert len(offers(m)) == 1 + 8 * 9 // 2  # or any two ordinary ones
    go(m, "lose x_21_5", "lose x_21_5")
    assert asked(m) == "axis suffer"
    go(m, "lose x_pavia x_sabratha")
    lost = [each["blocks"] for each in told(m, "suffered")]
    assert lost == [("x_21_5",), ("x_21_5",), ("x_pavia", "x_sabratha")]
    assert asked(m) != "axis suffer"
