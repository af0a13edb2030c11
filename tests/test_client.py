"""The browser client: its modules know each other in one direction only.

The checks read the source, so that an import for types only, in a comment, counts too.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

WEB = Path(__file__).parents[1] / "src" / "khamsin" / "web"
IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'](?P<path>\.[^"']*)["']""")

# What each folder, or module beside the folders, may know; each folder knows itself.
PAGES = {"common", "shared", "transport", "types"}
MAY_IMPORT = {
    "types": set(),
    "common": set(),
    "transport": {"common", "types"},
    "board": {"common", "types"},
    "choices": {"types"},
    "news": {"types"},
    "advice": {"types"},
    "store": {"advice", "choices", "news", "types"},
    "actions": {"common", "store", "transport", "types"},
    # Workers: what they tell the page, transport/inside.js defines.
    "inside": {"transport"},
    "shared": {"common", "transport", "types"},
    "lobby": PAGES | {"board"},
    "account": PAGES,
    "club": PAGES,
    "hints": PAGES | {"actions", "advice", "board", "store"},
    "panels": PAGES | {"account", "actions", "board", "club", "hints", "store"},
    "lesson": PAGES | {"board", "store"},
    "playback": PAGES | {"actions", "board", "news", "panels", "store"},
    "render": PAGES | {"actions", "advice", "board", "hints", "panels", "playback", "store"},
    "table": {
        *("actions", "board", "common", "hints", "lesson", "panels", "playback", "render"),
        *("store", "transport", "types"),
    },
    "review": PAGES,
    "push": set(),  # the service worker: a program of its own
    "main": PAGES | {"account", "club", "lobby", "review", "table"},
}
MOST_MODULES = 15
"""A folder with more of them hides what it is about."""


def imports(web: Path) -> dict[str, set[str]]:
    """Every module under `web` with those it names, both as paths from there."""
    return {
        str(path.relative_to(web)): {
            str((path.parent / found["path"]).resolve().relative_to(web.resolve()))
            for found in IMPORT.finditer(path.read_text(encoding="utf-8"))
        }
        for path in sorted(web.rglob("*.js"))
    }


def part_of(module: str) -> str:
    """The folder of a module, or its own name if it lies beside the folders."""
    return module.partition("/")[0].removesuffix(".js")


def circle(known: dict[str, set[str]]) -> list[str]:
    """Modules that know each other in a circle, from one to itself; none: []."""
    done: set[str] = set()

    def search(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module) :], module]
        if module not in done:
            for other in sorted(known.get(module, ())):
                if found := search(other, [*way, module]):
                    return found
            done.add(module)
        return []

    return next((found for module in known if (found := search(module, []))), [])


def problems(web: Path) -> list[str]:
    """Every import that points upward or nowhere, and the first circle."""
    known = imports(web)
    found = [
        f"{module} imports {other}"
        for module, others in known.items()
        for other in sorted(others)
        if other not in known
        or part_of(other) not in MAY_IMPORT[part_of(module)] | {part_of(module)}
    ]
    if way := circle(known):
        found.append(f"circle: {' > '.join(way)}")
    return found


def test_the_client_knows_itself_in_one_direction():
    known = imports(WEB)
    assert {part_of(module) for module in known} == MAY_IMPORT.keys()
    assert sum(map(len, known.values())) > 100
    assert problems(WEB) == []


def test_a_folder_of_the_client_shows_what_it_is_about():
    folders = Counter(path.parent.name for path in WEB.rglob("*.js"))
    assert len(folders) > 5
    assert [folder for folder, modules in folders.items() if modules > MOST_MODULES] == []


@pytest.mark.parametrize(
    ("module", "line", "told"),
    [
        ("store.js", 'import { act } from "./actions.js";', "store.js imports actions.js"),
        ("panels/a.js", 'import { b } from "../panels/b.js";', "circle: panels/a.js"),
        ("panels/a.js", 'import "./b.js";', "circle: panels/a.js"),
        ("panels/a.js", 'const b = await import("./b.js");', "circle: panels/a.js"),
        ("panels/a.js", '/** @typedef {import("./b.js").B} B */', "circle: panels/a.js"),
        ("board/a.js", 'import { s } from "../store.js";', "board/a.js imports store.js"),
        ("actions.js", 'import { d } from "./render/d.js";', "actions.js imports render/d.js"),
        ("main.js", 'import { x } from "./nowhere.js";', "main.js imports nowhere.js"),
    ],
)
def test_a_circle_or_an_import_upward_is_found(tmp_path, module, line, told):
    files = {
        "main.js": "",
        "store.js": "",
        "actions.js": 'import { s } from "./store.js";',
        "board/a.js": "",
        "panels/a.js": "",
        "panels/b.js": 'import { a } from "./a.js";',
        "render/d.js": 'import { a } from "../panels/a.js";',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert problems(tmp_path) == []
    (tmp_path / module).write_text(line, encoding="utf-8")
    assert any(problem.startswith(told) for problem in problems(tmp_path))
