"""Everything that any game can say has its words, in every language it speaks."""

import ast
import inspect
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import khamsin.kernel.text.narrator
from khamsin.games import GAMES
from khamsin.kernel.game import Refused
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.show.summaries import Display
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import LANGUAGES, load_catalogue
from khamsin.text import WORDS as TEXT_WORDS
from tests.contract.play import game as find
from tests.contract.play import random_setup
from tests.some import some
from tests.translations import languages

MATCHES = 12
TOLD = 40  # options of a decision, where it has hundreds
LONG = {"gazala": 3, "malta": 2, "rommel": 4}
"""Games whose matches are so long that fewer of them will do."""
OFTEN = 60
"""So often the options of a prompt are told; after that nothing new is to be expected."""
KERNEL_WORDS = Path(khamsin.kernel.text.narrator.__file__).parent / "words"

OASIS_WORDS = Path(__file__).parents[2] / "examples/oasis/src/oasis/words"
OWN = ("rule.", "chapter.", "group.")
"""Titles belong to a book, and a heading groups the options of the game that has it."""
OWN_KEYS = {"odds.alone", "roll.rommel"}
"""The first says how a game counts its dice, the second is the name of a man."""


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
    for path in sorted(Path(inspect.getfile(GAMES[slug])).parent.rglob("*.py")):
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
    words = Narrator(find(slug), language).words
    for table, names in some(literals(slug).items()):
        assert names, table
        missing = [name for name in sorted(names) if f"{table}.{name}" not in words]
        assert missing == []


@pytest.mark.parametrize("slug", GAMES)
def test_whole_matches_can_be_told(slug):
    """Every prompt, option, event, display and ending of matches at random, in every language."""
    game = find(slug)
    voices = [Narrator(game, language) for language in spoken(slug)]
    ids = {
        name
        for names in game.presentation.things().values()
        for name in names
        if not name.isdecimal()
    }
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
            tried = legal if len(legal) <= TOLD else rng.sample(legal, TOLD)
            if told[decision.prompt] > OFTEN:
                tried = []
            shown = (
                game.presentation.display(match.view(side)["position"])
                if rng.random() < 0.1
                else None
            )
            for narrator in voices:
                assert narrator.prompt(decision.prompt, side, decision.facts)
                for option in tried:
                    sentence = narrator.option(option, decision.prompt)
                    assert not ids & {word for word in sentence.split() if "_" in word}
                    if narrator.heading(option):
                        assert narrator.item(option)
                if shown is not None:
                    _tell_display(narrator, shown)
            match.choose(rng.choice(legal), side)
        for narrator in some(voices):
            assert all(narrator.event(event) for _, event in match.events)
            assert narrator.ending(match.result)
            scores = [f"label.score.{name}" for name in match.result.scores]
            assert [key for key in scores if key not in narrator.words] == []


def _tell_display(narrator: Narrator, shown: Display) -> None:
    for fact in (*shown.status, *shown.tracks):
        assert narrator.fact("track", fact)
    for stack in shown.stacks:
        assert all(narrator.fact("stack", fact) for fact in stack.facts)
        assert all(f"mark.{m}" in narrator.words for p in stack.pieces for m in p.marks)


@pytest.mark.parametrize(("slug", "language"), VOICES)
def test_the_game_and_every_scenario_are_introduced(slug, language):
    game = find(slug)
    narrator = Narrator(game, language)
    for name in ("game", *[scenario.id for scenario in game.scenarios]):
        assert narrator.introduction(name).endswith((".", "!"))


@pytest.mark.parametrize(("slug", "language"), VOICES)
def test_every_ending_and_every_thing_has_words(slug, language):
    game = find(slug)
    narrator = Narrator(game, language)
    for ending in some(game.endings):
        assert f"ending.{ending.reason}" in narrator.words
    for name in game.statistics.clock:
        assert f"label.measure.{name}" in narrator.words
    for kind, names in game.presentation.things().items():
        for name in names:
            assert narrator.text(kind, name)
            assert all(narrator.fact("about", fact) for fact in game.presentation.about(kind, name))


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_of_the_grammar_has_words(slug):
    narrator = Narrator(find(slug))
    missing = [
        verb
        for verb in narrator.game.presentation.grammar
        if f"option.{verb}" not in narrator.words
    ]
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


def texts(folder: Path) -> dict[str, tuple[object, ...]]:
    """What a folder of words says for each key, in all languages it has a file for."""
    files = [folder / f"{language}.toml" for language in LANGUAGES]
    said = [
        dict(_flat("", tomllib.loads(path.read_text(encoding="utf-8")))) if path.exists() else None
        for path in files
    ]
    keys = {key for words in said if words is not None for key in words}
    return {key: tuple(words and words.get(key) for words in said) for key in keys}


def _flat(prefix: str, table: Mapping[str, object]) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, value in table.items():
        if isinstance(value, dict) and not {"by", "when"} & set(value):
            found += _flat(f"{prefix}{name}.", value)
        else:
            found.append((prefix + name, value))
    return found


@pytest.mark.parametrize(
    "folder", [*(find(slug).folder / "words" for slug in GAMES), OASIS_WORDS], ids=str
)
def test_a_game_keeps_no_copy_of_what_all_games_say(folder):
    common, own = texts(KERNEL_WORDS), texts(folder)
    assert len(own) > 100
    copies = [
        key
        for key in sorted(own.keys() & common.keys())
        if all(mine in (None, theirs) for mine, theirs in zip(own[key], common[key], strict=True))
    ]
    assert copies == []


def test_what_two_games_say_alike_is_said_once_for_all():
    said: Counter[tuple[str, str]] = Counter()
    for slug in some(GAMES):
        for key, sentences in texts(find(slug).folder / "words").items():
            if not key.startswith(OWN) and key not in OWN_KEYS:
                said[key, repr(sentences)] += 1
    assert [key for (key, _), games in said.items() if games > 1] == []


@pytest.mark.parametrize(("slug", "language"), TRANSLATIONS)
def test_every_rule_and_everything_that_can_be_chosen_has_a_title(slug, language):
    game = find(slug)
    book = Narrator(game).rulebook
    rules = (*book.rules, *book.rulings)
    wanted = {
        *(f"scenario.{scenario.id}" for scenario in game.scenarios),
        *(f"optional.{option.id}" for option in game.options),
        *(f"effect.{option.id}" for option in game.options),
    }
    if language not in languages(game.folder):
        wanted |= {f"rule.{rule.id}" for rule in rules}
        wanted |= {f"chapter.{rule.chapter.id}" for rule in rules if rule.chapter.id}
    words = load_catalogue(game.folder / "words", language)
    tables = ("rule.", "chapter.", "scenario.", "optional.", "effect.")
    titles = {key for key in words.keys() if key.startswith(tables)}  # noqa: SIM118
    assert titles == wanted
    assert all(words.say(key).strip() for key in titles)


@pytest.mark.parametrize("slug", GAMES)
def test_translations_tell_matches_and_refusals_in_their_own_words(slug):
    """Three matches at random beside English; no unit may get lost."""
    game = find(slug)
    english = Narrator(game)
    others = [Narrator(game, language) for language in spoken(slug) if language != "en"]
    units = set(game.presentation.things()["unit"])
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
        for _, event in some(match.events):
            meant = english.event(event)
            for other in some(others):
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
    things = game.presentation.things()
    for _ in range(3):
        place = rng.choice(things["place"])
        yield ("move", rng.choice(things["unit"]), place)
        yield ("attack", place)
