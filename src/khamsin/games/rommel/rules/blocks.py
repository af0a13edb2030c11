"""1.2, 2.3, 7.3 Putting, taking, turning and hiding blocks; who is in a hex, who controls it."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import DEAD, KNOWN, NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.kernel.map.placement import relocate


def put(g: State, block: int, place: int) -> None:
    """1.3 Move a block, or take it from the map if the place is none; stacks have no limit."""
    side = g.pack.side_of[block]
    relocate(g.place, g.here[side], block, place)
    if place >= 0 and not g.up[block]:
        mix(g, side, place)
    g.cache = {}


def mix(g: State, side: int, place: int) -> None:
    """Blocks that stand hidden together cannot be told apart by the enemy from now on."""
    kin, least, worn = g.kin, g.least, g.worn
    blocks = [block for block in g.here[side][place] if not g.up[block]]
    if len(blocks) < 2:
        return
    slow = min([least[block] for block in blocks])
    for block in blocks:
        least[block] = slow
    together = {kin[block] for block in blocks}
    if len(together) == 1:
        return
    first = min(together)
    for block, other in enumerate(kin):
        if other in together and other != first:
            worn[first] += worn[other]
            worn[other] = 0
            kin[block] = first


def eliminate(g: State, block: int, rule: str) -> None:
    """2.3.b Out of the game for good; eliminated blocks lie face up beside the map (R55).

    Also intro.h.
    """
    at = g.place[block]
    put(g, block, DEAD)
    lost = g.worn[g.kin[block]] // g.kin.count(g.kin[block])  # its share, if he fell at one blow
    identify(g, block, g.seen[block] if g.cv[block] <= 0 else lost)
    forget(g, block)
    g.cv[block] = g.seen[block] = 0
    g.tell(
        "eliminated", rule, reveals=True, block=g.block_id(block), place=_name(g, at),
        side=SIDES[g.pack.side_of[block]],
    )  # fmt: skip


def _name(g: State, place: int) -> str:
    return g.place_id(place) if place >= 0 else "off"


def forget(g: State, block: int) -> None:
    """A block that leaves the map has no markers."""
    g.disrupted[block] = g.unsupplied[block] = g.raider[block] = 0
    g.moved[block] = g.fired[block] = g.up[block] = g.least[block] = 0
    g.bound[block] = NOBODY
    g.walk[block] = None
    g.near[block] = ()
    g.leavers = [leaver for leaver in g.leavers if leaver[0] != block]
    g.marches = [march for march in g.marches if march[0] != block]


def identify(g: State, block: int, lost: int) -> None:
    """The enemy sees the label, and how much of the CV lost unseen this block had lost."""
    kin = g.kin[block]
    if not g.up[block]:
        g.worn[kin] -= lost
    g.kin[block] = KNOWN + block
    g.worn[KNOWN + block] = 0
    if kin not in g.kin:
        g.worn[kin] = 0


def wear(g: State, block: int, cv: int) -> None:
    """The enemy sees that this block, or one it stands with, loses so much.

    That an elite block loses 2 CV at a step he cannot tell.
    """
    if not g.up[block]:
        g.worn[g.kin[block]] += cv


def disrupt(g: State, block: int) -> None:
    """11.0.a, 11.0.b Lay the block face down; its label and CV are hidden."""
    g.disrupted[block] = g.turn
    hide(g, block)
    g.cache = {}


def reveal(g: State, block: int, rule: str) -> None:
    """7.3, 8.5, R49 Turn the block face up."""
    if not g.up[block]:
        identify(g, block, g.seen[block] - g.cv[block])
        g.up[block] = 1
        g.seen[block] = g.cv[block]
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
        g.up[block] = 0
        g.seen[block] = g.cv[block]


def fresh_shots(g: State) -> None:
    """Everybody may fire again."""
    g.fired = [0] * len(g.fired)
    g.volleys = []


def lose_step(g: State, block: int, rule: str) -> bool:
    """2.3, 2.4 One step less, 2 CV for an elite block; whether it lives on."""
    g.cv[block] -= g.pack.step_of[block]
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
        disrupted = g.disrupted
        flags = [0] * g.pack.size
        for place, blocks in enumerate(g.here[side][: g.pack.size]):
            if blocks:
                flags[place] = 1
                for block in blocks:
                    if not disrupted[block]:
                        flags[place] = 2
                        break
        g.cache[key] = flags
    return flags


def end_battle(g: State, place: int) -> None:
    """8.0, 8.3, A4 One side has left: the hexsides are nobody's, survivors are hidden again."""
    g.defender[place] = NOBODY
    pack = g.pack
    for there in pack.board.neighbours[place]:
        if g.defender[there] == NOBODY:
            g.crossed[pack.board.edge(place, there)] = NOBODY
    for side in (0, 1):
        for block in g.here[side][place]:
            g.raider[block] = 0
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
