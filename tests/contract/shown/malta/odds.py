"""Island of Death: the odds that are shown, with what they assume."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from khamsin.games.malta.model.pieces import (
    ALLIED,
    AXIS,
    COAST_GUN,
    LEADER,
    MILITIA,
    SIDES,
    WARSHIP,
)
from khamsin.games.malta.model.state import Battle, State
from khamsin.games.malta.rules.combat.combat import commanders
from khamsin.games.malta.rules.combat.pledges import attack_on, fit
from khamsin.games.malta.rules.combat.strength import commander
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds
from tests.contract.shown.playing_out import Promise

ATTACKS = 2
"""At so many of the attacks that are offered at one decision the odds are played out."""

OTHERWISE = "otherwise"
"""What a row does not speak of: another die than the one it takes for granted."""

STEPS = {"9.42", "9.92.eng", "9.71"}
"""The rules by which the hits of a combat cost steps."""

AFTER = {"retreat_next", "retreat", "join_retreat", "advance", "lead"}
"""Once this is asked, everybody has taken the hits."""


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Every row: of attacks that could be made, of those that are supported, of the battle."""
    ask, g = match.decision, match.state
    assert ask is not None
    if ask.prompt == "add_air":
        for words in ((), ("air",)):
            found = match.game.presentation.odds(g, side, ask.prompt, words)
            yield from _rows(match, _true(match, found), words or None)
    elif g.battle is not None:
        for odds in match.game.presentation.odds(g, side, ask.prompt, ()):
            yield from _rows(match, odds, None)
    elif ask.prompt in {"attack", "breakthrough"}:
        offered = [option for option in match.legal(side) if option[0] == "attack"]
        first = len(match.entries) % max(1, len(offered))
        for option in [*offered[first:], *offered[:first]][:ATTACKS]:
            found = match.game.presentation.odds(g, side, ask.prompt, option)
            assert found, f"no odds of {option}"
            odds = _true(match, found)
            yield from _rows(match, odds, option)
            lone = odds.title.values["attackers"]
            assert isinstance(lone, tuple)
            if len(lone) > 1 and ask.prompt == "attack":
                found = match.game.presentation.odds(g, side, ask.prompt, (option[1], str(lone[0])))
                yield from islice(_rows(match, _true(match, found), option), 1)
    elif ask.prompt in {"support", "defend"} and ("done",) in match.legal(side):
        if any(kind > 1 for _, _, kind in g.fires):
            return  # a bombardment comes first, and may change everything
        for odds in match.game.presentation.odds(g, side, ask.prompt, ()):
            if not _is_veiled(g, odds, side):
                yield from _rows(match, odds, ("done",))


def _is_veiled(g: State, odds: Odds, side: str) -> bool:
    return side == SIDES[AXIS] and any(factor.row.key == "militia" for factor in odds.factors)


def _true(match: Match[Any], found: list[Odds]) -> Odds:
    """Of several answers that of the militia counter which really lies there (16.35)."""
    g, pack = match.state, match.state.pack
    if len(found) == 1:
        return found[0]
    place = pack.board.at(str(found[0].title.values["place"]))
    (unit,) = [u for u in g.here[ALLIED][place] if pack.kind[u] == MILITIA]
    for odds in found:
        (told,) = [each.row.values["value"] for each in odds.factors if each.row.key == "militia"]
        if pack.levels[pack.unit_index[str(told)]][0] == pack.levels[g.back[unit]][0]:
            return odds
    raise AssertionError("no answer for what the militia is")


def _named(odds: Odds) -> tuple[str, ...]:
    """The units that attack."""
    units = odds.title.values["attackers"]
    assert isinstance(units, tuple)
    return tuple(str(unit) for unit in units)


