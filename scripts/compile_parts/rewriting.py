"""What is written otherwise for the compiler, in its copy of a module, line by line.

The sources stay as people read them. A line keeps its number, so that what the compiled module
reports points into the source beside it. What cannot be rewritten here, `checking` refuses.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from .constants import IMPORT, Span, constants

NOTHING: Mapping[str, str] = MappingProxyType({})
_FUTURE = "from __future__ import annotations"


def rewritten(text: str, renamed: Mapping[str, str] = NOTHING) -> str:
    """A module as the compiler gets it."""
    tree = ast.parse(text)
    lines = text.split("\n")
    fixed = constants(text, tree)
    _replace_spans(
        lines,
        [
            *_slots_read(tree), *_names_deleted(tree), *_float_sums(text, tree),
            *_first_ones(tree), *fixed,
        ],
    )  # fmt: skip
    if fixed:
        lines[lines.index(_FUTURE)] += IMPORT
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            _keep_properties(lines, node)
    _mark_classes(lines, tree)
    _rename(lines, tree, renamed)
    return "\n".join(lines)


def _replace_spans(lines: list[str], spans: list[Span]) -> None:
    for line, start, end, text in sorted(spans, reverse=True):
        old = lines[line - 1].encode()  # ast counts bytes
        lines[line - 1] = (old[:start] + text.encode() + old[end:]).decode()


def _slots_read(tree: ast.Module) -> Iterator[Span]:
    """A class compiled has no `__slots__` to read: the names themselves stand there."""
    for kind in ast.walk(tree):
        if not isinstance(kind, ast.ClassDef):
            continue
        slots = next((value for name, value in _assigned(kind) if name == "__slots__"), None)
        if slots is None:
            continue
        for node in ast.walk(kind):
            if isinstance(node, ast.Name) and node.id == "__slots__":
                if isinstance(node.ctx, ast.Load) and node.end_col_offset is not None:
                    yield node.lineno, node.col_offset, node.end_col_offset, ast.unparse(slots)


def _assigned(kind: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    for each in kind.body:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            yield each.targets[0].id, each.value


def _names_deleted(tree: ast.Module) -> Iterator[Span]:
    """`del side` tells a reader that it is not needed; mypyc wants none of it in coroutines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Delete) and all(
            isinstance(each, ast.Name) for each in node.targets
        ):
            assert node.end_col_offset is not None
            yield node.lineno, node.col_offset, node.end_col_offset, "pass"


def _float_sums(text: str, tree: ast.Module) -> Iterator[Span]:
    """From Python 3.12 on `sum` adds floats more exactly than a compiled loop: let it do so."""
    if re.search(r"\bfloat\b", text):
        for node in ast.walk(tree):
            inner = _generator_in(node, "sum")
            if inner is not None:
                yield inner.lineno, inner.col_offset, inner.col_offset + 1, "(["
                yield _last_of(inner, "])")


def _first_ones(tree: ast.Module) -> Iterator[Span]:
    """In a coroutine nothing would say that `next` found nothing; an index does."""
    for function in ast.walk(tree):
        if isinstance(function, ast.AsyncFunctionDef):
            for node in ast.walk(function):
                inner = _generator_in(node, "next")
                if inner is not None and isinstance(node, ast.expr):
                    yield node.lineno, node.col_offset, inner.col_offset + 1, "["
                    yield _last_of(inner, "][0]")


def _generator_in(node: ast.AST, name: str) -> ast.GeneratorExp | None:
    """The generator that is all that this function is called with; its brackets are the call's."""
    if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == name):
        return None
    (only,) = node.args if len(node.args) == 1 else (None,)
    return only if isinstance(only, ast.GeneratorExp) else None


def _last_of(node: ast.expr, text: str) -> Span:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset - 1, node.end_col_offset, text


def _keep_properties(lines: list[str], kind: ast.ClassDef) -> None:
    """A `cached_property` is worked out once and kept in a field of its own."""
    fields: list[str] = []
    for node in kind.body:
        if not isinstance(node, ast.FunctionDef) or not is_cached(node):
            continue
        name = node.name
        assert node.returns is not None
        result = ast.unparse(node.returns)
        pad = " " * node.col_offset
        top = node.decorator_list[0].lineno - 1
        doc = node.body[0]
        assert doc.end_lineno is not None
        fields.append(f"_kept_{name}: {result}; _has_{name}: bool = False")
        kept, has = f"self._kept_{name}", f"self._has_{name}"
        lines[top - 1] = f"{pad}@property"
        lines[top] = (
            f"{pad}def {name}(self) -> {result}: return {kept} if {has} else self._keep_{name}()"
        )
        for line in range(top + 1, doc.end_lineno):
            lines[line] = ""
        lines[top + 1] = (
            f"{pad}def _keep_{name}(self) -> {result}: "
            f"{kept} = self._find_{name}(); {has} = True; return {kept}"
        )
        lines[doc.end_lineno - 1] = f"{pad}def _find_{name}(self) -> {result}:"
    if fields:
        doc = kind.body[0]
        assert doc.end_lineno is not None
        lines[doc.end_lineno - 1] += "; " + "; ".join(fields)


def is_cached(node: ast.FunctionDef) -> bool:
    """Whether it is a property that is worked out once."""
    names = {getattr(each, "id", getattr(each, "attr", "")) for each in node.decorator_list}
    return "cached_property" in names


def _mark_classes(lines: list[str], tree: ast.Module) -> None:
    """Let plain classes inherit from compiled ones, as those of games outside this tree do.

    Only then do `__new__`, copy and pickle make objects without `__init__`, as they do in Python.
    The word for it is known to the compiler alone: nothing is needed where the build runs.
    """
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not _is_odd(node)]
    if not classes:
        return
    at = next(at for at, line in enumerate(lines) if line.startswith(_FUTURE))
    assert not lines[at + 1], "no line is free below the future"
    lines[at] += "; MYPY = False"
    lines[at + 1] = "if MYPY: from mypy_extensions import mypyc_attr"
    for node in classes:
        above = min([node.lineno, *[each.lineno for each in node.decorator_list]]) - 2
        assert not lines[above], f"no line is free above {node.name}"
        lines[above] = "@mypyc_attr(allow_interpreted_subclasses=True)"


def _is_odd(node: ast.ClassDef) -> bool:
    """Named tuples and the like stay ordinary classes."""
    return bool(_bases(node) & {"NamedTuple", "Protocol", "TypedDict", "Exception"})


def _bases(node: ast.ClassDef) -> set[str]:
    bases = [each.value if isinstance(each, ast.Subscript) else each for each in node.bases]
    return {getattr(each, "id", getattr(each, "attr", "")) for each in bases}


def _rename(lines: list[str], tree: ast.Module, renamed: Mapping[str, str]) -> None:
    """Call a class otherwise; everybody still finds it under its name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in renamed:
            name = renamed[node.name]
            lines[node.lineno - 1] = lines[node.lineno - 1].replace(node.name, name, 1)
            assert node.end_lineno is not None
            assert not lines[node.end_lineno], f"no line is free below {node.name}"
            lines[node.end_lineno] = f"{node.name} = {name}"
