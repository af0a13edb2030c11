"""Island of Death as the kernel sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khamsin.games.malta.knowledge.imagine import imagine
from khamsin.games.malta.knowledge.view import view
from khamsin.games.malta.model.pack import OPTIONS, STANDARD_PACK, Pack
from khamsin.games.malta.model.pieces import SIDES
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.checks import check
from khamsin.games.malta.rules.sequence import play
from khamsin.games.malta.rules.setup import new_game
from khamsin.games.malta.rules.victory import ENDINGS
from khamsin.games.malta.show.display import display
from khamsin.games.malta.show.labels import GRAMMAR, about, label, things
from khamsin.games.malta.show.odds import odds
from khamsin.games.malta.show.overlays import overlays
from khamsin.games.malta.show.picture import TOPICS, picture
from khamsin.games.malta.show.scene import scene
from khamsin.games.malta.show.sums import SUMS, reckon
from khamsin.games.malta.show.why import why_not
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Rng, Setup, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack, Hooks
from khamsin.kernel.play.state import Event


class Malta(GameFromPack[State, Pack]):
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
    hooks = Hooks[State, Pack](
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

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND  # noqa: PLC0415 - people who play without them need not read it

        return MIND
