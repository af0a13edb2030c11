"""Gazala 1942: what the comparisons share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import SIDES
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event


def pack_of(match: Match[Any]) -> Pack:
    pack: Pack = match.state.pack
    return pack


def able_units(match: Match[Any], option: Option) -> tuple[str, ...]:
    """The units that can be named for an attack."""
    after = match.clone()
    after.dice = None
    after.choose(option)
    return tuple(each[1] for each in after.legal() if each[0] == "join")


def number_in(event: Event, name: str) -> int:
    value = event.values[name]
    assert isinstance(value, int)
    return value


def side_of(match: Match[Any], unit: str) -> str:
    pack = pack_of(match)
    return SIDES[pack.side_of[pack.unit_index[unit]]]


def supply_of(data: Mapping[str, Any], unit: int) -> int:
    """R44 What the impulse has found for who may act in it; else what holds since."""
    due: int = data["due"][unit]
    return due if due >= 0 else int(data["supply"][unit])


def drawn_chit(match: Match[Any]) -> str:
    """The chit of the impulse that is being played, by what was told."""
    chit = ""
    for _, event in match.events:
        if event.kind == "turn":
            chit = ""
        elif event.kind == "chit":
            chit = str(event.values["chit"])
    return chit
