"""13 Fortresses, 15 Oases: supply of their own, capture, siege."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.rules.blocks import put
from khamsin.games.rommel.rules.buildup import captured_cards
from khamsin.games.rommel.rules.supply.check import is_isolated
from khamsin.games.rommel.rules.supply.lines import is_supplied
from khamsin.games.rommel.rules.victory import is_besieged
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import (
    PACK,
    asked,
    at,
    cv,
    go,
    lies,
    number,
    offers,
    play,
    scene,
    table,
    told,
    where,
)  # fmt: skip

TOBRUK = 1
RING = {"x_21_5": "36", "x_15_8": "61", "x_ariete": "62", "x_trento": "38", "a_7_7": "74"}


@pytest.mark.rule("rommel", "13.1.a", "13.1.b", "13.0")
def test_an_empty_fortress_stays_with_its_owner_but_blocks_nothing():
    g = table({"x_21_5": "38", "a_7_7": "74"})
    assert PACK.fortresses[TOBRUK].id == "tobruk"
    assert g.holder[TOBRUK] == ALLIED
    assert is_supplied(g, number("x_21_5"))
    assert play(g, "play 1 1", "done").state.holder[TOBRUK] == ALLIED


@pytest.mark.rule("rommel", "13.3.a", "1.7.b", "13.3.s2")
def test_isolation_and_capacity():
    g = table({"a_70_23": "37", "a_7_7": "74"})
    assert not is_isolated(g, ALLIED, TOBRUK)
    g = table({"a_70_23": "37"} | RING)
    assert is_isolated(g, ALLIED, TOBRUK)
    assert [each.capacity for each in PACK.fortresses] == [(2, 1), (5, 2), (2, 1)]


SEVEN = ["a_70_23", "a_70_14", "a_7au_18", "a_9au_20", "a_tob_art", "a_tob_at", "a_4in_5"]


@pytest.mark.rule("rommel", "13.3.a", "13.3.b", "13.3.d", "12.7.a")
def test_blocks_inside_are_supplied_up_to_the_capacity():
    g = table(dict.fromkeys(SEVEN[:5], "37") | RING, active="allied", holder={"benghazi": "axis"})
    m = scene(g)
    assert asked(m) == "allied cards"  # five fit: nothing to choose
    assert told(m, "unsupplied") == []
    g = table(dict.fromkeys(SEVEN, "37") | RING, active="allied", holder={"benghazi": "axis"})
    m = scene(g)
    assert asked(m) == "allied assign"
    assert len(offers(m, "done")) == 0  # never withheld
    for block in SEVEN[:5]:
        go(m, f"assign {block} 37 37")
    assert told(m, "unsupplied")[-1]["places"] == ("37", "37")
    go(m, "play 1 1", "done")
    assert [lies(m, block) for block in SEVEN] == [False] * 5 + [True] * 2


@pytest.mark.rule("rommel", "13.3.b", "R29", "R30")
def test_others_with_a_line_may_be_assigned_the_nearer_first():
    blocks = {
        "a_70_23": "37", "a_7_4": "36", "a_1at": "35", "x_21_5": "10", "x_15_8": "61",
        "x_ariete": "62", "x_trento": "38", "a_7_7": "74",
    }  # fmt: skip
    m = scene(table(blocks, active="allied", holder={"benghazi": "axis"}))
    assert asked(m) == "allied assign"
    assert offers(m) == ["assign a_7_4 36 37", "done"]  # not the farther one before the nearer
    go(m, "assign a_7_4 36 37")
    assert offers(m) == ["assign a_1at 35 37", "done"]
    go(m, "done")
    assert told(m, "unsupplied")[-1]["places"] == ("35",)


@pytest.mark.rule("rommel", "13.3.c", "13.3.d")
def test_assigned_blocks_draw_on_the_fortress_alone():
    g = table({"a_7_4": "66", "a_7_7": "74", "x_21_5": "40"})
    assert is_supplied(g, number("a_7_4"))
    g.bound = changed(g.bound, number("a_7_4"), at("37"))
    assert not is_supplied(g, number("a_7_4"))  # the Base would serve, the Fortress is cut off


@pytest.mark.rule("rommel", "13.3.s1", "13.3.e", "13.3.c")
def test_the_example_of_tobruk_at_the_final_check():
    # Two on Fortress supply; four others have come into reach: three of them are supplied, the
    # farthest is not, and of two that are equally far the Allied player chooses.
    came = {"a_7_4": "38", "a_1at": "38", "a_7_sg": "39", "a_22g": "39"}
    blocks = {"a_70_23": "37", "a_70_14": "37", "x_15_8": "40", "x_ariete": "64", "a_7_7": "74"}
    g = table(
        came | blocks | {"x_21_5": "36", "x_15_33": "62"}, active="allied", step="final",
        holder={"benghazi": "axis", "bardia": "axis"},
    )  # fmt: skip
    for block in came:
        g.unsupplied = changed(g.unsupplied, number(block), 1)
    for block in ("a_70_23", "a_70_14"):
        g.bound = changed(g.bound, number(block), at("37"))
    m = scene(g)
    assert offers(m) == ["assign a_7_4 38 37", "assign a_1at 38 37", "done"]  # the nearest first
    go(m, "assign a_7_4 38 37", "assign a_1at 38 37")
    assert offers(m) == ["assign a_22g 39 37", "assign a_7_sg 39 37", "done"]
    go(m, "assign a_22g 39 37")
    assert [block for block in came if lies(m, block)] == ["a_7_sg"]
    # They "may" be assigned: he need not give out what is left.
    m = go(scene(g), "assign a_7_4 38 37", "done")
    assert [block for block in came if lies(m, block)] == ["a_1at", "a_7_sg", "a_22g"]


@pytest.mark.rule("rommel", "13.3.s1", "13.3.e")
def test_nobody_in_the_fortress_is_left_out_at_the_final_check():
    blocks = {"a_70_23": "37", "a_7_4": "38", "x_15_8": "40", "x_ariete": "64", "a_7_7": "74"}
    g = table(
        blocks | {"x_21_5": "36", "x_15_33": "62"}, active="allied", step="final",
        holder={"benghazi": "axis", "bardia": "axis"},
    )  # fmt: skip
    for block in ("a_70_23", "a_7_4"):
        g.unsupplied = changed(g.unsupplied, number(block), 1)
    m = scene(g)
    assert m.state.bound[number("a_70_23")] == at("37")
    assert offers(m) == ["assign a_7_4 38 37", "done"]
    assert [lies(go(m, "done"), block) for block in ("a_70_23", "a_7_4")] == [False, True]


@pytest.mark.rule("rommel", "13.3.b")
def test_whoever_two_fortresses_could_feed_gets_it_from_the_one_his_owner_likes():
    # Gambut lies between Tobruk and Bardia, and neither has a line to the Base.
    blocks = {"a_7_4": "38", "a_7_7": "74", "x_21_5": "36", "x_15_8": "62", "x_ariete": "65"}
    g = table(blocks | {"x_15_33": "151"}, active="allied", holder={"benghazi": "axis"})
    m = scene(g)
    assert offers(m) == ["assign a_7_4 38 37", "assign a_7_4 38 40", "done"]
    go(m, "assign a_7_4 38 40")
    assert m.state.bound[number("a_7_4")] == at("40")


@pytest.mark.rule("rommel", "13.4.a", "13.4.b", "1.7.c", "12.1.a")
def test_capture_at_the_end_of_a_turn_and_the_cards_it_brings():
    g = table({"x_21_5": "55", "a_7_7": "74"})
    m = play(g, "play 1 1", "group 55", "move x_21_5 55 54")
    assert m.state.holder[0] == ALLIED
    go(m, "done")
    assert m.state.holder[0] == AXIS
    assert told(m, "captured") == [{"side": "axis", "place": "54"}]
    assert captured_cards(m.state, AXIS) == 2
    g = table({"a_7_4": "55", "x_21_5": "151"}, active="allied", holder={"benghazi": "axis"})
    m = play(g, "play 1 1", "group 55", "move a_7_4 55 54", "done")
    assert captured_cards(m.state, ALLIED) == 1


@pytest.mark.rule("rommel", "13.4.a", "R30")
def test_passing_through_or_lying_there_captures_nothing():
    g = table({"x_21_5": "55", "a_7_7": "74"})
    m = play(g, "play 1 1", "group 55", "move x_21_5 55 78", "done")
    assert m.state.holder[0] == ALLIED
    g = table({"x_21_5": "54", "a_7_7": "74"})
    g.disrupted = changed(g.disrupted, number("x_21_5"), 9)
    m = play(g, "play 1 1", "done")
    assert m.state.holder[0] == ALLIED


@pytest.mark.rule("rommel", "13.4.c", "13.4.s1")
def test_back_and_forth_in_one_month():
    g = table({"x_21_5": "54", "a_7_7": "74"}, holder={"benghazi": "allied"})
    m = play(g, "play 1 1", "done")
    assert m.state.captured == [(AXIS, 0)]
    # Retaken in the same Month by the original owner: no bonus to anyone.
    from khamsin.games.rommel.rules.blocks import put
    from khamsin.games.rommel.rules.turn import capture_fortresses

    s = m.state.copy()
    put(s, number("x_21_5"), at("55"))
    put(s, number("a_7_7"), at("54"))
    capture_fortresses(s)
    assert (s.holder[0], s.captured) == (ALLIED, [])
    put(s, number("a_7_7"), at("78"))
    put(s, number("x_21_5"), at("54"))
    capture_fortresses(s)
    assert s.captured == [(AXIS, 0)]  # taken again: once


@pytest.mark.rule("rommel", "13.5", "R33")
def test_besieged():
    tobruk = at("37")
    assert not is_besieged(table({"a_70_23": "37", "x_21_5": "35"}), tobruk, ALLIED)
    assert is_besieged(table({"a_70_23": "37", "x_21_5": "38"}), tobruk, ALLIED)
    g = table({"a_70_23": "37", "x_21_5": "38"}, disrupted=["x_21_5"])
    assert is_besieged(g, tobruk, ALLIED)
    g = table({"a_70_23": "37", "x_21_5": "37"}, battles={"37": "allied"})
    assert is_besieged(g, tobruk, ALLIED)


@pytest.mark.rule("rommel", "13.2.b", "13.2.s1")
def test_the_defender_of_a_fortress_may_pass():
    stacks = {"a_70_23": "37", "x_21_5": "37", "x_ariete": "36", "a_7_7": "74"}
    edge = {("36", "37"): "axis"}
    m = play(table(stacks, active="allied", battles={"37": "allied"}, crossed=edge, real=0), "done")
    assert told(m, "must_leave") == []
    assert where(m, "a_70_23") == "37"
    assert m.state.holder[PACK.fortress_at[at("37")]] == ALLIED  # 13.4.a: it is still contested


ASSAULT = {"x_21_5": "37", "a_70_23": "37", "x_ariete": "35", "a_7_7": "74"}


@pytest.mark.rule("rommel", "13.2.s1", "8.6.s1", "R28")
def test_attackers_of_a_fortress_who_pass_leave_if_they_can():
    g = table(ASSAULT, battles={"37": "allied"}, crossed={("36", "37"): "axis"}, real=0)
    m = scene(g)
    assert "group 37" in offers(m)
    assert "group 35" not in offers(m)  # the one Move of the Pass is not free for others
    assert offers(m, "done") == []
    go(m, "group 37")
    assert offers(m, "done") == []
    go(m, "move x_21_5 37 36", "done", "fire 0 0 0")
    assert (where(m, "x_21_5"), lies(m, "x_21_5")) == ("36", True)
    assert told(m, "rout") == []


@pytest.mark.rule("rommel", "13.2.s1", "8.6.s1", "5.2.a")
def test_attackers_of_a_fortress_may_leave_by_a_regroup_that_takes_them_all():
    blocks = ASSAULT | {"x_trento": "37"}
    g = table(blocks, battles={"37": "allied"}, crossed={("36", "37"): "axis"}, real=0)
    m = play(g, "regroup 36")
    assert "to 36" in offers(m)
    assert "to 55" not in offers(m)  # Trento does not come so far, not even by a Forced March
    go(m, "to 36", "move x_21_5 37 36")
    assert offers(m, "done") == []  # 10.4.a
    go(m, "move x_trento 37 36", "done", "fire 0 0 0")
    assert (where(m, "x_21_5"), where(m, "x_trento")) == ("36", "36")


@pytest.mark.rule("rommel", "13.2.s1", "8.6.s1", "R28")
def test_attackers_of_a_fortress_who_pass_and_cannot_leave_rout():
    g = table(ASSAULT, battles={"37": "allied"}, real=0)  # no hexside is theirs
    m = scene(g)
    assert "group 35" in offers(m)
    go(m, "done")
    assert told(m, "rout")[-1] == {"side": "axis", "place": "37", "count": 1}
    assert m.state.cv[number("x_21_5")] == 4
    go(m, "fire 0 0 0")
    assert where(m, "x_21_5") == "eliminated"


@pytest.mark.rule("rommel", "R28", "13.2.s1", "11.11.b")
def test_disrupted_attackers_of_a_fortress_rout_when_their_shield_has_gone():
    # 21/5 is faster than its pursuers, Brescia is not: as one group both would be fired at.
    g = table(
        ASSAULT | {"x_brescia": "37"}, battles={"37": "allied"}, disrupted=["x_brescia"], real=0
    )
    m = play(g, "done")
    assert told(m, "leaving")[-1]["speed"] == 3
    assert offers(m) == ["fire 0 0 0"]
    go(m, "fire 0 0 0")
    assert told(m, "leaving")[-1]["speed"] == 1
    assert offers(m) == ["fire 1 1 0", "fire 0 0 0"]
    assert [rout["count"] for rout in told(m, "rout")] == [1, 1]


@pytest.mark.rule("rommel", "R28", "13.2.s1")
def test_of_two_fortresses_one_is_left_and_the_attackers_of_the_other_rout():
    blocks = ASSAULT | {"x_15_8": "40", "a_22g": "40", "x_trento": "39"}
    sides = {("36", "37"): "axis", ("39", "40"): "axis"}
    fights = {"37": "allied", "40": "allied"}
    m = play(table(blocks, battles=fights, crossed=sides, real=0))
    assert offers(m, "group") == ["group 37", "group 40"]
    go(m, "group 40", "move x_15_8 40 39", "done", "fire 0 0 0")
    assert told(m, "rout")[-1]["place"] == "37"
    go(m, "fire 0 0 0", "withdraw x_21_5 37 36")
    assert (where(m, "x_21_5"), cv(m, "x_21_5")) == ("36", 4)
    assert cv(m, "x_15_8") == 6


@pytest.mark.rule("rommel", "13.2.s1", "6.4.c", "5.2.s2", "R15")
def test_whoever_leaves_a_fortress_by_a_forced_march_has_his_die_before_he_routs():
    blocks = {"x_trento": "37", "a_70_23": "37", "x_ariete": "10", "a_7_7": "74"}
    g = table(blocks, battles={"37": "allied"}, crossed={("36", "37"): "axis"}, real=0)
    m = play(g, "regroup 36", "to 31")
    assert offers(m, "done") == []
    go(m, "march x_trento 37 31", "done", "fire 0 0 0")
    assert (asked(m), told(m, "rout")) == ("dice march", [])
    lucky = go(m.clone(), (4,))
    assert (where(lucky, "x_trento"), lies(lucky, "x_trento")) == ("31", True)
    assert told(lucky, "rout") == []
    go(m, (3,))  # he lies Disrupted in the battle, a step weaker, and Routs
    assert told(m, "rout")[-1]["place"] == "37"
    assert cv(m, "x_trento") == PACK.full_cv[number("x_trento")] - 2


@pytest.mark.rule("rommel", "R30", "13.3.a")
def test_the_defender_of_a_fortress_keeps_its_supply():
    stacks = {"a_70_23": "37", "x_21_5": "37", "x_15_8": "61", "x_ariete": "62", "x_trento": "38"}
    g = table(
        stacks | {"a_7_7": "74", "x_21_104": "36"}, active="allied", battles={"37": "allied"},
        crossed={("36", "37"): "axis"}, holder={"benghazi": "axis"},
    )  # fmt: skip
    m = scene(g)
    assert m.state.bound[number("a_70_23")] == at("37")
    assert told(m, "unsupplied") == []


# -- Oases -------------------------------------------------------------------------------------


@pytest.mark.rule("rommel", "15.1.a", "15.0", "1.8", "15.1.b", "15.1.c")
def test_an_oasis_supplies_one_block_and_nobody_else():
    g = table({"x_21_5": "204", "x_ariete": "204", "a_7_7": "74"})
    m = scene(g)
    assert asked(m) == "axis assign"
    assert offers(m, "done") == []  # it must be assigned
    go(m, "assign x_21_5 204 204")
    assert told(m, "unsupplied")[-1]["places"] == ("204",)
    go(m, "play 1 1", "done")
    assert (lies(m, "x_21_5"), lies(m, "x_ariete")) == (False, True)


@pytest.mark.rule("rommel", "R53", "15.1.b")
def test_blocks_without_a_line_come_first_in_an_oasis():
    g = table({"x_21_5": "204", "a_7_7": "74"})
    m = scene(g)
    assert m.state.bound[number("x_21_5")] == at("204")


@pytest.mark.rule("rommel", "15.1.a")
def test_a_block_that_has_left_its_oasis_is_not_supplied_by_it():
    g = table({"x_21_5": "204", "a_7_7": "74"})
    m = scene(g)
    block = number("x_21_5")
    assert m.state.bound[block] == at("204")
    assert is_supplied(m.state, block)
    away = m.state.copy()
    put(away, block, at("203"))
    assert not is_supplied(away, block)


@pytest.mark.rule("rommel", "15.1.d")
def test_a_late_comer_has_the_oasis_at_the_final_check():
    g = table({"x_21_5": "205", "a_7_7": "74"})
    m = play(g, "play 1 1", "group 205", "move x_21_5 205 204", "done")
    assert not lies(m, "x_21_5")


@pytest.mark.rule("rommel", "15.1.e")
@pytest.mark.parametrize(("original", "struck"), [("axis", False), ("allied", True)])
def test_in_a_battle_only_the_defender_has_the_oasis(original, struck):
    g = table({"x_21_5": "204", "a_7_4": "204", "a_7_7": "74"}, battles={"204": original})
    m = scene(g)
    assert bool(m.state.unsupplied[number("x_21_5")]) == struck


@pytest.mark.rule("rommel", "15.1.f")
def test_blocks_in_an_oasis_link_chains():
    g = table({"a_7_4": "141", "a_7_sg": "213", "a_4in_5": "212", "x_21_5": "151"})
    assert is_supplied(g, number("a_4in_5"))
