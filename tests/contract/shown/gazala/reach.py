"""Gazala 1942: overlays of reach and range, beside what is offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khamsin.games.gazala.model.pieces import SIDES, STATUSES
from khamsin.games.gazala.rules.supply import check_supply
from khamsin.kernel.play.match import Match
from khamsin.kernel.show.summaries import halves
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.gazala.common import drawn_chit, pack_of, side_of, supply_of


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """How far units can go beside what is offered; zones, supply, activation, ranges of HQs."""
    ask = match.decision
    assert ask is not None
    if ask.prompt == "move":
        yield from _moves(match, side)
    yield from _zones_and_lines(match)
    yield from _activation(match)
    yield from _ranges(match, side)


def _overlay(match: Match[Any], name: str, piece: str = "") -> Mapping[str, Any] | None:
    side = match.to_answer[0]
    found = match.game.presentation.overlays(match.known(side), side, voice("gazala"), piece)
    return next((each for each in found if each["id"] == name), None)


def _moves(match: Match[Any], side: str) -> Iterator[Compared]:
    offered = [each[1] for each in match.legal(side) if each[0] == "unit"]
    moving = match.state.data()["moving"]
    in_hand = [pack_of(match).unit_ids[moving[0]]] if len(moving) == 1 else []
    every = [
        u for n, u in enumerate(pack_of(match).unit_ids) if match.state.data()["place"][n] >= 0
    ]
    idle = [u for u in every if side_of(match, u) == side and u not in (*offered, *in_hand)]
    for unit in (*in_hand, *offered[:: max(1, len(offered) // 3)][:3], *idle[:2]):
        shown = _overlay(match, "reach", unit)
        assert shown is not None
        taken = match.clone()
        if ("unit", unit) in taken.legal():
            taken.choose(("unit", unit))
            true = _steps(taken)
        else:
            true = _steps(taken) if unit in in_hand else []
        yield Compared(f"reach of {unit}", set(shown["spaces"]), set(true))
        yield from _costs(taken, unit, shown, true)


def _steps(match: Match[Any]) -> list[str]:
    return [each[1] for each in match.legal() if each[0] == "to"]


def _costs(
    match: Match[Any], unit: str, shown: Mapping[str, Any], goals: list[str]
) -> Iterator[Compared]:
    """What a move costs, how it is coloured, and that shorter moves lead nowhere else."""
    number = pack_of(match).unit_index[unit]
    start = match.state.data()["spent"][number]
    whole = 2 * _points(match, number)
    for goal in goals[:: max(1, len(goals) // 6)]:
        after = match.clone()
        after.dice = None
        after.choose(("to", goal))
        while after.decision is not None and after.decision.prompt != "move":
            stay = ("stay",)
            after.choose(stay if stay in after.legal() else after.legal()[0])
        spent = after.state.data()["spent"][number]
        cost = spent - start
        level = 3 if 2 * cost <= whole else 2 if spent < whole else 1
        yield Compared(
            f"cost of {unit} to {goal}", (shown["text"].get(goal), shown["spaces"].get(goal)),
            (halves(cost), level),
        )  # fmt: skip
        beyond = set(_steps(after)) - {
            pack_of(match).place_ids[match.state.data()["place"][number]]
        }
        yield Compared(f"{unit} beyond {goal}", set(), beyond - set(shown["spaces"]))


def _points(match: Match[Any], unit: int) -> int:
    """2.1, 6.23, R30 Movement points: half for vehicles that are not supplied, rounded up."""
    pack, data = pack_of(match), match.state.data()
    points = pack.units[unit].steps[0][2]
    if unit != pack.rommel and pack.units[unit].is_mech and supply_of(data, unit):
        points = (points + 1) // 2
    return points


def _zones_and_lines(match: Match[Any]) -> Iterator[Compared]:
    pack, data = pack_of(match), match.state.data()
    zones = [_zone(match, side) for side in (0, 1)]
    for side, name in enumerate(SIDES):
        shown = _overlay(match, f"zoc_{name}")
        assert shown is not None
        zone = {pack.place_ids[place] for place in zones[side]}
        yield Compared(f"zones of {name}", set(shown["spaces"]), zone)
        shown = _overlay(match, f"supply_{name}")
        assert shown is not None
        found = match.state.copy()
        _morning(found)
        for unit, at in enumerate(data["place"]):
            level = shown["spaces"].get(pack.place_ids[at], 0) if at >= 0 else 2
            if pack.side_of[unit] != side or pack.is_hq[unit] or level == 2:
                continue
            status = {3: "supplied", 1: "unsupplied", 0: "isolated"}[level]
            about = f"supply of {pack.unit_ids[unit]} tomorrow"
            yield Compared(about, status, STATUSES[found.supply[unit]])
        friends = {at for u, at in enumerate(data["place"]) if pack.side_of[u] == side}
        closed = {
            place for place in shown["spaces"]
            if pack.board.at(place) in zones[1 - side] and pack.board.at(place) not in friends
        }  # fmt: skip
        yield Compared(f"lines of {name} through zones of the enemy", closed, set())


def _morning(found: Any) -> None:
    check_supply(found)


def _zone(match: Match[Any], side: int) -> set[int]:
    """4.41 A regiment or brigade, or three battalions; any Allied unit over mines."""
    pack, data = pack_of(match), match.state.data()
    stacks: dict[int, list[int]] = {}
    for unit, at in enumerate(data["place"]):
        if at >= 0 and pack.side_of[unit] == side and not pack.is_hq[unit]:
            stacks.setdefault(at, []).append(unit)
    found: set[int] = set()
    for at, units in stacks.items():
        is_full = len(units) >= 3 or any(pack.units[u].size in ("X", "III") for u in units)
        for there, edge in pack.hexsides_of[at]:
            mined, walled = edge in data["mines"], edge in data["forts"]
            if pack.is_cliff[edge]:
                continue
            if is_full and not (side == 0 and mined):
                found.add(there)
            walled = walled and "zoc_from_forts" in match.setup.options and at in pack.fortress
            if side == 1 and (mined or walled):
                found.add(there)
    return found


def _activation(match: Match[Any]) -> Iterator[Compared]:
    """7.2 While nothing has been done in an impulse: who is shown as activated may act."""
    data, pack = match.state.data(), pack_of(match)
    shown = _overlay(match, "activation")
    drawn = drawn_chit(match)
    yield Compared("an impulse is shown", shown is not None, bool(drawn))
    if shown is None or match.decision is None or match.decision.prompt != "move":
        return
    hq = pack.hq_of[drawn]
    able = {
        pack.unit_index[each[1]]
        for each in match.legal()
        if each[0] in ("unit", "split") and data["place"][pack.unit_index[each[1]]] >= 0
    }
    for unit in sorted(able):
        began, place = data["began"][unit], pack.place_ids[data["place"][unit]]
        reach = pack.units[hq].range
        near = began < 0 or pack.board.distance(data["began"][hq], began) <= reach
        level = shown["spaces"].get(place, 0)
        about = f"activation of {pack.unit_ids[unit]}"
        yield Compared(about, level >= (3 if near else 1), True)


def _ranges(match: Match[Any], side: str) -> Iterator[Compared]:
    pack, data = pack_of(match), match.state.data()
    for name in pack.corps[SIDES.index(side)]:
        hq = pack.hq_of[name]
        if data["place"][hq] < 0:
            continue
        shown = _overlay(match, "hq_range", pack.unit_ids[hq])
        assert shown is not None
        own = {
            pack.place_ids[at] for unit, at in enumerate(data["place"])
            if at >= 0 and data["formation"][unit] == name
        }  # fmt: skip
        near = {
            place for number, place in enumerate(pack.place_ids)
            if pack.board.distance(data["place"][hq], number) <= pack.units[hq].range
        }  # fmt: skip
        levels = {place: 3 if place in own else 1 for place in near | own}
        yield Compared(f"range of {name}", dict(shown["spaces"]), levels)
        return
