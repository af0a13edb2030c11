"""What is shown belongs to the moment: odds of rounds that come, ranges, marks, plans, reasons."""

import pytest

from khamsin.kernel.text.narrator import Narrator
from tests.games.commander.staging import GAME, asked, at, go, scene, table, told, why
from tests.games.commander.test_07_battles import attack

SAY = Narrator(GAME)
TWO = {"15pz": "benghazi", "1arm": "agedabia", "7aus": "agedabia"}


def odds(m, *words):
    return m.game.presentation.odds(m.state, "axis", asked(m), words)


def board(m):
    found = GAME.presentation.picture(m.state, "axis", SAY)["battle"]
    assert found is not None
    return found


def hands(m):
    return [hand["id"] for hand in GAME.presentation.picture(m.state, "axis", SAY)["hands"]]


@pytest.mark.rule("commander", "rounds.1", "plan.14")
def test_odds_are_told_before_the_first_round_and_not_while_it_is_fought():
    m = attack(TWO, plans=["dig_in", "dig_in"])
    assert odds(m)
    go(m, "plan tactics", "done", (6,))
    assert asked(m) == "tactics"
    assert odds(m) == []  # the dice of this round are thrown, and none comes after it


@pytest.mark.rule("commander", "plan.1")
def test_the_odds_say_that_an_ambush_comes_before_the_axis_dice():
    (ambush,) = odds(attack(TWO, plans=["ambush", "dig_in"]))
    assert [row.row.key for row in ambush.rows] == ["hits_after_ambush", "hits_on"]
    (plain,) = odds(attack(TWO, plans=["dig_in", "dig_in"]))
    assert [row.row.key for row in plain.rows] == ["hits_on", "hits_on"]


@pytest.mark.rule("commander", "plan.14", "R28")
def test_the_odds_count_the_tactics_of_the_allies():
    (plain,) = odds(attack({"15pz": "benghazi", "1arm": "agedabia"}, plans=["dig_in"]))
    (again,) = odds(attack({"15pz": "benghazi", "1arm": "agedabia"}, plans=["tactics"]))
    miss = dict(plain.rows[1].outcomes)["0"]
    assert 0 < miss < 1
    assert dict(again.rows[1].outcomes)["0"] == pytest.approx(miss * miss)


@pytest.mark.rule("commander", "plan.2", "plan.14")
def test_the_odds_say_that_tactics_and_assault_of_the_player_are_not_counted():
    m = go(attack(TWO, plans=["dig_in", "dig_in"]), "plan tactics")
    assert [row.row.key for row in odds(m)[0].rows] == ["hits_alone", "hits_on"]
    m = go(attack(TWO, plans=["ambush", "dig_in"]), "plan assault")
    assert [row.row.key for row in odds(m)[0].rows] == ["hits_alone_after_ambush", "hits_on"]


@pytest.mark.rule("commander", "plan.5", "plan.6", "plan.11")
@pytest.mark.parametrize(
    ("plans", "buys", "key"),
    [
        (["press", "dig_in"], (), "battle"),
        (["deploy", "dig_in"], (), "battle_open"),
        (["intel", "dig_in"], (), "battle"),  # nothing that it could discard
        (["intel", "dig_in"], ("plan press",), "battle_open"),
        (["intel", "dig_in"], ("plan intel",), "battle"),  # they cancel each other
        (["press", "dig_in"], ("plan intel",), "battle_open"),
        (["press", "dig_in"], ("plan cohesion",), "battle_open"),
    ],
)
def test_the_odds_say_what_is_to_come_before_the_dice(plans, buys, key):
    m = attack({**TWO, "pavia": "msus", "trento": "msus"}, plans=plans, supplies=(9, 0))
    go(m, *buys)
    assert asked(m) == "plans"
    assert [each.title.key for each in odds(m)] == [key]
    assert SAY.fact("odds", odds(m)[0].title)


