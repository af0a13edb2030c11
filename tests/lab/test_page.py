"""The report as a page, and the results as tables."""

import builtins
import json
import re
import tomllib
from html.parser import HTMLParser

import pyarrow.parquet as pq
import pytest

from khamsin.cli import main
from khamsin.games import GAMES
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import LANGUAGES, load_catalogue
from khamsin.lab.report.page import Page
from khamsin.lab.report.phrases import GAP, phrase, phrase_of_choice
from khamsin.lab.report.summary import WORDS
from khamsin.lab.simulate import Plan, check, simulate, the_game
from khamsin.lab.tables import write_tables
from tests.lab.made_up import made_up_page

PLAN = Plan("battleaxe", "standard", (), (("allied", "greedy"), ("axis", "random")), "1941")
VOID = {"meta", "input"}


class Reader(HTMLParser):
    """Reads a page as a browser would, and complains where a browser would not."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.links = []
        self.text = []

    def handle_starttag(self, tag, attrs):
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def records():
    return simulate(PLAN, 6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_stands_alone_in_every_language(records, language):
    narrator = Narrator(check(PLAN), language, WORDS)
    page = Page(narrator, PLAN, records).html()
    reader = read(page)
    assert reader.links == []
    assert "url(" not in page
    assert "@import" not in page
    assert "<script" not in page
    text = "".join(reader.text)
    for heading in ("who_wins", "spreads", "map", "dice", "differently", "choices"):
        assert narrator.words.say(f"page.{heading}") in text
    assert f'lang="{language}"' in page


def test_the_map_shows_how_often_it_was_fought(records):
    page = Page(Narrator(check(PLAN), "en", WORDS), PLAN, records).html()
    fights = sum(record.counts.get("fight - 14 -", 0) for record in records)
    assert fights
    layer = re.search(r'<g class="layer l0".*?</g>', page, re.DOTALL)
    assert layer is not None
    name = the_game("battleaxe", None).presentation.label("place", "14")
    shown = re.findall(r"<title>([^<]*): (\d+)</title>", layer[0])
    assert (f"{fights * 100 / 6:.0f}") in {often for _, often in shown}
    assert any(place in name for place, _ in shown)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_its_page(slug):
    page = made_up_page(slug)
    reader = read(page)
    assert page.count('class="map"') == (3 if slug == "commander" else 1)
    assert the_game(slug, None).title in "".join(reader.text)


def test_what_a_bot_is_called_cannot_break_the_page(records):
    odd = Plan("battleaxe", "standard", (), (("allied", "<b>&"), ("axis", "random")), "1941")
    page = Page(Narrator(check(PLAN), "en", WORDS), odd, records).html()
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;" in page


def test_phrases_leave_their_gaps_open():
    narrator = Narrator(the_game("battleaxe", None), "en", WORDS)
    assert GAP in phrase(narrator, "event.moved", "axis")
    assert "Allies" in phrase(narrator, "event.attack", "allied")
    assert phrase_of_choice(narrator, "axis", "impulse", "pass") == "Pass"
    assert phrase(narrator, "event.no_such_thing", "-") == "no such thing"


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_every_language_has_every_word_with_the_same_gaps(language):
    english, other = load_catalogue(WORDS, "en"), load_catalogue(WORDS, language)
    assert other.keys() == english.keys()
    for each in english.keys():  # noqa: SIM118
        assert other.placeholders(each) == english.placeholders(each), each
    assert tomllib.loads((WORDS / f"{language}.toml").read_text(encoding="utf-8"))


# -- tables ------------------------------------------------------------------------------------


def test_the_tables_hold_every_game_and_every_count(records, tmp_path):
    write_tables(tmp_path, records)
    games = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["game"] for row in games] == list(range(6))
    assert [row["winner"] for row in games] == [record.winner for record in records]
    assert games[0]["winning_bot"] == records[0].bots[records[0].chair or ""]
    assert games[2]["score_vp"] == records[2].scores["vp"]
    assert games[2]["length_half"] == records[2].clock["half"]
    assert games[2]["bot_axis"] == "random"
    rows = pq.read_table(tmp_path / "counts.parquet").to_pylist()
    assert len(rows) == sum(len(record.counts) for record in records)
    mine = {
        " ".join(row[name] for name in ("table", "side", "name", "detail")): row["count"]
        for row in rows
        if row["game"] == 3
    }
    assert mine == records[3].counts
    assert {path.name for path in tmp_path.iterdir()} == {"games.parquet", "counts.parquet"}


def test_without_pyarrow_there_is_a_report_and_a_line_that_says_what_is_missing(
    monkeypatch, capsys, tmp_path
):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    words = ["simulate", "battleaxe", "--games", "1", "--jobs", "1", "--allied", "random",
             "--axis", "random", "--lang", "en", "--out", str(tmp_path / "out")]  # fmt: skip
    assert main(words) == 0
    assert "Parquet needs pyarrow: pip install 'khamsin[lab]'" in capsys.readouterr().out
    found = {path.name for path in (tmp_path / "out").iterdir()}
    assert found == {"games.jsonl", "work.json", "report.html", "summary.json"}
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["summary"]["games"] == 1
