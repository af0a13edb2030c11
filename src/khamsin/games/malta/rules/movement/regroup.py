"""7.2, 13.2 The end of a movement phase: battalions re-form, and stacking is checked."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import COAST_GUN, HQ, LEADER, MILITIA, SIDES
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.losses import eliminate
from khamsin.games.malta.rules.control import load
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .breakdown import reform, reformable


async def reform_phase(g: State) -> None:
    """13.2 Companies in one hex may become battalions again; then stacking is checked."""
    while True:
        pairs = reformable(g, g.active)
        if not pairs:
            break
        options: list[Option] = [
            ("reform", g.unit_id(battalion), g.place_id(h)) for battalion, h in pairs
        ]
        answer = await Choose(SIDES[g.active], "reform", listed([*options, DONE]), "13.2")
        if answer == DONE:
            break
        reform(g, g.pack.unit_index[answer[1]], g.pack.board.at(answer[2]))
        await MARK
    await stacking(g)


async def stacking(g: State) -> None:
    """7.2, R45 At the end of a phase what is too much in a hex goes, and the enemy chooses."""
    kind, most = g.pack.kind, g.pack.limits.stacking
    for side in (0, 1):
        for h, units in enumerate(g.here[side]):
            if len(units) <= most // 2:
                continue
            while load(g, side, h) > most:
                free = [LEADER, COAST_GUN, MILITIA]
                if sum(kind[unit] == HQ for unit in g.here[side][h]) == 1:
                    free.append(HQ)  # 7.1: one is above the limit
                options: list[Option] = [
                    ("remove", g.unit_id(unit))
                    for unit in g.here[side][h]
                    if kind[unit] not in free
                ]
                answer = await Choose(
                    SIDES[1 - side], "overstack", listed(options), "7.2",
                    place=g.place_id(h),
                )  # fmt: skip
                eliminate(g, g.pack.unit_index[answer[1]], "7.2")
