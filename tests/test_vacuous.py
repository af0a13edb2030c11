"""No test can pass because it had nothing to look at.

Asserts that stand in a loop count only if the loop runs over something written there, over `range`,
or over `some(...)`; asserts in a branch only if the other branch has one, too.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RUNS = ("range(", "some(", "enumerate((", "enumerate([", "zip((", "enumerate(some(")
HELPERS = ("check", "assert", "expect", "fail")


def is_certain(body: list[ast.stmt]) -> bool:
    """Whether something is asserted whenever these lines are run."""
    return any(_is_certain(line) for line in body)


def _is_certain(line: ast.stmt) -> bool:
    match line:
        case ast.Assert():
            return True
        case ast.With(items=[first, *_], body=body):
            text = ast.unparse(first)
            return "raises" in text or "warns" in text or is_certain(body)
        case ast.Try(body=body):
            return is_certain(body)
        case ast.If(body=body, orelse=orelse):
            return bool(orelse) and is_certain(body) and is_certain(orelse)
        case ast.Expr(value=ast.Call(func=called)):
            text = ast.unparse(line)
            name = ast.unparse(called).rpartition(".")[2]
            return "expect(" in text or name.startswith(HELPERS)
        case ast.For(iter=ast.Tuple(elts=[_, *_]) | ast.List(elts=[_, *_]), body=body):
            return is_certain(body)
        case ast.For(iter=things, body=body):
            return ast.unparse(things).startswith(RUNS) and is_certain(body)
    return False


def vacuous(text: str) -> list[str]:
    """The tests in a module that have asserts and may reach none."""
    return [
        f"{node.lineno} {node.name}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if any(isinstance(each, ast.Assert) for each in ast.walk(node))
        and not is_certain(node.body)
    ]


def test_every_test_asserts_something():
    found = {
        str(path.relative_to(TESTS)): vacuous(path.read_text(encoding="utf-8"))
        for path in TESTS.rglob("test_*.py")
    }
    assert len(found) > 100
    assert {name: tests for name, tests in found.items() if tests} == {}


@pytest.mark.parametrize(
    "body",
    [
        "for x in things: assert x",
        "if x: assert x",
        "while x: assert x",
        "for x in some(things):\n  if x: assert x",
    ],
)
def test_what_is_caught(body):
    assert vacuous(f"def test_it():\n {body}") == ["1 test_it"]


@pytest.mark.parametrize(
    "body",
    [
        "assert x",
        "for x in some(things): assert x",
        "for x in (1, 2): assert x",
        "for x in range(3): assert x",
        "with pytest.raises(ValueError): assert x",
        "if x: assert x\n else: assert y",
        "check(x)\n if x: assert x",
    ],
)
def test_what_is_fine(body):
    assert vacuous(f"def test_it():\n {body}") == []
