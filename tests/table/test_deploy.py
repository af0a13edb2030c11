"""What lies in deploy/ works: the unit, its settings, and the commands of the container."""

from __future__ import annotations

import configparser
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from khamsin.cli import main
from khamsin.table.config import SETTINGS, from_environment
from tests.table.serving import ROOT, free_port

DEPLOY = ROOT / "deploy"


UNITS = ["khamsin", "khamsin-botworker"]


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_is_one_that_systemd_takes(name, tmp_path):
    text = (DEPLOY / f"{name}.service").read_text(encoding="utf-8")
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign] # names keep their capitals
    unit.read_string(text)
    service = unit["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program == "/opt/khamsin/bin/khamsin"
    with pytest.raises(SystemExit) as told:
        main([*words, "--help"])
    assert told.value.code == 0
    assert service["EnvironmentFile"] == f"/etc/{name}.env"
    assert f"deploy/{name}.env /etc/{name}.env" in text  # the comment says how it gets there
    assert service["DynamicUser"] == "yes"
    assert service["UMask"] == "0077"
    verify = shutil.which("systemd-analyze")
    if verify is not None:
        here = tmp_path / f"{name}.service"  # with a program that is there
        here.write_text(text.replace(program, sys.executable), encoding="utf-8")
        done = subprocess.run([verify, "verify", here], capture_output=True, text=True, check=False)
        assert f"{name}.service" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", UNITS)
def test_the_settings_are_ones_that_there_are(name):
    """Those that are commented out, too."""
    lines = (DEPLOY / f"{name}.env").read_text(encoding="utf-8").splitlines()[1:]
    assert lines
    found: dict[str, str] = {}
    for lead in ("", "# "):
        chosen = [line.removeprefix(lead) for line in lines if line.startswith(lead + "KHAMSIN_")]
        given = dict(line.split("=", 1) for line in chosen)
        given.pop("KHAMSIN_PACKS", None)  # a folder that is to be made
        config = from_environment(given)
        found |= given
        assert "khamsin" in config.database
    assert found.keys() >= {"KHAMSIN_DATABASE"}
    assert all(
        line.removeprefix("# ").partition("=")[0].removeprefix("KHAMSIN_") in SETTINGS
        for line in lines
    )


def instructions() -> list[list[tuple[str, str]]]:
    """The container file, stage by stage."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.partition(" ") for line in text.splitlines() if line and line[0] != "#"]
    stages: list[list[tuple[str, str]]] = []
    for word, _, rest in lines:
        assert word in KNOWN, word
        if word == "FROM":
            stages.append([])
        stages[-1].append((word, rest.strip()))
    return stages


KNOWN = {"FROM", "COPY", "RUN", "USER", "WORKDIR", "VOLUME", "ENV", "EXPOSE", "HEALTHCHECK", "CMD"}


def test_the_container_file_keeps_to_the_rules():
    """Those of hadolint that concern what stands in it."""
    stages = instructions()
    names = [stage[0][1].split()[2] for stage in stages[:-1]]
    for stage in stages:
        image = stage[0][1].split()[0]
        assert re.fullmatch(r"[\w./-]+:[\d.]+[\w.-]*", image), f"{image}: no version"  # DL3006, 7
    *_, final = stages
    words = [word for word, _ in final]
    assert [words.count(word) for word in ("CMD", "HEALTHCHECK")] == [1, 1]  # DL4003, DL3055
    told = dict(final)
    assert json.loads(told["CMD"])[0] == "khamsin"  # DL3025: signals reach it, not a shell
    assert told["WORKDIR"].startswith("/")  # DL3000
    assert told["USER"] not in ("root", "0")  # DL3002
    after = words[words.index("USER") :]
    assert not {"RUN", "COPY"} & set(after)  # nothing is done by a user who may not
    for word, rest in final:
        if word == "RUN" and "pip install" in rest:
            assert "--no-cache-dir" in rest  # DL3042
        if word == "COPY":
            assert rest.split()[0].removeprefix("--from=") in names  # DL3022
        if word == "ENV":
            assert rest.partition("=")[0].removeprefix("KHAMSIN_") in SETTINGS
    assert f"KHAMSIN_PORT={told['EXPOSE']}" in [rest for word, rest in final if word == "ENV"]
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv"} <= set(ignored)


def steps(kind: str) -> list[str]:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    return [line.removeprefix(kind + " ") for line in text.splitlines() if line.startswith(kind)]


def test_the_commands_of_the_container(tmp_path):
    """They are run as they stand, in an environment of their own, with this folder for the root."""
    port = str(free_port())
    home = tmp_path / "home"
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    packages = next((tmp_path / "env").glob("lib/python*/site-packages"))
    # What Khamsin stands on is lent by the environment of the tests.
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"PATH": f"{tmp_path / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    environment |= {"PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}  # "0" is pip's yes

    def here(command: str) -> str:
        for old, new in (
            ("/var/lib/khamsin", home),
            ("/wheels", tmp_path / "wheels"),
            ("/src", ROOT),
            ("8741", port),
        ):
            command = command.replace(old, str(new))
        return command

    def run(command: str) -> int:
        done = subprocess.run(
            here(command), shell=True, cwd=home, env=environment, capture_output=True, check=False
        )
        return done.returncode

    for command in steps("RUN"):
        if not command.startswith("useradd "):  # nobody is added to this computer
            assert run(command) == 0, command
    assert run(f"python -c 'import khamsin; assert \"{packages}\" in khamsin.__file__'") == 0
    environment |= {name: here(value) for name, value in (s.split("=", 1) for s in steps("ENV"))}
    (serve,), (healthy,) = steps("CMD"), steps("HEALTHCHECK")
    healthy = healthy.removeprefix("CMD ")
    assert run(healthy) != 0
    with running(here(shlex.join(json.loads(serve))), home, environment) as process:
        deadline = time.monotonic() + 120  # a busy machine is no fault
        while run(healthy):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.2)
    assert process.returncode in (0, -signal.SIGTERM)
    assert (home / "table.db").stat().st_size > 0


@contextlib.contextmanager
def running(
    command: str, folder: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, shell=True, cwd=folder, env=environment)
    try:
        yield process
    finally:
        process.terminate()  # as `docker stop` does
        process.wait(30)
