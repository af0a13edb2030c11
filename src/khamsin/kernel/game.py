"""What a game gives to the kernel, and how a match of it is set up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Coroutine, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from khamsin.kernel.pack.data import SourceNote
from khamsin.kernel.play.decision import Ask, Option
from khamsin.kernel.play.state import Ending, Event, Result, State
from khamsin.kernel.show.panels import Record
from khamsin.kernel.show.scene import Overlay, Picture, Scene, empty_picture, empty_scene
from khamsin.kernel.show.summaries import Display, Fact, Odds, Sum

from .errors import SetupError

if TYPE_CHECKING:  # these know games, so games can know them only by name
    from khamsin.kernel.mind.mind import Mind
    from khamsin.kernel.text.narrator import Narrator

S = TypeVar("S", bound=State)
"""The state of the game at hand."""


class Rng(Protocol):
    """The part of `random.Random` that sampling needs; rules never hold one."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop - 1."""
        ...

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Shuffle in place."""
        ...


class Refused(NamedTuple):
    """Why something may not be done: the rule that says so, and the reason's key in the words."""

    rule: str
    reason: str


class Variant(NamedTuple):
    """A scenario or an optional rule that can be chosen before play."""

    id: str
    title: str
    rule: str
    scenarios: tuple[str, ...] = ()
    """The scenarios that an optional rule belongs to; empty: all of them."""


class Level(NamedTuple):
    """A band of results, from the lowest score in it to the highest."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before play; with the answers it reproduces the match exactly."""

    scenario: str
    options: tuple[str, ...] = ()


class Finished(NamedTuple):
    """A match that a player has finished, for his record."""

    match: str
    ended: str
    """The day, as 2026-11-16."""
    setup: Setup
    side: str
    """The side he played."""
    result: Result


