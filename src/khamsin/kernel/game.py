"""What a game gives to the kernel, and how a match of it is set up."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from khamsin.kernel.pack.data import SourceNote
from khamsin.kernel.play.decision import Ask, Option
from khamsin.kernel.play.state import Ending, Event, Result, State
from khamsin.kernel.show.goals import GoalsNow
from khamsin.kernel.show.panels import Record
from khamsin.kernel.show.scene import Overlay, Picture, Scene, empty_picture, empty_scene
from khamsin.kernel.show.summaries import Display, Fact, Odds, Sum

from .errors import SetupError

if TYPE_CHECKING:  # these know games, so games can know them only by name
    from khamsin.kernel.mind.mind import Mind
    from khamsin.kernel.text.narrator import Narrator

S = TypeVar("S", bound=State)
"""The state of the game at hand."""

View: TypeAlias = dict[str, Any]
"""What a side sees, or a part of it, as plain data by the names that are printed on map and pieces.
Which keys there are is for each game to say."""


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
    usual: bool = False
    """An optional rule that a table proposes, unless somebody wants it otherwise."""


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


def everything(g: S, side: str | None) -> S:
    """What a side may know where nothing is hidden."""
    del side
    return g


def copied(g: S, side: str, rng: Rng, told: Sequence[Event]) -> S:
    """What a side may imagine where nothing is hidden."""
    del side, rng, told
    return g.copy()


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """What a match is played by: read by matches, and through them by every player."""

    start: Callable[[Setup], S]
    """The state before anybody has decided anything."""
    play: Callable[[S], Coroutine[Ask, Any, None]]
    """Plays on from any mark to the end; `g.result` is set when it returns."""
    why_not: Callable[[S, str, tuple[str, ...]], Refused | None]
    """Why an option, or just a unit and a place, is not open to this side now. Like `view` it is
    handed what the side may know."""
    check: Callable[[S], None]
    """Raises AssertionError if anything is impossible: lost units, broken control, stacking."""
    known: Callable[[S, str | None], S] = everything
    """What a side (None: an observer) may know, as a state of its own: whatever is hidden from it
    is covered by something that follows from what it knows. All that a side is shown is made of
    this and not of the truth: view, picture, overlays, odds, reasons, remarks."""
    view: Callable[[S, str | None], View]
    """The same as plain data, by the names printed on map and pieces."""
    imagine: Callable[[S, str, Rng, Sequence[Event]], S] = copied
    """A state at a mark that this side cannot tell from the true one: what it cannot know is
    sampled. It follows from what the side knows, from the generator, and from what the side was
    told since that mark: what was shown is no guess. Sort what is to be mixed before mixing it, or
    the order it lies in tells something of the truth."""
    chairs: Callable[[S], dict[str, str]] | None = None
    """Which chair plays which side, where sides are bid for; else each plays its own."""

    @property
    def hidden(self) -> bool:
        """Whether a side may not know everything in a state (sealed answers do not count).

        A game that asks or draws for `only` some sides is hidden.
        """
        return self.known is not everything


def _printed(kind: str, name: str) -> str:
    del kind
    return name


def _no_facts(kind: str, name: str) -> list[Fact]:
    del kind, name
    return []


def _bare(position: View) -> Display:
    del position
    return Display("", (), (), ())


def _no_odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    del g, side, prompt, words
    return []


def _no_remark(g: State, side: str, option: Option) -> Fact | None:
    del g, side, option
    return None


def _no_sum(name: str, numbers: Mapping[str, int]) -> Odds:
    raise NotImplementedError


def _no_scene(narrator: Narrator) -> Scene:
    del narrator
    return empty_scene()


def _no_picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    del g, side, narrator
    return empty_picture()


def _no_overlays(g: State, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    del g, side, narrator, piece
    return []


def _no_goals(g: State, side: str | None, narrator: Narrator) -> GoalsNow | None:
    del g, side, narrator
    return None


def no_record(finished: Sequence[Finished], narrator: Narrator) -> Record | None:
    """The record of a player in a game that keeps none."""
    del finished, narrator
    return None


@dataclass(frozen=True, kw_only=True)
class Presentation(Generic[S]):
    """What people read and see of a game. The words are in the catalogues.

    Whatever takes a state and a side is handed what that side may know (`Rules.known`).
    """

    grammar: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the words of an option are, by its verb: `{"move": ("unit", "place")}`. The last one
    stands for all the words that are left if it begins with a star."""
    label: Callable[[str, str], str] = _printed
    """What is printed on a unit or a place; its kind is the name that templates give it."""
    things: Callable[[], dict[str, tuple[str, ...]]] = dict
    """The names of everything a player may ask about, by kind."""
    about: Callable[[str, str], list[Fact]] = _no_facts
    """What the data pack says of one of these things, and where it comes from."""
    display: Callable[[View], Display] = _bare
    """The position that a side sees (`view`), laid out in tracks and stacks."""
    remark: Callable[[S, str, Option], Fact | None] = _no_remark
    """What a side should know before it takes an option, by a key of `remark` in the words: for
    what is allowed and can do nothing."""
    preparations: tuple[str, ...] = ()
    """The prompts of set-up and housekeeping: a player may have all that are asked in a row
    answered in the usual way, which is what a greedy player would do."""
    set_up: tuple[str, ...] = ()
    """The prompts of set-up that offer the usual way themselves."""
    moves: tuple[str, ...] = ()
    """The prompts of movement: who ends it while units that he names could still go is asked."""
    topics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The events that are about something, for those who read only a part of the log."""
    setbacks: tuple[str, ...] = ()
    """The events that say that somebody lost something or gave way, each with whom: told again to
    those who looked away."""

    odds: Callable[[S, str, str, tuple[str, ...]], list[Odds]] = _no_odds
    """The odds of the attacks at hand at this prompt, or of the one these words name."""
    gambles: tuple[str, ...] = ()
    """The verbs of options whose odds a table shows before they are taken."""
    reckon: Callable[[str, Mapping[str, int]], Odds] = _no_sum
    """The odds of one of the `sums`, all of its numbers given."""
    sums: tuple[Sum, ...] = ()
    """The odds that can be asked for by numbers alone."""

    scene: Callable[[Narrator], Scene] = _no_scene
    """What never changes in a match: map, boxes, pieces as they are printed."""
    picture: Callable[[S, str | None, Narrator], Picture] = _no_picture
    """What lies on the table now, as this side (None: an observer) sees it."""
    overlays: Callable[[S, str | None, Narrator, str], list[Overlay]] = _no_overlays
    """What players count on the map: supply, zones of control, the range of a piece if named."""
    goals: Callable[[S, str | None, Narrator], GoalsNow | None] = _no_goals
    """What each side needs to win, and where it stands as far as this side may know."""
    record: Callable[[Sequence[Finished], Narrator], Record | None] = no_record
    """What a player has done in all the matches that he finished, the oldest first."""

    def topic(self, event: Event) -> str:
        """What a line of the log is about: one of `topics`, or the working of the rules."""
        return next((topic for topic, kinds in self.topics.items() if event.kind in kinds), "rule")


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """What is counted over many matches: the events and scores that mean something."""

    clock: tuple[str, ...] = ()
    """The events that measure how long a match was."""
    fights: tuple[str, ...] = ()
    """The events with which a fight begins; each names its `place`."""
    losses: tuple[str, ...] = ()
    """The events that say that a `unit` or `block` lost a step or is gone. One without a `place`
    happened where the last fight began."""
    score: str = ""
    """Which of a result's scores says how well a player did who plays alone."""
    levels: tuple[Level, ...] = ()
    """The bands of that score that mean something, the lowest first."""


