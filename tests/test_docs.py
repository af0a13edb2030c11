"""The programs in the documentation run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
PROGRAMS = [
    pytest.param(program, id=f"{page.name}-{number}")
    for page in PAGES
    for number, program in enumerate(
        re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
    if "import" in program
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_in_the_documentation_runs(program: str) -> None:
    exec(compile(program, "documentation", "exec"), {})
