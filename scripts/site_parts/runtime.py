"""Python for browsers: Pyodide, from its package for node."""

import shutil
import tarfile
from pathlib import Path

from .tools import CACHE, compiled, npm

VERSION = "314.0.7"  # held to one version: the libraries that are compiled must fit it
PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"

_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_LIBRARY = "python_stdlib.zip"


def fetched() -> Path:
    """The folder with Pyodide; fetched if it is not there yet."""
    folder = CACHE / f"pyodide-{VERSION}"
    if not folder.exists():
        print(f"Fetching Python for browsers (Pyodide {VERSION}) ...")
        coming = CACHE / "coming"
        shutil.rmtree(coming, ignore_errors=True)
        coming.mkdir(parents=True)
        npm("pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", coming)
        (archive,) = coming.glob("pyodide-*.tgz")
        with tarfile.open(archive) as packed:
            packed.extractall(coming, filter="data")
        (coming / "package").rename(folder)
        shutil.rmtree(coming)
    return folder


def add(site: Path) -> None:
    """Put what a browser needs of it into the site."""
    shutil.rmtree(site, ignore_errors=True)
    target = site / "pyodide"
    target.mkdir(parents=True)
    for name in _FILES:
        shutil.copy(fetched() / name, target / name)
    shutil.copy(_library(), target / _LIBRARY)


def _library() -> Path:
    """The library of Python, compiled; done once."""
    library = CACHE / f"compiled-{VERSION}.zip"
    if not library.exists():
        print("Compiling the library of Python ...")
        compiled(fetched(), "compile_library.py", fetched() / _LIBRARY, library)
    return library
