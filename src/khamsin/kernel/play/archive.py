"""Saving, loading and verifying matches: the way between a match and its journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from khamsin.kernel.errors import JournalError, KhamsinError, SetupError
from khamsin.kernel.game import Game, S, Setup

from .decision import DICE, Chance, Draw
from .dice import Dice, SeededDice, commitment
from .journal import Journal, Line
from .match import Entry, Match


def journal_of(match: Match[S]) -> Journal:
    """Write a match down."""
    dice = match.dice if isinstance(match.dice, SeededDice) else None
    seed = None if dice is None else dice.seed
    return Journal(
        game=match.game.slug,
        rules=match.game.rules_version,
        scenario=match.setup.scenario,
        options=match.setup.options,
        pack=match.game.pack,
        seed=seed,
        commitment=None if seed is None else commitment(seed),
        answers=[Line(0, entry) for entry in match.entries],
        undone=list(match.undone),
        marks=[(mark.entries, mark.digest(), 0) for mark in match.marks],
        result=result_words(match),
        fresh=() if dice is None else dice.fresh,
    )


def result_words(match: Match[S]) -> Entry | None:
    """How the match ended, in the words of the journal."""
    result = match.result
    return None if result is None else (result.winner or "nobody", result.rule, result.reason)


@dataclass(slots=True)
class Loaded(Generic[S]):
    """A match that was loaded, and what the reader should know about it."""

    match: Match[S]
    warning: str | None = None


def load(
    journal: Journal, game: Game[S], name: str = "journal", *, dice: Dice | None = None
) -> Loaded[S]:
    """Replay a journal, every answer checked against the options offered.

    Damage is a `JournalError` that names the line. If the journal was written under other rules
    and no longer fits, the match goes on from the last mark that fits, and says so.
    """
    if dice is None and journal.seed is not None:
        dice = SeededDice(journal.seed, journal.fresh)
    replay = _Replay(journal, game, name)
    match = replay.match
    warning = None
    try:
        replay.run()
        match.undone = list(journal.undone)
    except JournalError as error:
        if journal.rules == game.rules_version:
            raise
        match.rewind(replay.good)
        match.undone = [(at, entry) for at, entry in journal.undone if at <= replay.good]
        warning = (
            f"{name} was written under rules {journal.rules}; under rules {game.rules_version} "
            f"its first {replay.good} answers fit, and the match goes on from there ({error})"
        )
    match.dice = dice
    match.settle()
    return Loaded(match, warning)


def verify(journal: Journal, game: Game[S], name: str = "journal") -> int:
    """Check a match roll by roll against its seed; return how many rolls were checked."""
    if journal.seed is None:
        raise JournalError(f"{name} does not tell the seed, so its rolls cannot be verified")
    taken = sum(entry[0] == DICE for _, entry in journal.undone)
    if journal.fresh and journal.fresh[-1][1] > taken:
        raise JournalError(f"{name} has fresh dice where no roll was taken back")
    replay = _Replay(journal, game, name, SeededDice(journal.seed, journal.fresh))
    replay.run()
    return replay.rolls


class _Replay(Generic[S]):
    """Sends a journal into a new match, distrusting every line."""

    def __init__(
        self, journal: Journal, game: Game[S], name: str, fair: SeededDice | None = None
    ) -> None:
        if journal.game != game.slug:
            raise JournalError(f"{name} is a match of {journal.game}, not of {game.slug}")
        if journal.pack != game.pack:
            raise JournalError(
                f"{name} was played with data pack {journal.pack}, but this is pack {game.pack}"
            )
        self.journal = journal
        self.name = name
        self.fair = fair
        try:
            self.match = Match(game, Setup(journal.scenario, journal.options), None)
        except SetupError as error:
            raise JournalError(f"{name}: {error}") from None
        self.marks = {at: (digest, line) for at, digest, line in journal.marks}
        self.good = 0  # answers before the last mark whose state is the saved one
        self.rolls = 0

    def run(self) -> None:
        """Replay everything, or raise `JournalError` at the first line that does not fit."""
        for at, answer in enumerate(self.journal.answers):
            self._check_mark(at)
            try:
                self._take(answer.entry)
            except KhamsinError as error:
                raise JournalError(f"{self._at(answer.number)}: {error}") from None
        self._check_mark(len(self.journal.answers))
        written = self.journal.result
        result = result_words(self.match)
        if written is not None and written != result:
            truth = "still open" if result is None else " ".join(result)
            where = self._at(self.journal.result_line)
            raise JournalError(
                f"{where}: the result is written as {' '.join(written)!r}, but it is {truth!r}"
            )

    def _at(self, line: int) -> str:
        """Where something stands; a journal that was never a text has no lines."""
        return f"{self.name}, line {line}" if line else self.name

    def _take(self, entry: Entry) -> None:
        match = self.match
        if match.decision is not None and entry[1:] not in match.legal(entry[0]):
            raise JournalError(f"{' '.join(entry)!r} is not offered here")
        ask = match.chance
        if self.fair is not None and ask is not None and entry[:2] == (DICE, ask.why):
            fair = _fair(self.fair, self.rolls, ask)
            if entry[2:] != fair:
                raise JournalError(f"the seed gives {' '.join(fair)}, not {' '.join(entry[2:])}")
            self.rolls += 1
        match.feed(entry)

    def _check_mark(self, at: int) -> None:
        if at not in self.marks:
            return
        digest, line = self.marks[at]
        mark = self.match.marks[-1]
        if mark.entries != at or mark.digest() != digest:
            raise JournalError(f"{self._at(line)}: the state here is not the one that was saved")
        self.good = at


def _fair(dice: SeededDice, number: int, ask: Chance) -> tuple[str, ...]:
    """What the seed gives for this chance, in the words of the journal."""
    if isinstance(ask, Draw):
        return dice.draw(number, ask.items, ask.count)
    return tuple(str(value) for value in dice.roll(number, ask.count))
