"""What the referee's own procedures ask: a side's choice, or dice."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from khamsin.kernel.play.decision import Option


class Ask(NamedTuple):
    """A side is to choose among these options."""

    side: str
    prompt: str
    options: tuple[Option, ...]
    rule: str
    place: str = ""
    """The hex that the question is about, if it is about one."""
    partial: str = ""
    """Why the list could not be worked out in full; nothing if it was."""


class Dice(NamedTuple):
    """So many values are drawn or rolled for something."""

    why: str
    number: int


Answer = tuple[str, ...]
Play = Generator[Ask | Dice, Answer, Any]


def ask(
    side: str, prompt: str, options: Sequence[Option], rule: str, place: str | int = ""
) -> Generator[Ask | Dice, Answer, Answer]:
    """Ask, and return the answer."""
    return (yield Ask(side, prompt, tuple(options), rule, str(place)))


def roll(why: str, count: int) -> Generator[Ask | Dice, Answer, list[int]]:
    """Roll dice."""
    if not count:
        return []
    return [int(value) for value in (yield Dice(why, count))]


def draw(why: str, count: int) -> Generator[Ask | Dice, Answer, Answer]:
    """Draw cards or names."""
    return (yield Dice(why, count))
