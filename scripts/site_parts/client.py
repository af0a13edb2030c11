"""The browser client, and what makes an app of it that works without a network."""

import hashlib
import html
import json
import shutil
from pathlib import Path

_LINKS = """<meta name="khamsin-inside" content="yes">
<meta name="khamsin-table" content="{table}">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icons/icon-192.png">
"""
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_MANIFEST = {
    "name": "Khamsin",
    "short_name": "Khamsin",
    "description": "Five board wargames of the Mediterranean war, with the rules enforced",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#e9dfc9",
    "theme_color": "#8a5a2b",
    "icons": [
        {"src": "icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
    ],
}
_LATER = ("docs/",)
"""What is fetched when somebody looks at it, and not kept for the time without a network."""


def add(site: Path, root: Path, table: str) -> None:
    """Put the client into the site, and last the list of all its files; `table` is the address of a
    hosted table that it recommends.
    """
    web = root / "src" / "khamsin" / "web"
    hidden = shutil.ignore_patterns("jsconfig.json", "__init__.py", "__pycache__")
    shutil.copytree(web, site, dirs_exist_ok=True, ignore=hidden)
    page = site / "index.html"
    text = page.read_text(encoding="utf-8")
    links = _LINKS.format(policy=_POLICY, table=html.escape(table))
    page.write_text(text.replace("<title>", links + "<title>", 1), encoding="utf-8")
    manifest = json.dumps(_MANIFEST, indent=1)
    (site / "manifest.webmanifest").write_text(manifest, encoding="utf-8")
    offline = site / "offline.js"
    (site / "inside" / "offline.js").rename(offline)
    _name_files(site, offline)


def _name_files(site: Path, offline: Path) -> None:
    """Write into the service worker which files there are, and a name for this state of them."""
    files, state = [], hashlib.sha256(offline.read_bytes())
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and path != offline:
            state.update(name.encode() + hashlib.sha256(path.read_bytes()).digest())
            if not name.startswith(_LATER):
                files.append({"name": name, "bytes": path.stat().st_size})
    made = (
        f"const STATE = {json.dumps(state.hexdigest()[:12])};\nconst FILES = {json.dumps(files)};\n"
    )
    text = offline.read_text(encoding="utf-8")
    marks = text.index("// made by make site: begin"), text.index("// made by make site: end")
    offline.write_text(text[: marks[0]] + made + text[marks[1] :], encoding="utf-8")
