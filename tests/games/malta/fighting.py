"""Battles for tests: who attacks whom, and a result carried out."""

from __future__ import annotations

from typing import Any

from khamsin.games.malta.model.state import Battle, State
from khamsin.games.malta.model.tables import Result
from khamsin.games.malta.rules.combat.combat import compute
from khamsin.games.malta.rules.combat.outcome import carry_out
from khamsin.games.malta.rules.combat.pledges import defenders_in
from khamsin.kernel.play.odds import odds_text
from tests.games.malta.staging import at, run, u


def battle(g: State, h: str, *units: str, side: int = 1) -> Battle:
    """An attack on a hex by these units."""
    b = Battle(at(h), side)
    b.attackers = tuple(sorted(u(name) for name in units))
    b.hexes = tuple(sorted({g.place[unit] for unit in b.attackers}))
    b.defenders = defenders_in(g, 1 - side, at(h))
    return b


def odds(g: State, h: str, *units: str, side: int = 1) -> tuple[str, dict[str, int]]:
    """The final odds of an attack without leaders, and its modifiers."""
    b = battle(g, h, *units, side=side)
    compute(g, b)
    return odds_text(b.level), dict(b.modifiers)


def result(
    g: State, b: Battle, attacker: tuple[int, int], defender: tuple[int, int], *steps: Any
) -> None:
    """Carry out hits and 0, D (1) or Z (2) of each side."""
    run(carry_out(g, b, Result(*attacker), Result(*defender)), *steps)
