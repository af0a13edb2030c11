"""Backups and upgrades of whole tables, on both kinds of storage."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
from pathlib import Path

import pytest

from tests.table import drills
from tests.table.serving import ROOT


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("drill", list(drills.DRILLS))
def test_drill(drill, kind, tmp_path):
    told: list[str] = []
    with drills.storages(kind, tmp_path) as new:
        drills.DRILLS[drill](new, tmp_path, told.append)
    assert told[-1].endswith(("the matches go on", "and goes on"))
    if drill == "upgrade":
        assert len(told) == len(drills.versions()) >= 6


def copied(words: list[str], database: str) -> tuple[int, str]:
    done = subprocess.run(
        words, env={"PATH": "/usr/bin:/bin", "KHAMSIN_DATABASE": database}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


def test_copies_are_for_the_host_alone_and_nothing_is_written_over(tmp_path):
    file, copy = tmp_path / "it's a table.db", tmp_path / "a copy"
    with sqlite3.connect(file) as storage:
        storage.execute("CREATE TABLE t (n)")
    storage.close()
    url = f"sqlite:///{file}"
    assert copied([f"{ROOT}/deploy/backup", str(copy)], url) == (0, "")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    code, told = copied([f"{ROOT}/deploy/backup", str(copy)], url)
    assert (code, "must not be there yet" in told) == (2, True)
    code, told = copied([f"{ROOT}/deploy/restore", str(copy)], url)
    assert (code, "there is a storage already" in told) == (2, True)
    file.unlink()
    assert copied([f"{ROOT}/deploy/restore", str(copy)], url) == (0, "")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    code, _ = copied([f"{ROOT}/deploy/backup", str(tmp_path / "other")], f"{url} not there")
    assert code
    assert not (tmp_path / "other").exists()


def test_the_script_runs_the_drills():
    done = subprocess.run(
        [ROOT / "scripts" / "drill", "backup"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr[:6]) == (2, "usage:")
    assert Path(drills.__file__).is_file()
