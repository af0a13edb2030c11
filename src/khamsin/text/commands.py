"""What a player can type besides an answer: looking things up, going back, saving, leaving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.pack.data import PROVENANCES
from khamsin.kernel.play.decision import Secret
from khamsin.kernel.play.state import Value

from .files import load_match, save_match
from .lookup import Thing, find, fit, split
from .odds import show
from .rules import show_rules
from .screen import BOLD
from .session import LOADED_LINES, Session

_LOG_LINES = 20
_USAGE = 25


class Leave(Exception):
    """The players get up from the table."""


# -- looking ---------------------------------------------------------------------------------


def show_help(session: Session, side: str, rest: str) -> None:
    """List the commands."""
    del side, rest
    session.say("help.answers")
    for name in ("board", "units", "log", "odds", "info", "why", "rule", "sources",
                 "undo", "save", "load", "quit"):  # fmt: skip
        usage, _, text = session.words(f"help.{name}").partition(": ")
        session.screen.write(f"{usage:<{_USAGE}}{text}", indent=2, hang=_USAGE)


def show_board(session: Session, side: str, rest: str) -> None:
    """Draw the map, the tracks and every stack."""
    del rest
    display = session.display(side)
    session.board.map(display)
    session.board.stacks(display)
    session.board.tracks(display)
    session.board.status(display)


def show_units(session: Session, side: str, rest: str) -> None:
    """List every stack, or those of one side."""
    sides = {each: session.narrator.text("side", each) for each in session.match.game.sides}
    only = next((each for each, label in sides.items() if rest and fit(rest, (each, label))), "")
    if rest and not only:
        raise KhamsinError(session.words("text.no_side", typed=rest, sides=tuple(sides.values())))
    session.board.stacks(session.display(side), only)


def show_log(session: Session, side: str, rest: str) -> None:
    """Repeat the last lines of the log."""
    lines = int(rest) if rest.isdecimal() else _LOG_LINES
    for _, event in session.match.log(side)[-lines:]:
        sentence = session.narrator.event(event)
        session.screen.write(f"{sentence} {session.rule(event.rule)}", hang=2)


def show_rule(session: Session, side: str, rest: str) -> None:
    """Look up a rule."""
    del side
    show_rules(session.narrator, session.screen, rest)


def show_info(session: Session, side: str, rest: str) -> None:
    """Tell everything about a unit or a place."""
    thing = _one(session, rest)
    narrator, screen = session.narrator, session.screen
    screen.write(narrator.text(thing.kind, thing.name), BOLD)
    for fact in session.match.game.presentation.about(thing.kind, thing.name):
        screen.write(narrator.fact("about", fact), indent=2, hang=2)
    for stack in session.display(side).stacks:
        for piece in stack.pieces:
            if thing.name in (piece.unit, stack.place):
                session.screen.write(
                    session.words(
                        "text.stands", place=stack.place, piece=session.board.piece(piece)
                    ),
                    session.board.style(piece.side),
                    indent=2,
                )


def show_sources(session: Session, side: str, rest: str) -> None:
    """Tell which data come from where; with a file's name, table by table."""
    del side
    notes = session.match.game.sources
    files = dict.fromkeys(note.where.partition(",")[0] for note in notes)
    if rest:
        for note in notes:
            if note.where.startswith(rest):
                session.screen.write(f"{note.where}: {note.text}", hang=4)
        return
    for file in files:
        kinds = [note.words for note in notes if note.where.partition(",")[0] == file]
        counts = {kind: sum(1 for words in kinds if kind in words) for kind in PROVENANCES}
        session.say("text.source", file=file, tables=len(kinds), **counts)
    session.say("text.sources")


def show_odds(session: Session, side: str, rest: str) -> None:
    """Tell the odds of the attack at hand, or of one that is named."""
    decision = session.match.decision
    assert decision is not None
    words = tuple(_one(session, word).name for word in split(session.narrator, rest))
    found = session.match.game.presentation.odds(
        session.match.known(side), side, decision.prompt, words
    )
    if not found:
        raise KhamsinError(session.words("text.no_odds"))
    for odds in found:
        show(session.narrator, session.screen, odds)


