"""Rommel in the Desert as the kernel sees it."""

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
from .imagine import imagine
from .labels import BLOCK, GRAMMAR, PLACE, about_block, about_hex, label
from .odds import odds
from .overlays import overlays
from .pack import STANDARD_PACK, Pack
from .picture import TOPICS, picture
from .pieces import NOBODY, SIDES
from .scene import scene
from .sequence import play
from .setup import new_game
from .state import State
from .sums import SUMS, reckon
from .victory import ENDINGS
from .view import view
from .why import why_not


class Rommel(Game[State]):
    """Two players, hidden blocks and hidden Supply Cards, with one data pack."""

    slug = "rommel"
    title = "Rommel in the Desert"
    sides = SIDES
    rules_version = 2
    hidden = True
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar: ClassVar[dict[str, tuple[str, ...]]] = GRAMMAR
    guesses_blindly = True
    sums = SUMS
    clock = ("month", "turn")
    fights = ("combat",)
    losses = ("step_lost", "eliminated")
    topics: ClassVar[dict[str, tuple[str, ...]]] = TOPICS

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.data = Pack(folder)
        self.pack = self.data.digest
        self.scenarios = tuple(
            Variant(scenario.id, scenario.title, scenario.rule)
            for scenario in self.data.scenarios.values()
        )
        self.options = tuple(self.data.options)
        self.sources = tuple(self.data.notes)

    def start(self, setup: Setup) -> State:
        """18.0.a The table before anybody has decided anything."""
        return new_game(self.data, self.data.scenarios[setup.scenario], setup.options)

    def play(self, g: State) -> Coroutine[Ask, Any, None]:
        """3.0 Play on from any mark to the end."""
        return play(g)

    def view(self, g: State, side: str | None) -> dict[str, Any]:
        """What a side may see."""
        return view(g, side)

    def imagine(self, g: State, side: str, rng: Rng) -> State:
        """A state that this side cannot tell from the true one."""
        return imagine(g, side, rng)

    def why_not(self, g: State, side: str, words: tuple[str, ...]) -> Refused | None:
        """The reason, with its rule, that this is not open to the side now."""
        return why_not(g, side, words)

    def check(self, g: State) -> None:
        """Raise AssertionError if the table is in an impossible state."""
        check(g)

    # -- what people read and browsers draw ------------------------------------------------------

    def label(self, kind: str, name: str) -> str:
        """What is printed on a block, and how a hex is called (1.1.b)."""
        return label(self.data, kind, name)

    def things(self) -> dict[str, tuple[str, ...]]:
        """Every block and every place."""
        return {BLOCK: self.data.block_ids, PLACE: self.data.board.names}

    def about(self, kind: str, name: str) -> list[Fact]:
        """What is printed on it, and where that comes from."""
        if kind == BLOCK:
            return about_block(self.data, self.data.blocks[self.data.block_index[name]])
        return about_hex(self.data, self.data.board.at(name))

    def display(self, position: dict[str, Any]) -> Display:
        """Tracks and stacks."""
        return display(self.data, position)

    def odds(self, g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        """The chances of a round of combat or of a pursuit."""
        return odds(g, side, prompt, words)

    def reckon(self, name: str, numbers: Mapping[str, int]) -> Odds:
        """The chances of what was counted on the map."""
        return reckon(self.data.numbers, name, numbers)

    def scene(self, telling: Telling) -> Scene:
        """Map, boxes and blocks."""
        return scene(self.data, telling)

    def picture(self, g: State, side: str | None, telling: Telling) -> Picture:
        """What this side sees on the table."""
        return picture(g, NOBODY if side is None else SIDES.index(side), telling)

    def overlays(
        self, g: State, side: str | None, telling: Telling, piece: str = ""
    ) -> list[Overlay]:
        """Supply network, supply line and range."""
        return overlays(g, NOBODY if side is None else SIDES.index(side), telling, piece)
