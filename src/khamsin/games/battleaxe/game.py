"""Operation Battleaxe as the kernel sees it."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.game import Setup, Variant
from khamsin.kernel.packed import PackGame, Parts, nothing_hidden

from .checks import check
from .display import display
from .labels import GRAMMAR, about, label, things
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


class Battleaxe(PackGame[State, Pack]):
    """Wavell against Rommel, 15 to 17 June 1941, with one data pack.

    Taking back a move until dice fall or the enemy answers (8.2a, R32) is the match's business.
    """

    slug = "battleaxe"
    title = "Operation Battleaxe"
    sides = SIDES
    rules_version = 2
    hidden = False
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar = GRAMMAR
    gambles = ("attack", "exploit")
    sums = SUMS
    clock = ("turn", "half")
    fights = ("attack",)
    losses = ("reduced", "eliminated")
    topics = TOPICS
    parts = Parts[State, Pack](
        play=play, why_not=why_not, check=check, view=view, imagine=nothing_hidden,
        label=label, things=things, about=about, display=display, odds=odds, reckon=reckon,
        scene=scene, picture=picture, overlays=overlays,
    )  # fmt: skip

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        super().__init__(Pack(folder))
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "20.0" if scenario.extended else "6.0")
            for scenario in self.data.scenarios.values()
        )
        self.options = tuple(self.data.options)

    def start(self, setup: Setup) -> State:
        """5.1, 5.2 The table before anybody has decided anything."""
        return new_game(self.data, self.data.scenarios[setup.scenario], setup.options)

    def chairs(self, g: State) -> dict[str, str]:
        """18.1 Who bid more plays the Allies, wherever he sat."""
        allied, axis = SIDES
        if g.sides_swapped:
            return {allied: axis, axis: allied}
        return {allied: allied, axis: axis}
