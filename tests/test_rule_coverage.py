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
    return Survey(ROOT / "src/khamsin/games" / slug, ROOT / "tests/games" / slug, slug)


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
@pytest.mark.parametrize("slug", GAMES)
def test_rulebook_code_data_and_tests_agree(slug, what):
    wrong = CHECKS[what](survey(slug))
    assert not wrong, f"{slug}: {len(wrong)} {what}:\n  " + "\n  ".join(wrong)
