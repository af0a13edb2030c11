"""Field Commander: Rommel: the odds that are shown, with what they assume."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khamsin.games.commander.model.pieces import ALLIED, AXIS, SIDES
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds
from tests.contract.shown.commander.common import FIRES, MOST
from tests.contract.shown.playing_out import Answer, Promise

DICE = {"force_die", "superior_die", "plan_die", "disrupt"}

OTHERWISE = "otherwise"
"""What a row does not speak of: an Ambush that hits somebody."""

DRAWN = 2
"""Battles whose odds are played out at one decision, of those that Cohesion offers."""


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Both rows of a battle in which nothing comes before the dice of the first round."""
    ask, g = match.decision, match.state
    assert ask is not None
    if g.battle is None or g.battle.round:
        return
    for number, odds in enumerate(match.game.presentation.odds(g, side, ask.prompt, ())[:DRAWN]):
        option = match.legal(side)[number] if ask.prompt == "cohesion" else ("done",)
        if odds.title.key in {"battle", "battle_pair"}:
            for row, roller in zip(odds.rows, SIDES, strict=True):
                chances = {name: chance for name, chance in row.outcomes if chance}
                if "ambush" in row.row.key:
                    chances = _spared(g.data()["battle"], odds, chances)
                about = f"{odds.title.values} {row.row.key}"
                yield Promise(about, option, chances, _answers(option), _Hits(match, roller).read)


def _answers(first: Option) -> Answer:
    """No more plans, no Tactics, no Assault; ties are broken by the order of counters."""

    def answer(match: Match[Any]) -> Option:
        legal = match.legal()
        for plain in (("done",), ("keep",), ("no",)):
            if plain in legal:
                return plain
        return first if first in legal else legal[0]

    return answer


def _spared(b: Mapping[str, Any], odds: Odds, chances: Mapping[str, float]) -> dict[str, float]:
    """plan.1 The row holds if the Ambush hits nobody, Dig-In or not."""
    stopped = b["plans"][AXIS].count("dig_in")
    allied = [chance for _, chance in odds.rows[ALLIED].outcomes]
    weight = sum(allied[: stopped + 1])
    told = {name: chance * weight for name, chance in chances.items()}
    return told | ({OTHERWISE: 1 - weight} if weight < 1 else {})


class _Hits:
    """How many hits a side scores in the first round, from what is told."""

    def __init__(self, match: Match[Any], side: str) -> None:
        b = match.state.data()["battle"]
        self.side = side
        self.pair = int(bool(match.decision and match.decision.prompt == "cohesion"))
        own = SIDES.index(side)
        plans = [plan for plan in b["plans"][own] if plan in FIRES or plan == "disrupt"]
        self.dice = len(b["fighters"][own]) + len(plans) - (self.pair if side == "axis" else 0)
        self.units = {match.state.unit_id(unit) for unit in b["fighters"][AXIS]}

    def read(self, match: Match[Any], told: Sequence[Event]) -> str | None:
        """The sum of the dice, once all of them lie."""
        del match
        mine = [e for e in told if e.kind in DICE and e.values["side"] == self.side]
        is_ambush = "ambush" in {event.kind for event in told}
        if self.side == "axis" and is_ambush:
            before = told[: told.index(mine[0])] if mine else told
            if any(e.kind in {"reduced", "destroyed"} for e in before):
                return OTHERWISE
        if len(mine) < self.dice:
            return None
        hits = sum(int(str(event.values.get("hits", 0))) for event in mine[: self.dice])
        return str(hits) if hits < MOST else f"{MOST}+"
