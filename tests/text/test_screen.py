from io import StringIO

import pytest

from khamsin.text.screen import BOLD, Screen, Span
from tests.text.sitting import Terminal


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "20")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def written(write, out=None):
    out = out or StringIO()
    write(Screen(out, StringIO()))
    return out.getvalue()


def test_paragraphs_are_wrapped_with_later_lines_further_in():
    text = "the quick brown fox jumps over the lazy dog"
    assert written(lambda s: s.write(text, indent=1, hang=2)) == (
        " the quick brown fox jumps over the lazy\n   dog\n"
    )


def test_items_are_never_broken_apart():
    items = [Span(f"{n}) place {n}") for n in range(1, 6)]
    assert written(lambda s: s.flow(Span("Move:", BOLD), items, 8)) == (
        "Move:   1) place 1  2) place 2\n        3) place 3  4) place 4\n        5) place 5\n"
    )


def test_a_heading_that_is_too_long_has_its_own_line():
    assert written(lambda s: s.flow(Span("A long heading"), [Span("x")], 5)) == (
        "A long heading\n     x\n"
    )


def test_colours_only_where_they_are_seen_and_wanted(monkeypatch):
    def bold(screen):
        screen.write("word", BOLD)

    assert written(bold) == "word\n"
    assert written(bold, Terminal()) == "\x1b[1mword\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert written(bold, Terminal()) == "word\n"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert written(bold, Terminal()) == "word\n"


def test_what_a_script_types_is_written_down_and_its_end_is_none():
    out = StringIO()
    screen = Screen(out, StringIO("board \nlast"))
    assert [screen.ask("> ") for _ in range(3)] == ["board", "last", None]
    assert out.getvalue() == "> board \n> last\n> \n"


def test_wiping_the_screen_wipes_what_can_be_scrolled_back_to():
    assert written(Screen.clear) == ""
    assert "\x1b[3J" in written(Screen.clear, Terminal())


def test_the_width_stays_within_reason(monkeypatch):
    screen = Screen(StringIO(), StringIO())
    monkeypatch.setenv("COLUMNS", "10")
    assert screen.width == 40
    monkeypatch.setenv("COLUMNS", "300")
    assert screen.width == 120
