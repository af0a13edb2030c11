"""15 Linking the campaigns."""

import pytest

from khamsin.games.commander.model.pieces import BOX, CUP
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.commander.staging import (
    GAME,
    PACK,
    asked,
    go,
    offers,
    supplies,
    told,
    where,
    why,
)  # fmt: skip


def linked(campaign, option, *options):
    """The set-up of a campaign after a result, dice by hand."""
    return Match(GAME, Setup(campaign, (option, *options)), None)


@pytest.mark.rule("commander", "link.4", "link.2")
def test_the_linking_table():
    rows = [(link.low, link.high, link.vp) for link in PACK.links]
    assert rows == [
        (40, 999, -10), (35, 39, -7), (30, 34, -3), (20, 29, 0), (14, 19, 3), (7, 13, 7),
        (-999, 6, 10),
    ]  # fmt: skip


@pytest.mark.rule("commander", "link.1", "R55")
def test_nothing_comes_before_ghost_division_and_only_one_result_before_another():
    assert asked(linked("gd", "after_40")) == "operation_forces"
    with pytest.raises(SetupError, match="only one result"):
        GAME.check_setup(Setup("na", ("after_40", "after_7")))


@pytest.mark.rule("commander", "link.2", "link.3", "link.4", "R44")
def test_forty_or_more_adds_eight_points_of_forces_and_supplies():
    m = linked("na", "after_40")
    assert asked(m) == "link_add"
    assert "buy 9light buerat" in offers(m)
    assert "buy 9light misurata" in offers(m)
    assert not [offer for offer in offers(m) if offer.startswith("buy 164")]  # a later period
    go(m, "buy 9light buerat", "supplies", "supplies", "buy trieste misurata", "supplies")
    assert asked(m) == "operation_forces"
    assert (where(m, "9light"), supplies(m)[0]) == ("buerat", 8 + 6)
    assert m.state.terms.link_vp == -10


@pytest.mark.rule("commander", "link.4", "R44")
def test_thirty_five_adds_four_points_of_attack_without_supplies():
    m = linked("na", "after_35")
    assert "supplies" not in offers(m)
    go(m, "buy 9light buerat")
    assert offers(m) == ["buy sabratha misurata", "buy sabratha buerat", "done"]
    go(m, "done")
    assert asked(m) == "operation_forces"


@pytest.mark.rule("commander", "link.3", "link.4", "R44")
def test_why_not_knows_what_is_added_before_the_campaign():
    m = linked("na", "after_35")
    assert all(m.why_not("axis", option) is None for option in m.legal())
    assert why(m, "buy 9light tripoli") == "link.3 no_placement"  # no Force starts there
    assert why(m, "buy 15pz misurata") == "spend.2 not_in_pile"
    go(m, "buy 9light buerat")
    assert why(m, "buy trieste misurata") == "spend.2 too_dear"
    go(m, "done")
    assert why(m, "buy sabratha misurata") == "seq.1 other_step"


@pytest.mark.rule("commander", "link.4", "R44")
def test_thirty_takes_the_weakest_defender_off_the_map():
    m = linked("na", "after_30")
    assert told(m, "removed") == [{"unit": "na_3ind"}]  # Defence 1, alone
    assert where(m, "3ind") == "cup"


@pytest.mark.rule("commander", "link.4", "R44", "link.3")
def test_fourteen_adds_a_random_allied_force_where_the_player_says():
    m = linked("na", "after_14")
    assert asked(m) == "linked_forces"
    go(m, ["70"])
    assert asked(m) == "tie_t14"
    assert offers(m) == [
        "to agedabia", "to benghazi", "to mechili", "to tobruk", "to matruh", "to cairo",
    ]  # fmt: skip
    go(m, "to tobruk")
    assert where(m, "70") == "tobruk"
    assert asked(m) == "operation_forces"


@pytest.mark.rule("commander", "link.4", "R44")
def test_seven_takes_at_least_five_points_from_the_axis():
    m = linked("na", "after_7")
    assert asked(m) == "link_remove"
    go(m, "supplies", "remove trento")  # 1 and 2
    assert (supplies(m)[0], where(m, "trento")) == (6, "destroyed")
    assert asked(m) == "link_remove"
    go(m, "remove 15pz")  # 5: more than was needed
    assert asked(m) == "operation_forces"


@pytest.mark.rule("commander", "link.4", "R44")
def test_six_or_less_does_both():
    m = linked("na", "after_6")
    go(m, "remove 15pz", ["70", "2sa"], "to tobruk", "to cairo")
    assert (where(m, "70"), where(m, "2sa")) == ("tobruk", "cairo")
    assert m.state.terms.link_vp == 10


@pytest.mark.rule("commander", "R44", "R58", "newforces.2")
def test_an_empty_cup_gives_supplies_instead():
    m = linked("na", "after_6")
    for unit, at in enumerate(m.state.place):
        if at == CUP:
            m.state.place[unit] = BOX  # nobody is left
    go(m, "remove 15pz")
    missing = {"forces": 2, "supplies": 4}
    assert told(m, "missing_forces") == [missing, missing]  # of the career, of the operation (R58)


@pytest.mark.rule("commander", "link.4", "R45", "R15")
def test_both_adjustments_are_added_at_the_end():
    g = GAME.rules.start(Setup("na", ("after_6", "na_malta")))
    assert g.terms.option_vp + g.terms.link_vp == 10 - 6
