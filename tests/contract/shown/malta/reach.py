"""Island of Death: overlays of reach and range, beside what is offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from khamsin.games.malta.model.pack import Pack
from khamsin.games.malta.model.pieces import (
    COAST_GUN,
    LEADER,
    SIDES,
    W1,
    W2,
)
from khamsin.games.malta.model.state import State
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """Moves step by step, infiltration, guns."""
    ask = match.decision
    assert ask is not None
    if ask.prompt in {"strategic", "tactical", "infiltrate"}:
        yield from _moves(match, side, ask.prompt)
    elif ask.prompt in {"strategic_to", "tactical_to", "infiltrate_to"}:
        unit = str(ask.facts["unit"])
        shown = _overlays(match, side, unit)
        name = {"strategic_to": "march", "tactical_to": "reach", "infiltrate_to": "slip"}
        true = _reached(match)
        key = name[ask.prompt]
        yield Compared(f"{key} of moving {unit}", set(shown.get(key, {})), true)
        if key != "reach":
            yield Compared(f"no reach of moving {unit}", "reach" in shown, False)
    else:
        yield from _fire(match, side)


def _overlays(match: Match[Any], side: str, unit: str) -> dict[str, dict[str, int]]:
    found = match.game.presentation.overlays(match.known(side), side, voice("malta"), unit)
    return {each["id"]: dict(each["spaces"]) for each in found}


def _some(names: Iterable[str], number: int, most: int = 2) -> list[str]:
    every = sorted(names)
    first = number % max(1, len(every))
    return [*every[first:], *every[:first]][:most]


def _moves(match: Match[Any], side: str, prompt: str) -> Iterator[Compared]:
    """What is offered to units that could move now, and to those that could not."""
    pack = match.state.pack
    offered = {option[1] for option in match.legal(side) if option[0] == "unit"}
    key = {"strategic": "march", "tactical": "reach", "infiltrate": "slip"}[prompt]
    for unit in _some(offered, len(match.entries)):
        shown = _overlays(match, side, unit)
        after = match.clone()
        after.choose(("unit", unit), side)
        true = _reached(after)
        yield Compared(f"{key} of {unit}", set(shown.get(key, {})), true)
        yield Compared(f"{unit}: only what is offered now", _ways(shown), _to_come(shown, key))
    others = {
        pack.unit_ids[unit]
        for unit, place in enumerate(match.state.place)
        if pack.side_of[unit] == SIDES.index(side) and 0 <= place < pack.land
    } - offered
    for unit in _some(others, len(match.entries)):
        shown = _overlays(match, side, unit)
        yield Compared(f"{unit} has no {key}", key in shown, False)
        if prompt == "strategic":
            yield from _later(match, side, unit, shown)


def _ways(shown: Mapping[str, object]) -> set[str]:
    return {"march", "reach", "slip"} & set(shown)


def _to_come(shown: Mapping[str, object], key: str) -> set[str]:
    """Who can march may also move tactically, later."""
    return {"march", *({"reach"} & set(shown))} if key == "march" else {key}


def _later(match: Match[Any], side: str, unit: str, shown: Mapping[str, object]) -> Iterator[Any]:
    """A tactical move that is shown before its time is there when its time comes."""
    after = match.clone()
    after.choose(("done",), side)
    if after.decision is None or after.decision.prompt != "tactical":
        yield Compared(f"{unit} has no reach, nobody moves", "reach" in shown, False)
        return
    could = {option[1] for option in after.legal(side)[:-1]}
    if unit not in could:
        yield Compared(f"{unit} has no reach", "reach" in shown, False)
        return
    after.choose(("unit", unit), side)
    spaces = shown.get("reach", {})
    assert isinstance(spaces, dict)
    yield Compared(f"later reach of {unit}", set(spaces), _reached(after))


def _reached(match: Match[Any]) -> set[str]:
    """Every hex that the moving unit can come to by what is offered, as far as no die is asked
    but those of leaders whom it overruns.

    Guns in position limber first (6.6).
    """
    assert match.decision is not None
    unit = match.decision.facts.get("unit")
    if ("limber",) in match.legal():
        match = match.clone()
        match.choose(("limber",))
        if match.decision is None or match.decision.facts.get("unit") != unit:
            return set()
    start = match.state.place_id(match.state.place[match.state.pack.unit_index[str(unit)]])
    found: set[str] = set()
    ahead = [match]
    stood: set[tuple[str, int]] = set()
    while ahead:
        here = ahead.pop()
        g = here.state
        place = g.place[g.pack.unit_index[str(unit)]]
        for option in here.legal():
            if option[0] != "go":
                continue
            found.add(option[1])
            if g.pack.distance[place][g.pack.board.at(option[1])] > 1:
                continue
            after = here.clone()
            after.dice = None
            after.choose(option)
            if after.chance is not None and after.chance.why == "overrun":
                after.roll((6, 6))
            ask = after.decision
            if ask is None or ask.facts.get("unit") != unit or after.to_answer != match.to_answer:
                continue
            if ask.prompt not in {"strategic_to", "tactical_to"}:
                continue
            stand = option[1], after.state.moving_left
            if stand not in stood:
                stood.add(stand)
                ahead.append(after)
    return found - {start}


def _fire(match: Match[Any], side: str) -> Iterator[Compared]:
    """Guns: whatever is offered lies in the range that is shown, and all of that is offered."""
    ask, g = match.decision, match.state
    assert ask is not None
    pack: Pack = g.pack
    legal = match.legal(side)
    targets: dict[str, set[str]] = {}
    for option in legal:
        if ask.prompt in {"answer_fire", "target"} and len(option) > 2:
            targets.setdefault(option[1], set()).add(
                g.place_id(g.place[pack.unit_index[option[2]]])
            )
        elif ask.prompt == "fire_box" and len(option) > 2:
            targets.setdefault(option[1], set()).add(option[2].partition("_")[2])
        elif ask.prompt in {"support", "defend"} and len(option) > 2:
            targets.setdefault(option[1], set()).add(option[2])
    every: set[int] = set()
    if ask.prompt == "answer_fire":
        every = {g.place[ship] for ship in pack.ships if g.place[ship] >= 0}
    elif ask.prompt == "target":
        every = {g.place[gun] for gun in pack.of_kind[COAST_GUN] if g.place[gun] >= 0}
    elif ask.prompt == "fire_box":
        every = {h for number, h in enumerate(pack.beaches) if _is_aboard(g, number)}
    elif ask.prompt in {"support", "defend"}:
        for unit, offered in list(targets.items())[:4]:
            shown = _overlays(match, side, unit)["range"]
            yield Compared(f"range of {unit} holds its targets", offered - set(shown), set())
            far = pack.units[pack.unit_index[unit]].gun
            assert far is not None
            at = g.place[pack.unit_index[unit]]
            true = {g.place_id(h) for h in range(pack.land) if pack.distance[at][h] <= far.range}
            yield Compared(f"range of {unit}", set(shown), true)
        return
    names = {g.place_id(h) for h in every}
    for unit, offered in list(targets.items())[:4]:
        shown = _overlays(match, side, unit)["range"]
        yield Compared(f"range of {unit}", set(shown) & names, offered)


def _is_aboard(g: State, number: int) -> bool:
    kind = g.pack.kind
    return any(
        place in (W1 - number, W2 - number) and kind[unit] != LEADER
        for unit, place in enumerate(g.place)
    )
