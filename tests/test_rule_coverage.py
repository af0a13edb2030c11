"""Rulebook, code, data and tests tell the same rules, in every game.

- What code, data and marks cite is in the rulebook or the rulings (`rule_survey.py` says how an
  address is read).
- Every rule is carried by a test that would see it broken, unless it is physical.
- Every rule is cited in the code or the data, unless it is physical or an example. A rule with
  parts may leave that to its parts: 9.3 is cited if all of 9.3.1 to 9.3.4 are.
- Every ruling is cited in the code or the data, where it acts. Those that only explain the book, so
  that a program has nothing to do, are listed with the reason in `explanatory_rulings.txt` beside
  the game's tests; the rulebook or a test must still know them.
- The rulebook has exactly the rules of `rule_ids.txt`, in their order, and only what that list
  calls a component (pieces, design notes, reading lists) is tagged as physical.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from khamsin.games import GAMES
from tests.rule_survey import Book, Citation, code_citations, data_citations, marks, two_columns

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src/khamsin/games"
# Without the toys that a test may have put on the list: they have no rulebook.
SLUGS = [slug for slug in GAMES if (SOURCES / slug).is_dir()]


class Survey:
    """All that is known of one game's rules, and what is wrong with it."""

    def __init__(self, sources: Path, tests: Path, slug: str) -> None:
        self.slug = slug
        self.book = Book(sources)
        self.citations: list[Citation] = [
            *code_citations(self.book, sources),
            *data_citations(self.book, sources),
        ]
        self.marks = marks(tests)
        self.ids = two_columns(tests / "rule_ids.txt")
        self.explanatory = two_columns(tests / "explanatory_rulings.txt")
        self.cited = {citation.address for citation in self.citations}
        self.carried = {address for mark in self.marks for address in mark.addresses}

    def unknown_citations(self) -> list[str]:
        """Citations of rules that are not in the book."""
        return [
            f"{place} cites {address}"
            for address, place, is_shown in self.citations
            if address not in self.book.known and (is_shown or not self.book.is_heading(address))
        ]

    def unknown_marks(self) -> list[str]:
        """Marks of rules that are not in the book, or of another game."""
        return [
            f"{mark.place} marks {mark.game} {address}"
            for mark in self.marks
            for address in mark.addresses
            if mark.game != self.slug or address not in self.book.known
        ]

    def rules_without_test(self) -> list[str]:
        """Rules that no test would see broken."""
        rules = self.book.rules.values()
        return [r.id for r in rules if r.kind != "physical" and r.id not in self.carried]

    def rules_without_citation(self) -> list[str]:
        """Rules that neither code nor data name."""
        rules = self.book.rules.values()
        needed = [rule.id for rule in rules if rule.kind not in ("physical", "example")]
        return [address for address in needed if not self._is_cited(address)]

    def _is_cited(self, address: str) -> bool:
        if address in self.cited:
            return True
        parts = [r.id for r in self.book.below(address) if r.kind not in ("physical", "example")]
        return bool(parts) and all(part in self.cited for part in parts)

    def silent_rulings(self) -> list[str]:
        """Rulings that are cited nowhere, and exemptions that are not needed or have no reason."""
        rulings, explanatory = self.book.rulings, self.explanatory
        wrong = [each for each in rulings if each not in self.cited and each not in explanatory]
        told = " ".join(rule.text for rule in self.book.rules.values())
        for address, reason in explanatory.items():
            if address not in rulings:
                wrong.append(f"{address} (exempt, but there is no such ruling)")
            elif address in self.cited:
                wrong.append(f"{address} (exempt, but it is cited)")
            elif not reason:
                wrong.append(f"{address} (exempt without a reason)")
            elif address not in self.carried and address not in self.book.addresses(told):
                wrong.append(f"{address} (exempt, but neither rulebook nor tests know it)")
        return wrong

    def wrong_ids(self) -> list[str]:
        """Rules of the list that the book lacks, or the other way round, or in another order."""
        book = self.book.rules
        wrong = [f"{each} is not in rulebook.md" for each in self.ids if each not in book]
        wrong += [f"{each} is not in rule_ids.txt" for each in book if each not in self.ids]
        if not wrong and list(book) != list(self.ids):
            wrong.append("the order differs")
        return wrong

    def wrongly_physical(self) -> list[str]:
        """Rules that a tag would free from being tested."""
        rules = self.book.rules.values()
        return [r.id for r in rules if r.kind == "physical" and self.ids.get(r.id) != "component"]


