"""The `khamsin` command: play, look up, replay, verify, simulate, and handle data packs."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from khamsin import __version__
from khamsin.bots import BOTS, make_bot
from khamsin.bots.host import Host
from khamsin.games import GAMES, find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.pack.data import PROVENANCES
from khamsin.kernel.play.archive import load, result_words, verify
from khamsin.kernel.play.decision import DICE
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import LANGUAGES
from khamsin.lab.command import add_lab_commands
from khamsin.table.command import add_commands
from khamsin.text.files import is_free, load_match, read_journal
from khamsin.text.odds import match_at, open_odds, reckoned, show, usage
from khamsin.text.play import play
from khamsin.text.rules import show_rules
from khamsin.text.screen import Screen
from khamsin.text.session import LOADED_LINES, WORDS, YOU, Session

WRONG = 2
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line, without the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message} (--help tells more)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter gets a "?"
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments) or 0
        sys.stdout.flush()
    except KhamsinError as error:
        print(f"khamsin: {' '.join(str(error).split())}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, as in `khamsin rules battleaxe | head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


# -- the arguments ---------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """Everything that can be asked for."""
    top = _Parser(prog="khamsin", description="Five desert wargames, one rules engine, one table.")
    top.add_argument("--version", action="version", version=f"khamsin {__version__}")
    commands = top.add_subparsers(metavar="command", required=True)

    def add(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        return command

    text = "play a game in this terminal"
    _add_play(commands.add_parser("play", help=text, description=text))
    add_lab_commands(commands, _add_language)
    add_commands(commands)

    command = add("engine", run_engine, "rules and a bot for another program, line by line")
    command.add_argument("bot", nargs="?", default="greedy", help="default: greedy")

    command = add("verify", run_verify, "check every roll of a match against its seed")
    command.add_argument("file", type=Path)
    command.add_argument("--pack", type=Path, help="the data pack the match was played with")

    command = add("replay", run_replay, "tell a match from its journal")
    command.add_argument("file", type=Path)
    command.add_argument("--pack", type=Path, help="the data pack the match was played with")
    _add_language(command)

    command = add("odds", run_odds, "exact odds: by numbers, or of the attacks in a saved match")
    command.add_argument("what", metavar="game or file", help=f"{', '.join(GAMES)}, or a match")
    command.add_argument(
        "words", nargs="*", help="numbers like attack=5; in a match: a place and units"
    )
    command.add_argument("--at", type=int, metavar="N", help="in a match: after so many answers")
    command.add_argument("--pack", type=Path, help="the folder of a data pack of your own")
    _add_language(command)

    command = add("rules", run_rules, "show a rule, those whose title has some words, or chapters")
    command.add_argument("game", metavar="game", help=", ".join(GAMES))
    command.add_argument("wanted", nargs="*", help="a number or words")
    _add_language(command)

    command = add("games", run_games, "list the games with their scenarios and options")
    _add_language(command)

    text = "export and check data packs"
    pack = commands.add_parser("pack", help=text, description=text)
    packs = pack.add_subparsers(metavar="command", required=True)
    export = packs.add_parser("export", help="copy the standard pack, to be corrected by hand")
    export.set_defaults(run=run_export)
    export.add_argument("game", metavar="game", help=", ".join(GAMES))
    export.add_argument("folder", type=Path)
    checked = packs.add_parser("check", help="read a pack and tell the first thing wrong with it")
    checked.set_defaults(run=run_check)
    checked.add_argument("folder", type=Path)
    checked.add_argument("--game", required=True, help=", ".join(GAMES))
    return top


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang", "--language", dest="language", choices=LANGUAGES, default=_language_of_machine(),
        help="default: that of the environment variable LANG if it is one of these, or en",
    )  # fmt: skip


def _language_of_machine() -> str:
    """The language in LANG, as in es_ES.UTF-8, if we speak it."""
    wanted = os.environ.get("LANG", "").replace(".", "_").partition("_")[0].casefold()
    return wanted if wanted in LANGUAGES else "en"


def _add_setup(command: argparse.ArgumentParser, slug: str, who: Sequence[str], usual: str) -> None:
    """Scenario, options, and who sits in which chair."""
    game = GAMES[slug]
    command.set_defaults(game=slug, sides=game.sides)
    command.add_argument("--scenario", help="see: khamsin games")
    command.add_argument("--option", action="append", default=[], help="an optional rule; again")
    command.add_argument("--pack", type=Path, help="the folder of a data pack of your own")
    command.add_argument("--seed", help="the seed of all dice (default: one that nobody knows)")
    known = f"{', '.join(who)}, a file my_bot.py[:Name], engine:COMMAND; default: {usual}"
    for side in game.sides:
        command.add_argument(f"--{side}", metavar="WHO", default=usual, help=known)


def _add_play(command: argparse.ArgumentParser) -> None:
    games = command.add_subparsers(metavar="game", required=True)
    for slug in GAMES:
        title = GAMES[slug].title
        game = games.add_parser(slug, help=title, description=f"{title}, in this terminal")
        game.set_defaults(run=run_play)
        _add_setup(game, slug, (YOU, *BOTS), YOU)
        game.add_argument(
            "--text",
            action="store_true",
            help="in this terminal, as always; `khamsin table` plays in the browser",
        )
        game.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved match")
        game.add_argument("--save", type=Path, metavar="FILE", help="save after every answer")
        _add_language(game)


# -- the commands ----------------------------------------------------------------------------


def run_play(arguments: argparse.Namespace) -> None:
    """Play in the terminal."""
    game = find(arguments.game, arguments.pack)
    screen = Screen(sys.stdout, sys.stdin)
    narrator = Narrator(game, arguments.language, WORDS)
    if arguments.save and not is_free(arguments.save) and arguments.save != arguments.load:
        raise KhamsinError(
            f"{arguments.save} is there already; go on with it by --load, or move it"
        )
    if arguments.load:
        _refuse(arguments, "load", ("scenario", "option", "seed"))
        loaded = load_match(arguments.load, game)
        if loaded.warning:
            screen.write(loaded.warning)
        match = loaded.match
    else:
        match = _new_match(arguments, game)
    chairs = {side: getattr(arguments, side) for side in game.sides}
    session = Session(match, narrator, screen, chairs, arguments.save)
    if arguments.load:
        session.skip_news(but=LOADED_LINES)
    play(session)


def _refuse(arguments: argparse.Namespace, because: str, names: Sequence[str]) -> None:
    for name in names:
        if getattr(arguments, name):
            raise KhamsinError(f"--{name} cannot be given with --{because}")


def _new_match(arguments: argparse.Namespace, game: Game[Any]) -> Match[Any]:
    setup = Setup(arguments.scenario or game.scenarios[0].id, tuple(arguments.option))
    return Match(game, setup, SeededDice(arguments.seed or secrets.token_hex(8)))


def run_engine(arguments: argparse.Namespace) -> None:
    """Do what another program says, until it says that it has had enough."""
    make_bot(arguments.bot, Random(0))  # noqa: S311 - only to tell a wrong name at once
    host = Host(partial(make_bot, arguments.bot), arguments.bot)
    for line in filter(None, map(str.strip, sys.stdin)):
        if line == "quit":
            return
        print("\n".join([*host.answer(line), "ok"]), flush=True)


def run_verify(arguments: argparse.Namespace) -> None:
    """Check a match roll by roll."""
    journal = read_journal(arguments.file)
    game = find(journal.game, arguments.pack)
    rolls = verify(journal, game, str(arguments.file))
    narrator = Narrator(game, "en", WORDS)
    number = 0
    for line in journal.answers:
        if line.entry[0] == DICE:
            number += 1
            what = narrator.words.say(f"roll.{line.entry[1]}")
            print(f"{number:>5}  line {line.number:<6} {what:<20} {' '.join(line.entry[2:])}")
    print(f"{arguments.file}: all {rolls} rolls follow from the seed {journal.seed}")


def run_replay(arguments: argparse.Namespace) -> None:
    """Tell a match from its journal."""
    journal = read_journal(arguments.file)
    game = find(journal.game, arguments.pack)
    loaded = load(journal, game, str(arguments.file))
    narrator = Narrator(game, arguments.language, WORDS)
    screen = Screen(sys.stdout, sys.stdin)
    for _, event in loaded.match.events:
        rule = narrator.say("text.rule", {"rule": event.rule})
        screen.write(f"{narrator.event(event)} {rule}", hang=2)
    if loaded.warning:
        screen.write(loaded.warning, hang=2)
    if loaded.match.result is not None:
        screen.write(narrator.ending(loaded.match.result))
    elif result_words(loaded.match) is None:
        screen.write(narrator.say("text.unfinished"))


def run_odds(arguments: argparse.Namespace) -> None:
    """Tell the odds of numbers, or of what is at stake in a saved match."""
    screen, words = Screen(sys.stdout, sys.stdin), tuple(arguments.words)
    if arguments.what in GAMES:
        game = find(arguments.what, arguments.pack)
        if not words:
            print("\n".join(usage(game)))
            return
        found = [reckoned(game, words)]
    else:
        path = Path(arguments.what)
        if path.name == arguments.what and not path.exists():
            known = ", ".join(GAMES)
            raise KhamsinError(f"{path} is neither a game ({known}) nor a file here")
        match = match_at(path, arguments.at, arguments.pack)
        game, found = match.game, open_odds(match, words)
    narrator = Narrator(game, arguments.language, WORDS)
    if not found:
        raise KhamsinError(narrator.say("text.nothing_at_stake"))
    for odds in found:
        show(narrator, screen, odds)


def run_rules(arguments: argparse.Namespace) -> None:
    """Show rules."""
    narrator = Narrator(find(arguments.game), arguments.language, WORDS)
    show_rules(narrator, Screen(sys.stdout, sys.stdin), " ".join(arguments.wanted))


def run_games(arguments: argparse.Namespace) -> None:
    """List the games."""
    for slug in GAMES:
        game = find(slug)
        narrator = Narrator(game, arguments.language, WORDS)
        print(narrator.say("text.game", {"slug": slug, "game": game.title, "sides": game.sides}))
        for what, variants, title in (
            ("scenario", game.scenarios, narrator.scenario_title),
            ("option", game.options, narrator.optional_title),
        ):
            for variant in variants:
                argument = f"--{what} {variant.id}"
                print(f"  {argument:<32} {title(variant)} [{variant.rule}]")


def run_export(arguments: argparse.Namespace) -> None:
    """Copy the standard pack into a new folder."""
    folder: Path = arguments.folder
    source = find(arguments.game).folder / "data"
    try:
        folder.mkdir(parents=True)
        for path in sorted(source.glob("*.toml")):
            shutil.copyfile(path, folder / path.name)
    except FileExistsError as error:
        raise KhamsinError(f"{folder} is there already; name a new folder") from error
    except OSError as error:
        raise KhamsinError(f"{folder}: cannot be written ({error.strerror})") from error
    print(f"{folder}: correct it, then: khamsin pack check {folder} --game {arguments.game}")


def run_check(arguments: argparse.Namespace) -> None:
    """Read a pack."""
    game = find(arguments.game, arguments.folder)
    counts = ", ".join(
        f"{kind} {sum(1 for note in game.sources if kind in note.words)}" for kind in PROVENANCES
    )
    print(f"{arguments.folder}: a good pack for {game.title}, digest {game.pack[:16]}")
    print(f"{len(game.sources)} tables name their source: {counts}")


if __name__ == "__main__":
    sys.exit(main())
