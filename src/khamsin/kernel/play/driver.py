"""The driver: runs the rules from ask to ask, and takes a snapshot of the state at every mark.

The rules are a coroutine that stops at each ask. A suspended coroutine cannot be copied; going back
means to start the rules afresh from a snapshot and to send the answers since in again.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Generic, NamedTuple, TypeAlias

from khamsin.kernel.errors import JournalError
from khamsin.kernel.game import Game, S

from .decision import (
    CHANCES,
    DECISIONS,
    DICE,
    Chance,
    Choose,
    Decision,
    Draw,
    Mark,
    Option,
    Roll,
    Secret,
)
from .dice import Dice
from .state import Event

_ASKS = DECISIONS + CHANCES

Entry: TypeAlias = tuple[str, ...]
"""One line of the journal: the seat that answered (or `dice` and what for), then its words."""


class Snapshot(NamedTuple, Generic[S]):
    """The state at a mark, and how far journal, log and dice had come."""

    entries: int
    events: int
    chances: int
    unsealed: int
    """Entries when sealed answers last came out; as good as a reveal to whoever thinks of undo."""
    state: S
    known: list[str]
    """The digest of the state, once somebody has asked for it."""

    def digest(self) -> str:
        """The digest of the state, worked out once: a state at a mark never changes."""
        if not self.known:
            self.known.append(self.state.digest())
        return self.known[0]


class Driver(Generic[S]):
    """What is below a match: the rules that run, the journal and the log that grow."""

    __slots__ = (
        "_ask", "_chances", "_coroutine", "_legal", "_opened", "_pending", "_told", "_unsealed",
        "dice", "entries", "events", "game", "marks", "state",
    )  # fmt: skip

    game: Game[S]
    dice: Dice | None

    def _begin(
        self,
        marks: list[Snapshot[S]],
        state: S,
        entries: list[Entry],
        events: list[tuple[int, Event]],
    ) -> None:
        """Start the rules afresh from the last of these marks."""
        self.marks = marks
        self.state = state
        self.entries = entries
        self.events = events
        self._chances = marks[-1].chances
        self._unsealed = marks[-1].unsealed
        self._pending: dict[str, Option] = {}
        self._legal: dict[str, list[Option]] = {}
        self._told: dict[str, tuple[int, list[tuple[int, Event]]]] = {}
        """By side: how many events were looked through, and those of them that it knows."""
        self._opened = len(entries)
        self._ask: Decision | Chance | None = None
        self._coroutine: Coroutine[Any, Any, None] = self.game.rules.play(state)
        self._send(None)

    def _send(self, answer: object) -> None:
        """Send an answer into the rules and run them to the next ask that needs one."""
        state = self.state
        try:
            ask = self._coroutine.send(answer)
            is_start = answer is None  # the first mark then is the one we start from
            while type(ask) is Mark:
                if state.happened:
                    self._collect()
                if self.marks[-1].entries < len(self.entries):
                    self.marks.append(self._snapshot())
                elif not is_start:
                    self.marks[-1] = self._snapshot()  # of marks in one place the last counts
                is_start = False
                ask = self._coroutine.send(None)
        except StopIteration:
            if state.result is None:
                raise RuntimeError("the rules ended without a result") from None
            self._ask = None
        else:
            if type(ask) is not Choose and not isinstance(ask, _ASKS):
                raise TypeError(f"rules may only await what is in decision.py, not {ask!r}")
            self._ask = ask
        if self._legal:
            self._legal = {}
        self._opened = len(self.entries)
        if state.happened:
            self._collect()

    def _snapshot(self) -> Snapshot[S]:
        entries, events = len(self.entries), len(self.events)
        return Snapshot(entries, events, self._chances, self._unsealed, self.state.copy(), [])

    def _collect(self) -> None:
        """Move what the rules told into the log."""
        happened = self.state.happened
        at, events = len(self.entries), self.events
        for event in happened:
            events.append((at, event))
        happened.clear()

    def settle(self) -> None:
        """Let the dice answer until a player must."""
        dice = self.dice
        while dice is not None and (ask := self._ask) is not None and type(ask) is not Choose:
            if type(ask) is Roll:
                rolled = dice.roll(self._chances, ask.count)
                self.entries.append((DICE, ask.why, *[_DIGITS[value] for value in rolled]))
                self._chances += 1
                self._send(rolled)
            elif type(ask) is Draw:
                drawn = dice.draw(self._chances, ask.items, ask.count)
                self.entries.append((DICE, ask.why, *drawn))
                self._chances += 1
                self._send(drawn)
            else:
                return

    def _answer(self, side: str, option: Option) -> None:
        """Take an answer that is known to be good."""
        self.entries.append((side, *option))
        ask = self._ask
        if type(ask) is Secret:
            self._pending[side] = option
            self._legal.pop(side, None)  # it has answered: nothing more is open to it
            if len(self._pending) == len(ask.options):
                answers = {each: self._pending[each] for each in ask.options}
                self._pending = {}
                self._unsealed = len(self.entries)
                self._send(answers)
        else:
            self._send(option)

    def feed(self, entry: Entry) -> None:
        """Send one journal entry in again, trusting it; no options are listed."""
        ask = self._ask
        seat = entry[0]
        if type(ask) is Choose:
            if seat != ask.side:
                raise JournalError(f"{' '.join(entry)!r} stands where {ask.side} must answer")
            self.entries.append(entry)
            self._send(entry[1:])
        elif type(ask) is Secret:
            if seat not in ask.options or seat in self._pending:
                raise JournalError(f"{' '.join(entry)!r} stands where {ask.prompt!r} is asked")
            self._answer(seat, entry[1:])
        elif isinstance(ask, CHANCES):
            self._feed_chance(ask, entry)
        else:
            raise JournalError(f"{' '.join(entry)!r} stands after the end of the match")

    def _feed_chance(self, ask: Chance, entry: Entry) -> None:
        values = entry[2:]
        if entry[0] != DICE or entry[1:2] != (ask.why,) or not fits(ask, values):
            raise JournalError(f"{' '.join(entry)!r} stands where dice fall for {ask.why!r}")
        self.entries.append(entry)
        self._chances += 1
        self._send(tuple([int(value) for value in values]) if type(ask) is Roll else values)


_DIGITS = tuple(str(value) for value in range(7))


def fits(ask: Chance, values: tuple[str, ...]) -> bool:
    """Whether these words can be the answer of chance."""
    if len(values) != ask.count:
        return False
    if type(ask) is Roll:
        return all(value in _DIGITS[1:] for value in values)
    left = list(ask.items) if type(ask) is Draw else []
    for value in values:
        if value not in left:
            return False
        left.remove(value)
    return True
