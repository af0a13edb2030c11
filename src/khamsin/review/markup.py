"""The parts that pages in files are made of: plain HTML and SVG, light or dark, nothing outside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

_CSS = Path(__file__).with_name("page.css")


def tag(name: str, /, *inside: str, **attributes: str | float) -> str:
    """An element; `class_` is its class, and what is inside must be safe already.

    >>> tag("p", "a", class_="note")
    '<p class="note">a</p>'
    """
    words = [
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for key, value in attributes.items()
    ]
    return f"<{name}{''.join(words)}>{''.join(inside)}</{name}>"


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column is words and whose others are numbers; cells are safe already."""
    head = tag("tr", *(tag("th", escape(text), scope="col") for text in heads))
    body = [tag("tr", *(tag("td", cell) for cell in row)) for row in rows]
    return tag("div", tag("table", tag("thead", head), tag("tbody", *body)), class_="scroll")


def document(title: str, language: str, *body: str) -> str:
    """The whole page: an HTML file that needs nothing else."""
    head = tag(
        "head",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", escape(title)),
        tag("style", _CSS.read_text(encoding="utf-8")),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', *body), lang=language)}\n"
