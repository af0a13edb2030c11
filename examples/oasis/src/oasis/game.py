"""Oasis as the kernel sees it."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.game import Setup, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack, Hooks, nothing_hidden
from oasis.knowledge.view import view
from oasis.model.pack import STANDARD_PACK, Pack
from oasis.model.pieces import SIDES
from oasis.model.state import State
from oasis.rules.checks import check
from oasis.rules.sequence import play
from oasis.rules.victory import ENDINGS
from oasis.show.display import display
from oasis.show.labels import GRAMMAR, about, label, things
from oasis.show.odds import SUMS, odds, reckon
from oasis.show.picture import TOPICS, overlays, picture
from oasis.show.scene import scene
from oasis.show.why import why_not


class Oasis(GameFromPack[State, Pack]):
    """Raiders against the Emir's men, with one data pack."""

    slug = "oasis"
    title = "Oasis"
    sides = SIDES
    rules_version = 1
    hidden = False
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar = GRAMMAR
    gambles = ("attack",)
    sums = SUMS
    clock = ("turn", "half")
    fights = ("attack",)
    losses = ("worn", "lost", "trapped")
    topics = TOPICS
    hooks = Hooks[State, Pack](
        play=play, why_not=why_not, check=check, view=view, imagine=nothing_hidden,
        label=label, things=things, about=about, display=display, odds=odds, reckon=reckon,
        scene=scene, picture=picture, overlays=overlays,
    )  # fmt: skip

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        super().__init__(Pack(folder))
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "4.1") for scenario in self.data.scenarios.values()
        )
        self.options = tuple(self.data.options)

    def start(self, setup: Setup) -> State:
        """1.2 The table before anybody has decided anything."""
        return State(self.data, self.data.scenarios[setup.scenario], setup.options)

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from oasis.mind import MIND  # noqa: PLC0415 - who plays without them need not read it

        return MIND
