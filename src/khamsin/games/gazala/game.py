"""Gazala 1942 as the kernel sees it."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any, ClassVar

from khamsin.kernel.decision import Ask
from khamsin.kernel.game import Game, Refused, Rng, Setup, Variant

from .checks import check
from .labels import GRAMMAR
from .pack import STANDARD_PACK, Pack
from .pieces import SIDES
from .sequence import play
from .setup import new_game
from .state import State
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
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar: ClassVar[dict[str, tuple[str, ...]]] = GRAMMAR
    clock = ("turn", "chit")

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
