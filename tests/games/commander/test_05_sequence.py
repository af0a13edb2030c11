"""5 and 6 The sequence of play, the marker, Torch, refit and battle moves."""

import pytest

from khamsin.games.commander.model.state import STEPS
from khamsin.games.commander.rules.sequence import DO
from khamsin.kernel.errors import NotOffered
from tests.games.commander.staging import (
    asked,
    at,
    force,
    go,
    level,
    offers,
    scene,
    strength,
    supplies,
    table,
    told,
    until,
    where,
    why,
)  # fmt: skip

QUIET = {"15pz": "buerat", "6aus": "cairo"}


@pytest.mark.rule("commander", "seq.1", "seq.2", "seq.3")
def test_the_steps_follow_each_other_in_the_printed_order():
    assert list(DO) == list(STEPS)
    g = table(QUIET, step="marker", turn=0, reduced=["15pz"], supplies=(9, 9), cup=["70"])
    m = scene(g)
    seen: list[str] = []

    def look():
        if not seen or seen[-1] != m.state.step:
            seen.append(m.state.step)

    look()
    assert asked(m) == "refit"
    go(m, "done")
    look()  # no enemy is near: no battle moves, no battles
    assert asked(m) == "moves"
    go(m, "done")
    look()
    assert asked(m) == "resupply"
    go(m, "done")
    look()
    assert asked(m) == "operation"
    go(m, ["adv1"])
    look()
    assert asked(m) == "allied_resupply"  # the garrison of Cairo holds: no die for orders
    go(m, (1,))
    look()
    assert m.state.turn == 2
    assert asked(m) == "refit"
    assert seen == ["refit", "moves", "resupply", "operations", "allied_resupply", "refit"]


@pytest.mark.rule("commander", "seq.1")
def test_a_finished_step_is_never_reopened():
    m = scene(table({"15pz": "benghazi", "pavia": "msus", "7aus": "tobruk"}, reduced=["pavia"]))
    assert why(m, "refit pavia") == "seq.1 other_step"
    with pytest.raises(NotOffered, match="other_step"):
        m.choose(("refit", "na_pavia"))
    go(m, "done")
    assert asked(m) == "moves"
    assert why(m, "move 15pz tobruk") == "nbmove.1 enemy_there"


@pytest.mark.rule("commander", "turn.1")
def test_the_marker_goes_one_box_to_the_right():
    m = scene(table(QUIET, step="marker", turn=2))
    assert m.state.turn == 3
    assert told(m, "turn") == [{"turn": 3, "box": "na_3", "vp": 38}]


@pytest.mark.rule("commander", "turn.1", "plan.9", "nbmove.2")
def test_who_exploited_in_the_allied_half_moves_again_in_the_next_turn():
    g = table({"15pz": "sirte", "7aus": "cairo"}, step="marker", turn=2)
    g.moved[force(g, "15pz")] = 1
    m = scene(g)
    assert asked(m) == "moves"
    assert "15pz buerat" in offers(m, "move")


# -- torch ---------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "torch.1", "torch.3", "R13", "vp.3")
def test_torch_lands_at_its_number_or_above_and_the_campaign_is_lost():
    m = scene(table({"6aus": "cairo"}, step="marker", turn=8))
    assert asked(m) == "torch"
    go(m, (4,))  # 4+ in the box of July 1942, and nobody to send
    assert m.result is not None
    assert (m.result.reason, m.result.scores["vp"]) == ("torch", 0)


@pytest.mark.rule("commander", "torch.1", "R13")
def test_torch_fails_below_its_number():
    m = go(scene(table(QUIET, step="marker", turn=8)), (3,))
    assert m.result is None
    assert told(m, "torch_fails") == [{"result": 3}]


@pytest.mark.rule("commander", "torch.1", "R13")
@pytest.mark.parametrize(("turn", "number"), [(6, 6), (7, 6), (8, 5), (9, 4), (10, 3), (12, 1)])
def test_the_numbers_of_torch(turn, number):
    m = go(scene(table(QUIET, step="marker", turn=turn - 1)), (1,))
    assert told(m, "torch_roll") == [{"die": 1, "number": number}]


@pytest.mark.rule("commander", "torch.1")
def test_there_is_no_torch_in_1941():
    m = scene(table(QUIET, step="marker", turn=4))
    assert told(m, "torch_roll") == []


@pytest.mark.rule("commander", "torch.2", "R13", "xdead.1")
def test_each_force_given_up_lowers_torch_by_one():
    forces = {"15pz": "buerat", "pavia": "misurata", "savona": "misurata", "6aus": "cairo"}
    m = go(scene(table(forces, step="marker", turn=8)), (5,))
    assert asked(m) == "torch"
    go(m, "sacrifice pavia", "sacrifice savona")
    assert m.result is None
    assert (where(m, "pavia"), where(m, "savona"), where(m, "15pz")) == (
        "destroyed", "destroyed", "buerat",
    )  # fmt: skip
    assert told(m, "torch_fails") == [{"result": 3}]


@pytest.mark.rule("commander", "torch.2")
def test_he_may_stop_sending_and_lose():
    forces = {"15pz": "buerat", "pavia": "misurata", "savona": "misurata", "6aus": "cairo"}
    m = go(scene(table(forces, step="marker", turn=8)), (5,), "sacrifice pavia", "done")
    assert m.result is not None
    assert m.result.reason == "torch"


@pytest.mark.rule("commander", "torch.2", "R13")
def test_at_one_plus_the_roll_must_come_down_to_nothing():
    forces = {"15pz": "buerat", "pavia": "misurata", "6aus": "cairo"}
    m = go(scene(table(forces, step="marker", turn=11)), (2,), "sacrifice pavia", "sacrifice 15pz")
    assert told(m, "torch_fails") == [{"result": 0}]
    none = go(scene(table(forces, step="marker", turn=11)), (3,))  # two Forces cannot do it
    assert none.result is not None


