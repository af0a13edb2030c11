"""Disagreements that are not settled yet: the referee counts them and goes on watching.

Each names a question (or a comparison) and the answers about which the rules are held to be wrong.
The aim is an empty table. notes.md tells each story in full.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Ask


class Known(NamedTuple):
    """One disagreement."""

    name: str
    rule: str
    what: str
    fits: Callable[[Ask, Option, bool], bool]
    """Whether an option that only one of us has (True: only the referee) is such a case."""


def is_pass_march(ask: Ask, words: Option, mine: bool) -> bool:
    """A Forced March of a Pass turn that only the rules offer."""
    return ask.rule == "5.3" and words[0] == "march" and not mine


def is_final_end(ask: Ask, words: Option, mine: bool) -> bool:
    """To stop giving out the capacity of a Fortress at the Final Check."""
    return ask.rule == "13.3.e" and words == ("done",) and mine


def is_idle_regroup(ask: Ask, words: Option, mine: bool) -> bool:
    """A Regroup Move that meets at its own Command Point though nobody can come: does nothing."""
    return ask.prompt == "regroup" and words == ("to", ask.place) and not mine


def is_engaged_rebuild(ask: Ask, words: Option, mine: bool) -> bool:
    """A step rebuilt in an engaged Base, or a block sent from it to refit."""
    return ask.place == "engaged" and words[0] in ("rebuild", "refit") and mine


KNOWN: tuple[Known, ...] = (
    Known(
        "idle regroup",
        "5.2.d",
        "a Regroup Move may meet where its blocks stand already; nothing comes of it",
        is_idle_regroup,
    ),
    Known(
        "engaged base",
        "16.52, 16.54",
        "blocks in an engaged Base may not be rebuilt, nor go to refit though others stay",
        is_engaged_rebuild,
    ),
    Known(
        "pass march",
        "R15, 5.3.c",
        "the extra hex of a Forced March in a Pass turn may follow a line that begins anew where "
        "the block has come to stand, off the one it came along",
        is_pass_march,
    ),
    Known(
        "final assignment",
        "13.3.e",
        "what is left of a Fortress at the Final Check may not be kept back",
        is_final_end,
    ),
)

FINAL_ASSIGNMENT = "final assignment"
"""13.3.e: the rules give out what is left of a Fortress at the Final Check without asking."""

MARCH_ORDER = "march order"
"""6.4.b, 3.s2: Forced Marches are announced before the Retreats, not after them."""
