"""Looking rules up, by number or by words of the title."""

from __future__ import annotations

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.rulebook import Rule
from khamsin.kernel.telling import Telling

from .screen import BOLD, Screen

_FULL = 3  # up to so many rules are shown in full; of more only the titles


def show_rules(telling: Telling, screen: Screen, wanted: str) -> None:
    """Write the rules that were asked for, or the chapters if nothing was."""
    book = telling.rulebook
    if not wanted:
        chapters = dict.fromkeys(rule.chapter for rule in book.rules)
        screen.write(book.title, BOLD)
        for chapter in chapters:
            screen.write(f"{chapter.id:>3} {chapter.title}", hang=4)
        return
    found = book.find(wanted)
    if not found:
        raise KhamsinError(telling.say("text.no_rule", {"game": book.title, "typed": wanted}))
    if found[0].id.casefold() == wanted.casefold():
        _show(screen, found[0])
        found = found[1:]
    elif len(found) <= _FULL:
        for rule in found:
            _show(screen, rule)
        return
    for rule in found:
        screen.write(f"{rule.id} {rule.title}", indent=2, hang=4)


def _show(screen: Screen, rule: Rule) -> None:
    screen.write(f"{rule.id} {rule.title}", BOLD)
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
