"""9.4, 10.5 Odds by numbers alone: the hits of so many dice of each firepower, or of a pursuit."""

from __future__ import annotations

from collections.abc import Mapping

from khamsin.games.rommel.model.pack import Pack
from khamsin.kernel.show.chances import DIE, hits, outcomes, plus
from khamsin.kernel.show.summaries import Chances, Fact, Odds, Sum

MOST = 8  # more hits than this are one outcome
POWERS = {"single": 1, "double": 2, "triple": 3}
"""9.4 How many faces of the die hit."""
SUMS = (Sum("fire", dict.fromkeys(POWERS, 0)), Sum("pursuit", {"same": 0, "faster": 0}))


def reckon(pack: Pack, name: str, given: Mapping[str, int]) -> Odds:
    """9.4, 10.5 How many hits all these dice score together."""
    numbers = pack.numbers
    if name == "pursuit":
        dice = given["same"] * numbers.pursuit_same + given["faster"] * numbers.pursuit_faster
        spread = hits(dice, [int(die in numbers.pursuit_hit) for die in DIE])
    else:
        dice = sum(given.values())
        spread = plus(
            *(
                hits(given[power], [1] * faces + [0] * (6 - faces))
                for power, faces in POWERS.items()
            )
        )
    rows = (Chances(Fact("alone"), outcomes(spread, MOST)),)
    return Odds(Fact(f"{name}_by_numbers", {"dice": dice}), rows)
