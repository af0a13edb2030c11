"""What a side may see: its own blocks by name, of the enemy's only that they are there.

The view is built by adding what may be known. Enemy blocks that are not face up are listed by what
both players see of the wood: Disrupted or not, marked Unsupplied, Raider, or on Fortress supply.
"""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import (
    DEAD,
    DUE,
    EXITED,
    MALTA,
    NOBODY,
    OFF,
    REFIT,
    SIDES,
    UNPLACED,
)
from khamsin.games.rommel.model.state import Flight, State
from khamsin.games.rommel.rules.combat.minefields import knows_mine
from khamsin.games.rommel.rules.victory import is_besieged
from khamsin.kernel.game import View


def view(g: State, side: str | None) -> View:
    """The table as one side sees it, by the names printed on it."""
    me = SIDES.index(side) if side in SIDES else NOBODY
    pack = g.pack
    return {
        "scenario": g.scenario.id,
        "phase": g.phase,
        "step": g.step,
        "month": g.month,
        "month_name": g.scenario.calendar[g.month - 1],
        "last_month": g.scenario.end_month,
        "turn": g.turn,
        "active": SIDES[g.active],
        "player": SIDES[g.player],
        "passed": g.passed,
        "hands": {name: sum(g.hand[number]) for number, name in enumerate(SIDES)},
        "hand": None if me == NOBODY else _cards(g.hand[me]),
        "played": sum(g.played),
        "played_cards": _cards(g.played) if me == g.active else None,
        "deck": sum(g.deck),
        "spent": _cards(g.spent),
        "challenge": [bool(card) for card in g.challenge],
        "option": g.option if me == g.active else "",
        "rommel": g.rommel != NOBODY,
        "rp": {name: g.rp[number] for number, name in enumerate(SIDES)},
        "headings": {name: list(g.headings[number]) for number, name in enumerate(SIDES)},
        "malta_called": bool(g.malta_called),
        "exited": {name: g.exited[number] for number, name in enumerate(SIDES)},
        "fortresses": {
            fortress.id: {
                "holder": SIDES[g.holder[number]],
                "besieged": is_besieged(g, fortress.hex, g.holder[number]),
                "used": g.ports[number],
            }
            for number, fortress in enumerate(pack.fortresses)
        },
        "battles": {
            g.place_id(place): {
                "defender": SIDES[defender],
                "hexsides": _hexsides(g, place),
                "new": place in g.unfought,
            }
            for place, defender in enumerate(g.defender)
            if defender != NOBODY
        },
        "minefields": [g.place_id(place) for place in range(pack.size) if knows_mine(g, me, place)],
        "networks": [[g.place_id(place) for place in net] for net in g.net],
        "places": {
            g.place_id(place): {
                name: _stack(g, number, place, me == number)
                for number, name in enumerate(SIDES)
                if g.here[number][place]
            }
            for place in range(pack.size + 2)
            if g.here[0][place] or g.here[1][place]
        },
        "off": {name: _off_map(g, number, me == number) for number, name in enumerate(SIDES)},
        "moves": [[g.place_id(place), g.place_id(to) if to >= 0 else ""] for place, to in g.moves],
        "leaving": sorted([g.place_id(g.place[b]), g.place_id(to)] for b, to, _ in g.leavers),
        "marches": sorted([g.place_id(g.place[b]), g.place_id(to)] for b, to, _ in g.marches),
        "routs": [[g.place_id(place), SIDES[each]] for place, each in g.routs],
        "flight": None if g.flight is None else _flight(g, g.flight),
        "battle": None if g.fighting == NOBODY else _battle(g),
        "named": [g.place_id(place) for place in sorted(g.battles)],
        "assaults": [g.place_id(place) for place in sorted(g.assaults)],
    }


def _cards(cards: list[int]) -> dict[str, int]:
    return {"real": cards[0], "dummy": cards[1]}


def _hexsides(g: State, place: int) -> dict[str, str]:
    """8.1 To whom each side of a battle hex is friendly."""
    found: dict[str, str] = {}
    for near in g.pack.board.neighbours[place]:
        owner = g.crossed[g.pack.board.edge(place, near)]
        found[g.place_id(near)] = SIDES[g.defender[place] if owner == NOBODY else owner]
    return found


def piece(g: State, block: int) -> View:
    """What both players see of any block."""
    return {
        "disrupted": bool(g.disrupted[block]),
        "unsupplied": bool(g.unsupplied[block]),
        "raider": bool(g.raider[block]),
        "bound": g.place_id(g.bound[block]) if g.bound[block] != NOBODY else "",
        "moved": bool(g.moved[block]),
    }


def _stack(g: State, side: int, place: int, mine: bool) -> View:
    """The blocks of one side in a place: named if they are one's own or lie face up."""
    named: list[View] = []
    hidden: list[View] = []
    for block in g.here[side][place]:
        seen = piece(g, block)
        if mine or g.up[block]:
            named.append(
                {"block": g.block_id(block), "cv": g.cv[block], "up": bool(g.up[block])} | seen
            )
        else:
            hidden.append(seen)
    hidden.sort(key=lambda each: tuple(str(value) for value in each.values()))
    return {"count": len(g.here[side][place]), "blocks": named, "hidden": hidden}


def _off_map(g: State, side: int, mine: bool) -> View:
    """Blocks beside the map: eliminated ones lie open, of the others the enemy knows the number."""
    found: View = {}
    for place in (DUE, MALTA, UNPLACED, REFIT, EXITED, DEAD):
        blocks = [
            block
            for block, at in enumerate(g.place)
            if at == place and g.pack.side_of[block] == side
        ]
        open_to_me = mine or place in (DEAD, MALTA)
        found[OFF[place]] = (
            [{"block": g.block_id(block), "cv": g.cv[block]} for block in blocks]
            if open_to_me
            else len(blocks)
        )
    return found


def _flight(g: State, flight: Flight) -> View:
    return {
        "place": g.place_id(flight.place),
        "side": SIDES[flight.side],
        "kind": flight.kind,
        "count": sum(g.place[block] == flight.place for block in flight.blocks),
        "speed": flight.speed,
        "hits": flight.hits,
    }


def _battle(g: State) -> View:
    return {
        "place": g.place_id(g.fighting),
        "kind": g.combat_kind,
        "firing": SIDES[g.firing] if g.firing != NOBODY else "",
        "points": list(g.points),
        "fallen": list(g.fallen),
        "fired": [
            g.block_id(block)
            for side in (0, 1)
            for block in g.here[side][g.fighting]
            if g.fired[block] and g.up[block]
        ],
    }
