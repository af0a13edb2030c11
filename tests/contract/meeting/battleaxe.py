"""Positions of Operation Battleaxe in which procedures meet that seldom do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import asked, field, go, scene
from tests.games.battleaxe.staging import control, offers, told, unit

HOME = ["A", "B", "C", "D", "H"]
PAIR = {"1_8": "18", "2_8": "18"}
"""Two reduced tank battalions that the Axis may make one."""


def positions() -> Iterator[Match[Any]]:
    """All of them, each played until its pair has happened."""
    for play in (
        named_and_nothing_done, regrouped_before, a_stalemate_before, a_repulse_before,
        an_overrun_before, a_line_opened_before, a_line_opened_and_night, a_retreat_opens_a_line,
        a_regroup_opens_a_line, the_night_opens_a_line,
    ):  # fmt: skip
        yield play()


def consolidated(m: Match[Any]) -> Match[Any]:
    """The Axis makes one of two: nothing of the Allied half is left (8.0a)."""
    g = m.state
    assert asked(m) == "impulse"
    assert (g.half, g.active, g.attacked, any(g.status), any(g.spent)) == (1, (), (), False, False)
    go(m, "consolidate 1_8 2_8")
    assert (unit(m, "1_8"), unit(m, "2_8")) == (("18", "full"), ("off", "gone"))
    assert asked(m) == "night"
    return m


def before_the_axis(units: dict[str, str], **fields: Any) -> Match[Any]:
    """An Allied half; after it the Axis may consolidate."""
    reduced = [*PAIR, *fields.pop("reduced", ())]
    return scene(field(PAIR | units, reduced=reduced, **fields))


# -- what comes before a Consolidation -----------------------------------------------------------


def named_and_nothing_done() -> Match[Any]:
    """activation > consolidation: a space is named, and nobody moves or attacks."""
    return consolidated(go(before_the_axis({"2rtr": "3"}), "assault 3", "done"))


def regrouped_before() -> Match[Any]:
    """regroup > consolidation: what regrouped is free again in the next half."""
    m = before_the_axis({"2rtr": "3"}, allied=[*HOME, "2", "3"])
    return consolidated(go(m, "regroup", "move 2rtr 2", "done"))


def a_stalemate_before() -> Match[Any]:
    """combat > consolidation: after a Stalemate the attackers stay (R43)."""
    m = before_the_axis({"2rtr": "3", "1_62": "7"})
    go(m, "assault 3", "move 2rtr 7", "attack 7", "no", 0, "done", "done")
    assert (unit(m, "2rtr"), unit(m, "1_62")) == (("7", "reduced"), ("7", "reduced"))
    assert control(m, "7") == "axis"
    return consolidated(m)


def a_repulse_before() -> Match[Any]:
    """retreat > consolidation: a Mandatory Attack that fails goes back where it came from."""
    m = before_the_axis({"2rtr": "3", "1_62": "7"})
    go(m, "assault 3", "move 2rtr 7", "attack 7", "no", -1, "done", "done")
    assert (unit(m, "2rtr"), unit(m, "1_62")) == (("3", "reduced"), ("7", "full"))
    return consolidated(m)


def an_overrun_before() -> Match[Any]:
    """overrun > consolidation: the attackers go on into a Vacant space and take it (R18)."""
    m = before_the_axis({"2rtr": "3", "7rtr": "3", "1_62": "7"}, reduced=["1_62"])
    go(m, "assault 3", "move 2rtr 7", "move 7rtr 7", "attack 7", "lead 7rtr", "no", 9)
    go(m, "exploit 8", "all")
    assert (unit(m, "7rtr"), unit(m, "1_62")) == (("8", "full"), ("off", "gone"))
    assert (control(m, "7"), control(m, "8")) == ("allied", "allied")
    assert not any(offer.startswith(("move", "attack")) for offer in offers(m))
    return consolidated(go(m, "done"))


# -- lines of supply (R24) -----------------------------------------------------------------------


def line_opened() -> Match[Any]:
    """A unit cut off in 10 is connected when the enemy retreats from 8."""
    m = before_the_axis(
        {"2rtr": "3", "15mc": "8", "22gds": "10"}, allied=[*HOME, "3", "10"],
        out_of_supply=["22gds"],
    )  # fmt: skip
    go(m, "assault 3", "move 2rtr 8", "attack 8", "no", 1, "retreat 15mc")
    assert asked(m) in {"retreat_to", "assault"}
    if asked(m) == "retreat_to":
        go(m, offers(m)[0])
    assert (unit(m, "15mc")[1], control(m, "8")) == ("full", "allied")
    marked = m.state.oos[m.state.pack.unit_index["22gds"]]
    assert marked  # until the half is over
    return m


def a_retreat_opens_a_line() -> Match[Any]:
    """retreat > supply: the marker comes off as the half ends."""
    m = go(line_opened(), "done")
    assert told(m, "back_in_supply") == [{"unit": "22gds"}]
    assert not any(m.state.oos)
    return m


def a_line_opened_before() -> Match[Any]:
    """supply > consolidation: the Axis consolidates next."""
    return consolidated(go(line_opened(), "done"))


def a_line_opened_and_night() -> Match[Any]:
    """supply > night: the Axis passes; a high roll lets the day go on."""
    m = go(line_opened(), "done", "pass", (6, 6))
    assert told(m, "night")[-1]["roll"] == 12
    assert m.state.impulse == 2
    return m


def a_regroup_opens_a_line() -> Match[Any]:
    """regroup > supply: who leaves a Contested space to the enemy opens his line (R39)."""
    units = {"2rtr": "22", "bardia2": "22", "15mc": "21"}
    m = scene(field(units, allied=[*HOME, "18", "22"], out_of_supply=["15mc"]))
    go(m, "regroup", "move 2rtr 18", "done")
    assert control(m, "22") == "axis"
    assert told(m, "back_in_supply") == [{"unit": "15mc"}]
    return m


def the_night_opens_a_line() -> Match[Any]:
    """refit > supply: 14.2.4 gives 22 to the Allies after the check; the marker stays until the
    Refit Phase ends, but the unit can be refitted and does not roll for Surrender.
    """
    allied = [*HOME, "3", "7", "15", "18", "20", "21", "23"]
    m = scene(field({"22gds": "21"}, half="axis", impulse=11, reduced=["22gds"], allied=allied))
    go(m, "pass", (1, 1))
    assert told(m, "out_of_supply") == [{"unit": "22gds", "place": "21"}]
    assert control(m, "22") == "allied"
    assert asked(m) == "refit"
    assert "flip 22gds" in offers(m)
    go(m, "done")
    assert told(m, "surrender") == []
    assert told(m, "back_in_supply") == [{"unit": "22gds"}]
    return m
