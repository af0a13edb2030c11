"""Field Commander: Rommel as the kernel sees it."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from khamsin.kernel.decision import Ask
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Finished, Game, Level, Refused, Rng, Setup, Variant
from khamsin.kernel.panels import Record
from khamsin.kernel.scene import Overlay, Picture, Scene
from khamsin.kernel.shown import Display, Fact, Odds
from khamsin.kernel.telling import Telling

from .career import record
from .checks import check
from .display import display
from .labels import GRAMMAR, PLACE, UNIT, about_area, about_unit, label
from .odds import odds
from .pack import STANDARD_PACK, Pack
from .picture import TOPICS, overlays, picture
from .scene import scene
from .sequence import play
from .setup import new_game
from .state import State
from .sums import SUMS, reckon
from .terms import ATTRITION, AUTO_TIES
from .victory import ENDINGS
from .view import view
from .why import why_not


class Commander(Game[State]):
    """intro.1 Rommel's career in three campaigns, with one data pack: one player, the Axis."""

    slug = "commander"
    title = "Field Commander: Rommel"
    sides = ("axis",)
    rules_version = 2
    hidden = False
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar: ClassVar[dict[str, tuple[str, ...]]] = GRAMMAR
    gambles: ClassVar[tuple[str, ...]] = ("move",)
    sums = SUMS
    clock = ("turn", "battle")
    fights = ("battle",)
    losses = ("reduced", "destroyed")
    topics: ClassVar[dict[str, tuple[str, ...]]] = TOPICS
    score = "vp"

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

    def label(self, kind: str, name: str) -> str:
        """What is printed on a Force, an area, a region or a box of the track."""
        return label(self.data, kind, name)

    def things(self) -> dict[str, tuple[str, ...]]:
        """Every Force and every area, of all campaigns."""
        campaigns = self.data.campaigns.values()
        return {
            UNIT: tuple(name for c in campaigns for name in c.unit_ids),
            PLACE: tuple(name for c in campaigns for name in c.area_ids),
        }

    def about(self, kind: str, name: str) -> list[Fact]:
        """What is printed on it, and where that comes from."""
        c = self.data.home[name]
        if kind == UNIT:
            return about_unit(c.units[c.unit_index[name]])
        return about_area(c, c.areas[c.board.at(name)])

    def display(self, position: dict[str, Any]) -> Display:
        """The tracks beside the map, and what stands where."""
        return display(self.data, position)

    def odds(self, g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        """The chances of the battle at hand, or of attacks that could be made."""
        return odds(g, side, prompt, words)

    def reckon(self, name: str, numbers: Mapping[str, int]) -> Odds:
        """The chances of what was counted on the map."""
        del name
        return reckon(numbers)

    def scene(self, telling: Telling) -> Scene:
        """Three maps with their boxes, and all counters."""
        return scene(self.data, telling)

    def picture(self, g: State, side: str | None, telling: Telling) -> Picture:
        """What lies on the table of this campaign."""
        del side
        return picture(g, telling)

    def overlays(
        self, g: State, side: str | None, telling: Telling, piece: str = ""
    ) -> list[Overlay]:
        """Supply limits, and how far a Force can go."""
        del side
        return overlays(g, telling, piece)

    def record(self, finished: Sequence[Finished], telling: Telling) -> Record | None:
        """log.1 The player's log."""
        return record(self.data, finished, telling)


_OPEN = 900  # a bound of the linking table that means no bound


def _span(low: int, high: int) -> str:
    if high > _OPEN:
        return f"{low} VP or more"
    return f"{high} VP or less" if low < -_OPEN else f"{low} to {high} VP"
