"""Field Commander: Rommel as the kernel sees it."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from khamsin.kernel.decision import Ask
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Game, Refused, Rng, Setup, Variant

from .checks import check
from .pack import STANDARD_PACK, Pack
from .sequence import play
from .setup import new_game
from .state import State
from .terms import ATTRITION, AUTO_TIES
from .victory import ENDINGS
from .view import view
from .why import why_not


class Commander(Game[State]):
    """intro.1 Rommel's career in three campaigns, with one data pack: one player, the Axis."""

    slug = "commander"
    title = "Field Commander: Rommel"
    sides = ("axis",)
    rules_version = 1
    hidden = False
    endings = ENDINGS
    folder = Path(__file__).parent
    clock = ("turn", "battle")

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.data = Pack(folder)
        self.pack = self.data.digest
        rules = ("campaigns.1", "campaigns.2", "campaigns.3")
        self.scenarios = tuple(
            Variant(campaign.id, f"{campaign.name} ({campaign.subtitle})", rule)
            for campaign, rule in zip(self.data.campaigns.values(), rules, strict=True)
        )
        self.options = (
            Variant(AUTO_TIES, "Break Allied ties for me", "solo.1"),
            Variant(ATTRITION, "North Africa: attrition in Fortress Tobruk", "R6"),
            *(
                Variant(row.id, f"{row.name}: {row.text} ({row.vp:+d} VP)", "options.1")
                for row in self.data.option_rows.values()
            ),
            *(
                Variant(
                    link.id,
                    f"Career: the last campaign scored {_span(link.low, link.high)}",
                    "link.4",
                )
                for link in self.data.link_index.values()
            ),
        )
        self.sources = tuple(self.data.notes)

    def check_setup(self, setup: Setup) -> None:
        """link.1 Only one campaign can have come just before; of it there is one result."""
        super().check_setup(setup)
        links = [option for option in setup.options if option in self.data.link_index]
        if len(links) > 1:
            raise SetupError(f"only one result can come before a campaign: {', '.join(links)}")

    def start(self, setup: Setup) -> State:
        """setup.1-3 The table before anybody has decided anything."""
        return new_game(self.data, setup.scenario, setup.options)

    def play(self, g: State) -> Coroutine[Ask, Any, None]:
        """seq.1 Play on from any mark to the end."""
        return play(g)

    def view(self, g: State, side: str | None) -> dict[str, Any]:
        """Nothing is hidden: even what is left in the cups can be counted."""
        del side
        return view(g)

    def imagine(self, g: State, side: str, rng: Rng) -> State:
        """No state at a mark hides anything; what is drawn next is chance."""
        del side, rng
        return g.copy()

    def why_not(self, g: State, side: str, words: tuple[str, ...]) -> Refused | None:
        """The reason, with its rule, that this is not open to the player now."""
        return why_not(g, side, words)

    def check(self, g: State) -> None:
        """Raise AssertionError if the table is in an impossible state."""
        check(g)


_OPEN = 900  # a bound of the linking table that means no bound


def _span(low: int, high: int) -> str:
    if high > _OPEN:
        return f"{low} VP or more"
    return f"{high} VP or less" if low < -_OPEN else f"{low} to {high} VP"