class Game(Generic[S]):
    """One game with its data pack: what it is called, and its three parts, each with its reader.

    It holds nothing that changes.
    """

    slug: str
    title: str
    sides: tuple[str, ...]
    rules_version: int
    endings: tuple[Ending, ...]
    """Every way a match can end; the golden games must reach them all."""
    folder: Path
    """Where its rulebook, words, standard data pack and drawings are."""
    scenarios: tuple[Variant, ...]
    options: tuple[Variant, ...]
    pack: str
    """Digest of the data pack, so that a journal can say what it was played with."""
    sources: tuple[SourceNote, ...] = ()
    """Where the values of the data pack come from, table by table."""

    rules: Rules[S]
    presentation: Presentation[S] = Presentation()
    statistics: Statistics = Statistics()

    def __init__(self, folder: Path | None = None) -> None:
        """Read the data pack in this folder, or the standard one."""

    @classmethod
    def mind(cls) -> Mind | None:
        """What computer players know of it besides the rules; without it they play at random."""
        return None

    def chairs(self, g: S) -> dict[str, str]:
        """Which chair plays which side; differs from the set-up only where sides are bid for."""
        if self.rules.chairs is not None:
            return self.rules.chairs(g)
        return {side: side for side in self.sides}

    def check_setup(self, setup: Setup) -> None:
        """Refuse a scenario or option this game does not have."""
        _known(self.title, "scenario", setup.scenario, self.scenarios)
        for option in setup.options:
            _known(self.title, "option", option, self.options)
            if setup.options.count(option) > 1:
                raise SetupError(f"the option {option!r} is chosen twice")


AnyGame: TypeAlias = "Game[Any]"
"""A game, for those who never look into its states: they differ from game to game."""


def _known(title: str, what: str, wanted: str, variants: tuple[Variant, ...]) -> None:
    if all(wanted != variant.id for variant in variants):
        known = ", ".join(variant.id for variant in variants)
        raise SetupError(f"{title} has no {what} {wanted!r}; there are: {known}")
