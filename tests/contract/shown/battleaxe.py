"""What Operation Battleaxe shows, beside what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.playing_out import Promise

MARKS = {"reduced", "out_of_supply", "active", "attacked"}
NO_SUPPORT = {"air_support", "rommel", "artillery", "fanatical_defence", "maximum_attack"}


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """The row `alone` of every attack: the named leads, no support, no Advantage afterwards."""
    ask = match.decision
    assert ask is not None
    if ask.prompt not in {"assault", "lead_attacker", "lead_defender", "attack_too"}:
        return
    for option in match.legal(side):
        if option[0] not in {"attack", "lead"}:
            continue
        for odds in match.game.odds(match.state, side, ask.prompt, option):
            title = odds.title.values
            if option[0] == "lead" and option[1] not in (title["lead"], title["lead_defender"]):
                continue
            chances = dict(odds.rows[0].outcomes)
            leads = (str(title["lead"]), str(title["lead_defender"]))
            yield Promise(f"{odds.title}", option, chances, _plain(leads), _outcome)
            if len(odds.rows) > 1 and odds.rows[-1].row.key == "together":
                yield Promise(
                    f"{odds.title} with all support",
                    option, dict(odds.rows[-1].outcomes), _plain(leads, support=True), _outcome,
                )  # fmt: skip


def _plain(leads: tuple[str, str], *, support: bool = False):
    """Both sides answer as the odds assume."""

    def answer(match: Match[Any]) -> Option:
        assert match.decision is not None
        prompt, legal = match.decision.prompt, match.legal()
        if prompt in {"lead_attacker", "lead_defender"}:
            return next(option for option in legal if option[1] in leads)
        if prompt in {"fanatical_defence", "maximum_attack"}:
            return ("no",)
        if prompt in NO_SUPPORT:
            return ("yes",) if support and ("yes",) in legal else ("no",)
        return ("all",) if ("all",) in legal else legal[0]

    return answer


def _outcome(match: Match[Any], told: Sequence[Event]) -> str | None:
    del match
    return next((str(e.values["outcome"]) for e in told if e.kind == "outcome"), None)


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """Where a unit can get by the moves that are offered, one after another."""
    units = {option[1] for option in match.legal(side) if option[0] == "move"}
    for unit in sorted(units)[:4]:
        overlays = match.game.overlays(match.state, side, voice("battleaxe"), unit)
        shown = next(set(each["spaces"]) for each in overlays if each["id"] == "range")
        yield Compared(f"range of {unit}", shown, _reached(match, unit))


def _reached(match: Match[Any], unit: str) -> set[str]:
    """Every space that this unit alone can come to now, whatever way it takes."""
    start = _unit(match, unit)["place"]
    found: set[tuple[str, int]] = set()
    ahead = [match]
    while ahead:
        here = ahead.pop()
        for option in here.legal():
            if option[:2] != ("move", unit):
                continue
            after = here.clone()
            after.choose(option)
            stand = option[2], _unit(after, unit)["spent"]
            if stand not in found:
                found.add(stand)
                if after.decision is not None and after.to_answer == match.to_answer:
                    ahead.append(after)
    return {space for space, _ in found} - {start}


def _unit(match: Match[Any], unit: str) -> dict[str, Any]:
    known: dict[str, Any] = match.game.view(match.state, None)["units"][unit]
    return known


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Strength, supply and activity of all units; the points."""
    data = match.state.data()
    picture = match.game.picture(match.state, None, voice("battleaxe"))
    yield Compared("points", data["vp"], match.game.view(match.state, None)["vp"])
    del picture
