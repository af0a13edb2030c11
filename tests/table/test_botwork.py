"""Bots that think elsewhere: the queue in PostgreSQL, its workers, and what becomes of both."""

from __future__ import annotations

import asyncio
import copy
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from signal import SIGKILL, SIGTERM
from typing import Any

import psycopg
import pytest
from procrastinate.jobs import Status

from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.transfer import unwrap
from khamsin.table.bots import advising, queue_schema
from khamsin.table.bots import job as jobs
from khamsin.table.bots.advising import Inquiry
from khamsin.table.bots.fair import Turns
from khamsin.table.bots.job import Job, Reply, Share
from khamsin.table.bots.queue import Queue
from khamsin.table.match import editions
from tests import loop
from tests.kernel.patrol import Patrol
from tests.table.postgres import Postgres
from tests.table.serving import ROOT, Client, Server, Worker, until
from tests.table.test_crowd import workers as children
from tests.table.test_secrecy import CASES, HIDING, random_play

JOB = Job("battleaxe", "axis", "recruit", 1, b"a world")


def rows(database: str, query: str) -> list[Any]:
    with psycopg.connect(database, autocommit=True) as connection:
        found = connection.execute(query)
        return list(found) if found.description else []


@pytest.fixture
def database(postgres) -> str:
    return str(postgres.database())


@asynccontextmanager
async def opened(database: str, each: int = 100) -> AsyncIterator[Queue]:
    queue = Queue(database, each)
    await queue.start()
    try:
        yield queue
    finally:
        await queue.stop()


# -- whose turn it is ------------------------------------------------------------------------


def asked() -> list[Share]:
    """One with thirty questions, two who come later, and one at whose match nobody sits."""
    rng = random.Random(1)
    many = [Share(1, urgent=True, quick=False, cost=rng.choice([0.2, 1.0])) for _ in range(30)]
    late = [Share(2, urgent=True, quick=False, cost=1.0) for _ in range(4)]
    last = [Share(3, urgent=True, quick=False, cost=5.0) for _ in range(2)]
    return [*many, Share(4, urgent=False, quick=False, cost=0.2), *late, *last]


async def order_in_memory(shares: list[Share]) -> list[int]:
    order: list[int] = []

    async def ask(number: int, turns: Turns) -> None:
        async with turns.place(shares[number]):
            order.append(number)

    turns = Turns(1, each=100)
    begun = Share(0, urgent=True, quick=False, cost=0.1)
    async with turns.place(begun):
        waiting = [asyncio.create_task(ask(number, turns)) for number in range(len(shares))]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    return order


async def order_in_the_queue(database: str, shares: list[Share]) -> list[int]:
    order: list[int] = []
    async with opened(database) as queue:
        begun = Share(0, urgent=True, quick=False, cost=0.1)
        await queue._put("m", "begun", JOB, begun)
        worker = await queue.app.job_manager.register_worker()
        first = await queue.app.job_manager.fetch_job(["deep"], worker)
        assert first is not None
        for number, share in enumerate(shares):
            await queue._put("m", str(number), JOB, share)
        while task := await queue.app.job_manager.fetch_job(["deep"], worker):
            order.append(int(str(task.task_kwargs["key"])))
    return order


def test_both_storages_have_one_idea_of_fairness(database):
    shares = asked()
    order = loop.run(order_in_the_queue(database, shares))
    assert order == loop.run(order_in_memory(shares))
    assert order[-1] == 30  # nobody sits there
    owners = [shares[number].owner for number in order]
    assert owners.index(2) < 3
    assert owners[:12].count(2) == 4


