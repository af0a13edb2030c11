"""link, log: the player's log of finished campaigns, and the careers they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khamsin.games.commander.model.pack import Pack
from khamsin.games.commander.model.pieces import Link
from khamsin.kernel.game import Finished
from khamsin.kernel.play.state import Value
from khamsin.kernel.show.panels import Record, RecordRow
from khamsin.kernel.text.narrator import Narrator


class Entry(NamedTuple):
    """log.1 One line of the player's log."""

    campaign: str
    options: tuple[str, ...]
    reason: str
    vp: int


def band(pack: Pack, vp: int) -> Link:
    """link.4 The row of the linking table for a result."""
    return next(link for link in pack.links if link.low <= vp <= link.high)


def follows(pack: Pack, before: Entry, after: Entry) -> bool:
    """link.1 Whether a campaign was begun with the result of the one before it in the career."""
    order = list(pack.campaigns)
    if order.index(after.campaign) != order.index(before.campaign) + 1:
        return False
    chosen = [option for option in after.options if option in pack.link_index]
    wanted = band(pack, before.vp).id
    return chosen == ([wanted] if wanted else [])


def careers(pack: Pack, log: Sequence[Entry]) -> list[list[Entry]]:
    """link.1 The runs of campaigns in the log that begin with the first and were linked."""
    first = next(iter(pack.campaigns))
    found: list[list[Entry]] = []
    for entry in log:
        if entry.campaign == first:
            found.append([entry])
            continue
        open_ones = [career for career in found if follows(pack, career[-1], entry)]
        if open_ones:
            open_ones[-1].append(entry)
    return found


def total(career: Sequence[Entry]) -> int:
    """R15 The result of a career: the sum of its campaigns."""
    return sum(entry.vp for entry in career)


def record(pack: Pack, finished: Sequence[Finished], narrator: Narrator) -> Record:
    """log.1, options.2 The log as a table: campaign, options, how it ended, VP; and the career."""
    log = [
        Entry(each.setup.scenario, each.setup.options, each.result.reason, each.result.scores["vp"])
        for each in finished
    ]
    rows = [
        _row(narrator, entry, each)
        for entry, each in zip(reversed(log), reversed(finished), strict=True)
    ]
    summary = [narrator.say("record.campaigns", {"campaigns": len(log)})]
    done = careers(pack, log)
    if done:
        complete = [career for career in done if len(career) == len(pack.campaigns)]
        if complete:
            summary.append(narrator.say("record.best", {"vp": max(map(total, complete))}))
        summary += _going_on(pack, narrator, done[-1])
    columns = ("ended", "campaign", "options", "result", "vp")
    return {
        "title": narrator.say("record.title"),
        "columns": [narrator.say(f"record.{column}") for column in columns],
        "rows": rows,
        "summary": summary,
    }


def _going_on(pack: Pack, narrator: Narrator, career: list[Entry]) -> list[str]:
    """link.2 The career at hand: how far it has come, and how the next campaign begins."""
    lines = [narrator.say("record.career", {"campaigns": len(career), "vp": total(career)})]
    order = list(pack.campaigns)
    if len(career) < len(order):
        link = band(pack, career[-1].vp)
        option = narrator.say(f"record.{link.id or 'after_20'}")
        facts: dict[str, Value] = {"campaign": order[len(career)], "option": option, "vp": link.vp}
        lines.append(narrator.say("record.next", facts))
    return lines


def _row(narrator: Narrator, entry: Entry, finished: Finished) -> RecordRow:
    titles = {option.id: narrator.optional_title(option) for option in narrator.game.options}
    campaign = next(each for each in narrator.game.scenarios if each.id == entry.campaign)
    return {
        "match": finished.match,
        "cells": [
            finished.ended,
            narrator.scenario_title(campaign),
            "; ".join(titles[option] for option in entry.options),
            narrator.ending(finished.result),
            str(entry.vp),
        ],
    }
