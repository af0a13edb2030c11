"""A report of games that never were, for tests of how it looks."""

from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.record import Record
from khamsin.lab.report.page import Page
from khamsin.lab.report.summary import WORDS
from khamsin.lab.simulate import Plan, the_game


def made_up_page(slug: str) -> str:
    """Every place was fought over, every die rolled."""
    game = the_game(slug, None)
    scene = game.presentation.scene(Narrator(game))
    counts = {f"fight - {space['id']} -": at + 1 for at, space in enumerate(scene["spaces"])}
    counts |= {f"loss axis {space['id']} -": 1 for space in scene["spaces"]}
    counts |= {
        f"event axis {kind} -": 2 for kind in (*game.statistics.fights, *game.statistics.losses)
    }
    counts |= {"die axis x 3": 4}
    made = [
        Record(
            n, game.scenarios[0].id, {}, "axis" if n % 2 else None, None, "1", "won",
            {game.statistics.score or "vp": n}, 10 + n, dict.fromkeys(game.statistics.clock, n),
            counts | {"event axis odd -": n, "chosen axis a b": 1, "offered axis a b": 1},
        )
        for n in range(1, 7)
    ]  # fmt: skip
    plan = Plan(slug, game.scenarios[0].id, (), (), "1")
    return Page(Narrator(game, "en", WORDS), plan, made).html()
