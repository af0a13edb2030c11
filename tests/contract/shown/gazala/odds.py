"""Gazala 1942: the odds that are shown, with what they assume."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds
from tests.contract.shown.gazala.common import able_units, number_in, pack_of, side_of
from tests.contract.shown.playing_out import Answer, Promise, Read

DECLINED = ("stay", "stop", "stand", "no")

STEPS = {"reduced", "becomes_battalion", "eliminated"}


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Every row of an attack with all who can take part, and with the first of them alone.

    At the attacks that can be declared now, and at those of the phases after this one if nothing
    more is done in it. An attack that is declared after another is looked at on the table as it
    is, before either is fought; only the first one can be played out. Armour combats do not touch
    one another.
    """
    ask, ahead = match.decision, match
    assert ask is not None
    while ahead.decision is not None and ahead.to_answer == (side,):
        prompt = ahead.decision.prompt
        if prompt in ("armour", "combat"):
            yield from _attacks(ahead, side, is_now=ahead is match)
        if prompt not in ("move", "armour") or ahead.state.data()["declared"]:
            return
        ahead = ahead.clone()
        ahead.dice = None
        ahead.choose(("done",))


def _attacks(match: Match[Any], side: str, *, is_now: bool) -> Iterator[Promise]:
    assert match.decision is not None
    prompt = match.decision.prompt
    for option in match.legal(side):
        if option[0] != "attack":
            continue
        if prompt == "combat" and match.state.data()["declared"]:
            continue
        able = able_units(match, option)
        for units in ((), able[:1]) if len(able) > 1 else ((),):
            for odds in match.game.presentation.odds(
                match.known(side), side, prompt, (*option, *units)
            ):
                for promise in _rows(side, prompt, option, units, odds):
                    yield promise if is_now else promise._replace(option=("done",))


def _rows(
    side: str, prompt: str, option: Option, units: tuple[str, ...], odds: Odds
) -> Iterator[Promise]:
    place = option[1]
    for row in odds.rows:
        about = f"{row.row.key} of {' '.join(units) or 'all'} against {place}"
        read: Read
        if row.row.key in {"their_loss", "our_loss", "their_loss_at_most", "our_loss_at_most"}:
            loser = side if row.row.key.startswith("our_loss") else _other(side)
            read = _losses(place, loser)
        else:
            read = _result(place)
        answer = _answer(prompt, option, units, flies=row.row.key == "with_air")
        yield Promise(about, option, dict(row.outcomes), answer, read)


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def _answer(attacked: str, attack: Option, units: tuple[str, ...], *, flies: bool) -> Answer:
    """All who can attack, or those named; no second attack; losses where they cost most steps."""

    def answer(match: Match[Any]) -> Option:
        assert match.decision is not None
        legal, prompt = match.legal(), match.decision.prompt
        if prompt in {"armour_units", "combat_units"}:
            missing = [("join", unit) for unit in units if ("join", unit) in legal]
            return missing[0] if missing else ("done",) if units else ("all",)
        if prompt in {"armour", "combat"}:
            is_first = prompt == attacked and not match.state.data()["declared"]
            return attack if is_first and attack in legal else ("done",)
        if prompt == "air":
            return ("yes",) if flies else ("no",)
        if prompt == "armour_loss":
            pack = pack_of(match)
            return min(legal, key=lambda each: pack.is_matilda[pack.unit_index[each[1]]])
        return next(((word,) for word in DECLINED if (word,) in legal), legal[0])

    return answer


def _losses(place: str, loser: str) -> Read:
    """How many steps a side has lost in the armour combat against a hex."""

    def read(match: Match[Any], told: Sequence[Event]) -> str | None:
        begun = [n for n, e in enumerate(told) if _is_at(e, "armour_combat", place)]
        if not begun:
            return None
        is_over = match.state.battle is None or match.state.battle.target != _at(match, place)
        if not is_over and (match.chance is None or match.chance.why != "repair"):
            return None
        lost = 0
        for event in told[begun[0] + 1 :]:
            if event.kind == "armour_combat":
                break
            if event.kind in STEPS:
                lost += side_of(match, str(event.values["unit"])) == loser
        return ("no_hit", "one_hit", "more_hits")[min(lost, 2)]

    return read


def _result(place: str) -> Read:
    """Who is hit harder in a combat (9.25, 9.34), and whether nobody outlives the steps."""

    def read(match: Match[Any], told: Sequence[Event]) -> str | None:
        fought = [n for n, e in enumerate(told) if _is_at(e, "combat", place)]
        if not fought:
            return None
        rest = told[fought[0] :]
        hits = [number_in(rest[0], f"{who}_hits") for who in ("attacker", "defender")]
        sides = [str(rest[0].values["side"]), _other(str(rest[0].values["side"]))]
        for event in rest:
            if event.kind == "result_reduced":
                hits[sides.index(str(event.values["side"]))] = number_in(event, "hits")
        ask = match.decision
        battle = match.state.battle
        if battle is not None and match.chance is None:
            assert ask is not None
            is_settled = ask.prompt == "pursue" or (
                ask.prompt == "stand" and match.to_answer[0] == sides[1]
            )
            if not is_settled:
                return None
        data = match.state.data()
        dead = not any(
            at == _at(match, place) and pack_of(match).side_of[unit] != SIDES.index(sides[0])
            for unit, at in enumerate(data["place"])
        )
        if dead and any(e.kind == "eliminated" for e in rest):
            return "hex_cleared"
        lost, hit = hits
        return "defender_worse" if hit > lost else "even" if hit == lost else "attacker_worse"

    return read


def _is_at(event: Event, kind: str, place: str) -> bool:
    return event.kind == kind and event.values["place"] == place


def _at(match: Match[Any], place: str) -> int:
    return pack_of(match).board.at(place)
