"""A game's rules as text: `rulebook.md` and `rulings.md`, so that every refusal can be looked up.

The rulebook tells all rules in our own words under the printed numbers:

    # Operation Battleaxe
    ## 9 Movement
    ### 9.3.2 Escarpment
    A unit may not cross it, except by ...
    ### 9.4 Turning the counter [physical]
    ...

A heading may end in a tag that says what kind of rule it is; see `KINDS`. Rulings, which say what
we play where the book is silent or contradicts itself, look alike: `### R14 Retreat details`.

A translation stands beside the English text: `rulebook.es.md` and `rulings.es.md` have the same
rules under the same addresses with the same tags. docs/translate.md tells how one is made.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from khamsin.kernel.errors import DataError, KhamsinError

from .words import folded

__all__ = ["KINDS", "Chapter", "Rule", "Rulebook", "read_rulebook"]

KINDS = ("rule", "physical", "optional", "setup", "example", "ruling")
"""The kinds of rule. `rule` is one without a tag. A `physical` rule is about handling pieces: the
computer does it by itself, so that there is nothing to test. A `ruling` comes from `rulings.md`."""

TAGS = KINDS[1:-1]

# An address is a number (9.3.2, 11.4.2A, R14) or, in books without numbers, a word in small
# letters (attack.2). A heading that starts otherwise has a title only.
HEADING = re.compile(r"(?P<level>#{1,3})\s+(?P<rest>.*)")
ADDRESS = re.compile(r"(?P<id>(?:[A-Za-z]*\d\w*|[a-z][a-z_]*)(?:\.\w+)*)\.?\s+(?P<title>\S.*)")
TAG = re.compile(r"(?P<title>.*\S)\s+\[(?P<tag>[a-z]+)\]")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rulebook; its `id` is empty if the book does not number it."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule or ruling: where it stands, what it is called, what it says."""

    id: str
    title: str
    text: str
    kind: str
    chapter: Chapter
    language: str = "en"


class Rulebook:
    """All rules of a game in the order of the book, then its rulings, found by their address."""

    def __init__(self, title: str, rules: tuple[Rule, ...], rulings: tuple[Rule, ...] = ()) -> None:
        self.title = title
        self.rules = rules
        self.rulings = rulings
        self._by_id: dict[str, Rule] = {}
        for rule in rules + rulings:
            if rule.id in self._by_id:
                raise DataError(f'{title}: there are two rules "{rule.id}"')
            self._by_id[rule.id] = rule

    def rule(self, rule_id: str) -> Rule:
        """Give the rule or ruling with exactly this address."""
        if rule_id not in self._by_id:
            near = difflib.get_close_matches(rule_id, self._by_id, n=3)
            hint = f"; near it: {', '.join(near)}" if near else ""
            raise KhamsinError(f'there is no rule "{rule_id}" in {self.title}{hint}')
        return self._by_id[rule_id]

    def find(self, text: str, titles: Mapping[str, str] | None = None) -> list[Rule]:
        """Search as a player would: by the beginning of an address, or by words of the title.

        The rule with exactly that address comes first, then those below it, then those whose
        title has all the words (or beginnings of words, or parts of them). `titles` are what rules
        are called in another language; a rule is found by either.
        """
        titles = titles or {}
        wanted = folded(text.strip())
        if not wanted:
            return []
        exact: list[Rule] = []
        below: list[Rule] = []
        by_title: list[Rule] = []
        words = wanted.split()
        for rule in self._by_id.values():
            address = folded(rule.id)
            called = (folded(rule.title), folded(titles.get(rule.id, "")))
            if address == wanted:
                exact.append(rule)
            elif _is_below(address, wanted):
                below.append(rule)
            elif any(all(word in title for word in words) for title in called):
                by_title.append(rule)
        return exact + below + by_title


def read_rulebook(folder: Path, language: str = "en") -> Rulebook:
    """Read `rulebook.md` and, if there is one, `rulings.md` from a game's folder.

    In another language these are `rulebook.es.md` and `rulings.es.md`; whichever of the two is
    missing is read in English.
    """
    title, rules = _parse_file(folder, "rulebook", language, "rule")
    has_rulings = (folder / "rulings.md").exists()
    rulings = _parse_file(folder, "rulings", language, "ruling")[1] if has_rulings else ()
    return Rulebook(title, rules, rulings)


def _parse_file(folder: Path, name: str, language: str, kind: str) -> tuple[str, tuple[Rule, ...]]:
    path = folder / f"{name}.{language}.md"
    if not path.exists():
        path, language = folder / f"{name}.md", "en"
    title, rules = _parse(_read(path), path.name, kind)
    return title, tuple(replace(rule, language=language) for rule in rules)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error


def _parse(text: str, file: str, kind: str) -> tuple[str, tuple[Rule, ...]]:
    """Give the title and the rules of one file; `kind` is that of a rule without a tag."""
    title = file
    chapter = Chapter("", "")
    rules: list[Rule] = []
    body: list[str] = []
    heading = ""
    heading_line = 0

    def close() -> None:
        """Make a rule of the heading and the lines since, if there was one."""
        if heading:
            where = f"{file}, line {heading_line}"
            rules.append(_make_rule(heading, "\n".join(body).strip(), kind, chapter, where))
            body.clear()

    for number, line in enumerate(text.splitlines(), start=1):
        match = HEADING.fullmatch(line.rstrip())
        if match is None:
            if heading:
                body.append(line.rstrip())
            continue
        close()
        heading = ""
        level, rest = len(match["level"]), match["rest"]
        if level == 1:
            title = rest
        elif level == 2:
            address = ADDRESS.fullmatch(rest)
            chapter = Chapter(address["id"], address["title"]) if address else Chapter("", rest)
        else:
            heading, heading_line = rest, number
    close()
    return title, tuple(rules)


def _make_rule(heading: str, text: str, kind: str, chapter: Chapter, where: str) -> Rule:
    address = ADDRESS.fullmatch(heading)
    if address is None:
        raise DataError(f'{where}: "{heading}" must be the number of a rule, then its title')
    title = address["title"]
    tagged = TAG.fullmatch(title)
    if tagged is not None:
        title, kind = tagged["title"], tagged["tag"]
        if kind not in TAGS:
            allowed = ", ".join(f"[{tag}]" for tag in TAGS)
            raise DataError(f"{where}: a rule may be tagged {allowed}, not [{kind}]")
    return Rule(address["id"], title, text, kind, chapter)


def _is_below(address: str, wanted: str) -> bool:
    """Tell whether an address continues the wanted one.

    Some books write 17.31 for a part of 17.3, so any continuation counts, but a bare number does
    not run on into another one: 1 is the beginning of 1.2 and not of 12, R1 not of R14.
    """
    if not address.startswith(wanted):
        return False
    return "." in wanted or not address[len(wanted) :][:1].isdigit()
