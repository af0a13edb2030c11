"""Field Commander: Rommel: overlays of reach and range, beside what is offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from khamsin.games.commander.model.pieces import ALLIED, AXIS
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.commander.common import FIRES, MOST, SLUG, values_of
from tests.contract.shown.comparing import Compared

UNITS = 4


def _rows(match: Match[Any], side: str) -> Iterator[Compared]:
    """resolve.2 Rows that nobody can play out, reckoned from counters and chits alone."""
    ask, g = match.decision, match.state
    assert ask is not None
    data = g.data()
    words: Option = ()
    if ask.prompt == "battle_moves":
        moves = [option for option in match.legal(side) if option[0] == "move"]
        words = moves[len(match.entries) % len(moves)] if moves else ()
    b = data["battle"]
    for odds in match.game.presentation.odds(g, side, ask.prompt, words):
        values = odds.title.values
        attacks = AXIS if b is None else b["attacker"]
        fighters = {attacks: values["attackers"], 1 - attacks: values["defenders"]}
        plans = [[], []] if b is None else [list(each) for each in b["plans"]]
        pair = values.get("units") or (() if b is None else g.names(b["pair"]))
        is_first = b is None or b["round"] == 0
        for roller, row in enumerate(odds.rows):
            if roller == ALLIED and "tactics" in plans[ALLIED]:
                continue  # played out, where it can be
            units = [g.c.unit_index[str(unit)] for unit in _tuple(fighters[roller])]
            both = [g.c.unit_index[str(unit)] for unit in _tuple(pair)]
            area = g.c.board.at(str(values["place"]))
            dice = _dice(g, data, units, both, plans[roller], area, attacks=roller == attacks)
            yield Compared(f"odds of {values}, {row.row.key}", _told(row.outcomes), _spread(dice))
            enemies = [g.c.unit_index[str(unit)] for unit in _tuple(fighters[1 - roller])]
            steps = sum(data["steps"][unit] for unit in enemies)
            steps += plans[1 - roller].count("dig_in")
            yield Compared(f"what {row.row.values['side']} take", row.row.values["steps"], steps)
            helps = {"tactics"} | ({"assault"} if attacks == AXIS else set())
            is_alone = roller == AXIS and bool(helps & set(plans[AXIS]))
            yield Compared("before Tactics and Assault", "alone" in row.row.key, is_alone)
            is_late = roller == AXIS and is_first and "ambush" in plans[ALLIED]
            yield Compared("after an Ambush", "ambush" in row.row.key, is_late)


def _tuple(value: object) -> tuple[object, ...]:
    assert isinstance(value, tuple)
    return value


def _told(outcomes: Sequence[tuple[str, float]]) -> dict[str, float]:
    return {name: round(chance, 9) for name, chance in outcomes if chance}


def _dice(
    g: Any, data: Mapping[str, Any], units: Sequence[int], pair: Sequence[int],
    plans: Sequence[str], area: int, *, attacks: bool,
) -> list[tuple[int, ...]]:  # fmt: skip
    """attack.1, defence.1, fort.1, plan.5, plan.15 What each die hits by what it shows."""
    more = plans.count("overrun") + (1 if not attacks and g.terms.forts[area] else 0)
    numbers = {}
    for unit in units:
        shown = values_of(data, g.pack, g.c, unit)
        numbers[unit] = (shown[0 if attacks else 2] + more, shown[1] if attacks else 0)
    if len(set(pair) & set(units)) == 2:
        one, two = (numbers.pop(unit) for unit in pair)
        numbers[-1] = (one[0] + two[0], max(one[1], two[1]))
    dice = [
        tuple(2 if die <= twice else int(die <= needed) for die in range(1, 7))
        for needed, twice in numbers.values()
    ]
    return dice + [(*FIRES[plan], 0, 0, 0, 0)[:6] for plan in plans if plan in FIRES]


def _spread(dice: Sequence[tuple[int, ...]]) -> dict[str, float]:
    total = {0: Fraction(1)}
    for worth in dice:
        before, total = total, {}
        for hits, likely in before.items():
            for more in worth:
                total[hits + more] = total.get(hits + more, Fraction(0)) + likely / 6
    found = {str(n): total[n] for n in sorted(total) if n < MOST and total[n]}
    rest = sum((total[n] for n in total if n >= MOST), Fraction(0))
    told = found | ({f"{MOST}+": rest} if rest else {})
    return {name: round(float(chance), 9) for name, chance in told.items()}


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """Odds by reckoning; where Forces may go and for what; the room that is left in areas."""
    yield from _rows(match, side)
    ask, g = match.decision, match.state
    assert ask is not None
    data = g.data()
    room = {}
    for area, region in enumerate(g.c.region_of):
        here = [u for u, at in enumerate(data["place"]) if at == area and not g.c.side_of[u]]
        if here:
            room[g.place_id(area)] = f"{g.c.regions[region].limit - len(here):+d}"
    yield Compared("room", _overlay(match, side, "limit"), room)
    mine = [
        name for unit, name in enumerate(g.c.unit_ids)
        if g.c.side_of[unit] == AXIS and data["place"][unit] >= 0
    ]  # fmt: skip
    first = len(match.entries) % max(1, len(mine))
    for unit in [*mine[first:], *mine[:first]][:UNITS]:
        if ask.prompt in {"moves", "battle_moves"}:
            yield from _reach(match, side, unit)


def _reach(match: Match[Any], side: str, unit: str) -> Iterator[Compared]:
    """move.1-4, nbmove.1-3 What is offered, and in the Battle Moves what comes after them."""
    data, g = match.state.data(), match.state
    enemies = {
        g.place_id(at) for u, at in enumerate(data["place"]) if at >= 0 and g.c.side_of[u]
    }  # fmt: skip
    shown = _overlay(match, side, "range", unit)
    offered = _prices(match, unit)
    ask = match.decision
    assert ask is not None
    if ask.prompt == "moves":
        yield Compared(f"range of {unit}", shown, offered)
        return
    among = {place: price for place, price in shown.items() if place in enemies}
    yield Compared(f"attacks of {unit}", among, offered)
    after = match.clone()
    after.choose(("done",), side)
    if after.decision is not None and after.decision.prompt == "moves":
        lit = _overlay(match, side, "range", unit, "spaces")
        later = {place: colour for place, colour in lit.items() if place not in enemies}
        true = {place: max(3 - int(price), 1) for place, price in _prices(after, unit).items()}
        yield Compared(f"later range of {unit}", later, true)


def _prices(match: Match[Any], unit: str) -> dict[str, str]:
    """Every move that is offered to a Force, with the Supplies that it really costs."""
    found = {}
    for option in match.legal():
        if option[:2] == ("move", unit):
            after = match.clone()
            before = match.state.data()["supplies"][AXIS]
            after.choose(option)
            if after.decision is not None and after.decision.prompt == "enter_from":
                found[option[2]] = min((way[2] for way in after.legal()), key=int)
            else:
                (moved,) = [
                    event.values["supplies"] for _, event in after.events[len(match.events) :]
                    if event.kind == "moved"
                ]  # fmt: skip
                found[option[2]] = str(moved)
                assert int(str(moved)) <= before
    return found


def _overlay(
    match: Match[Any],
    side: str,
    name: str,
    unit: str = "",
    what: Literal["text", "spaces"] = "text",
) -> dict[str, Any]:
    """What an overlay writes on spaces, or in which colours it lights them."""
    overlays = match.game.presentation.overlays(match.known(side), side, voice(SLUG), unit)
    return next((dict(each[what]) for each in overlays if each["id"] == name), {})
