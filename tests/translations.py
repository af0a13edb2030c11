"""What is wrong with a translated rulebook: the survey behind test_translations.py.

A translation must have the rules of the English book, in their order, under the same addresses,
with the same tags; each of them with the same numbers, lists and tables; nothing in English; and
none whose English text has changed since. For the last, `translated.toml` beside the rulebooks
keeps for every rule a digest of the English text it was translated from.

    python -m tests.translations GAME LANGUAGE            what is wrong
    python -m tests.translations GAME LANGUAGE RULE ...   these are up to date (all: every rule)
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from khamsin.kernel.text.rulebook import Rule, Rulebook, read_rulebook

RECORD = "translated.toml"
FILES = ("rulebook", "rulings")

_ENGLISH = (
    "about after again all also always an and another are because been before below "
    "between both but cannot does each either enemy every first from have here his how "
    "into its least may might must neither never nobody none nor not nothing of only "
    "other others out she should since than that the their them then there these they "
    "this those until which while who whole whose will with within without would you your "
)
ENGLISH = frozenset(_ENGLISH.split())
"""Words of English that are words of neither Spanish nor Polish."""

NAMES = (
    "Field Commander",
    "Rommel in the Desert",
    "Island of Death",
    "The Royal Irish Fusiliers",
    "Malta Command",
    "Rally the Troops",
    "The Three Cities",
)
"""Names that stay as they are printed."""

WORD = re.compile(r"[^\W\d_]+")
CODE = re.compile(r"`[^`]*`|\S+\.\w{2,}/\S+")  # and addresses of pages
NUMBER = re.compile(r"\d+")
REFERENCE = re.compile(r"\bR\d+\b|\b\d+(?:\.\d+[a-zA-Z]*)+\b")


def languages(folder: Path) -> list[str]:
    """The languages a game's rules are translated into."""
    found = {path.name.split(".")[1] for name in FILES for path in folder.glob(f"{name}.??.md")}
    return sorted(found)


def rules_of(book: Rulebook) -> dict[str, Rule]:
    """Rules and rulings by their address, in the order of the book."""
    return {rule.id: rule for rule in (*book.rules, *book.rulings)}


def english_in(text: str, names: Iterable[str] = NAMES) -> list[str]:
    """The words of a text that can only be English, names and code left out."""
    text = CODE.sub(" ", text)
    for name in names:
        text = text.replace(name, " ")
    return [word for word in WORD.findall(text) if word.casefold() in ENGLISH]


# -- One translation beside the English text -------------------------------------------------


def problems(folder: Path, language: str) -> list[str]:
    """Everything that is wrong with a game's rules in a language."""
    english = read_rulebook(folder)
    meant, told = rules_of(english), rules_of(read_rulebook(folder, language))
    found = [
        f"there is no {name}.{language}.md"
        for name in FILES
        if not (folder / f"{name}.{language}.md").exists()
    ]
    found += [f"{each} is missing" for each in meant if each not in told]
    found += [f"{each} is superfluous" for each in told if each not in meant]
    both = [each for each in meant if each in told]
    if both != [each for each in told if each in meant]:
        found.append("the order differs")
    for each in both:
        found += [f"{each}: {wrong}" for wrong in differences(meant[each], told[each])]
    return found + stale(folder, language)


def differences(meant: Rule, told: Rule) -> Iterator[str]:
    """What a rule says otherwise than the English one, as far as a program can see it."""
    if told.kind != meant.kind:
        yield f"is {told.kind}, not {meant.kind}"
    if told.chapter.id != meant.chapter.id:
        yield f"stands in chapter {told.chapter.id}, not {meant.chapter.id}"
    for what, pattern in (("references", REFERENCE), ("numbers", NUMBER)):
        here, there = Counter(pattern.findall(told.text)), Counter(pattern.findall(meant.text))
        if here != there:
            lost, more = sorted((there - here).elements()), sorted((here - there).elements())
            yield f"{what}: without {' '.join(lost) or '-'}, with {' '.join(more) or '-'}"
            break
    for what, sign in (("paragraphs", ""), ("table rows", "|"), ("list entries", "- ")):
        here_count, there_count = _lines(told.text, sign), _lines(meant.text, sign)
        if here_count != there_count:
            yield f"{here_count} {what}, not {there_count}"
    for paragraph in told.text.split("\n\n"):
        if len(WORD.findall(paragraph)) > 3 and paragraph in meant.text.split("\n\n"):
            yield f'the English paragraph "{paragraph[:40]}"'
    left = english_in(f"{told.title}\n{told.text}")
    if left:
        yield f"English: {' '.join(left)}"


def _lines(text: str, sign: str) -> int:
    if not sign:
        return len(text.split("\n\n"))
    return sum(line.startswith(sign) for line in text.splitlines())


# -- The English text it was made from -------------------------------------------------------


def digest(rule: Rule) -> str:
    """A mark of what a rule says, wherever its lines are broken."""
    words = " ".join(f"{rule.kind} {rule.title}\n{rule.text}".split())
    return hashlib.sha256(words.encode()).hexdigest()[:12]


def recorded(folder: Path, language: str) -> dict[str, str]:
    """The English text that each rule was translated from, as a digest."""
    return _record(folder).get(language, {})


def stale(folder: Path, language: str) -> list[str]:
    """The rules whose English text is another than the one that was translated."""
    now = {each: digest(rule) for each, rule in rules_of(read_rulebook(folder)).items()}
    then = recorded(folder, language)
    return [
        *(
            f"{each}: its English has changed"
            for each in now
            if then.get(each, now[each]) != now[each]
        ),
        *(f"{each}: {RECORD} does not know it" for each in now if each not in then),
        *(f"{each}: only {RECORD} knows it" for each in then if each not in now),
    ]


def record(folder: Path, language: str, rules: Iterable[str]) -> None:
    """Remember that these rules say what the English ones say now."""
    english = rules_of(read_rulebook(folder))
    known = {each: was for each, was in recorded(folder, language).items() if each in english}
    known |= {each: digest(english[each]) for each in rules}
    ordered = {each: known[each] for each in english if each in known}
    lines = ["# The English text behind each translated rule, as a digest: docs/translate.md."]
    for name, table in sorted((_record(folder) | {language: ordered}).items()):
        lines += ["", f"[{name}]", *(f'"{each}" = "{was}"' for each, was in table.items())]
    (folder / RECORD).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _record(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / RECORD
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def main(arguments: list[str]) -> int:
    """Tell what is wrong, or record that rules are up to date."""
    slug, language, *rules = arguments
    folder = Path(__file__).parents[1] / "src/khamsin/games" / slug
    if rules:
        all_rules = list(rules_of(read_rulebook(folder)))
        record(folder, language, all_rules if rules == ["all"] else rules)
    found = problems(folder, language)
    sys.stdout.write("\n".join(found or [f"{slug} in {language}: nothing is wrong"]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
