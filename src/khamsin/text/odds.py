"""Odds in the terminal: of the attacks at hand, of a saved match, or by numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khamsin.games import find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import AnyGame
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.show.summaries import Odds, Sum
from khamsin.kernel.text.narrator import Narrator

from .files import read_journal
from .screen import BOLD, Screen, Span

_LABEL = 30  # columns for the condition before the chances
_COLUMN = 8  # at least for each outcome
_GAP = 2
_MOST = 200  # the odds of thousands of dice would take hours, and nobody rolls them


def show(narrator: Narrator, screen: Screen, odds: Odds) -> None:
    """Write the odds of one attack."""
    screen.write(narrator.fact("odds", odds.title), BOLD, hang=2)
    shifts = () if odds.columns is None else odds.columns.shifts
    for factor in (*odds.factors, *shifts):
        screen.write(
            f"  {narrator.fact('odds', factor.row)}: {factor.value} ({factor.rule})", hang=4
        )
    if not odds.rows:
        return
    names = [narrator.text("outcome", name) for name, _ in odds.rows[0].outcomes]
    labels = [f"  {narrator.fact('odds', row.row)}" for row in odds.rows]
    width = max(_COLUMN, *(len(name) + _GAP for name in names))
    longest = max(len(each) for each in labels)
    fitting = (each for each in (_LABEL, longest) if each + width * len(names) <= screen.width)
    column = next(fitting, 2)
    heads = [Span(f"{name:>{width}}", BOLD) for name in names]
    screen.flow(Span(""), heads, column, "")
    for each, row in zip(labels, odds.rows, strict=True):
        shares = [Span(f"{chance:>{width}.1%}") for _, chance in row.outcomes]
        screen.flow(Span(each), shares, column, "")


# -- of a saved match --------------------------------------------------------------------------


def match_at(path: Path, at: int | None, pack: Path | None) -> AnyMatch:
    """A saved match, taken back to where it had so many answers."""
    journal = read_journal(path)
    match = load(journal, find(journal.game, pack), str(path)).match
    match.dice = None  # it is looked at, not played on
    if at is not None:
        match.rewind(at)
    return match


def open_odds(match: AnyMatch, words: tuple[str, ...]) -> list[Odds]:
    """What is at stake for whoever decides now, or of the attack that these words name."""
    ask = match.decision
    if ask is None:
        return []
    game, side = match.game, match.to_answer[0]
    found = game.presentation.odds(match.known(side), side, ask.prompt, words)
    if found or words:
        return found
    for option in match.legal(side):
        if option[0] in game.presentation.gambles:
            found += game.presentation.odds(match.known(side), side, ask.prompt, option[1:])
    return found


# -- by numbers --------------------------------------------------------------------------------


def reckoned(game: AnyGame, words: Sequence[str]) -> Odds:
    """The odds of numbers like `attack=5`, after the name of the sum if there are several."""
    names = {each.name: each for each in game.presentation.sums}
    asked = words[0] if words and words[0] in names else game.presentation.sums[0].name
    given = dict(names[asked].numbers)
    for word in words[1:] if words and words[0] in names else words:
        name, is_equal, value = word.partition("=")
        digits = value.removeprefix("-") if name in names[asked].signed else value
        if name not in given or not is_equal or not digits.isdecimal():
            raise KhamsinError(f"{word!r} is none of the numbers: {'; '.join(usage(game))}")
        if abs(int(value)) > _MOST:
            raise KhamsinError(f"{word!r} is more than can be counted on a map: at most {_MOST}")
        given[name] = int(value)
    numbers = {name: value for name, value in given.items() if value is not None}
    if len(numbers) < len(given):
        missing = ", ".join(f"{name}=N" for name in given if name not in numbers)
        raise KhamsinError(f"{missing} must be given: {'; '.join(usage(game))}")
    return game.presentation.reckon(asked, numbers)


def usage(game: AnyGame) -> list[str]:
    """Everything that can be asked for."""
    return [f"khamsin odds {game.slug} {_usage(each)}" for each in game.presentation.sums]


def _usage(each: Sum) -> str:
    words = (f"{name}={'N' if value is None else value}" for name, value in each.numbers.items())
    return f"{each.name} {' '.join(words)}"
