"""The laboratory's report as a reader sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from khamsin.games import GAMES
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.report.page import Page
from khamsin.lab.report.summary import WORDS
from khamsin.lab.simulate import Plan, check, simulate
from tests.lab.made_up import made_up_page

PLAN = Plan("battleaxe", "standard", (), (("allied", "random"), ("axis", "random")), "1941")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = Page(Narrator(check(PLAN), "en", WORDS), PLAN, simulate(PLAN, 4)).html()
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_the_report_fits_loads_nothing_and_shows_one_map_at_a_time(
    browser: Browser, report: Path, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(report.as_uri())
    assert asked == [report.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    layers = page.locator("svg.map g.layer")
    assert [layers.nth(at).is_visible() for at in range(3)] == [True, False, False]
    page.get_by_label("Losses", exact=True).check(force=True)
    assert [layers.nth(at).is_visible() for at in range(3)] == [False, True, False]
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(23, 20, 15)" if scheme == "dark" else "rgb(245, 237, 219)")
    assert complaints == []
    context.close()


COVERED = """
  const covered = [];
  for (const svg of document.querySelectorAll("svg.map")) {
    const names = [...svg.querySelectorAll("text.place")];
    const boxes = names.map((name) => [name.textContent, name.getBoundingClientRect()]);
    boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([two, b]) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > a.height / 3) covered.push(`${one} and ${two}`);
    }));
  }
  return covered;
"""


@pytest.mark.parametrize("slug", GAMES)
def test_the_maps_of_every_game_fit_and_can_be_read(
    browser: Browser, tmp_path: Path, slug: str
) -> None:
    path = tmp_path / "report.html"
    path.write_text(made_up_page(slug), encoding="utf-8")
    for width in (390, 1280):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.locator("svg.map text.place").count() > 5
        assert page.evaluate(f"() => {{ {COVERED} }}") == []
        page.close()
