"""What the stagings of all games share: a match from any state, played on by words and dice."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any, TypeVar

from khamsin.kernel.game import Game, Setup
from khamsin.kernel.play.dice import Dice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import State

S = TypeVar("S", bound=State)
Step = str | Sequence[int | str]
"""Words are an answer, anything else is a roll of dice or a draw."""


def staged(game: Game[S], state: S, setup: Setup, dice: Dice | None = None) -> Match[S]:
    """A match that begins from a state that a test has prepared."""

    def start(setup: Setup) -> S:
        del setup
        return state.copy()

    prepared = copy(game)
    prepared.rules = replace(game.rules, start=start)
    return Match(prepared, setup, dice)


def go(m: Match[S], *steps: Step) -> Match[S]:
    """Play on; the match must have been staged without dice."""
    for step in steps:
        if isinstance(step, str):
            m.choose(tuple(step.split()))
        else:
            m.roll(step)
    return m


def offers(m: Match[S], verb: str = "") -> list[str]:
    """What may be answered now, as the words of a journal; all, or what begins with this verb."""
    return [" ".join(option) for option in m.legal() if not verb or option[0] == verb]


def asked(m: Match[S]) -> str:
    """Who is asked what ("axis move"), what dice are for ("dice fire"), or "" at the end."""
    if m.chance is not None:
        return f"dice {m.chance.why}"
    return "" if m.decision is None else f"{m.to_answer[0]} {m.decision.prompt}"


def told(m: Match[S], kind: str, side: str | None = "all") -> list[dict[str, Any]]:
    """The values of all events of a kind, in order; only those a side has seen, if named."""
    return [
        dict(event.values)
        for _, event in m.events
        if event.kind == kind and (side == "all" or event.seen_by(side))
    ]


def why(m: Match[S], words: str, side: str | None = None) -> str:
    """Why the side that is to answer (or this one) may not do this: "9.3.2 escarpment", or ""."""
    refused = m.why_not(side if side is not None else m.to_answer[0], tuple(words.split()))
    return "" if refused is None else f"{refused.rule} {refused.reason}"
