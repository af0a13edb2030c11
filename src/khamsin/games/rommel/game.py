"""Rommel in the Desert as the kernel sees it."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any, ClassVar

from khamsin.kernel.decision import Ask
from khamsin.kernel.game import Game, Refused, Rng, Setup, Variant

from .checks import check
from .imagine import imagine
from .pack import STANDARD_PACK, Pack
from .pieces import SIDES
from .sequence import play
from .setup import new_game
from .state import State
from .victory import ENDINGS
from .view import view
from .why import why_not


class Rommel(Game[State]):
    """Two players, hidden blocks and hidden Supply Cards, with one data pack."""

    slug = "rommel"
    title = "Rommel in the Desert"
    sides = SIDES
    rules_version = 1
    hidden = True
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar: ClassVar[dict[str, tuple[str, ...]]] = {}
    clock = ("month", "turn")

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
