"""A lesson: a position, and steps that say what to do there and what happens then.

A game keeps each lesson in a folder, `lessons/<name>/`: the script in `lesson.toml`, its words in
`<language>.toml`. A lesson has one line: each step that asks for something names the answers that
are taken (`do`) and what follows by script (`then`: answers of either side, and dice), up to the
next question to the learner. How far somebody has come follows from the length of the journal.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property

from khamsin.kernel.errors import DataError, KhamsinError
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.pack.data import Table, read_toml
from khamsin.kernel.play.decision import DICE, Option
from khamsin.kernel.play.match import AnyMatch, Entry, Match
from khamsin.kernel.text.words import Catalogue, load_catalogue

FOLDER, FILE = "lessons", "lesson.toml"
PANELS = ("prompt", "options", "odds", "battle", "log", "goals", "overlays", "undo", "phase", "")
"""What of the page a step may point at; empty: nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """One idea. Without `do` it is only read."""

    say: str
    """The key of its words; `say_else` is what is told to whoever does something else."""
    rule: str
    panel: str
    lit: tuple[str, ...]
    """Units and places to point at."""
    do: tuple[str, ...]
    """Patterns of the answers that are taken, with a star for any words."""
    then: tuple[Entry, ...]
    """What follows by script: `axis pass`, `dice 3 5`."""

    def takes(self, answer: Option) -> bool:
        """Whether an answer is one that the step wants."""
        words = " ".join(answer)
        return any(fnmatchcase(words, pattern) for pattern in self.do)


@dataclass(frozen=True)
class Lesson:
    """A position and the steps from there."""

    game: AnyGame
    name: str
    setup: Setup
    side: str
    """The learner's."""
    minutes: int
    first_game: Setup
    """What is played after it, and from which side."""
    first_side: str
    steps: tuple[Step, ...]
    start: AnyMatch
    """The position, at the first question; never played on, only cloned."""

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The steps that ask for something, by their numbers."""
        return tuple([n for n, step in enumerate(self.steps) if step.do])

    @cached_property
    def places(self) -> tuple[int, ...]:
        """How long the journal is when each of these is asked, and when the last is answered."""
        found = [len(self.start.entries)]
        for n in self.asked:
            found.append(found[-1] + 1 + len(self.steps[n].then))
        return tuple(found)

    def reached(self, entries: int) -> int:
        """How many questions are answered when the journal has so many entries."""
        return max(
            n for n, place in enumerate(self.places) if place <= max(entries, self.places[0])
        )

    def shown(self, answered: int) -> range:
        """The steps to be told when so many questions are answered; the last of them asks."""
        first = self.asked[answered - 1] + 1 if answered else 0
        last = self.asked[answered] + 1 if answered < len(self.asked) else len(self.steps)
        return range(first, last)

    def question(self, entries: int) -> Step | None:
        """The step that asks now; None: all are answered."""
        answered = self.reached(entries)
        return self.steps[self.asked[answered]] if answered < len(self.asked) else None

    def opened(self) -> AnyMatch:
        """A match at its beginning, without dice of its own."""
        return self.start.clone()

    def words(self, language: str) -> Catalogue:
        """What it says."""
        return load_catalogue(self.game.folder / FOLDER / self.name, language)


def names_of(game: AnyGame) -> list[str]:
    """The lessons of a game, in the order of their names."""
    return sorted(file.parent.name for file in (game.folder / FOLDER).glob(f"*/{FILE}"))


def lesson_of(game: AnyGame, name: str) -> Lesson:
    """Read a lesson; a mistake in it raises `DataError`."""
    if name not in names_of(game):
        raise KhamsinError(f"{game.slug} has no lesson {name!r}")
    root = read_toml(game.folder / FOLDER / name / FILE)
    setup = Setup(root.text("scenario"), root.texts("options", default=()))
    side = root.choice("side", game.sides)
    minutes = root.integer("minutes", 1, 60)
    then = root.table("first_game")
    first_game = Setup(then.text("scenario"), then.texts("options", default=()))
    first_side = then.choice("side", game.sides)
    played = root.texts("played", default=())
    stage = root.table("stage") if root.has("stage") else None
    steps = tuple([_step(row) for row in root.rows("step")])
    try:
        game.check_setup(first_game)
        start = _opened(game, setup, stage, played)
    except (AssertionError, KhamsinError) as error:
        raise DataError(f"lesson {name!r}: {error}") from error
    root.done()
    if side not in start.to_answer:
        raise DataError(f"lesson {name!r}: {side} is not asked when it opens")
    return Lesson(game, name, setup, side, minutes, first_game, first_side, steps, start)


def _step(row: Table) -> Step:
    step = Step(
        say=row.text("say"),
        rule=row.text("rule", default=""),
        panel=row.choice("panel", PANELS, default=""),
        lit=row.texts("lit", default=()),
        do=row.texts("do", default=()),
        then=tuple([tuple(line.split()) for line in row.texts("then", default=())]),
    )
    if step.then and not step.do:
        raise DataError(f'{row.where}: "then" follows an answer; there is no "do"')
    return step


def _opened(game: AnyGame, setup: Setup, stage: Table | None, played: tuple[str, ...]) -> AnyMatch:
    """The position: the set-up or one that is staged, and what is played from there."""
    game.check_setup(setup)
    prepared = game
    if stage is not None:
        mind = game.mind()
        if mind is None or mind.staging is None:
            raise DataError(f"{game.slug} stages no positions")
        state = mind.staging.stage(game, setup, stage)
        game.rules.check(state)
        prepared = copy(game)
        prepared.rules = replace(game.rules, start=lambda _: state.copy())
    match = Match(prepared, setup, None)
    for line in played:
        follow(match, tuple(line.split()))
    return match


def follow(match: AnyMatch, entry: Entry) -> None:
    """Play a line of a script, checked like any answer."""
    if entry[0] == DICE:
        match.roll(entry[1:])
    else:
        match.choose(entry[1:], entry[0])


def entry_for(match: AnyMatch, line: Entry) -> Entry:
    """A line of a script as the journal has it; it is refused if the rules do not ask for it."""
    if line[0] != DICE:
        match.check(line[1:], line[0])
        return line
    if match.chance is None:
        raise DataError(f"the script rolls {' '.join(line[1:])}, but no dice are asked for")
    return (DICE, match.chance.why, *line[1:])


__all__ = ["PANELS", "Lesson", "Step", "entry_for", "follow", "lesson_of", "names_of"]
