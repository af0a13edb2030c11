"""11.1 Units that wait for their attack while others overrun their way into the same space."""

from __future__ import annotations

import pytest

from tests.games.battleaxe.staging import QUIET, match, offers, play, table, told, unit

# From 8 one unit has gone to 7, where it must attack; the other overruns 3 and follows it there
UNITS = {"2rtr": "8", "6rtr": "8", "15mg": "3", "15mc": "7"}
VALUES = {"2rtr": (30, 30), "6rtr": (1, 1), "15mg": (1, 1), "15mc": (60, 60)}


@pytest.mark.rule("battleaxe", "11.1", "11.4.4d", "R17", "R18")
def test_units_already_in_the_space_take_part_in_the_mandatory_attack_after_an_overrun():
    m = match(table(UNITS, cv=VALUES, **QUIET), (6, 6), (1, 1), (1, 1), (6, 6))
    play(m, "assault 8", "move 6rtr 7", "move 2rtr 3", "attack 3", "no", "exploit 7")
    assert told(m, "attack")[1]["units"] == ("2rtr", "6rtr")
    play(m, "lead 2rtr", "no")
    assert told(m, "outcome")[1] == {"outcome": "repulse", "place": "7"}
    assert unit(m, "2rtr") == ("3", "reduced")  # each goes back to where it came from
    assert unit(m, "6rtr") == ("8", "reduced")


def old_fight():
    """The same, but 7 was Contested before: nobody there must attack."""
    units = {**UNITS, "1krr": "7"}
    m = match(table(units, cv=VALUES, **QUIET), (6, 6), (1, 1), (1, 1), (6, 6))
    play(m, "assault 8", "move 6rtr 7", "move 2rtr 3", "attack 3", "no", "exploit 7")
    assert offers(m) == ["attack 7", "done"]
    return m


@pytest.mark.rule("battleaxe", "11.2", "R17", "R18")
def test_in_an_old_fight_activated_units_already_there_may_join_those_who_overran():
    m = play(old_fight(), "attack 7")
    assert offers(m) == ["all", "join 2rtr", "join 6rtr"]  # 1/KRR was not activated
    play(m, "all")
    assert told(m, "attack")[1]["units"] == ("2rtr", "6rtr")


@pytest.mark.rule("battleaxe", "11.2", "R18")
def test_somebody_who_overran_must_be_among_the_attackers():
    m = play(old_fight(), "attack 7", "join 6rtr")  # then 2RTR has to come too
    assert told(m, "attack")[1]["units"] == ("2rtr", "6rtr")
    m = play(old_fight(), "attack 7", "join 2rtr")
    assert offers(m) == ["join 6rtr", "done"]
    play(m, "done")
    assert told(m, "attack")[1]["units"] == ("2rtr",)


@pytest.mark.rule("battleaxe", "11.2", "R17", "R18")
def test_units_that_waited_may_attack_later_if_those_who_overran_do_not():
    m = play(old_fight(), "done")
    assert "attack 7" in offers(m)
    play(m, "attack 7")
    assert told(m, "attack")[1]["units"] == ("6rtr",)
