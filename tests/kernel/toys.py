"""Games for tests of the kernel: rules written in the test, and a tiny solitaire game.

The two-player game with hidden information is in `tests.kernel.patrol`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from khamsin.kernel.game import Game, Refused, Rules, Setup, Variant
from khamsin.kernel.play.decision import MARK, Ask, Choose, Draw, Option, Roll, listed
from khamsin.kernel.play.dice import Dice, ScriptedDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Ending, Result, State

# -- rules written in the test ---------------------------------------------------------------


class Notes(State):
    """A state that is a list of notes; `step` says where rules with marks go on."""

    __slots__ = ("notes", "step")
    fields: ClassVar[tuple[str, ...]] = ("notes", "step")

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []
        self.step = 0

    def copy(self) -> Notes:
        new = Notes()
        new.notes = self.notes[:]
        new.step = self.step
        new.result = self.result
        return new

    def end(self, winner: str | None = "a") -> None:
        self.result = Result(winner, "9", "over", {"notes": len(self.notes)})


Play = Callable[[Notes], Coroutine[Ask, Any, None]]


def notes(g: Notes, side: str | None) -> dict[str, Any]:
    """Everybody sees every note."""
    return {"notes": list(g.notes)}


def too_far(g: Notes, side: str, words: tuple[str, ...]) -> Refused | None:
    """4.2 What is far is too far."""
    return Refused("4.2", "too_far") if words[:1] == ("far",) else None


def check_notes(g: Notes) -> None:
    """Steps are counted upwards."""
    assert g.step >= 0


class Sketch(Game[Notes]):
    """A game whose rules are the function it is given; everybody sees every note."""

    slug = "sketch"
    title = "Sketch"
    sides = ("a", "b")
    rules_version = 1
    scenarios = (Variant("only", "The only one", "1"),)
    options = (Variant("extra", "An extra", "2"), Variant("other", "Another", "3"))
    pack = "00000000"
    endings = (Ending("a", "9", "over"), Ending("b", "9", "over"), Ending(None, "9", "over"))

    def __init__(self, rules: Play, version: int = 1, pack: str = "00000000") -> None:
        super().__init__()
        self.rules_version = version
        self.pack = pack
        self.rules = Rules(
            start=lambda setup: Notes(), play=rules, why_not=too_far, check=check_notes, view=notes
        )


def sketch(rules: Play, *dice: tuple[int | str, ...], source: Dice | None = None) -> Match[Notes]:
    """A match under these rules, with scripted dice or a source of its own."""
    return Match(Sketch(rules), Setup("only"), source or ScriptedDice(*dice))


def by_hand(rules: Play) -> Match[Notes]:
    """A match that waits for real dice."""
    return Match(Sketch(rules), Setup("only"), None)


XY: list[Option] = [("x",), ("y",)]


async def ask(g: Notes, side: str, prompt: str = "pick") -> str:
    """Ask a side for x or y, and note it."""
    (word,) = await Choose(side, prompt, listed(XY), "1")
    g.notes.append(f"{side}-{word}")
    return word


async def turns(g: Notes) -> None:
    """Three turns with a mark each: a picks, b picks, a die falls; then a wins."""
    while g.step < 3:
        await MARK
        g.tell("turn", "1", turn=g.step)
        await ask(g, "a")
        await ask(g, "b")
        (die,) = await Roll(1, "luck", "2")
        g.notes.append(str(die))
        g.step += 1
    g.end("a")


# -- a solitaire game ------------------------------------------------------------------------

CUP = ("quiet", "quiet", "shell", "storm")


class Fort(State):
    """Walls, food, and the days so far."""

    __slots__ = ("cup", "day", "food", "hard", "walls")
    fields: ClassVar[tuple[str, ...]] = ("cup", "day", "food", "hard", "walls")

    def __init__(self, *, hard: bool) -> None:
        super().__init__()
        self.hard = hard
        self.day = 0
        self.food = 2 if hard else 3
        self.walls = 3
        self.cup: tuple[str, ...] = CUP

    def copy(self) -> Fort:
        new = Fort(hard=self.hard)
        new.result = self.result
        new.day, new.food, new.walls, new.cup = self.day, self.food, self.walls, self.cup
        return new


async def hold_out(g: Fort) -> None:
    """1 Four days: an event from the cup, then rest, repair or a sortie."""
    while g.result is None:
        await MARK
        (event,) = await Draw(g.cup, 1, "event", "1.1")
        left = list(g.cup)
        left.remove(event)
        g.cup = tuple(left)
        g.walls -= event == "shell"
        g.tell("event", "1.1", event=event)
        (deed,) = await Choose("garrison", "deed", lambda: deeds(g), "1.2", day=g.day)
        if deed == "repair":
            g.walls += 1
        elif deed == "sortie":
            (die,) = await Roll(1, "sortie", "1.3")
            g.food += die >= 4
            g.walls -= die == 1
        g.tell("deed", "1.2", deed=deed)
        g.food -= deed != "rest"
        g.day += 1
        if g.walls <= 0:
            g.result = Result(None, "1.4", "stormed", {"day": g.day})
        elif g.day == len(CUP):
            g.result = Result("garrison", "1.5", "relieved", {"day": g.day})


def deeds(g: Fort) -> list[Option]:
    """1.2 Without food there is only rest."""
    return [("rest",), ("repair",), ("sortie",)] if g.food else [("rest",)]


class Siege(Game[Fort]):
    """The rules against one player."""

    slug = "siege"
    title = "Siege"
    sides = ("garrison",)
    rules_version = 1
    scenarios = (Variant("fort", "The fort", "1"),)
    options = (Variant("hard", "Less food", "1"),)
    pack = "feedfeed"
    endings = (Ending(None, "1.4", "stormed"), Ending("garrison", "1.5", "relieved"))

    def __init__(self) -> None:
        super().__init__()
        self.rules = Rules(
            start=lambda setup: Fort(hard="hard" in setup.options),
            play=hold_out, why_not=hungry, check=check_fort, view=look,
        )  # fmt: skip


def look(g: Fort, side: str | None) -> dict[str, Any]:
    """Nothing is hidden."""
    return {"day": g.day, "food": g.food, "walls": g.walls, "cup": sorted(g.cup)}


def hungry(g: Fort, side: str, words: tuple[str, ...]) -> Refused | None:
    """1.2 Why there is only rest."""
    is_work = words in (("repair",), ("sortie",))
    return Refused("1.2", "hungry") if is_work and not g.food else None


def check_fort(g: Fort) -> None:
    """No food below nothing, no chit lost."""
    assert g.food >= 0, "food"
    assert len(g.cup) + g.day in (len(CUP), len(CUP) - 1), "chits"
