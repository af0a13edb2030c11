"""resolve.2 Odds by numbers alone: the hits of so many dice, by what each needs."""

from __future__ import annotations

from collections.abc import Mapping

from khamsin.games.commander.model.pack import Pack
from khamsin.kernel.show.chances import DIE, hits, outcomes, plus
from khamsin.kernel.show.summaries import Chances, Fact, Odds, Sum

MOST = 8  # more hits than this are one outcome
SUMS = (
    Sum(
        "hits",
        {
            **{f"on{needed}": 0 for needed in DIE},  # dice that hit on so much or less
            "superior": 0,  # attack.1: dice that may hit twice
            "superior_on": 5,
            "superior_twice": 2,
        },
    ),
)


def reckon(pack: Pack, name: str, given: Mapping[str, int]) -> Odds:
    """attack.1, defence.1 How many hits all these dice score together."""
    del pack, name
    spreads = [
        hits(given[f"on{needed}"], [int(die <= needed) for die in DIE])
        for needed in DIE
        if given[f"on{needed}"]
    ]
    worth = [(die <= given["superior_on"]) + (die <= given["superior_twice"]) for die in DIE]
    spread = plus(*spreads, hits(given["superior"], worth))
    dice = sum(given[f"on{needed}"] for needed in DIE) + given["superior"]
    rows = (Chances(Fact("alone"), outcomes(spread, MOST)),)
    return Odds(Fact("by_numbers", {"dice": dice}), rows)
