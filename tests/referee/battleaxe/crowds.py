"""Games of wilful players: `python -m tests.referee.battleaxe.crowds [GAMES] [FIRST]`.

Each game draws a taste: how much a player likes every kind of option, and two spaces that units
crowd around; dice are loaded, each purpose in its own way. So full Areas, retreats without room,
Overruns beside waiting units and other rare meetings happen far more often than between the usual
players.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from khamsin.games import GAMES
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.decision import Option, Roll
from khamsin.kernel.play.match import Match
from tests.contract.play import game, random_setup
from tests.referee.shadow import Moment

from .book import ALLIED, AREAS, AXIS, DATA, NEAR, SCENARIOS, SPACES, side_of
from .referee import Referee
from .table import Table

LONGEST = 4000


def distances(goal: str) -> dict[str, int]:
    """Steps from every space to this one."""
    found, todo = {goal: 0}, [goal]
    for space in todo:
        for near in NEAR[space]:
            if near not in found:
                found[near] = found[space] + 1
                todo.append(near)
    return found


class Taste:
    """What the players of one game like."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.liking: dict[tuple[str, str], float] = {}
        self.far = [distances(rng.choice(SPACES)) for _ in range(2)]
        self.fierce = rng.choice((1.0, 10.0, 40.0, 40.0))
        self.highest = rng.choice((1, 2, 14))
        self.pull = rng.choice((1.0, 3.0, 9.0, 20.0, 20.0))

    def weight(self, table: Table, side: str, prompt: str, option: Option) -> float:
        """How gladly this is chosen."""
        key = (side, f"{prompt} {option[0]}")
        if key not in self.liking:
            self.liking[key] = self.rng.lognormvariate(0, 1.5)
        liking = self.liking[key]
        if option[0] == "done" and prompt in ("assault", "regroup"):
            liking /= 4
        if option[0] == "pass":
            liking /= 8
        if option[0] == "regroup":
            liking /= 4
        if option[0] in ("attack", "exploit"):
            liking *= 4
        if option[0] == "bid":
            return 1.0 if int(option[1]) < self.highest else 1e-6
        where = option[-1]
        if where in NEAR and prompt != "impulse":
            liking *= self.pull ** -min(far[where] for far in self.far)
            if prompt == "assault" and not table.vacant(side, where):
                liking *= self.fierce
        if option[0] in ("assault", "activate"):
            liking *= sum(4 ** len(table.units(side, space)) for space in option[1:])
        return liking

    def choose(self, table: Table, side: str, prompt: str, options: list[Option]) -> Option:
        """Draw one by taste."""
        weights = [self.weight(table, side, prompt, option) for option in options]
        return self.rng.choices(options, weights)[0]


def loaded(chance: object, lean: dict[str, int], rng: Random) -> list[int]:
    """Dice that lean high (3), low (0), or not at all for a purpose."""
    assert isinstance(chance, Roll)
    if chance.why not in lean:
        lean[chance.why] = rng.choice((0, 3, -1))
    low = lean[chance.why]
    if low < 0 or rng.random() < 0.4:
        return [rng.randint(1, 6) for _ in range(chance.count)]
    return [low + rng.randint(1, 3) for _ in range(chance.count)]


def crowded_pack(rng: Random, folder: Path) -> dict[str, Any]:
    """Write a data pack in which the units begin in a few spaces beside each other; its set-up."""
    centre = distances(rng.choice(SPACES))
    # Nobody begins in Zone H: 19.6 looks at changes there, not at how a game begins.
    near = sorted([*AREAS, *"ABCDEFGI"], key=lambda space: (centre[space], rng.random()))[
        : rng.randint(9, 14)
    ]
    places: dict[str, str] = {}
    for row in SCENARIOS["setup"]:
        unit = row["unit"]
        side = side_of(unit)

        def full(space: str, side: str = side) -> bool:
            mine = [each for each, at in places.items() if at == space and side_of(each) == side]
            return space in AREAS and len(mine) >= 4

        fit = [space for space in near if not full(space)]
        if side == AXIS:
            fit = [space for space in fit if space not in "ABCD"]
        places[unit] = rng.choice(fit)
    sure = [row["unit"] for row in SCENARIOS["setup"] if not {"without", "option"} & set(row)]
    sure = [unit for unit in sure if unit not in ("11h", "cih")]
    for unit in {"sq_a", "sq_b", "4rtr_minus"} & set(places):  # optional: beside one that is sure
        places[unit] = "A"
    allied = {places[unit] for unit in sure if side_of(unit) == ALLIED}
    axis = {places[unit] for unit in sure if side_of(unit) == AXIS}
    start = {"A", "B", "C", "D", "H", *[space for space in near if rng.random() < 0.5]}
    control = sorted((start - axis) | (allied - axis) | {x for x in allied & axis if x in start})
    text = (DATA / "scenarios.toml").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^allied = .*$", f"allied = {json.dumps(control)}", text)
    rows = iter(SCENARIOS["setup"])

    def at(found: re.Match[str]) -> str:
        row = next(rows)
        return found[0] if len(row["at"]) > 1 else f'at = ["{places[row["unit"]]}"]'

    text = re.sub(r"(?m)^at = .*$", at, text)
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    (folder / "scenarios.toml").write_text(text, encoding="utf-8")
    return tomllib.loads(text)


def play(number: int) -> tuple[Referee, Match, int]:
    """Watch one such game."""
    rng = Random(f"crowds {number}")
    rules, pack = game("battleaxe"), None
    if number % 4:
        with TemporaryDirectory() as name:
            pack = crowded_pack(rng, Path(name))
            rules = GAMES["battleaxe"](Path(name))
    scenario = rules.scenarios[number % len(rules.scenarios)].id
    match = Match(rules, random_setup("battleaxe", scenario, rng), None)
    lean: dict[str, int] = {}
    referee = Referee(match, pack)
    taste = Taste(rng)
    entries = events = decisions = 0
    while decisions < LONGEST:
        while match.chance is not None:
            match.roll(loaded(match.chance, lean, rng))
        referee._entries = len(match.entries)
        told = [event for _, event in match.events[events:]]
        referee.look(Moment(match, match.entries[entries:], told))
        if referee.differences or match.result is not None:
            break
        entries, events = len(match.entries), len(match.events)
        ask = match.decision
        assert ask is not None
        side = match.to_answer[rng.randrange(len(match.to_answer))]
        match.choose(taste.choose(referee.table, side, ask.prompt, list(match.legal(side))), side)
        decisions += 1
    return referee, match, decisions


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def main() -> int:
    """Watch games and print what was compared and met."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    compared: Counter[str] = Counter()
    parted = decisions = 0
    for number in range(first, first + games):
        referee, match, played = play(number)
        compared.update(referee.compared)
        compared.update({f"met: {what}": times for what, times in referee.table.met.items()})
        decisions += played
        if referee.differences:
            parted += 1
            say(f"- crowds {number}: {match.setup}")
            for difference in referee.differences[:5]:
                say(f"  {difference}")
            if len(sys.argv) > 3:
                Path(sys.argv[3]).write_text(journal_of(match).text(), encoding="utf-8")
    say(f"battleaxe: {decisions} decisions in {games} games, {parted} with a difference")
    for subject, times in sorted(compared.items()):
        say(f"  {subject:40}{times:>10}")
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
