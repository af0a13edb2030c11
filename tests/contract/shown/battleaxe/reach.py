"""Operation Battleaxe: overlays of reach and range, beside what is offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import (
    ALLIED,
    AXIS,
    OFF_MAP,
    SIDES,
)
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.battleaxe.common import SLUG, a_few
from tests.contract.shown.comparing import Compared

UNITS = 4


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """Where a unit can get by the moves that are offered, one after another; supply of both."""
    ask, g = match.decision, match.state
    assert ask is not None
    for owner in (ALLIED, AXIS):
        shown = _overlay(match, side, f"supply_{SIDES[owner]}")
        yield Compared(f"supply of {SIDES[owner]}", shown, _supply(g.data(), g.pack, owner))
    mine = [
        name for n, name in enumerate(g.pack.unit_ids)
        if g.pack.side_of[n] == SIDES.index(side) and g.place[n] != OFF_MAP
    ]  # fmt: skip
    if ask.prompt in {"assault", "regroup"}:
        offered = {option[1] for option in match.legal(side) if option[0] == "move"}
        idle = [unit for unit in mine if unit not in offered]
        for unit in a_few(sorted(offered), len(match.entries), UNITS):
            yield from _reach(match, match, side, unit)
        for unit in a_few(idle, len(match.entries), UNITS):
            shown = _overlay(match, side, "range", unit)
            yield Compared(f"{unit} cannot move: no range", shown, {})
    elif ask.prompt == "impulse":
        assaults = {option[1:]: option for option in match.legal(side) if option[0] == "assault"}
        for unit in a_few(mine, len(match.entries), UNITS):
            at = _unit(match, unit)["place"]
            option = next((assaults[spaces] for spaces in assaults if at in spaces), None)
            if option is None:
                shown = _overlay(match, side, "range", unit)
                yield Compared(f"{unit} cannot act: no range", shown, {})
                continue
            after = match.clone()
            after.choose(option, side)
            yield from _reach(match, after, side, unit)


def _reach(match: Match[Any], from_here: Match[Any], side: str, unit: str) -> Iterator[Compared]:
    """All that a unit can come to, and what of it with the first step."""
    shown = _overlay(match, side, "range", unit)
    yield Compared(f"range of {unit}", set(shown), _reached(from_here, unit))
    steps = {option[2] for option in from_here.legal(side) if option[:2] == ("move", unit)}
    at_once = {space for space, shade in shown.items() if shade == 3}
    yield Compared(f"first step of {unit}", at_once, steps)


def _overlay(match: Match[Any], side: str, name: str, unit: str = "") -> dict[str, int]:
    overlays = match.game.presentation.overlays(match.known(side), side, voice(SLUG), unit)
    return next((dict(each["spaces"]) for each in overlays if each["id"] == name), {})


def _reached(match: Match[Any], unit: str) -> set[str]:
    """Every space that this unit alone can come to now, whatever way it takes."""
    start = _unit(match, unit)["place"]
    found: set[tuple[str, int]] = set()
    ahead = [match]
    while ahead:
        here = ahead.pop()
        for option in here.legal():
            if option[:2] != ("move", unit):
                continue
            after = here.clone()
            after.choose(option)
            stand = option[2], _unit(after, unit)["spent"]
            if stand not in found:
                found.add(stand)
                if after.decision is not None and after.to_answer == match.to_answer:
                    ahead.append(after)
    return {space for space, _ in found} - {start}


def _unit(match: Match[Any], unit: str) -> dict[str, Any]:
    known: dict[str, Any] = match.game.rules.view(match.state, None)["units"][unit]
    return known


def _supply(data: Mapping[str, Any], pack: Pack, side: int) -> dict[str, int]:
    """14.2, R26 Lines through ground of one's own; they may begin on enemy ground."""
    control = data["control"]
    sources = [space for space in pack.sources[side] if control[space] == side]
    found, ahead = set(sources), list(sources)
    while ahead:
        for near in pack.neighbours[ahead.pop()]:
            if near not in found and control[near] == side:
                found.add(near)
                ahead.append(near)
    starts = {
        data["place"][unit] for unit, owner in enumerate(pack.side_of)
        if owner == side and data["place"][unit] != OFF_MAP
        and found & set(pack.neighbours[data["place"][unit]])
    }  # fmt: skip
    return {pack.place_ids[space]: 3 if space in sources else 2 for space in found | starts}
