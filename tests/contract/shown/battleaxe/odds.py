"""Operation Battleaxe: the odds that are shown, with what they assume."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khamsin.games.battleaxe.model.pieces import (
    AXIS,
    SIDES,
)
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds
from tests.contract.shown.battleaxe.common import a_few, ready_units
from tests.contract.shown.playing_out import Answer, Promise

ATTACKS = 2
"""At so many of the attacks that are offered at one decision the odds are played out."""

KINDS = ("air", "rommel", "artillery", "enemy_artillery")

SUPPORT = {"air_support": "air", "rommel": "rommel", "rommel_now": "rommel"}

DECLINED = {"fanatical_defence", "maximum_attack"}
"""12.1A-B The odds count no Advantage that is used once the dice have fallen."""


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Every row of every attack: the leads that are named, and just that support, if it comes."""
    ask, g = match.decision, match.state
    assert ask is not None
    if g.battle is not None:
        for odds in match.game.presentation.odds(g, side, ask.prompt, ()):
            yield from _rows(match, odds, None)
    elif ask.prompt in {"assault", "attack_too"}:
        attacks = [option for option in match.legal(side) if option[0] == "attack"]
        for option in a_few(attacks, len(match.entries), ATTACKS):
            (odds,) = match.game.presentation.odds(g, side, ask.prompt, option)
            yield from _rows(match, odds, option)


def _rows(match: Match[Any], odds: Odds, option: Option | None) -> Iterator[Promise]:
    keys = [row.row.key for row in odds.rows]
    kinds = [key for key in keys if key in KINDS]
    for row in odds.rows:
        key = row.row.key
        sent = set(kinds) if key == "together" else {key} & set(kinds)
        answer = _answers(odds, sent)
        about = f"{odds.title.values} {key}"
        chances = {name: chance for name, chance in row.outcomes if chance}
        yield Promise(about, option or answer(match), chances, answer, _outcome)
    open_kinds = _open(match.state.data(), match.state.options)
    assert keys == ["alone", *open_kinds, *(["together"] if len(open_kinds) > 1 else [])], keys


def _open(data: Mapping[str, Any], options: Sequence[str]) -> list[str]:
    """10.1, 10.2, 12.1E The support that may still come, in the order of 11.4."""
    b, first = data["battle"], data.get("going_on")
    side = data["half"] if b is None else b["attacker"]
    has_guns = first is None if b is None else not b["is_overrun"]
    is_again = {kind: first is not None and first[kind] > 0 for kind in ("air", "rommel")}
    has_rommel = data["rommel"] and (is_again["rommel"] or not data["rommel_used"])
    may_call = data["advantage"] == AXIS and not data["rommel"]
    able = {
        "air": SIDES[side] in ready_units(data, options)
        and (is_again["air"] or not data["air_used"]),
        "rommel": side == AXIS and (has_rommel or may_call),
        "artillery": has_guns and data["artillery"][side] > 0,
        "enemy_artillery": has_guns and data["artillery"][1 - side] > 0,
    }
    return [kind for kind in KINDS if able[kind] and kind not in (b or {}).get("decided", ())]


def _answers(odds: Odds, sent: set[str]) -> Answer:
    """Both sides name the leads of the title and send this support alone."""
    leads = (odds.title.values["lead"], odds.title.values["lead_defender"])
    named = odds.title.values["attackers"]
    assert isinstance(named, tuple)

    def answer(match: Match[Any]) -> Option:
        assert match.decision is not None
        prompt, legal = match.decision.prompt, match.legal()
        if prompt in {"lead_attacker", "lead_defender"}:
            return next(option for option in legal if option[1] in leads)
        if prompt in DECLINED:
            return ("no",)
        if prompt in SUPPORT:
            return ("yes",) if SUPPORT[prompt] in sent else ("no",)
        if prompt == "artillery":
            attacks = match.to_answer[0] == SIDES[match.state.battle.attacker]
            kind = "artillery" if attacks else "enemy_artillery"
            return ("request",) if kind in sent else ("no",)
        assert prompt == "attackers", prompt
        more = [option for option in legal if len(option) > 1 and option[1] in named]
        return more[0] if more else ("done",)

    return answer


def _outcome(match: Match[Any], told: Sequence[Event]) -> str | None:
    del match
    return next((str(e.values["outcome"]) for e in told if e.kind == "outcome"), None)
