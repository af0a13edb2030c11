"""Run by the page's own Python: compile the program and the libraries that it needs."""

import compileall
import py_compile
import sys
import zipfile
from pathlib import Path

from compression import zstd

READS_ITSELF = {"anyio"}
"""It reads its own source to import what is needed later."""

tree = Path("/tree")
for package in tree.iterdir():
    if not package.is_dir():
        continue
    has_source = package.name in READS_ITSELF
    is_ours = package.name == "khamsin"
    done = compileall.compile_dir(
        package,
        quiet=1,
        optimize=0 if has_source or is_ours else 2,  # ours checks itself here as anywhere
        legacy=not has_source,
        stripdir="/tree",
        prependdir="/program",
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    if not done:
        sys.exit(f"{package.name} cannot be compiled")
    for path in [] if has_source else [*package.rglob("*.py"), *package.rglob("*.pyi")]:
        path.unlink()
with zipfile.ZipFile("/stored.zip", "w") as stored:
    for path in sorted(tree.rglob("*")):
        if path.is_file():
            stored.write(path, path.relative_to(tree))
# One compression over all of it: two thirds of what a zip of small files comes to.
Path("/target").write_bytes(zstd.compress(Path("/stored.zip").read_bytes(), 19))
sys.path.insert(0, "/tree")  # nothing is missing: not for the table, nor for older storages

import alembic.operations  # noqa: E402
import alembic.runtime.migration  # noqa: E402
import alembic.script  # noqa: E402

import khamsin.page.inside  # noqa: E402
import khamsin.page.thinking  # noqa: E402
