"""Worlds that a side cannot tell from the true one: what it cannot know is sampled.

Of what is hidden only numbers are used that everybody can count: answers given, chits left.
"""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.gazala.model.pieces import ALLIED, NOBODY, SIDES
from khamsin.games.gazala.model.state import (
    AIR,
    CHITS,
    COMMAND,
    HECKLER,
    REASSIGNMENT,
    REPLACEMENTS,
    RETURNS,
    SETUP,
    SUPPLY,
    WITHDRAWAL,
    State,
)
from khamsin.games.gazala.rules.impulses import wanted_chits
from khamsin.kernel.game import Rng
from khamsin.kernel.play.state import Event

BEFORE_NOTE = (
    SETUP, RETURNS, AIR, WITHDRAWAL, COMMAND, REPLACEMENTS, REASSIGNMENT, SUPPLY, HECKLER,
)  # fmt: skip
"""10.4 The stages of a turn in which its question about a landing has not been answered yet."""


def imagine(g: State, side: str, rng: Rng, told: Sequence[Event]) -> State:
    """7.1, 7.4, 10.4 The enemy's chits, the dropped one and the noted landing are dealt anew."""
    del told
    new = g.copy()
    viewer = SIDES.index(side)
    if viewer == ALLIED:
        _imagine_landing(new, rng)
    if g.stage == CHITS:
        _imagine_choice(new, 1 - viewer, rng)
    elif g.turn > 1 or g.scenario.first_choice:
        _imagine_cup(new, 1 - viewer, rng)
    if viewer == ALLIED and g.dropped:
        _imagine_dropped(new, rng)
    return new


def _imagine_choice(g: State, side: int, rng: Rng) -> None:
    """7.1 What the other side may have chosen so far.

    Each chit is an answer, and so is *done*, which is not asked after the last chit: if a side has
    given all its answers, the last one may have been either.
    """
    fewest, most = wanted_chits(g, side)
    answers = len(g.chosen[side]) + g.ready[side]
    goes_on = not g.ready[side] and len(g.chosen[side]) < most
    if not goes_on and fewest < most:
        g.ready[side] = answers < most or bool(rng.randrange(2))
    g.chosen[side] = tuple(_some(g.eligible[side], answers - g.ready[side], rng))


def _imagine_cup(g: State, enemy: int, rng: Rng) -> None:
    """7.1, 7.4 Which of the enemy's unseen chits are in the cup, and which was dropped."""
    able = g.eligible[enemy]
    drawn = [chit for chit in (*g.track[enemy], *g.discarded) if chit in able]
    unseen = [chit for chit in able if chit not in drawn]
    inside = _some(_on_map(g, unseen), sum([chit in able for chit in g.cup]), rng)
    rest = len(g.chosen[enemy]) - len(drawn) - len(inside)
    outside = _some(tuple([chit for chit in unseen if chit not in inside]), rest, rng)
    g.chosen[enemy] = (*drawn, *inside, *outside)
    g.cup = tuple(sorted([*[chit for chit in g.cup if chit not in able], *inside]))
    if enemy == ALLIED:
        g.dropped = outside[0] if outside else ""


def _imagine_dropped(g: State, rng: Rng) -> None:
    """7.4 The Allies themselves do not know which of their chits was dropped."""
    seen = (*g.track[ALLIED], *g.discarded)
    own = [chit for chit in g.chosen[ALLIED] if chit not in seen]
    inside = _some(_on_map(g, own), sum([chit in own for chit in g.cup]), rng)
    g.cup = tuple(sorted([*[chit for chit in g.cup if chit not in own], *inside]))
    g.dropped = next(chit for chit in own if chit not in inside)


def _on_map(g: State, chits: list[str]) -> tuple[str, ...]:
    """10.13, R34 The chit of an HQ that was lost is not in the cup any more."""
    return tuple([chit for chit in chits if g.place[g.pack.hq_of[chit]] >= 0])


def _some(items: tuple[str, ...], count: int, rng: Rng) -> list[str]:
    shuffled = list(items)
    rng.shuffle(shuffled)
    return shuffled[:count]


def _imagine_landing(g: State, rng: Rng) -> None:
    """10.4 Perhaps a landing was noted on one of the days so far, for any of the shore hexes."""
    if g.heckler_over:
        return
    notice = g.pack.numbers.dice["heckler_notice"]
    asked = g.turn - 1 if g.stage in BEFORE_NOTE else g.turn
    last = len(g.scenario.dates)
    days = [0, *[day + notice for day in range(1, asked + 1) if day + notice <= last]]
    g.heckler_due = days[rng.randrange(len(days))]
    shore = g.pack.shore
    g.heckler_hex = shore[rng.randrange(len(shore))] if g.heckler_due else NOBODY
