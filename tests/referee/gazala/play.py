"""A whole game by the book: turns, impulses, the halt die, victory (3, 7, 10.2, 13)."""

from __future__ import annotations

from itertools import permutations

from tests.referee.gazala.board import (
    ALLIED,
    AXIS,
    HECKLER,
    INDEPENDENT,
    ROMMEL,
    brigade_of,
    distance,
    enemy_of,
    tables,
)
from tests.referee.gazala.books import DEAD, ISOLATED, SUPPLIED, UNSUPPLIED, WAITING, hq_of, side_of
from tests.referee.gazala.desk import Ask, Dice, Flow, Lot
from tests.referee.gazala.fighting import Fighting
from tests.referee.gazala.moving import Moving
from tests.referee.gazala.segment import Segment


class Play(Segment, Moving, Fighting):
    """The sequence of play."""

    winner = ""

    def game(self) -> Flow:
        """From the set-up to the last turn."""
        yield from self.set_up()
        for _ in range(self.scenario["turns"]):
            yield from self.initial_segment()
            yield from self.impulses()
        hexes = self.scenario["victory_hexes"]
        victor = self.scenario["victor"]
        held = sum(self.control[at] == victor for at in hexes)
        self.winner = victor if held == len(hexes) else enemy_of(victor)
        self.tell("victory", side=self.winner, held=held)

    def impulses(self) -> Flow:
        """Chits are drawn until both sides are finished (3.2, 3.3, R28)."""
        while any(not self.halted[side] and self.chits_left(side) for side in (AXIS, ALLIED)):
            (chit,) = yield Lot("chit", tuple(self.cup))
            self.cup.remove(chit)
            side = side_of(chit)
            if self.halted[side]:
                self.tell("chit_discarded", chit=chit)
                continue
            self.track[side].append(chit)
            number = tables()["impulse_track"][side][len(self.track[side]) - 1]
            self.impulse += 1
            self.active, self.chit = side, chit
            self.tell("chit", chit=chit, side=side)
            acts = True
            if chit == "rommel":
                (roll,) = yield Dice("rommel", 1)
                acts = int(roll) >= tables()["dice"]["rommel_acts_from"]
                self.tell("rommel", die=int(roll), acts=int(acts))
            if acts:  # else there is no movement and no combat, at whose end stacks count (5.2)
                yield from self.one_impulse()
            yield from self.halt_die(side, number)

    def halt_die(self, side: str, number: int) -> Flow:
        """From the second impulse of the turn on a side may halt (3.3, 7.5, R28)."""
        if self.impulse < 2 or not number or not self.chits_left(side):
            return
        (roll,) = yield Dice("halt", 1)
        self.halted[side] = int(roll) <= number
        kind = "halted" if self.halted[side] else "goes_on"
        self.tell(kind, side=side, die=int(roll), number=number)

    def one_impulse(self) -> Flow:
        """Movement, armour, combat, end of the impulse (3.21 to 3.24)."""
        self.attacks = 0
        self.armour_hexes, self.combat_hexes = set(), set()
        self.crossed = set()
        self.attacked = set()
        self.eligible = self.who_may_act()
        self.begin_marches()
        yield from self.movement_phase()
        yield from self.armour_phase()
        yield from self.combat_phase()
        if self.active == ALLIED:
            yield from self.rejoin()
        for pair in sorted(self.crossed & self.forts, key=sorted):
            self.forts.discard(pair)
            self.tell("fort_lost", pair=tuple(sorted(pair)))
        self.eligible = {}

    # -- activation (3.2, 7.2, 7.3, R13) ---------------------------------------------------------

    def who_may_act(self) -> dict[str, int]:
        """Who may be activated by the chit just drawn, and with what supply."""
        if self.chit == "rommel":
            return self.with_rommel_now()
        hq = hq_of(self.chit)
        at, reach = self.place[hq], self.units[hq].range
        side = self.active
        lines = self.spread(side, [at], self.usable(side))
        others = [other for other in self.hqs(side) if other != hq]
        found: dict[str, int] = {}
        for name, card in self.units.items():
            if card.side != side or name in self.by_hq:
                continue
            if self.place[name] == WAITING:
                found[name] = SUPPLIED  # 11.11, 11.12
                continue
            if not self.on_map(name) or (card.is_hq and name != hq):
                continue
            far = distance(self.place[name], at)
            if name == HECKLER and self.heckler_landed == self.turn:
                if self.chit == "xxi":
                    found[name] = SUPPLIED
                continue
            if self.formation[name] == INDEPENDENT:
                nearest = min([distance(self.place[name], self.place[o]) for o in others] + [999])
                if far > reach and nearest < far:
                    continue
            elif self.formation[name] != self.chit:
                continue
            found[name] = self.status_now(name, far <= reach, lines, hq)
        return found

    def status_now(self, unit: str, near: bool, lines: dict[str, int], hq: str) -> int:
        """The supply of a unit at activation (6.12, 7.21, R13)."""
        morning = self.morning[unit]
        if not near:
            return min(morning + 1, ISOLATED)
        if morning != SUPPLIED:
            return morning
        if unit == hq:
            return SUPPLIED
        good = lines.get(self.place[unit], 999) <= self.units[hq].range
        return SUPPLIED if good and self.morning[hq] == SUPPLIED else UNSUPPLIED

    def with_rommel_now(self) -> dict[str, int]:
        """The units in Rommel's hex (7.31, 10.2, R43, R45)."""
        usable = self.usable(AXIS)
        lines = {
            hq: self.spread(AXIS, [self.place[hq]], usable)
            for hq in self.hqs(AXIS)
            if self.morning[hq] == SUPPLIED
        }
        found: dict[str, int] = {}
        for name in self.at(self.place[ROMMEL], AXIS):
            if name == ROMMEL:
                found[name] = SUPPLIED
                continue
            if name == HECKLER and self.heckler_landed == self.turn:
                continue
            morning = self.morning[name]
            near = any(
                far.get(self.place[name], 999) <= self.units[hq].range for hq, far in lines.items()
            )
            found[name] = UNSUPPLIED if morning == SUPPLIED and not near else morning
        return found

    # -- brigades join again (10.6.b, R37) ---------------------------------------------------------

    def rejoin(self) -> Flow:
        """At the end of an Allied impulse parts of brigades may join."""
        while True:
            offers = self.rejoins()
            if not offers:
                return
            answer = yield Ask(ALLIED, "rejoin", "10.6.b", [*offers, ("done",)], {})
            if answer == ("done",):
                return
            if answer[0] == "rejoin":
                brigade, battalion = answer[1], answer[2]
                self.place[battalion] = DEAD
                self.step[brigade] = 0
                self.share(brigade, (brigade, battalion))
                self.tell("rejoined", unit=brigade, battalion=battalion)
            else:
                self.merge(answer[1], answer[2])

    def rejoins(self) -> list[tuple[str, ...]]:
        """What may join now."""
        found: list[tuple[str, ...]] = []
        for name in self.army(ALLIED):
            if self.units[name].battalion and self.step[name] == 1:
                for battalion in self.detached(name):
                    if self.place[battalion] == self.place[name]:
                        found.append(("rejoin", name, battalion))
        small = [name for name in self.army(ALLIED) if self.units[name].family]
        for one, other in permutations(small, 2):
            if self.formation[one] == self.formation[other] and small.index(one) > small.index(
                other
            ):
                continue  # who is named first makes no difference
            same = self.units[one].family == self.units[other].family
            if same and self.place[one] == self.place[other] and self.merged(one, other):
                found.append(("merge", one, other))
        return found

    def merged(self, one: str, other: str) -> str:
        """The brigade counter that two battalions may become; nothing if there is none (R37)."""
        family = self.units[one].family
        own = [self.troops[one], self.troops[other]]
        mates = [brigade_of()[name] for name, card in self.units.items() if card.family == family]
        at = self.place[one]
        rest = [name for name in self.at(at, ALLIED) if name not in (one, other)]
        for name in [*own, *mates]:
            if self.place[name] != DEAD or set(self.detached(name)) - {one, other}:
                continue
            old, self.formation[name] = self.formation[name], self.formation[one]
            good = self.fits([*rest, name])
            self.formation[name] = old
            return name if good else ""
        return ""

    def merge(self, one: str, other: str) -> None:
        """Two battalions become a reduced brigade."""
        brigade = self.merged(one, other)
        at = self.place[one]
        self.place[brigade] = at
        self.step[brigade] = 1
        self.formation[brigade] = self.formation[one]
        self.place[one] = self.place[other] = DEAD
        self.share(brigade, (one, other))
        self.tell("merged", unit=brigade, place=at)

    def share(self, brigade: str, parts: tuple[str, str]) -> None:
        """What one part has done the whole has done; it has the worse supply of the two (R37)."""
        self.supply[brigade] = max(self.supply[part] for part in parts)
        self.morning[brigade] = max(self.morning[part] for part in parts)
        for notes in (self.by_hq, self.moved, self.locked):
            is_noted = any(part in notes for part in parts)
            notes.discard(brigade)
            if is_noted:
                notes.add(brigade)
