"""Crowded tables: `python -m tests.referee.rommel.crowds [GAMES] [FIRST]`.

Each match begins in the middle of a Month with blocks of both sides on a few hexes beside each
other: battles, Disrupted blocks, cut roads, mines, Fortresses held by either. Wilful players have
many cards; each likes some kinds of answers more than others. So Overruns, Routs, Probes, Retreats,
Forced Marches and Refusals meet far more often than in games from the set-up. The referee takes
the books over from the first position and goes on by itself.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import GAME, scene, table
from tests.referee.rommel.asks import Play
from tests.referee.rommel.board import ALLIED, AXIS, SIDES, board
from tests.referee.rommel.books import Books
from tests.referee.rommel.buildup import buildup, initiative
from tests.referee.rommel.checks import buildup_check
from tests.referee.rommel.leaving import GameOver
from tests.referee.rommel.play import judge, month
from tests.referee.rommel.referee import Referee
from tests.referee.shadow import Moment

LONGEST = 220
"""Decisions of one match."""
BEGUN = {"axis": (8, 9), "allied": (9, 8)}
"""By who is to move: the last turns of the Allied and of the Axis side before turn 10."""
SCENARIOS = ("1940", "1941", "1942", "crusader", "1941-42")


# -- the table ---------------------------------------------------------------------------------


def crowd(rng: Random) -> dict[str, Any]:
    """What `table` is to set up."""
    world = board()
    highways = [at for at in world.hexes if world.highway[at]]
    lands = list(rng.choice((highways, highways, world.hexes)))
    near = [rng.choice(lands)]
    size = rng.randint(5, 14)
    while len(near) < size:
        more = [at for here in near for at in world.next[here] if at not in near]
        near.append(rng.choice(more))
    blocks: dict[str, str] = {}
    for side in SIDES:
        own = [name for name, block in world.blocks.items() if block.side == side]
        favourites = rng.sample(near, rng.randint(2, min(6, size)))
        for name in rng.sample(own, rng.randint(3, 9)):
            blocks[name] = str(rng.choice(favourites))
        rear = rng.choice([name for name in own if name not in blocks])
        blocks[rear] = str(world.base[side])
    share = rng.choice((0.0, 0.15, 0.3, 0.5))
    limp = {name for name in blocks if rng.random() < share}
    cv = {name: rng.choice(world.blocks[name].steps) for name in blocks if rng.random() < 0.5}
    battles, crossed = fights(rng, blocks, limp)
    scenario = rng.choice(SCENARIOS)
    active = rng.choice(SIDES)
    return {
        "blocks": blocks, "active": active, "disrupted": sorted(limp), "cv": cv,
        "battles": battles, "crossed": crossed, "scenario": scenario,
        "options": ("itanks",) if rng.random() < 0.3 else (),
        "holder": {name: rng.choice(SIDES) for name in ("benghazi", "tobruk", "bardia")},
        "real": rng.randint(0, 8), "dummy": rng.randint(0, 3),
        "enemy_hand": (rng.randint(0, 8), rng.randint(0, 3)),
    }  # fmt: skip


def fights(
    rng: Random, blocks: dict[str, str], limp: set[str]
) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """Battles where both sides stand; whoever has no Shield there stands up."""
    world = board()
    here: dict[str, dict[str, list[str]]] = {}
    for name, at in blocks.items():
        here.setdefault(at, {}).setdefault(world.blocks[name].side, []).append(name)
    battles: dict[str, str] = {}
    for at, by in here.items():
        firm = {side: [name for name in by.get(side, ()) if name not in limp] for side in SIDES}
        if len(by) < 2 or not (firm[ALLIED] or firm[AXIS]):
            continue
        for side in SIDES:
            if not firm[side]:
                limp.discard(rng.choice(by[side]))
        battles[at] = rng.choice(SIDES)
    crossed: dict[tuple[str, str], str] = {}
    for at in battles:
        for there in world.next[int(at)]:
            lot = rng.choice((None, *SIDES))
            if lot is not None:
                crossed[at, str(there)] = lot
    return battles, crossed


def begin(rng: Random) -> tuple[Match[Any], dict[str, Any]]:
    """A match that begins so, and the position before anything has happened."""
    plan = crowd(rng)
    g = table(plan.pop("blocks"), **plan)
    g.malta_called = int(bool(g.scenario.malta))  # its blocks do not take part
    allied, axis = BEGUN[plan["active"]]
    g.last_turn = [allied, axis]
    turns = sorted((allied, axis))
    for block, lies in enumerate(g.disrupted):
        if lies:
            g.disrupted = changed(g.disrupted, block, rng.choice((7, *turns)))
    for at in rng.sample(range(g.pack.size), 3):
        if rng.random() < 0.3:
            g.mine = changed(g.mine, at, rng.randrange(2))
            g.mine_seen = changed(
                g.mine_seen, at, int(bool(g.here[1 - g.mine[at]][at]) or rng.random() < 0.5)
            )
    return scene(g), g.copy().data()


# -- the referee's books of it -----------------------------------------------------------------


def books_of(match: Match[Any], data: dict[str, Any]) -> Books:
    """The position as plain data, taken over once."""
    books = Books(match.setup.scenario, match.setup.options)
    world = books.board
    edges = sorted(world.limit)
    for at, name in enumerate(world.blocks):
        books.cv[name] = data["cv"][at]
        if data["place"][at] >= 0:
            books.put(name, world.hexes[data["place"][at]])
        if data["disrupted"][at]:
            books.disrupted[name] = data["disrupted"][at]
    books.defender = {
        world.hexes[at]: SIDES[side] for at, side in enumerate(data["defender"]) if side >= 0
    }
    books.crossed = {edges[at]: SIDES[side] for at, side in enumerate(data["crossed"]) if side >= 0}
    books.holder = {at: SIDES[data["holder"][i]] for i, at in enumerate(world.fortresses)}
    books.held_before = dict(books.holder)
    books.mines = {ALLIED: set(), AXIS: set()}
    books.shown_mines = {world.hexes[at] for at, seen in enumerate(data["mine_seen"]) if seen}
    for at, side in enumerate(data["mine"]):
        if side >= 0:
            books.mines[SIDES[side]].add(world.hexes[at])
    books.malta_called = bool(data["malta_called"])
    books.month = data["month"]
    books.turn = data["turn"] - 1
    books.active = SIDES[data["active"]]
    last = {SIDES[side]: turn for side, turn in enumerate(data["last_turn"])}
    books.turns = [(last[side], side) for side in sorted(SIDES, key=last.__getitem__)]
    for i, side in enumerate(SIDES):
        books.hand[side] = dict(zip(("real", "dummy"), data["hand"][i], strict=True))
    books.deck = dict(zip(("real", "dummy"), data["deck"], strict=True))
    return books


def go_on(books: Books) -> Play:
    """The game from the middle of a Month."""
    try:
        while True:
            yield from month(books)
            if books.month == books.scenario["end_month"]:
                break
            yield from buildup(books)
            yield from initiative(books)
        yield from buildup_check(books)
        judge(books)
    except GameOver:
        return


class Midway(Referee):
    """A referee that comes when the game has begun."""

    def __init__(self, match: Match[Any], data: dict[str, Any]) -> None:
        super().__init__(match)
        self.books = books_of(match, data)
        self.game = go_on(self.books)
        self.open = next(self.game, None)


# -- the players -------------------------------------------------------------------------------


class Taste:
    """How gladly the players of one match choose each kind of answer."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.liking: dict[tuple[str, str], float] = {}

    def choose(self, side: str, prompt: str, options: list[Option]) -> Option:
        """Draw a kind of answer by taste, then one of that kind."""
        kinds: dict[str, list[Option]] = {}
        for option in options:
            kinds.setdefault(option[0], []).append(option)
        weights = [self.weight(side, prompt, kind) for kind in kinds]
        kind = self.rng.choices(list(kinds), weights)[0]
        if kind == "play" and self.rng.random() < 0.7:  # rather a Move than a Pass
            return max(kinds[kind], key=lambda play: (min(int(play[2]), 2), self.rng.random()))
        return self.rng.choice(kinds[kind])

    def weight(self, side: str, prompt: str, kind: str) -> float:
        """How gladly this kind is chosen."""
        key = (side, f"{prompt} {kind}")
        if key not in self.liking:
            liking = self.rng.lognormvariate(0, 1.2)
            if kind == "done" and prompt in ("move", "march", "battles"):
                liking /= 8
            if kind == "done" and prompt == "spend":
                liking *= 20
            if kind in ("engage", "rommel_engage", "march", "march_engage", "refuse", "probe"):
                liking *= 3
            self.liking[key] = liking
        return self.liking[key]


