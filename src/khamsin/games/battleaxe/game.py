"""Operation Battleaxe as the kernel sees it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from khamsin.games.battleaxe.knowledge.view import view
from khamsin.games.battleaxe.model.pack import STANDARD_PACK, Pack
from khamsin.games.battleaxe.model.pieces import SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.checks import check
from khamsin.games.battleaxe.rules.sequence import play
from khamsin.games.battleaxe.rules.setup import chairs, new_game
from khamsin.games.battleaxe.rules.victory import ENDINGS
from khamsin.games.battleaxe.show.display import display
from khamsin.games.battleaxe.show.goals import goals
from khamsin.games.battleaxe.show.labels import GRAMMAR, about, label, things
from khamsin.games.battleaxe.show.odds import odds
from khamsin.games.battleaxe.show.overlays import overlays
from khamsin.games.battleaxe.show.picture import SETBACKS, TOPICS, picture
from khamsin.games.battleaxe.show.scene import scene
from khamsin.games.battleaxe.show.sums import SUMS, reckon
from khamsin.games.battleaxe.show.why import why_not
from khamsin.kernel.game import Presentation, Rules, Statistics, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack


class Battleaxe(GameFromPack[State, Pack]):
    """Wavell against Rommel, 15 to 17 June 1941, with one data pack.

    Taking back a move until dice fall or the enemy answers (8.2a, R32) is the match's business.
    """

    slug = "battleaxe"
    title = "Operation Battleaxe"
    sides = SIDES
    rules_version = 2
    endings = ENDINGS
    folder = Path(__file__).parent

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        pack = Pack(folder)
        super().__init__(pack)
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "20.0" if scenario.extended else "6.0")
            for scenario in pack.scenarios.values()
        )
        self.options = tuple(pack.options)
        self.rules = Rules(
            start=partial(new_game, pack),
            play=play,
            why_not=why_not,
            check=check,
            view=view,
            chairs=chairs,
        )
        self.presentation = Presentation(
            preparations=("place",),
            grammar=GRAMMAR,
            label=partial(label, pack),
            things=partial(things, pack),
            about=partial(about, pack),
            display=partial(display, pack),
            moves=("assault", "regroup"),
            topics=TOPICS,
            setbacks=SETBACKS,
            odds=odds,
            gambles=("attack", "exploit"),
            reckon=partial(reckon, pack),
            sums=SUMS,
            scene=partial(scene, pack),
            picture=picture,
            overlays=overlays,
            goals=goals,
        )
        self.statistics = Statistics(
            clock=("turn", "half"), fights=("attack",), losses=("reduced", "eliminated")
        )

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND

        return MIND
