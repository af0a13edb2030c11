"""Everything that any game can say has its words, in every language it speaks."""

import ast
import inspect
from pathlib import Path
from random import Random

import pytest

from khamsin.games import GAMES, find
from khamsin.kernel.dice import SeededDice
from khamsin.kernel.game import Setup
from khamsin.kernel.match import Match
from khamsin.kernel.telling import Telling
from khamsin.kernel.words import LANGUAGES, load_catalogue

MATCHES = 12


def spoken(slug: str) -> list[str]:
    """The languages a game has a catalogue for."""
    folder = find(slug).folder / "words"
    return [language for language in LANGUAGES if (folder / f"{language}.toml").exists()]


VOICES = [(slug, language) for slug in GAMES for language in spoken(slug)]


def literals(slug: str) -> dict[str, set[str]]:
    """The first words of every event, refusal, prompt and roll that the source spells out."""
    found: dict[str, set[str]] = {"event": set(), "refused": set(), "prompt": set(), "roll": set()}
    for path in sorted(Path(inspect.getfile(GAMES[slug])).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            table, at = {
                "tell": ("event", 0),
                "Refused": ("refused", 1),
                "Choose": ("prompt", 1),
                "choose_one": ("prompt", 1),
                "Secret": ("prompt", 0),
                "Roll": ("roll", 1),
            }.get(name, ("", 0))
            word = node.args[at] if table and len(node.args) > at else None
            if isinstance(word, ast.Constant):
                found[table].add(str(word.value))
    return found


@pytest.mark.parametrize(("slug", "language"), VOICES)
def test_whatever_the_source_names_has_words(slug, language):
    words = Telling(find(slug), language).words
    for table, names in literals(slug).items():
        assert names, table
        missing = [name for name in sorted(names) if f"{table}.{name}" not in words]
        assert missing == []


@pytest.mark.parametrize(("slug", "language"), VOICES)
def test_whole_matches_can_be_told(slug, language):
    """Every prompt, option, event, display and ending of matches at random."""
    game = find(slug)
    telling = Telling(game, language)
    ids = {name for names in game.things().values() for name in names if not name.isdecimal()}
    for number in range(MATCHES):
        rng = Random(number)
        scenario = game.scenarios[number % len(game.scenarios)].id
        options = tuple(option.id for option in game.options if rng.random() < 0.5)
        match = Match(game, Setup(scenario, options), SeededDice(str(number)))
        while match.result is None:
            decision, side = match.decision, match.to_answer[0]
            assert decision is not None
            assert telling.prompt(decision.prompt, side, decision.facts)
            for option in match.legal(side):
                sentence = telling.option(option, decision.prompt)
                assert not ids & {word for word in sentence.split() if "_" in word}
                if telling.heading(option):
                    assert telling.item(option)
            if rng.random() < 0.1:
                shown = game.display(match.view(side)["position"])
                for fact in (*shown.status, *shown.tracks):
                    assert telling.fact("track", fact)
                for stack in shown.stacks:
                    assert all(telling.fact("stack", fact) for fact in stack.facts)
                    assert all(f"mark.{m}" in telling.words for p in stack.pieces for m in p.marks)
            match.choose(rng.choice(match.legal(side)), side)
        for _, event in match.events:
            assert telling.event(event)
        assert telling.ending(match.result)


@pytest.mark.parametrize(("slug", "language"), VOICES)
def test_every_ending_and_every_thing_has_words(slug, language):
    game = find(slug)
    telling = Telling(game, language)
    for ending in game.endings:
        assert f"ending.{ending.reason}" in telling.words
    for kind, names in game.things().items():
        for name in names:
            assert telling.text(kind, name)
            assert all(telling.fact("about", fact) for fact in game.about(kind, name))


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_of_the_grammar_has_words(slug):
    telling = Telling(find(slug))
    missing = [verb for verb in telling.game.grammar if f"option.{verb}" not in telling.words]
    assert missing == []


@pytest.mark.parametrize(("slug", "language"), [v for v in VOICES if v[1] != "en"])
def test_a_translation_has_the_keys_and_the_gaps_of_english(slug, language):
    folder = find(slug).folder / "words"
    english, other = load_catalogue(folder, "en"), load_catalogue(folder, language)
    assert set(english.keys()) <= set(other.keys())
    for key in other.keys():  # noqa: SIM118 a catalogue is no dict
        if key in english.keys():  # noqa: SIM118
            assert set(other.placeholders(key)) <= set(english.placeholders(key)) | {"side"}, key
        else:  # a language may need more labels, and joins lists as it likes
            assert key.startswith(("label.", "list.")), key
