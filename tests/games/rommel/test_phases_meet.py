"""What is announced in one phase and carried out in another, after something has come between."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.rommel.rules.blocks import put
from khamsin.games.rommel.rules.combat.flight import can_refuse
from khamsin.games.rommel.rules.movement.reach import can_reach
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.games.rommel.show.odds import odds
from khamsin.kernel.game import Refused
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

HELD = dict.fromkeys(("benghazi", "tobruk", "bardia"), "axis")
EAST = {"benghazi": "axis", "tobruk": "allied", "bardia": "allied"}


# -- Forced Marches ----------------------------------------------------------------------------


def shut_out(*steps):
    """Trento is to leave Bir Harmat and march on; a Routed enemy flees into its only way out."""
    blocks = {"x_trento": "61", "x_brescia": "61", "a_7_4": "61", "x_21_5": "34", "a_4in_5": "35"}
    g = table(
        blocks | {"a_7_7": "74", "x_ariete": "151"}, battles={"61": "allied"}, holder=EAST,
        crossed={("61", "36"): "axis"}, disrupted=["a_4in_5"],
    )  # fmt: skip
    m = play(g, "play 2 2", "group 61", "group 34", "move x_trento 61 64")
    return go(m, "engage x_21_5 34 35 34", "rout 35", "fire 0 0 0", *steps)


@pytest.mark.rule("rommel", "10.1.a", "6.4.b")
def test_a_leaver_whose_way_is_shut_does_not_march_on_from_where_he_never_came():
    m = shut_out("withdraw a_4in_5 35 36", "done")
    assert told(m, "cannot_leave") == [{"side": "axis", "place": "61", "count": 1}]
    assert told(m, "march_die") == []
    assert (where(m, "x_trento"), lies(m, "x_trento")) == ("61", False)


@pytest.mark.rule("rommel", "10.1.a")
def test_a_leaver_is_too_slow_for_the_way_round():
    # South of Acroma there is a way round to Segnali Rotunda, but not for foot.
    blocks = {"x_brescia": "61", "x_trento": "61", "a_7_4": "61", "a_7_7": "74", "x_ariete": "151"}
    g = table(
        blocks, battles={"61": "allied"}, holder=EAST, option="basic",
        crossed={("61", "36"): "axis", ("61", "85"): "axis"}, moves=[(at("61"), NOBODY)],
        leavers=[(number("x_brescia"), at("36"), 0)], step="retreats",
    )  # fmt: skip
    m = scene(g)
    assert asked(m) == "allied probe"
    put(g, number("a_7_7"), at("36"))
    g.cache = {}
    m = scene(g)
    assert told(m, "cannot_leave")[0]["count"] == 1
    assert where(m, "x_brescia") == "61"


@pytest.mark.rule("rommel", "10.1.a")
def test_a_leaver_whose_road_was_closed_does_not_go_any_way_round():
    # Ariete is to leave 10 for 36 by way of 35, where an enemy has come to stand since.
    blocks = {"x_ariete": "10", "x_trento": "10", "a_7_4": "10", "a_7_7": "74", "x_21_5": "151"}
    around = {("10", PACK.board.names[near]): "axis" for near in PACK.board.neighbours[at("10")]}
    g = table(
        blocks, battles={"10": "allied"}, holder=EAST, option="basic", crossed=around,
        moves=[(at("10"), NOBODY)], leavers=[(number("x_ariete"), at("36"), 0)], step="retreats",
    )  # fmt: skip
    assert told(scene(g), "cannot_leave") == []
    put(g, number("a_7_7"), at("35"))
    g.cache = {}
    assert can_reach(g, at("10"), at("36"), NOBODY, 99)  # there is a way for those with wings
    m = scene(g)
    assert told(m, "cannot_leave")[0]["count"] == 1
    assert (where(m, "x_ariete"), m.state.leavers) == ("10", [])


def marched(*steps, **more):
    """Pavia has told that it leaves Bir Harmat for Sidi Rezegh; its enemies there are gone.

    Others have fled to the hex where it is to go.
    """
    blocks = {"x_pavia": "62", "x_ariete": "151", "a_4in_5": "63", "a_7_7": "74"}
    g = table(
        blocks, disrupted=["a_4in_5"], holder=HELD, option="basic", step="march",
        moves=[(at("62"), at("63"))], marches=[(number("x_pavia"), at("63"), NOBODY)],
    )  # fmt: skip
    g.walk = changed(g.walk, number("x_pavia"), (at("62"), 2, 99, 99, 99))
    g.moved = changed(g.moved, number("x_pavia"), 1)
    for name, value in more.items():
        setattr(g, name, value)
    return go(scene(g), *steps)


@pytest.mark.rule("rommel", "6.4.c", "R58", "11.4.a")
def test_a_march_that_succeeds_overruns_whoever_has_fled_there():
    m = marched((4,))
    assert (where(m, "x_pavia"), lies(m, "x_pavia")) == ("63", False)
    assert told(m, "rout")[-1]["place"] == "63"
    assert defender(m, "63") == "allied"
    m = marched((3,))
    assert (where(m, "x_pavia"), lies(m, "x_pavia")) == ("62", True)


@pytest.mark.rule("rommel", "R58", "7.1.a")
def test_a_march_that_succeeds_and_finds_its_way_shut_does_no_harm():
    m = marched(used=tuple(PACK.limit))
    go(m, (6,))
    assert told(m, "march_closed") == [{"side": "axis", "place": "62", "to": "63"}]
    assert (where(m, "x_pavia"), lies(m, "x_pavia")) == ("62", False)


@pytest.mark.rule("rommel", "6.4.b", "R61", "10.5.a", "6.4.s2")
def test_who_leaves_a_battle_by_a_march_of_a_regroup_says_so_with_the_move():
    # Brescia (speed 1) needs the extra hex from Gazala to the hex south-west of Derna.
    blocks = {"x_brescia": "35", "x_trento": "35", "a_7_4": "35", "x_ariete": "34", "a_7_7": "74"}
    g = table(
        blocks, battles={"35": "allied"}, holder=HELD,
        crossed={("10", "35"): "axis", ("34", "35"): "axis"},
    )  # fmt: skip
    m = play(g, "play 1 1", "regroup 35", "to 33")
    assert goals(m, "x_brescia", "march") == ["33"]
    assert goals(m, "x_ariete", "march") == []  # who is in no battle announces it later
    go(m, "march x_brescia 35 33", "done")
    assert asked(m) == "allied probe"  # he leaves: Trento alone is the Rearguard
    go(m, "let_go 35")
    assert where(m, "x_brescia") == "35"
    assert goals(m, "x_trento", "march") == []  # too late: the Retreats are over
    go(m, (2,))
    assert (where(m, "x_brescia"), lies(m, "x_brescia"), cv(m, "x_brescia")) == ("35", True, 3)


@pytest.mark.rule("rommel", "R15", "5.3.c")
def test_the_extra_hex_of_a_pass_goes_on_along_the_line_the_block_came():
    # By the track to Ft. Capuzzo; a chain of the next block ends on the highway at Gambut, but by
    # that line Trieste would never have come to Capuzzo.
    blocks = {"x_trieste": "114", "x_pavia": "115", "x_ariete": "151", "a_7_7": "74"}
    m = play(table(blocks, holder=HELD, real=0), "group 114", "move x_trieste 114 64", "done")
    assert goals(m, "x_trieste", "march") == []


@pytest.mark.rule("rommel", "R15", "5.3.s1", "6.4.c")
def test_the_extra_hex_of_a_pass_may_engage_lone_disrupted_enemies():
    blocks = {"x_brescia": "36", "a_4in_5": "31", "x_ariete": "151", "a_7_7": "74"}
    g = table(blocks, holder=HELD, real=0, disrupted=["a_4in_5"])
    m = play(g, "group 36", "move x_brescia 36 7", "done")
    assert offers(m) == ["march_engage x_brescia 7 31 7", "done"]
    go(m, "march_engage x_brescia 7 31 7", (4,))
    assert (where(m, "x_brescia"), told(m, "rout")[-1]["place"]) == ("31", "31")


@pytest.mark.rule("rommel", "R58", "5.2.s2")
def test_the_whole_way_of_a_regroup_is_looked_at_again():
    # Pavia would come to Er Regima by the highway; an enemy lies at Ghemines by then.
    g = table(
        {"x_pavia": "152", "x_ariete": "151", "a_7_7": "74"}, holder=HELD, option="basic",
        step="march", moves=[(at("152"), at("55"))],
        marches=[(number("x_pavia"), at("55"), NOBODY)],
    )  # fmt: skip
    g.walk = changed(g.walk, number("x_pavia"), (at("152"), 99, 99, 99, 5))
    assert where(go(scene(g), "done", (6,)), "x_pavia") == "55"
    put(g, number("a_7_7"), at("78"))
    g.disrupted = changed(g.disrupted, number("a_7_7"), 9)
    g.cache = {}
    m = go(scene(g), "done", (6,))
    assert (where(m, "x_pavia"), lies(m, "x_pavia")) == ("152", False)


@pytest.mark.rule("rommel", "6.4.a")
def test_no_march_back_to_where_the_block_came_from():
    g = table({"x_trento": "64", "a_7_7": "74", "x_ariete": "151"}, holder=HELD)
    m = play(g, "play 1 1", "group 64", "move x_trento 64 70", "done")
    assert goals(m, "x_trento", "march") == ["71"]  # and not 69


@pytest.mark.rule("rommel", "R15", "5.3.s4", "13.3.c")
def test_a_march_in_a_pass_follows_the_lines_of_the_own_source_only():
    # The rows of both Sources stand side by side; whoever is fed by Tobruk marches to Tobruk.
    blocks = {"x_pavia": "36", "x_brescia": "36", "a_7_7": "74", "x_ariete": "151"}
    g = table(blocks, holder=HELD, option="pass", step="march", real=0)
    g.bound = changed(g.bound, number("x_pavia"), at("37"))
    g.moves = [(at("36"), NOBODY)]
    tobruk, base = at("37"), PACK.base[AXIS]
    far = (99, 99, 99)
    g.withdrawal = (
        (at("36"), base, at("35"), NOBODY, *far, 5), (at("36"), base, at("10"), NOBODY, *far, 6),
        (at("36"), tobruk, at("35"), NOBODY, *far, 5),
    )  # fmt: skip
    g.onward = ((at("36"), base, at("10"), at("35"), *far, 6),)
    for block in ("x_pavia", "x_brescia"):
        put(g, number(block), at("35"))
        g.moved = changed(g.moved, number(block), 1)
        g.walk = changed(g.walk, number(block), (at("36"), *far, 5))
    g.cache = {}
    assert offers(scene(g), "march") == ["march x_brescia 35 10"]


# -- Probe Combat ------------------------------------------------------------------------------


def probed(*steps, **more):
    """Trento leaves Gazala under the Rearguard of 21/5, which is Probed."""
    blocks = {"x_21_5": "35", "x_trento": "35", "a_7_4": "35", "x_ariete": "10", "a_7_7": "74"}
    g = table(
        blocks | more.pop("blocks", {}), battles={"35": "allied"}, crossed={("10", "35"): "axis"},
        holder={"benghazi": "axis"}, **more,
    )  # fmt: skip
    return play(g, "play 1 1", "group 35", "move x_trento 35 10", "done", "probe 35", *steps)


@pytest.mark.rule("rommel", "7.2.a", "10.41.d")
def test_if_the_rearguard_wins_the_probe_nobody_leaves_an_enemy():
    m = probed((6, 6, 6, 6, 1, 1), cv={"a_7_4": 2})
    assert where(m, "a_7_4") == "eliminated"
    assert (where(m, "x_trento"), lies(m, "x_trento")) == ("10", False)


@pytest.mark.rule("rommel", "10.4.c", "8.4.b", "8.6.b", "6.4.c")
def test_a_forced_march_into_the_lost_hex_must_be_fought():
    blocks = {"x_21_5": "35", "x_trento": "35", "a_7_4": "35", "x_brescia": "33", "a_7_7": "74"}
    g = table(
        blocks | {"x_ariete": "151"}, battles={"35": "allied"}, crossed={("10", "35"): "axis"},
        holder={"benghazi": "axis"}, cv={"x_21_5": 2},
    )  # fmt: skip
    m = play(g, "play 2 2", "group 35", "move x_trento 35 10", "group 33", "move x_brescia 33 34")
    go(m, "done", "probe 35", (1, 1), (6, 6, 1, 1), "march_engage x_brescia 34 35 34")
    assert asked(m) == "dice march"
    go(m, (6,))
    assert told(m, "attacked")[-1]["place"] == "35"
    assert offers(m) == ["accept 35"]  # 8.4.b: they were in battle when the movement began
    go(m, "accept 35")
    assert offers(m, "fight") == []  # named already, it is no choice
    assert asked(go(m, "done")) == "dice fire"


@pytest.mark.rule("rommel", "10.41.b", "9.1")
def test_odds_of_a_probe_foretell_both_fires_and_no_third():
    def fires(m):
        shown = odds(m.state, "axis", "", ())
        return [chances.row.values["side"] for each in shown for chances in each.rows]

    m = probed(blocks={"x_15_8": "35"})
    assert fires(m) == ["axis", "allied"]
    go(m, (1,) * 6, (1,) * 6)
    assert asked(m) == "dice fire"
    assert fires(m) == []  # the last dice are in the air, and the Rearguard has fired


# -- Withdrawals in a Pass ---------------------------------------------------------------------

LIMP = {"x_21_5": "35", "x_15_8": "35", "x_ariete": "35", "x_21_3": "35", "a_4in_5": "10"}


@pytest.mark.rule("rommel", "5.3.s1", "7.1.a", "R20")
def test_a_withdrawal_keeps_the_hexside_limit():
    g = table(LIMP | {"a_7_7": "74"}, disrupted=["a_4in_5"], holder=HELD)
    m = play(g, "play 0 0", "group 35")
    assert "10/35" in goals(m, "x_21_5", "engage")
    assert "10" not in goals(m, "x_21_5", "move")
    go(m, "engage x_21_5 35 10 35", "engage x_15_8 35 10 35")
    assert "10/35" not in goals(m, "x_ariete", "engage")
    assert names(m, "axis", "10") == ["x_21_5", "x_15_8"]


@pytest.mark.rule("rommel", "5.3.s1", "11.4.c", "6.0.a")
def test_a_withdrawal_does_not_pass_disrupted_enemies_without_engaging():
    g = table(LIMP | {"a_7_7": "74"}, disrupted=["a_4in_5"], holder=HELD)
    m = play(g, "play 0 0", "group 35")
    assert "9" not in goals(m, "x_21_5", "move", "rommel")
    go(m, "engage x_21_5 35 10 35", "rout 10", "fire 0 0 0")
    if asked(m) == "allied withdraw":
        go(m, offers(m)[0])
    assert where(m, "x_21_5") == "10"
    assert "10" in goals(m, "x_15_8", "move")  # the hex is clear now


@pytest.mark.rule("rommel", "5.3.c", "5.3.s4", "R16")
def test_both_blocks_at_er_regima_may_go_home_into_their_fortress():
    # Neither gives up a hex alone, nor if the other goes as far as Ghemines only.
    blocks = {"a_7_7m": "55", "a_4in_5": "55", "x_88a": "36", "x_ariete": "151", "a_7_7": "74"}
    g = table(blocks, active="allied", holder={"benghazi": "allied"}, real=0)
    m = play(g, "assign a_7_7m 55 54", "assign a_4in_5 55 54", "group 55")
    assert "54" in goals(m, "a_7_7m")
    assert "54" in goals(m, "a_4in_5")
    go(m, "move a_7_7m 55 54")
    assert "done" not in offers(m)  # nothing has been given up yet
    go(m, "move a_4in_5 55 54", "done")
    assert names(m, "allied", "54") == ["a_4in_5", "a_7_7m"]


@pytest.mark.rule("rommel", "5.3.c", "5.3.s1", "R16")
def test_who_engages_in_a_withdrawal_must_give_up_a_hex_too():
    blocks = {"x_trento": "10", "x_90_155": "10", "x_brescia": "54", "a_22g": "55", "a_7_7": "74"}
    g = table(blocks | {"x_ariete": "151"}, disrupted=["a_22g"], holder=HELD, real=0)
    m = play(g, "group 10", "engage x_trento 10 55 31")
    assert "done" not in offers(m)  # 90/155 holds all that the network was
    go(m, "rout 55", "fire 0 0 0")
    assert "done" not in offers(m)
    go(m, "move x_90_155 10 9")
    assert "done" in offers(m)


# -- Oases, Fortresses, exits ------------------------------------------------------------------


@pytest.mark.rule("rommel", "15.1.b", "15.1.c")
def test_an_oasis_feeds_nobody_else_when_its_block_has_gone():
    g = table({"x_21_5": "204", "x_ariete": "204", "a_7_7": "74"})
    m = play(g, "assign x_21_5 204 204", "play 1 1", "group 204", "move x_21_5 204 203", "done")
    assert lies(m, "x_ariete")


@pytest.mark.rule("rommel", "15.1.b")
def test_an_oasis_feeds_another_when_its_block_is_dead():
    g = table({"x_21_5": "204", "x_ariete": "204", "a_7_7": "74"})
    m = play(g, "assign x_21_5 204 204", "play 1 1")
    put(m.state, number("x_21_5"), -6)
    m.state.bound = changed(m.state.bound, number("x_21_5"), NOBODY)
    m.state.cv = changed(m.state.cv, number("x_21_5"), 0)
    go(m, "done")
    assert not lies(m, "x_ariete")


@pytest.mark.rule("rommel", "13.4.a", "12.0.b", "5.3.s4")
def test_a_lost_fortress_is_no_source_to_withdraw_to():
    ring = {"x_21_5": "36", "x_15_8": "61", "x_ariete": "62", "x_trento": "39", "a_7_7": "74"}
    g = table(ring | {"a_70_23": "38"}, holder=EAST)
    g.bound = changed(g.bound, number("a_70_23"), at("37"))
    assert has_line(g, number("a_70_23"))
    assert can_refuse(g, at("38"), ALLIED)
    g.holder = changed(g.holder, 1, AXIS)
    g.cache = {}
    assert not has_line(g, number("a_70_23"))
    assert not can_refuse(g, at("38"), ALLIED)


@pytest.mark.rule("rommel", "6.3", "17.s2", "17.1")
def test_rommel_leads_a_block_off_the_map():
    g = table({"x_21_3": "66", "x_ariete": "65", "a_7_7": "139"}, holder=HELD)
    m = play(g, "play 1 1", "group 66")
    assert offers(m, "exit") == []
    go(m, "rommel_exit x_21_3 66")
    assert where(m, "x_21_3") == "exited"
    assert m.state.rommel == 0
    assert told(m, "rommel") == [{"side": "axis"}]


@pytest.mark.rule("rommel", "7.1.a", "R20")
def test_who_names_a_full_hexside_is_told_that_it_is_full():
    blocks = {"x_21_5": "34", "x_15_8": "34", "x_21_3": "34", "a_4in_5": "35"}
    m = play(table(blocks | {"a_7_7": "74"}, holder=HELD), "play 1 1", "group 34")
    go(m, "engage x_21_5 34 35 34", "engage x_15_8 34 35 34")
    why = m.why_not("axis", ("engage", "x_21_3", "34", "35", "34"))
    assert why == Refused("7.1.a", "hexside_full")
    assert m.why_not("axis", ("engage", "x_21_3", "34", "35", "10")) is None


# -- recovery ----------------------------------------------------------------------------------


@pytest.mark.rule("rommel", "R57", "16.2", "5.3.s3")
def test_where_both_lie_disrupted_nobody_recovers_in_the_buildup_check():
    blocks = {"x_trento": "35", "a_4in_5": "35", "a_7_7": "74", "x_ariete": "151"}
    g = table(blocks, disrupted=["x_trento", "a_4in_5"], passed=1, holder=EAST, turn=10)
    g.disrupted = changed(g.disrupted, number("x_trento"), 10)
    g.disrupted = changed(g.disrupted, number("a_4in_5"), 9)
    m = play(g, "play 0 0", "done")
    assert asked(m) == "dice buildup"
    assert (lies(m, "x_trento"), lies(m, "a_4in_5")) == (True, True)
    assert told(m, "rout") == []
    assert cv(m, "x_trento") == PACK.full_cv[number("x_trento")]
