"""Skirmish: a toy on hexes with everything the client can show, for its tests.

Two sides with hidden blocks and hidden cards. Nothing in it is a good game.
"""

from __future__ import annotations

from typing import ClassVar

from khamsin.kernel.game import Setup
from khamsin.kernel.map.hexes import HexBoard, HexGrid
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed
from khamsin.kernel.play.state import Ending, Result, State

SIDES = ("allied", "axis")
GRID = HexGrid("flat", "CCRR", shifted="even")
COLUMNS, ROWS = 15, 9
SEA = tuple(
    f"{c:02}{r:02}"
    for c in range(1, COLUMNS + 1)
    for r in range(1, ROWS + 1)
    if r < (3 if c < 7 else 2 if c < 12 else 4)
)
BOARD = HexBoard(GRID, [f"{c:02}{r:02}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)])
LAND = tuple(name for name in BOARD.names if name not in SEA)
BLOCKS = ("A1", "A2", "A3", "X1", "X2", "X3")
START = ("0405", "0405", "0604", "0704", "0806", "0905")
CARDS = (("ace", "two"), ("blank", "two", "ace"))
FULL = 4
TURNS = 3
HIT = 5
ENDINGS = (Ending(None, "1.1", "over"),)


def side_of(block: int) -> int:
    return 0 if block < 3 else 1


class Field(State):
    """Where the blocks stand, how strong they are, and what is in the hands."""

    __slots__ = (
        "at",
        "dice",
        "fight",
        "hands",
        "moved",
        "mover",
        "phase",
        "seen",
        "strength",
        "turn",
    )
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.mover = 0
        self.phase = "cards"
        self.at = list(START)
        self.strength = [FULL - n % 3 for n in range(len(BLOCKS))]
        self.seen = [False] * len(BLOCKS)
        self.moved: list[int] = []
        self.hands = [list(hand) for hand in CARDS]
        self.fight = ""
        self.dice: list[int] = []

    def copy(self) -> Field:
        new = Field()
        new.result, new.happened = self.result, []
        new.turn, new.mover, new.phase, new.fight = self.turn, self.mover, self.phase, self.fight
        new.at, new.strength, new.seen = self.at[:], self.strength[:], self.seen[:]
        new.moved, new.dice = self.moved[:], self.dice[:]
        new.hands = [hand[:] for hand in self.hands]
        return new


def start(setup: Setup) -> Field:
    del setup
    return Field()


def blocks_at(g: Field, hex_: str) -> list[int]:
    return [n for n, at in enumerate(g.at) if at == hex_]


def goals(g: Field, block: int) -> list[str]:
    """1.2 Land next door without an enemy."""
    here = BOARD.neighbours[BOARD.at(g.at[block])]
    names = [BOARD.names[space] for space in here]
    mine = side_of(block)
    return [
        name
        for name in names
        if name in LAND and all(side_of(other) == mine for other in blocks_at(g, name))
    ]


def targets(g: Field) -> list[str]:
    """1.3 Enemy hexes next to an own block."""
    enemy = {g.at[n] for n in range(len(BLOCKS)) if side_of(n) != g.mover}
    own = [g.at[n] for n in range(len(BLOCKS)) if side_of(n) == g.mover]
    return sorted(
        name for name in enemy if any(BOARD.adjacent(BOARD.at(name), BOARD.at(at)) for at in own)
    )


def options(g: Field) -> list[Option]:
    found: list[Option] = []
    for n, block in enumerate(BLOCKS):
        if side_of(n) == g.mover and n not in g.moved:
            found += [("move", block, name) for name in goals(g, n)]
    if not g.fight:
        found += [("attack", name) for name in targets(g)]
    return [*found, ("done",)]


async def play(g: Field) -> None:
    while g.turn < TURNS:
        await MARK
        side = SIDES[g.mover]
        if g.phase == "cards":
            hand = g.hands[g.mover]
            cards: list[Option] = [("play", card) for card in dict.fromkeys(hand)]
            answer = await Choose(side, "play", listed([*cards, ("hold",)]), "1.1", only=(side,))
            if answer[0] == "play":
                hand.remove(answer[1])
                g.tell("played", "1.1", (side,), side=side, card=answer[1])
            g.phase = "move"
        elif g.phase == "move":
            await one_move(g, side)
        else:
            g.dice = list(await Roll(1, "arrivals", "1.4"))
            g.tell("arrived", "1.4", die=g.dice[0])
            g.phase, g.moved, g.fight, g.seen = "cards", [], "", [False] * len(BLOCKS)
            g.mover = 1 - g.mover
            if g.mover == 0:
                g.turn += 1
                g.tell("turn", "1.1", turn=g.turn)
    g.result = Result(None, "1.1", "over", {})


async def one_move(g: Field, side: str) -> None:
    answer = await Choose(side, "move", lambda: options(g), "1.2")
    if answer[0] == "done":
        g.phase = "arrivals"
    elif answer[0] == "move":
        block = BLOCKS.index(answer[1])
        g.at[block] = answer[2]
        g.moved.append(block)
        g.tell("moved", "1.2", hex=answer[2])
    else:
        g.fight = answer[1]
        g.tell("battle", "1.3", reveals=True, hex=g.fight)
        for block in blocks_at(g, g.fight):
            g.seen[block] = True
        g.dice = list(await Roll(2, "battle", "1.3"))
        hits = sum(die >= HIT for die in g.dice)
        g.tell("fought", "1.3", hits=hits, hex=g.fight)