@pytest.mark.rule("commander", "plan.5")
def test_where_cohesion_is_chosen_the_odds_are_those_of_each_pair():
    forces = {**TWO, "pavia": "msus", "trento": "msus", "brescia": "msus"}
    m = attack(forces, plans=["press", "dig_in"], supplies=(9, 0))
    go(m, "plan cohesion", "done")
    assert asked(m) == "cohesion"
    found = odds(m)
    assert [each.title.values["units"] for each in found] == [option[1:] for option in m.legal()]
    assert all(SAY.fact("odds", each.title) for each in found)


@pytest.mark.rule("commander", "upgrade.1")
def test_a_battle_that_is_over_has_no_odds():
    m = attack({"15pz": "benghazi", "trento": "msus", "1arm": "agedabia"}, reduced=["1arm"])
    go(m, "plan exploit", "done", (1, 6), (6,), ["upg_guard"])
    assert asked(m) == "attach"
    assert odds(m) == []


@pytest.mark.rule("commander", "plan.12")
@pytest.mark.parametrize(("plans", "comes"), [(["press", "dig_in"], True), (["dig_in"] * 2, False)])
def test_while_hits_are_taken_the_odds_are_those_of_a_round_that_comes(plans, comes):
    m = attack({**TWO, "pavia": "msus"}, plans=plans)
    go(m, "done", (6, 6), (1, 6))
    assert asked(m) == "hits"
    assert bool(odds(m)) == comes


@pytest.mark.rule("commander", "move.4")
def test_odds_name_as_many_attackers_as_supplies_can_bring():
    m = scene(table({"15pz": "sirte", "ariete": "sirte", "2arm": "agedabia"}, supplies=(1, 0)))
    (one,) = odds(m)
    assert one.title.values["attackers"] == ("na_15pz",)  # of two that could come, for one Supply
    m = scene(table({"15pz": "sirte", "ariete": "sirte", "2arm": "agedabia"}, supplies=(2, 0)))
    assert set(odds(m)[0].title.values["attackers"]) == {"na_15pz", "na_ariete"}


@pytest.mark.rule("commander", "xplan.3", "plan.5")
def test_plans_are_on_sale_only_while_they_can_be_bought():
    forces = {"trento": "benghazi", "pavia": "msus", "9light": "benghazi", "2arm": "agedabia"}
    m = attack(forces, plans=["dig_in"], supplies=(5, 0))
    assert "plans" in hands(m)
    assert why(m, "plan press") == ""
    go(m, "plan cohesion", "done")
    assert asked(m) == "cohesion"
    assert "plans" not in hands(m)
    assert why(m, "plan press") == "seq.1 other_step"


@pytest.mark.rule("commander", "spend.1", "xdead.2", "seq.1")
def test_nothing_is_bought_or_recovered_while_placement_battles_are_fought():
    g = table({"2us": "argentan", "3aus": "lisieux", "21": "caen", "12ss": "argentan",
               "77": "lisieux"}, campaign="dd", step="resupply", turn=12, pool=["353"],
              destroyed=["346"], supplies=(6, 0), stage=2)  # fmt: skip
    for area in ("argentan", "lisieux"):
        g.attacker[at(g, area)] = 0
    m = scene(g)
    assert asked(m) == "next_battle"
    assert why(m, "recover 346") == "seq.1 other_step"
    assert why(m, "buy 353 avranches") == "seq.1 other_step"


def range_overlays(m, piece):
    found = GAME.presentation.overlays(m.state, "axis", SAY, f"{m.state.c.id}_{piece}")
    return [overlay for overlay in found if overlay["id"] == "range"]


def ranges(m, piece):
    return [overlay["text"] for overlay in range_overlays(m, piece)]


@pytest.mark.rule("commander", "nbmove.2", "nbmove.1")
def test_the_range_is_shown_of_forces_that_may_still_move_and_where_they_may_go():
    forces = {"15pz": "sirte", "trento": "sirte", "2arm": "elagheila"}
    g = table(forces, step="moves", supplies=(4, 0))
    g.moved[g.c.unit_index["na_trento"]] = 1
    m = scene(g)
    assert ranges(m, "trento") == []
    (reach,) = ranges(m, "15pz")
    assert "na_buerat" in reach
    assert "na_elagheila" not in reach  # enemies are there, and the battles are over
    assert range_overlays(m, "15pz")[0]["spaces"].keys() == reach.keys()
    (before,) = ranges(scene(table(forces, supplies=(4, 0))), "15pz")
    assert "na_elagheila" in before


