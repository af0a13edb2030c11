"""The parts that need no server: acts folded into a match, clocks, words, settings."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocket

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.archive import verify
from khamsin.kernel.play.journal import parse
from khamsin.kernel.play.match import Match
from khamsin.table.config import Config, from_environment
from khamsin.table.live.updates import Connection
from khamsin.table.lobby import exports
from khamsin.table.lobby.matches import Wanted
from khamsin.table.machine import Machine
from khamsin.table.match.clocks import Clocks, Terms
from khamsin.table.match.records import Holder
from khamsin.table.match.table_match import TableMatch
from khamsin.table.notify import mailer
from khamsin.table.service import Table
from khamsin.table.show import presenter, views
from khamsin.table.show.presenter import WORDS
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store
from tests import loop
from tests.table.test_secrecy import begin, random_play


async def _nothing(*_: object) -> Any:
    """What a socket that nobody looks at says and hears."""


SOCKET = WebSocket({"type": "websocket"}, _nothing, _nothing)


@pytest.mark.parametrize("game", ["battleaxe", "patrol"])
def test_a_match_read_again_is_the_same(game):
    """Played, with answers taken back, or folded from its acts: one and the same."""
    scenario = "standard" if game == "battleaxe" else "campaign"
    played, acts = begin(game, scenario)
    rng = random.Random(2)
    while played.over is None and len(acts) < 150:
        side = rng.choice(played.to_answer)
        acts += played.choose(side, rng.choice(played.match.legal(side)), played.opened, 5.0)
        if played.over is None and rng.random() < 0.2:
            to = rng.randrange(len(played.match.entries))
            acts.append(played.do(6.0, "back", to=to, by=side, agreed=True))
            acts += played.roll(6.0)
    again = TableMatch(played.record, played.game)
    for act in acts:
        again.apply(act)
    assert again.match.state.data() == played.match.state.data()
    assert again.opened == played.opened
    assert again.audiences == played.audiences
    assert again.undone == played.undone
    for who in (None, *played.game.sides):
        told = [
            [
                views.line_data(line, n, presenter.narrator(game, "en"))
                for n, line in enumerate(lines)
            ]
            for lines in (played.seen[who], again.seen[who])
        ]
        assert told[0] == told[1]


def test_the_dice_are_fair():
    table_match: TableMatch | None = None
    for table_match in random_play("battleaxe", "standard", 3):  # noqa: B007 the last one is wanted
        pass
    assert table_match is not None
    assert table_match.over is not None
    text = exports.journal(table_match, None)
    assert verify(parse(text), table_match.game) > 10


def test_clocks():
    clocks = Clocks(Terms(100, 10), ("a", "b"))
    clocks.since = 1000.0
    clocks.running = ("a",)
    assert clocks.deadline() == 1100
    assert clocks.left_at("a", 1030) == 70
    assert clocks.left_at("b", 1030) == 100
    clocks.passes(1030)
    clocks.answered("a")
    assert clocks.left == {"a": 80, "b": 100}
    clocks.passes(1020)  # a clock of the machine that goes back takes nothing
    assert clocks.left["a"] == 80
    clocks.passes(1200)
    assert clocks.flagged(1200) == ["a"]
    clocks.refill("a")
    assert clocks.left["a"] == 100
    assert Terms.read(Terms(86400, 0.5).text()) == Terms(86400, 0.5)
    assert Terms.read("") is None


def test_every_language_says_everything():
    english = presenter.words("en")
    for language in ("es", "pl"):
        other = presenter.words(language)
        assert other.keys() == english.keys()
        for key in english.keys():  # noqa: SIM118 a catalogue is not a dictionary
            assert other.placeholders(key) == english.placeholders(key), key
    codes = {key.rpartition(".")[2] for key in english.keys() if key.startswith("table.error.")}  # noqa: SIM118
    import re

    for path in (WORDS.parent).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for code in re.findall(r'ApiError\(\s*\d+,\s*"(\w+)"', text):
            assert code in codes, (path, code)
        for code in re.findall(r'forbidden\("(\w+)"\)', text):
            assert code in codes, (path, code)


def test_settings():
    config = from_environment(
        {
            "KHAMSIN_DATABASE": "postgresql://db/khamsin",
            "KHAMSIN_ORIGIN": "https://table.example.org",
            "KHAMSIN_SMTP_HOST": "mail",
            "KHAMSIN_SMTP_STARTTLS": "yes",
            "KHAMSIN_LIMITS": "2",
        }
    )
    assert config.origins == {"https://table.example.org"}
    assert config.hosts == {"table.example.org"}
    assert config.is_secure
    assert config.mail is not None
    assert config.mail.starttls
    assert config.limits.choices == 40
    assert Config(host="127.0.0.1", port=1).hosts == {"127.0.0.1:1", "localhost:1", "[::1]:1"}
    for wrong in ({"KHAMSIN_PORT": "x"}, {"KHAMSIN_PROXY": "maybe"}):
        with pytest.raises(KhamsinError):
            from_environment(wrong)


def test_a_webhook_leads_outside_only():
    for url in (
        "http://127.0.0.1:9/",
        "http://[::1]:9/",
        "http://10.0.0.1/",
        "http://localhost:9/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[fec0::1]/",
        "http://224.0.0.1/",
        "http://[ff0e::1]/",
        "http://[::ffff:127.0.0.1]/",
    ):
        with pytest.raises(Exception, match="may lead to"):
            loop.run(mailer.call(url, {}, anywhere=False))
    for url in ("ftp://example.org/", "http://", "nothing"):
        with pytest.raises(Exception, match="begins with https"):
            loop.run(mailer.call(url, {}, anywhere=False))


def test_a_job_that_fails_leaves_the_others_alone(tmp_path: Path):
    """Many writes share one commit; each stands or falls by itself."""

    async def run() -> list[object]:
        store = Store(f"sqlite:///{tmp_path / 'x.db'}")
        row = {"name": "n", "password": "", "created": 0.0}

        def insert(folded: str):
            return store.write(
                lambda c: (
                    c.execute(
                        schema.people.insert().values(**row, folded=folded, skeleton=folded)
                    ).rowcount
                )
            )

        names = ["a", "b", "a", "c", "b", "d"]
        results = await asyncio.gather(*(insert(n) for n in names), return_exceptions=True)
        count = await store.read(lambda c: len(c.execute(schema.people.select()).all()))
        store.close()
        return [*results, count]

    *results, count = loop.run(run())
    assert [type(result) for result in results] == [int, int, Conflict, int, Conflict, int]
    assert count == 4


def test_a_bot_that_can_imagine_nothing_plays_anything(tmp_path: Path, monkeypatch):
    """The others must not wait for ever because a game's sampling fails."""

    def fails(*_: object) -> None:
        raise RuntimeError("no world was found")

    monkeypatch.setattr(Match, "imagine", fails)
    seats = {"red": Holder("bot", bot="random"), "blue": Holder("person", 1, "Ann")}
    wanted = Wanted("patrol", "campaign", (), seats, False, None, "offer")

    async def run() -> int:
        table = Table(Config(database=f"sqlite:///{tmp_path / 'x.db'}", sweep=3600), Machine())
        person = await table.people.local(1.0)
        match, _ = await table.matches.create(wanted, person)
        assert await table.bots._answer(match)
        async with table.rooms.enter(match) as table_match:
            count = sum(entry[0] == "red" for entry in table_match.match.entries)
        await table.stop()
        return count

    assert loop.run(run()) == 1


