"""What many games say: a summary as data, and the same as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf, isinf
from pathlib import Path
from typing import Any

from khamsin.kernel.game import AnyGame, Level
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.arena import Contest, Standing
from khamsin.lab.record import Record, Work
from khamsin.lab.sequential import Hypotheses, elo
from khamsin.lab.simulate import Plan
from khamsin.lab.statistics import bars, counted, share, spread

WORDS = Path(__file__).parent / "words"
NOBODY = "nobody"


# -- as data -----------------------------------------------------------------------------------


def summary(game: AnyGame, records: Sequence[Record]) -> dict[str, Any]:
    """Wins with their intervals, endings, scores and lengths of all games together."""
    games = len(records)
    winners = Counter(record.winner or NOBODY for record in records)
    endings = Counter((record.winner or NOBODY, record.rule, record.reason) for record in records)
    scores = list(dict.fromkeys(name for record in records for name in record.scores))
    by_score = {
        name: [record.scores[name] for record in records if name in record.scores]
        for name in scores
    }
    names = [*game.sides, *([NOBODY] if winners[NOBODY] else [])]
    data = {
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
        "lengths": {name: spread(v)._asdict() for name, v in lengths(game, records).items()},
    }
    if game.statistics.levels:
        data["bands"] = bands(game.statistics.levels, by_score.get(game.statistics.score, []))
    return data


def lengths(game: AnyGame, records: Sequence[Record]) -> dict[str, list[int]]:
    """How long each game was, by every measure the game has."""
    measured = {"decisions": [record.decisions for record in records]}
    return measured | {
        name: [r.clock.get(name, 0) for r in records] for name in game.statistics.clock
    }


def bands(levels: Sequence[Level], scores: Sequence[int]) -> list[dict[str, Any]]:
    """How many of these scores lie in each band."""
    found: list[dict[str, Any]] = []
    for level in levels:
        within = share(sum(level.low <= score <= level.high for score in scores), len(scores))
        rates = {"rate": within.rate, "low_rate": within.low, "high_rate": within.high}
        found.append({"low": level.low, "high": level.high, "times": within.times} | rates)
    return found


def as_data(work: Work, game: AnyGame, records: Sequence[Record]) -> dict[str, Any]:
    """Everything, for a file: what was played, the summary, and every game but for its counts."""
    games = [record._asdict() for record in records]
    for each in games:
        del each["counts"]
    return work.identity() | {"summary": summary(game, records), "games": games}


def contest_data(standing: Standing, hypotheses: Hypotheses) -> dict[str, Any]:
    """What a contest has shown; an Elo beyond all bounds is left out."""
    found, verdict = standing.estimate, standing.verdict
    return {
        "pairs": found.pairs,
        "pair_scores": {f"{score:g}": count for score, count in standing.counts.items()},
        "score": found._asdict() | {"elo": [None if isinf(e) else round(e, 1) for e in found.elo]},
        "test": hypotheses._asdict() | {"llr": verdict.llr, "accepted": verdict.accepted},
        "by_side": [
            {"scenario": scenario, "side": side} | won._asdict()
            for (scenario, side), won in standing.by_seat.items()
        ],
        "difference": standing.difference._asdict() if standing.difference.of > 1 else None,
        "differences": {
            scenario: mean._asdict()
            for scenario, mean in standing.differences.items()
            if mean.of > 1
        },
        "spare_games": standing.spare,
    }


# -- as text -----------------------------------------------------------------------------------


def headline(work: Plan | Contest, narrator: Narrator, games: int) -> str:
    """What was played, in a line."""
    scenarios = (work.scenario,) if isinstance(work, Plan) else work.scenarios
    return narrator.words.say(
        "lab.headline",
        game=narrator.game.title,
        scenario=", ".join([*scenarios, *work.options]),
        games=games,
        bots=who(work, narrator),
    )


def who(work: Plan | Contest, narrator: Narrator) -> str:
    """Who played."""
    if isinstance(work, Contest):
        return narrator.words.say("lab.against", one=work.players[0], two=work.players[1])
    return ", ".join(f"{chair} {bot}" for chair, bot in work.bots)


def as_text(narrator: Narrator, data: dict[str, Any]) -> list[str]:
    """The summary as lines for people."""
    say, games = narrator.words.say, max(data["games"], 1)
    lines = [say("lab.wins")]
    for name, won in data["wins"].items():
        lines.append(f"  {name:<12}{_rate(narrator, won['times'], *_three(won))}")
    lines.append(say("lab.endings"))
    for ending in data["endings"]:
        how = f"{ending['winner']}, {ending['reason']} ({ending['rule']})"
        lines.append(f"  {how:<36}{ending['games']:>7}  {ending['games'] / games:>6.1%}")
    lines.append(f"{say('lab.scores'):<14}{_heads(narrator)}")
    for name, score in data["scores"].items():
        lines.append(f"  {name:<12}{_cuts(score)}")
        if score["least"] < score["most"]:
            histogram = bars(score["counts"])
            lines.append(f"  {'':<12}{score['least']:>8g} {histogram} {score['most']:g}")
    lines += _bands(narrator, data.get("bands", []))
    lines.append(f"{say('lab.length'):<14}{_heads(narrator)}")
    for name, length in data["lengths"].items():
        lines.append(f"  {name:<12}{_cuts(length)}")
    return lines


def contest_text(
    narrator: Narrator, contest: Contest, standing: Standing, hypotheses: Hypotheses
) -> list[str]:
    """What a contest has shown, as lines for people."""
    say, found = narrator.words.say, standing.estimate
    lines = [verdict_line(narrator, contest, standing, hypotheses), elo_line(narrator, standing)]
    shares = "  ".join(f"{score:g}: {count}" for score, count in standing.counts.items())
    lines.append(say("lab.pairs", pairs=found.pairs, shares=shares))
    lines += difference_lines(narrator, standing)
    for (scenario, side), won in standing.by_seat.items():
        place = f"{scenario}, {side}"
        lines.append(f"  {place:<24}{_rate(narrator, won.times, won.rate, won.low, won.high)}")
    if standing.spare:
        lines.append(say("lab.spare", games=standing.spare))
    return lines


def verdict_line(
    narrator: Narrator, contest: Contest, standing: Standing, hypotheses: Hypotheses
) -> str:
    """What the sequential test says."""
    verdict = standing.verdict
    low, high = hypotheses.bounds
    accepted = "open" if verdict.accepted is None else ("zero", "one")[verdict.accepted]
    return narrator.words.say(
        f"lab.verdict_{accepted}",
        one=contest.players[0],
        two=contest.players[1],
        elo0=f"{elo(hypotheses.score0):+.0f}",
        elo1=f"{elo(hypotheses.score1):+.0f}",
        llr=f"{verdict.llr:.2f}",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
    )


def elo_line(narrator: Narrator, standing: Standing) -> str:
    """The score and the difference in Elo."""
    found = standing.estimate
    three = [_elo(value) for value in found.elo]
    return narrator.words.say(
        "lab.elo",
        score=f"{found.score:.1%}",
        score_low=f"{found.low:.1%}",
        score_high=f"{found.high:.1%}",
        elo=three[0],
        low=three[1],
        high=three[2],
    )


def difference_lines(narrator: Narrator, standing: Standing) -> list[str]:
    """By how much the first player's score was better, over all and in each scenario."""
    means = {"": standing.difference}
    if len(standing.differences) > 1:
        means |= standing.differences
    return [
        narrator.words.say(
            "lab.difference_in" if scenario else "lab.difference",
            scenario=scenario,
            score=narrator.game.statistics.score,
            mean=f"{mean.mean:+.1f}",
            low=f"{mean.low:+.1f}",
            high=f"{mean.high:+.1f}",
        )
        for scenario, mean in means.items()
        if mean.of > 1
    ]


