"""What is compiled holds nothing that mypyc would take otherwise in silence."""

import ast
import importlib
from pathlib import Path
from typing import Any

import pytest

from scripts.compile_parts.checking import problems
from scripts.compile_parts.chosen import COMPILED, FOLDERS, PLAIN, RENAMED, groups
from scripts.compile_parts.constants import IMPORT
from scripts.compile_parts.rewriting import NOTHING, rewritten

SOURCE = Path(__file__).parents[2] / "src"
GROUPS = groups(SOURCE)
MODULES = sorted(path for paths in GROUPS.values() for path in paths)


def read(path):
    return (SOURCE / "khamsin" / path).read_text(encoding="utf-8")


def test_the_modules_that_are_compiled_are_all_there():
    assert GROUPS.keys() == FOLDERS.keys()
    assert GROUPS.keys() >= set(COMPILED)
    assert all(GROUPS.values())
    assert [path for path in PLAIN if not (SOURCE / "khamsin" / path).exists()] == []
    assert "kernel/play/match.py" in MODULES


@pytest.mark.parametrize("path", MODULES)
def test_no_module_means_something_else_compiled(path):
    found = [f"src/khamsin/{path}:{line}: {why}" for line, why in problems(read(path))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", MODULES)
def test_the_compiler_reads_the_same_lines(path):
    text = read(path)
    new = rewritten(text, RENAMED.get(path, NOTHING))
    assert new.count("\n") == text.count("\n")
    ast.parse(new)


@pytest.mark.parametrize("path", MODULES)
def test_constants_have_the_values_of_the_module(path):
    new = rewritten(read(path), RENAMED.get(path, NOTHING))
    module = importlib.import_module("khamsin." + path.removesuffix(".py").replace("/", "."))
    said = {
        ast.unparse(node.target): node.value
        for node in ast.parse(new).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Final")
    }
    assert [name for name in said if not hasattr(module, name)] == []
    values = {
        name: ast.literal_eval(value)
        for name, value in said.items()
        if isinstance(value, ast.Constant | ast.UnaryOp)
    }
    assert {name: getattr(module, name) for name in values} == values


WRONG = {
    "def f(a):\n    for each in a:\n        a = [each]\n": (3, "walked by the loop"),
    "def f(a):\n    for i, each in enumerate(a):\n        a = [each]\n": (3, "walked by the loop"),
    "def f(n):\n    for i in range(n):\n        n -= 1\n": (3, "walked by the loop"),
    "def f(a, b):\n    for x, y in zip(a, b):\n        a, b = b, a\n": (3, "walked by the loop"),
    "def f():\n    n = 1\n    return n + (n := 2)\n": (3, "read before and set"),
    "def f(g):\n    while g.a is None:\n        h(g)\n        if g.a:\n            return\n": (
        4, "has to be None",
    ),
    "def f(a, b):\n    return a is b\n": (2, "`is` asks"),
    "def f(a, b):\n    return 1 in (*a, *b)\n": (2, "a row with a star"),
    "def f(a, b):\n    return 1 not in [b, *a]\n": (2, "a row with a star"),
    "def f(a, g):\n    return g(x for x in a)\n": (2, "made into a list"),
    "def f(a):\n    for x in (y for y in a):\n        pass\n": (2, "made into a list"),
    "async def f(a):\n    return next(a)\n": (2, "next() without a default"),
    "async def f(a):\n    try:\n        await a\n    finally:\n        pass\n": (2, "thrown away"),
    "async def f(a):\n    with a:\n        await a\n": (2, "thrown away"),
    "def f(n):\n    for i in range(n):\n        pass\n    return i\n": (2, "outside its loop"),
    "def f(a: bytearray):\n    for x in a:\n        pass\n": (2, "a bytearray"),
    "def f(a):\n    return vars(a)\n": (2, "no dictionary"),
    "def f(a):\n    return a.__slots__\n": (2, "has none"),
    "class A(Enum):\n    B = 1\n": (1, "enumeration"),
    "class A(metaclass=M):\n    pass\n": (1, "metaclass"),
    "class A:\n    a: list[int] = []\n": (2, "ClassVar"),
    "class A:\n    @cache\n    def f(self):\n        pass\n": (2, "decorator"),
    "class A:\n    def __getattr__(self, n):\n        pass\n": (2, "not called everywhere"),
    'class A:\n    """A."""\n\n    @cached_property\n    def f(self) -> int:\n        return 1\n': (
        5, "needs a blank line",
    ),
    "class State(kernel.State):\n    pass\n": (1, "both called State"),
}  # fmt: skip

RIGHT = [
    "def f(g):\n    if g.a is None:\n        g.a = h(g)\n        return g.a\n    return g.a\n",
    "def f(a):\n    for each in a:\n        b = [each]\n    return b\n",
    "def f(a):\n    return a is None or type(a) is int\n",
    "def f(a):\n    return any(x for x in a), [*(x for x in a)], tuple(x for x in a)\n",
    "def f(a, b):\n    return 1 in (a, b), {*a, *b}, 1 in {*a}\n",
    "def f(a):\n    b, c = (x for x in a)\n    return b, c\n",
    "def f(a):\n    return [y for x in a if (y := x)]\n",
    "async def f(a):\n    return next((x for x in a), None), next(x for x in a)\n",
    "def f(n):\n    for i in range(n):\n        pass\n    return [i for i in range(n)]\n",
    "def f(a: bytearray):\n    for x in iter(a):\n        pass\n",
    "class A:\n    a: ClassVar[list[int]] = []\n",
]


@pytest.mark.parametrize(("text", "place"), WRONG.items(), ids=list(WRONG))
def test_what_would_mean_something_else_is_named_with_its_line(text, place):
    line, why = place
    assert {at for at, reason in problems(text) if why in reason} == {line}


@pytest.mark.parametrize("text", RIGHT)
def test_what_means_the_same_is_left_alone(text):
    assert problems(text) == []


REWRITTEN = '''"""A module."""

from __future__ import annotations

from functools import cached_property


class Table:
    """It keeps some numbers."""

    __slots__ = ("looks", "weights")
    fields = tuple(name for name in __slots__ if name != "looks")

    def __init__(self) -> None:
        self.looks = 0
        self.weights = [0.5, 0.25]


class Kept:
    """It looks once."""

    def __init__(self) -> None:
        self.looks = 0

    @cached_property
    def seen(self) -> int:
        """What it saw."""
        self.looks += 1
        return self.looks


async def first(side: str, found: list[int]) -> int:
    """The first above one."""
    del side
    return next(each for each in found if each > 1)


def total(table: Table) -> float:
    """Of all weights."""
    return sum(each for each in table.weights)
'''


CONSTANT = {
    "AXIS = 1": "AXIS: Final = 1",
    "NOBODY = -1": "NOBODY: Final = -1",
    "A, B = 'a', 'b'  # two": "A: Final = 'a'; B: Final = 'b'  # two",
    "(\n    A,\n    B,\n) = range(N)": "A: Final = 0; B: Final = 1\n\n\n",
    "A, B = range(-1, -3, -1)": "A: Final = -1; B: Final = -2",
    "ROW = ('a', 'b')": "ROW: Final[tuple[str, ...]] = ('a', 'b')",
    "ROW = (1, 'b')": "ROW: Final = (1, 'b')",
    "DONE: Option = ('done',)": "DONE: Final[Option] = ('done',)",
    "MARK = Mark()": "MARK: Final = Mark()",
}
AS_IT_IS = [
    "S = TypeVar('S')", "Pair = tuple[int, int]", "Cost = int | None", "Other = Pair",
    "A: TypeAlias = int", "A: Final = 1", "A, B = C", "A, B = 1, 2 + f()", "A: int", "f()",
    "A = B = 1", "A = 1\nA = 2", "A = 1\ndef f():\n    global A", "for A in a:\n    pass\nA = 1",
    "from a import A\nA = 1", "__all__ = ('a', 'b')",
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), CONSTANT.items())
def test_a_name_that_is_bound_once_is_a_constant(text, wanted):
    start = "from __future__ import annotations"
    assert rewritten(f"{start}\n\n{text}\n") == f"{start}{IMPORT}\n\n{wanted}\n"


@pytest.mark.parametrize("text", AS_IT_IS)
def test_what_is_bound_again_or_is_a_type_stays_as_it_is(text):
    text = f"from __future__ import annotations\n\n{text}\n"
    assert rewritten(text) == text


def test_what_is_rewritten_does_the_same_in_python():
    new = rewritten(REWRITTEN, {"Table": "KernelTable"})
    assert new.count("\n") == REWRITTEN.count("\n")
    assert "__slots__ if" not in new
    assert "del side" not in new
    assert "sum([each for each in table.weights])" in new
    assert "class KernelTable:" in new
    was: dict[str, Any] = {}
    now: dict[str, Any] = {"mypyc_attr": lambda **_: lambda kind: kind}
    exec(REWRITTEN, was)
    exec(new.replace("if MYPY: from", "if False: from"), now)
    for space in (was, now):
        kept = space["Kept"]()
        assert (kept.seen, kept.seen, kept.looks) == (1, 1, 1)
        assert space["Table"].fields == ("weights",)
        assert space["total"](space["Table"]()) == 0.75
        with pytest.raises(StopIteration) as end:
            space["first"]("axis", [1, 2, 3]).send(None)
        assert end.value.value == 2
