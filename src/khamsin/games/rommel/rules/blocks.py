"""1.2, 2.3, 7.3 Putting, taking, turning and hiding blocks; who is in a hex, who controls it."""

from __future__ import annotations

from typing import Any

from khamsin.games.rommel.model.pieces import DEAD, KNOWN, NOBODY, SIDES
from khamsin.games.rommel.model.state import State, all_changed
from khamsin.kernel.map.placement import relocate
from khamsin.kernel.play.state import changed


def put(g: State, block: int, place: int) -> None:
    """1.3 Move a block, or take it from the map if the place is none; stacks have no limit."""
    side = g.pack.side_of[block]
    old = g.place[block]
    relocate(g.place, g.here[side], block, place)
    if place >= 0 and not g.up[block]:
        mix(g, side, place)
    if _makes_no_odds(g, block, old) and _makes_no_odds(g, block, place):
        g.cache = lines_kept(g)
    else:
        g.cache = {}


def _makes_no_odds(g: State, block: int, place: int) -> bool:
    """12.4.c Whether lines run alike with the block in a place and without: others link there."""
    if place < 0 or place >= g.pack.size:
        return True
    for other in g.here[g.pack.side_of[block]][place]:
        if other != block and not g.disrupted[other] and not g.raider[other]:
            return True
    return False


_OF_LINES = ("foes", "ground", "held", "holds", "lines")


def lines_kept(g: State) -> dict[Any, Any]:
    """What stays true as long as the same hexes are held and the same link."""
    return {key: found for key, found in g.cache.items() if key[0] in _OF_LINES}


def mix(g: State, side: int, place: int) -> None:
    """Blocks that stand hidden together cannot be told apart by the enemy from now on."""
    up, least, kin = g.up, g.least, g.kin
    blocks = [block for block in g.here[side][place] if not up[block]]
    if len(blocks) < 2:
        return
    speeds = {least[block] for block in blocks}
    if len(speeds) > 1:
        g.least = all_changed(least, blocks, min(speeds))
    together = {kin[block] for block in blocks}
    if len(together) == 1:
        return
    first = min(together)
    worn = list(g.worn)
    for other in together - {first}:
        worn[first] += worn[other]
        worn[other] = 0
    g.worn = tuple(worn)
    g.kin = tuple([first if each in together else each for each in kin])


def eliminate(g: State, block: int, rule: str) -> None:
    """2.3.b Out of the game for good; eliminated blocks lie face up beside the map (R55).

    Also intro.h.
    """
    at = g.place[block]
    put(g, block, DEAD)
    lost = g.worn[g.kin[block]] // g.kin.count(g.kin[block])  # its share, if he fell at one blow
    identify(g, block, g.seen[block] if g.cv[block] <= 0 else lost)
    forget(g, block)
    g.cv, g.seen = changed(g.cv, block, 0), changed(g.seen, block, 0)
    g.tell(
        "eliminated", rule, reveals=True, block=g.block_id(block), place=_name(g, at),
        side=SIDES[g.pack.side_of[block]],
    )  # fmt: skip


def _name(g: State, place: int) -> str:
    return g.place_id(place) if place >= 0 else "off"


def forget(g: State, block: int) -> None:
    """A block that leaves the map has no markers."""
    g.disrupted = changed(g.disrupted, block, 0)
    g.unsupplied = changed(g.unsupplied, block, 0)
    g.raider = changed(g.raider, block, 0)
    g.moved = changed(g.moved, block, 0)
    g.fired = changed(g.fired, block, 0)
    g.up = changed(g.up, block, 0)
    g.least = changed(g.least, block, 0)
    g.bound = changed(g.bound, block, NOBODY)
    g.walk = changed(g.walk, block, None)
    g.near = changed(g.near, block, ())
    g.leavers = [leaver for leaver in g.leavers if leaver[0] != block]
    g.marches = [march for march in g.marches if march[0] != block]


def identify(g: State, block: int, lost: int) -> None:
    """The enemy sees the label, and how much of the CV lost unseen this block had lost."""
    kin = g.kin[block]
    if not g.up[block]:
        g.worn = changed(g.worn, kin, g.worn[kin] - lost)
    g.kin = changed(g.kin, block, KNOWN + block)
    g.worn = changed(g.worn, KNOWN + block, 0)
    if kin not in g.kin:
        g.worn = changed(g.worn, kin, 0)


def wear(g: State, block: int, cv: int) -> None:
    """The enemy sees that this block, or one it stands with, loses so much.

    That an elite block loses 2 CV at a step he cannot tell.
    """
    if not g.up[block]:
        g.worn = changed(g.worn, g.kin[block], g.worn[g.kin[block]] + cv)


def disrupt(g: State, block: int) -> None:
    """11.0.a, 11.0.b Lay the block face down; its label and CV are hidden."""
    g.disrupted = changed(g.disrupted, block, g.turn)
    hide(g, block)
    g.cache = {}