@cache
def survey(slug: str) -> Survey:
    return Survey(SOURCES / slug, ROOT / "tests/games" / slug, slug)


CHECKS: dict[str, Callable[[Survey], list[str]]] = {
    "cited, but not in the rulebook": Survey.unknown_citations,
    "marked, but not in the rulebook": Survey.unknown_marks,
    "rules carried by no test": Survey.rules_without_test,
    "rules cited by neither code nor data": Survey.rules_without_citation,
    "rulings cited by neither code nor data": Survey.silent_rulings,
    "rulebook.md and rule_ids.txt differ": Survey.wrong_ids,
    "tagged as physical, but no component": Survey.wrongly_physical,
}


@pytest.mark.parametrize("what", CHECKS)
@pytest.mark.parametrize("slug", SLUGS)
def test_rulebook_code_data_and_tests_agree(slug, what):
    wrong = CHECKS[what](survey(slug))
    assert not wrong, f"{slug}: {len(wrong)} {what}:\n  " + "\n  ".join(wrong)


# -- The checks can fail ---------------------------------------------------------------------

BOOK = """\
# Toy

## 1 Moving
### 1.1 Steps
A unit makes a step. Neighbours share a side (R2).

### 1.2 Limits
Two things stop it.

### 1.2.1 Cliffs
It stops.

### 1.2.2 Full spaces
It stops.

### 1.2.3a Gaps [optional]
It jumps.

### 1.3a First place [setup]
Red starts in A.

### 1.3b Second place [setup]
Blue starts in B.

### 1.4 Counters [physical]
Put them straight.

### 1.5 In print [example]
A unit goes from A to B.
"""

RULINGS = """\
# Rulings
### R1 Ties
Nobody wins.

### R2 Words
Two words mean the same.
"""

CODE = '''\
"""1 Moving."""

CLIFF = Refused("1.2.1", "cliff")


def step(g):
    """1.1 One step (R1)."""
    if g.full:
        return None  # 1.2.2-1.2.3a
    return g.tell("moved", "1.1", file="units.toml")
'''

DATA = """\
# Places (1.1)
[[place]]
id = "A"
source = "rulebook 1.3; found example.com/2014/map-1.9.html"

[[option]]
rule = "1.2.3a"
"""

TESTS = """\
import pytest

pytestmark = pytest.mark.rule("toy", "1.1")
CASES = [pytest.param("A", marks=pytest.mark.rule("toy", "1.2.1"))]


@pytest.mark.parametrize(
    "place", ["A", pytest.param("B", marks=[pytest.mark.rule("toy", "1.2.2")])]
)
@pytest.mark.rule("toy", "1.2", "1.2.3a", "R1")
def test_steps(place):
    pass


class TestStart:
    @pytest.mark.rule("toy", "1.3a", "1.3b", "1.5")
    def test_places(self):
        pass
"""

IDS = """\
1.1 rule
1.2 rule
1.2.1 rule
1.2.2 rule
1.2.3a optional
1.3a scenario
1.3b scenario
1.4 component
1.5 example
"""

TOY = {
    "src/rulebook.md": BOOK,
    "src/rulings.md": RULINGS,
    "src/rules.py": CODE,
    "src/data/toy.toml": DATA,
    "tests/test_toy.py": TESTS,
    "tests/rule_ids.txt": IDS,
    "tests/explanatory_rulings.txt": "R2 two words for one thing\n",
}


def toy(folder: Path, *changes: tuple[str, str, str]) -> list[str]:
    """Everything that the checks find in the toy game after these changes."""
    files = dict(TOY)
    for file, old, new in changes:
        assert old in files[file]
        files[file] = files[file].replace(old, new)
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    found = Survey(folder / "src", folder / "tests", "toy")
    return [f"{what}: {each}" for what, check in CHECKS.items() for each in check(found)]