# -- refit ---------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "refit.1", "refit.2")
def test_two_supplies_turn_a_reduced_force_over():
    forces = {"15pz": "buerat", "pavia": "misurata", "savona": "misurata", "6aus": "cairo"}
    worn = ["15pz", "pavia", "savona"]
    m = scene(table(forces, step="refit", reduced=worn, supplies=(5, 0)))
    assert offers(m) == ["refit pavia", "refit savona", "refit 15pz", "done"]
    go(m, "refit 15pz", "refit savona")
    assert [strength(m, name) for name in worn] == ["full", "reduced", "full"]
    assert supplies(m)[0] == 1
    assert m.state.step != "refit"  # no Supplies for a third


@pytest.mark.rule("commander", "xdead.2", "R3")
def test_destroyed_forces_are_recovered_in_the_refit_step():
    m = scene(table(QUIET, step="refit", destroyed=["pavia"], supplies=(3, 0)))
    assert offers(m) == ["recover pavia", "done"]
    go(m, "recover pavia")
    assert (where(m, "pavia"), supplies(m)[0]) == ("pool", 1)


@pytest.mark.rule("commander", "upgrade.11", "exupg.3")
def test_a_refitted_elite_becomes_a_veteran():
    m = scene(
        table(QUIET, step="refit", reduced=["15pz"], elite={"15pz": "upg_spear"}, supplies=(2, 0))
    )
    go(m, "refit 15pz")
    assert (strength(m, "15pz"), level(m, "15pz"), supplies(m)[0]) == ("full", "veteran", 0)


@pytest.mark.rule("commander", "upgrade.11")
def test_a_refitted_veteran_gives_its_chit_back():
    g = table(QUIET, step="refit", reduced=["15pz"], veteran={"15pz": "upg_spear"}, supplies=(2, 0))
    left = sum(g.upgrades)
    m = go(scene(g), "refit 15pz")
    assert level(m, "15pz") == "plain"
    assert sum(m.state.upgrades) == left + 1


# -- battle moves --------------------------------------------------------------------------------


@pytest.mark.rule("commander", "move.1", "move.2")
def test_only_forces_that_end_among_enemies_may_move_to_battle():
    forces = {"15pz": "benghazi", "pavia": "sirte", "7aus": "tobruk"}
    m = scene(table(forces, supplies=(5, 0)))
    assert offers(m) == ["move 15pz tobruk", "done"]
    assert why(m, "15pz mechili") == "move.1 no_enemy_there"
    assert why(m, "pavia tobruk") == "maxmove.1 too_far"
    assert why(m, "7aus bardia") == "intro.1 not_your_force"


@pytest.mark.rule("commander", "move.3", "R34")
def test_a_force_stops_where_it_meets_the_enemy():
    forces = {"15pz": "elagheila", "2arm": "agedabia", "9aus": "benghazi"}
    m = scene(table(forces, supplies=(5, 0)))
    assert offers(m, "move") == ["15pz agedabia"]
    assert why(m, "move 15pz benghazi") == "move.3 enemies_in_the_way"


@pytest.mark.rule("commander", "move.4", "move.5")
def test_fifteenth_panzer_goes_from_benghazi_to_sidi_barrani_for_two_supplies():
    forces = {"15pz": "benghazi", "7arm": "sidibarrani"}
    m = scene(table(forces, supplies=(2, 0)))
    go(m, "move 15pz sidibarrani")
    assert supplies(m)[0] == 0
    assert told(m, "moved")[0]["supplies"] == 2
    assert where(m, "15pz") == "sidibarrani"
    waiting = {"savona": "sirte", "2arm": "elagheila"}  # another move keeps the step open
    short = scene(table(forces | waiting, supplies=(1, 0)))
    assert why(short, "move 15pz sidibarrani") == "move.4 cannot_pay_move"
    beyond = scene(table({"15pz": "benghazi", "7arm": "matruh"} | waiting, supplies=(9, 0)))
    assert why(beyond, "move 15pz matruh") == "maxmove.1 too_far"
    free = go(scene(table({"15pz": "benghazi", "7aus": "tobruk"})), "move 15pz tobruk")
    assert told(free, "moved")[0]["supplies"] == 0
    one = go(scene(table({"15pz": "benghazi", "7arm": "bardia"}, supplies=(1, 0))))
    go(one, "move 15pz bardia")
    assert told(one, "moved")[0]["supplies"] == 1


@pytest.mark.rule("commander", "R35", "R36", "after.1")
def test_he_chooses_from_where_he_enters_and_several_areas_may_join():
    forces = {"pavia": "tengeder", "15pz": "benghazi", "7aus": "tobruk"}
    m = go(scene(table(forces, supplies=(1, 0))), "move pavia tobruk")
    assert asked(m) == "enter_from"
    assert offers(m) == ["from mechili 1", "from eladem 1"]
    go(m, "from eladem 1", "move 15pz tobruk")
    g = m.state
    assert g.came_from[force(g, "pavia")] == at(g, "eladem")
    assert g.came_from[force(g, "15pz")] == at(g, "benghazi")


@pytest.mark.rule("commander", "nbmove.2")
def test_who_went_to_battle_moves_no_more():
    forces = {"15pz": "benghazi", "pavia": "msus", "7aus": "tobruk"}
    m = go(scene(table(forces)), "move 15pz tobruk", ["at_guns"], "done", (6,), (6, 6))
    until(m, "moves")
    assert where(m, "15pz") == "benghazi"
    assert {offer.split()[0] for offer in offers(m, "move")} == {"pavia"}
    assert why(m, "15pz mechili") == "nbmove.2 has_moved"
