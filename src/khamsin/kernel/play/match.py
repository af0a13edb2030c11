"""A match: one game being played. Asks, checks every answer, keeps the journal, can go back.

A clone, an undo or a loaded game is the snapshot at the last mark and the answers since, sent in
again without listing any options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from khamsin.kernel.errors import (
    CannotUndo,
    JournalError,
    NotOffered,
    RefusedChoice,
    StaleDecision,
    WrongSeat,
)
from khamsin.kernel.game import Game, Refused, Rng, S, Setup, View

from .decision import CHANCES, DECISIONS, DICE, Chance, Choose, Decision, Draw, Option, Roll, Secret
from .dice import Dice, SeededDice
from .driver import Driver, Entry, Snapshot, fits
from .state import Event, Result

__all__ = ["AnyMatch", "Entry", "Match"]

OVER, NO_ANSWER, NOT_ASKED = GENERAL = ("match_is_over", "not_an_answer", "not_asked")
"""Reasons that all games share, for what no rule of theirs forbids; the kernel has their words."""

_UNKNOWN: Entry = ("unknown",)  # an answer before the point where an imagined match begins
_WORLDS = 500  # how often a world is sampled before we admit that none fits what a side has seen


class Match(Driver[S]):
    """One game from its set-up to its result."""

    __slots__ = ("setup", "undone")

    def __init__(self, game: Game[S], setup: Setup, dice: Dice | None) -> None:
        """Begin. With `dice=None` chance waits for `roll`, as for real dice on a table."""
        game.check_setup(setup)
        start = game.rules.start(setup)
        self.game = game
        self.setup = setup
        self.dice = dice
        self.undone: list[tuple[int, Entry]] = []
        """What was taken back, with the place in the journal where it stood."""
        self._begin([Snapshot(0, 0, 0, 0, start.copy(), [])], start, [], [])
        self.settle()

    # -- asking and answering ----------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is being decided now; None when the match is over or waits for real dice."""
        return self._ask if isinstance(self._ask, DECISIONS) else None

    @property
    def chance(self) -> Chance | None:
        """What the dice are asked, when the match waits for real ones."""
        return self._ask if isinstance(self._ask, CHANCES) else None

    @property
    def number(self) -> int:
        """The number of the open decision; an answer may name it, so that none comes too late."""
        return self._opened

    @property
    def chances(self) -> int:
        """How often the dice have answered."""
        return self._chances

    @property
    def result(self) -> Result | None:
        """How the match ended, or None."""
        return self.state.result

    @property
    def to_answer(self) -> tuple[str, ...]:
        """The sides that are still to answer the open decision."""
        ask = self._ask
        if type(ask) is Choose:
            return (ask.side,)
        if type(ask) is Secret:
            return tuple(side for side in ask.options if side not in self._pending)
        return ()

    def legal(self, side: str | None = None) -> list[Option]:
        """Everything the side that decides (or this one of several) may answer.

        The list is the match's own: read it, do not change it.
        """
        ask = self._ask
        if side is None:
            if type(ask) is Choose:
                side = ask.side
            elif sides := self.to_answer:
                side = sides[0]
            else:
                return []
        options = self._legal.get(side)
        if options is None:
            options = []
            if isinstance(ask, DECISIONS) and side not in self._pending:
                options = ask.options_of(side)
            self._legal[side] = options
        return options

    def choose(
        self, option: Sequence[str], side: str | None = None, number: int | None = None
    ) -> None:
        """Answer the open decision. A refusal raises `RefusedChoice` and changes nothing."""
        chosen = tuple(option)
        ask = self._ask
        if side is None and number is None and type(ask) is Choose:  # as nearly always
            if chosen not in self.legal(ask.side):
                raise self._not_offered(ask.side, chosen)
            self.entries.append((ask.side, *chosen))
            self._send(chosen)
        else:
            self._answer(self.check(chosen, side, number), chosen)
        if type(self._ask) is not Choose:
            self.settle()

    def check(self, option: Option, side: str | None = None, number: int | None = None) -> str:
        """The side that would answer so; an answer that is not taken raises `RefusedChoice`."""
        sides = self.to_answer
        if number is not None and number != self._opened:
            raise StaleDecision(f"decision {number} has passed; decision {self._opened} is open")
        if not sides:
            over = self._ask is None
            raise RefusedChoice("the match is over" if over else "the dice are to be rolled now")
        side = sides[0] if side is None else side
        if side not in sides:
            raise WrongSeat(f"{' and '.join(sides)} must answer now, not {side}")
        if option not in self.legal(side):
            raise self._not_offered(side, option)
        return side

    def _not_offered(self, side: str, option: Option) -> NotOffered:
        words: Sequence[object] = option  # from a client, it may be anything
        if not all(isinstance(word, str) for word in words):
            return NotOffered(f"{option!r} is not made of words")
        text = f"{' '.join(option)!r} is not offered to {side}"
        why = self.why_not(side, option)
        return NotOffered(text if why is None else f"{text}: {why.reason} (rule {why.rule})", why)

    def why_not(self, side: str, words: Option) -> Refused | None:
        """Why this option, or a unit and a place, is not open to the side; None: it is offered.

        The game knows the best reason. Where it has none, the question at hand is the reason.
        """
        if any(_says(option, words) for option in self.legal(side)):
            return None
        why = self.game.rules.why_not(self.known(side), side, words)
        if why is not None:
            return why
        ask, result = self._ask, self.state.result
        if ask is None:
            assert result is not None
            return Refused(result.rule, OVER)
        return Refused(ask.rule, NO_ANSWER if side in self.to_answer else NOT_ASKED)

    def roll(self, values: Sequence[object]) -> None:
        """Answer chance with real dice or drawn items."""
        ask = self.chance
        if ask is None:
            raise RefusedChoice("no dice are to be rolled now")
        words = tuple(str(value) for value in values)
        if not fits(ask, words):
            raise NotOffered(f"{' '.join(words)!r} cannot be rolled or drawn for {ask.why!r}")
        self._feed_chance(ask, (DICE, ask.why, *words))
        self.settle()

    # -- going back --------------------------------------------------------------------------

    def _resume(self, mark: int, state: S, tail: Sequence[Entry], source: Match[S]) -> None:
        """Take over `source` as it was at one of its marks, then send the tail in again."""
        marks = source.marks[: mark + 1]
        last = marks[-1]
        self._begin(marks, state, source.entries[: last.entries], source.events[: last.events])
        feed = self.feed
        for entry in tail:
            feed(entry)

    def _twin(self, state: S, tail: Sequence[Entry], dice: Dice | None) -> Match[S]:
        """A match that continues from this one's last mark."""
        twin: Match[S] = Match.__new__(Match)
        twin.game = self.game
        twin.setup = self.setup
        twin.dice = dice
        twin.undone = list(self.undone)
        twin._resume(len(self.marks) - 1, state, tail, self)
        return twin

    def clone(self) -> Match[S]:
        """An independent match at the same point, with the same dice to come."""
        last = self.marks[-1]
        return self._twin(last.state.copy(), self.entries[last.entries :], self.dice)

    def rewind(self, entries: int) -> None:
        """Go back to where the journal had so many entries; what is dropped leaves a trace."""
        first = self.marks[0].entries  # 0, except in an imagined match
        if not first <= entries <= len(self.entries):
            raise CannotUndo(f"entry {entries} is not between {first} and {len(self.entries)}")
        dropped = self.entries[entries:]
        last = len(self.marks) - 1
        while self.marks[last].entries > entries:
            last -= 1
        mark = self.marks[last]
        self._resume(last, mark.state.copy(), self.entries[mark.entries : entries], self)
        # A trace further on moves back with the journal; else a save would lose or misplace it.
        self.undone = [(min(at, entries), entry) for at, entry in self.undone]
        self.undone += [(entries, entry) for entry in dropped]
        self.settle()

    def why_not_undo(self, side: str) -> str | None:
        """Why this side cannot take back its last answer; None: it can."""
        if len(self.entries) <= self.marks[0].entries:
            return "nothing has been decided yet"
        last = self.entries[-1]
        if last[0] == DICE:
            return "the dice have been rolled since"
        if last[0] != side:
            return f"{last[0]} has answered since"
        here = len(self.entries)
        if self._unsealed == here:
            return "the sealed answers have been opened since"
        for at, event in reversed(self.events):
            if at < here:
                break
            if event.reveals:
                return "something hidden has been revealed since"
        return None

    def undo(self, side: str) -> None:
        """Take back this side's last answer, if nothing was rolled, revealed or answered since."""
        why = self.why_not_undo(side)
        if why is not None:
            raise CannotUndo(f"{side} cannot undo: {why}")
        self.rewind(len(self.entries) - 1)

    # -- what a seat may know ----------------------------------------------------------------

    def known(self, side: str | None) -> S:
        """The state as this side (None: an observer) knows it; all it is shown is made of this."""
        return self.game.rules.known(self.state, side)

    def view(self, side: str | None) -> View:
        """Everything this side (None: an observer) may know now, as plain data."""
        result = self.state.result
        return {
            "game": self.game.slug,
            "side": side,
            "position": self.game.rules.view(self.known(side), side),
            "decision": self._decision_view(side),
            "result": None if result is None else result.data(),
        }

    def _decision_view(self, side: str | None) -> View | None:
        ask = self.decision
        if ask is None:
            return None
        seen: View = {
            "number": self._opened,
            "to_answer": list(self.to_answer),
            "prompt": ask.prompt,
            "rule": ask.rule,
        }
        if side is not None and side in self.to_answer:
            seen["facts"] = dict(ask.facts)
            seen["options"] = [list(option) for option in self.legal(side)]
        return seen

    def log(self, side: str | None, since: int = 0) -> list[tuple[int, Event]]:
        """The events this side may know, with the number of answers given before each.

        A reader who has `since` of them already gets the rest; events he may not know do not count.
        """
        return _seen(self.events, side)[since:]

    def imagine(self, side: str, rng: Rng) -> Match[S]:
        """A match that this side cannot tell from the true one; what it cannot know is sampled.

        The other sides' sealed answers, everything the game hides, and the dice to come are new.
        Of what lies before the last mark it holds only what this side was told, so it can be
        played on, cloned and taken back, but not beyond that mark.
        """
        last = self.marks[-1]
        known = self._told_before(side)
        news = _seen(self.events[last.events :], side)
        told = [event for _, event in news]
        is_hidden = self.game.rules.hidden
        for _ in range(_WORLDS):
            state = self.game.rules.imagine(last.state, side, rng, told)
            world: Match[S] = self._world(state, known)
            world.dice = SeededDice(str(rng.randrange(2**62)))
            try:
                world._follow(self, side, rng)
            except JournalError:
                continue  # the answers since the mark do not fit this world: try another
            if not is_hidden:
                return world
            if _seen(world.events[len(known) :], side) == news and self._looks_like(world, side):
                return world
        raise RuntimeError(f"no world was found that fits what {side} has seen")

    def _told_before(self, side: str) -> list[tuple[int, Event]]:
        """What a side knows of what happened before the last mark; kept, and added to.

        What those who watch were told is no secret to the side, though it was told otherwise.
        """
        looked, told = self._told.get(side, (0, []))
        upto = self.marks[-1].events
        told += [
            (at, event)
            for at, event in self.events[looked:upto]
            if event.audience is None or event.seen_by(side) or event.seen_by(None)
        ]
        self._told[side] = (upto, told)
        return told

    def _looks_like(self, world: Match[S], side: str) -> bool:
        """Whether this side is shown the same here and in a world.

        It is, if the table as it knows it is the same to the last field; else views tell.
        """
        mine, theirs = self.decision, world.decision
        if mine is None or theirs is None:
            if mine is not None or theirs is not None:
                return False
        elif (self._opened, self.to_answer, mine.prompt, mine.rule) != (
            world._opened, world.to_answer, theirs.prompt, theirs.rule,
        ) or (
            side in self.to_answer
            and (mine.facts != theirs.facts or self.legal(side) != world.legal(side))
        ):  # fmt: skip
            return False
        here, there = self.known(side), world.known(side)
        view = self.game.rules.view
        return here.data() == there.data() or view(here, side) == view(there, side)

    def _world(self, state: S, known: list[tuple[int, Event]]) -> Match[S]:
        """A match that begins with this state at the last mark, and with what the side knows."""
        last = self.marks[-1]
        world: Match[S] = Match.__new__(Match)
        world.game = self.game
        world.setup = self.setup
        world.dice = None
        world.undone = []
        mark = last._replace(events=len(known), state=state.copy(), known=[])
        world._begin([mark], state, [_UNKNOWN] * last.entries, known[:])
        return world

    def _follow(self, source: Match[S], side: str, rng: Rng) -> None:
        """Answer as the source since its last mark; what this side cannot know, anyhow."""
        tail = source.entries[source.marks[-1].entries :]
        sealed = len(tail) - len(source._pending)
        for at, true in enumerate(tail):
            ask, seat, entry = self._ask, true[0], true
            if ask is None or seat == side or (at < sealed and ask.known_to(side)):
                is_open = not self.game.rules.hidden or seat == DICE
                possible = is_open or entry[1:] in self.legal(seat)
            else:
                entry = _any_answer(ask, true, rng)
                possible = len(entry) > 1
            if not possible:
                raise JournalError(f"{seat} cannot have answered so in this world")
            self.feed(entry)


AnyMatch: TypeAlias = "Match[Any]"
"""A match, for those who never look into its states."""


def _says(option: Option, words: Option) -> bool:
    """Whether an option has these words in this order; what a unit and a place mean is its own."""
    if option == words:
        return True
    rest = iter(option)
    return bool(words) and all(word in rest for word in words)


def _seen(events: list[tuple[int, Event]], side: str | None) -> list[tuple[int, Event]]:
    return [(at, event) for at, event in events if event.seen_by(side)]


def _any_answer(ask: Decision | Chance, true: Entry, rng: Rng) -> Entry:
    """What this seat might have answered, each possibility with the same chance."""
    seat = true[0]
    if isinstance(ask, Draw):
        items = list(ask.items)
        rng.shuffle(items)
        return (seat, ask.why, *items[: ask.count])
    options = [] if isinstance(ask, Roll) else ask.options_of(seat)
    if isinstance(ask, Choose):
        seen = ask.face(true[1:])
        options = [option for option in options if ask.face(option) == seen]
    return (seat, *options[rng.randrange(len(options))]) if options else (seat,)
