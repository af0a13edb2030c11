"""What leaves a match is plain data, and every word of it can be said in English."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from khamsin.games import GAMES
from khamsin.kernel.game import Refused
from khamsin.kernel.play.match import GENERAL
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.rulebook import read_rulebook
from khamsin.kernel.text.words import LANGUAGES, Catalogue
from tests.contract.play import CASES, begin, decisions, game, looks, phrases, sides_of, usual
from tests.some import some

GAMES_PLAYED = 12


def check_plain(value: object, where: str) -> None:
    """Only what JSON gives back as it was: no tuples, no sets, no numbers as keys."""
    if isinstance(value, dict):
        for key, inner in value.items():
            assert type(key) is str, f"{where}: the key {key!r}"
            check_plain(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            check_plain(inner, f"{where}[{at}]")
    else:
        assert value is None or type(value) in (str, int, bool, float), f"{where}: {value!r}"


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_views_events_and_states_are_plain_data(slug, scenario):
    rng = Random(f"plain {slug} {scenario}")
    match = begin(slug, scenario, rng)
    for each in some(looks(match, rng, 40)):
        for side in some(sides_of(each)):
            view = each.view(side)
            check_plain(view, "view")
            assert json.loads(json.dumps(view)) == view
        json.dumps(each.state.data(), sort_keys=True)
    for side in sides_of(match):
        check_plain(match.view(side), "view")
    for _, event in match.events:
        assert event.kind.isidentifier()
        assert event.rule
        for name, value in event.values.items():
            parts = value if type(value) is tuple else (value,)
            assert all(type(part) in (str, int) for part in parts), f"{event.kind}.{name}"


# -- words -----------------------------------------------------------------------------------


class Said:
    """All that a game has said: in its source, and in random play."""

    def __init__(self) -> None:
        self.prompts: set[str] = set()
        self.kinds: set[str] = set()
        self.reasons: set[str] = set()
        self.rolls: set[str] = set()
        self.answers: set[tuple[str, str]] = set()
        self.rules: set[str] = set()

    def refused(self, why: Refused | None) -> None:
        if why is not None:
            self.reasons.add(why.reason)
            self.rules.add(why.rule)


def modules(slug: str) -> Iterator[ModuleType]:
    """Every module of a game."""
    package = importlib.import_module(GAMES[slug].__module__.rpartition(".")[0])
    yield package
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(info.name)


def text_at(call: ast.Call, place: int) -> str | None:
    """An argument of a call, if it is written there as a text."""
    if len(call.args) <= place:
        return None
    argument = call.args[place]
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None


def read_source(slug: str, said: Said) -> None:
    """What the rules can say, also where random play never comes."""
    for module in modules(slug):
        for value in vars(module).values():
            if isinstance(value, Refused):
                said.refused(value)
        # Compiled, it has its source beside it: match.cpython-311.so, match.py
        file = Path(str(module.__file__))
        source = file.with_name(f"{file.name.partition('.')[0]}.py")
        tree = ast.parse(source.read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            for called, place, found in (
                ("tell", 0, said.kinds),
                ("Choose", 1, said.prompts),
                ("choose_one", 1, said.prompts),
                ("Secret", 0, said.prompts),
                ("Roll", 1, said.rolls),
                ("Draw", 2, said.rolls),
                ("shuffle", 1, said.rolls),
                ("Refused", 1, said.reasons),
            ):
                text = text_at(call, place)
                if name == called and text is not None:
                    found.add(text)


def play_some(slug: str, said: Said) -> None:
    """What random play says."""
    scenarios = game(slug).scenarios
    for number in range(GAMES_PLAYED):
        rng = Random(f"said {slug} {number}")
        match = begin(slug, scenarios[number % len(scenarios)].id, rng)
        for _ in decisions(match, rng):
            ask = match.decision
            assert ask is not None
            said.prompts.add(ask.prompt)
            said.rules.add(ask.rule)
            if rng.random() > 40 / usual(slug, match.setup.scenario):
                continue
            for side in match.to_answer:
                said.answers |= {(ask.prompt, option[0]) for option in match.legal(side)}
            for side in match.game.sides:
                for words in phrases(slug, rng, 10):
                    said.refused(match.why_not(side, words))
        said.rolls |= {entry[1] for entry in match.entries if entry[0] == "dice"}
        said.kinds |= {event.kind for _, event in match.events}
        said.rules |= {event.rule for _, event in match.events}
        said.rules |= {ending.rule for ending in match.game.endings}


@cache
def said_by(slug: str) -> Said:
    said = Said()
    read_source(slug, said)
    play_some(slug, said)
    return said


def folder(slug: str) -> Path:
    return GAMES[slug].folder


def english(slug: str) -> Catalogue:
    """The words of a game, behind them those of all games."""
    return Narrator(game(slug)).words


@pytest.mark.parametrize("slug", GAMES)
def test_every_event_prompt_and_refusal_can_be_said(slug):
    said = said_by(slug)
    needed = {f"prompt.{prompt}" for prompt in said.prompts}
    needed |= {f"event.{kind}" for kind in said.kinds}
    needed |= {f"refused.{reason}" for reason in said.reasons if reason not in GENERAL}
    needed |= {f"roll.{why}" for why in said.rolls}
    needed |= {f"ending.{ending.reason}" for ending in game(slug).endings}
    words = english(slug)
    assert not sorted(key for key in needed if key not in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reasons_of_all_games_can_be_said(language):
    words = Narrator(game("battleaxe"), language).words
    for reason in some(GENERAL):
        assert words.say(f"refused.{reason}")


@pytest.mark.parametrize("slug", GAMES)
def test_the_events_that_a_game_names_are_its_own(slug):
    """By which the log is sorted; a name of old would sort nothing."""
    named = [kind for kinds in game(slug).presentation.topics.values() for kind in kinds]
    words = english(slug)
    assert not [kind for kind in named if f"event.{kind}" not in words]
    assert len(set(named)) == len(named)


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_can_be_said(slug):
    """By its verb, or by prompt and verb, in the game's own words or those of all games."""
    words = english(slug)
    assert not {
        (prompt, verb)
        for prompt, verb in said_by(slug).answers
        if f"option.{verb}" not in words and f"answer.{prompt}.{verb}" not in words
    }


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_that_is_cited_is_in_the_rulebook(slug):
    """A letter at the end names a part of a rule (9.1b), which needs no heading of its own."""
    book = read_rulebook(folder(slug))
    known = {rule.id for rule in (*book.rules, *book.rulings)}
    cited = said_by(slug).rules
    assert cited
    unknown = {rule for rule in cited if rule not in known}
    assert not sorted(rule for rule in unknown if re.sub(r"[A-Za-z]$", "", rule) not in known)


def test_the_source_is_really_read():
    said = Said()
    read_source("battleaxe", said)
    assert {"moved", "victory", "night"} <= said.kinds
    assert {"impulse", "bid"} <= said.prompts
    assert {"locked", "must_attack"} <= said.reasons
    assert "attack" in said.rolls


def test_what_is_not_plain_is_seen():
    wrong: list[Any] = [{1: "a"}, {"a": ("b",)}, {"a": {"b"}}, [{"a": object()}]]
    for value in wrong:
        with pytest.raises(AssertionError):
            check_plain(value, "view")
