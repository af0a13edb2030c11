"""Disagreements that are not settled yet: the referee counts them and goes on watching.

Each names a question (or a comparison) and the answers about which the rules are held to be wrong.
The aim is an empty table. notes.md tells each story in full.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from khamsin.kernel.decision import Option
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
    return ask.rule == "5.3" and ask.prompt == "move" and words[0].startswith("march") and not mine


def is_pass_move(ask: Ask, words: Option, mine: bool) -> bool:
    """A step of the Withdrawal of a Pass turn, or its end."""
    verbs = ("move", "rommel", "engage", "rommel_engage", "march", "done")
    return ask.rule == "5.3" and ask.prompt == "move" and words[0] in verbs


def is_withdrawal(ask: Ask, words: Option, mine: bool) -> bool:
    """Where a group Withdraws to, or whether it can."""
    return ask.prompt in ("withdraw", "refuse")


def is_idle_regroup(ask: Ask, words: Option, mine: bool) -> bool:
    """A Regroup Move that meets at its own Command Point though nobody can come: does nothing."""
    return ask.prompt == "regroup" and words == ("to", ask.place) and not mine


def is_engaged_rebuild(ask: Ask, words: Option, mine: bool) -> bool:
    """A step rebuilt in an engaged Base."""
    return ask.prompt == "spend" and words[0] == "rebuild" and mine and ask.place == "engaged"


KNOWN: tuple[Known, ...] = (
    Known(
        "idle regroup",
        "5.2.d",
        "a Regroup Move may meet where its blocks stand already; nothing comes of it",
        is_idle_regroup,
    ),
    Known(
        "engaged base",
        "16.54",
        "blocks in an engaged Base may not be rebuilt",
        is_engaged_rebuild,
    ),
    Known(
        "pass march",
        "R15, 5.3.c",
        "the extra hex of a Forced March in a Pass turn need not lead back along the line",
        is_pass_march,
    ),
    Known(
        "pass line",
        "12.4.s2, 12.6, 5.3.c",
        "lines come back over their own hexes, or do not leave the highway at a block of a chain",
        is_pass_move,
    ),
    Known(
        "withdrawal line",
        "12.4.s2, 5.3.c",
        "the same in Refusals and Routs",
        is_withdrawal,
    ),
)

WIDE_NETWORK = "wide network"
"""12.6: hexes are in the Network of the rules that lie on no line (see notes.md)."""

FINAL_ASSIGNMENT = "final assignment"
"""13.3.e: the rules give out what is left of a Fortress at the Final Check without asking."""

FIRE_ORDER = "fire order"
"""9.2: the order of fire is not asked while every block has but one target."""

MARCH_ORDER = "march order"
"""6.4.b, 3.s2: Forced Marches are announced before the Retreats, not after them."""
