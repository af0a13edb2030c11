"""Island of Death as the kernel sees it."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from khamsin.kernel.decision import Ask
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Game, Refused, Rng, Setup, Variant
from khamsin.kernel.state import Event

from .checks import check
from .pack import OPTIONS, STANDARD_PACK, Pack
from .pieces import SIDES
from .sequence import play
from .setup import new_game
from .state import State
from .victory import ENDINGS
from .view import imagine, view
from .why import why_not


class Malta(Game[State]):
    """The invasion of Malta, summer 1942, with one data pack."""

    slug = "malta"
    title = "Island of Death"
    sides = SIDES
    rules_version = 1
    hidden = True
    endings = ENDINGS
    folder = Path(__file__).parent
    clock = ("day", "turn")

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.data = Pack(folder)
        self.pack = self.data.digest
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "22.2" if not scenario.air_raids else "22.3")
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
