"""Which procedures have met: what has followed or interrupted what in one turn.

Rules fail where one procedure leaves something behind for the next. `<slug>.toml` beside this file
names the procedures of a game by their events; here it is counted which of them have followed
directly upon one another in finished games, in positions made by hand (`<slug>.py`) and, if asked
for, at the crowded tables of its referee. A pair that
no game can reach is named in the file with the reason.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from khamsin.bots import make_bot
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.journal import parse
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.contract.play import game, random_setup

FOLDER = Path(__file__).parent
GOLDEN = Path(__file__).parents[2] / "golden"

Pair = tuple[str, str]
"""A procedure, and the one that came next."""


class Procedures(NamedTuple):
    """The procedures of a game."""

    of: dict[str, str]
    """The procedure that an event belongs to; events of no procedure are not in it."""
    turn: tuple[str, ...]
    """The events with which a new turn begins."""
    unreachable: dict[Pair, str]
    """Pairs that no game can reach, and why."""

    @property
    def pairs(self) -> list[Pair]:
        """Every pair that rules might allow."""
        names = sorted(set(self.of.values()))
        return [(one, other) for one in names for other in names if one != other]


def procedures_of(slug: str) -> Procedures:
    """Read them."""
    data = tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    of = {kind: name for name, kinds in data["procedures"].items() for kind in kinds}
    unreachable: dict[Pair, str] = {}
    for text, why in data["unreachable"].items():
        one, _, other = text.partition(" > ")
        unreachable[one, other] = why
    return Procedures(of, tuple(data["turn"]), unreachable)


def met(match: Match[Any], known: Procedures) -> Counter[Pair]:
    """How often each pair of procedures has met in a match."""
    found: Counter[Pair] = Counter()
    before = ""
    for _, event in match.events:
        if event.kind in known.turn:
            before = ""
        name = known.of.get(event.kind, "")
        if not name:
            continue
        if before and before != name:
            found[before, name] += 1
        before = name
    return found


def golden(slug: str) -> Iterator[Match[Any]]:
    """The golden games."""
    for path in sorted((GOLDEN / slug).glob("*.khamsin")):
        journal = parse(path.read_text(encoding="utf-8"), path.name)
        yield load(journal, game(slug), path.name).match


def staged(slug: str) -> Iterator[Match[Any]]:
    """Positions made by hand, played as far as it takes."""
    if (FOLDER / f"{slug}.py").exists():
        yield from import_module(f"tests.contract.meeting.{slug}").positions()


def crowded(slug: str, number: int) -> Match[Any]:
    """A match at a crowded table, if the game's referee has some."""
    match: Match[Any] = import_module(f"tests.referee.{slug}.crowds").play(number)[1]
    return match


def played(slug: str, number: int) -> Match[Any]:
    """The match with this number, between random and greedy players, any scenario and options."""
    rng = Random(f"meeting {slug} {number}")
    rules = game(slug)
    scenario = rules.scenarios[number % len(rules.scenarios)].id
    setup = random_setup(slug, scenario, rng)
    match = Match(rules, setup, SeededDice(f"meeting-{slug}-{number}"))
    minds = {side: make_bot(("random", "greedy")[rng.randrange(2)], rng) for side in rules.sides}
    while match.result is None:
        side = match.to_answer[0]
        match.choose(minds[side].choose(Seat(match, side)), side)
    return match