def test_nothing_is_wrong_with_the_toy_game(tmp_path):
    assert toy(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        # code
        ("src/rules.py", '"1.2.1"', '"1.2.9"', "cited, but not in the rulebook: rules.py:3"),
        ("src/rules.py", '"1.2.1"', '"1.3"', "cited, but not in the rulebook: rules.py:3"),
        ("src/rules.py", "1.1 One", "1.7 One", "cited, but not in the rulebook: rules.py:7"),
        ("src/rules.py", "(R1)", "(R9)", "cited, but not in the rulebook: rules.py:7 cites R9"),
        ("src/rules.py", "-1.2.3a", "-1.2.8", "cited, but not in the rulebook: rules.py:9"),
        ("src/rules.py", "(R1)", "", "rulings cited by neither code nor data: R1"),
        ("src/rules.py", "# 1.2.2-1.2.3a", "", "rules cited by neither code nor data: 1.2.2"),
        ("src/rules.py", "# 1.2.2-1.2.3a", "", "rules cited by neither code nor data: 1.2"),
        # data
        ("src/data/toy.toml", '"1.2.3a"', '"1.2.4"', "cited, but not in the rulebook: toy.toml"),
        ("src/data/toy.toml", '"1.2.3a"', '"1.3"', "cited, but not in the rulebook: toy.toml"),
        ("src/data/toy.toml", "(1.1)", "(7.1)", "cited, but not in the rulebook: toy.toml:1"),
        ("src/data/toy.toml", "rulebook 1.3;", "rulebook;", "by neither code nor data: 1.3a"),
        # tests
        ("tests/test_toy.py", '"1.3b", ', "", "rules carried by no test: 1.3b"),
        ("tests/test_toy.py", '"1.5"', '"R2"', "rules carried by no test: 1.5"),
        ("tests/test_toy.py", '"1.2.2"', '"1.2.1"', "rules carried by no test: 1.2.2"),
        ("tests/test_toy.py", "pytestmark", "unused", "rules carried by no test: 1.1"),
        ("tests/test_toy.py", "def test_steps", "def helper", "rules carried by no test: 1.2"),
        ("tests/test_toy.py", '"1.3b"', '"1.3"', "marked, but not in the rulebook: test_toy.py"),
        ("tests/test_toy.py", '"toy", "1.3a"', '"top", "1.3a"', "test_toy.py:16 marks top 1.3a"),
        # the lists and the book
        ("tests/rule_ids.txt", "1.2.2 rule\n", "", "1.2.2 is not in rule_ids.txt"),
        ("tests/rule_ids.txt", "1.5 example", "1.5 example\n1.6 rule", "1.6 is not in rulebook.md"),
        ("tests/rule_ids.txt", "1.1 rule\n1.2 rule", "1.2 rule\n1.1 rule", "the order differs"),
        ("src/rulebook.md", "Full spaces", "Full spaces [physical]", "but no component: 1.2.2"),
        ("src/rulebook.md", "1.2.1 Cliffs", "1.2.7 Cliffs", "1.2.1 is not in rulebook.md"),
        ("src/rulebook.md", " (R2)", "", "R2 (exempt, but neither rulebook nor tests know it)"),
        ("src/rulings.md", "R2 Words", "R3 Words", "R2 (exempt, but there is no such ruling)"),
        ("src/rules.py", "(R1)", "(R1, R2)", "R2 (exempt, but it is cited)"),
        ("tests/explanatory_rulings.txt", "R2 two words for one thing", "", "data: R2"),
        ("tests/explanatory_rulings.txt", " two words for one thing", "", "without a reason"),
    ],
)
def test_each_check_sees_what_it_is_there_for(tmp_path, file, old, new, found):
    assert any(found in wrong for wrong in toy(tmp_path, (file, old, new)))


@pytest.mark.parametrize("mark", ['"toy", *RULES', '"toy", f"1.{x}"', '"toy"', '"toy", id="1.1"'])
def test_a_mark_that_cannot_be_read_is_refused(tmp_path, mark):
    with pytest.raises(AssertionError, match=r"test_toy.py:16: write a rule mark out"):
        toy(tmp_path, ("tests/test_toy.py", '"toy", "1.3a", "1.3b", "1.5"', mark))


def test_addresses_of_a_book_without_numbers_are_words(tmp_path):
    (tmp_path / "rulebook.md").write_text(
        "# Toy\n## Moving\n### move.1 Steps\n### move.2a Cliffs\n### move.2b Gaps\n",
        encoding="utf-8",
    )
    book = Book(tmp_path)
    assert book.addresses("move.2a-b, units.2, g.state, move.9; see move.1.") == [
        "move.2a", "move.2b", "move.9", "move.1",
    ]  # fmt: skip
    assert book.is_address("move.9")
    assert not book.is_address("units.9")
    assert not book.is_address("a step (move.1)")
