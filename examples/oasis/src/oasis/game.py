"""Oasis as the kernel sees it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from khamsin.kernel.game import Presentation, Rules, Statistics, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack
from oasis.knowledge.view import view
from oasis.model.pack import STANDARD_PACK, Pack
from oasis.model.pieces import SIDES
from oasis.model.state import State
from oasis.rules.checks import check
from oasis.rules.sequence import play
from oasis.rules.setup import new_game
from oasis.rules.victory import ENDINGS
from oasis.show.display import display
from oasis.show.goals import goals
from oasis.show.labels import GRAMMAR, about, label, things
from oasis.show.odds import SUMS, odds, reckon
from oasis.show.overlays import overlays
from oasis.show.picture import TOPICS, picture
from oasis.show.scene import scene
from oasis.show.why import why_not


class Oasis(GameFromPack[State, Pack]):
    """Raiders against the Emir's men, with one data pack."""

    slug = "oasis"
    title = "Oasis"
    sides = SIDES
    rules_version = 1
    endings = ENDINGS
    folder = Path(__file__).parent

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        pack = Pack(folder)
        super().__init__(pack)
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "4.1") for scenario in pack.scenarios.values()
        )
        self.options = tuple(pack.options)
        self.rules = Rules(
            start=partial(new_game, pack),
            play=play,
            why_not=why_not,
            check=check,
            view=view,
        )
        self.presentation = Presentation(
            grammar=GRAMMAR,
            label=partial(label, pack),
            things=partial(things, pack),
            about=partial(about, pack),
            display=partial(display, pack),
            topics=TOPICS,
            odds=odds,
            gambles=("attack",),
            reckon=partial(reckon, pack),
            sums=SUMS,
            scene=partial(scene, pack),
            picture=picture,
            overlays=overlays,
            goals=goals,
        )
        self.statistics = Statistics(
            clock=("turn", "half"), fights=("attack",), losses=("worn", "lost", "trapped")
        )

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from oasis.mind import MIND  # noqa: PLC0415 - who plays without them need not read it

        return MIND
