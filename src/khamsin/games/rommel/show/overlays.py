"""What players count on the map: the supply network, a supply line, how far a block can go."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import AXIS, NOBODY, SIDES
from khamsin.games.rommel.model.state import BUILDUP, BUILDUP_CHECK, SPENT, TURN, State
from khamsin.games.rommel.rules.cards import PASS
from khamsin.games.rommel.rules.combat.flight import source_of
from khamsin.games.rommel.rules.movement.block_moves import members
from khamsin.games.rommel.rules.movement.reach import needed, speeds_needed
from khamsin.games.rommel.rules.supply.lines import Lines, has_line, lines_of
from khamsin.games.rommel.rules.supply.network import network, ways_back, ways_into
from khamsin.kernel.show.scene import Arrow, Overlay
from khamsin.kernel.text.narrator import Narrator

_SURE, _WITH_ROMMEL, _FORCED = 3, 2, 1


def overlays(g: State, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    """12.6 The own network; 12.2 the line and 6.1 the range of the block that is looked at."""
    if side is None:
        return []
    me = SIDES.index(side)
    found: list[Overlay] = [
        {
            "id": "network",
            "label": narrator.say("scene.overlay_network", {"side": side}),
            "side": side,
            "spaces": {
                g.place_id(place): _SURE if place == g.pack.base[me] else _WITH_ROMMEL
                for place in (g.net[me] if _is_fixed(g) else network(g, me))
            },
        }
    ]
    block = g.pack.block_index.get(piece, NOBODY)
    is_own = block != NOBODY and g.pack.side_of[block] == me
    if is_own and 0 <= g.place[block] < g.pack.size:
        line = supply_line(g, block)
        if line:
            arrow: Arrow = {"through": [g.place_id(at) for at in line], "kind": "supply"}
            arrow["side"] = side
            found.append(
                {
                    "id": "line",
                    "label": narrator.say("scene.overlay_line", {"block": piece}),
                    "side": side,
                    "spaces": {g.place_id(at): _WITH_ROMMEL for at in line},
                    "lines": [arrow],
                }
            )
        if g.phase == TURN:
            found.append(_range(g, block, narrator))
    return found


def _range(g: State, block: int, narrator: Narrator) -> Overlay:
    """6.1, 6.3, 6.4.a Hexes within reach: 3 for certain, 2 with Rommel, 1 by Forced March."""
    side, name = g.pack.side_of[block], g.block_id(block)
    speed = g.speeds[block]
    bonus = g.pack.numbers.rommel_bonus if _may_be_led(g, block) else 0
    spaces: dict[str, int] = {}
    if not g.disrupted[block] and not g.moved[block]:
        for place, need in _ways(g, block):
            strong = 0
            if need <= speed:
                strong = _SURE
            elif need <= speed + bonus:
                strong = _WITH_ROMMEL
            elif need <= speed + bonus + 1:
                strong = _FORCED
            at = g.place_id(place)
            if strong > spaces.get(at, 0):
                spaces[at] = strong
    return {
        "id": "range",
        "label": narrator.say("scene.overlay_range", {"block": name}),
        "side": SIDES[side],
        "spaces": spaces,
        "auto": True,
    }


def _ways(g: State, block: int) -> list[tuple[int, int]]:
    """6.1 Hexes that can be reached, and at which speed; 4.5.a in a Pass only back."""
    side, start = g.pack.side_of[block], g.place[block]
    if g.active != side or g.option != PASS:
        return [(place, need) for place, _, need in speeds_needed(g, side, start)]
    source = source_of(g, block)
    rows = [*ways_back(g, side, start, source).items()]
    rows += [(to, row) for (to, _), row in ways_into(g, side, start, source).items()]
    return [] if g.raider[block] else [(to, needed(g, row)) for to, row in rows]


def _is_fixed(g: State) -> bool:
    """16.2 Whether the networks are those of the Buildup Check, whatever moves."""
    return g.phase == BUILDUP and g.step != BUILDUP_CHECK


def _may_be_led(g: State, block: int) -> bool:
    """6.3 Whether Rommel may yet lead a Move of this block, or leads it."""
    side = g.pack.side_of[block]
    if side != AXIS or not g.scenario.rommel_bonus:
        return False
    if g.active != side or g.rommel == NOBODY:
        return True
    return g.rommel != SPENT and block in members(g, g.rommel)


def supply_line(g: State, block: int) -> list[int]:
    """12.2 One of the block's lines, hex by hex to its Source; empty if it has none."""
    if not has_line(g, block):
        return []
    lines = lines_of(g, g.pack.side_of[block], source_of(g, block))
    here = g.place[block]
    ways: dict[int, tuple[int, ...]] = {here: (here,)}
    ahead = [here]
    while ahead:
        at = ahead.pop(0)
        if at == lines.source:
            return list(ways[at])
        for steps in _next(g, lines, at, is_start=at == here):
            if steps[-1] not in ways:
                ways[steps[-1]] = (*ways[at], *steps)
                ahead.append(steps[-1])
    return []


def _next(g: State, lines: Lines, at: int, *, is_start: bool) -> list[tuple[int, ...]]:
    """12.3, 12.4 Where a line goes on from here: along the highway, or to the next link."""
    found: list[tuple[int, ...]] = []
    if lines.highway[at]:
        found = [
            (there,)
            for there, edge in g.pack.highway[at]
            if lines.highway[there] and not lines.ground.blocked[edge]
        ]
    if is_start or lines.link[at]:
        found += [(*leg.between, leg.end) for leg in g.pack.legs[at] if lines.leads(leg)]
    return found
