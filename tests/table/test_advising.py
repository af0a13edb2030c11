"""Thoughts about a position: in this process, in worker processes, through the queue."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import psycopg
import pytest

from khamsin.games import GAMES
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.text.narrator import Narrator
from khamsin.table.bots import advising
from khamsin.table.bots.advising import Counsel, Inquiry
from khamsin.table.bots.botworker import BotWorker
from khamsin.table.bots.job import Share
from khamsin.table.bots.local import LocalWork
from khamsin.table.bots.queue import Queue
from khamsin.table.bots.thinkers import Thinkers
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.match import editions
from tests import loop
from tests.some import some

SHARE = Share(1, urgent=True, quick=False, cost=1.0)


def position(slug: str = "battleaxe", answers: int = 12) -> tuple[Match[Any], str]:
    """A match in which somebody has more than one answer to choose from."""
    game = editions.game(slug)
    match = Match(game, Setup(game.scenarios[0].id), SeededDice("advising"))
    rng = random.Random(1)
    while match.result is None:
        side = match.to_answer[0]
        legal = match.legal(side)
        if len(legal) > 1:
            if not answers:
                return match, side
            answers -= 1
        match.choose(rng.choice(legal), side)
    raise AssertionError("it was over before")


def asked(seconds: float = 0.5, slug: str = "battleaxe") -> Inquiry:
    match, side = position(slug)
    return advising.about(slug, match, side, seconds, 7)


@pytest.mark.parametrize("slug", GAMES)
def test_advice_about_a_position_is_plain_data(slug: str) -> None:
    """It goes through JSON, and its first answers are those that are offered."""
    match, side = position(slug)
    found = advising.consider(advising.about(slug, match, side, 1.0, 7))
    assert advising.from_text(advising.as_text(found)) == found
    assert {*found.chances} == {*match.game.sides}
    firsts = [plan.answers[0] for plan in found.plans]
    assert 1 <= len(firsts) <= 3
    assert len({*firsts}) == len(firsts)
    assert match.decision is not None
    for prompt, words in firsts:
        assert prompt == match.decision.prompt
        assert words in match.legal(side)


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_shown_are_ways_of_one_s_own_units(slug: str) -> None:
    match, side = position(slug, 30)
    found = advising.consider(advising.about(slug, match, side, 1.0, 7))
    scene: Any = match.game.presentation.scene(Narrator(match.game))
    own = {piece["id"] for piece in scene["pieces"] if piece["side"] == side}
    spaces = {space["id"] for space in scene["spaces"]}
    for plan in some(found.plans):
        for way in plan.shown.ways:
            assert {*way.pieces} <= own
            assert {*way.through} <= spaces
            assert len(way.through) > 1
        assert {piece for piece, _ in plan.shown.marked} <= own


def test_without_time_or_without_a_question_only_the_chances_are_told() -> None:
    match, side = position()
    quiet = next(each for each in match.game.sides if each not in match.to_answer)
    for who, seconds in ((side, 0.0), (quiet, 0.2)):
        found = advising.consider(advising.about("battleaxe", match, who, seconds, 7))
        assert found.plans == ()
        assert sum(found.chances.values()) == pytest.approx(1)


def test_a_position_of_a_match_that_is_over_can_be_asked_about() -> None:
    """As a review does: the match as it was, gone back to a decision of either side."""
    match, _ = position("rommel", 60)
    rng = random.Random(2)
    while match.result is None and len(match.entries) < 400:
        match.choose(rng.choice(match.legal(match.to_answer[0])), match.to_answer[0])
    match.rewind(len(match.entries) // 2)
    side = match.to_answer[0]
    found = advising.consider(advising.about("rommel", match, side, 0.5, 7))
    assert 0 <= found.chances[side] <= 1
    legal = Seat(match, side).legal()
    assert all(plan.answers[0][1] in legal for plan in found.plans)


def test_who_is_called_off_lets_the_worker_process_stop_soon() -> None:
    """Otherwise the next in line would wait until a thought is ready that nobody wants."""

    async def run() -> tuple[float, Counsel | None, list[str]]:
        work = LocalWork(Config(), Thinkers(None, 1))
        begun: list[str] = []
        await work.advise("0", asked(0.1), SHARE, lambda: begun.append("warm"))
        long = asyncio.create_task(
            work.advise("1", asked(60.0), SHARE, lambda: begun.append("long"))
        )
        await asyncio.sleep(0.5)
        long.cancel()
        began = time.monotonic()
        found = await work.advise("2", asked(0.2), SHARE, lambda: begun.append("short"))
        took = time.monotonic() - began
        await work.stop()
        return took, found, begun

    took, found, begun = loop.run(run())
    assert found is not None
    assert took < 30
    assert begun == ["warm", "long", "short"]


def test_the_queue_carries_it_and_forgets_what_nobody_wants(postgres: Any) -> None:
    database = str(postgres.database())

    async def run() -> tuple[Counsel | None, list[str], float]:
        table, theirs = Queue(database), Queue(database)
        await table.start()
        await theirs.open()
        worker = asyncio.create_task(BotWorker(theirs, None, 1).run())
        heard = asyncio.create_task(listen(database, table))
        begun: list[str] = []
        found = await table.advise("h 1", asked(0.2), SHARE, lambda: begun.append("1"))
        long = asyncio.create_task(table.advise("h 2", asked(60.0), SHARE, lambda: None))
        await asyncio.sleep(2)
        long.cancel()
        began = time.monotonic()
        await table.advise("h 3", asked(0.2), SHARE, lambda: begun.append("3"))
        took = time.monotonic() - began
        for task in (worker, heard):
            task.cancel()
        await asyncio.wait([worker, heard])
        await asyncio.sleep(0.2)
        left = await table._rows("SELECT key FROM work")
        await table.stop()
        await theirs.stop()
        assert left == []
        return found, begun, took

    found, begun, took = loop.run(run())
    assert found is not None
    assert found.plans
    assert begun == ["1", "3"]
    assert took < 30


async def listen(database: str, queue: Queue) -> None:
    """What the table's bus does."""
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as link:
        await link.execute("LISTEN khamsin_bots")
        async for news in link.notifies():
            queue.hear(news.payload)


def test_a_question_that_was_dropped_elsewhere_is_stale(postgres: Any) -> None:
    database = str(postgres.database())

    async def run() -> None:
        queue = Queue(database)
        await queue.start()
        waiting = asyncio.create_task(queue.advise("h 1", asked(), SHARE, lambda: None))
        await asyncio.sleep(1)
        assert await queue._rows("SELECT key FROM work")
        await queue.settle("h 1")
        await queue.sweep()
        try:
            await waiting
        finally:
            await queue.stop()

    with pytest.raises(ApiError, match="stale"):
        loop.run(run())


def test_many_that_are_dropped_at_once_leave_room_for_the_next() -> None:
    """Whoever asks and calls off, again and again, does not stop the others."""

    async def run() -> tuple[Counsel | None, int, int]:
        thinkers = Thinkers(None, 1)
        before = len(thinkers._free)
        for _ in range(40):
            dropped = asyncio.create_task(thinkers.advise(asked(30.0)))
            await asyncio.sleep(0)
            dropped.cancel()
            await asyncio.wait([dropped])
        found = await thinkers.advise(asked(0.2))
        await asyncio.sleep(0.2)
        after = len(thinkers._free)
        thinkers.stop()
        return found, before, after

    found, before, after = loop.run(run())
    assert found is not None
    assert before == after
