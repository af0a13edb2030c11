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


@pytest.mark.rule("battleaxe", "11.2", "R17", "R18")
def test_in_an_old_fight_the_attack_after_an_overrun_is_made_by_those_who_overran():
    units = {**UNITS, "1krr": "7"}
    m = match(table(units, cv=VALUES, **QUIET), (6, 6), (1, 1), (1, 1), (6, 6))
    play(m, "assault 8", "move 6rtr 7", "move 2rtr 3", "attack 3", "no", "exploit 7")
    assert offers(m) == ["attack 7", "done"]
    play(m, "attack 7")
    assert told(m, "attack")[1]["units"] == ("2rtr",)
