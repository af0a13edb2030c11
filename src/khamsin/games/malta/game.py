"""Island of Death as the kernel sees it."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from khamsin.kernel.decision import Ask
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Game, Refused, Rng, Setup, Variant
from khamsin.kernel.scene import Overlay, Picture, Scene
from khamsin.kernel.shown import Display, Fact, Odds
from khamsin.kernel.state import Event
from khamsin.kernel.telling import Telling

from .checks import check
from .display import display
from .labels import GRAMMAR, PLACE, UNIT, about_hex, about_unit, label
from .odds import odds
from .overlays import overlays
from .pack import MARKERS, OPTIONS, STANDARD_PACK, Pack
from .picture import TOPICS, picture
from .pieces import SIDES
from .scene import scene
from .sequence import play
from .setup import new_game
from .state import State
from .sums import SUMS, reckon
from .victory import ENDINGS
from .view import view
from .why import why_not
from .worlds import imagine


class Malta(Game[State]):
    """The invasion of Malta, summer 1942, with one data pack."""

    slug = "malta"
    title = "Island of Death"
    sides = SIDES
    rules_version = 2
    hidden = True
    guesses_blindly = True
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar: ClassVar[dict[str, tuple[str, ...]]] = GRAMMAR
    gambles = ("attack",)
    sums = SUMS
    clock = ("day", "turn")
    fights = ("attack",)
    losses = ("step_lost", "reduced", "eliminated")
    topics: ClassVar[dict[str, tuple[str, ...]]] = TOPICS

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.data = Pack(folder)
        self.pack = self.data.digest
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "22.31" if scenario.air_raids else "22.21")
            for scenario in self.data.scenarios.values()
        )
        self.options = OPTIONS
        self.sources = tuple(self.data.notes)

    def check_setup(self, setup: Setup) -> None:
        """22.39 The optional rules belong to Operation Hercules; solitaire to both scenarios."""
        super().check_setup(setup)
        for option in setup.options:
            if option not in self.data.scenarios[setup.scenario].options:
                raise SetupError(
                    f"the option {option!r} is not for the scenario {setup.scenario!r}"
                )

    def start(self, setup: Setup) -> State:
        """3.0 The table before anybody has decided anything."""
        return new_game(self.data, self.data.scenarios[setup.scenario], setup.options)

    def play(self, g: State) -> Coroutine[Ask, Any, None]:
        """4.0 Play on from any mark to the end."""
        return play(g)

    def view(self, g: State, side: str | None) -> dict[str, Any]:
        """What lies face down and what is planned is for its owner alone."""
        return view(g, side)

    def imagine(self, g: State, side: str, rng: Rng) -> State:
        """A world that this side cannot tell from the true one."""
        return imagine(g, side, rng)

    def imagine_since(self, g: State, side: str, rng: Rng, told: Sequence[Event]) -> State:
        """The same: what has been turned up since is known."""
        return imagine(g, side, rng, told)

    def why_not(self, g: State, side: str, words: tuple[str, ...]) -> Refused | None:
        """The reason, with its rule, that this is not open to the side now."""
        return why_not(g, side, words)

    def check(self, g: State) -> None:
        """Raise AssertionError if the table is in an impossible state."""
        check(g)

    # -- what people read and see --------------------------------------------------------------

    def label(self, kind: str, name: str) -> str:
        """What a counter or a hex is called."""
        return label(self.data, kind, name)

    def things(self) -> dict[str, tuple[str, ...]]:
        """Every counter, the drop zone markers, every hex."""
        return {UNIT: (*self.data.unit_ids, *MARKERS), PLACE: self.data.hex_ids}

    def about(self, kind: str, name: str) -> list[Fact]:
        """What is printed on it, and where that comes from."""
        if kind == PLACE:
            return about_hex(self.data, self.data.board.at(name))
        if name in MARKERS:
            return [Fact("drop_zone")]
        return about_unit(self.data, self.data.units[self.data.unit_index[name]])

    def display(self, position: dict[str, Any]) -> Display:
        """Tracks, boxes and stacks."""
        return display(self.data, position)

    def odds(self, g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        """The chances of the attack at hand, or of attacks that could be made."""
        return odds(g, side, prompt, words)

    def reckon(self, name: str, numbers: Mapping[str, int]) -> Odds:
        """The chances of what was counted on the map."""
        del name
        return reckon(self.data.tables, numbers)

    def scene(self, telling: Telling) -> Scene:
        """The island, the planning map and all counters."""
        return scene(self.data, telling)

    def picture(self, g: State, side: str | None, telling: Telling) -> Picture:
        """What this side sees on the table."""
        return picture(g, side, telling)

    def overlays(
        self, g: State, side: str | None, telling: Telling, piece: str = ""
    ) -> list[Overlay]:
        """Zones of control, supply, flak, what counts for surrender, reach and range."""
        return overlays(g, side, telling, piece)
