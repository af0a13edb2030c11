"""Operation Battleaxe as the kernel sees it."""

from __future__ import annotations

from pathlib import Path

from khamsin.games.battleaxe.knowledge.view import view
from khamsin.games.battleaxe.model.pack import STANDARD_PACK, Pack
from khamsin.games.battleaxe.model.pieces import SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.checks import check
from khamsin.games.battleaxe.rules.sequence import play
from khamsin.games.battleaxe.rules.setup import new_game
from khamsin.games.battleaxe.rules.victory import ENDINGS
from khamsin.games.battleaxe.show.display import display
from khamsin.games.battleaxe.show.labels import GRAMMAR, about, label, things
from khamsin.games.battleaxe.show.odds import odds
from khamsin.games.battleaxe.show.picture import TOPICS, overlays, picture
from khamsin.games.battleaxe.show.scene import scene
from khamsin.games.battleaxe.show.sums import SUMS, reckon
from khamsin.games.battleaxe.show.why import why_not
from khamsin.kernel.game import Setup, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack, Hooks, nothing_hidden


class Battleaxe(GameFromPack[State, Pack]):
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
    hooks = Hooks[State, Pack](
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

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND  # noqa: PLC0415 - people who play without them need not read it

        return MIND