def test_what_it_cost_is_known_afterwards(database):
    """Somebody whose bots took longer than they should waits longer for the next."""

    async def run() -> list[str]:
        async with opened(database) as queue:
            manager = queue.app.job_manager
            worker = await manager.register_worker()
            for owner in (1, 2):
                share = Share(owner, urgent=True, quick=False, cost=1.0)
                await queue._put("m", f"{owner} first", JOB, share)
                await queue.answer(f"{owner} first", Reply(("pass",)), 9.0 if owner == 1 else 1.0)
            await queue._put("m", "3", JOB, Share(3, urgent=True, quick=False, cost=1.0))
            for owner in (1, 2):
                await queue.settle(f"{owner} first")
                share = Share(owner, urgent=True, quick=False, cost=1.0)
                await queue._put("m", f"{owner} second", JOB, share)
            keys = []
            while task := await manager.fetch_job(["deep"], worker):
                keys.append(str(task.task_kwargs["key"]))
            return [key for key in keys if "first" not in key]

    assert loop.run(run()) == ["3", "2 second", "1 second"]


def test_one_account_has_so_many_thoughts_at_once(database):
    async def run() -> list[int]:
        async with opened(database, each=2) as queue:
            manager = queue.app.job_manager
            worker = await manager.register_worker()
            for number in range(10):
                share = Share(1, urgent=True, quick=False, cost=1.0)
                await queue._put("m", f"{number} one", JOB, share)
            await queue._put("m", "other", JOB, Share(2, urgent=True, quick=False, cost=1.0))
            taken, counts = [], []
            for _ in range(6):
                while task := await manager.fetch_job(["deep"], worker):
                    taken.append(task)
                counts.append(sum("one" in str(each.task_kwargs["key"]) for each in taken))
                for task in taken:
                    await manager.finish_job(task, Status.SUCCEEDED, delete_job=True)
                taken.clear()
            return counts

    assert loop.run(run()) == [2, 2, 2, 2, 2, 0]

    async def in_memory() -> int:
        turns, inside, most = Turns(4, each=2), 0, 0

        async def ask() -> None:
            nonlocal inside, most
            async with turns.place(Share(1, urgent=True, quick=False, cost=1.0)):
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*(ask() for _ in range(10)))
        return most

    assert loop.run(in_memory()) == 2


# -- what a job tells ------------------------------------------------------------------------


def everything(job: Job | Inquiry, game: Any) -> object:
    """All that can be read in a job, however hard one looks."""
    match = unwrap(game, job.world)
    return (
        job._replace(world=b""),
        match.state.data(),
        [(mark.entries, mark.events, mark.state.data()) for mark in match.marks],
        match.entries,
        match.events,
        match.dice,
        match.undone,
    )


def same_job_in_two_worlds(table_match: Any, side: str, rng: random.Random) -> tuple[bool, bool]:
    """Whether the truth differs in the other world, and whether the job has guessed wrong."""
    other = copy.copy(table_match)
    other.match = table_match.match.imagine(side, rng)
    seed = rng.getrandbits(64)
    mine = jobs.job(table_match, side, random.Random(seed))
    theirs = jobs.job(other, side, random.Random(seed))
    assert everything(mine, table_match.game) == everything(theirs, table_match.game)
    asked = advising.inquiry(table_match, side, 1.0, random.Random(seed))
    again = advising.inquiry(other, side, 1.0, random.Random(seed))
    assert everything(asked, table_match.game) == everything(again, table_match.game)
    secret = table_match.record.seed.encode()
    assert secret not in repr(mine).encode() + mine.world
    assert secret not in repr(asked).encode() + asked.world
    guessed = unwrap(table_match.game, mine.world).state.data()
    truth = table_match.match.state.data()
    return other.match.state.data() != truth, guessed != truth


@pytest.mark.parametrize(("game", "scenario", "options"), CASES)
def test_a_job_holds_nothing_that_its_seat_may_not_know(game, scenario, options):
    """Worlds that differ only in what the seat cannot know make the very same job."""
    found = []
    for seed in range(3):
        rng = random.Random(seed)
        for table_match in random_play(game, scenario, seed, *options):
            for side in table_match.to_answer:
                found.append(same_job_in_two_worlds(table_match, side, rng))
    assert sum(differed for differed, _ in found) > 10
    assert sum(guessed for _, guessed in found) > 10


