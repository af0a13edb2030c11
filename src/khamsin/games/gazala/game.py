"""Gazala 1942 as the kernel sees it."""

from __future__ import annotations

from pathlib import Path

from khamsin.games.gazala.knowledge.view import imagine, view
from khamsin.games.gazala.model.pack import STANDARD_PACK, Pack
from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.checks import check
from khamsin.games.gazala.rules.sequence import play
from khamsin.games.gazala.rules.setup import new_game
from khamsin.games.gazala.rules.victory import ENDINGS
from khamsin.games.gazala.show.display import display
from khamsin.games.gazala.show.labels import GRAMMAR, about, label, things
from khamsin.games.gazala.show.odds import odds
from khamsin.games.gazala.show.overlays import overlays
from khamsin.games.gazala.show.picture import TOPICS, picture
from khamsin.games.gazala.show.scene import scene
from khamsin.games.gazala.show.sums import SUMS, reckon
from khamsin.games.gazala.show.why import why_not
from khamsin.kernel.game import Setup, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack, Hooks


class Gazala(GameFromPack[State, Pack]):
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
    hooks = Hooks[State, Pack](
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

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND  # noqa: PLC0415 - people who play without them need not read it

        return MIND
