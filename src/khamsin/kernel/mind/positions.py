"""Positions with good and bad answers, as chess has them: tests of a player's judgement.

A game keeps its positions in `mind/positions.toml`. Each says how it is reached, who decides, and
what a good player does: by the answer itself (`good`, `bad`), or, where a turn is many small
answers, by what is true when it is over (`after`, `holds`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import NamedTuple

from khamsin.kernel.errors import DataError, KhamsinError
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.pack.data import Table, read_toml
from khamsin.kernel.play.decision import DICE, Option
from khamsin.kernel.play.dice import Dice
from khamsin.kernel.play.match import AnyMatch, Match
from khamsin.kernel.play.state import State

from .mind import Staging

FILE = "positions.toml"
GOOD, BAD, OTHER = VERDICTS = ("good", "bad", "other")

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
}


class Condition(NamedTuple):
    """`own 66 >= 1`: a thing that the game can count, compared with a number."""

    words: tuple[str, ...]
    comparison: str
    number: int

    def __str__(self) -> str:
        return f"{' '.join(self.words)} {self.comparison} {self.number}"


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game in which a good player knows what to do."""

    id: str
    title: str
    why: str
    """One sentence: why good is good."""
    source: str
    """Where the judgement comes from: a rule of the book, a game that was lost, a textbook."""
    setup: Setup
    side: str
    state: State
    """The table at a mark."""
    played: tuple[str, ...]
    """Answers and dice (`dice 3 4`) that lead on from there."""
    good: tuple[str, ...]
    """Patterns of answers, with a star for any words; without any, all that are not bad."""
    bad: tuple[str, ...]
    """Without any, all that are not good."""
    after: str
    """The kind of event at which the conditions are looked at, or the phase after which, if the
    game says when one `is_over`; empty: the answer is judged."""
    holds: tuple[Condition, ...]
    line: tuple[str, ...]
    """One way to make the conditions hold; whatever else is asked is declined."""
    mistake: tuple[str, ...]
    """One way to miss them, likewise."""

    def judge(self, answer: Option) -> str:
        """Whether an answer is good, bad, or neither of what the position names."""
        words = " ".join(answer)
        if any(fnmatchcase(words, pattern) for pattern in self.good):
            return GOOD
        if any(fnmatchcase(words, pattern) for pattern in self.bad):
            return BAD
        if self.good and self.bad:
            return OTHER
        return BAD if self.good else GOOD


def positions_of(game: AnyGame) -> list[Position]:
    """Every position of a game, in the order of its file; none if it has no such file."""
    mind = game.mind()
    if mind is None or mind.staging is None:
        return []
    root = read_toml(game.folder / "mind" / FILE)
    found = [_read(game, mind.staging, row) for row in root.rows("position")]
    root.done()
    names = [position.id for position in found]
    for name in names:
        if names.count(name) > 1:
            raise DataError(f'{FILE}: two positions have the id "{name}"')
    return found


def _read(game: AnyGame, staging: Staging, row: Table) -> Position:
    setup = Setup(row.text("scenario"), row.texts("options", default=()))
    try:
        game.check_setup(setup)
        state = staging.stage(game, setup, row.table("stage"))
        game.rules.check(state)
    except (AssertionError, KhamsinError) as error:
        raise DataError(f"{row.where}: {error}") from error
    position = Position(
        id=row.text("id"),
        title=row.text("title"),
        why=row.text("why"),
        source=row.text("source"),
        setup=setup,
        side=row.choice("side", game.sides),
        state=state,
        played=row.texts("played", default=()),
        good=row.texts("good", default=()),
        bad=row.texts("bad", default=()),
        after=row.text("after", default=""),
        holds=tuple([_condition(row, text) for text in row.texts("holds", default=())]),
        line=row.texts("line", default=()),
        mistake=row.texts("mistake", default=()),
    )
    if bool(position.after) != bool(position.holds):
        raise DataError(f'{row.where}: "after" and "holds" go together')
    if bool(position.holds) == bool(position.good or position.bad):
        raise DataError(
            f'{row.where}: judge the answer ("good", "bad") or what "holds", one of them'
        )
    try:
        unmet(staging, position, state)
    except KhamsinError as error:
        raise DataError(f'{row.where}, key "holds": {error}') from error
    if position.after and staging.is_over is not None:
        try:
            staging.is_over(state, state, position.after)
        except KhamsinError as error:
            raise DataError(f'{row.where}, key "after": {error}') from error
    return position


def _condition(row: Table, text: str) -> Condition:
    *words, comparison, number = ("", "", *text.split())
    if comparison not in _COMPARISONS or not number.isdecimal() or not any(words):
        listed = ", ".join(_COMPARISONS)
        wanted = f"words, one of {listed}, and a number"
        raise DataError(f'{row.where}, key "holds": must be {wanted}, not "{text}"')
    return Condition(tuple(filter(None, words)), comparison, int(number))


def opened(game: AnyGame, position: Position, dice: Dice) -> AnyMatch:
    """A match in which the side of the position is asked; the dice to come are these."""
    prepared = copy(game)
    prepared.rules = replace(game.rules, start=lambda _: position.state.copy())
    match = Match(prepared, position.setup, None)
    for step in position.played:
        words = step.split()
        if words[0] == DICE:
            match.roll(words[1:])
        else:
            match.choose(words)
    match.dice = dice
    match.settle()
    if position.side not in match.to_answer:
        raise DataError(f'{FILE}, position "{position.id}": {position.side} is not asked')
    return match


def unmet(staging: Staging, position: Position, state: State) -> list[Condition]:
    """The conditions of a position that do not hold in a state."""
    return [
        condition
        for condition in position.holds
        if not _COMPARISONS[condition.comparison](
            staging.measure(state, position.side, condition.words), condition.number
        )
    ]


def unit_of(units: Mapping[str, int], name: str) -> int:
    """The number of a unit that a position names."""
    if name not in units:
        raise DataError(f"there is no unit {name}")
    return units[name]
