"""Playing a scene: answers and dice in one line, in the order in which they fall at the table."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.staging import GAME, offers, table
from tests.games.stage import staged

PACK = GAME.data


def field(
    units: dict[str, str] | None = None, *, lost: Sequence[str] = (), **more: object
) -> State:
    """A table in the middle of the game, on June 16, where only the scene itself asks questions.

    All divisions are released, nobody holds the Advantage and no artillery is left, unless the
    test says otherwise. `lost` are eliminated units.
    """
    quiet: dict[str, object] = {
        "turn": 2,
        "locked": [False] * len(PACK.divisions),
        "advantage": NOBODY,
        "artillery": [0, 0],
        "lost": tuple(PACK.unit_index[name] for name in lost),
    }
    return table(units, **quiet | more)  # type: ignore[arg-type]


def scene(g: State) -> Match[State]:
    """A match that goes on from this table; its dice wait until `go` rolls them."""
    return staged(GAME, g, Setup(g.scenario.id, g.options))


def go(m: Match[State], *steps: str | tuple[int, ...] | int) -> Match[State]:
    """Play on: words are an answer, a tuple is a roll, and a bare number a whole combat's dice.

    The number says by how much the attack total shall exceed the defence total; both sides' 2d6
    are then rolled to that effect, whatever the counters are worth.
    """
    for step in steps:
        if isinstance(step, str):
            m.choose(tuple(step.split()))
        elif isinstance(step, tuple):
            m.roll(step)
        else:
            attack, defence = combat_dice(m, step)
            m.roll(attack)
            m.roll(defence)
    return m


def combat_dice(m: Match[State], difference: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Dice for attacker and defender with which the totals differ by just so much."""
    chance, battle = m.chance, m.state.battle
    assert battle is not None
    assert isinstance(chance, Roll)
    assert chance.why == "attack"
    needed = difference - battle.av + battle.dv
    for defence in range(2, 13):
        if 2 <= defence + needed <= 12:
            return _two(defence + needed), _two(defence)
    raise AssertionError(f"no dice make {battle.av} exceed {battle.dv} by {difference}")


def _two(total: int) -> tuple[int, int]:
    return (total // 2, total - total // 2)


def asked(m: Match[State]) -> str:
    """What is asked now: the prompt of a decision, what dice are for, or "" at the end."""
    if m.decision is not None:
        return m.decision.prompt
    return m.chance.why if m.chance is not None else ""


def who(m: Match[State]) -> str:
    """The side that must answer now."""
    (side,) = m.to_answer
    return side


def moves(m: Match[State], verb: str = "move") -> list[str]:
    """The offers that begin with this word."""
    return [offer for offer in offers(m) if offer.split()[0] == verb]


def cv(unit: str, *, reduced: bool = False) -> int:
    """The combat value printed on a counter."""
    counter = PACK.units[PACK.unit_index[unit]]
    return counter.cv_reduced if reduced else counter.cv_full


def tem(space: str) -> int:
    """The terrain modifier printed on the map."""
    return PACK.spaces[PACK.board.at(space)].tem


def values(m: Match[State]) -> tuple[int, int]:
    """AV and DV of the last combat whose dice have been rolled."""
    rolled = [event.values for _, event in m.events if event.kind == "combat_dice"]
    return int(str(rolled[-1]["av"])), int(str(rolled[-1]["dv"]))


def outcomes(m: Match[State]) -> list[str]:
    """The results of the combats so far."""
    return [str(event.values["outcome"]) for _, event in m.events if event.kind == "outcome"]


def rules_told(m: Match[State], kind: str) -> list[str]:
    """The rules cited by the events of a kind."""
    return [event.rule for _, event in m.events if event.kind == kind]


def allied_attack(difference: int, *, advantage: int, **more):
    """2 RTR goes from 3 into 7 against 1/62, and the dice are rolled."""
    m = scene(field({"2rtr": "3", "22gds": "3", "1_62": "7"}, advantage=advantage, **more))
    return go(m, "assault 3", "move 2rtr 7", "attack 7", "no", difference)


def axis_attack(difference: int, *, advantage: int, impulse: int = 1):
    """1/8 goes from 15 into 7 against 22 Gds, short of fuel and without Rommel."""
    g = field(
        {"1_8": "15", "22gds": "7"},
        half="axis",
        advantage=advantage,
        impulse=impulse,
        fuel_low=True,
        rommel=True,
    )
    return go(scene(g), "assault 15", "move 1_8 7", "attack 7", "no", difference)


def holder(m) -> str:
    return {ALLIED: "allied", AXIS: "axis", NOBODY: "nobody"}[m.state.advantage]


def outcome(m: Match[State]) -> tuple[str | None, str, str] | None:
    """Who has won, by which rule, and why; nothing while the match goes on."""
    return None if m.result is None else (m.result.winner, m.result.rule, m.result.reason)


def spent(m: Match[State], name: str) -> int:
    """The movement factors that a unit has used."""
    return m.state.spent[m.state.pack.unit_index[name]]
