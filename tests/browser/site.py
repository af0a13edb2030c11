"""The site that `make site` builds, served from a folder of a plain web host."""

from __future__ import annotations

import functools
import http.server
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, ClassVar

from filelock import FileLock

ROOT = Path(__file__).parents[2]


class _Files(http.server.SimpleHTTPRequestHandler):
    """Only files, with the types that any web host knows."""

    def __init__(self, *connection: Any, fetched: list[str], directory: Path) -> None:
        self.fetched = fetched
        super().__init__(*connection, directory=str(directory))

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_: object) -> None:
        """Quietly."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, and write down that it was."""
        self.fetched.append(self.path)
        super().copyfile(source, outputfile)


class Site:
    """A table inside a page. To a `Player` it is a server at which nobody signs in."""

    settings: ClassVar[dict[str, str]] = {}

    def __init__(self, folder: Path, built: Path | None = None) -> None:
        target = folder / "games" / "khamsin"  # not at the root: addresses are relative
        if built is None:
            with FileLock(Path(sys.prefix) / "site.lock"):  # others may be building it as well
                subprocess.run([sys.executable, ROOT / "scripts" / "make-site", target], check=True)
        else:
            shutil.copytree(built, target)
        self.fetched: list[str] = []
        """The paths that were sent; what a browser had kept is not among them."""
        files = functools.partial(_Files, fetched=self.fetched, directory=folder)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), files)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/games/khamsin/"
        self.folder = target

    def stop(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()
