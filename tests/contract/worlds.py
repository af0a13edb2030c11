"""Two worlds that differ only in what a side cannot know, played on side by side.

The world is the game's own guess (`Game.imagine`) at a mark, taken as it comes: `Match.imagine`
would throw away the guesses that give themselves away, and with them the leaks. Then both worlds
get the same answers, as far as the side may know them; whatever it can see must stay the same,
byte for byte, until something is revealed to it.
"""

from __future__ import annotations

from itertools import zip_longest
from random import Random
from typing import Any

from khamsin.kernel.play.decision import Choose, Draw, Option, Roll, Secret
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from tests.contract.play import back_at, phrases, pick, played, sight

STEPS = 12


class TwoWorlds:
    """The truth and one other world, as one side sees them."""

    def __init__(self, match: Match[Any], side: str, rng: Random) -> None:
        """Start from the match's last mark, which must be where it is now."""
        last = match.marks[-1]
        assert last.entries == len(match.entries)
        self.side = side
        self.rng = rng
        self.slug = match.game.slug
        self.truth = match.clone()
        self.truth.dice = None
        self.world = match._world(
            match.game.rules.imagine(last.state, side, rng, ()), match._told_before(side)
        )
        self.differs = self.world.state.digest() != self.truth.state.digest()
        self.compared = 0
        self._parted = self._heard = (last.events, self.world.marks[-1].events)
        for viewer in (side, None):  # from here on only what is new needs to be compared
            true, imagined = (
                [(at, event) for at, event in each.events[:heard] if event.seen_by(viewer)]
                for each, heard in zip((match, self.world), self._parted, strict=True)
            )
            assert true == imagined

    def play(self, steps: int) -> None:
        """Compare, answer, compare, until something is revealed or the steps are done."""
        if not self._alike():
            return  # something was revealed between the mark and the first question
        for _ in range(steps):
            if self.truth.result is not None or not self._step():
                return

    def compare(self) -> None:
        """Raise AssertionError if the side, or an observer, can tell the worlds apart."""
        said = phrases(self.slug, self.rng, 5)
        for viewer in (self.side, None):
            true, imagined = (
                sight(match, viewer, said, parted)
                for match, parted in zip((self.truth, self.world), self._parted, strict=True)
            )
            assert true == imagined, (
                f"{viewer or 'an observer'} can tell: {difference(true, imagined)} "
                f"after {self.history()}"
            )
        self.compared += 1

    def _alike(self, seat: str | None = None) -> bool:
        """Compare after an answer; False if they differ, and something was revealed that moment.

        The first event that differs must be the one that reveals.
        """
        true, imagined = self._news()
        self._heard = (len(self.truth.events), len(self.world.events))
        reveals = [event for event in (*true, *imagined) if event.reveals]
        if reveals and seat is not None and any(event.reveals for event in true):
            assert self.truth.why_not_undo(seat) is not None, "a reveal could be undone"
        for one, other in zip_longest(true, imagined):
            if one != other:
                assert (one and one.reveals) or (other and other.reveals), (
                    f"{self.side} can tell: {one} and {other} after {self.history()}"
                )
                return False
        if reveals or self.truth._unsealed == len(self.truth.entries) > 0:
            views = [match.view(self.side) for match in (self.truth, self.world)]
            if views[0] != views[1]:
                return False
        self.compare()
        return True

    def _news(self) -> tuple[list[Event], list[Event]]:
        """What the side was told in each world since the last comparison."""
        matches = zip((self.truth, self.world), self._heard, strict=True)
        true, imagined = (
            [event for _, event in match.events[heard:] if event.seen_by(self.side)]
            for match, heard in matches
        )
        return true, imagined

    def history(self) -> list[tuple[str, ...]]:
        """The last answers."""
        return self.truth.entries[-5:]

    def _step(self) -> bool:
        """Give both worlds one answer; False when they may differ from now on."""
        truth, world, side, rng = self.truth, self.world, self.side, self.rng
        if truth.chance is not None:
            return self._chance()
        ask = truth.decision
        seat, option = pick(truth, rng)
        if isinstance(ask, Secret) and seat != side:
            options = world.legal(seat)
            other = options[rng.randrange(len(options))]
        elif isinstance(ask, Choose) and seat != side and not ask.known_to(side):
            return self._hidden(seat, option)
        else:
            other = option
        if other not in world.legal(seat):
            return False  # that it was possible tells the side something, as it may
        truth.choose(option, seat)
        world.choose(other, seat)
        return self._alike(seat)

    def _hidden(self, seat: str, option: Option) -> bool:
        """An answer that the side may not know: in the other world another one of the kind."""
        ask = self.truth.decision
        assert isinstance(ask, Choose)
        seen = ask.face(option)
        options = [
            other
            for other in self.world.legal(seat)
            if other[0] == option[0] and ask.face(other) == seen
        ]
        if not options:
            return False  # that it was possible tells the side something, as it may
        self.truth.choose(option, seat)
        self.rng.shuffle(options)
        said = phrases(self.slug, self.rng, 5)
        true = sight(self.truth, self.side, said, self._parted[0])
        for other in options:
            world = self.world.clone()
            world.choose(other, seat)
            if sight(world, self.side, said, self._parted[1]) == true:
                self.world = world
                return self._alike(seat)
        # None looks the same: the side can tell what was chosen, unless that reveals something.
        self.world.choose(options[0], seat)
        return self._alike(seat)

    def _chance(self) -> bool:
        """Let the dice fall: the same for both where the side sees them."""
        true, imagined = self.truth.chance, self.world.chance
        assert type(imagined) is type(true), "chance is asked in one world only"
        if isinstance(true, Roll) and isinstance(imagined, Roll):
            assert (imagined.count, imagined.why) == (true.count, true.why)
            rolled = [self.rng.randrange(6) + 1 for _ in range(true.count)]
            self.truth.roll(rolled)
            self.world.roll(rolled)
        elif isinstance(true, Draw) and isinstance(imagined, Draw):
            assert (imagined.count, imagined.why) == (true.count, true.why)
            drawn = self._drawn(true)
            other = drawn if true.known_to(self.side) else self._drawn(imagined)
            if any(other.count(item) > list(imagined.items).count(item) for item in other):
                return False  # the draw shows which items were left
            self.truth.roll(drawn)
            self.world.roll(other)
        return self._alike()

    def _drawn(self, ask: Draw) -> list[str]:
        items = list(ask.items)
        self.rng.shuffle(items)
        return items[: ask.count]


