"""What a host should have tried before the day it is needed, with a table of its own.

    python -m tests.table.drills backup sqlite|postgresql
    python -m tests.table.drills upgrade sqlite|postgresql

`backup`: people play at a running table while `deploy/backup` copies it; the table and its storage
are lost; `deploy/restore` makes another, and everything acknowledged before the copy was begun must
be there and playable. `upgrade`: matches and accounts are put into storages of every earlier
version; the table must bring each up to date, with everything in it.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.script import ScriptDirectory

from khamsin.table.storage import migrating
from khamsin.table.storage.store import address
from tests.table.postgres import Postgres
from tests.table.serving import ROOT, Client, Server, pair, step
from tests.table.test_crash import check, crowd, let_them_play
from tests.table.test_storage import old

ROUNDS = 3
"""How often everybody at the table makes some choices before, during and after the copy."""
Storages = Callable[[], str]
"""Gives the address of a new, empty storage each time."""


def backup(new: Storages, folder: Path, say: Callable[[str], None]) -> None:
    """Copy while people play, lose everything, restore."""
    lost, restored, copy = new(), new(), folder / "copy"
    server = Server(folder, DATABASE=lost)
    players = crowd(server, by_socket=0)
    for _ in range(ROUNDS):
        let_them_play(players)
    safe = {player: (list(player.acknowledged), player.entries) for player in players}
    began = time.monotonic()
    _run("deploy/backup", lost, copy)
    took = time.monotonic() - began
    during = sum(len(player.acknowledged) for player in players)
    let_them_play(players)
    for player in players:
        player.ends = True
    for player in players:
        player.join()
        player.client.http.close()
    server.kill()
    count = sum(len(made) for made, _ in safe.values())
    say(f"{count} choices were safe, {during - count} came in the {took:.2f} s of the copy")
    _run("deploy/restore", restored, copy)
    server = Server(folder, DATABASE=restored, PORT=str(server.port))  # where people look for it
    for player in players:
        player.acknowledged, player.entries = safe[player]
        player.client = server.client(player.client.person["name"])
    check(players)
    server.stop()
    assert server.troubles() == [], server.log.read_text()
    say("all of them are there, and the matches go on")


def upgrade(new: Storages, folder: Path, say: Callable[[str], None]) -> None:
    """Bring a storage of every version up to date."""
    rows, before = _played(new(), folder)
    for version in versions():
        database = new()
        engine = sa.create_engine(address(database))
        _as_of(engine, version)
        _fill(engine, rows)
        engine.dispose()
        server = Server(folder, DATABASE=database)
        people = {name: server.client(name) for name in before}  # by the password of then
        for name, (match, seat, wanted) in before.items():
            found = _table(people[name], match, seat)
            assert found == wanted, f"version {version}: {match}"
        gone = [_go_on(people[name], match, seat) for name, (match, seat, _) in before.items()]
        assert any(gone), "nobody had anything to decide"
        server.stop()
        assert server.troubles() == [], server.log.read_text()
        say(f"version {version}: all there, and goes on")


def versions() -> list[int]:
    """All that there have been."""
    steps = Path(migrating.__file__).parent / "migrations"
    known = ScriptDirectory(str(steps), version_locations=[str(steps)]).walk_revisions()
    return sorted(int(each.revision) for each in known)


def _played(database: str, folder: Path) -> tuple[dict[str, list[dict[str, Any]]], dict[str, Any]]:
    """Some matches as they are stored now, and what their players see."""
    server = Server(folder, DATABASE=database)
    before: dict[str, Any] = {}
    rng = random.Random(4)
    for game, scenario in (("battleaxe", "standard"), ("rommel", "1940")):
        one, two, match, sides = pair(server, game=game, scenario=scenario)
        for _ in range(12):
            step({sides[0]: one, sides[1]: two}, match, rng)
        one.post(f"/matches/{match}/chat", text="Good morning.")
        for client, side in ((one, sides[0]), (two, sides[1])):
            before[client.person["name"]] = (match, side, _table(client, match, side))
    server.stop()
    engine = sa.create_engine(address(database))
    tables = sa.MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        rows = {
            table.name: [dict(row._mapping) for row in connection.execute(sa.select(table))]
            for table in tables.sorted_tables
        }
    engine.dispose()
    return rows, before


def _table(client: Client, match: str, seat: str) -> Any:
    table = client.table(match, seat=seat)
    shown = {part: table[part] for part in ("picture", "log")}
    journal = client.ask("GET", f"/matches/{match}/journal", params={"seat": seat}).text
    return shown | {"entries": table["match"]["entries"], "journal": journal}


def _go_on(client: Client, match: str, seat: str) -> bool:
    decision = client.table(match, seat=seat)["decision"]
    if seat not in decision["to_answer"]:
        return False
    words = decision["options"][0]["words"]
    answer = client.choose(match, seat, decision["number"], words)
    assert answer.status_code == 200, answer.text
    return True


def _as_of(engine: sa.Engine, version: int) -> None:
    """The tables as they were, with nothing in them."""
    if version <= 5:  # before Alembic
        old(engine, version, rows="")
    else:
        with engine.begin() as connection:
            migrating.climb(connection, None, f"{version:04}")


def _fill(engine: sa.Engine, rows: dict[str, list[dict[str, Any]]]) -> None:
    """What of it that version knew."""
    tables = sa.MetaData()
    tables.reflect(engine)
    with engine.begin() as connection:
        for table in tables.sorted_tables:
            if table.name in (migrating.mark.name, "version") or not rows.get(table.name):
                continue
            known = set(table.columns.keys())
            kept = [{k: v for k, v in row.items() if k in known} for row in rows[table.name]]
            connection.execute(table.insert(), kept)
            if engine.dialect.name == "postgresql" and table.name in ("people", "notices"):
                connection.execute(sa.text(_COUNT_ON.format(table=table.name)))


_COUNT_ON = """
    SELECT setval(name::regclass, (SELECT max(id) FROM {table}))
    FROM pg_get_serial_sequence('{table}', 'id') name WHERE name IS NOT NULL
"""


def _run(script: str, database: str, copy: Path) -> None:
    environment = {**os.environ, "KHAMSIN_DATABASE": database}
    subprocess.run([ROOT / script, copy], env=environment, check=True)


DRILLS = {"backup": backup, "upgrade": upgrade}


@contextmanager
def storages(kind: str, folder: Path) -> Iterator[Storages]:
    """New ones of a kind, thrown away afterwards."""
    if kind == "sqlite":
        numbers = iter(range(1000))
        yield lambda: f"sqlite:///{folder}/storage {next(numbers)}.db"
        return
    cluster = Postgres()
    try:
        yield cluster.database
    finally:
        cluster.remove()


def main(words: list[str]) -> int:
    if len(words) != 2 or words[0] not in DRILLS or words[1] not in ("sqlite", "postgresql"):
        sys.stderr.write(f"usage: drill {'|'.join(DRILLS)} sqlite|postgresql\n")
        return 2
    with tempfile.TemporaryDirectory() as name, storages(words[1], Path(name)) as new:
        DRILLS[words[0]](new, Path(name), print)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
