"""Everything that any game can say has its words, in every language it speaks."""

import ast
import inspect
from pathlib import Path
from random import Random

import pytest

import khamsin.kernel.telling
from khamsin.games import GAMES, find
from khamsin.kernel.dice import SeededDice
from khamsin.kernel.game import Refused
from khamsin.kernel.match import Match
from khamsin.kernel.shown import Display
from khamsin.kernel.telling import Telling
from khamsin.kernel.words import LANGUAGES, load_catalogue
from khamsin.text.session import WORDS as TEXT_WORDS
from tests.contract.play import random_setup

MATCHES = 12
TOLD = 40  # options of a decision, where it has hundreds
LONG = {"gazala": 6, "malta": 2, "rommel": 8}
"""Games whose matches are so long that fewer of them will do."""
OFTEN = 60
"""So often the options of a prompt are told; after that nothing new is to be expected."""
KERNEL_WORDS = Path(khamsin.kernel.telling.__file__).parent / "words"


def spoken(slug: str) -> list[str]:
    """The languages a game has a catalogue for."""
    folder = find(slug).folder / "words"
    return [language for language in LANGUAGES if (folder / f"{language}.toml").exists()]


VOICES = [(slug, language) for slug in GAMES for language in spoken(slug)]
TRANSLATIONS = [(slug, language) for slug, language in VOICES if language != "en"]
CATALOGUES = [
    *((find(slug).folder / "words", language) for slug, language in TRANSLATIONS),
    *(
        (folder, lang)
        for folder in (KERNEL_WORDS, TEXT_WORDS)
        for lang in LANGUAGES
        if lang != "en"
    ),
]


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


@pytest.mark.parametrize("slug", GAMES)
def test_whole_matches_can_be_told(slug):
    """Every prompt, option, event, display and ending of matches at random, in every language."""
    game = find(slug)
    voices = [Telling(game, language) for language in spoken(slug)]
    ids = {name for names in game.things().values() for name in names if not name.isdecimal()}
    told: dict[str, int] = {}
    for number in range(LONG.get(slug, MATCHES)):
        rng = Random(number)
        scenario = game.scenarios[number % len(game.scenarios)].id
        match = Match(game, random_setup(slug, scenario, rng), SeededDice(str(number)))
        while match.result is None:
            decision, side = match.decision, match.to_answer[0]
            assert decision is not None
            legal = match.legal(side)
            told[decision.prompt] = told.get(decision.prompt, 0) + 1
            some = legal if len(legal) <= TOLD else rng.sample(legal, TOLD)
            if told[decision.prompt] > OFTEN:
                some = []
            shown = game.display(match.view(side)["position"]) if rng.random() < 0.1 else None
            for telling in voices:
                assert telling.prompt(decision.prompt, side, decision.facts)
                for option in some:
                    sentence = telling.option(option, decision.prompt)
                    assert not ids & {word for word in sentence.split() if "_" in word}
                    if telling.heading(option):
                        assert telling.item(option)
                if shown is not None:
                    _tell_display(telling, shown)
            match.choose(rng.choice(legal), side)
        for telling in voices:
            assert all(telling.event(event) for _, event in match.events)
            assert telling.ending(match.result)
            scores = [f"label.score.{name}" for name in match.result.scores]
            assert [key for key in scores if key not in telling.words] == []


def _tell_display(telling: Telling, shown: Display) -> None:
    for fact in (*shown.status, *shown.tracks):
        assert telling.fact("track", fact)
    for stack in shown.stacks:
        assert all(telling.fact("stack", fact) for fact in stack.facts)
        assert all(f"mark.{m}" in telling.words for p in stack.pieces for m in p.marks)


@pytest.mark.parametrize(("slug", "language"), VOICES)
def test_the_game_and_every_scenario_are_introduced(slug, language):
    game = find(slug)
    telling = Telling(game, language)
    for name in ("game", *[scenario.id for scenario in game.scenarios]):
        assert telling.introduction(name).endswith((".", "!"))


