"""What happens in a game, counted: choices, events, fights, losses and dice.

Every count has a key of four words, so that counts of many games add up, fit in one line of JSON
and make the columns of a table:

    chosen  <side> <prompt> <verb>   how often a side answered so
    offered <side> <prompt> <verb>   how often it could have
    event   <side> <kind> -          how often something happened that everybody may see
    fight   - <place> -              how often a fight began here
    loss    <side> <place> -         how often a unit of this side lost a step here
    die     <side> <why> <face>      how often this face was rolled
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from khamsin.kernel.game import AnyGame
from khamsin.kernel.play.decision import Chance, Decision, Option, Roll
from khamsin.kernel.play.state import Event
from khamsin.review.owners import NOBODY, side_of

CHOSEN, OFFERED, EVENT, FIGHT, LOSS, DIE = "chosen", "offered", "event", "fight", "loss", "die"


class Key(NamedTuple):
    """What is counted."""

    table: str
    side: str
    name: str
    detail: str = NOBODY

    def __str__(self) -> str:
        return " ".join(self)


def key(text: str) -> Key:
    """Read a key again.

    >>> key("die axis fire 6")
    Key(table='die', side='axis', name='fire', detail='6')
    """
    return Key(*text.split(" "))


class Tally:
    """Counts one game while it is played."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.counts: Counter[str] = Counter()
        self._fought = NOBODY  # where the last fight began

    def choice(self, side: str, ask: Decision, legal: Iterable[Option], chosen: Option) -> None:
        """A side has answered."""
        for verb in {option[0] for option in legal}:
            self._count(OFFERED, side, ask.prompt, verb)
        self._count(CHOSEN, side, ask.prompt, chosen[0])

    def chance(self, ask: Chance, values: Iterable[int | str]) -> None:
        """Dice have fallen."""
        if isinstance(ask, Roll):
            for value in values:
                self._count(DIE, ask.side or NOBODY, ask.why, str(value))

    def events(self, events: Iterable[tuple[int, Event]]) -> None:
        """Everything that happened, in order."""
        for _, event in events:
            if event.seen_by(None):
                self._event(event)

    def _event(self, event: Event) -> None:
        side = side_of(self.game, event.values)
        place = event.values.get("place")
        self._count(EVENT, side, event.kind)
        if event.kind in self.game.statistics.fights:
            self._fought = str(place)
            self._count(FIGHT, NOBODY, self._fought)
        if event.kind in self.game.statistics.losses:
            self._count(LOSS, side, self._fought if place is None else str(place))

    def _count(self, table: str, side: str, name: str, detail: str = NOBODY) -> None:
        self.counts[f"{table} {side} {name} {detail}"] += 1