def part(match: Match[Any], rng: Random) -> tuple[int, int]:
    """Part the worlds here, for each side in turn.

    Gives how many comparisons were made of worlds that were alike, and that were different.
    """
    same = different = 0
    for side in match.game.sides:
        worlds = TwoWorlds(match, side, rng)
        worlds.play(STEPS)
        if worlds.differs:
            different += worlds.compared
        else:
            same += worlds.compared
    return same, different


def two_worlds(match: Match[Any], rng: Random, number: int) -> tuple[int, int]:
    """Play a match and part the worlds at so many of its marks; count as `part` does."""
    return part_somewhere(match, played(match, rng), rng, number)


def part_somewhere(
    match: Match[Any], asked: list[int], rng: Random, number: int
) -> tuple[int, int]:
    """Part the worlds at so many marks of a finished match; `asked` says where it was at one."""
    decided = set(asked)
    marks = [mark.entries for mark in match.marks if mark.entries in decided]
    same = different = 0
    for at in sorted(rng.sample(marks, min(len(marks), number))):
        alike, other = part(back_at(match, at), rng)
        same += alike
        different += other
    return same, different


def difference(one: str, other: str) -> str:
    """Where two texts part, with a little of what stands around it."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(at - 40, 0)
    return f"...{one[start : at + 40]}... and ...{other[start : at + 40]}..."
