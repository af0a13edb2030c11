"""Operation Battleaxe as the kernel sees it."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, ClassVar

from khamsin.kernel.decision import Ask
from khamsin.kernel.game import Game, Refused, Rng, Setup, Variant
from khamsin.kernel.scene import Overlay, Picture, Scene
from khamsin.kernel.shown import Display, Fact, Odds
from khamsin.kernel.telling import Telling

from .checks import check
from .display import display
from .labels import GRAMMAR, PLACE, UNIT, about_space, about_unit, label
from .odds import odds
from .pack import STANDARD_PACK, Pack
from .picture import TOPICS, overlays, picture
from .pieces import SIDES
from .scene import scene
from .sequence import play
from .setup import new_game
from .state import State
from .sums import SUMS, reckon
from .victory import ENDINGS
from .view import view
from .why import why_not


class Battleaxe(Game[State]):
    """Wavell against Rommel, 15 to 17 June 1941, with one data pack.

    Taking back a move until dice fall or the enemy answers (8.2a, R32) is the match's business.
    """

    slug = "battleaxe"
    title = "Operation Battleaxe"
    sides = SIDES
    rules_version = 1
    hidden = False
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar: ClassVar[dict[str, tuple[str, ...]]] = GRAMMAR
    gambles = ("attack",)
    sums = SUMS
    clock = ("turn", "half")
    fights = ("attack",)
    losses = ("reduced", "eliminated")
    topics: ClassVar[dict[str, tuple[str, ...]]] = TOPICS

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.data = Pack(folder)
        self.pack = self.data.digest
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "20.0" if scenario.extended else "6.0")
            for scenario in self.data.scenarios.values()
        )
        self.options = tuple(self.data.options)
        self.sources = tuple(self.data.notes)

    def start(self, setup: Setup) -> State:
        """5.1, 5.2 The table before anybody has decided anything."""
        return new_game(self.data, self.data.scenarios[setup.scenario], setup.options)

    def play(self, g: State) -> Coroutine[Ask, Any, None]:
        """6.0 Play on from any mark to the end."""
        return play(g)

    def view(self, g: State, side: str | None) -> dict[str, Any]:
        """7.1c Everything on the table is open to both."""
        del side
        return view(g)

    def imagine(self, g: State, side: str, rng: Rng) -> State:
        """No state at a mark hides anything; sealed bids are the match's."""
        del side, rng
        return g.copy()

    def why_not(self, g: State, side: str, words: tuple[str, ...]) -> Refused | None:
        """The reason, with its rule, that this is not open to the side now."""
        return why_not(g, side, words)

    def check(self, g: State) -> None:
        """Raise AssertionError if the table is in an impossible state."""
        check(g)

    def chairs(self, g: State) -> dict[str, str]:
        """18.1 Who bid more plays the Allies, wherever he sat."""
        allied, axis = SIDES
        if g.sides_swapped:
            return {allied: axis, axis: allied}
        return {allied: allied, axis: axis}

    def label(self, kind: str, name: str) -> str:
        """What is printed on a unit or a space."""
        return label(self.data, kind, name)

    def things(self) -> dict[str, tuple[str, ...]]:
        """Every unit and every space."""
        return {UNIT: self.data.unit_ids, PLACE: self.data.space_ids}

    def about(self, kind: str, name: str) -> list[Fact]:
        """What is printed on it, and where that comes from."""
        if kind == UNIT:
            return about_unit(self.data.units[self.data.unit_index[name]])
        return about_space(self.data, self.data.spaces[self.data.board.at(name)])

    def display(self, position: dict[str, Any]) -> Display:
        """The tracks beside the map, and what stands where."""
        return display(self.data, position)

    def odds(self, g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        """The chances of the battle at hand, or of attacks that could be made."""
        return odds(g, side, prompt, words)

    def reckon(self, name: str, numbers: Mapping[str, int]) -> Odds:
        """The chances of what was counted on the map."""
        del name
        return reckon(self.data.numbers, numbers)

    def scene(self, telling: Telling) -> Scene:
        """Map, tracks and counters."""
        return scene(self.data, telling)

    def picture(self, g: State, side: str | None, telling: Telling) -> Picture:
        """7.1c Everything on the table is open to both."""
        del side
        return picture(g, telling)

    def overlays(
        self, g: State, side: str | None, telling: Telling, piece: str = ""
    ) -> list[Overlay]:
        """Supply of both sides, and how far a unit can go."""
        del side
        return overlays(g, telling, piece)
