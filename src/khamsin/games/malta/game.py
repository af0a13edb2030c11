"""Island of Death as the kernel sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Rng, Setup, Variant
from khamsin.kernel.packed import PackGame, Parts
from khamsin.kernel.state import Event

from .checks import check
from .display import display
from .labels import GRAMMAR, about, label, things
from .odds import odds
from .overlays import overlays
from .pack import OPTIONS, STANDARD_PACK, Pack
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


class Malta(PackGame[State, Pack]):
    """The invasion of Malta, summer 1942, with one data pack."""

    slug = "malta"
    title = "Island of Death"
    sides = SIDES
    rules_version = 3
    hidden = True
    guesses_blindly = True
    endings = ENDINGS
    folder = Path(__file__).parent
    grammar = GRAMMAR
    gambles = ("attack",)
    sums = SUMS
    clock = ("day", "turn")
    fights = ("attack",)
    losses = ("step_lost", "reduced", "eliminated")
    topics = TOPICS
    parts = Parts[State, Pack](
        play=play, why_not=why_not, check=check, view=view, imagine=imagine,
        label=label, things=things, about=about, display=display, odds=odds, reckon=reckon,
        scene=scene, picture=picture, overlays=overlays,
    )  # fmt: skip

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        super().__init__(Pack(folder))
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "22.31" if scenario.air_raids else "22.21")
            for scenario in self.data.scenarios.values()
        )
        self.options = OPTIONS

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

    def imagine_since(self, g: State, side: str, rng: Rng, told: Sequence[Event]) -> State:
        """The same: what has been turned up since is known."""
        return imagine(g, side, rng, told)
