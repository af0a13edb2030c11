"""Positions of Rommel in the Desert: from a table in a file to a state, and what can be counted."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import DUE, KNOWN, REFIT, SIDES, UNUSED
from khamsin.games.rommel.model.state import (
    CHALLENGE,
    CHECK,
    DEPLOY,
    INITIATIVE,
    TURN,
    State,
)
from khamsin.games.rommel.rules.blocks import put
from khamsin.games.rommel.rules.buildup import begin_month
from khamsin.games.rommel.rules.supply.lines import is_supplied
from khamsin.games.rommel.rules.victory import is_besieged
from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.pack.data import Table
from khamsin.kernel.play.state import changed

_MONTH = "month"
_TURN = 10  # late enough that what lies Disrupted may recover


def stage(game: Game[State], setup: Setup, table: Table) -> State:
    """Before deployment, a Player Turn, a challenge or a new month.

    Of the blocks of the set-up only those of the table are in play, and both sides have seen them
    but for those it names as `unseen`; others come when they are due.
    """
    g = game.rules.start(setup)
    step = table.choice("step", (DEPLOY, CHECK, CHALLENGE, _MONTH), default=CHECK)
    if step == DEPLOY:
        return g
    g.step = step
    g.phase = TURN if g.step == CHECK else INITIATIVE
    g.month = table.integer("month", g.scenario.start_month, g.scenario.end_month)
    g.active = SIDES.index(table.choice("active", SIDES))
    g.turn = _TURN
    g.last_turn = [_TURN - 2, _TURN - 2]
    g.last_turn[1 - g.active] = _TURN - 1
    g.passed = table.integer("passed", 0, 1, default=0)
    _place(g, table)
    if table.has("holder"):
        holders = table.table("holder")
        for number, fortress in enumerate(g.pack.fortresses):
            owner = holders.choice(fortress.id, SIDES, default=SIDES[g.holder[number]])
            g.holder = changed(g.holder, number, SIDES.index(owner))
    g.fought_over = tuple(g.holder)
    for side, name in enumerate(SIDES):
        real, dummy = table.integers(f"{name}_hand", default=(0, 0))
        g.hand[side] = [real, dummy]
        g.deck[0] -= real
        g.deck[1] -= dummy
    g.rp = list(table.integers("rp", default=(0, 0)))
    g.cache = {}
    if step == _MONTH:
        begin_month(g)
    return g


def _place(g: State, table: Table) -> None:
    pack = g.pack
    g.place = [place if place == DUE else UNUSED for place in g.place]
    blocks = table.table("blocks")
    unseen = table.texts("unseen", default=())
    for place_id in blocks:
        for name in blocks.texts(place_id):
            block = _block(g, name)
            full = pack.full_cv[block]
            g.cv, g.seen = changed(g.cv, block, full), changed(g.seen, block, full)
            if name not in unseen:
                g.kin = changed(g.kin, block, KNOWN + block)
            put(g, block, _hex(g, place_id))
    if table.has("cv"):
        values = table.table("cv")
        for name in values:
            block, cv = _block(g, name), values.integer(name, 1)
            g.cv, g.seen = changed(g.cv, block, cv), changed(g.seen, block, cv)
    for name in table.texts("disrupted", default=()):
        g.disrupted = changed(g.disrupted, _block(g, name), 1)
    _fight(g, table)


def _fight(g: State, table: Table) -> None:
    """`battles` gives the original Defender of a hex, `crossed` who Engaged: "64 65 axis"."""
    if table.has("battles"):
        battles = table.table("battles")
        for place_id in battles:
            place = _hex(g, place_id)
            g.defender = changed(g.defender, place, SIDES.index(battles.choice(place_id, SIDES)))
            for side in (0, 1):
                for block in g.here[side][place]:
                    g.up = changed(g.up, block, int(not g.disrupted[block]))
                    g.kin = changed(g.kin, block, KNOWN + block)
    for text in table.texts("crossed", default=()):
        start, goal, name = text.split()
        edge = g.pack.board.edge(_hex(g, start), _hex(g, goal))
        g.crossed = changed(g.crossed, edge, SIDES.index(name))


def _block(g: State, name: str) -> int:
    if name not in g.pack.block_index:
        raise DataError(f"there is no block {name}")
    return g.pack.block_index[name]


def _hex(g: State, name: str) -> int:
    if name not in g.pack.place_index:
        raise DataError(f"there is no hex {name}")
    return g.pack.place_index[name]


def measure(g: State, side: str, words: tuple[str, ...]) -> int:
    """What a condition may ask for; a hex is its printed number, as in `own 37`.

    `own` and `enemy` HEX: blocks there. `at BLOCK HEX`, `refit BLOCK`, `won`: 1 if it is so.
    `cv BLOCK`. `cut` and `enemy_cut`: blocks without a supply line now; `cut_if HEX`: own ones, if
    the enemy stood there as well. `disrupted`: own blocks that lie so. `besieged HEX`: 1 if the
    Fortress there is, whoever holds it.
    """
    own = SIDES.index(side)
    match words:
        case ("own" | "enemy" as whose, place):
            return len(g.here[own if whose == "own" else 1 - own][_hex(g, place)])
        case ("at", name, place):
            return int(g.place[_block(g, name)] == _hex(g, place))
        case ("refit", name):
            return int(g.place[_block(g, name)] == REFIT)
        case ("cv", name):
            return g.cv[_block(g, name)]
        case ("disrupted",):
            return sum(bool(g.disrupted[block]) for block in _army(g, own))
        case ("cut",):
            return _cut(g, own)
        case ("enemy_cut",):
            return _cut(g, 1 - own)
        case ("cut_if", place):
            return _cut(_raided(g, own, _hex(g, place)), own)
        case ("besieged", place):
            fortress = _hex(g, place)
            return int(is_besieged(g, fortress, g.holder[g.pack.fortress_at[fortress]]))
        case ("won",):
            return int(g.result is not None and g.result.winner == side)
    raise DataError(f"nothing is called {' '.join(words)!r}")


def _army(g: State, side: int) -> list[int]:
    return [
        block
        for block, place in enumerate(g.place)
        if 0 <= place < g.pack.size and g.pack.side_of[block] == side
    ]


def _cut(g: State, side: int) -> int:
    """12.7 Blocks that would be found Unsupplied now."""
    return sum(not is_supplied(g, block) for block in _army(g, side))


def _raided(g: State, side: int, place: int) -> State:
    """12.2.d The same table with an enemy block in this hex; if it is empty now."""
    raided = g.copy()
    raided.cache = {}
    spare = [
        block for block, where in enumerate(g.place) if where < 0 and g.pack.side_of[block] != side
    ]
    if spare and not g.here[side][place]:
        put(raided, spare[0], place)
    return raided
