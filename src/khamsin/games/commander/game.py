"""Field Commander: Rommel as the kernel sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khamsin.games.commander.knowledge.view import view
from khamsin.games.commander.model.pack import STANDARD_PACK, Pack
from khamsin.games.commander.model.state import State
from khamsin.games.commander.model.terms import ATTRITION, AUTO_TIES
from khamsin.games.commander.rules.checks import check
from khamsin.games.commander.rules.plans import in_vain
from khamsin.games.commander.rules.sequence import play
from khamsin.games.commander.rules.setup import new_game
from khamsin.games.commander.rules.victory import ENDINGS
from khamsin.games.commander.show.career import record
from khamsin.games.commander.show.display import display
from khamsin.games.commander.show.labels import GRAMMAR, about, label, things
from khamsin.games.commander.show.odds import odds
from khamsin.games.commander.show.picture import TOPICS, overlays, picture
from khamsin.games.commander.show.scene import scene
from khamsin.games.commander.show.sums import SUMS, reckon
from khamsin.games.commander.show.why import why_not
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Finished, Level, Setup, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack, Hooks, nothing_hidden
from khamsin.kernel.play.decision import Option
from khamsin.kernel.show.panels import Record
from khamsin.kernel.show.summaries import Fact
from khamsin.kernel.text.narrator import Narrator


class Commander(GameFromPack[State, Pack]):
    """intro.1 Rommel's career in three campaigns, with one data pack: one player, the Axis."""

    slug = "commander"
    title = "Field Commander: Rommel"
    sides = ("axis",)
    rules_version = 3
    hidden = False
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar = GRAMMAR
    gambles = ("move",)
    sums = SUMS
    clock = ("turn", "battle")
    fights = ("battle",)
    losses = ("reduced", "destroyed")
    topics = TOPICS
    score = "vp"
    hooks = Hooks[State, Pack](
        play=play, why_not=why_not, check=check, view=view, imagine=nothing_hidden,
        label=label, things=things, about=about, display=display, odds=odds, reckon=reckon,
        scene=scene, picture=picture, overlays=overlays,
    )  # fmt: skip

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        super().__init__(Pack(folder))
        rules = ("campaigns.1", "campaigns.2", "campaigns.3")
        self.scenarios = tuple(
            Variant(campaign.id, f"{campaign.name} ({campaign.subtitle})", rule)
            for campaign, rule in zip(self.data.campaigns.values(), rules, strict=True)
        )
        self.options = (
            Variant(AUTO_TIES, "Break Allied ties for me", "solo.1"),
            Variant(ATTRITION, "North Africa: attrition in Fortress Tobruk", "R6", ("na",)),
            *(
                Variant(
                    row.id,
                    f"{self.data.campaigns[row.campaign].name}: {row.name} ({row.vp:+d} VP)",
                    "options.1",
                    (row.campaign,),
                )
                for row in self.data.option_rows.values()
            ),
            *(
                Variant(
                    link.id,
                    f"Career: the last campaign scored {_span(link.low, link.high)}",
                    "link.4",
                    tuple(list(self.data.campaigns)[1:]),
                )
                for link in self.data.link_index.values()
            ),
        )
        self.levels = tuple(Level(link.low, link.high) for link in reversed(self.data.links))

    def check_setup(self, setup: Setup) -> None:
        """link.1 Only one campaign can have come just before; of it there is one result."""
        super().check_setup(setup)
        links = [option for option in setup.options if option in self.data.link_index]
        if len(links) > 1:
            raise SetupError(f"only one result can come before a campaign: {', '.join(links)}")

    def start(self, setup: Setup) -> State:
        """setup.1-3 The table before anybody has decided anything."""
        return new_game(self.data, setup.scenario, setup.options)

    def remark(self, g: State, side: str, option: Option) -> Fact | None:
        """R60 A plan that can do nothing in this battle."""
        del side
        if option[0] != "plan" or g.battle is None:
            return None
        reason = in_vain(g, g.battle, option[1])
        return Fact(reason) if reason else None

    def record(self, finished: Sequence[Finished], narrator: Narrator) -> Record | None:
        """log.1 The player's log."""
        return record(self.data, finished, narrator)

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND  # noqa: PLC0415 - people who play without them need not read it

        return MIND


_OPEN = 900  # a bound of the linking table that means no bound


def _span(low: int, high: int) -> str:
    if high > _OPEN:
        return f"{low} VP or more"
    return f"{high} VP or less" if low < -_OPEN else f"{low} to {high} VP"
