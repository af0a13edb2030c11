"""From sources to libraries: rewritten, translated to C by mypyc, compiled group by group."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from .checking import problems
from .chosen import COMPILED, RENAMED, groups
from .rewriting import NOTHING, rewritten

# The oldest Python we run on; mypyc takes what it compiles for from the Python it runs in.
MYPY = ["--strict", "--explicit-package-bases", "--python-version=3.11", "--config-file="]
COPIED = ("kernel", "games", "bots")
OWN = "-fvisibility=hidden"
"""Nothing of a library but its beginning is seen from outside: calls inside it are direct then."""


def build(root: Path, *, optimize: str) -> tuple[Path, list[Path]]:
    """Compile what is chosen; the folder of a package with nothing but libraries, and these."""
    refuse_differences(root / "src")
    from mypyc.build import mypycify  # noqa: PLC0415 needed to compile only
    from setuptools import Distribution  # noqa: PLC0415 the same
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415 the same

    work = root / "build" / "compiled"
    copy_sources(root / "src", work / "src")
    found = groups(work / "src")
    chosen = {name: found[name] for name in COMPILED}
    before = Path.cwd()
    os.chdir(work / "src")  # mypyc names modules by their paths from here
    try:
        parts = [
            ([f"khamsin/{path}" for path in paths], f"khamsin_{name}")
            for name, paths in chosen.items()
        ]
        paths = [path for part, _ in parts for path in part]
        extensions = mypycify(
            [*MYPY, *paths],
            separate=parts,
            target_dir=str(work / "c"),
            opt_level=optimize,
            debug_level="0",
        )
        if os.name == "posix":
            for each in extensions:
                each.extra_compile_args = [*each.extra_compile_args, OWN]
        command = build_ext(Distribution({"name": "khamsin", "ext_modules": extensions}))
        command.build_lib = str(work / "lib")
        command.build_temp = str(work / "objects")
        command.parallel = os.cpu_count() or 1
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    made = [Path(path) for path in command.get_outputs()]
    for path in (work / "lib").rglob("*"):
        if path.is_file() and path not in made:
            path.unlink()  # of a module that is no longer compiled
    return work / "lib", made


def refuse_differences(source: Path) -> None:
    """Stop if a module holds what compiled would mean something else."""
    found = [
        f"src/khamsin/{path}:{line}: {why}"
        for paths in groups(source).values()
        for path in paths
        for line, why in problems((source / "khamsin" / path).read_text(encoding="utf-8"))
    ]
    if found:
        sys.exit("\n".join(found))


def copy_sources(source: Path, target: Path) -> None:
    """Write the compiler's copy; a file that has not changed is left alone, with its date."""
    wanted: dict[Path, str] = {}
    chosen = {path for paths in groups(source).values() for path in paths}
    root = source / "khamsin"
    for path in (
        root / "__init__.py",
        *(p for part in COPIED for p in (root / part).rglob("*.py")),
    ):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        if name in chosen:
            text = rewritten(text, RENAMED.get(name, NOTHING))
        wanted[target / "khamsin" / name] = text
    for path in target.rglob("*.py"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
