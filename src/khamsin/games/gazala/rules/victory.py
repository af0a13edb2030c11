"""13.19, 13.27, 13.36 Who has won when the last day is over."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import OVER, State
from khamsin.kernel.play.state import Ending, Result

RULES = {"opening": "13.19", "aida": "13.27", "strike": "13.36"}
GOALS, DENIED = "goals", "denied"

ENDINGS = tuple(
    Ending(winner, rule, reason)
    for scenario, rule in RULES.items()
    for winner, reason in (
        (("axis", GOALS), ("allied", DENIED))
        if scenario != "strike"
        else (("allied", GOALS), ("axis", DENIED))
    )
)


def goals_held(g: State) -> int:
    """How many of the victory hexes the attacker of the scenario controls."""
    victor = g.scenario.victor
    return sum([g.control[place] == victor for place in g.scenario.victory_hexes])


def judge(g: State) -> None:
    """The attacker must control all his goals; any other result is the other side's victory."""
    victor, held = g.scenario.victor, goals_held(g)
    won = held == len(g.scenario.victory_hexes)
    winner = victor if won else 1 - victor
    rule = RULES[g.scenario.id]
    g.stage = OVER
    g.result = Result(
        SIDES[winner], rule, GOALS if won else DENIED,
        {"held": held, "goals": len(g.scenario.victory_hexes)},
    )  # fmt: skip
    g.tell("victory", rule, side=SIDES[winner], held=held)
