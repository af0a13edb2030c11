"""Where the rules of a game are told, cited and tested: the survey behind test_rule_coverage.py.

A rule's address appears in four places: in the rulebook (and the rulings beside it), in the code,
in the data pack, and in the marks of tests. This module collects it from each of them.

How an address is read:

- In docstrings and comments of the code, and in comments and `source` texts of the data, every
  address in the text is a citation. `10.3b-c` and `11.1-11.3` mean all rules from the first to the
  last in the order of the book. A number that is only a heading of the book (`11.4.2`, above
  11.4.2A to 11.4.2E) is allowed there, but cites none of the rules below it.
- A string of the code that is an address as a whole (`Refused("9.3.2", ...)`), and a `rule` of the
  data, is shown to players, who look it up: it must be the address of a rule, not of a heading.
- Sources name printed numbers, and letters are ours where the book prints none. So the number of a
  paragraph in a `source` cites the set-up rules that are its lettered parts: 5.2.1 cites 5.2.1a.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from khamsin.kernel.text.rulebook import Rule, read_rulebook

# 11.4.2A in books with numbers, attack.2 in books without, and R14
ADDRESS = re.compile(
    r"(?<![\w./-])"
    r"(?:\d+\.(?:\d\w*|[a-z]\d*)\b(?:\.\w+)*|[a-z_]+\.(?:\d\w*|[a-z]\b)(?:\.\w+)*|R\d+)"
    r"(?:-(\w[\w.]*\w|\w))?"
)
LAST_PART = re.compile(r"(?P<stem>.*?)(?:[A-Za-z]|\d+)")


class Citation(NamedTuple):
    """An address that stands somewhere in code, data or tests."""

    address: str
    place: str
    is_shown: bool = False  # a player may look it up, so that it must be a rule of its own


class Book:
    """A game's rulebook and rulings, as far as addresses are concerned."""

    def __init__(self, folder: Path) -> None:
        book = read_rulebook(folder)
        self.rules = {rule.id: rule for rule in book.rules}
        self.rulings = {rule.id: rule for rule in book.rulings}
        self.order = [*self.rules, *self.rulings]
        self.known = set(self.order)
        self.words = {address.split(".")[0] for address in self.rules if "." in address}

    def is_heading(self, address: str) -> bool:
        """Whether there are rules below this address."""
        return any(self.below(address))

    def below(self, address: str) -> Iterator[Rule]:
        """The rules whose address continues this one, as 9.3.1 continues 9.3."""
        for rule in self.rules.values():
            if re.match(re.escape(address) + r"[.A-Za-z]", rule.id):
                yield rule

    def addresses(self, text: str) -> list[str]:
        """Every address cited in a text, ranges written out."""
        found: list[str] = []
        for match in ADDRESS.finditer(text):
            whole, last = match[0], match[1]
            first = whole[: -len(last) - 1] if last else whole
            if not first[0].isdigit() and first[0] != "R" and first.split(".")[0] not in self.words:
                continue  # `units.toml2` is no rule
            found += self.span(first, last) if last else [first]
        return found

    def span(self, first: str, last: str) -> list[str]:
        """All rules from one to another: `10.3b` to `c`, `11.1` to `11.3`."""
        end = last
        if end not in self.known:
            part = LAST_PART.fullmatch(first)
            end = part["stem"] + last if part else last
        if first not in self.known or end not in self.known:
            return [f"{first}-{last}"]
        return self.order[self.order.index(first) : self.order.index(end) + 1]

    def is_address(self, text: str) -> bool:
        """Whether a text is an address as a whole."""
        return ADDRESS.fullmatch(text) is not None and self.addresses(text) == [text]


# -- Code ------------------------------------------------------------------------------------


def code_citations(book: Book, folder: Path) -> list[Citation]:
    """Every address in the game's modules; what computer players know is not of the book."""
    found: list[Citation] = []
    for path in sorted(set(folder.rglob("*.py")) - set(folder.rglob("mind/*.py"))):
        text = path.read_text(encoding="utf-8")
        found += _strings(book, ast.parse(text), path.name)
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                place = f"{path.name}:{token.start[0]}"
                found += [Citation(each, place) for each in book.addresses(token.string)]
    return found


def _strings(book: Book, tree: ast.Module, file: str) -> Iterator[Citation]:
    """Addresses in bare strings, docstrings among them, and strings that are an address."""
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        place = f"{file}:{node.lineno}"
        if id(node) in texts:
            for address in book.addresses(node.value):
                yield Citation(address, place)
        elif book.is_address(node.value):
            yield Citation(node.value, place, is_shown=True)


# -- Data ------------------------------------------------------------------------------------


def data_citations(book: Book, folder: Path) -> list[Citation]:
    """Every address in the game's data pack."""
    found: list[Citation] = []
    for path in sorted(folder.glob("data/*.toml")):
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            if line.startswith("#"):
                place = f"{path.name}:{number}"
                found += [Citation(each, place) for each in book.addresses(line)]
        for key, value in _texts(tomllib.loads(text)):
            if key == "rule":
                found.append(Citation(value, path.name, is_shown=True))
            elif key == "source":
                for address in book.addresses(value):
                    found.append(Citation(address, path.name))
                    found += [Citation(each, path.name) for each in _set_up(book, address)]
    return found


def _texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _texts(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, key)


def _set_up(book: Book, number: str) -> Iterable[str]:
    """The set-up rules that are the lettered parts of a printed paragraph."""
    parts = [rule.id for rule in book.below(number) if rule.kind == "setup"]
    return [part for part in parts if part[-1].isalpha()]


# -- Tests -----------------------------------------------------------------------------------


class Mark(NamedTuple):
    """One `pytest.mark.rule`: which game it names, and which rules."""

    game: str
    addresses: tuple[str, ...]
    place: str


def marks(folder: Path) -> list[Mark]:
    """Every rule mark that a test carries: in decorators, parameters and `pytestmark`."""
    found: list[Mark] = []
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in _mark_calls(tree):
            words = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
            place = f"{path.name}:{call.lineno}"
            if len(words) < len(call.args) or len(words) < 2 or call.keywords:
                raise AssertionError(f"{place}: write a rule mark out: game, rules")
            game, *addresses = [str(word) for word in words]
            found.append(Mark(game, tuple(addresses), place))
    return found


def _mark_calls(tree: ast.Module) -> Iterator[ast.Call]:
    """The calls of `pytest.mark.rule` that reach a test, not those of a helper."""
    places: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name.lower().startswith("test"):
                places += node.decorator_list
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            places.append(node.value)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.param":
            places += [keyword.value for keyword in node.keywords if keyword.arg == "marks"]
    seen: set[int] = set()
    for place in places:
        for node in ast.walk(place):
            is_mark = isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
            if is_mark and id(node) not in seen:
                seen.add(id(node))
                assert isinstance(node, ast.Call)
                yield node


# -- Lists beside the tests ------------------------------------------------------------------


def two_columns(path: Path) -> dict[str, str]:
    """Lines of an address and what is said of it."""
    if not path.exists():
        return {}
    lines = [line.split(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines()]
    return {words[0]: words[1] if len(words) > 1 else "" for words in lines if words}
