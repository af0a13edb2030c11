"""A game from outside: `examples/oasis`, installed beside Khamsin and not into it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import khamsin

ROOT = Path(__file__).parents[1]
OASIS = ROOT / "examples" / "oasis"
KHAMSIN = Path(khamsin.__file__).parents[1]


def install(folder: Path) -> dict[str, str]:
    """Have pip put the package into a folder; gives an environment in which Python finds it.

    Nothing is fetched: the package is built with what is here, and Khamsin is here already.
    """
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *("--no-index", "--no-deps", "--no-build-isolation"),
            *("--no-compile", "--target", str(folder), str(OASIS)),
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kept = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join(filter(None, (str(folder), str(KHAMSIN), kept)))
    return os.environ | {"PYTHONPATH": path, "COLUMNS": "100", "LINES": "40"}
