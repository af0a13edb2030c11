"""What is said and shown: the sentences of the kernel's narrator, scene and picture of a game."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from khamsin.bots import bots_for
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import AnyGame, Refused, no_record
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.state import Value
from khamsin.kernel.show.summaries import Factor
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.rulebook import Rule
from khamsin.kernel.text.words import LANGUAGES, Catalogue, load_catalogue
from khamsin.table.errors import ApiError
from khamsin.table.match.editions import game, lesson, lessons, packs

from .lessons import card as lesson_card

WORDS = Path(__file__).parent / "words"

PIECES = frozenset({"unit", "units", "spent", "piece", "block", "blocks", "card", "chit", "plan"})
PLACES = frozenset({"place", "places", "space", "area", "zone", "hex", "box", "start"})


@functools.cache
def narrator(edition: str, language: str) -> Narrator:
    """The voice of a game in a language, with the table's own words below it."""
    return Narrator(game(edition), language, WORDS)


@functools.cache
def words(language: str) -> Catalogue:
    """The table's own words, where no game is meant."""
    return load_catalogue(WORDS, language)


def language(wanted: str | None) -> str:
    """The language that was asked for, if we speak it; else English."""
    return wanted if wanted in LANGUAGES else "en"


def error_text(error: ApiError, wanted: str | None) -> str:
    """The sentence of a refusal."""
    if error.text:
        return error.text
    if error.detail and language(wanted) == "en":
        return error.detail
    return words(language(wanted)).say(f"table.error.{error.code}", **error.facts)


def refused(g: AnyGame, say: Narrator, why: Refused, asked: Option) -> str:
    """Why not, as a sentence; what was asked about fills its gaps."""
    try:
        return say.refused(why, facts_of(g, asked))
    except KhamsinError:  # the sentence speaks of something that nobody named
        return say.say("table.error.not_offered")


def facts_of(g: AnyGame, asked: Option) -> dict[str, str]:
    """The values of the words that somebody asked about: an option, or just a unit and a place."""
    names = g.presentation.grammar.get(asked[0], ())
    if names:
        return {name.removeprefix("*"): w for name, w in zip(names, asked[1:], strict=False)}
    things = g.presentation.things()
    return {kind: word for word in asked for kind, known in things.items() if word in known}


@functools.cache
def scene(edition: str, wanted: str) -> dict[str, object]:
    """What never changes during a match."""
    return dict(game(edition).presentation.scene(narrator(edition, wanted)))


def picture(match: AnyMatch, side: str | None, voice: Narrator) -> dict[str, object]:
    """What lies on the table now, as this side sees it."""
    known, presentation = match.known(side), match.game.presentation
    shown: dict[str, object] = dict(presentation.picture(known, side, voice))
    goals = presentation.goals(known, side, voice)
    return shown if goals is None else shown | {"goals": goals}


def card(slug: str, wanted: str) -> dict[str, Any]:
    """A game in the list of games."""
    g, voice = game(slug), narrator(slug, wanted)
    return {
        "slug": slug,
        "title": g.title,
        "introduction": voice.introduction(),
        "sides": [{"id": side, "label": voice.text("side", side)} for side in g.sides],
        "players": len(g.sides),
        "hidden": g.rules.hidden,
        "record": g.presentation.record is not no_record,
        "scenarios": [
            {
                "id": variant.id,
                "title": voice.scenario_title(variant),
                "introduction": voice.introduction(variant.id),
                "rule": variant.rule,
            }
            for variant in g.scenarios
        ],
        "options": [
            variant._asdict()
            | {
                "scenarios": list(variant.scenarios),
                "title": voice.optional_title(variant),
                "effect": voice.optional_effect(variant),
            }
            for variant in g.options
        ],
        "bots": [{"name": name, "title": voice.label("bot", name)} for name in bots_for(slug)],
        "packs": list(packs(slug)),
        "lessons": [lesson_card(lesson(slug, name), wanted) for name in lessons(slug)],
    }


def options(
    edition: str, wanted: str, match: AnyMatch, side: str, seen: Mapping[str, Any]
) -> list[msgspec.Raw]:
    """The options of a side, told, with what they point at; `seen` is the side's picture."""
    ask = match.decision
    legal = match.legal(side)
    prompt = "" if ask is None else ask.prompt
    siblings: dict[Option, int] = {}
    for option in legal:
        siblings[option[:-1]] = siblings.get(option[:-1], 0) + 1
    pieces = seen.get("pieces", {})
    remarks = narrator(edition, wanted).remarks(match.known(side), side, legal)
    shown = []
    for option in legal:
        at: str | None = None
        if len(option) > 1 and siblings[option[:-1]] > 1:
            at = pieces.get(option[1], {}).get("at") or ""
        shown.append(_option(edition, wanted, prompt, option, at, remarks.get(option, "")))
    return shown


