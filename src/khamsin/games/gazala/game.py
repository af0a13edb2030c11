"""Gazala 1942 as the kernel sees it."""

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
from .labels import GRAMMAR, PLACE, UNIT, about_hex, about_unit, label
from .odds import odds
from .overlays import overlays
from .pack import STANDARD_PACK, Pack
from .picture import TOPICS, picture
from .pieces import SIDES
from .scene import scene
from .sequence import play
from .setup import new_game
from .state import State
from .sums import SUMS, reckon
from .victory import ENDINGS
from .view import imagine, view
from .why import why_not


class Gazala(Game[State]):
    """Rommel against Ritchie, May and June 1942, with one data pack."""

    slug = "gazala"
    title = "Gazala 1942"
    sides = SIDES
    rules_version = 1
    hidden = True
    guesses_blindly = True
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar: ClassVar[dict[str, tuple[str, ...]]] = GRAMMAR
    gambles = ("attack",)
    sums = SUMS
    clock = ("turn", "chit")
    fights = ("armour_combat", "combat")
    losses = ("reduced", "eliminated")
    topics: ClassVar[dict[str, tuple[str, ...]]] = TOPICS

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.data = Pack(folder)
        self.pack = self.data.digest
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, scenario.rule)
            for scenario in self.data.scenarios.values()
        )
        self.options = self.data.numbers.options
        self.sources = tuple(self.data.notes)

    def start(self, setup: Setup) -> State:
        """3.0.a The table before anybody has decided anything."""
        return new_game(self.data, self.data.scenarios[setup.scenario], setup.options)

    def play(self, g: State) -> Coroutine[Ask, Any, None]:
        """3.0.b Play on from any mark to the end."""
        return play(g)

    def view(self, g: State, side: str | None) -> dict[str, Any]:
        """Everything on the table, and what the side itself has chosen in secret."""
        return view(g, side)

    def imagine(self, g: State, side: str, rng: Rng) -> State:
        """7.4, 10.4 Other chits in the cup, another note, as far as the side cannot know them."""
        return imagine(g, side, rng)

    def why_not(self, g: State, side: str, words: tuple[str, ...]) -> Refused | None:
        """The reason, with its rule, that this is not open to the side now."""
        return why_not(g, side, words)

    def check(self, g: State) -> None:
        """Raise AssertionError if the table is in an impossible state."""
        check(g)

    def label(self, kind: str, name: str) -> str:
        """What is printed on a unit, the number and name of a hex, a formation's name."""
        return label(self.data, kind, name)

    def things(self) -> dict[str, tuple[str, ...]]:
        """Every unit and every hex."""
        return {UNIT: self.data.unit_ids, PLACE: self.data.hex_ids}

    def about(self, kind: str, name: str) -> list[Fact]:
        """What is printed on it, and where that comes from."""
        if kind == UNIT:
            return about_unit(self.data, self.data.units[self.data.unit_index[name]])
        return about_hex(self.data, self.data.board.at(name))

    def display(self, position: dict[str, Any]) -> Display:
        """The tracks beside the map, and what stands where."""
        return display(self.data, position)

    def odds(self, g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        """The chances of attacks that could be declared."""
        return odds(g, side, prompt, words)

    def reckon(self, name: str, numbers: Mapping[str, int]) -> Odds:
        """The chances of what was counted on the map."""
        return reckon(self.data.numbers, name, numbers)

    def scene(self, telling: Telling) -> Scene:
        """Map, tracks and counters."""
        return scene(self.data, telling)

    def picture(self, g: State, side: str | None, telling: Telling) -> Picture:
        """What lies on the table, as a side sees it."""
        return picture(g, side, telling)

    def overlays(
        self, g: State, side: str | None, telling: Telling, piece: str = ""
    ) -> list[Overlay]:
        """Zones of control, supply, activation, and how far a unit can go."""
        del side
        return overlays(g, telling, piece)
