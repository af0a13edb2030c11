"""Gazala 1942 as the kernel sees it."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.game import Setup, Variant
from khamsin.kernel.packed import PackGame, Parts

from .checks import check
from .display import display
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
from .view import imagine, view
from .why import why_not


class Gazala(PackGame[State, Pack]):
    """Rommel against Ritchie, May and June 1942, with one data pack."""

    slug = "gazala"
    title = "Gazala 1942"
    sides = SIDES
    rules_version = 2
    hidden = True
    guesses_blindly = True
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar = GRAMMAR
    gambles = ("attack",)
    sums = SUMS
    clock = ("turn", "chit")
    fights = ("armour_combat", "combat")
    losses = ("reduced", "eliminated")
    topics = TOPICS
    parts = Parts[State, Pack](
        play=play, why_not=why_not, check=check, view=view, imagine=imagine,
        label=label, things=things, about=about, display=display, odds=odds, reckon=reckon,
        scene=scene, picture=picture, overlays=overlays,
    )  # fmt: skip

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        super().__init__(Pack(folder))
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, scenario.rule)
            for scenario in self.data.scenarios.values()
        )
        self.options = self.data.numbers.options  # 12.0

    def start(self, setup: Setup) -> State:
        """3.0.a The table before anybody has decided anything."""
        return new_game(self.data, self.data.scenarios[setup.scenario], setup.options)
