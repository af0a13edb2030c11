"""The chair that a program sits in: it sees what a person in that chair would see."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Protocol, TypeAlias

from khamsin.kernel.game import Rng, S, View

from .decision import Option
from .match import Match
from .state import Event


class Question(NamedTuple):
    """What is asked of a seat, without what the other seats are asked."""

    prompt: str
    rule: str
    facts: dict[str, str | int]


class Seat(Generic[S]):
    """One side of a match. The match behind it is not handed out; imagined ones are."""

    __slots__ = ("__match", "side")

    def __init__(self, match: Match[S], side: str) -> None:
        self.__match = match
        self.side = side

    @property
    def decision(self) -> Question | None:
        """What is asked of this seat now, or None."""
        ask = self.__match.decision
        if ask is None or self.side not in self.__match.to_answer:
            return None
        return Question(ask.prompt, ask.rule, dict(ask.facts))

    def legal(self) -> list[Option]:
        """What this seat may answer, in a list of its own."""
        return list(self.__match.legal(self.side))

    def view(self) -> View:
        """Everything this seat may know."""
        return self.__match.view(self.side)

    def log(self, since: int = 0) -> list[tuple[int, Event]]:
        """What has happened, as far as this seat may know."""
        return self.__match.log(self.side, since)

    def imagine(self, rng: Rng) -> Match[S]:
        """A full match that fits all this seat has seen; everything it cannot know is sampled."""
        return self.__match.imagine(self.side, rng)


AnySeat: TypeAlias = "Seat[Any]"
"""A seat, for those who never look into the states of its match."""


class Player(Protocol):
    """A program that sits in a seat."""

    def choose(self, seat: AnySeat) -> Option:
        """Pick one of `seat.legal()`."""
        ...