def reveal(g: State, block: int, rule: str) -> None:
    """7.3, 8.5, R49 Turn the block face up."""
    if not g.up[block]:
        identify(g, block, g.seen[block] - g.cv[block])
        g.up = changed(g.up, block, 1)
        g.seen = changed(g.seen, block, g.cv[block])
        g.tell(
            "revealed", rule, reveals=True, side=SIDES[g.pack.side_of[block]],
            block=g.block_id(block), cv=g.cv[block], place=g.place_id(g.place[block]),
        )  # fmt: skip


def hide(g: State, block: int) -> None:
    """7.2.b, 7.3 Stand the block up again."""
    if g.up[block]:
        conceal(g, block)
        if g.place[block] >= 0:
            mix(g, g.pack.side_of[block], g.place[block])


def conceal(g: State, block: int) -> None:
    """7.2.b The block is no longer seen; what it was, the enemy remembers."""
    if g.up[block]:
        g.up = changed(g.up, block, 0)
        g.seen = changed(g.seen, block, g.cv[block])


def fresh_shots(g: State) -> None:
    """Everybody may fire again."""
    g.fired = (0,) * len(g.fired)
    g.volleys = []


def lose_step(g: State, block: int, rule: str) -> bool:
    """2.3, 2.4 One step less, 2 CV for an elite block; whether it lives on."""
    g.cv = changed(g.cv, block, g.cv[block] - g.pack.step_of[block])
    if g.cv[block] > 0:
        return True
    eliminate(g, block, rule)
    return False


# -- who is there ------------------------------------------------------------------------------


def firm(g: State, side: int, place: int) -> list[int]:
    """The blocks of a side in a place that are not Disrupted."""
    disrupted = g.disrupted
    return [block for block in g.here[side][place] if not disrupted[block]]


def limp(g: State, side: int, place: int) -> list[int]:
    """11.1 Its Disrupted blocks there."""
    disrupted = g.disrupted
    return [block for block in g.here[side][place] if disrupted[block]]


def holds(g: State, side: int) -> list[int]:
    """1.2.a By hex: 0 no block of the side, 1 Disrupted ones only, 2 at least one that is not."""
    key = ("holds", side)
    flags: list[int] | None = g.cache.get(key)
    if flags is None:
        place_of, disrupted, size = g.place, g.disrupted, g.pack.size
        flags = [0] * size
        for block in g.pack.blocks_of[side]:
            place = place_of[block]
            if 0 <= place < size:
                if not disrupted[block]:
                    flags[place] = 2
                elif not flags[place]:
                    flags[place] = 1
        g.cache[key] = flags
    return flags


def held(g: State, side: int) -> list[int]:
    """1.2.a The hexes where a side has blocks, in order."""
    key = ("held", side)
    places: list[int] | None = g.cache.get(key)
    if places is None:
        places = g.cache[key] = [place for place, flag in enumerate(holds(g, side)) if flag]
    return places


def foes(g: State, side: int) -> int:
    """1.2.a The hexes where a side has blocks, as bits."""
    key = ("foes", side)
    hexes: int | None = g.cache.get(key)
    if hexes is None:
        place_of, size = g.place, g.pack.size
        hexes = 0
        for place in {place_of[block] for block in g.pack.blocks_of[side]}:
            if 0 <= place < size:
                hexes |= 1 << place
        g.cache[key] = hexes
    return hexes


def end_battle(g: State, place: int) -> None:
    """8.0, 8.3, A4 One side has left: the hexsides are nobody's, survivors are hidden again."""
    g.defender = changed(g.defender, place, NOBODY)
    pack = g.pack
    calm = [there for there in pack.board.neighbours[place] if g.defender[there] == NOBODY]
    g.crossed = all_changed(g.crossed, [pack.board.edge(place, each) for each in calm], NOBODY)
    for side in (0, 1):
        g.raider = all_changed(g.raider, g.here[side][place], 0)
        for block in g.here[side][place]:
            hide(g, block)
    g.cache = {}
    for waiting in (g.battles, g.unfought, g.refusing):
        if place in waiting and g.fighting != place:
            waiting.remove(place)
    if place in g.probed:
        g.probed.remove(place)  # 10.4.c bars that battle; another one in the hex is new (8.6.b)
    g.tell("battle_over", "8.0", place=g.place_id(place))


def settle(g: State, place: int) -> None:
    """8.0 Blocks have come, gone or fallen: end the battle, or note who must Rout.

    Also 11.11.a, 11.3.a.
    """
    allied, axis = holds(g, 0)[place], holds(g, 1)[place]
    if allied == 2 and axis == 2:
        return
    if allied + axis == 3:
        loser = (place, 0 if allied == 1 else 1)
        if loser not in g.routs:
            g.routs.append(loser)
        return
    if g.defender[place] != NOBODY:
        end_battle(g, place)
