"""Looking rules up, by number or by words of the title."""

from __future__ import annotations

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.text.reader import RuleReader
from khamsin.kernel.text.rulebook import Rule

from .screen import BOLD, DIM, Screen

_FULL = 3  # up to so many rules are shown in full; of more only the titles


def show_rules(reader: RuleReader, screen: Screen, wanted: str) -> None:
    """Write the rules that were asked for, or the chapters if nothing was."""
    book = reader.rulebook
    if not wanted:
        chapters = dict.fromkeys(rule.chapter for rule in book.rules)
        screen.write(book.title, BOLD)
        for chapter in chapters:
            screen.write(f"{chapter.id:>3} {reader.chapter_title(chapter)}", hang=4)
        return
    found = reader.find_rules(wanted)
    if not found:
        raise KhamsinError(reader.words.say("text.no_rule", game=book.title, typed=wanted))
    is_exact = found[0].id.casefold() == wanted.casefold()
    in_full = 1 if is_exact else len(found) if len(found) <= _FULL else 0
    if any(rule.language != reader.words.language for rule in found[:in_full]):
        screen.write(reader.words.say("text.english_rules"), DIM)
    for rule in found[:in_full]:
        _show(reader, screen, rule)
    for rule in found[in_full:]:
        screen.write(f"{rule.id} {reader.rule_title(rule.id)}", indent=2, hang=4)


def _show(reader: RuleReader, screen: Screen, rule: Rule) -> None:
    screen.write(f"{rule.id} {reader.rule_title(rule.id)}", BOLD)
    prose: list[str] = []
    for line in [*rule.text.replace("**", "").splitlines(), ""]:
        if line and not line.startswith("|"):
            prose.append(line)
            continue
        if prose:
            screen.write(" ".join(prose), indent=2)
            prose.clear()
        if line and "---" not in line:
            screen.write(line.strip("| ").replace(" | ", ": "), indent=4, hang=2)