@pytest.mark.parametrize("before", [0, 1])
def test_what_is_taken_away_while_it_is_read_is_told_once_more(tmp_path, monkeypatch, before):
    """Neither the room nor a page that is just being told keeps the line as it was."""
    seats = {"red": Holder("person", 1, "Ann"), "blue": Holder("open")}
    wanted = Wanted("patrol", "campaign", (), seats, False, None, "offer")

    async def run() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        table = Table(Config(database=f"sqlite:///{tmp_path / 'x.db'}", sweep=3600), Machine())
        person = await table.people.local(1.0)
        match, _ = await table.matches.create(wanted, person)
        await table.talk.say(match, person, "an insult", 1.0)
        table.rooms.forget_chat(match)
        page = Connection(SOCKET, match, person.id, None)
        table.hub.join(page)
        page.table = page.presence = False
        page.chat = True
        read, reads = table.store.read, count()

        async def with_a_removal(job: Callable[[sa.Connection], Any]) -> Any:
            found = await read(job)
            if next(reads) == before:
                await table.talk.remove(match, 0, 2.0)
            return found

        monkeypatch.setattr(table.store, "read", with_a_removal)
        told: list[dict[str, Any]] = []
        while (message := await table.hub._next(page)) is not None:
            told += message["lines"] if message["type"] == "chat" else []
        async with table.rooms.enter(match):
            room = await table.rooms.chat(match)
        await table.stop()
        assert next(reads) > before
        return room, told

    room, told = loop.run(run())
    assert [line["text"] for line in room] == [""]
    assert told[-1]["text"] == ""
