"""Rommel in the Desert: marks, tracks and scores, beside the rules' own state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared

STATES = {"disrupted": "disrupted", "out_of_supply": "unsupplied", "raider": "raider"}
"""Marks that both see, and the field of the state that they stand for."""


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Marks on blocks, battles and their owners, Fortresses, the month; what each side sees."""
    g, say = match.state, voice("rommel")
    pack = g.pack
    for me, side in enumerate(SIDES):
        picture = match.game.presentation.picture(g, side, say)
        pieces = picture["pieces"]
        for block, owner in enumerate(pack.side_of):
            if owner != me or not 0 <= g.place[block] < pack.size:
                continue
            name = pack.block_ids[block]
            piece = pieces[name]
            yield Compared(f"place of {name}", piece["at"], g.place_id(g.place[block]))
            shown = {mark for mark in piece.get("marks", ()) if mark in STATES}
            true = {mark for mark, field in STATES.items() if getattr(g, field)[block]}
            yield Compared(f"marks of {name}", sorted(shown), sorted(true))
        for at, space in picture["spaces"].items():
            place = pack.board.index[at]
            is_battle = bool({"battle", "fighting"} & set(space["marks"]))
            yield Compared(f"battle in {at}", is_battle, g.defender[place] != NOBODY)
            fortress = pack.fortress_at[place]
            if fortress >= 0:
                yield Compared(f"holder of {at}", space["control"], SIDES[g.holder[fortress]])
        cells = {each["id"]: each["cell"] for each in picture["markers"]}
        yield Compared("months", cells, {"month": g.month - 1, "last": g.scenario.end_month - 1})
