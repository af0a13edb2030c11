"""Rommel in the Desert: overlays of reach and range, beside what is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared

REACHED = 2
"""The strength of a range from which on no Forced March is needed."""


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """The network holds every fed block; a line is drawn for whoever has one; range is offered."""
    g, say = match.state, voice("rommel")
    me = SIDES.index(side)
    pack = g.pack
    for block, owner in enumerate(pack.side_of):
        if owner != me or not 0 <= g.place[block] < pack.size:
            continue
        name = pack.block_ids[block]
        shown = {each["id"]: each for each in match.game.presentation.overlays(g, side, say, name)}
        yield Compared(f"line of {name}", "line" in shown, has_line(g, block))
        if has_line(g, block) and g.phase == "turn":
            at = g.place_id(g.place[block])
            yield Compared(f"network at {name}", at in shown["network"]["spaces"], True)
    assert match.decision is not None
    if match.decision.prompt == "move" and g.moves:
        yield from _ranges(match, side)


def _ranges(match: Match[Any], side: str) -> Iterator[Compared]:
    """Of blocks in a Group Move: all that is offered is shown, and nothing else but full hexsides.

    In a Pass not every way back makes a lawful Withdrawal: what is offered is shown.
    """
    g, say = match.state, voice("rommel")
    groups = [
        g.place_id(place) for place, goal in g.moves if goal == NOBODY and place < g.pack.size
    ]
    goals: dict[str, set[str]] = {}
    for option in match.legal(side):
        if option[0] in ("move", "engage", "rommel", "rommel_engage") and option[2] in groups:
            goals.setdefault(option[1], set()).add(option[3])
    for name, offered in goals.items():
        shown = match.game.presentation.overlays(g, side, say, name)
        (spaces,) = [each["spaces"] for each in shown if each["id"] == "range"]
        near = {at for at, strong in spaces.items() if strong >= REACHED}
        if g.option == "pass" or len(g.moves) > 1:
            yield Compared(f"range of {name}", sorted(offered - near), [])
            continue
        full = {
            at
            for at in near - offered
            if (why := match.why_not(side, ("engage", name, at))) and why.reason == "hexside_full"
        }
        yield Compared(f"range of {name}", sorted(near), sorted(offered | full))
