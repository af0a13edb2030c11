"""Setting the table for a test: only the blocks that matter, any moment of play, dice scripted.

`go(m, "group 64", "engage x_pavia 64 66 65", (5, 6, 1, 1))`: words are an answer, a tuple is a roll
of dice or a draw of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khamsin.games.rommel import Rommel
from khamsin.games.rommel.model.pieces import KNOWN, NOBODY, SIDES, UNUSED
from khamsin.games.rommel.model.state import CHECK, State
from khamsin.games.rommel.rules.blocks import put
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import changed
from tests.games import stage
from tests.games.stage import Step, asked, offers, staged, told

GAME = Rommel()
PACK = GAME.data
WORN = {"x_21_5": 6, "x_15_8": 6, "x_88a": 4, "x_88b": 4, "x_90_155": 4, "x_90_361": 4, "x_288": 4}
"""Blocks that tests set up a step below their full CV, so that scripted dice can be counted."""


def at(name: str) -> int:
    """The number of a hex or of a waiting place."""
    return PACK.place_index[name]


def number(block: str) -> int:
    """The number of a block."""
    return PACK.block_index[block]


def table(
    blocks: Mapping[str, str],
    *,
    active: str = "axis",
    real: int = 3,
    dummy: int = 0,
    enemy_hand: tuple[int, int] = (0, 0),
    disrupted: Sequence[str] = (),
    cv: Mapping[str, int] | None = None,
    scenario: str = "1941",
    options: tuple[str, ...] = (),
    battles: Mapping[str, str] | None = None,
    crossed: Mapping[tuple[str, str], str] | None = None,
    holder: Mapping[str, str] | None = None,
    step: str = CHECK,
    **fields: object,
) -> State:
    """A table with just these blocks (block id to hex), at the start of a turn of `active`.

    They have their full CV, except those of `WORN` and what `cv` says.
    `battles` gives the original Defender of hexes with both sides, `crossed` the side that last
    Engaged across a hexside, `holder` the owner of Fortresses. The Active Player holds `real` and
    `dummy` cards. Disrupted blocks have been so for long enough to recover.
    """
    g = GAME.rules.start(Setup(scenario, options))
    g.place = [UNUSED] * len(g.place)
    g.phase = "turn"
    g.step = step
    g.turn = 10
    g.active = SIDES.index(active)
    g.last_turn = [8, 8]
    g.last_turn[1 - g.active] = 9
    for name, place in blocks.items():
        block = number(name)
        g.cv = changed(g.cv, block, WORN.get(name, PACK.full_cv[block]))
        g.seen = changed(g.seen, block, g.cv[block])
        g.kin = changed(g.kin, block, KNOWN + block)
        put(g, block, at(place))
    for name, value in (cv or {}).items():
        g.cv = changed(g.cv, number(name), value)
    for name in disrupted:
        g.disrupted = changed(g.disrupted, number(name), 1)
    for place, side in (battles or {}).items():
        g.defender = changed(g.defender, at(place), SIDES.index(side))
        for side_number in (0, 1):
            for block in g.here[side_number][at(place)]:
                g.up = changed(g.up, block, int(not g.disrupted[block]))
    for (a, b), side in (crossed or {}).items():
        g.crossed = changed(g.crossed, PACK.board.edge(at(a), at(b)), SIDES.index(side))
    for fortress, side in (holder or {}).items():
        index = next(i for i, each in enumerate(PACK.fortresses) if each.id == fortress)
        g.holder = changed(g.holder, index, SIDES.index(side))
    g.fought_over = tuple(g.holder)
    g.hand[g.active] = [real, dummy]
    g.hand[1 - g.active] = list(enemy_hand)
    for kind in (0, 1):
        g.deck[kind] -= g.hand[0][kind] + g.hand[1][kind]
    for name, field in fields.items():
        assert name in State.fields, name
        is_row = isinstance(getattr(g, name), tuple)
        setattr(g, name, tuple(field) if is_row and isinstance(field, list) else field)
    g.cache = {}
    return g


def scene(g: State) -> Match[State]:
    """A match that goes on from this table; its dice wait until `go` rolls them."""
    return staged(GAME, g, Setup(g.scenario.id, g.options))


def go(m: Match[State], *steps: Step) -> Match[State]:
    """Play on; that nobody can make a Forced March is answered without a word."""
    for step in steps:
        stage.go(m, step)
        while asked(m).endswith(" march") and offers(m) == ["done"]:
            stage.go(m, "done")
    return m


def play(g: State, *steps: Step) -> Match[State]:
    """A match from this table, played on."""
    return go(scene(g), *steps)


def goals(m: Match[State], block: str, *verbs: str) -> list[str]:
    """Where a block may go now, with the hex it Engages from: "66", "65/64"."""
    found: list[str] = []
    for option in m.legal():
        if option[0] in (verbs or ("move", "engage")) and option[1] == block:
            found.append("/".join(option[3:]))
    return sorted(set(found))


def where(m: Match[State], block: str) -> str:
    """Where a block is: a hex, or eliminated, due, refit, exited."""
    from khamsin.games.rommel.model.pieces import OFF

    place = m.state.place[number(block)]
    return m.state.place_id(place) if place >= 0 else OFF[place]


def cv(m: Match[State], block: str) -> int:
    """The CV of a block."""
    return m.state.cv[number(block)]


def lies(m: Match[State], block: str) -> bool:
    """Whether a block is Disrupted."""
    return bool(m.state.disrupted[number(block)])


def defender(m: Match[State], place: str) -> str:
    """The original Defender of a battle, or nobody."""
    side = m.state.defender[at(place)]
    return "nobody" if side == NOBODY else SIDES[side]


def names(m: Match[State], side: str, place: str) -> list[str]:
    """The blocks of a side in a hex."""
    return [m.state.block_id(b) for b in m.state.here[SIDES.index(side)][at(place)]]


__all__ = ["GAME", "PACK", "Step", "asked", "go", "offers", "told"]


def edge(a: str, b: str) -> int:
    """The hexside between two hexes."""
    return PACK.board.edge(at(a), at(b))
