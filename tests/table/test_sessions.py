"""What is remembered of sessions: little, not for long, and read for many at once."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from khamsin.table.people import sessions as module
from khamsin.table.people.accounts import People
from khamsin.table.people.sessions import Ended, Sessions
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from tests import loop


@pytest.fixture(autouse=True)
def soon_stale(monkeypatch):
    monkeypatch.setattr(module, "_FRESH", 0.2)
    monkeypatch.setattr(module, "_SOON", 0.1)


async def _house(tmp_path, guests: int) -> tuple[Store, Sessions, list[str]]:
    """A storage with so many people who are signed in."""
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    sessions, people = Sessions(store), People(store)
    tokens = []
    for number in range(guests):
        person = await people.register(f"guest {number}", "correct horse", "", 0.0)
        tokens.append((await sessions.begin(person)).token)
    return store, sessions, tokens


def _reads(store: Store, monkeypatch) -> list[int]:
    """Counts what is read from the storage from here on."""
    read, count = store.read, [0]

    def counted(work):
        count[0] += 1
        return read(work)

    monkeypatch.setattr(store, "read", counted)
    return count


def test_sessions_in_use_are_read_together(tmp_path, monkeypatch):
    async def run() -> tuple[list[str], list[str | None], list[int]]:
        store, sessions, tokens = await _house(tmp_path, 5)
        for token in tokens * 2:  # read, and used
            await sessions.find(token)
        await asyncio.sleep(module._FRESH + 0.05)
        count = _reads(store, monkeypatch)
        found = [await sessions.find(token) for token in tokens]
        store.close()
        return tokens, [session and session.token for session in found], count

    tokens, found, count = loop.run(run())
    assert found == tokens
    assert count == [1]


def test_what_nobody_asks_for_is_not_read(tmp_path, monkeypatch):
    async def run() -> list[int]:
        store, sessions, (one, two) = await _house(tmp_path, 2)
        await sessions.find(one)
        await sessions.find(two)  # and never again
        await asyncio.sleep(module._FRESH + 0.05)
        asked: list[int] = []
        read = module._read

        def counted(connection: sa.Connection, due):
            asked.append(len(due))
            return read(connection, due)

        monkeypatch.setattr(module, "_read", counted)
        await sessions.find(one)
        store.close()
        return asked

    assert loop.run(run()) == [1]


def test_one_that_is_gone_is_not_kept_with_the_others(tmp_path, monkeypatch):
    async def run() -> list[bool]:
        store, sessions, (one, two) = await _house(tmp_path, 2)
        for token in (one, two) * 2:
            await sessions.find(token)
        gone = schema.sessions.delete().where(schema.sessions.c.token == module.hashed(two))
        await store.write(lambda c: c.execute(gone))
        await asyncio.sleep(module._FRESH + 0.05)
        found = [await sessions.find(token) is not None for token in (one, two)]
        store.close()
        return found

    assert loop.run(run()) == [True, False]


def test_what_ends_while_it_is_read_is_not_remembered(tmp_path, monkeypatch):
    async def run() -> object:
        store, sessions, (one,) = await _house(tmp_path, 1)
        read = module._read

        def ended_meanwhile(connection: sa.Connection, due):
            found = read(connection, due)
            sessions.hear(Ended(None, only=module.hashed(one)))
            return found

        with monkeypatch.context() as patch:
            patch.setattr(module, "_read", ended_meanwhile)
            await sessions.find(one)
        await store.write(lambda c: c.execute(schema.sessions.delete()))
        found = await sessions.find(one)
        store.close()
        return found

    assert loop.run(run()) is None
