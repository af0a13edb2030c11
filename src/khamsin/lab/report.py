"""What many games say: a summary as data, and the same as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from khamsin import __version__
from khamsin.kernel.game import Game, Level

from .simulate import Plan, Record
from .statistics import bars, counted, share, spread


def summary(sides: Sequence[str], records: Sequence[Record]) -> dict[str, Any]:
    """Wins with their intervals, endings, scores and lengths of all games together."""
    games = len(records)
    winners = Counter(record.winner or "nobody" for record in records)
    endings = Counter((record.winner or "nobody", record.rule, record.reason) for record in records)
    scores = list(dict.fromkeys(name for record in records for name in record.scores))
    clocks = list(dict.fromkeys(name for record in records for name in record.clock))
    lengths = {"decisions": [record.decisions for record in records]}
    lengths |= {name: [record.clock.get(name, 0) for record in records] for name in clocks}
    by_score = {
        name: [record.scores[name] for record in records if name in record.scores]
        for name in scores
    }
    names = [*sides, *(["nobody"] if winners["nobody"] else [])]
    return {
        "games": games,
        "wins": {name: share(winners[name], games)._asdict() for name in names},
        "endings": [
            {"winner": winner, "rule": rule, "reason": reason, "games": count}
            for (winner, rule, reason), count in sorted(endings.items())
        ],
        "scores": {
            name: spread(values)._asdict() | {"counts": counted(values)}
            for name, values in by_score.items()
        },
        "lengths": {name: spread(values)._asdict() for name, values in lengths.items()},
    }


def bands(levels: Sequence[Level], scores: Sequence[int]) -> list[dict[str, Any]]:
    """How many of these scores lie in each band."""
    found: list[dict[str, Any]] = []
    for level in levels:
        within = share(sum(level.low <= score <= level.high for score in scores), len(scores))
        rates = {"rate": within.rate, "low_rate": within.low, "high_rate": within.high}
        found.append({"low": level.low, "high": level.high, "times": within.times} | rates)
    return found


def as_data(plan: Plan, game: Game[Any], records: Sequence[Record]) -> dict[str, Any]:
    """Everything, for a file: what was played, the summary, and every game."""
    return {
        "khamsin": __version__,
        "game": plan.game,
        "rules": game.rules_version,
        "pack": game.pack,
        "scenario": plan.scenario,
        "options": list(plan.options),
        "bots": dict(plan.bots),
        "seed": plan.seed,
        "summary": _summary(game, records),
        "games": [record._asdict() for record in records],
    }


def _summary(game: Game[Any], records: Sequence[Record]) -> dict[str, Any]:
    """The same, with the bands of a game that is scored."""
    data = summary(game.sides, records)
    if game.levels:
        scores = [record.scores[game.score] for record in records]
        data["bands"] = bands(game.levels, scores)
    return data


def as_text(plan: Plan, game: Game[Any], data: dict[str, Any]) -> list[str]:
    """The summary as lines for people."""
    options = f" with {', '.join(plan.options)}" if plan.options else ""
    bots = ", ".join(f"{chair} {bot}" for chair, bot in plan.bots)
    lines = [f"{game.title}, {plan.scenario}{options}: {data['games']} games, {bots}"]
    lines.append("wins")
    for name, won in data["wins"].items():
        bounds = f"{won['low']:.1%} to {won['high']:.1%}"
        lines.append(f"  {name:<12}{won['times']:>7}  {won['rate']:>6.1%}  (95 %: {bounds})")
    lines.append("endings")
    for ending in data["endings"]:
        how = f"{ending['winner']}, {ending['reason']} ({ending['rule']})"
        lines.append(f"  {how:<36}{ending['games']:>7}  {ending['games'] / data['games']:>6.1%}")
    lines.append(f"{'scores':<14}{_HEADS}")
    for name, score in data["scores"].items():
        lines.append(f"  {name:<12}{_cuts(score)}")
        if score["least"] < score["most"]:
            histogram = bars(score["counts"])
            lines.append(f"  {'':<12}{score['least']:>8g} {histogram} {score['most']:g}")
    lines += _bands(game.score, data.get("bands", []))
    lines.append(f"{'length':<14}{_HEADS}")
    for name, length in data["lengths"].items():
        lines.append(f"  {name:<12}{_cuts(length)}")
    return lines


def _bands(score: str, found: list[dict[str, Any]]) -> list[str]:
    """A line for each band, the open ends told by what is there."""
    lines = [f"bands of {score}"] if found else []
    for at, band in enumerate(found):
        name = f"{band['low']} to {band['high']}"
        if at == 0:
            name = f"{band['high']} or less"
        elif at == len(found) - 1:
            name = f"{band['low']} or more"
        bounds = f"{band['low_rate']:.1%} to {band['high_rate']:.1%}"
        lines.append(f"  {name:<12}{band['times']:>7}  {band['rate']:>6.1%}  (95 %: {bounds})")
    return lines


_HEADS = "".join(f"{head:>9}" for head in ("mean", "least", "25 %", "50 %", "75 %", "most"))


def _cuts(cuts: dict[str, float]) -> str:
    rest = ("least", "quarter", "median", "three_quarters", "most")
    return f"{cuts['mean']:>9.1f}" + "".join(f"{cuts[name]:>9g}" for name in rest)
