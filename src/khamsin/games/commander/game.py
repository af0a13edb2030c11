"""Field Commander: Rommel as the kernel sees it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from khamsin.games.commander.knowledge.view import view
from khamsin.games.commander.model.pack import STANDARD_PACK, Pack
from khamsin.games.commander.model.state import State
from khamsin.games.commander.model.terms import ATTRITION, AUTO_TIES
from khamsin.games.commander.rules.checks import check
from khamsin.games.commander.rules.sequence import play
from khamsin.games.commander.rules.setup import new_game
from khamsin.games.commander.rules.victory import ENDINGS
from khamsin.games.commander.show.career import record
from khamsin.games.commander.show.display import display
from khamsin.games.commander.show.goals import goals
from khamsin.games.commander.show.labels import GRAMMAR, about, label, things
from khamsin.games.commander.show.odds import odds
from khamsin.games.commander.show.overlays import overlays
from khamsin.games.commander.show.picture import SETBACKS, TOPICS, picture
from khamsin.games.commander.show.scene import scene
from khamsin.games.commander.show.sums import SUMS, reckon
from khamsin.games.commander.show.why import remark, why_not
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Level, Presentation, Rules, Setup, Statistics, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack


class Commander(GameFromPack[State, Pack]):
    """intro.1 Rommel's career in three campaigns, with one data pack: one player, the Axis."""

    slug = "commander"
    title = "Field Commander: Rommel"
    sides = ("axis",)
    rules_version = 3
    endings = ENDINGS
    folder = Path(__file__).parent

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        pack = Pack(folder)
        super().__init__(pack)
        rules = ("campaigns.1", "campaigns.2", "campaigns.3")
        self.scenarios = tuple(
            Variant(campaign.id, f"{campaign.name} ({campaign.subtitle})", rule)
            for campaign, rule in zip(pack.campaigns.values(), rules, strict=True)
        )
        self.options = (
            Variant(AUTO_TIES, "Break Allied ties for me", "solo.1", usual=True),
            Variant(ATTRITION, "North Africa: attrition in Fortress Tobruk", "R6", ("na",)),
            *(
                Variant(
                    row.id,
                    f"{pack.campaigns[row.campaign].name}: {row.name} ({row.vp:+d} VP)",
                    "options.1",
                    (row.campaign,),
                )
                for row in pack.option_rows.values()
            ),
            *(
                Variant(
                    link.id,
                    f"Career: the last campaign scored {_span(link.low, link.high)}",
                    "link.4",
                    tuple(list(pack.campaigns)[1:]),
                )
                for link in pack.link_index.values()
            ),
        )
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
            moves=("battle_moves", "moves", "exploit"),
            topics=TOPICS,
            setbacks=SETBACKS,
            remark=remark,
            record=partial(record, pack),
            odds=odds,
            gambles=("move",),
            reckon=partial(reckon, pack),
            sums=SUMS,
            scene=partial(scene, pack),
            picture=picture,
            overlays=overlays,
            goals=goals,
        )
        self.statistics = Statistics(
            clock=("turn", "battle"),
            fights=("battle",),
            losses=("reduced", "destroyed"),
            score="vp",
            levels=tuple(Level(link.low, link.high) for link in reversed(pack.links)),
        )

    def check_setup(self, setup: Setup) -> None:
        """link.1 Only one campaign can have come just before; of it there is one result."""
        super().check_setup(setup)
        links = [option for option in setup.options if option in self.data.link_index]
        if len(links) > 1:
            raise SetupError(f"only one result can come before a campaign: {', '.join(links)}")

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND

        return MIND


_OPEN = 900  # a bound of the linking table that means no bound


def _span(low: int, high: int) -> str:
    if high > _OPEN:
        return f"{low} VP or more"
    return f"{high} VP or less" if low < -_OPEN else f"{low} to {high} VP"
