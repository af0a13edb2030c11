"""Positions of Gazala 1942 in which procedures meet that seldom do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khamsin.games.gazala.model.state import DRAW
from khamsin.kernel.play.match import Match
from tests.games.gazala.staging import (
    GAME,
    asked,
    at,
    edge,
    go,
    h,
    offers,
    scene,
    step,
    table,
    told,
)

HQS = {"hq_xxi": "2403", "hq_afrika": "1407", "hq_1arm": "1519", "hq_7arm": "0620"}
LANDING = {"heckler_due": 3, "heckler_hex": h("2131")}
AXIS_CUP = ("afrika", "xxi")


def positions() -> Iterator[Match[Any]]:
    """All of them, each played until its pair has happened."""
    for play in (
        landing_after_the_draw, landing_and_halt, landing_and_cars, landing_after_a_move,
        landing_and_mines, mines_and_landing, landing_and_armour, landing_and_combat,
        mines_and_the_next_chit, mines_and_halt, mines_and_cars, mines_and_armour, mines_and_combat,
        mines_in_pursuit, mines_after_pursuit, mines_after_a_retreat, one_combat_after_another,
        split_and_armour, split_and_combat, split_and_cars,
        split_and_the_next_chit, split_and_join,
    ):  # fmt: skip
        match = play()
        GAME.rules.check(match.state)
        yield match


def drawn(chit: str, units: dict[str, str], **fields: Any) -> Match[Any]:
    """An impulse that begins with its chit; another chit stays in the cup."""
    other = {"afrika": "xxi", "xxi": "afrika", "1arm": "7arm"}[chit]
    g = table(HQS | units, stage=DRAW, cup=tuple(sorted((chit, other))), **fields)
    return go(scene(g), (chit,))


def later(chit: str, units: dict[str, str], **fields: Any) -> Match[Any]:
    """The same as the second impulse of the turn, so that a halt die follows (7.5)."""
    tracks: list[tuple[str, ...]] = [(), ()]
    tracks[chit == "1arm"] = ("50",) if chit == "1arm" else ("x",)
    return drawn(chit, units, impulse=1, track=tracks, **fields)


def dice(m: Match[Any], face: int) -> Match[Any]:
    """All dice that are to be rolled now show this face."""
    while m.chance is not None and hasattr(m.chance, "count") and not hasattr(m.chance, "items"):
        m.roll((face,) * m.chance.count)
    return m


# -- the landing (10.4) ------------------------------------------------------------------------


def landing_after_the_draw() -> Match[Any]:
    """draw > landing, landing > draw: it is tried once, also in the next Axis impulse."""
    m = go(drawn("xxi", {}, **LANDING), "land", (1,))
    assert at(m, "heckler") == "off"
    assert "land" not in offers(m)
    go(m, "done")
    assert asked(m) == "chit"
    go(m, ("afrika",))
    assert "land" not in offers(m)
    return m


def landing_and_halt() -> Match[Any]:
    """landing > end: in an impulse of XXI Corps the group may act at once, supplied."""
    m = go(later("xxi", {}, **LANDING), "land", (6,), (3,))
    assert at(m, "heckler") == "2131"
    assert "unit heckler" in offers(m)
    go(m, "done")
    assert asked(m) == "halt"
    return go(m, (6,))


def landing_and_cars() -> Match[Any]:
    """landing > reaction: a car slips away from who moves after the landing."""
    m = go(drawn("xxi", {"xxi_7": "2402", "ind_7a": "2305"}, **LANDING), "land", (1,))
    go(m, "unit xxi_7", "to 2404")
    assert asked(m) == "allied react"
    go(m, offers(m, "react")[0])
    assert at(m, "ind_7a") != "2305"
    assert at(m, "xxi_7") == "2404"
    return m


def landing_after_a_move() -> Match[Any]:
    """move > landing, landing > move: a landing ends no move; another unit in hand does."""
    m = go(drawn("xxi", {"xxi_7": "2405", "xxi_200": "2305"}, **LANDING), "unit xxi_7", "to 2404")
    go(m, "land", (1,))
    assert offers(m, "to")
    go(m, "unit xxi_200", offers(m, "to")[0] if offers(m, "to") else "done")
    return m


def landing_and_mines() -> Match[Any]:
    """landing > breach: the group of another corps does not act in this impulse (R36)."""
    m = go(drawn("afrika", {"15_1_i": "1409"}, **LANDING), "land", (6,), (3,))
    assert "unit heckler" not in offers(m)
    go(m, "unit 15_1_i", "breach 1410", (3,))
    assert offers(m, "to") == []
    return m


def mines_and_landing() -> Match[Any]:
    """breach > landing: a drift to the west, and the breach is still to be crossed (R39)."""
    m = go(drawn("afrika", {"15_1_i": "1409"}, **LANDING), "unit 15_1_i", "breach 1410", (6,))
    go(m, "land", (5,), (1,))
    assert at(m, "heckler") == "2130"
    assert "to 1410" in offers(m)
    assert "to 1408" not in offers(m)
    return m


FIGHT = {"15_1_t": "0614", "15_1_i": "0614", "7arm_3": "0615", "7arm_3ind": "0615"}


def landing_and_armour() -> Match[Any]:
    """landing > armour."""
    m = go(drawn("afrika", FIGHT, **LANDING), "land", (1,), "done", "attack 0615", "all")
    if asked(m) == "axis armour":
        go(m, "done")
    dice(m, 1)
    assert told(m, "armour_hits")
    return m


def landing_and_combat() -> Match[Any]:
    """landing > combat: without armour combat the tank takes no part (9.0.b)."""
    units = {"hq_afrika": "0610", "15_1_t": "0614", "15_1_i": "0614", "7arm_3ind": "0615"}
    m = go(drawn("afrika", units, **LANDING), "land", (1,), "done", "done")
    assert asked(m) == "axis combat"
    go(m, "attack 0615", (1,))
    assert told(m, "combat")[0]["units"] == ("15_1_i",)
    return m


# -- mines (10.8) ------------------------------------------------------------------------------

MINES = {"15_1_i": "1409"}


def mines_and_the_next_chit() -> Match[Any]:
    """breach > draw: who has tried was activated, and is not activated again by his corps."""
    m = go(drawn("afrika", MINES), "unit 15_1_i", "breach 1410", (3,), "done")
    assert asked(m) == "chit"
    assert m.state.acted[GAME.data.unit_index["15_1_i"]]
    return go(m, ("xxi",))


def mines_and_halt() -> Match[Any]:
    """breach > end."""
    m = go(later("afrika", MINES), "unit 15_1_i", "breach 1410", (6,), "done")
    assert asked(m) == "halt"
    go(m, (1,))
    assert told(m, "halted")
    return m


def mines_and_cars() -> Match[Any]:
    """breach > reaction: through the gap beside a car."""
    m = go(drawn("afrika", MINES | {"ind_7a": "1411"}), "unit 15_1_i", "breach 1410", (6,))
    go(m, "to 1410")
    assert asked(m) == "allied react"
    go(m, offers(m, "react")[0])
    assert at(m, "15_1_i") == "1410"
    return m


def mines_and_armour() -> Match[Any]:
    """breach > armour: a failed breach ends the move, not the fight (R39)."""
    units = FIGHT | {"15_2_i": "1409"}
    m = go(drawn("afrika", units), "unit 15_2_i", "breach 1410", (2,), "done", "attack 0615", "all")
    if asked(m) == "axis armour":
        go(m, "done")
    return dice(m, 1)


def mines_and_combat() -> Match[Any]:
    """breach > combat: who has failed to breach may attack over the same mines."""
    units = {"15_1_i": "1409", "15_2_i": "1409", "15_53_e": "1409", "50_150_bn": "1410"}
    m = go(drawn("afrika", units), "unit 15_1_i", "breach 1410", (2,), "done")
    assert asked(m) == "axis combat"
    go(m, "attack 1410", "all")
    assert asked(m) == "combat"
    return dice(m, 1)


STORM = dict.fromkeys(("15_1_i", "15_2_i", "15_3_i", "15_53_e"), "1409")


def mines_in_pursuit() -> Match[Any]:
    """combat > breach, breach > pursuit: the hex is empty; one tries, the others follow."""
    m = go(drawn("afrika", STORM | {"50_150_bn": "1410"}, air=2), "done")
    go(m, "attack 1410", "all", "yes", (6,))
    while asked(m) != "axis pursue":
        go(m, offers(m)[0])
    go(m, "advance 15_1_i", (5,), "stop")  # an engineer of the attack assists
    assert at(m, "15_1_i") == "1410"
    assert not m.state.mines[edge("1409", "1410")]
    assert "advance 15_2_i" in offers(m)
    return m


def mines_after_pursuit() -> Match[Any]:
    """pursuit > breach: one comes over open ground, another over the mines."""
    units = STORM | {"50_150": "1410", "15_1_t": "1411", "15_2_t": "1411", "21_1_i": "1411"}
    m = go(drawn("afrika", units, air=2, reduced=["50_150"]), "done", "done", "attack 1410", "all")
    go(m, "yes")
    for face in (6, 5, 4, 3):
        trial = go(m.clone(), (face,))
        while trial.decision is not None and asked(trial) != "axis pursue":
            go(trial, "retreat" if "retreat" in offers(trial) else offers(trial)[0])
        first = [each for each in offers(trial, "advance") if each.split()[1] == "21_1_i"]
        if not first:
            continue
        go(trial, first[0])
        while asked(trial) == "axis pursue_on":
            go(trial, "stop")
        over = [each for each in offers(trial, "advance") if at(trial, each.split()[1]) == "1409"]
        if over:
            go(trial, over[0], (2,))
            assert m.state.mines[edge("1409", "1410")]
            assert at(trial, over[0].split()[1]) == "1409"
            return trial
    raise AssertionError("nobody pursues")


def mines_after_a_retreat() -> Match[Any]:
    """retreat > breach: the defenders have gone, and the mines are still there."""
    units = STORM | {"50_150": "1410"}
    m = go(drawn("afrika", units, air=2, reduced=["50_150"]), "done")
    while asked(m) == "axis armour":
        go(m, "done")
    go(m, "attack 1410", "all", "yes", (2,))
    while asked(m) != "axis pursue":
        go(m, "retreat" if "retreat" in offers(m) else offers(m)[0])
    assert told(m, "retreated")
    go(m, "advance 15_1_i", (4,))
    assert at(m, "15_1_i") == "1409"
    assert not offers(m, "advance")  # one try for each hex
    return m


def one_combat_after_another() -> Match[Any]:
    """retreat > combat: nobody pursues, and the next attack is fought."""
    units = dict.fromkeys(("15_1_i", "15_2_i", "15_3_i"), "0614") | {
        "hq_afrika": "0610", "7arm_3ind": "0615", "21_1_i": "0606", "5ind_29": "0607",
    }  # fmt: skip
    m = go(drawn("afrika", units, reduced=["5ind_29"]), "done")
    while asked(m) == "axis armour":
        go(m, "done")
    go(m, "attack 0615", "all", "attack 0607")
    for face in range(1, 7):
        trial = go(m.clone(), (face,))
        while trial.chance is None and asked(trial) != "axis pursue":
            go(trial, "retreat" if "retreat" in offers(trial) else offers(trial)[0])
        if asked(trial) == "axis pursue" and told(trial, "retreated"):
            go(trial, "done")
            assert asked(trial) == "combat"
            go(trial, (3,))
            assert [each["place"] for each in told(trial, "combat")] == ["0615", "0607"]
            return trial
    raise AssertionError("nobody retreats")


# -- split brigades (10.6) ---------------------------------------------------------------------

SPLIT = {"1arm_201": "1417", "1arm_by": "1417", "15_1_t": "1416"}


def split_and_armour() -> Match[Any]:
    """split > armour: the parts have no armour to fire, the tanks have."""
    m = go(drawn("1arm", SPLIT), "split 1arm_201", "done", "attack 1416")
    assert asked(m) == "armour"
    return dice(m, 1)


def split_and_combat() -> Match[Any]:
    """split > combat: both parts attack."""
    units = {"1arm_201": "1417", "x_9": "1416"}
    m = go(drawn("1arm", units), "split 1arm_201", "done")
    if asked(m) == "allied armour":
        go(m, "done")
    go(m, "attack 1416", "all")
    assert asked(m) == "combat"
    assert set(m.state.battle.attackers) == {
        GAME.data.unit_index[name] for name in ("1arm_201", "1arm_201_bn")
    }
    return dice(m, 1)


def split_and_cars() -> Match[Any]:
    """split > reaction."""
    units = {"1arm_201": "1417", "15_33_a": "1414"}
    m = go(drawn("1arm", units), "split 1arm_201", "unit 1arm_201_bn", "to 1415")
    assert asked(m) == "axis react"
    go(m, offers(m, "react")[0])
    assert (at(m, "1arm_201"), at(m, "1arm_201_bn")) == ("1417", "1415")
    return m


def split_and_the_next_chit() -> Match[Any]:
    """split > draw: the parts stay apart, and have been activated."""
    m = go(drawn("1arm", {"1arm_201": "1417"}), "split 1arm_201", "done", "done")
    assert asked(m) == "chit"
    assert step(m, "1arm_201") == 1
    return go(m, ("7arm",))


def split_and_join() -> Match[Any]:
    """split > end: they join again at the end of the same impulse."""
    m = go(drawn("1arm", {"1arm_201": "1417"}), "split 1arm_201", "done")
    go(m, "rejoin 1arm_201 1arm_201_bn")
    assert (step(m, "1arm_201"), at(m, "1arm_201_bn")) == (0, "off")
    return m