def show_why(session: Session, side: str, rest: str) -> None:
    """Tell why a unit may not do something."""
    if not rest:
        raise KhamsinError(session.words("text.why_usage"))
    session.screen.write(why(session, side, rest) or session.words("text.no_reason"), hang=2)


def why(session: Session, side: str, typed: str) -> str:
    """The reason, with its rule, that something is not open to a side; empty if there is none."""
    facts: dict[str, Value] = {}
    words: list[str] = []
    for word in split(session.narrator, typed):
        things = find(session.narrator, word)
        verbs = [verb for verb in session.match.game.presentation.grammar if fit(word, (verb,))]
        if len(verbs) == 1 and not words:
            words.append(verbs[0])
        elif len(things) == 1:
            facts[things[0].kind] = things[0].name
            words.append(things[0].name)
        else:
            return ""
    refused = session.match.why_not(side, tuple(words))
    if refused is None:
        return ""
    return f"{session.narrator.refused(refused, facts)} {session.rule(refused.rule)}"


def _one(session: Session, typed: str) -> Thing:
    """The one unit or place that was meant."""
    things = find(session.narrator, typed) if typed else []
    if not things:
        raise KhamsinError(session.words("text.no_thing", typed=typed))
    if len(things) > 1:
        labels = tuple(session.narrator.text(thing.kind, thing.name) for thing in things)
        raise KhamsinError(session.words("text.many_things", typed=typed, things=labels))
    return things[0]


# -- going back, saving, leaving -------------------------------------------------------------


def undo(session: Session, side: str, rest: str) -> None:
    """Take back the last answer, if nothing was rolled, revealed or answered by others since."""
    del rest
    match = session.match
    last = match.entries[-1] if match.entries else ("",)
    # Friends at one keyboard may take back each other's answers, where nothing is secret.
    secret = match.game.rules.hidden or isinstance(match.decision, Secret)
    shared = last[0] in match.game.sides and session.bot_of(last[0]) is None and not secret
    taker = last[0] if shared else side
    match.undo(taker)
    session.keep()
    decision = match.decision
    assert decision is not None
    taken = session.narrator.option(last[1:], decision.prompt)
    session.say("text.undone", option=taken)


def save(session: Session, side: str, rest: str) -> None:
    """Write the match to a file."""
    del side
    if not rest:
        raise KhamsinError(session.words("text.save_usage"))
    save_match(Path(rest), session.match)
    session.saved = len(session.match.entries)
    session.say("text.saved", file=rest)


def load(session: Session, side: str, rest: str) -> None:
    """Go on with a match from a file."""
    del side
    if not rest:
        raise KhamsinError(session.words("text.load_usage"))
    loaded = load_match(Path(rest), session.match.game)
    session.begin(loaded.match)
    session.skip_news(but=LOADED_LINES)
    session.say("text.loaded", file=rest)
    if loaded.warning:
        session.screen.write(loaded.warning, hang=2)


def leave(session: Session, side: str, rest: str) -> None:
    """Get up, and save first if the players like."""
    del side, rest
    while session.saved < len(session.match.entries):
        name = session.screen.ask(session.words("text.save_first"))
        if not name:
            break
        try:
            save(session, "", name)
        except KhamsinError as error:
            session.screen.write(str(error), hang=2)
    raise Leave


COMMANDS: dict[str, Callable[[Session, str, str], None]] = {
    "help": show_help,
    "?": show_help,
    "board": show_board,
    "map": show_board,
    "units": show_units,
    "log": show_log,
    "rule": show_rule,
    "info": show_info,
    "sources": show_sources,
    "odds": show_odds,
    "why": show_why,
    "undo": undo,
    "save": save,
    "load": load,
    "quit": leave,
    "exit": leave,
}
"""Every command by the word that is typed first."""
