"""solo.1 Ties: where the rules leave the Allies several equally good things, the player picks.

The fourteen kinds of tie are numbered T1 to T14 as in `rulebook.md`. With the option "break ties
for me" the first is taken: options are listed in the order of the counters and areas in the data.
The log and the procedure then say that it was a tie, and of which kind.
"""

from __future__ import annotations

from khamsin.games.commander.model.state import State
from khamsin.kernel.play.decision import Choose, Option, listed


async def tie(g: State, kind: str, options: list[Option], rule: str, **facts: str | int) -> Option:
    """solo.1 Ask the player, unless there is only one, or ties are broken for him."""
    if len(options) == 1:
        return options[0]
    if g.terms.auto_ties:
        g.tell("tie_broken", "solo.1", tie=kind, choices=len(options))
        return options[0]
    return await Choose(
        "axis", f"tie_{kind}", listed(options), rule, only=None, hides=None, **facts
    )
