"""The referee's own books: where every block stands, its state, and what was done with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.referee.rommel.board import ALLIED, AXIS, SIDES, Board, Edge, board, edge, other

DUE, UNPLACED, WAITING, REFIT, EXITED, LOST, OUT, MALTA = (
    "due", "unplaced", "waiting", "refit", "exited", "lost", "out", "malta",
)  # fmt: skip
"""Where a block is that is not on the map."""

Place = int | str


class Books:
    """The position and everything that accrues over a month, a turn or a phase."""

    def __init__(self, scenario: str, options: Iterable[str]) -> None:
        self.board: Board = board()
        self.scenario: dict[str, Any] = self.board.scenario[scenario]
        self.options = frozenset(options)
        blocks = self.board.blocks
        self.order = {name: at for at, name in enumerate(blocks)}
        self.place: dict[str, Place] = dict.fromkeys(blocks, OUT)
        self.cv = {name: block.steps[0] for name, block in blocks.items()}
        self.due: dict[str, int] = {}
        """Months of arrival (16.4)."""
        self.at: dict[str, dict[int, list[str]]] = {side: {} for side in SIDES}
        """The blocks of a side in each hex that holds any."""
        self.disrupted: dict[str, int] = {}
        """Disrupted blocks and the turn in which it happened last (11.0, 11.2)."""
        self.unsupplied: set[str] = set()
        """Marked at the last Initial Check of their side and not unmarked since (12.7)."""
        self.bound: dict[str, int] = {}
        """Fortress or Oasis that supplies a block (13.3, 15.1)."""
        self.raider: dict[str, Edge] = {}
        """Raiders and the hexside by which they came (12.5.b)."""
        self.moved: set[str] = set()
        self.defender: dict[int, str] = {}
        """Battles and their original Defenders (8.3)."""
        self.crossed: dict[Edge, str] = {}
        """Who last Engaged across a hexside (8.1)."""
        self.holder = dict.fromkeys(self.board.fortresses, ALLIED)
        for name in self.scenario["axis_fortresses"]:
            self.holder[self.board.fortress_id[name]] = AXIS
        self.held_before = dict(self.holder)
        """Who held the Fortresses when the Month began (13.4)."""
        self.mines: dict[str, set[int]] = {ALLIED: set(), AXIS: set()}
        self.shown_mines: set[int] = set(self.scenario.get("minefields", ()))
        self.lifted: set[int] = set()
        """Shown minefields that have been taken up; who knows of it is not followed (R59)."""
        self.month: int = self.scenario["start_month"]
        self.turn = 0
        self.active = self.scenario["first_player"]
        self.turns: list[tuple[int, str]] = []
        """All Player Turns so far: number and side."""
        self.hand = {side: {"real": 0, "dummy": 0} for side in SIDES}
        cards = self.board.tables["cards"]
        self.deck = {"real": cards["real"], "dummy": cards["dummy"]}
        self.spent = {"real": 0, "dummy": 0}
        self.nets: dict[str, frozenset[int]] = {}
        """The networks of this Buildup (16.2)."""
        self.spending: Any = None
        """What may be bought just now."""
        self.rp = dict.fromkeys(SIDES, 0)
        self.exited = dict.fromkeys(SIDES, 0)
        self.malta_called = False
        self.result: tuple[str | None, str, str] | None = None

    # -- blocks --------------------------------------------------------------------------------

    def speed(self, name: str) -> int:
        """Hexes a block moves without any bonus (6.1, opt.1)."""
        block = self.board.blocks[name]
        return 2 if block.itank and "itanks" in self.options else block.speed

    def side(self, name: str) -> str:
        """Whose block it is."""
        return self.board.blocks[name].side

    def put(self, name: str, place: Place) -> None:
        """Move a block without asking anything."""
        side, old = self.side(name), self.place[name]
        if isinstance(old, int):
            here = self.at[side][old]
            here.remove(name)
            if not here:
                del self.at[side][old]
        self.place[name] = place
        if isinstance(place, int):
            there = self.at[side].setdefault(place, [])
            there.append(name)
            there.sort(key=self.order.__getitem__)

    def all_at(self, side: str, at: int) -> list[str]:
        """All blocks of a side in a hex."""
        return list(self.at[side].get(at, ()))

    def firm(self, side: str, at: int) -> list[str]:
        """Those that are not Disrupted."""
        return [name for name in self.at[side].get(at, ()) if name not in self.disrupted]

    def limp(self, side: str, at: int) -> list[str]:
        """The Disrupted ones."""
        return [name for name in self.at[side].get(at, ()) if name in self.disrupted]

    def on_map(self, side: str) -> list[str]:
        """All blocks of a side on the map, in the order of the data pack."""
        found = [name for here in self.at[side].values() for name in here]
        return sorted(found, key=self.order.__getitem__)

    def lose_step(self, name: str) -> None:
        """A step fewer; below the last one the block is gone for good (2.3.b, 2.4)."""
        self.cv[name] -= self.board.blocks[name].step
        if self.cv[name] <= 0:
            self.remove(name)

    def remove(self, name: str) -> None:
        """A block is eliminated."""
        self.cv[name] = 0
        self.leave_map(name, LOST)

    def leave_map(self, name: str, place: Place) -> None:
        """A block goes off the map, and its marks with it."""
        self.put(name, place)
        self.disrupted.pop(name, None)
        self.unsupplied.discard(name)
        self.bound.pop(name, None)
        self.raider.pop(name, None)

    def disrupt(self, name: str) -> None:
        """A block is Disrupted now, or anew (11.0)."""
        self.disrupted[name] = self.turn

    def twin(self) -> Books:
        """The same position, to try something out on."""
        new = Books.__new__(Books)
        new.__dict__.update(self.__dict__)
        new.place = dict(self.place)
        new.at = {side: {at: list(b) for at, b in here.items()} for side, here in self.at.items()}
        new.disrupted = dict(self.disrupted)
        new.unsupplied = set(self.unsupplied)
        new.bound = dict(self.bound)
        new.raider = dict(self.raider)
        new.defender = dict(self.defender)
        new.crossed = dict(self.crossed)
        new.cv = dict(self.cv)
        return new

    def outline(self, side: str) -> object:
        """All that matters for the lines of a side while the enemy stands still."""
        blocks = frozenset(
            (at, name in self.disrupted, name in self.raider, self.bound.get(name))
            for at, here in self.at[side].items()
            for name in here
        )
        return blocks, frozenset(self.defender.items()), frozenset(self.crossed.items())

    # -- battles -------------------------------------------------------------------------------

    def engage(self, name: str, via: int, at: int) -> None:
        """A block enters a hex with enemies across a hexside (7.0, 8.1, 8.2, R13)."""
        side = self.side(name)
        foe = other(side)
        side_of = edge(via, at)
        was_battle = at in self.defender
        if not was_battle:
            self.defender[at] = foe
        raids = was_battle and name in self.unsupplied and not self.is_friendly(side_of, at, side)
        if raids:
            self.raider[name] = side_of
        else:
            self.crossed[side_of] = side
            for raider, by in list(self.raider.items()):
                if by == side_of and self.side(raider) == side:
                    del self.raider[raider]  # its entry is friendly now (R13)
        self.put(name, at)

    def is_friendly(self, side_of: Edge, at: int, side: str) -> bool:
        """Whether a hexside of a battle is friendly to a side (8.1, A4)."""
        last = self.crossed.get(side_of)
        return last == side if last else self.defender[at] == side

    def settle(self, at: int) -> bool:
        """End a battle that has only one side left; whether one ended (8.0, A4)."""
        if at not in self.defender:
            return False
        if self.at[ALLIED].get(at) and self.at[AXIS].get(at):
            return False
        del self.defender[at]
        for side in SIDES:
            for name in self.at[side].get(at, ()):
                self.raider.pop(name, None)
        for near in self.board.beside[at]:
            if near not in self.defender:
                self.crossed.pop(edge(at, near), None)
        return True

    def battles(self) -> list[int]:
        """Hexes where blocks of both sides fight."""
        return sorted(self.defender)

    def show_mines(self) -> None:
        """Minefields that were entered or are fought over are shown for good (14.2)."""
        for side, mines in self.mines.items():
            for at in mines:
                if at in self.at[other(side)] or at in self.defender:
                    self.shown_mines.add(at)

    def besieged(self, at: int) -> bool:
        """Whether enemies of its holder stand in or beside a Fortress (13.5, R33)."""
        foe = self.at[other(self.holder[at])]
        return at in foe or any(near in foe for near in self.board.beside[at])

    def halves(self, side: str) -> int:
        """The army in halves of a block: Germans count one and a half (17.2, R46)."""
        counting = self.board.tables["counting"]
        total = 0
        for name, place in self.place.items():
            if self.side(name) == side and (isinstance(place, int) or place in (WAITING, REFIT)):
                german = self.board.blocks[name].nation == "german"
                total += counting["german_halves"] if german else counting["other_halves"]
        return total