# The same options are told again and again, in all matches.
@functools.lru_cache(maxsize=50_000)
def _option(
    edition: str, wanted: str, prompt: str, option: Option, at: str | None, remark: str
) -> msgspec.Raw:
    """One option as JSON; `at` is where its piece stands, if it is one of a group."""
    voice, names = narrator(edition, wanted), game(edition).presentation.grammar.get(option[0], ())
    pieces, places = about(edition, option)
    behind = f" ({remark})" if remark else ""
    shown: dict[str, object] = {
        "words": option,
        "text": voice.option(option, prompt) + behind,
        "verb": option[0],
        "pieces": pieces,
        "places": places,
    }
    if option[0] in game(edition).presentation.gambles:
        shown["gamble"] = True
    # A list of places belongs together; such an option is not one of several.
    if at is not None and len(option) <= 1 + len(names):
        heading = voice.heading(option, voice.text("place", at) if at else "")
        if heading is not None:
            shown |= {"group": heading, "item": voice.item(option) + behind}
    return msgspec.Raw(msgspec.json.encode(shown))


def about(edition: str, option: Option) -> tuple[list[str], list[str]]:
    """The pieces and the places that an option names."""
    names = game(edition).presentation.grammar.get(option[0], ())
    return points_at(_named(names, option[1:]))


def _named(names: tuple[str, ...], values: Option) -> dict[str, Value]:
    """The words of an option under the names that the grammar gives them."""
    if not names:
        return {}
    named: dict[str, Value] = dict(zip(names, values, strict=False))
    if names[-1].startswith("*"):
        named[names[-1].removeprefix("*")] = values[len(names) - 1 :]
    return named


def points_at(values: Mapping[str, Value]) -> tuple[list[str], list[str]]:
    """The pieces and the places among the values of an option or an event."""
    pieces: list[str] = []
    places: list[str] = []
    for name, value in values.items():
        found = pieces if name in PIECES else places if name in PLACES else None
        if found is not None:
            found += [str(each) for each in (value if isinstance(value, tuple) else (value,))]
    return pieces, places


def rules(slug: str, wanted: str) -> list[dict[str, object]]:
    """The whole rulebook, rulings at the end."""
    voice = narrator(slug, wanted)
    book = voice.rulebook
    return [_rule(voice, rule) for rule in (*book.rules, *book.rulings)]


def rule(slug: str, wanted: str, address: str) -> dict[str, object]:
    """One rule."""
    voice = narrator(slug, wanted)
    return _rule(voice, voice.rulebook.rule(address))


def _rule(voice: Narrator, rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "title": voice.rule_title(rule.id),
        "text": rule.text,
        "language": rule.language,
        "kind": rule.kind,
        "chapter": {"id": rule.chapter.id, "title": voice.chapter_title(rule.chapter)},
    }


def odds(
    g: AnyGame, match: AnyMatch, side: str, asked: Option, say: Narrator
) -> list[dict[str, object]]:
    """The odds of the attack that these words name."""
    ask = match.decision
    found = g.presentation.odds(match.known(side), side, "" if ask is None else ask.prompt, asked)
    shown = []
    for each in found:
        rows = [
            {
                "label": say.fact("odds", row.row),
                "chances": [
                    {"label": say.text("outcome", label), "outcome": label, "chance": chance}
                    for label, chance in row.outcomes
                ],
            }
            for row in each.rows
        ]
        told: dict[str, object] = {"title": say.fact("odds", each.title), "rows": rows}
        if each.factors:
            told["factors"] = _factors(each.factors, say)
        if each.columns is not None:
            told["ladder"] = {
                "columns": each.columns.labels,
                "start": each.columns.start,
                "end": each.columns.end,
                "shifts": _factors(each.columns.shifts, say),
            }
        shown.append(told)
    return shown


def _factors(factors: Iterable[Factor], say: Narrator) -> list[dict[str, str]]:
    return [
        {"label": say.fact("odds", one.row), "value": one.value, "rule": one.rule}
        for one in factors
    ]


def overlays(
    match: AnyMatch, side: str | None, say: Narrator, piece: str
) -> list[dict[str, object]]:
    """What players count, drawn over the board; of one piece, if it is named."""
    return [
        dict(each) for each in match.game.presentation.overlays(match.known(side), side, say, piece)
    ]
