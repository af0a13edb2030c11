"""The `khamsin` command: play, look up, replay, verify, simulate, and handle data packs."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from khamsin import __version__
from khamsin.bots import BOTS
from khamsin.games import GAMES, find
from khamsin.kernel.archive import load, result_words, verify
from khamsin.kernel.data import PROVENANCES
from khamsin.kernel.decision import DICE
from khamsin.kernel.dice import SeededDice
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.match import Match
from khamsin.kernel.telling import Telling
from khamsin.kernel.words import LANGUAGES
from khamsin.lab.progress import Progress
from khamsin.lab.report import as_data, as_text
from khamsin.lab.simulate import Plan, check, simulate
from khamsin.table.command import add_commands
from khamsin.text.files import is_free, load_match, read_journal
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

    _add_play(commands.add_parser("play", help="play a game in this terminal"))
    _add_simulate(commands.add_parser("simulate", help="let bots play many games"))

    add_commands(commands)

    command = add("verify", run_verify, "check every roll of a match against its seed")
    command.add_argument("file", type=Path)
    command.add_argument("--pack", type=Path, help="the data pack the match was played with")

    command = add("replay", run_replay, "tell a match from its journal")
    command.add_argument("file", type=Path)
    command.add_argument("--pack", type=Path, help="the data pack the match was played with")
    _add_language(command)

    command = add("rules", run_rules, "show a rule, those whose title has some words, or chapters")
    command.add_argument("game", metavar="game", help=", ".join(GAMES))
    command.add_argument("wanted", nargs="*", help="a number or words")
    _add_language(command)

    command = add("games", run_games, "list the games with their scenarios and options")
    _add_language(command)

    pack = commands.add_parser("pack", help="export and check data packs")
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
    """What play and simulate ask alike: scenario, options, and who sits in which chair."""
    game = GAMES[slug]
    command.set_defaults(game=slug, sides=game.sides)
    command.add_argument("--scenario", help="see: khamsin games")
    command.add_argument("--option", action="append", default=[], help="an optional rule; again")
    command.add_argument("--pack", type=Path, help="the folder of a data pack of your own")
    command.add_argument("--seed", help="the seed of all dice (default: one that nobody knows)")
    for side in game.sides:
        command.add_argument(f"--{side}", choices=who, default=usual, help=f"default: {usual}")


def _add_play(command: argparse.ArgumentParser) -> None:
    games = command.add_subparsers(metavar="game", required=True)
    for slug in GAMES:
        game = games.add_parser(slug)
        game.set_defaults(run=run_play)
        _add_setup(game, slug, (YOU, *BOTS), YOU)
        game.add_argument("--text", action="store_true", help="in this terminal (the only way yet)")
        game.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved match")
        game.add_argument("--save", type=Path, metavar="FILE", help="save after every answer")
        _add_language(game)


def _add_simulate(command: argparse.ArgumentParser) -> None:
    games = command.add_subparsers(metavar="game", required=True)
    for slug in GAMES:
        game = games.add_parser(slug)
        game.set_defaults(run=run_simulate)
        _add_setup(game, slug, tuple(BOTS), "greedy" if "greedy" in BOTS else "random")
        game.add_argument("--games", type=_count, default=100, metavar="N")
        game.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, metavar="J")
        game.add_argument("--json", type=Path, metavar="FILE", help="write all results there")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, not {text!r}")
    return int(text)


# -- the commands ----------------------------------------------------------------------------


def run_play(arguments: argparse.Namespace) -> None:
    """Play in the terminal."""
    game = find(arguments.game, arguments.pack)
    screen = Screen(sys.stdout, sys.stdin)
    telling = Telling(game, arguments.language, WORDS)
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
    session = Session(match, telling, screen, chairs, arguments.save)
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


def run_simulate(arguments: argparse.Namespace) -> None:
    """Let bots play many games."""
    seed = arguments.seed or secrets.token_hex(8)
    reports = [_simulate(arguments, scenario, seed) for scenario in _scenarios(arguments)]
    if arguments.json:
        data = reports[0] if len(reports) == 1 else reports
        _write(arguments.json, json.dumps(data, indent=1) + "\n")


def _scenarios(arguments: argparse.Namespace) -> list[str]:
    """The scenario asked for; else the first, or all of a game that is scored by bands."""
    if arguments.scenario:
        return [arguments.scenario]
    game = find(arguments.game, arguments.pack)
    return [scenario.id for scenario in game.scenarios][: None if game.levels else 1]


def _simulate(arguments: argparse.Namespace, scenario: str, seed: str) -> dict[str, Any]:
    """Play one scenario many times, and tell what came of it."""
    plan = Plan(
        game=arguments.game,
        scenario=scenario,
        options=tuple(arguments.option),
        bots=tuple((side, getattr(arguments, side)) for side in arguments.sides),
        seed=seed,
        pack=arguments.pack,
    )
    game = check(plan)
    started = time.perf_counter()
    with Progress(arguments.games, sys.stderr) as progress:
        records = simulate(plan, arguments.games, arguments.jobs, progress)
    seconds = time.perf_counter() - started
    data = as_data(plan, game, records)
    print("\n".join(as_text(plan, game, data["summary"])))
    print(f"seed {plan.seed}; {len(records) / seconds:.1f} games a second")
    return data


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KhamsinError(f"{path}: cannot be written ({error.strerror})") from error


def run_verify(arguments: argparse.Namespace) -> None:
    """Check a match roll by roll."""
    journal = read_journal(arguments.file)
    game = find(journal.game, arguments.pack)
    rolls = verify(journal, game, str(arguments.file))
    telling = Telling(game, "en", WORDS)
    number = 0
    for line in journal.answers:
        if line.entry[0] == DICE:
            number += 1
            what = telling.words.say(f"roll.{line.entry[1]}")
            print(f"{number:>5}  line {line.number:<6} {what:<20} {' '.join(line.entry[2:])}")
    print(f"{arguments.file}: all {rolls} rolls follow from the seed {journal.seed}")


def run_replay(arguments: argparse.Namespace) -> None:
    """Tell a match from its journal."""
    journal = read_journal(arguments.file)
    game = find(journal.game, arguments.pack)
    loaded = load(journal, game, str(arguments.file))
    telling = Telling(game, arguments.language, WORDS)
    screen = Screen(sys.stdout, sys.stdin)
    for _, event in loaded.match.events:
        rule = telling.say("text.rule", {"rule": event.rule})
        screen.write(f"{telling.event(event)} {rule}", hang=2)
    if loaded.warning:
        screen.write(loaded.warning, hang=2)
    if loaded.match.result is not None:
        screen.write(telling.ending(loaded.match.result))
    elif result_words(loaded.match) is None:
        screen.write(telling.say("text.unfinished"))


def run_rules(arguments: argparse.Namespace) -> None:
    """Show rules."""
    telling = Telling(find(arguments.game), arguments.language, WORDS)
    show_rules(telling, Screen(sys.stdout, sys.stdin), " ".join(arguments.wanted))


def run_games(arguments: argparse.Namespace) -> None:
    """List the games."""
    for slug in GAMES:
        game = find(slug)
        telling = Telling(game, arguments.language, WORDS)
        print(telling.say("text.game", {"slug": slug, "game": game.title, "sides": game.sides}))
        for what, variants, title in (
            ("scenario", game.scenarios, telling.scenario_title),
            ("option", game.options, telling.optional_title),
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