@pytest.mark.parametrize(("slug", "language"), VOICES)
def test_every_ending_and_every_thing_has_words(slug, language):
    game = find(slug)
    telling = Telling(game, language)
    for ending in game.endings:
        assert f"ending.{ending.reason}" in telling.words
    for name in game.clock:
        assert f"label.measure.{name}" in telling.words
    for kind, names in game.things().items():
        for name in names:
            assert telling.text(kind, name)
            assert all(telling.fact("about", fact) for fact in game.about(kind, name))


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_of_the_grammar_has_words(slug):
    telling = Telling(find(slug))
    missing = [verb for verb in telling.game.grammar if f"option.{verb}" not in telling.words]
    assert missing == []


@pytest.mark.parametrize(("folder", "language"), CATALOGUES)
def test_a_translation_has_the_keys_and_the_gaps_of_english(folder, language):
    assert (folder / f"{language}.toml").exists()
    english, other = load_catalogue(folder, "en"), load_catalogue(folder, language)
    missing = set(english.keys()) - set(other.keys())
    assert missing == set()
    for key in other.keys():  # noqa: SIM118 a catalogue is no dict
        if key in english.keys():  # noqa: SIM118
            # A sentence may agree with the side in one language and not in another.
            gaps = set(other.placeholders(key)) | {"side"}
            assert gaps == set(english.placeholders(key)) | {"side"}, key
        else:  # a language may need more labels, and English finds its titles elsewhere
            known = ("label.", "list.", "rule.", "chapter.", "scenario.", "optional.", "effect.")
            assert key.startswith(known), key


@pytest.mark.parametrize(("slug", "language"), TRANSLATIONS)
def test_every_rule_and_everything_that_can_be_chosen_has_a_title(slug, language):
    game = find(slug)
    book = Telling(game).rulebook
    rules = (*book.rules, *book.rulings)
    wanted = {
        *(f"rule.{rule.id}" for rule in rules),
        *(f"chapter.{rule.chapter.id}" for rule in rules if rule.chapter.id),
        *(f"scenario.{scenario.id}" for scenario in game.scenarios),
        *(f"optional.{option.id}" for option in game.options),
        *(f"effect.{option.id}" for option in game.options),
    }
    words = load_catalogue(game.folder / "words", language)
    tables = ("rule.", "chapter.", "scenario.", "optional.", "effect.")
    titles = {key for key in words.keys() if key.startswith(tables)}  # noqa: SIM118
    assert titles == wanted
    assert all(words.say(key).strip() for key in titles)


@pytest.mark.parametrize("slug", GAMES)
def test_translations_tell_matches_and_refusals_in_their_own_words(slug):
    """Three matches at random beside English; no unit may get lost."""
    game = find(slug)
    english = Telling(game)
    others = [Telling(game, language) for language in spoken(slug) if language != "en"]
    units = set(game.things()["unit"])
    refusals: set[Refused] = set()
    for number in range(3):
        rng = Random(number)
        setup = random_setup(slug, game.scenarios[0].id, rng)
        match = Match(game, setup, SeededDice(str(number)))
        while match.result is None:
            side = match.to_answer[0]
            legal = match.legal(side)
            for words in (("done",), rng.choice(legal), *_random_wishes(game, rng)):
                refused = match.why_not(side, words)
                if refused is not None:
                    refusals.add(refused)
            match.choose(rng.choice(legal), side)
        for _, event in match.events:
            meant = english.event(event)
            for other in others:
                told = other.event(event)
                assert told != meant
                for name, value in event.values.items():
                    if value in units:
                        assert str(other.label(name, value)) in told
    for refused in refusals:
        meant = english.refused(refused)
        assert all(other.refused(refused) != meant for other in others)


def _random_wishes(game, rng):
    """Moves and attacks that are mostly not allowed."""
    things = game.things()
    for _ in range(3):
        place = rng.choice(things["place"])
        yield ("move", rng.choice(things["unit"]), place)
        yield ("attack", place)
