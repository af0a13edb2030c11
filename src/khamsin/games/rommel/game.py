"""Rommel in the Desert as the kernel sees it."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.game import Setup, Variant
from khamsin.kernel.packed import PackGame, Parts

from .checks import check
from .display import display
from .imagine import imagine
from .labels import GRAMMAR, about, label, things
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
from .view import view
from .why import why_not


class Rommel(PackGame[State, Pack]):
    """Two players, hidden blocks and hidden Supply Cards, with one data pack."""

    slug = "rommel"
    title = "Rommel in the Desert"
    sides = SIDES
    rules_version = 3
    hidden = True
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar = GRAMMAR
    guesses_blindly = True
    sums = SUMS
    clock = ("month", "turn")
    fights = ("combat",)
    losses = ("step_lost", "eliminated")
    topics = TOPICS
    parts = Parts[State, Pack](
        play=play, why_not=why_not, check=check, view=view, imagine=imagine,
        label=label, things=things, about=about, display=display, odds=odds, reckon=reckon,
        scene=scene, picture=picture, overlays=overlays,
    )  # fmt: skip

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        super().__init__(Pack(folder))
        self.scenarios = tuple(
            Variant(scenario.id, scenario.title, scenario.rule)
            for scenario in self.data.scenarios.values()
        )
        self.options = tuple(self.data.options)

    def start(self, setup: Setup) -> State:
        """18.0.a The table before anybody has decided anything."""
        return new_game(self.data, self.data.scenarios[setup.scenario], setup.options)
