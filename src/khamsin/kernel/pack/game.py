"""A game with a data pack, put together from the functions of its modules; and its state.

The rules are functions of a state, and so is what people see; what is printed on map and pieces
is a function of the pack. A game says which functions these are (`Hooks`); `GameFromPack` calls
them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from khamsin.kernel.game import Game, Refused, Rng, S
from khamsin.kernel.play.decision import Ask
from khamsin.kernel.play.state import State
from khamsin.kernel.show.scene import Overlay, Picture, Scene
from khamsin.kernel.show.summaries import Display, Fact, Odds

from .data import SourceNote

if TYPE_CHECKING:  # the narrator knows games, so games can know it only by name
    from khamsin.kernel.text.narrator import Narrator


class Pack(Protocol):
    """What every data pack has, whatever else is in it."""

    digest: str
    notes: list[SourceNote]


class Scenario(Protocol):
    """What every scenario has."""

    @property
    def id(self) -> str:
        """Its name in set-ups and journals."""
        ...


P = TypeVar("P", bound=Pack)
"""The data pack of the game at hand."""
C = TypeVar("C", bound=Scenario)
"""What a scenario of it is."""


class PackState(State, Generic[P, C]):
    """A state that knows its data pack, its scenario and the optional rules in use.

    Pack and scenario never change, so copies share them. The `copy` of a game is written by hand,
    field by field, these three included: it is made at every mark, and a loop over names takes
    about twice as long.
    """

    __slots__ = ("options", "pack", "scenario")

    def __init__(self, pack: P, scenario: C, options: tuple[str, ...]) -> None:
        super().__init__()
        self.pack = pack
        self.scenario = scenario
        self.options = options

    def has(self, option: str) -> bool:
        """Whether an optional rule is in use."""
        return option in self.options

    def data(self) -> dict[str, Any]:
        """Everything the state is made of; the scenario by its name."""
        return super().data() | {"options": self.options, "scenario": self.scenario.id}


@dataclass(frozen=True)
class Hooks(Generic[S, P]):
    """The functions a game is made of; `Game` says under the same names what each must do."""

    # the rules
    play: Callable[[S], Coroutine[Ask, Any, None]]
    why_not: Callable[[S, str, tuple[str, ...]], Refused | None]
    check: Callable[[S], None]
    # what a side may know
    view: Callable[[S, str | None], dict[str, Any]]
    imagine: Callable[[S, str, Rng], S]
    # what people read
    label: Callable[[P, str, str], str]
    things: Callable[[P], dict[str, tuple[str, ...]]]
    about: Callable[[P, str, str], list[Fact]]
    display: Callable[[P, dict[str, Any]], Display]
    odds: Callable[[S, str, str, tuple[str, ...]], list[Odds]]
    reckon: Callable[[P, str, Mapping[str, int]], Odds]
    # what a browser draws
    scene: Callable[[P, Narrator], Scene]
    picture: Callable[[S, str | None, Narrator], Picture]
    overlays: Callable[[S, str | None, Narrator, str], list[Overlay]]


def nothing_hidden(g: S, side: str, rng: Rng) -> S:
    """`imagine` of a game whose states at marks are open to everybody."""
    del side, rng
    return g.copy()


class GameFromPack(Game[S], Generic[S, P]):
    """A game made of `parts`. What is left to say is what it is called and how it starts."""

    hooks: ClassVar[Hooks[Any, Any]]
    """Written `Hooks[State, Pack](...)`, so that the types of all functions are checked."""

    def __init__(self, data: P) -> None:
        self.data = data
        self.pack = data.digest
        self.sources = tuple(data.notes)

    def play(self, g: S) -> Coroutine[Ask, Any, None]:
        """Play on from any mark to the end."""
        return self.hooks.play(g)

    def why_not(self, g: S, side: str, words: tuple[str, ...]) -> Refused | None:
        """The reason, with its rule, that this is not open to the side now."""
        return self.hooks.why_not(g, side, words)

    def check(self, g: S) -> None:
        """Raise AssertionError if the table is in an impossible state."""
        self.hooks.check(g)

    def view(self, g: S, side: str | None) -> dict[str, Any]:
        """What a side (None: an observer) may see."""
        return self.hooks.view(g, side)

    def imagine(self, g: S, side: str, rng: Rng) -> S:
        """A state that this side cannot tell from the true one."""
        state: S = self.hooks.imagine(g, side, rng)
        return state

    def label(self, kind: str, name: str) -> str:
        """What is printed on a unit or a place."""
        return self.hooks.label(self.data, kind, name)

    def things(self) -> dict[str, tuple[str, ...]]:
        """Everything a player may ask about."""
        return self.hooks.things(self.data)

    def about(self, kind: str, name: str) -> list[Fact]:
        """What is printed on it, and where that comes from."""
        return self.hooks.about(self.data, kind, name)

    def display(self, position: dict[str, Any]) -> Display:
        """The tracks beside the map, and what stands where."""
        return self.hooks.display(self.data, position)

    def odds(self, g: S, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        """The chances of the battle at hand, or of attacks that could be made."""
        return self.hooks.odds(g, side, prompt, words)

    def reckon(self, name: str, numbers: Mapping[str, int]) -> Odds:
        """The chances of what was counted on the map."""
        return self.hooks.reckon(self.data, name, numbers)

    def scene(self, narrator: Narrator) -> Scene:
        """Map, boxes and pieces."""
        return self.hooks.scene(self.data, narrator)

    def picture(self, g: S, side: str | None, narrator: Narrator) -> Picture:
        """What this side (None: an observer) sees on the table."""
        return self.hooks.picture(g, side, narrator)

    def overlays(
        self, g: S, side: str | None, narrator: Narrator, piece: str = ""
    ) -> list[Overlay]:
        """What players count on the map."""
        return self.hooks.overlays(g, side, narrator, piece)
