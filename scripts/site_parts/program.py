"""The program and its libraries, compiled, as one archive that the page unpacks."""

import shutil
import tarfile
import zipfile
from pathlib import Path

from . import runtime
from .tools import CACHE, compiled, pip

LIBRARIES = (
    *("alembic", "anyio", "filelock", "idna", "mako", "msgspec", "sqlalchemy", "starlette"),
    "typing_extensions",
)
"""What the table needs inside a page: no server, and nothing that sends letters."""
AS_SOURCE = "markupsafe"
"""What comes as source: its part in C, which it can do without, is not made for browsers."""
_NOT_NEEDED = (
    *("khamsin/cli", "khamsin/envs", "khamsin/lab", "khamsin/text", "khamsin/web"),
    *("alembic/templates", "alembic/testing", "sqlalchemy/orm", "sqlalchemy/testing"),
)


def add(site: Path, root: Path) -> None:
    """Build the wheel, add the libraries, compile everything with the page's own Python."""
    print("Compiling the program ...")
    work = CACHE / "program"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    pip("wheel", "--no-deps", "--wheel-dir", work / "wheels", root)
    for wheel in [*_libraries().glob("*.whl"), *(work / "wheels").glob("*.whl")]:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(work / "tree")
    (sources,) = _libraries().glob(f"{AS_SOURCE}-*.tar.gz")
    with tarfile.open(sources) as archive:
        archive.extractall(work / "sources", filter="data")
    (package,) = (work / "sources").glob(f"*/src/{AS_SOURCE}")
    shutil.copytree(package, work / "tree" / AS_SOURCE, ignore=shutil.ignore_patterns("*.c"))
    for path in _NOT_NEEDED:
        shutil.rmtree(work / "tree" / path, ignore_errors=True)
    source = Path(shutil.make_archive(str(work / "source"), "zip", work / "tree"))
    compiled(runtime.fetched(), "compile_program.py", source, site / "program.zst")


def _libraries() -> Path:
    """The folder with the libraries' wheels, as they fit Pyodide."""
    folder = CACHE / f"libraries-{runtime.VERSION}"
    if not folder.exists():
        print("Fetching the libraries of the table ...")
        coming = folder.with_name("libraries-coming")
        shutil.rmtree(coming, ignore_errors=True)
        pip(
            *("download", "--no-deps", "--dest", coming, "--only-binary", ":all:"),
            *("--platform", runtime.PLATFORM, "--python-version", runtime.PYTHON),
            *LIBRARIES,
        )
        pip("download", "--no-deps", "--dest", coming, "--no-binary", AS_SOURCE, AS_SOURCE)
        coming.rename(folder)
    return folder
