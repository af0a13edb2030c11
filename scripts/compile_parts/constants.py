"""Names that a module binds once are constants, and the compiler's copy says so: `Final`.

A number or word that is `Final` stands in the compiled code itself, anything else is one load away.
Without that every `AXIS` of the rules is looked up in the dictionary of its module. People need not
read `Final` forty times to see what a name in capitals is.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

IMPORT = "; from typing import Final"

Span = tuple[int, int, int, str]
"""A line, from where to where in it, and what stands there instead."""

_NO_VALUES = {"NamedTuple", "NewType", "ParamSpec", "TypeVar"}
"""What these make is part of types, and stays as it is; so does what else may be a type's name."""


def constants(text: str, tree: ast.Module) -> list[Span]:
    """What is written otherwise where a module binds a name once and for all."""
    lines = text.split("\n")
    bound = _bindings(tree)
    found: list[Span] = []
    names: list[ast.expr]
    for node in tree.body:
        if isinstance(node, ast.AnnAssign):
            names, spans = [node.target], _annotated(node)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            spans = _several(lines, node) if isinstance(target, ast.Tuple) else _single(node)
        else:
            continue
        if all(isinstance(each, ast.Name) and bound[each.id] == 1 for each in names):
            found += spans
    return found


def _bindings(tree: ast.Module) -> Counter[str]:
    """How often a module binds each of its names; a function that may do so counts as often."""
    found: Counter[str] = Counter(["__all__", "__all__"])
    queue: list[ast.AST] = [*tree.body]
    while queue:
        node = queue.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] += 1
        else:
            queue.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id] += 1
        if isinstance(node, ast.alias):
            found[node.asname or node.name] += 1
    for each in ast.walk(tree):
        if isinstance(each, ast.Global):
            found.update(each.names * 2)
    return found


def _single(node: ast.Assign) -> list[Span]:
    """`SIDES = ("allied", "axis")`: a row that is read by number is not taken apart for it."""
    value, target = node.value, node.targets[0]
    if not _is_value(value):
        return []
    kinds = {type(each.value).__name__ for each in _literals(value)}
    said = f": Final[tuple[{kinds.pop()}, ...]]" if len(kinds) == 1 else ": Final"
    assert target.end_col_offset is not None
    return [(target.lineno, target.end_col_offset, target.end_col_offset, said)]


def _is_value(node: ast.expr) -> bool:
    """Whether it cannot be another name of a type."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") not in _NO_VALUES
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, ast.BitOr)
    return isinstance(node, ast.Tuple | ast.Dict | ast.ListComp) or _is_literal(node)


def _is_literal(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant)


def _literals(value: ast.expr) -> list[ast.Constant]:
    """The words or numbers of a row, if it has two or more and nothing else."""
    row = value.elts if isinstance(value, ast.Tuple) else []
    found = [each for each in row if isinstance(each, ast.Constant)]
    return found if len(found) == len(row) > 1 else []


def _annotated(node: ast.AnnAssign) -> list[Span]:
    """`DONE: Option = ("done",)`."""
    said = ast.unparse(node.annotation)
    if node.value is None or said == "TypeAlias" or said.startswith("Final"):
        return []
    if node.annotation.lineno != node.annotation.end_lineno:
        return []
    start, end = node.annotation.col_offset, node.annotation.end_col_offset
    assert end is not None
    return [(node.lineno, start, end, f"Final[{said}]")]


def _several(lines: list[str], node: ast.Assign) -> list[Span]:
    """`ALLIED, AXIS = 0, 1` and `FOOT, WHEELS = range(2)`: each has a value of its own."""
    row, value = node.targets[0], node.value
    assert isinstance(row, ast.Tuple)
    if isinstance(value, ast.Tuple) and all(_is_literal(each) for each in value.elts):
        values = [ast.unparse(each) for each in value.elts]
    elif isinstance(value, ast.Call) and getattr(value.func, "id", "") == "range":
        values = [str(at) for at in _counted(value, len(row.elts))]
    else:
        return []
    each = zip(row.elts, values, strict=True)
    text = "; ".join([f"{ast.unparse(name)}: Final = {said}" for name, said in each])
    return list(_instead(lines, node, text))


def _counted(call: ast.Call, names: int) -> range:
    """`range(len(KINDS))` has as many numbers as there are names, or Python refuses."""
    if len(call.args) == 1:
        return range(names)
    return range(*[ast.literal_eval(each) for each in call.args])


def _instead(lines: list[str], node: ast.stmt, text: str) -> Iterator[Span]:
    """All of a statement, however many lines it has, in its first line."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    for line in range(node.lineno, node.end_lineno + 1):
        is_last = line == node.end_lineno
        end = node.end_col_offset if is_last else len(lines[line - 1].encode())
        yield line, 0, end, text if line == node.lineno else ""
