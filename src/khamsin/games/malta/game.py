"""Island of Death as the kernel sees it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from khamsin.games.malta.knowledge.imagine import imagine
from khamsin.games.malta.knowledge.known import known
from khamsin.games.malta.knowledge.view import view
from khamsin.games.malta.model.pack import OPTIONS, STANDARD_PACK, Pack
from khamsin.games.malta.model.pieces import SIDES
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.checks import check
from khamsin.games.malta.rules.sequence import play
from khamsin.games.malta.rules.setup import new_game
from khamsin.games.malta.rules.victory import ENDINGS
from khamsin.games.malta.show.display import display
from khamsin.games.malta.show.goals import goals
from khamsin.games.malta.show.labels import GRAMMAR, about, label, things
from khamsin.games.malta.show.odds import odds
from khamsin.games.malta.show.overlays import overlays
from khamsin.games.malta.show.picture import SETBACKS, TOPICS, picture
from khamsin.games.malta.show.scene import scene
from khamsin.games.malta.show.sums import SUMS, reckon
from khamsin.games.malta.show.why import remark, why_not
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Presentation, Rules, Setup, Statistics, Variant
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.pack.game import GameFromPack


class Malta(GameFromPack[State, Pack]):
    """The invasion of Malta, summer 1942, with one data pack."""

    slug = "malta"
    title = "Island of Death"
    sides = SIDES
    rules_version = 3
    endings = ENDINGS
    folder = Path(__file__).parent

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        pack = Pack(folder)
        super().__init__(pack)
        self.scenarios = tuple(
            Variant(scenario.id, scenario.name, "22.31" if scenario.air_raids else "22.21")
            for scenario in pack.scenarios.values()
        )
        self.options = OPTIONS
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
            preparations=(
                "artillery_side",
                "reattach",
                "attach_first",
                "plan_drop",
                "plan_turn",
                "plan_hex",
                "choose_zone",
                "place_unit",
                "place_hidden",
                "shift_marker",
                "place_leader",
                "dismantle",
                "place_engineer",
                "fill",
                "place_ship",
                "target",
                "break_down",
                "beach_move",
                "rally",
            ),
            grammar=GRAMMAR,
            label=partial(label, pack),
            things=partial(things, pack),
            about=partial(about, pack),
            display=partial(display, pack),
            moves=("strategic", "tactical"),
            topics=TOPICS,
            remark=remark,
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
            clock=("day", "turn"), fights=("attack",), losses=("step_lost", "reduced", "eliminated")
        )

    def check_setup(self, setup: Setup) -> None:
        """22.39 The optional rules belong to Operation Hercules; solitaire to both scenarios."""
        super().check_setup(setup)
        for option in setup.options:
            if option not in self.data.scenarios[setup.scenario].options:
                raise SetupError(
                    f"the option {option!r} is not for the scenario {setup.scenario!r}"
                )

    @classmethod
    def mind(cls) -> Mind:
        """What computer players know of it."""
        from .mind import MIND

        return MIND