class Game(ABC, Generic[S]):
    """One game with its data pack. Knows the rules; holds nothing that changes."""

    slug: str
    title: str
    sides: tuple[str, ...]
    rules_version: int
    scenarios: tuple[Variant, ...]
    options: tuple[Variant, ...]
    pack: str
    """Digest of the data pack, so that a journal can say what it was played with."""
    endings: tuple[Ending, ...]
    """Every way a match can end; the golden games must reach them all."""
    hidden: bool
    """Whether a side may not know everything in a state (sealed answers do not count). A game that
    asks or draws for `only` some sides is hidden."""
    guesses_blindly: ClassVar[bool] = False
    """Whether `imagine` follows from what the side knows and from `rng` alone, so that any number
    of imagined worlds may be shown to a player. Bots, which see one and forget it, can do without.
    """
    folder: ClassVar[Path]
    """Where its rulebook, words, standard data pack and drawings are."""
    grammar: ClassVar[dict[str, tuple[str, ...]]] = {}
    """What the words of an option are, by its verb: `{"move": ("unit", "place")}`. The last one
    stands for all the words that are left if it begins with a star."""
    gambles: ClassVar[tuple[str, ...]] = ()
    """The verbs of options whose odds a table shows before they are taken."""
    sums: ClassVar[tuple[Sum, ...]] = ()
    """The odds that can be asked for by numbers alone (`reckon`)."""
    clock: ClassVar[tuple[str, ...]] = ()
    """The events that measure how long a match was."""
    fights: ClassVar[tuple[str, ...]] = ()
    """The events with which a fight begins; each names its `place`."""
    losses: ClassVar[tuple[str, ...]] = ()
    """The events that say that a `unit` or `block` lost a step or is gone. One without a `place`
    happened where the last fight began."""
    topics: ClassVar[dict[str, tuple[str, ...]]] = {}
    """The events that are about something, for those who read only a part of the log."""
    score: ClassVar[str] = ""
    """Which of a result's scores says how well a player did who plays alone."""
    levels: tuple[Level, ...] = ()
    """The bands of that score that mean something, the lowest first."""
    sources: tuple[SourceNote, ...] = ()
    """Where the values of the data pack come from, table by table."""

    def __init__(self, folder: Path | None = None) -> None:
        """Read the data pack in this folder, or the standard one."""

    def check_setup(self, setup: Setup) -> None:
        """Refuse a scenario or option this game does not have."""
        _known(self.title, "scenario", setup.scenario, self.scenarios)
        for option in setup.options:
            _known(self.title, "option", option, self.options)
            if setup.options.count(option) > 1:
                raise SetupError(f"the option {option!r} is chosen twice")

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The state before anybody has decided anything."""

    @abstractmethod
    def play(self, g: S) -> Coroutine[Ask, Any, None]:
        """Play on from any mark to the end; `g.result` is set when it returns."""

    @abstractmethod
    def view(self, g: S, side: str | None) -> dict[str, Any]:
        """What a side (None: an observer) may see, built by adding what it may know."""

    @abstractmethod
    def imagine(self, g: S, side: str, rng: Rng) -> S:
        """A state at a mark that this side cannot tell from `g`: what it cannot know is sampled.

        It should follow from what the side knows and from `rng` alone (`guesses_blindly`): sort
        what is to be mixed before mixing it, or the order it lies in tells something of the truth.
        """

    def imagine_since(self, g: S, side: str, rng: Rng, told: Sequence[Event]) -> S:
        """The same, with what the side was told since that mark: what was shown is no guess.

        For games in which much may be turned up between two marks. The others need not know: a
        world that shows something else is thrown away, and another one tried.
        """
        del told
        return self.imagine(g, side, rng)

    @abstractmethod
    def why_not(self, g: S, side: str, words: tuple[str, ...]) -> Refused | None:
        """Why an option, or just a unit and a place, is not open to this side now."""

    @abstractmethod
    def check(self, g: S) -> None:
        """Raise AssertionError if anything is impossible: lost units, broken control, stacking."""

    def chairs(self, g: S) -> dict[str, str]:
        """Which chair plays which side; differs from the set-up only where sides are bid for."""
        del g
        return {side: side for side in self.sides}

    @classmethod
    def mind(cls) -> Mind | None:
        """What computer players know of it besides the rules; without it they play at random."""
        return None

    # -- what people read; the words are in the catalogues ------------------------------------

    def label(self, kind: str, name: str) -> str:
        """What is printed on a unit or a place; `kind` is the name that templates give it."""
        del kind
        return name

    def things(self) -> dict[str, tuple[str, ...]]:
        """The names of everything a player may ask about, by kind."""
        return {}

    def about(self, kind: str, name: str) -> list[Fact]:
        """What the data pack says of one of these things, and where it comes from."""
        del kind, name
        return []

    def display(self, position: dict[str, Any]) -> Display:
        """Lay out the position that a side sees (`view`) in tracks and stacks."""
        del position
        return Display("", (), (), ())

    def odds(self, g: S, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        """The odds of the attacks at hand, or of the one these words name."""
        del g, side, prompt, words
        return []

    def remark(self, g: S, side: str, option: Option) -> Fact | None:
        """What this side should know before it takes an option, by a key of `remark` in the words.

        For what is allowed and can do nothing. It may tell only what the side knows.
        """
        del g, side, option
        return None

    def reckon(self, name: str, numbers: Mapping[str, int]) -> Odds:
        """The odds of one of the `sums`, all of its numbers given."""
        raise NotImplementedError

    # -- what a browser draws ------------------------------------------------------------------

    def scene(self, narrator: Narrator) -> Scene:
        """What never changes in a match: map, boxes, pieces as they are printed."""
        del narrator
        return empty_scene()

    def picture(self, g: S, side: str | None, narrator: Narrator) -> Picture:
        """What lies on the table now, as this side (None: an observer) sees it."""
        del g, side, narrator
        return empty_picture()

    def overlays(
        self, g: S, side: str | None, narrator: Narrator, piece: str = ""
    ) -> list[Overlay]:
        """What players count on the map: supply, zones of control, the range of a piece."""
        del g, side, narrator, piece
        return []

    def record(self, finished: Sequence[Finished], narrator: Narrator) -> Record | None:
        """What a player has done in all the matches that he finished, the oldest first."""
        del finished, narrator
        return None

    def topic(self, event: Event) -> str:
        """What a line of the log is about: one of `topics`, or the working of the rules."""
        return next((topic for topic, kinds in self.topics.items() if event.kind in kinds), "rule")


def _known(title: str, what: str, wanted: str, variants: tuple[Variant, ...]) -> None:
    if all(wanted != variant.id for variant in variants):
        known = ", ".join(variant.id for variant in variants)
        raise SetupError(f"{title} has no {what} {wanted!r}; there are: {known}")