class _Way:
    """How both sides answer for one row, and what the dice must do for the row to hold."""

    def __init__(self, match: Match[Any], odds: Odds, row: str) -> None:
        self.start = len(match.entries)
        self.row = row
        self.place = str(odds.title.values["place"])
        self.units = _named(odds)
        self.leads = [row in {"if_cmd_a", "together"}, row in {"if_cmd_d", "together"}]
        self.weights = [
            Fraction(factor.value) for factor in odds.factors if factor.row.key == "through"
        ]

    def answer(self, match: Match[Any]) -> Option:
        """As the docstring of the odds says."""
        assert match.decision is not None
        prompt, legal, g = match.decision.prompt, match.legal(), match.state
        if prompt in {"attack", "breakthrough"}:
            return ("attack", self.place)
        if prompt == "attackers":
            for unit in self.units:
                if ("with", unit) in legal:
                    return ("with", unit)
            return ("done",)
        if prompt == "breakthrough_leader":
            return max(legal, key=lambda option: _tactical(g, option[1]))
        if prompt == "omit":
            return self._omit(g, legal)
        if prompt == "lead":
            b = g.battle
            assert b is not None
            number = int(match.to_answer[0] != SIDES[b.attacker])
            if self.leads[number]:
                return max(legal[:-1], key=lambda option: _tactical(g, option[1]))
            return ("alone",)
        if prompt == "stand":
            return ("retreat",)
        return ("done",) if ("done",) in legal else legal[0]

    @staticmethod
    def _omit(g: State, legal: Sequence[Option]) -> Option:
        """12.21 Leave out what is worth least."""
        b = g.battle
        assert b is not None
        fitted = Battle(b.place, b.attacker)
        fitted.attackers, fitted.defenders = b.attackers, b.defenders
        fitted.support = list(b.support)
        fit(g, fitted)
        stays = {g.unit_id(unit) for marks in fitted.support for unit, _ in marks}
        return next(option for option in legal if option[1] not in stays)

    def read(self, match: Match[Any], told: Sequence[Event]) -> str | None:
        """Who has lost what, once all hits are taken; or that the row does not speak of this."""
        kinds = [event.kind for event in told]
        for event in told:
            values = event.values
            if event.kind == "breakthrough" and not values["through"]:
                return "vain"
            if event.kind == "command" and not values["helps"] and self.row != "together":
                return OTHERWISE
            is_radio = event.kind == "communications" and self.row != "together"
            if is_radio and bool(values["fails"]) != (self.row == "no_ships"):
                return OTHERWISE
        if "attack_cancelled" in kinds:
            return "cancelled"
        if "combat" not in kinds:
            return None
        ask, g = match.decision, match.state
        is_open = match.chance is None and g.battle is not None and ask is not None
        if is_open and ask is not None and ask.prompt not in AFTER:
            return None
        return self._outcome(match, told[kinds.index("attack") if "attack" in kinds else 0 :])

    def _outcome(self, match: Match[Any], told: Sequence[Event]) -> str:
        pack = match.state.pack
        attacker = _attacker(match, told)
        lost: set[int] = set()
        for event in told:
            if event.kind in {"step_lost", "eliminated"} and event.rule in STEPS:
                lost.add(pack.side_of[pack.unit_index[str(event.values["unit"])]])
        entries = match.entries[self.start :]
        is_pushed = (SIDES[1 - attacker], "retreat") in [tuple(entry) for entry in entries]
        is_hurt = 1 - attacker in lost
        if attacker in lost:
            return "exchanged" if is_hurt or is_pushed else "repulsed"
        return "beaten" if is_hurt else "pushed" if is_pushed else "shaken"


def _attacker(match: Match[Any], told: Sequence[Event]) -> int:
    for event in told:
        if event.kind == "attack":
            return SIDES.index(str(event.values["side"]))
    return int(match.state.active)


def _tactical(g: State, leader: str) -> int:
    return commander(g, g.pack.unit_index[leader]).tactical


def _rows(match: Match[Any], odds: Odds, option: Option | None) -> Iterator[Promise]:
    """A promise for each row."""
    assert bool(odds.rows) == (odds.title.key != "barred"), odds.title
    if not odds.rows:
        way = _Way(match, odds, "alone")
        yield _promise(match, odds, way, option, {"cancelled": 1.0})
    for row in odds.rows:
        way = _Way(match, odds, row.row.key)
        yield _promise(match, odds, way, option, dict(row.outcomes))


def _promise(
    match: Match[Any], odds: Odds, way: _Way, option: Option | None, chances: Mapping[str, float]
) -> Promise:
    weight = Fraction(1)
    for number, is_led in enumerate(way.leads):
        if is_led and way.row != "together":
            weight *= _helps(match, odds, number)
    if way.row != "together":
        weight *= Fraction(1, 2) ** _ships(match, odds)
    through = way.weights[0] if way.weights else Fraction(1)
    share = float(weight * through)
    told = {name: chance * share for name, chance in chances.items() if chance}
    if weight < 1:
        told[OTHERWISE] = float(through * (1 - weight))
    if through < 1:
        told["vain"] = float(1 - through)
    said = option or way.answer(match)
    return Promise(f"{odds.title.values} {way.row}", said, told, way.answer, way.read)


def _helps(match: Match[Any], odds: Odds, number: int) -> Fraction:
    """14.2 The chance of the best leader of a side."""
    g = match.state
    b = g.battle
    if b is not None:
        units, side, guides = (b.attackers, b.defenders)[number], b.attacker, b.guides
    else:
        pack = g.pack
        named = tuple(pack.unit_index[name] for name in _named(odds))
        place = pack.board.at(str(odds.title.values["place"]))
        side, guides = g.active, ()
        there = tuple(u for u in g.here[1 - side][place] if pack.kind[u] not in (LEADER, COAST_GUN))
        units = (named, there)[number]
    found = commanders(g, (side, 1 - side)[number], units, guides)
    return Fraction(min(6, max(commander(g, leader).tactical for leader in found)), 6)


def _ships(match: Match[Any], odds: Odds) -> int:
    """16.73 How many ships must get through."""
    g = match.state
    b = g.battle
    pack = g.pack
    if b is None:
        named = tuple(pack.unit_index[name] for name in _named(odds))
        place = pack.board.at(str(odds.title.values["place"]))
        b = attack_on(g, place, named)
    else:
        fitted = Battle(b.place, b.attacker)
        fitted.attackers, fitted.defenders = b.attackers, b.defenders
        fitted.support = list(b.support)
        b = fitted
    fit(g, b)
    return sum(pack.kind[unit] == WARSHIP for marks in b.support for unit, _ in marks)
