"""The documentation as pages: how to play each game, and everything else under docs/."""

import html
import re
import shutil
from pathlib import Path

from markdown_it import MarkdownIt

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} - Khamsin</title>
<link rel="icon" href="{up}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{up}docs/docs.css">
</head>
<body>
<nav><a href="{up}./">Play</a> <a href="{up}docs/index.html">All pages</a></nav>
<main>
{body}
</main>
</body>
</html>
"""
_STYLE = """:root { font: 17px/1.6 Georgia, serif; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; }
nav, table { font-family: system-ui, sans-serif; font-size: 0.9rem; }
nav a { margin-right: 1rem; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #8886; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; padding: 0.8rem; background: #8882; }
"""


_LINK = re.compile(r'<a href="(?!https?:|#)(?P<path>[^"#]+)(?P<part>#[^"]*)?">(?P<words>.*?)</a>')
_HEADING = re.compile(r"<h([23])>(.*?)</h\1>")
_TAG = re.compile(r"<[^>]+>")


def add(site: Path, root: Path) -> None:
    """Turn every page of docs/ into one of the site, with its pictures, and the rules of each game
    with our rulings.
    """
    source, target = root / "docs", site / "docs"
    target.mkdir(parents=True)
    shutil.copytree(source / "pictures", target / "pictures")
    (target / "docs.css").write_text(_STYLE, encoding="utf-8")
    playing = {path: path.relative_to(source) for path in sorted((source / "play").glob("*.md"))}
    games = root / "src" / "khamsin" / "games"
    rules = {
        games / slug / f"{kind}.md": Path("games", slug, f"{kind}.md")
        for slug in sorted(path.parent.name for path in games.glob("*/rulebook.md"))
        for kind in ("rulebook", "rulings")
    }
    others = {path: path.relative_to(source) for path in sorted(source.glob("*.md"))}
    pages = {path: name.with_suffix(".html") for path, name in (playing | rules | others).items()}
    for path, name in pages.items():
        page = target / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_page(_rendered(path, pages), _title(path), name), encoding="utf-8")
    parts = [("How to play", playing), ("The rules", rules), ("Everything else", others)]
    lists = "\n".join(f"<h2>{title}</h2>\n{_list(part, pages)}" for title, part in parts)
    index = _page(f"<h1>Khamsin</h1>\n{lists}", "All pages", Path("index.html"))
    (target / "index.html").write_text(index, encoding="utf-8")


def _list(part: dict[Path, Path], pages: dict[Path, Path]) -> str:
    lines = (
        f'<li><a href="{pages[path].as_posix()}">{html.escape(_title(path))}</a></li>'
        for path in part
    )
    return "<ul>\n{}\n</ul>".format("\n".join(lines))


def _title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip()


def _rendered(path: Path, pages: dict[Path, Path]) -> str:
    """A page; what it points at is a page too, a picture, or no link."""
    body: str = (
        MarkdownIt("commonmark", {"html": False})
        .enable("table")
        .render(path.read_text(encoding="utf-8"))
    )

    def link(found: re.Match[str]) -> str:
        aim = (path.parent / found["path"]).resolve()
        if aim not in pages:
            return found["words"]
        up = "../" * (len(pages[path].parts) - 1)
        return f'<a href="{up}{pages[aim].as_posix()}{found["part"] or ""}">{found["words"]}</a>'

    body = _LINK.sub(link, body)
    return _HEADING.sub(
        lambda found: f'<h{found[1]} id="{_anchor(found[2])}">{found[2]}</h{found[1]}>', body
    )


def _anchor(heading: str) -> str:
    """As GitHub names it."""
    words = html.unescape(_TAG.sub("", heading)).lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def _page(body: str, title: str, name: Path) -> str:
    up = "../" * len(name.parts)
    return _PAGE.format(title=html.escape(title), up=up, body=body)
