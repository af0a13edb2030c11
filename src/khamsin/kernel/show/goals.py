"""The goal in sight: what each side needs to win, and where it stands now.

Made by a game of what the reader's seat may know, as plain dictionaries. Every text is in the
reader's language already.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .panels import Modifier


class GoalPlace(TypedDict):
    """A place of the map that counts for a goal."""

    id: str
    met: bool  # it counts now
    text: NotRequired[str]  # what it is worth, short


class Goal(TypedDict):
    """One way to win."""

    side: str  # who wins by it
    title: str  # what must be so
    rule: str
    now: str  # where it stands
    met: bool  # if it were judged now, this would be so
    places: NotRequired[list[GoalPlace]]
    rows: NotRequired[list[Modifier]]  # how it comes about, line by line


class Standing(TypedDict):
    """Where a side stands, in a few words."""

    side: str
    text: str


class GoalsNow(TypedDict):
    """All ways to win, with what is always in sight."""

    standing: list[Standing]
    when: str  # when it is judged
    goals: list[Goal]