def _elo(value: float) -> str:
    return {inf: "+∞", -inf: "-∞"}.get(value, f"{value:+.0f}")


def _three(won: dict[str, Any]) -> tuple[float, float, float]:
    return won["rate"], won["low"], won["high"]


def _rate(narrator: Narrator, times: int, rate: float, low: float, high: float) -> str:
    bounds = narrator.words.say("lab.bounds", low=f"{low:.1%}", high=f"{high:.1%}")
    return f"{times:>7}  {rate:>6.1%}  ({bounds})"


def _bands(narrator: Narrator, found: list[dict[str, Any]]) -> list[str]:
    """A line for each band, the open ends told by what is there."""
    say = narrator.words.say
    lines = [say("lab.bands", score=narrator.game.statistics.score)] if found else []
    for name, band in zip(band_names(narrator, found), found, strict=True):
        rates = band["rate"], band["low_rate"], band["high_rate"]
        lines.append(f"  {name:<12}{_rate(narrator, band['times'], *rates)}")
    return lines


def band_names(narrator: Narrator, found: list[dict[str, Any]]) -> list[str]:
    """What the bands are called."""
    names = []
    for at, band in enumerate(found):
        key = "less" if at == 0 else "more" if at == len(found) - 1 else "between"
        names.append(narrator.words.say(f"lab.band_{key}", low=band["low"], high=band["high"]))
    return names


_CUTS = ("least", "quarter", "median", "three_quarters", "most")


def _heads(narrator: Narrator) -> str:
    say = narrator.words.say
    heads = (say("lab.mean"), say("lab.least"), "25 %", "50 %", "75 %", say("lab.most"))
    return "".join(f"{head:>9}" for head in heads)


def _cuts(cuts: dict[str, float]) -> str:
    return f"{cuts['mean']:>9.1f}" + "".join(f"{cuts[name]:>9g}" for name in _CUTS)
