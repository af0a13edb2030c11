"""The bar that grows while games are played."""

from io import StringIO

import pytest

from khamsin.lab.progress import Progress


class Terminal(StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("khamsin.lab.progress.time.monotonic", lambda: now[0])
    return now


def test_the_bar_tells_how_many_and_how_long_and_is_wiped_away(clock):
    out = Terminal()
    with Progress(400, out) as progress:
        progress(200)  # from an earlier run
        assert "200/400\x1b" in out.getvalue()
        clock[0] = 10.0
        progress(220)
        assert progress.rate == 2
        assert out.getvalue().endswith(f"\r{'█' * 22}{'·' * 18} 220/400  1:30\x1b[K")
        progress(400)
        assert out.getvalue().endswith(f"\r{'█' * 40} 400/400\x1b[K")
    assert out.getvalue().endswith("\r\x1b[K")


def test_nothing_is_drawn_where_nobody_watches(clock):
    out = StringIO()
    with Progress(4, out) as progress:
        progress(0)
        clock[0] = 2.0
        progress(4)
    assert out.getvalue() == ""
    assert progress.rate == 2
