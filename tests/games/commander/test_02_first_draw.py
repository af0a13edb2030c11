"""2 The first Operation Forces, and where starting Forces stand: what options and career change."""

import pytest

from khamsin.games.commander.model.pieces import ALLIED, BOX
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.commander.staging import GAME, asked, go, offers, supplies, told, where


def linked(campaign, *options):
    return Match(GAME, Setup(campaign, options), None)


def until_the_first_draw(m):
    """Add and remove whatever comes first."""
    while asked(m) != "operation_forces":
        if m.chance is not None:
            m.roll(list(m.chance.items)[: m.chance.count])
        else:
            m.choose(m.legal()[0])
    return m


@pytest.mark.rule("commander", "ops.1", "dday.1", "afterg.2", "R58")
def test_a_first_operation_force_that_is_missing_is_two_supplies():
    m = until_the_first_draw(linked("dd", "after_6"))
    assert len(m.chance.items) == 5  # of seven for June 6 the career has put two on the map
    go(m, [name.removeprefix("dd_") for name in m.chance.items])
    assert told(m, "missing_forces") == [{"forces": 1, "supplies": 2}]
    assert supplies(m)[ALLIED] == 12 + 2
    assert m.state.place.count(BOX) == 5


@pytest.mark.rule("commander", "ops.1", "link.4", "R44")
def test_a_starting_force_that_was_removed_may_be_drawn_for_the_first_operation():
    m = linked("na", "after_30")
    assert asked(m) == "operation_forces"
    assert "na_3ind" in m.chance.items
    go(m, ["3ind", "70"])
    assert where(m, "3ind") == "box"


@pytest.mark.rule("commander", "dday.1", "link.4", "R44")
def test_only_in_d_day_the_first_operation_is_drawn_from_one_group():
    m = until_the_first_draw(linked("dd", "after_30"))
    (removed,) = told(m, "removed")
    assert where(m, removed["unit"].removeprefix("dd_")) == "cup"
    assert removed["unit"] not in m.chance.items


@pytest.mark.rule("commander", "link.3", "options.1", "R45")
def test_forces_are_added_where_an_option_has_put_starting_forces():
    m = linked("dd", "after_40", "dd_released")
    assert where(m, "lehr") == "argentan"
    assert "buy 77 argentan" in offers(m)
    assert "buy 77 lisieux" in offers(m)
    assert "buy 77 argentan" not in offers(linked("dd", "after_40"))
