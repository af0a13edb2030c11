"""Storages of every version that there has been are brought up to date, or left as they were."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from khamsin.kernel.errors import KhamsinError
from khamsin.table.storage import migrating, schema
from khamsin.table.storage.store import Store, address, beside

MADE = Path(__file__).parent / "storages"
"""The tables as programs of before made them: version 1 of the first table, 5 before Alembic."""

ROWS = """
INSERT INTO people (id, name, folded, password, email, webhook, language, created, seen)
    VALUES (1, 'Ann', 'ann', '', 'a@example.org', '', 'en', 1, 1),
           (2, 'Lan', 'lan', '', '', '', 'en', 1, 1),
           (3, 'Ian', 'ian', '', '', '', 'en', 1, 1);
INSERT INTO matches (id, game, scenario, options, rules, pack, seed, creator, private, sandbox,
                     clock, on_timeout, created, acts, entries, status, turn, changed)
    VALUES ('m', 'battleaxe', 'standard', '', 1, '', 's', 1, FALSE, FALSE,
            '', '', 1, 1, 1, '', '', 1);
INSERT INTO acts (match, number, time, kind, body) VALUES ('m', 0, 1, 'answer', 'axis pass');
INSERT INTO seats (match, chair, person, bot)
    VALUES ('m', 'axis', 1, ''), ('m', 'allied', NULL, '');
INSERT INTO invites (token, match, chair) VALUES ('used', 'm', 'axis'), ('open', 'm', 'allied');
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path) -> str:
    """The address of a new, empty storage of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.db'}"
    return str(request.getfixturevalue("postgres").database())


@pytest.fixture
def engine(database) -> Iterator[sa.Engine]:
    engine = sa.create_engine(address(database))
    yield engine
    engine.dispose()


def old(engine: sa.Engine, version: int, rows: str = ROWS) -> None:
    """A storage as a program of before left it, with something in it."""
    made = 5 if version == 5 else 1
    text = (MADE / f"version-{made}.{engine.dialect.name}.sql").read_text(encoding="utf-8")
    with engine.begin() as connection:
        for statement in text.split(";\n")[:-1]:
            connection.execute(sa.text(statement))
        if made == 1:
            for statement in rows.split(";\n")[:-1]:
                connection.execute(sa.text(statement))
        if made < version:
            migrating.climb(connection, "0001", f"{version:04}")
            migrating.mark.drop(connection)
            connection.execute(schema.version.update().values(number=version))


def opened(database: str) -> None:
    Store(database).close()


def differences(connection: sa.Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection), schema.metadata)


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_an_old_storage_is_brought_up_to_date(database, engine, version):
    old(engine, version)
    opened(database)
    opened(database)  # nothing is left to do
    with engine.begin() as connection:
        assert differences(connection) == []
        assert migrating.version_of(connection) == migrating.HEAD
        # A program of before Alembic looks here, and refuses what is newer than it knows.
        assert connection.execute(sa.select(schema.version.c.number)).scalar_one() > 5


def test_what_was_in_it_is_there_still(database, engine):
    old(engine, 1)
    opened(database)
    with engine.begin() as connection:
        (act,) = connection.execute(sa.select(schema.acts)).all()
        assert (act.body, act.mark) == ("axis pass", "")
        people = connection.execute(sa.select(schema.people).order_by(schema.people.c.id)).all()
        assert [person.skeleton for person in people] == ["ann", "lan", "lan#3"]
        assert not any(person.admin or person.confirmed for person in people)
        links = {row.token: row for row in connection.execute(sa.select(schema.invites))}
        assert links["used"].used  # somebody sits there by it
        assert links["open"].used is None
        assert links["open"].until > 0


def test_the_steps_lead_from_nothing_to_the_tables(engine):
    with engine.begin() as connection:
        migrating.climb(connection, None)
        assert differences(connection) == []


def test_a_new_storage_is_made_without_steps(database, engine):
    opened(database)
    with engine.begin() as connection:
        assert differences(connection) == []
        assert migrating.version_of(connection) == migrating.HEAD


def test_the_newest_step_is_the_version_that_the_program_knows():
    folder = str(Path(migrating.__file__).parent / "migrations")
    assert ScriptDirectory(folder, version_locations=[folder]).get_heads() == [migrating.HEAD]


def test_a_step_that_fails_leaves_the_storage_as_it_was(database, engine):
    old(engine, 4)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE blocks (mine INTEGER)"))  # which step 5 makes
    with pytest.raises(sa.exc.DatabaseError):
        opened(database)
    with engine.begin() as connection:
        assert migrating.version_of(connection) == "0004"
        columns = {column["name"] for column in sa.inspect(connection).get_columns("people")}
        assert "confirmed" in columns  # of step 4
        assert "skeleton" not in columns
        connection.execute(sa.text("DROP TABLE blocks"))
    opened(database)


@pytest.mark.parametrize("made_by", ["alembic", "before"])
def test_a_storage_from_the_future_is_refused(database, engine, made_by):
    opened(database)
    with engine.begin() as connection:
        if made_by == "alembic":
            connection.execute(migrating.mark.update().values(version_num="0099"))
        else:
            migrating.mark.drop(connection)
            connection.execute(schema.version.update().values(number=99))
    for look in (opened, beside):
        with pytest.raises(KhamsinError, match="the storage has version 0099, this program knows"):
            look(database)


def test_an_old_storage_is_not_changed_beside_the_table(database, engine):
    old(engine, 5)
    with pytest.raises(KhamsinError, match="start the table once"):
        beside(database)


def test_alembic_is_loaded_for_a_step_only(tmp_path):
    code = "import sys; from khamsin.table.storage.store import Store; Store(sys.argv[1]).close()"
    code += "; assert 'alembic' not in sys.modules"
    for _ in range(2):
        run([sys.executable, "-c", code, str(tmp_path / "new.db")], check=True)
