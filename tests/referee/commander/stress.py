"""Games with players who look for trouble, so that the referee sees the corners more often.

    python -m tests.referee.commander.stress [GAMES] [FIRST]

They buy Exploit whenever they can and use it, attack whenever they can, buy Forces into areas that
the enemy holds, and break all ties by lot.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.contract.play import game, random_setup
from tests.referee.commander.referee import Referee
from tests.referee.shadow import Moment

LIKED = ("exploit", "intel", "overrun", "press", "salvage", "cohesion", "tactics")


def pick(prompt: str, options: Sequence[Option], rng: Random, referee: Referee) -> Option:
    """Anything, with a taste for what is rare."""
    if prompt == "exploit" and rng.random() < 0.7:
        mine = referee.mine  # into the rear of attackers who still have a battle before them
        rear = {
            mine.came.get(force, "")
            for area, side in mine.attacker.items()
            for force in mine.here(area, side)
        }
        behind = [option for option in options if option[-1] in rear]
        if behind:
            return rng.choice(behind)
    rest = [option for option in options if option != ("done",)] or list(options)
    if prompt == "plans":
        liked = [option for option in rest if option[-1] in LIKED[: rng.randint(1, 7)]]
        return rng.choice(liked) if liked and rng.random() < 0.8 else rng.choice(options)
    if prompt in ("battle_moves", "exploit", "resupply") and rng.random() < 0.9:
        buys = [option for option in rest if option[0] == "buy"]
        return rng.choice(buys or rest)
    return rng.choice(options)


def stress(number: int) -> tuple[Referee, str]:
    """Watch one such game."""
    rng = Random(f"stress {number}")
    rules = game("commander")
    scenario = rules.scenarios[number % len(rules.scenarios)].id
    setup = random_setup("commander", scenario, rng)
    if number % 4:
        setup = Setup(scenario, tuple(name for name in setup.options if name != "break_ties"))
    match = Match(rules, setup, SeededDice(f"stress-commander-{number}"))
    referee = Referee(match)
    entries = events = 0
    while True:
        referee._entries = len(match.entries)
        told = [event for _, event in match.events[events:]]
        referee.look(Moment(match, match.entries[entries:], told))
        if referee.differences or match.decision is None:
            break
        entries, events = len(match.entries), len(match.events)
        match.choose(pick(match.decision.prompt, match.legal("axis"), rng, referee), "axis")
    return referee, journal_of(match).text() if referee.differences else ""


def main() -> int:
    """Watch some games and print what was compared."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    compared: Counter[str] = Counter()
    parted = 0
    lines: list[str] = []
    for number in range(first, first + games):
        referee, _ = stress(number)
        compared.update(referee.compared)
        if referee.differences:
            parted += 1
            lines.append(f"- stress {number}: {' '.join(referee.book.options)}")
            lines += [f"  {difference}" for difference in referee.differences[:5]]
    lines += [f"  {subject:60}{times:>10}" for subject, times in sorted(compared.items())]
    lines.append(f"{games} games, {parted} with a difference")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