@pytest.mark.parametrize("slug", HIDING)
def test_nor_does_one_of_the_real_games(slug):
    game = editions.game(slug)
    rng = random.Random(1)
    found = []
    for number, table_match in enumerate(random_play(slug, game.scenarios[0].id, 1)):
        if number == 150:
            break
        if number % 15 == 10:
            found += [
                same_job_in_two_worlds(table_match, side, rng) for side in table_match.to_answer
            ]
    assert any(differed for differed, _ in found)


def test_the_queue_holds_jobs_and_nothing_else(database, tmp_path):
    """What a worker may read in the database, with the rights that it needs, is just the job."""
    with suppress(psycopg.errors.DuplicateObject):
        rows(database, f"CREATE ROLE {queue_schema.ROLE} LOGIN")
    server = Server(tmp_path, toys=True, DATABASE=database, BOT_WORKERS="0")
    one = server.client("ann")
    seats = {"red": {"kind": "you"}, "blue": {"kind": "bot", "bot": "noting"}}
    match = play_until_asked(one, seats)
    role = database.replace("khamsin@", f"{queue_schema.ROLE}@")
    with psycopg.connect(role, autocommit=True) as spy:
        (tables,) = spy.execute(
            "SELECT array_agg(DISTINCT table_schema || '.' || table_name)"
            " FROM information_schema.column_privileges WHERE table_schema NOT IN"
            " ('pg_catalog', 'information_schema')"
        ).fetchone() or ([],)
        assert {name for name in tables if not name.startswith("khamsin_bots.procrastinate_")} == {
            "khamsin_bots.work"
        }
        for secret in ("acts", "matches", "people", "sessions"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                spy.execute(f"SELECT * FROM public.{secret}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            spy.execute("SELECT owner FROM khamsin_bots.work")
        (found,) = spy.execute("SELECT key, question, answer FROM khamsin_bots.work")
        assert set(found[1]) == set(Job._fields)
        assert found[1]["side"] == "blue"
        (task,) = spy.execute("SELECT args FROM khamsin_bots.procrastinate_jobs")
        assert task[0] == {"key": found[0]}
    asked_file = tmp_path / "asked"
    worker = Worker(role, tmp_path / "worker.log", KHAMSIN_TOY_ASKED=str(asked_file))
    before = one.table(match)["match"]["entries"]
    until(lambda: one.table(match)["match"]["entries"] > before)
    worker.end()
    server.stop()
    assert server.troubles() == []


def play_until_asked(client: Client, seats: dict[str, Any]) -> str:
    """A match of Patrol in which the bot of blue is to answer, and has more than one option."""
    match: str = client.match(game="patrol", scenario="campaign", seats=seats)["id"]
    rng = random.Random(1)
    while True:
        table = client.table(match)
        if "blue" in table["decision"]["to_answer"]:
            return match
        words = rng.choice(table["decision"]["options"])["words"]
        answer = client.choose(match, "red", table["decision"]["number"], words)
        assert answer.status_code == 200, answer.text
        time.sleep(0.3)  # an answer of the only kind is given without a question


# -- what happens to workers -----------------------------------------------------------------


def alone(client: Client, bot: str, game: str = "battleaxe", scenario: str = "standard") -> str:
    card = next(each for each in client.get("/games") if each["slug"] == game)
    seats = {side["id"]: {"kind": "bot", "bot": bot} for side in card["sides"]}
    return str(client.match(game=game, scenario=scenario, seats=seats)["id"])


def acts_of(database: str, match: str) -> list[Any]:
    return rows(
        database,
        f"SELECT number, kind, body FROM public.acts WHERE match = '{match}' ORDER BY number",
    )


def test_workers_killed_at_random_lose_no_answer_and_give_none_twice(database, tmp_path):
    """Bots play whole matches while their workers, and the table, are killed again and again."""
    noted = tmp_path / "asked"
    toy = {"KHAMSIN_TOY_ASKED": str(noted)}
    server = Server(tmp_path, toys=True, DATABASE=database, BOT_WORKERS="0")
    one = server.client("ann")
    matches = [alone(one, "noting", "patrol", "campaign") for _ in range(3)]
    matches += [alone(one, bot) for bot in ("greedy", "recruit")]
    rng = random.Random(7)
    logs = tmp_path / "workers.log"
    workers = [Worker(database, logs, **toy) for _ in range(2)]
    killed = 0
    while killed < 12:
        time.sleep(rng.uniform(0.3, 2.5))
        number = rng.randrange(len(workers))
        workers[number].end(SIGKILL)
        workers[number] = Worker(database, logs, **toy)
        killed += 1
        if killed == 6:
            server.kill()
            server.start()
    one = server.client("ann")
    before = {match: len(acts_of(database, match)) for match in matches}
    ended = "SELECT id FROM public.matches WHERE status = 'finished' AND game = 'patrol'"
    until(lambda: len(rows(database, ended)) == 3, 90)  # nobody waits for ever
    until(
        lambda: all(
            len(acts_of(database, m)) > before[m] + 3 or one.table(m)["result"] for m in matches[3:]
        ),
        90,
    )
    for worker in workers:
        worker.end()
    for match in matches[3:]:
        if not one.table(match)["result"]:
            one.post(f"/matches/{match}/stop")
    for match in matches:
        numbers = [act[0] for act in acts_of(database, match)]
        assert numbers == list(range(len(numbers)))
        # Every answer stands in a journal that can be replayed, decision by decision.
        journal = one.ask("GET", f"/matches/{match}/journal").text
        answers = [act for act in acts_of(database, match) if act[1] == "answer"]
        told = [line for line in journal.partition("---\n")[2].splitlines() if line[:1] != "~"]
        assert [line for line in told if line.partition(" ")[0] not in ("mark", "result")] == [
            act[2] for act in answers
        ]
    text = server.log.read_text()
    assert "anything is played" not in text
    server.stop()
    assert server.troubles() == []


def test_an_answer_that_came_while_the_table_was_away_is_played(database, tmp_path):
    """It is not asked again, for it has been answered."""
    noted = tmp_path / "asked"
    server = Server(tmp_path, toys=True, DATABASE=database, BOT_WORKERS="0")
    one = server.client("ann")
    seats = {"red": {"kind": "you"}, "blue": {"kind": "bot", "bot": "noting"}}
    match = play_until_asked(one, seats)
    until(lambda: rows(database, "SELECT 1 FROM khamsin_bots.work WHERE answer IS NULL"))
    server.kill()
    worker = Worker(database, tmp_path / "worker.log", KHAMSIN_TOY_ASKED=str(noted))
    answered = "SELECT answer->'option' FROM khamsin_bots.work WHERE answer IS NOT NULL"
    ((words,),) = until(lambda: rows(database, answered), 60)
    worker.end()
    count = len(acts_of(database, match))
    server.start()
    until(lambda: len(acts_of(database, match)) > count, 60)
    assert acts_of(database, match)[count][2] == " ".join(["blue", *words])
    assert len(noted.read_text().splitlines()) == 1
    server.stop()
    assert server.troubles() == []


@pytest.mark.parametrize("how", [SIGTERM, SIGKILL])
def test_another_worker_goes_on(how, database, tmp_path):
    """One that is told to go gives back at once what it thinks about; of a dead one it is seen."""
    server = Server(tmp_path, toys=True, DATABASE=database, BOT_WORKERS="0")
    one = server.client("ann")
    seats = {"axis": {"kind": "you"}, "allied": {"kind": "bot", "bot": "field_marshal"}}
    match = one.match(seats=seats)["id"]
    first = Worker(database, tmp_path / "first.log")
    doing = "SELECT key FROM khamsin_bots.work JOIN khamsin_bots.procrastinate_jobs"
    doing += " ON queueing_lock = key WHERE status = 'doing' AND queue_name = 'deep'"
    until(lambda: rows(database, doing), 60)
    time.sleep(0.5)
    key = rows(database, doing)
    took = first.end(how, 30)
    assert took < 15, first.log.read_text()
    if how == SIGTERM:
        assert rows(database, doing) == []
    count = len(acts_of(database, match))
    second = Worker(database, tmp_path / "second.log")
    until(lambda: len(acts_of(database, match)) > count, 60)
    assert key not in rows(database, doing)
    assert second.end() < 15
    server.stop()
    assert server.troubles() == []
    assert "Traceback" not in first.log.read_text() + second.log.read_text()


@pytest.mark.parametrize("first", ["told", "gone"])
def test_whoever_is_told_to_stop_stops_without_the_database(first, tmp_path):
    """As when a whole machine goes down: table and worker are told, and PostgreSQL is no more."""
    cluster = Postgres()
    url = cluster.database()
    server = Server(tmp_path, toys=True, DATABASE=url, BOT_WORKERS="1")
    worker = Worker(url, tmp_path / "worker.log")
    until(lambda: "waiting" in worker.log.read_text(), 60)
    assert server.process is not None
    both = (server.process, worker.process)
    if first == "gone":
        cluster.stop()
        until(lambda: "no work for bots" in worker.log.read_text(), 60)
    for process in both:
        process.send_signal(SIGTERM)
    if first == "told":
        cluster.stop()
    try:
        for process in both:
            process.wait(60)
    finally:
        for process in both:
            process.kill()
        cluster.start()
        cluster.remove()


def test_a_process_that_dies_while_it_thinks_is_asked_again(database, tmp_path):
    """Not the worker but the process in which the bot thinks: another one is started."""
    server = Server(tmp_path, toys=True, DATABASE=database, BOT_WORKERS="0")
    one = server.client("ann")
    match = alone(one, "recruit")
    worker = Worker(database, tmp_path / "worker.log")
    until(lambda: len(acts_of(database, match)) > 6, 60)
    for _ in range(3):
        count = len(acts_of(database, match))
        for pid in children(worker.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, SIGKILL)
        until(lambda: len(acts_of(database, match)) > count + 2, 60)  # noqa: B023
    assert "anything" not in worker.log.read_text()
    worker.end()
    server.stop()
    assert server.troubles() == []


def test_a_question_that_kills_workers_is_given_up(database):
    """After three of them anything allowed is played, so that the others need not wait."""

    async def run() -> tuple[object, int]:
        async with opened(database) as queue:
            share = Share(1, urgent=True, quick=False, cost=1.0)
            waits = asyncio.create_task(queue.ask("m", "deadly", JOB, share))
            manager = queue.app.job_manager
            for _ in range(3):
                worker = await manager.register_worker()
                until_task = None
                while until_task is None:
                    until_task = await manager.fetch_job(["deep"], worker)
                    await asyncio.sleep(0.01)
                await manager.unregister_worker(worker)  # as it is struck off when it is dead
                assert await queue.sweep() == {"m"} or waits.done()
            return await asyncio.wait_for(waits, 30), (await queue.backlog()).waiting

    assert loop.run(run()) == (None, 0)


def test_what_a_bot_keeps_comes_back_with_its_answer(database):
    """Another process of the table may hear it, from another worker than the one it is sent to."""

    async def run() -> tuple[Reply, object]:
        async with opened(database) as queue, opened(database) as other:
            share = Share(1, urgent=True, quick=False, cost=1.0)
            await queue._put("m", "1", JOB, share)
            await queue.answer("1", Reply(("pass",), "a plan"), 1.0)
            reply = await other.ask("m", "1", None, share)
            assert reply is not None
            await other._put("m", "2", JOB._replace(memory=reply.memory), share)
            return reply, await queue.question("2")

    reply, job = loop.run(run())
    assert reply == Reply(("pass",), "a plan")
    assert job == JOB._replace(memory="a plan")


@pytest.mark.parametrize("words", [["no", "such", "thing"], []])
def test_a_worker_that_answers_nonsense_harms_nobody(words, database, tmp_path):
    """What comes from a worker is one of the options, or it does not count."""
    server = Server(tmp_path, toys=True, DATABASE=database, BOT_WORKERS="0")
    one = server.client("ann")
    seats = {"red": {"kind": "you"}, "blue": {"kind": "bot", "bot": "noting"}}
    match = play_until_asked(one, seats)
    until(lambda: rows(database, "SELECT 1 FROM khamsin_bots.work"))
    count = len(acts_of(database, match))

    async def answer() -> None:
        async with opened(database) as queue:
            ((key,),) = rows(database, "SELECT key FROM khamsin_bots.work")
            await queue.answer(key, Reply(tuple(words), "nonsense"), 0.0)

    loop.run(answer())
    until(lambda: len(acts_of(database, match)) > count)
    assert acts_of(database, match)[count][2].startswith("blue ")
    server.stop()
    assert server.troubles() == []


def test_two_processes_ask_once(database, tmp_path):
    """While one process waits for an answer no other asks too."""
    noted = tmp_path / "asked"
    settings = {"DATABASE": database, "BOT_WORKERS": "0"}
    servers = [Server(tmp_path, toys=True, **settings) for _ in range(2)]
    one = servers[0].client("ann")
    match = alone(one, "noting", "patrol", "campaign")
    time.sleep(12)  # any process would take it over, but that it is in the queue
    assert len(rows(database, "SELECT key FROM khamsin_bots.work")) == 1
    worker = Worker(database, tmp_path / "worker.log", KHAMSIN_TOY_ASKED=str(noted))
    ended = f"SELECT 1 FROM public.matches WHERE status = 'finished' AND id = '{match}'"
    until(lambda: rows(database, ended), 60)
    worker.end()
    for server in servers:
        server.stop()
        assert server.troubles() == []
    assert rows(database, "SELECT key FROM khamsin_bots.work") == []
    answers = [act[2] for act in acts_of(database, match) if act[1] == "answer"]
    assert len(noted.read_text().splitlines()) == questions(answers)


def questions(answers: list[str]) -> int:
    """How many of the answers in a match of Patrol had to be thought about."""
    match = Match(Patrol(), Setup("campaign"), None)
    count = 0
    for answer in answers:
        side, *_ = answer.split()
        count += match.chance is None and len(match.legal(side)) > 1
        match.feed(tuple(answer.split()))
    return count


# -- starting ---------------------------------------------------------------------------------


def botworker(*words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "khamsin.cli", "botworker", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )
    return done.returncode, done.stderr


def test_what_keeps_a_worker_from_starting(database, tmp_path):
    code, told = botworker("--database", str(tmp_path / "table.db"))
    assert (code, told.count("\n")) == (2, 1)
    assert "through PostgreSQL" in told
    code, told = botworker("--database", database)
    assert (code, told.count("\n")) == (2, 1)
    assert "start the table first" in told

    async def make() -> None:
        async with opened(database):
            pass

    loop.run(make())
    rows(database, "COMMENT ON SCHEMA khamsin_bots IS 'khamsin 0.0.1'")
    code, told = botworker("--database", database)
    assert (code, told.count("\n")) == (2, 1)
    assert "is of khamsin 0.0.1" in told
    loop.run(make())  # the table makes it anew
    assert rows(database, "SELECT count(*) FROM khamsin_bots.work") == [(0,)]
