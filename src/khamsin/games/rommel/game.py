"""Rommel in the Desert as the kernel sees it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from khamsin.games.rommel.knowledge.imagine import imagine
from khamsin.games.rommel.knowledge.known import known
from khamsin.games.rommel.knowledge.view import view
from khamsin.games.rommel.model.pack import STANDARD_PACK, Pack
from khamsin.games.rommel.model.pieces import SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.checks import check
from khamsin.games.rommel.rules.sequence import play
from khamsin.games.rommel.rules.setup import new_game
from khamsin.games.rommel.rules.victory import ENDINGS
from khamsin.games.rommel.show.display import display
from khamsin.games.rommel.show.goals import goals
from khamsin.games.rommel.show.labels import GRAMMAR, about, label, things
from khamsin.games.rommel.show.odds import odds
from khamsin.games.rommel.show.overlays import overlays
from khamsin.games.rommel.show.picture import SETBACKS, TOPICS, picture
from khamsin.games.rommel.show.scene import scene
from khamsin.games.rommel.show.sums import SUMS, reckon
from khamsin.games.rommel.show.why import remark, why_not
from khamsin.kernel.game import Presentation, Rules, Statistics, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack


class Rommel(GameFromPack[State, Pack]):
    """Two players, hidden blocks and hidden Supply Cards, with one data pack."""

    slug = "rommel"
    title = "Rommel in the Desert"
    sides = SIDES
    rules_version = 3
    endings = ENDINGS
    folder = Path(__file__).parent

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        pack = Pack(folder)
        super().__init__(pack)
        self.scenarios = tuple(
            Variant(scenario.id, scenario.title, scenario.rule)
            for scenario in pack.scenarios.values()
        )
        self.options = tuple(pack.options)
        self.rules = Rules(
            start=partial(new_game, pack),
            play=play,
            why_not=why_not,
            check=check,
            known=known,
            view=view,
            imagine=imagine,
        )
        self.presentation = Presentation(
            preparations=("deploy", "relay"),
            grammar=GRAMMAR,
            label=partial(label, pack),
            things=partial(things, pack),
            about=partial(about, pack),
            display=partial(display, pack),
            moves=("move",),
            topics=TOPICS,
            setbacks=SETBACKS,
            remark=remark,
            odds=odds,
            reckon=partial(reckon, pack),
            sums=SUMS,
            scene=partial(scene, pack),
            picture=picture,
            overlays=overlays,
            goals=goals,
        )
        self.statistics = Statistics(
            clock=("month", "turn"), fights=("combat",), losses=("step_lost", "eliminated")
        )

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND

        return MIND