def play(number: int) -> tuple[Midway, Match[Any], int]:
    """Watch one such match."""
    rng = Random(f"crowds rommel {number}")
    match, data = begin(rng)
    match.dice = SeededDice(f"crowds-rommel-{number}")
    match.settle()
    referee, taste = Midway(match, data), Taste(rng)
    entries = events = decisions = 0
    while decisions < LONGEST:
        told = [event for _, event in match.events[events:]]
        referee._entries = len(match.entries)
        referee.look(Moment(match, match.entries[entries:], told))
        if referee.differences or match.result is not None:
            break
        entries, events = len(match.entries), len(match.events)
        assert match.decision is not None
        side = match.to_answer[0]
        match.choose(taste.choose(side, match.decision.prompt, list(match.legal(side))), side)
        GAME.rules.check(match.state)
        decisions += 1
    return referee, match, decisions


def main() -> int:
    """Watch matches and print what was compared."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    compared: Counter[str] = Counter()
    parted = decisions = 0
    for number in range(first, first + games):
        referee, match, answers = play(number)
        compared.update(referee.compared)
        decisions += answers
        if referee.differences:
            parted += 1
            sys.stdout.write(f"- crowds {number}: {match.setup}\n")
            for difference in referee.differences[:3]:
                sys.stdout.write(f"  {difference}\n")
            for entry in match.entries[-6:]:
                sys.stdout.write(f"    {' '.join(str(word) for word in entry)}\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"rommel: {decisions} decisions in {games} matches, {parted} with a difference\n"
    )
    for subject, times in sorted(compared.items()):
        sys.stdout.write(f"  {subject:40}{times:>10}\n")
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
