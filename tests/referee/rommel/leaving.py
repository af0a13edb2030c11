"""Blocks that leave battles, and Forced Marches: what follows the Moves (6.4, 10.3, 10.4)."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Play, ask, roll
from tests.referee.rommel.board import other
from tests.referee.rommel.books import Books
from tests.referee.rommel.fighting import Round
from tests.referee.rommel.flight import alive, pursuit, rout, rout_unshielded
from tests.referee.rommel.moving import March, Phase
from tests.referee.rommel.reach import Reach


class GameOver(Exception):
    """Somebody has won at once (17.1)."""


def check_sudden(books: Books) -> None:
    """Strategic victory: the enemy Base, or three Supplied blocks exited (17.1, R44, R45)."""
    for side in ("allied", "axis"):
        base = books.board.base[other(side)]
        if base in books.at[side] and base not in books.at[other(side)]:
            books.result = (side, "17.1", "base")
        elif books.exited[side] >= books.board.tables["counting"]["exits"]:
            books.result = (side, "17.1", "exits")
        else:
            continue
        raise GameOver


class Leaving:
    """What a Player Turn does with those who leave a battle or march on."""

    books: Books
    side: str
    foe: str
    real: int
    barred: set[int]
    fired: set[str]

    def announce(self, phase: Phase, words: Option) -> None:
        """A Forced March is told; it counts against the hexside limit from now on (6.4.s1)."""
        verb, name = words[0], words[1]
        via = int(words[4]) if verb == "march_engage" else None
        regroup = name not in phase.walked
        phase.marches.append(March(name, int(words[2]), int(words[3]), via, regroup=regroup))
        if via is not None:
            phase.count(via, int(words[3]))
        self.books.moved.add(name)

    def overrun(self, at: int) -> Play:
        """Lone Disrupted enemies Rout (11.4)."""
        books = self.books
        yield from rout(books, books.limp(self.foe, at), at, self.fired)

    def retreats(self, phase: Phase) -> Play:
        """Groups that leave battles in this phase (10.3, 10.4, A5)."""
        books = self.books
        marching = {march.block for march in phase.marches if march.regroup}

        def gone(at: int) -> list[str]:
            """Leavers of a hex, those that will march included."""
            return [
                name
                for name in books.firm(self.side, at)
                if name in phase.leaving or name in marching
            ]

        left = [at for at in books.battles() if gone(at)]
        while left:
            options: list[Option] = [("retreat", str(at)) for at in left]
            words = yield from ask(self.side, "retreats", options, "10.3")
            at = int(words[1])
            left.remove(at)
            yield from self.retreat(phase, at, gone(at))
            check_sudden(books)

    def retreat(self, phase: Phase, at: int, names: list[str]) -> Play:
        """One group leaves one battle."""
        books = self.books
        for name in list(names):
            if not self.can_leave(phase, name):  # he stays, and belongs to the Rearguard (A5)
                names.remove(name)
                phase.leaving.pop(name, None)
                phase.marches = [march for march in phase.marches if march.block != name]
        if not names:
            return
        rear = [name for name in books.firm(self.side, at) if name not in names]
        pursued = not rear
        if rear:
            self.barred.add(at)
            options: list[Option] = [("probe", str(at)), ("let_go", str(at))]
            words = yield from ask(self.foe, "probe", options, "10.41", at)
            if words[0] == "probe":
                fight = Round(books, at, self.foe, assault=False)
                yield from fight.volley(self.side, rear, books.firm(self.foe, at))
                yield from rout_unshielded(books, at, fight.fired)
                if books.firm(self.foe, at):
                    rear = alive(books, rear, at)
                    yield from fight.volley(self.foe, books.firm(self.foe, at), rear)
                self.fired |= fight.fired
                pursued = not alive(books, rear, at)
        if pursued and books.firm(self.foe, at):
            yield from pursuit(books, names, at, self.fired)
        disengages = bool(books.all_at(self.foe, at))  # else it is a move like any other (7.2)
        for name in alive(books, names, at):
            if name in phase.leaving:
                books.put(name, phase.leaving[name])
                if disengages:
                    books.disrupt(name)
                books.raider.pop(name, None)
                phase.walked[name] = phase.bounds[name][0]
        books.settle(at)
        if at in books.defender:
            if not books.firm(self.side, at) and any(
                march.block in books.all_at(self.side, at) for march in phase.marches
            ):
                return
            yield from rout_unshielded(books, at, self.fired)

    def can_leave(self, phase: Phase, name: str) -> bool:
        """Whether the way of a block that leaves a battle is still open (10.1)."""
        if not self.real:
            return True  # a Withdrawal goes along the lines of its beginning (5.3.s6)
        books = self.books
        at = books.place[name]
        assert isinstance(at, int)
        marches = [march.to for march in phase.marches if march.block == name]
        to = phase.leaving[name] if name in phase.leaving else marches[0]
        hexes = phase.hexes(name, phase.bounds[name][1]) + bool(marches)
        reach = Reach(books, self.side, at)
        return to in reach.stops and reach.within(reach.stops[to], hexes)

    def forced_marches(self, phase: Phase) -> Play:
        """Forced Marches: leavers announce theirs, then all are rolled (6.4, A10)."""
        books = self.books
        while phase.moves:
            options = [*phase.announcements(), ("done",)]
            words = yield from ask(self.side, "march", options, "6.4")
            if words == ("done",):
                break
            self.announce(phase, words)
        marches = [march for march in phase.marches if isinstance(books.place[march.block], int)]
        dice = yield from roll("march", len(marches))
        for march, die in zip(marches, dice, strict=True):
            self.march(
                phase, march, success=die in books.board.tables["forced_march"]["success_on"]
            )
        for at in phase.overruns():
            yield from self.overrun(at)
        for at in books.battles():
            yield from rout_unshielded(books, at, self.fired)

    def march(self, phase: Phase, march: March, *, success: bool) -> None:
        """One Forced March."""
        books = self.books
        name = march.block
        leaver = name in books.disrupted or books.place[name] in books.defender
        if success:
            at = books.place[name]
            via = march.via
            if name in phase.bounds and march.regroup:  # a Rout may have shut the way (R58)
                open_now, via = self.way_now(phase, march)
                if not open_now:
                    return
            if via is not None:
                phase.engage(name, via, march.to)
                if isinstance(at, int):
                    books.settle(at)
                return
            books.put(name, march.to)
            if isinstance(at, int):
                books.settle(at)
            if leaver:
                books.disrupt(name)
                books.raider.pop(name, None)
            return
        books.disrupt(name)
        if leaver:
            books.lose_step(name)

    def way_now(self, phase: Phase, march: March) -> tuple[bool, int | None]:
        """Whether a block told with its Move to march out of a battle still can, and by which hex.

        By a hex only if its own battle is over, so that it may Engage those who fled there (R58).
        """
        books, to = self.books, march.to
        at = books.place[march.block]
        assert isinstance(at, int)
        foes = books.all_at(self.foe, to)
        if not self.real:
            return (at in books.defender and not books.firm(self.foe, to)) or not foes, None
        hexes = phase.hexes(march.block, phase.bounds[march.block][1]) + 1
        reach = Reach(books, self.side, at)
        if not foes:
            return to in reach.stops and reach.within(reach.stops[to], hexes), None
        for via in books.board.next[to]:
            ways = reach.entries.get((to, via))
            if ways and reach.within(ways, hexes) and phase.has_room(via, to):
                return True, via
        return False, None
