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


def add(site: Path, root: Path) -> None:
    """Turn every page of docs/ into one of the site, with its pictures."""
    source, target = root / "docs", site / "docs"
    target.mkdir(parents=True)
    shutil.copytree(source / "pictures", target / "pictures")
    (target / "docs.css").write_text(_STYLE, encoding="utf-8")
    pages = sorted(source.rglob("*.md"), key=lambda path: (path.parent == source, path))
    titles = [(path.relative_to(source).with_suffix(".html"), _title(path)) for path in pages]
    for path, (name, title) in zip(pages, titles, strict=True):
        page = target / name
        page.parent.mkdir(exist_ok=True)
        page.write_text(_page(_rendered(path), title, name), encoding="utf-8")
    links = "\n".join(
        f'<li><a href="{name.as_posix()}">{html.escape(title)}</a></li>' for name, title in titles
    )
    index = _page(f"<h1>Khamsin</h1>\n<ul>\n{links}\n</ul>", "All pages", Path("index.html"))
    (target / "index.html").write_text(index, encoding="utf-8")


def _title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip()


def _rendered(path: Path) -> str:
    body: str = (
        MarkdownIt("commonmark", {"html": False})
        .enable("table")
        .render(path.read_text(encoding="utf-8"))
    )
    return re.sub(r'href="(?!https?:)([^"#]+)\.md(#[^"]*)?"', r'href="\1.html\2"', body)


def _page(body: str, title: str, name: Path) -> str:
    up = "../" * len(name.parts)
    return _PAGE.format(title=html.escape(title), up=up, body=body)
