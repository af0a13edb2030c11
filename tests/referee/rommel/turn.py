"""A Player Turn (3.4, 4.0, 5.0-10.4)."""

from __future__ import annotations

from collections.abc import Generator

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Answer, Ask, Dice, Play, ask
from tests.referee.rommel.board import AXIS, other
from tests.referee.rommel.books import EXITED, Books
from tests.referee.rommel.checks import final_check, initial_check
from tests.referee.rommel.fighting import Round
from tests.referee.rommel.flight import can_refuse, refuse, rout, rout_unshielded
from tests.referee.rommel.leaving import Leaving, check_sudden
from tests.referee.rommel.moving import Move, Phase
from tests.referee.rommel.passing import PassPhase
from tests.referee.rommel.reach import Reach


class Turn(Leaving):
    """One Player Turn of the Active side."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.side = books.active
        self.foe = other(self.side)
        self.real = self.dummy = 0
        self.option = ""
        self.rommel_free = self.side == AXIS and books.scenario.get("rommel_bonus", True)
        self.barred: set[int] = set()
        """Battles left by a partial Retreat: no combat is begun there (10.4.c)."""
        self.unfought: set[int] = set()
        """New battles that have not had their first Combat phase (8.6.b)."""

    def play(self) -> Play:
        """The whole turn; whether it was a Pass."""
        books = self.books
        books.turn += 1
        books.moved.clear()
        yield from initial_check(books, self.side)
        check_sudden(books)
        yield from self.cards()
        moves = {0: 1, 1: 1, 2: 2, 3: 1}[self.real]
        yield from self.movement(moves, second=False)
        if self.real:
            yield from self.combat(second=False)
        if self.real == 3:
            yield from self.movement(1, second=True)
            yield from self.combat(second=True)
        yield from final_check(books, self.side)
        check_sudden(books)
        books.spent["real"] += self.real
        books.spent["dummy"] += self.dummy
        books.turns.append((books.turn, self.side))
        self.capture()
        check_sudden(books)
        return self.real == 0

    def cards(self) -> Play:
        """Cards are laid face down (3.42, 4.0)."""
        hand = self.books.hand[self.side]
        if not hand["real"] and not hand["dummy"]:
            return
        options: list[Option] = [
            ("play", str(real + dummy), str(real))
            for real in range(min(3, hand["real"]) + 1)
            for dummy in range(hand["dummy"] + 1)
        ]
        words = yield from ask(self.side, "cards", options, "4.0")
        self.real = int(words[2])
        self.dummy = int(words[1]) - self.real
        hand["real"] -= self.real
        hand["dummy"] -= self.dummy

    def capture(self) -> None:
        """Fortresses change hands at the end of a turn (13.4)."""
        books = self.books
        for at, holder in books.holder.items():
            foe = other(holder)
            if at not in books.at[holder] and books.firm(foe, at):
                books.holder[at] = foe

    # -- movement ------------------------------------------------------------------------------

    def movement(self, moves: int, *, second: bool) -> Play:
        """A Movement phase (3.43)."""
        books = self.books
        phase: Phase
        if self.real:
            phase = Phase(books, self.side, moves, withdrawal=False)
        else:
            phase = PassPhase(books, self.side)
        phase.rommel_free = self.rommel_free
        self.fired: set[str] = set()
        yield from self.moves(phase)
        if phase.rommel >= 0:
            self.rommel_free = False
        if self.real == 2:
            self.option = "offensive" if len(phase.moves) == 2 else "assault"
        for at in phase.overruns():
            yield from self.overrun(at)
        yield from self.retreats(phase)
        yield from self.forced_marches(phase)
        for name, side_of in list(books.raider.items()):
            where = books.place[name]
            if isinstance(where, int) and books.is_friendly(side_of, where, books.side(name)):
                del books.raider[name]
        if not self.real:
            yield from self.leave_fortresses()
        check_sudden(books)
        yield from self.refusals(phase)
        books.show_mines()
        check_sudden(books)
        del second

    def moves(self, phase: Phase) -> Play:
        """Moves are named and blocks moved until the owner has done (5.0)."""
        books = self.books
        while True:
            options = [
                *phase.block_options(),
                *phase.naming(),
                *(("rout", str(at)) for at in phase.overruns()),
            ]
            if not isinstance(phase, PassPhase) or phase.may_end():
                options.append(("done",))
            partial = "too many ways" if getattr(phase, "gave_up", False) else ""
            if not self.real and self.must_leave():
                partial = "which Moves take the Attackers of a Fortress out is not worked out"
            rule = "5.0" if self.real or not phase.moves else "5.3"
            words = yield Ask(self.side, "move", tuple(options), rule, "", partial)
            if words == ("done",):
                return
            verb = words[0]
            if verb == "group":
                wait = words[1].endswith("_wait")
                phase.moves.append(Move(words[1] if wait else int(words[1]), None))
                if isinstance(phase, PassPhase):
                    phase.begin()
            elif verb == "regroup":
                meeting = phase.meeting(int(words[1]))
                where = yield Ask(self.side, "regroup", tuple(meeting), "5.2", words[1], partial)
                phase.moves.append(Move(int(words[1]), int(where[1])))
                if isinstance(phase, PassPhase):
                    phase.begin()
            elif verb == "rout":
                yield from self.overrun(int(words[1]))
                check_sudden(books)
            else:
                self.step(phase, words)
                check_sudden(books)

    def must_leave(self) -> bool:
        """Whether own Attackers stand in a Fortress (13.2.s1)."""
        books = self.books
        return any(
            books.defender.get(at) == self.foe and books.firm(self.side, at)
            for at in books.board.fortresses
        )

    def step(self, phase: Phase, words: Option) -> None:
        """One block moves, or will."""
        books = self.books
        verb, name = words[0], words[1]
        index = phase.which(words)
        if verb.startswith("rommel"):
            phase.rommel = index
        if verb.startswith("march"):
            if isinstance(phase, PassPhase):
                phase.plan[name] = (int(words[3]), None)
            phase.bounds[name] = (Reach(books, self.side, int(words[2])), index)
            self.announce(phase, words)
            return
        if verb.endswith("exit"):
            books.exited[self.side] += 1
            books.leave_map(name, EXITED)
            return
        books.moved.add(name)
        if words[2].endswith("_wait"):
            books.put(name, int(words[3]))
            return
        start, to = int(words[2]), int(words[3])
        if isinstance(phase, PassPhase):
            phase.plan[name] = (to, int(words[4]) if verb.endswith("engage") else None)
        if verb.endswith("engage"):
            via = int(words[4])
            phase.count(via, to)
            phase.engage(name, via, to)
            return
        reach = Reach(books, self.side, start)
        if start in books.defender:
            phase.leaving[name] = to
            phase.bounds[name] = (reach, index)
            return
        books.put(name, to)
        phase.walked[name] = reach

    def leave_fortresses(self) -> Play:
        """Attackers of a Fortress who Pass and are still there Rout (13.2.s1, R28)."""
        books = self.books
        for at in books.board.fortresses:
            if books.defender.get(at) == self.foe:
                names = books.firm(self.side, at)
                if names:
                    yield from rout(books, names, at, self.fired)
                    if at in books.defender:
                        yield from rout_unshielded(books, at, self.fired)

    def refusals(self, phase: Phase) -> Play:
        """The Passive Player accepts or Refuses every new battle (8.4, 10.2, R21)."""
        books = self.books
        fresh = [at for at in dict.fromkeys(phase.attacked) if books.defender.get(at) == self.foe]
        self.unfought |= set(fresh)
        refused: list[int] = []
        for at in fresh:
            options: list[Option] = [("accept", str(at))]
            if at not in phase.old and can_refuse(books, self.foe, at):  # 8.4.b
                options.append(("refuse", str(at)))
            words = yield from ask(self.foe, "refuse", options, "8.4, 10.2", at)
            if words[0] == "refuse":
                refused.append(at)
        earlier = False
        while refused:
            choice: list[Option] = [("retreat", str(at)) for at in refused]
            words = yield from ask(self.foe, "refusals", choice, "10.2, R21")
            at = int(words[1])
            refused.remove(at)
            if not earlier or can_refuse(books, self.foe, at):
                earlier = True
                yield from refuse(books, self.foe, at, self.fired)
                check_sudden(books)

    # -- combat --------------------------------------------------------------------------------

    def combat(self, *, second: bool) -> Play:
        """A Combat phase (3.44, 8.6, 9.0)."""
        books = self.books
        battles = [at for at in books.battles() if at not in self.barred]
        must = {at for at in battles if at in self.unfought}
        if not second:
            must |= {at for at in battles if at in books.holder and books.defender[at] == self.foe}
        fights, assaults = set(must), set()
        while True:
            options: list[Option] = [("fight", str(at)) for at in battles if at not in fights]
            if self.option == "assault":
                options += [("assault", str(at)) for at in battles if at not in assaults]
            options.append(("done",))
            words = yield from ask(self.side, "battles", options, "8.6")
            if words == ("done",):
                break
            fights.add(int(words[1]))
            if words[0] == "assault":
                assaults.add(int(words[1]))
        self.unfought.clear()
        left = sorted(fights)
        while left:
            choice: list[Option] = [("resolve", str(at)) for at in left]
            words = yield from ask(self.side, "resolve", choice, "9.0")
            at = int(words[1])
            left.remove(at)
            yield from self.battle(at, assault=at in assaults)
            check_sudden(books)

    def battle(self, at: int, *, assault: bool) -> Generator[Ask | Dice, Answer, None]:
        """One round in one battle; Routs interrupt it (9.1, 11.3)."""
        books = self.books
        fight = Round(books, at, self.side, assault=assault)
        for side in (self.foe, self.side):
            if at not in books.defender:
                break
            yield from fight.first_fire(side)
            yield from rout_unshielded(books, at, fight.fired)
        books.settle(at)
