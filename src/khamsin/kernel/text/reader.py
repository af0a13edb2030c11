"""The rules of a game in one language. It needs the game's folder and nothing else of the game."""

from __future__ import annotations

from pathlib import Path

from .rulebook import Chapter, Rule, Rulebook, read_rulebook
from .words import Catalogue, load_catalogue

_SHARED = Path(__file__).parent / "words"


class RuleReader:
    """Finds rules, and says what they are called."""

    __slots__ = ("_rulebook", "folder", "words")

    def __init__(self, folder: Path, language: str = "en", table: Path | None = None) -> None:
        """`table` is the folder with the words of whatever table the game is played at."""
        shared = load_catalogue(_SHARED, language)
        if table is not None:
            shared = load_catalogue(table, language, base=shared)
        self.folder = folder
        self.words: Catalogue = load_catalogue(folder / "words", language, base=shared)
        self._rulebook: Rulebook | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The rules that everything told of the game refers to, in this language if it has them."""
        if self._rulebook is None:
            self._rulebook = read_rulebook(self.folder, self.words.language)
        return self._rulebook

    def rule_title(self, rule_id: str) -> str:
        """What a rule or ruling is called."""
        return self.title(f"rule.{rule_id}") or self.rulebook.rule(rule_id).title

    def chapter_title(self, chapter: Chapter) -> str:
        """What a chapter is called."""
        return self.title(f"chapter.{chapter.id}") or chapter.title

    def find_rules(self, text: str) -> list[Rule]:
        """Search by address or by words of the title, in this language or in English."""
        english = read_rulebook(self.folder)
        titles = {
            rule.id: f"{rule.title} {self.title(f'rule.{rule.id}')}"
            for rule in (*english.rules, *english.rulings)
        }
        return self.rulebook.find(text, titles)

    def title(self, key: str) -> str:
        """The words for a key; nothing if there are none."""
        return self.words.say(key) if key in self.words else ""
