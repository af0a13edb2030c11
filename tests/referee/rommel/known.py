"""Disagreements that are not settled yet: the referee notes them and goes on watching.

Each has a name, the rule, one sentence, and a test as narrow as can be. The aim is an empty table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from khamsin.kernel.decision import Option

from tests.referee.rommel.asks import Ask
from tests.referee.rommel.books import Books


class Known(NamedTuple):
    """One disagreement about the options of a question."""

    name: str
    rule: str
    what: str
    fits: Callable[[Books, Ask, Option, bool], bool]
    """Whether this option (True: only the referee has it) is such a case."""


KNOWN: tuple[Known, ...] = ()
