"""Gazala 1942 as the kernel sees it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from khamsin.games.gazala.knowledge.imagine import imagine
from khamsin.games.gazala.knowledge.known import known
from khamsin.games.gazala.knowledge.view import view
from khamsin.games.gazala.model.pack import STANDARD_PACK, Pack
from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.checks import check
from khamsin.games.gazala.rules.sequence import play
from khamsin.games.gazala.rules.setup import new_game
from khamsin.games.gazala.rules.victory import ENDINGS
from khamsin.games.gazala.show.display import display
from khamsin.games.gazala.show.goals import goals
from khamsin.games.gazala.show.labels import GRAMMAR, about, label, things
from khamsin.games.gazala.show.odds import odds
from khamsin.games.gazala.show.overlays import overlays
from khamsin.games.gazala.show.picture import SETBACKS, TOPICS, picture
from khamsin.games.gazala.show.scene import scene
from khamsin.games.gazala.show.sums import SUMS, reckon
from khamsin.games.gazala.show.why import why_not
from khamsin.kernel.game import Presentation, Rules, Statistics, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack


class Gazala(GameFromPack[State, Pack]):
    """Rommel against Ritchie, May and June 1942, with one data pack."""

    slug = "gazala"
    title = "Gazala 1942"
    sides = SIDES
    rules_version = 2
    endings = ENDINGS
    folder = Path(__file__).parent

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        pack = Pack(folder)
        super().__init__(pack)
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, scenario.rule)
            for scenario in pack.scenarios.values()
        )
        self.options = pack.numbers.options  # 12.0
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
            preparations=("place",),
            set_up=("set_up",),
            grammar=GRAMMAR,
            label=partial(label, pack),
            things=partial(things, pack),
            about=partial(about, pack),
            display=partial(display, pack),
            moves=("move",),
            topics=TOPICS,
            setbacks=SETBACKS,
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
            clock=("turn", "chit"),
            fights=("armour_combat", "combat"),
            losses=("reduced", "eliminated"),
        )

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND

        return MIND