@pytest.mark.rule("commander", "orders.2", "nbmove.2")
def test_the_mark_of_movement_does_not_outlive_the_half():
    forces = {"15pz": "sirte", "trento": "tripoli", "1arm": "tobruk"}
    g = table(forces, step="moves", supplies=(2, 0))
    m = go(scene(g), "move 15pz buerat")
    stacks = {
        stack.place: stack for stack in GAME.presentation.display(m.view("axis")["position"]).stacks
    }
    assert stacks["na_buerat"].pieces[0].marks == ("moved",)
    for step in ("allied_refit", "allied_resupply", "marker"):
        m.state.step = step
        position = m.view("axis")["position"]
        assert not any(unit["moved"] for unit in position["units"].values())


@pytest.mark.rule("commander", "fort.1", "options.1", "R59")
def test_the_fortifications_of_an_option_are_shown():
    m = scene(table({"716": "tilly", "3can": "juno"}, campaign="dd", options=("dd_wall",)))
    picture = GAME.presentation.picture(m.state, "axis", SAY)
    assert picture["spaces"]["dd_tilly"]["marks"] == ["entrenched"]
    assert picture["spaces"]["dd_caen"]["marks"] == []  # printed on the map
    assert picture["spaces"]["dd_juno"]["marks"] == []
    stacks = {
        stack.place: stack for stack in GAME.presentation.display(m.view("axis")["position"]).stacks
    }
    assert [fact.key for fact in stacks["dd_tilly"].facts] == ["fortification"]
    assert stacks["dd_juno"].facts == ()


@pytest.mark.rule("commander", "fort.1", "options.1", "R59")
def test_the_atlantic_wall_helps_the_axis_and_not_the_allies_on_the_beaches():
    wall = GAME.rules.start(scene(table(campaign="dd", options=("dd_wall",))).setup)
    plain = GAME.rules.start(scene(table(campaign="dd")).setup)
    new = [
        area for area, fort in enumerate(wall.terms.forts) if fort and not plain.terms.forts[area]
    ]
    assert new
    assert all(wall.here[0][area] and not wall.here[1][area] for area in new)
    g = table({"716": "tilly", "3can": "tilly"}, campaign="dd", options=("dd_wall",),
              step="allied_battles")  # fmt: skip
    g.attacker[at(g, "tilly")] = 1
    m = scene(g)
    go(m, ["dig_in", "dig_in"], "done", (3,))
    assert [each["needed"] for each in told(m, "force_die")] == [3]


@pytest.mark.rule("commander", "resolve.2", "upgrade.3")
def test_the_board_of_a_battle_that_is_over_keeps_the_values_of_the_battle():
    m = attack({"15pz": "benghazi", "1arm": "agedabia"}, reduced=["1arm"], supplies=(3, 0))
    before = board(m)["rows"][0]["attack"]
    go(m, "done", (1,), (6,), ["upg_spear"])
    assert GAME.rules.view(m.state, None)["units"]["na_15pz"]["attack"] > int(before)
    assert board(m)["rows"][0]["attack"] == before


@pytest.mark.rule("commander", "resolve.2", "refit.1")
def test_the_board_of_a_battle_that_is_over_does_not_follow_a_later_refit():
    m = attack({"15pz": "benghazi", "1arm": "agedabia"}, plans=["dig_in"])
    go(m, "done", (6,), (1,))
    (row,) = board(m)["rows"]
    m.state.steps[m.state.c.unit_index["na_15pz"]] = 2
    (later,) = board(m)["rows"]
    assert later == row


@pytest.mark.rule("commander", "setup.1")
def test_forces_and_areas_of_another_campaign_are_refused_as_such():
    m = scene(table({"15pz": "sirte", "1arm": "tobruk"}))
    assert why(m, "move dd_21 sirte") == "setup.1 other_map"
    assert why(m, "15pz dd_caen") == "setup.1 other_map"
    assert why(m, "15pz tobruk") != "setup.1 other_map"
