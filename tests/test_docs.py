"""The programs in the documentation run, its commands are those of the program, its links lead."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from random import Random

import pytest

from khamsin.bots import make_bot
from khamsin.cli import parser
from khamsin.games import GAMES
from khamsin.kernel.game import Setup
from tests.contract.play import game as the_game

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("**/*.md"))]
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
PROGRAMS = [
    pytest.param(program, id=f"{page}-{number}")
    for page, text in TEXTS.items()
    for number, program in enumerate(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    if "import" in program
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_in_the_documentation_runs(program: str) -> None:
    exec(compile(program, "documentation", "exec"), {})


def commands(text: str) -> list[str]:
    """What a page tells to type: lines of a block, and words in a line that name a game or file.

    What has a placeholder in it (`khamsin odds GAME`) is told by other pages with real words.
    """
    lines = re.findall(r"^khamsin .+$", text, re.MULTILINE)
    lines += re.findall(
        r"`(khamsin (?:play|simulate|arena|pack|odds|rules|table) [^`]+ [^`]+)`", text
    )
    return [line for line in lines if not re.search(r"\b[A-Z]{2,}\b", line)]


COMMANDS = [
    pytest.param(line, id=f"{page}: {line}")
    for page, text in TEXTS.items()
    for line in dict.fromkeys(commands(text))
]


def test_there_are_commands_to_look_at() -> None:
    assert len(COMMANDS) > 20


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_in_the_documentation_is_understood(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    asked = vars(parser().parse_args(words))
    game = str(asked.get("game") or asked.get("what"))
    if game not in GAMES:
        return
    named = asked.get("scenario") or the_game(game).scenarios[0].id
    for scenario in named if isinstance(named, list) else [named]:
        the_game(game).check_setup(Setup(scenario, tuple(asked.get("option") or ())))
    for bot in (*(asked.get("players") or ()), *[asked.get(side) for side in GAMES[game].sides]):
        if bot and ":" not in bot and not bot.endswith(".py") and bot != "you":
            make_bot(bot, Random(1))


def test_what_make_is_told_to_do_it_can_do() -> None:
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    told = {
        target
        for text in TEXTS.values()
        for target in re.findall(r"(?:^|`)make (?:PYTHON=\S+ )?([a-z]+)", text, re.MULTILINE)
    }
    assert told <= set(targets)
    assert {"play", "test"} <= told


def anchors(text: str) -> set[str]:
    """The names that headings have as goals of a link."""
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.casefold()).replace(" ", "-") for head in heads}


def leads_somewhere(page: str, link: str) -> bool:
    """Whether what a page links to is there; other people's pages are theirs to keep."""
    if link.startswith(("http:", "https:")):
        return True
    path, _, anchor = link.partition("#")
    goal = (ROOT / page).parent / path if path else ROOT / page
    return goal.exists() and (not anchor or anchor in anchors(goal.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", TEXTS)
def test_links_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", TEXTS[page])
    assert [link for link in links if not leads_somewhere(page, link)] == []


@pytest.mark.parametrize("page", TEXTS)
def test_files_that_are_named_are_there(page: str) -> None:
    """By their path from the root, from `src/khamsin` or, as of any game, from a game's folder."""
    example = ROOT / "examples/oasis/src/oasis"
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|md|toml|css|js))`", TEXTS[page])
    code = ROOT / "src" / "khamsin"
    roots = (ROOT, ROOT / "docs", ROOT / "src", code, code / "kernel", *code.glob("games/*"))
    roots = (*roots, example)
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


def test_every_module_of_the_kernel_is_in_the_plan_of_the_house() -> None:
    modules = {path.name for path in (ROOT / "src/khamsin/kernel").glob("[a-z]*.py")}
    told = set(re.findall(r"`([a-z]+\.py)`", TEXTS["docs/architecture.md"]))
    assert modules <= told
