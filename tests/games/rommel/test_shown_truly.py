"""What is shown holds: no leftovers of the last turn, no promises that the rules do not keep."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, CLASSES
from khamsin.games.rommel.rules.blocks import put
from khamsin.games.rommel.rules.supply.network import network
from khamsin.games.rommel.show.odds import odds
from khamsin.kernel.play.state import changed
from khamsin.kernel.text.narrator import Narrator
from tests.games.rommel.staging import (
    GAME,
    PACK,
    asked,
    at,
    go,
    number,
    offers,
    play,
    scene,
    table,
    told,
    where,
)  # fmt: skip
from tests.games.stage import why
from tests.some import some

NARRATOR = Narrator(GAME)
HELD = dict.fromkeys(("benghazi", "tobruk", "bardia"), "axis")
FIGHT = {"x_21_5": "35", "x_trento": "35", "a_7_4": "35", "x_ariete": "10", "a_7_7": "74"}


def overlay(g, side, piece=""):
    return {
        each["id"]: each["spaces"] for each in GAME.presentation.overlays(g, side, NARRATOR, piece)
    }


def plans(m):
    """What the board of the battle says of dice and losses."""
    return [
        plan["rule"]
        for plan in m.game.presentation.picture(m.state, "axis", NARRATOR)["battle"]["plans"]
    ]


@pytest.mark.rule("rommel", "6.3")
def test_rommel_is_not_promised_to_a_second_move():
    g = table({"x_21_3": "151", "x_ariete": "152", "x_pavia": "151"}, holder=HELD)
    m = play(g, "play 2 2", "group 151", "group 152")
    assert 2 in overlay(m.state, "axis", "x_ariete")["range"].values()
    led = next(offer for offer in offers(m, "rommel") if "x_pavia" in offer)
    go(m, led)
    assert 2 in overlay(m.state, "axis", "x_21_3")["range"].values()  # of the same Move
    assert 2 not in overlay(m.state, "axis", "x_ariete")["range"].values()


@pytest.mark.rule("rommel", "4.5.a", "5.3.c")
def test_in_a_pass_the_range_is_the_way_back():
    g = table({"x_21_3": "35", "x_pavia": "64", "a_7_7": "74"}, holder=HELD, real=1)
    assert "36" in overlay(play(g, "play 1 1").state, "axis", "x_21_3")["range"]
    spaces = overlay(play(g, "play 0 0").state, "axis", "x_21_3")["range"]
    assert "10" in spaces
    assert "36" not in spaces


@pytest.mark.rule("rommel", "16.2", "12.6.a")
def test_the_network_shown_in_a_buildup_is_that_of_its_check():
    g = table({"x_ariete": "128", "a_7_7": "74"}, phase="buildup", step="spend", holder=HELD)
    g.net = [network(g, ALLIED), network(g, AXIS)]
    put(g, number("x_ariete"), at("151"))
    assert set(overlay(g, "axis")["network"]) == {"128", "152", "151"}
    g.step = "buildup_check"
    assert set(overlay(g, "axis")["network"]) == {"151"}


@pytest.mark.rule("rommel", "8.6.e", "4.3.b")
def test_an_assault_is_over_with_its_combat():
    g = table(FIGHT, battles={"35": "allied"}, crossed={("10", "35"): "axis"}, holder=HELD)
    m = play(g, "play 2 2", "done", "assault 35", "done")
    assert plans(m) == ["8.6.e"]
    while m.chance is not None:
        go(m, (1,) * m.chance.count)
    assert m.state.assaults == []


@pytest.mark.rule("rommel", "14.2.e", "13.2.a")
def test_the_board_shows_defences_only_where_they_hold():
    blocks = {"x_21_5": "37", "a_70_23": "37", "a_7_4": "37", "a_7_7": "74", "x_ariete": "36"}
    sides = {("36", "37"): "axis"}
    m = play(table(blocks, battles={"37": "allied"}, crossed=sides), "play 1 1", "done")
    assert plans(m) == ["13.2.a"]
    g = table(blocks, active="allied", battles={"37": "allied"}, crossed=sides)
    m = play(g, "play 1 1", "done", "fight 37")
    assert plans(m) == []  # the Defender has started it


@pytest.mark.rule("rommel", "6.4.b", "10.5.c")
def test_whoever_falls_in_the_pursuit_marches_no_more():
    blocks = {"x_trento": "35", "a_7_4": "35", "a_7_sg": "35", "x_ariete": "151", "a_7_7": "74"}
    g = table(
        blocks, battles={"35": "allied"}, crossed={("10", "35"): "axis"}, holder=HELD,
        cv={"x_trento": 1},
    )  # fmt: skip
    m = play(g, "play 1 1", "regroup 35")
    goal = next(
        offer for offer in offers(m, "to") if offers(go(m.clone(), offer), "march")
    )  # fmt: skip
    go(m, goal, f"march x_trento 35 {goal.split()[1]}", "done", "fire 4 0 2", (6, 6, 6, 6))
    assert where(m, "x_trento") == "eliminated"
    assert told(m, "march_die") == []
    assert m.view("allied")["position"]["marches"] == []


@pytest.mark.rule("rommel", "3.48", "4.5.b")
def test_no_turn_option_is_shown_when_the_month_is_over():
    g = table({"x_ariete": "151", "a_7_7": "74"}, passed=1)
    m = play(g, "play 0 0", "done")
    assert asked(m) == "dice buildup"
    assert m.view("axis")["position"]["option"] == ""
    assert m.view("axis")["position"]["moves"] == []


@pytest.mark.rule("rommel", "13.3.c", "16.53.a", "R63")
def test_a_block_that_sails_home_is_fed_by_tobruk_no_more():
    ring = {"x_21_5": "36", "x_15_8": "61", "x_ariete": "62", "x_trento": "38", "a_7_7": "74"}
    g = table(ring | {"a_70_23": "37"}, phase="buildup", step="spend", holder={"benghazi": "axis"})
    g.bound = changed(g.bound, number("a_70_23"), at("37"))
    g.cache = {}
    g.net = [network(g, ALLIED), network(g, AXIS)]
    g.player, g.rp, g.second = ALLIED, [20, 20], 1
    m = play(g, "sail a_70_23 37 74 4")
    assert m.state.bound[number("a_70_23")] == -1


@pytest.mark.rule("rommel", "13.2.s1")
def test_the_program_says_why_a_pass_cannot_end():
    stacks = {"x_21_5": "37", "a_70_23": "37", "x_ariete": "35", "a_7_7": "74"}
    g = table(stacks, battles={"37": "allied"}, crossed={("36", "37"): "axis"}, real=0)
    m = scene(g)
    assert why(m, "done") == "13.2.s1 must_leave"
    assert why(m, "group 35") == "13.2.s1 must_leave"
    go(m, "group 37", "move x_21_5 37 36")
    assert why(m, "done") == ""
    assert PACK.fortress_at[at("37")] >= 0


@pytest.mark.rule("rommel", "10.4.a", "5.2.s2", "R15")
def test_no_partial_retreat_of_a_pass_by_a_forced_march():
    # Brescia could march to Tolmeta, but Pavia cannot come so far at all.
    blocks = {"x_21_5": "35", "x_pavia": "35", "a_7_4": "35", "x_ariete": "151", "a_7_7": "74"}
    g = table(blocks, battles={"35": "allied"}, crossed={("10", "35"): "axis"}, holder=HELD, real=0)
    m = play(g, "regroup 10")
    for offer in some(offers(m, "to")):
        trial = go(m.clone(), offer)
        going = {step.split()[1] for step in offers(trial) if step != "done"}
        assert going in (set(), {"x_21_5", "x_pavia"}), offer


@pytest.mark.rule("rommel", "5.2.s2", "R15")
def test_out_of_no_battle_one_block_alone_may_march_in_a_pass():
    blocks = {"x_brescia": "35", "x_21_5": "35", "x_ariete": "151", "a_7_7": "74"}
    m = play(table(blocks, holder=HELD, real=0), "regroup 35")
    alone = [
        offer
        for offer in offers(m, "to")
        if {step.split()[1] for step in offers(go(m.clone(), offer, "done"), "march")}
        == {"x_21_5"}
    ]  # fmt: skip
    assert alone


@pytest.mark.rule("rommel", "13.3.b", "15.1.b")
def test_both_see_which_piece_is_marked_as_fed_but_not_its_name():
    g = table({"x_21_5": "204", "x_ariete": "204", "a_7_7": "74"}, disrupted=["x_ariete"])
    m = play(g, "assign x_ariete 204 204")
    (seen,) = told(m, "assigned", "allied")
    assert (seen["disrupted"], "block" in seen) == (1, False)
    assert m.why_not_undo("axis") is not None  # it has been seen


@pytest.mark.rule("rommel", "9.5.e")
def test_odds_end_where_a_class_has_fallen():
    g = table(FIGHT, battles={"35": "allied"}, crossed={("10", "35"): "axis"}, holder=HELD)
    g.fighting, g.firing, g.combat_kind = at("35"), AXIS, "round"
    shown = odds(g, "axis", "fire", ())[0].rows[0]
    arm = CLASSES.index(str(shown.row.values["class"]))
    foes = [b for b in g.here[ALLIED][at("35")] if PACK.class_of[b] == arm]
    g.points[arm] = 2 * sum(g.cv[b] for b in foes) - 2  # one hit more and nobody is left
    less = odds(g, "axis", "fire", ())[0].rows[0]
    assert [name for name, _ in less.outcomes] == ["0", "1+"]
