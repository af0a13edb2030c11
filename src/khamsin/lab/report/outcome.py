"""The first half of the report, what came of the games: who won, by how much, how long it took."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

from khamsin.lab.arena import Contest, Standing
from khamsin.lab.sequential import SCORES, Hypotheses
from khamsin.lab.statistics import Share, spread
from khamsin.review.markup import table, tag

from . import charts
from .phrases import phrase
from .section import Part
from .summary import (
    NOBODY,
    band_names,
    bands,
    difference_lines,
    elo_line,
    lengths,
    summary,
    verdict_line,
)


class Result(NamedTuple):
    """How a contest stands, for its own part of the page."""

    contest: Contest
    standing: Standing
    hypotheses: Hypotheses


class Outcome(Part):
    """What came of the games."""

    # -- who wins ------------------------------------------------------------------------------

    def who_wins(self) -> str:
        """Wins with their intervals, or bands of the score, and how games end."""
        data = summary(self.game, self.records)
        if self.game.statistics.levels:
            scores = [record.scores[self.game.statistics.score] for record in self.records]
            found = bands(self.game.statistics.levels, scores)
            rows = [
                (name, "main", _share(band, len(scores)))
                for name, band in zip(band_names(self.narrator, found), found, strict=True)
            ]
        else:
            rows = [(self.side(n), self.colour(n), Share(**w)) for n, w in data["wins"].items()]
        whole = [
            tag("i", f"{found.rate:.0%}", style=f"--own:var(--{colour});flex:{found.rate:.4f}")
            for _, colour, found in rows
            if found.times
        ]
        if self.game.statistics.levels:
            above = tag("h3", escape(self.narrator.text("score", self.game.statistics.score)))
        else:
            above = tag("div", *whole, class_="whole")
        endings = table(
            [self.say(f"page.{name}") for name in ("ending", "rule", "games_column", "share")],
            [
                [
                    escape(phrase(self.narrator, f"ending.{each['reason']}", each["winner"])),
                    escape(each["rule"]),
                    str(each["games"]),
                    charts.bar(
                        each["games"] / data["games"],
                        f"{each['games'] / data['games']:.1%}",
                        self.colour(each["winner"]),
                    ),
                ]
                for each in sorted(data["endings"], key=lambda one: -one["games"])
            ],
        )
        heading = tag("h3", escape(self.say("page.endings")))
        return self.section(
            "who_wins", above, charts.shares(rows), heading, endings, note="who_wins_note"
        )

    # -- the contest ---------------------------------------------------------------------------

    def contest(self, result: Result) -> str:
        """What two bots have shown against each other."""
        contest, standing, hypotheses = result
        lines = [
            verdict_line(self.narrator, contest, standing, hypotheses),
            elo_line(self.narrator, standing),
            *difference_lines(self.narrator, standing),
        ]
        told = [tag("p", escape(line), class_="lead") for line in lines]
        pairs = max(1, standing.estimate.pairs)
        counts = table(
            [
                self.say("page.pair_score", one=contest.players[0]),
                self.say("page.pairs_column"),
                self.say("page.share"),
            ],
            [
                [f"{score:g}", str(count), charts.bar(count / pairs, f"{count / pairs:.1%}")]
                for score in SCORES
                for count in [standing.counts.get(score, 0)]
            ],
        )
        path = charts.path(self.say("page.llr"), standing.verdict.path, hypotheses.bounds)
        grid = tag("div", path, tag("div", counts, class_="card"), class_="two")
        rows = []
        for (scenario, side), won in standing.by_seat.items():
            name = self.say("page.chair", one=contest.players[0], side=self.side(side))
            if len(contest.scenarios) > 1:
                name = f"{self.scenario(scenario)}: {name}"
            rows.append((name, self.colour(side), won))
        seats = [tag("h3", escape(self.say("page.by_side"))), charts.shares(rows)] if rows else []
        return self.section("contest", *told, grid, *seats, note="contest_note")

    # -- scores and lengths --------------------------------------------------------------------

    def spreads(self) -> str:
        """Histograms of scores and lengths."""
        names = list(dict.fromkeys(name for record in self.records for name in record.scores))
        say, told = self.say, self.narrator.text
        scores = {
            say("page.score", name=told("score", name)): [
                (r.scores[name], r.winner or NOBODY) for r in self.records if name in r.scores
            ]
            for name in names
        }
        winners = [record.winner or NOBODY for record in self.records]
        measured = {
            say("page.length", name=told("measure", name)): list(zip(values, winners, strict=True))
            for name, values in lengths(self.game, self.records).items()
        }
        groups = self._groups()
        keys = "".join(
            tag("span", tag("i"), escape(self.side(g)), class_="key", style=f"--own:var(--{c})")
            for g, c in groups.items()
        )
        cards = [
            charts.histogram(
                title,
                [value for value, _ in pairs],
                [winner for _, winner in pairs],
                groups,
                self.say("page.mean", mean=f"{spread([v for v, _ in pairs]).mean:.1f}"),
            )
            for title, pairs in (*scores.items(), *measured.items())
            if len({value for value, _ in pairs}) > 1
        ]
        grid = tag("div", *cards, class_="grid")
        return self.section("spreads", tag("p", keys), grid, note="histogram_note")

    def _groups(self) -> dict[str, str]:
        """Whoever won a game, and his colour."""
        winners = {record.winner or NOBODY for record in self.records}
        return {side: self.colour(side) for side in (*self.game.sides, NOBODY) if side in winners}


def _share(band: dict[str, Any], of: int) -> Share:
    return Share(band["times"], of, band["rate"], band["low_rate"], band["high_rate"])
