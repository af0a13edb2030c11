"""Positions of Field Commander: Rommel in which procedures meet that seldom do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khamsin.games.commander.model.pieces import ALLIED, AXIS
from khamsin.kernel.play.match import Match
from tests.games.commander.staging import (
    asked,
    at,
    force,
    go,
    offers,
    scene,
    strength,
    supplies,
    table,
    told,
    where,
)

CROWD = {"bologna": "sirte", "brescia": "sirte", "savona": "sirte"}
"""Three Forces, as many as Sirte feeds."""
ONE_MORE = {**CROWD, "trento": "sirte"}
SIWA = ("maddalena", "matruh")
"""The only ways out of Siwa."""


def positions() -> Iterator[Match[Any]]:
    """All of them, each played until its pair has happened."""
    for play in (
        lost_and_the_enemy_goes_on, lost_and_others_move, lost_and_the_check, lost_and_resupply,
        lost_and_reinforcements, lost_in_an_operation, lost_before_the_allied_refit,
        back_before_the_allied_refit, exploit_before_the_allied_refit, exploit_into_a_crowd,
        back_into_a_crowd, no_allies_on_the_map, recovered_before_a_battle,
        recovered_before_the_check,
        refitted_before_the_check, refitted_before_resupply, torch_before_the_check,
    ):  # fmt: skip
        yield play()


# -- attackers without a way back (R9) -----------------------------------------------------------


def surrounded(attacker: int, step: str, more: dict[str, str], **fields: Any) -> Match[Any]:
    """An attack on Siwa that is to fail; the enemy stands in both areas around it."""
    mine, theirs = "15pz", "7arm"
    guards = ("2arm", "6aus") if attacker == AXIS else ("pavia", "ariete")
    g = table(
        {mine: "siwa", theirs: "siwa", **dict(zip(guards, SIWA, strict=True)), **more},
        step=step, **fields,
    )  # fmt: skip
    g.attacker[at(g, "siwa")] = attacker
    g.came_from[force(g, (mine, theirs)[attacker])] = at(g, "maddalena")
    return scene(g)


def fail(m: Match[Any], plan: str = "press") -> Match[Any]:
    """One plan of the Allies, none of the Axis, and nobody hits."""
    go(m, [plan])
    while asked(m) == "plans":
        go(m, "done")
    while m.chance is not None and asked(m) in {"axis_dice", "allied_dice"}:
        m.roll((6,) * m.chance.count)
    return m


def lost_and_the_enemy_goes_on() -> Match[Any]:
    """battle > exploit: all attackers are gone though nobody was hit, and the defenders go on."""
    m = surrounded(AXIS, "battles", {"pavia": "birhacheim"}, supplies=(0, 2))
    fail(m, "exploit")
    assert (where(m, "15pz"), told(m, "upgrades_lost")) == ("destroyed", [])
    (gone,) = told(m, "exploited")
    assert gone == {"unit": "na_7arm", "place": "na_maddalena"}  # toward Pavia, for one Supply
    assert supplies(m)[1] == 1
    assert m.state.aim[force(m.state, "7arm")] == at(m.state, "birhacheim")
    return m


def lost_and_others_move() -> Match[Any]:
    """battle > move: the Non-Battle Moves of those who did not fight."""
    m = fail(surrounded(AXIS, "battles", CROWD))
    assert (where(m, "15pz"), strength(m, "7arm")) == ("destroyed", "full")
    assert asked(m) == "moves"
    return go(m, "move bologna buerat")


def lost_and_the_check() -> Match[Any]:
    """battle > check: one Force too many in Sirte."""
    m = go(fail(surrounded(AXIS, "battles", ONE_MORE)), "done")
    assert asked(m) == "supply_check"
    assert told(m, "over_limit") == [{"place": "na_sirte", "forces": 1}]
    return m


def lost_and_resupply() -> Match[Any]:
    """battle > purchase: no Ally was destroyed, so none pays; Siwa is not free of Allies."""
    m = go(fail(surrounded(AXIS, "battles", CROWD)), "done")
    (points,) = told(m, "resupply_points")
    assert points["kills"] == 0
    assert points["regions"] == 6  # Tripoli and Tobruk, not Egypt
    return m


def lost_and_reinforcements() -> Match[Any]:
    """battle > reinforcement: the Allied attackers are lost; R9 gives no upgrade."""
    m = fail(surrounded(ALLIED, "allied_battles", {}))
    assert (where(m, "7arm"), told(m, "chit_drawn")) == ("destroyed", [])
    assert m.state.fallen_in[force(m.state, "7arm")] >= 0  # it counts for the next Resupply (R9)
    assert asked(m) == "allied_resupply"
    return go(m, (1,))


def lost_in_an_operation() -> Match[Any]:
    """battle > operation: the chits go back when the battles of the operation are over."""
    m = surrounded(ALLIED, "operations", {}, stage=1, cup=["1arm", "2sa"], drawn=("go",))
    fail(m)
    assert told(m, "ops_over") == [{}]
    assert m.state.drawn == ()
    return m


def lost_before_the_allied_refit() -> Match[Any]:
    """battle > refit: a battle of the Resupply step that an Exploit brought about."""
    more = {"9aus": "cairo"}
    m = surrounded(AXIS, "resupply", more, stage=2, reduced=["9aus"], supplies=(0, 2))
    fail(m)
    assert where(m, "15pz") == "destroyed"
    assert (strength(m, "9aus"), supplies(m)[1]) == ("full", 0)
    return m


# -- battles and the steps after them ------------------------------------------------------------


def back_before_the_allied_refit() -> Match[Any]:
    """return > refit: those who exploited go back, and the Allies refit whom they have hit."""
    g = table({"15pz": "siwa", "7arm": "siwa", "6aus": "cairo"}, step="resupply", stage=2,
              reduced=["6aus"], supplies=(0, 2))  # fmt: skip
    g.attacker[at(g, "siwa")] = AXIS
    g.came_from[force(g, "15pz")] = at(g, "maddalena")
    m = fail(scene(g))
    assert (where(m, "15pz"), strength(m, "6aus")) == ("maddalena", "full")
    return m


def exploit_before_the_allied_refit() -> Match[Any]:
    """exploit > refit: new Forces win where they came in (place.4) and go on (R29)."""
    g = table({"15pz": "tripoli", "3ind": "tripoli", "6aus": "cairo"}, step="resupply", stage=2,
              reduced=["3ind", "6aus"], supplies=(1, 2))  # fmt: skip
    g.attacker[at(g, "tripoli")] = AXIS
    m = go(scene(g), "plan exploit", "done", (1,), (6,), ["upg_guard"])
    assert asked(m) == "exploit"
    go(m, "exploit 15pz misurata")
    assert (supplies(m), strength(m, "6aus")) == ((0, 0), "full")
    return m


def exploit_into_a_crowd() -> Match[Any]:
    """exploit > check: the Force that went on is one too many; it may move no more."""
    g = table({"15pz": "elagheila", "3ind": "elagheila", "6aus": "cairo", **CROWD},
              step="battles", reduced=["3ind"], supplies=(1, 0))  # fmt: skip
    g.attacker[at(g, "elagheila")] = AXIS
    g.moved[force(g, "15pz")] = 1
    m = go(scene(g), "plan exploit", "done", (1,), (6,), ["upg_guard"], "exploit 15pz sirte")
    assert not any(offer.startswith("15pz") for offer in offers(m, "move"))
    go(m, "done")
    assert told(m, "over_limit") == [{"place": "na_sirte", "forces": 1}]
    assert "hit 15pz" in offers(m)
    return m


def back_into_a_crowd() -> Match[Any]:
    """return > check: who is thrown back to where he came from is one too many there."""
    g = table({"15pz": "elagheila", "3ind": "elagheila", **CROWD}, step="battles")
    g.attacker[at(g, "elagheila")] = AXIS
    g.came_from[force(g, "15pz")] = at(g, "sirte")
    g.moved[force(g, "15pz")] = 1
    m = fail(scene(g), "overrun")
    assert told(m, "went_back") == [{"unit": "na_15pz", "place": "na_sirte"}]
    go(m, "done")
    assert told(m, "over_limit") == [{"place": "na_sirte", "forces": 1}]
    return m


def no_allies_on_the_map() -> Match[Any]:
    """operation > reinforcement: no region has anybody to order, and no die is rolled (R40)."""
    m = go(scene(table({"15pz": "sirte"}, step="operations", cup=["1arm"])), ["adv1"])
    assert told(m, "region") == told(m, "orders_roll") == []
    assert asked(m) == "allied_resupply"
    return go(m, (1,))


# -- recovery and refit --------------------------------------------------------------------------


def recovered_before_a_battle() -> Match[Any]:
    """recovery > battle: recovery is open until the purchases are over (R3, place.4)."""
    here = {"15pz": "sirte", "7arm": "tripoli"}
    m = scene(table(here, step="resupply", stage=1, points=3, supplies=(2, 0), pool=["9light"],
                    destroyed=["pavia"]))  # fmt: skip
    go(m, "buy 9light tripoli", "recover pavia")
    assert (where(m, "pavia"), supplies(m)[0]) == ("pool", 0)
    assert told(m, "battle")[-1]["attackers"] == ("na_9light",)
    assert m.state.battle is not None
    assert m.state.battle.finish
    return m


def recovered_before_the_check() -> Match[Any]:
    """recovery > check: nobody moves after the Refit step."""
    m = scene(table(ONE_MORE, step="refit", supplies=(2, 0), destroyed=["pavia"]))
    go(m, "recover pavia", "done")
    assert asked(m) == "supply_check"
    assert "pay" not in offers(m)  # the Supplies are spent
    return m


def refitted_before_the_check() -> Match[Any]:
    """refit > check: a hit turns the Force that was made good."""
    m = scene(table(ONE_MORE, step="refit", supplies=(2, 0), reduced=["trento"]))
    go(m, "refit trento", "done", "hit trento")
    assert strength(m, "trento") == "reduced"
    return m


def refitted_before_resupply() -> Match[Any]:
    """refit > purchase: nobody moves, and nobody is over the limit."""
    m = scene(table(CROWD, step="refit", supplies=(2, 0), reduced=["savona"]))
    go(m, "refit savona", "done")
    assert told(m, "over_limit") == []
    (points,) = told(m, "resupply_points")
    assert points["regions"] == 9  # no Ally anywhere
    return m


def torch_before_the_check() -> Match[Any]:
    """torch > check: the landing fails, and the Axis does nothing."""
    m = go(scene(table({**ONE_MORE, "6aus": "cairo"}, step="marker", turn=8)), (3,))
    assert told(m, "torch_fails") == [{"result": 3}]
    go(m, "done")
    assert asked(m) == "supply_check"
    return m
