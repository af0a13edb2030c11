"""What a module may not hold because compiled it would mean something else, in silence.

mypyc refuses much of what it cannot do; that needs no check. This is the rest: what it takes and
then does otherwise than Python, each found by trying it (`tests/compiled/differences.py` holds the
trials and shows that mypyc still does so). `problems` names the line and the reason.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from .rewriting import is_cached

Problem = tuple[int, str]

ONE_OFF = {"all", "any", "dict", "frozenset", "join", "list", "max", "min", "next", "set", "sorted"}
ONE_OFF |= {"bytearray", "bytes", "extend", "fromkeys", "sum", "tuple", "update"}
"""Who may be handed a generator: it takes it whole, or stops as early when compiled."""

PASSED_ON = {"enumerate", "range", "reversed", "zip"}
"""In a loop over one of these, mypyc reads the names in the brackets again at every step."""

DECORATORS = {
    "abstractmethod", "cached_property", "classmethod", "override", "property", "setter",
    "staticmethod",
}  # fmt: skip
"""Those that a method may wear."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def problems(text: str) -> list[Problem]:
    """Every place of a module that must be written otherwise, with the reason."""
    tree = ast.parse(text)
    classes = _classes_used(tree)
    found: set[Problem] = set()
    for node in ast.walk(tree):
        for check in _CHECKS:
            found.update(check(node))
        found.update(_identities(node, classes))
        if isinstance(node, Function):
            found.update(_in_function(node))
        if isinstance(node, ast.ClassDef):
            found.update(_in_class(text.split("\n"), node))
    return sorted(found)


# -- expressions ---------------------------------------------------------------------------------


def _generators(node: ast.AST) -> Iterator[Problem]:
    """A generator that is handed on becomes a list at once."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        allowed = node.args[:1] if name in ONE_OFF else []
    elif isinstance(node, ast.Starred) or (
        isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
    ):
        allowed = [node.value]
    else:
        allowed = []
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.GeneratorExp) and each not in allowed:
            yield each.lineno, "a generator is made into a list at once: write the list"


def _walrus(node: ast.AST) -> Iterator[Problem]:
    """`n + (n := 5)` reads the new n twice."""
    if not isinstance(node, ast.expr):
        return
    for new in ast.walk(node):
        if isinstance(new, ast.NamedExpr) and not isinstance(node, ast.NamedExpr):
            for old in ast.walk(node):
                if (
                    isinstance(old, ast.Name)
                    and isinstance(old.ctx, ast.Load)
                    and old.id == new.target.id
                    and (old.lineno, old.col_offset) < (new.lineno, new.col_offset)
                    and not _is_result(node, old)
                ):
                    yield new.lineno, f"{old.id} is read before and set in one expression"


def _is_result(node: ast.expr, name: ast.Name) -> bool:
    """Whether it stands where it is written before, but worked out after: `x if (x := f())`."""
    for each in ast.walk(node):
        if isinstance(each, ast.IfExp) and name in ast.walk(each.body):
            return True
        if isinstance(each, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            if name in ast.walk(each.elt):
                return True
        if isinstance(each, ast.DictComp) and name in (*ast.walk(each.key), *ast.walk(each.value)):
            return True
    return False


def _identities(node: ast.AST, classes: set[str]) -> Iterator[Problem]:
    """Tuples, numbers and texts are packed anew: the same one is another one then."""
    if not isinstance(node, ast.Compare):
        return
    sides = [node.left, *node.comparators]
    for at, each in enumerate(node.ops):
        if isinstance(each, ast.Is | ast.IsNot):
            pair = sides[at : at + 2]
            if not any(_is_single(side, classes) for side in pair):
                yield node.lineno, "`is` asks for the same object, which tuples are not: write =="


def _is_single(node: ast.expr, classes: set[str]) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None or node.value is True or node.value is False
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type":
        return True
    return isinstance(node, ast.Name) and node.id in classes


def _classes_used(tree: ast.Module) -> set[str]:
    """Names that stand for the one object they are bound to for good: functions and classes."""
    return {node.name for node in tree.body if isinstance(node, Function | ast.ClassDef)}


def _look_inside(node: ast.AST) -> Iterator[Problem]:
    """A compiled object has no dictionary, and no slots to read."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars":
        yield node.lineno, "vars(): a compiled object has no dictionary"
    if isinstance(node, ast.Attribute) and node.attr in {"__dict__", "__slots__"}:
        yield node.lineno, f"{node.attr}: a compiled object has none"


def _starred(node: ast.AST) -> Iterator[Problem]:
    """Mypyc breaks off at `x in (*a, *b)`."""
    if isinstance(node, ast.Compare):
        for how, side in zip(node.ops, node.comparators, strict=True):
            if isinstance(how, ast.In | ast.NotIn) and isinstance(side, ast.Tuple | ast.List):
                if any(isinstance(each, ast.Starred) for each in side.elts):
                    yield node.lineno, "`in` a row with a star: ask several rows, or join them"


_CHECKS: tuple[Callable[[ast.AST], Iterator[Problem]], ...] = (
    _generators, _walrus, _look_inside, _starred,
)  # fmt: skip


# -- functions -----------------------------------------------------------------------------------


_WAITS = ast.Await | ast.Yield | ast.YieldFrom


def _in_function(function: Function) -> Iterator[Problem]:
    own = list(_own_nodes(function))
    for node in own:
        if isinstance(node, ast.For):
            yield from _loop(node)
        if isinstance(node, ast.If | ast.While):
            yield from _believed(node)
    yield from _left_over(own)
    yield from _bytes_walked(function, own)
    if isinstance(function, ast.AsyncFunctionDef) or any(isinstance(node, _WAITS) for node in own):
        yield from _suspended(own)


def _believed(test: ast.If | ast.While) -> Iterator[Problem]:
    """What was asked for None is None to mypy until it is assigned, whatever is called."""
    asked = test.test
    if not (
        isinstance(asked, ast.Compare)
        and isinstance(asked.left, ast.Attribute)
        and isinstance(asked.ops[0], ast.Is)
        and isinstance(asked.comparators[0], ast.Constant)
    ):
        return
    name = ast.unparse(asked.left)
    uses = [
        each
        for line in test.body
        for each in ast.walk(line)
        if isinstance(each, ast.Attribute) and ast.unparse(each) == name
    ]
    uses.sort(key=lambda each: (each.end_lineno or 0, each.lineno, not _is_set(each)))
    for each in uses:
        if _is_set(each):
            return
        yield each.lineno, f"{name} was None above, and compiled it has to be None here"


def _is_set(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """What belongs to a function itself, not to one inside it."""
    queue: list[ast.AST] = [*function.body]
    while queue:
        node = queue.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            queue.extend(ast.iter_child_nodes(node))


def _loop(loop: ast.For) -> Iterator[Problem]:
    """What is walked is read again at every step: it must not be another one by then."""
    walked = [loop.iter]
    while any(_hands_on(each) for each in walked):  # enumerate(zip(a, b))
        walked = [
            inner
            for each in walked
            for inner in (each.args if _hands_on(each) and isinstance(each, ast.Call) else [each])
        ]
    names = {each.id for each in walked if isinstance(each, ast.Name)}
    for each in (loop.target, *loop.body):
        for name in ast.walk(each):
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and name.id in names:
                yield name.lineno, f"{name.id} is walked by the loop and becomes another one in it"


def _hands_on(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in PASSED_ON


def _left_over(own: list[ast.AST]) -> Iterator[Problem]:
    """A range that is empty sets its name all the same."""
    for loop in own:
        if not (isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)):
            continue
        if not (isinstance(loop.iter, ast.Call) and getattr(loop.iter.func, "id", "") == "range"):
            continue
        inside = set(ast.walk(loop))
        for node in own:
            if isinstance(node, ast.Name) and node.id == loop.target.id and node not in inside:
                if isinstance(node.ctx, ast.Load) and not _bound_by_other(own, loop, node):
                    yield loop.lineno, f"{node.id} is read outside its loop over a range"


def _bound_by_other(own: list[ast.AST], loop: ast.For, name: ast.Name) -> bool:
    """Whether it is read in another loop or comprehension that sets it itself."""
    loops = ast.For | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda
    for each in own:
        if each is not loop and isinstance(each, loops) and name in ast.walk(each):
            targets = [each.target] if isinstance(each, ast.For) else []
            if isinstance(each, ast.Lambda):
                if name.id in {arg.arg for arg in each.args.args}:
                    return True
            elif not isinstance(each, ast.For):
                targets = [one.target for one in each.generators]
            names = {one.id for t in targets for one in ast.walk(t) if isinstance(one, ast.Name)}
            if name.id in names:
                return True
    return False


def _bytes_walked(function: Function, own: list[ast.AST]) -> Iterator[Problem]:
    """Mypyc breaks off at a loop over a bytearray, without saying where it is in words."""
    arguments = (*function.args.args, *function.args.kwonlyargs)
    names = {each.arg for each in arguments if getattr(each.annotation, "id", "") == "bytearray"}
    for node in own:
        value = getattr(node, "value", None)
        if isinstance(node, ast.Assign) and isinstance(value, ast.Call):
            if getattr(value.func, "id", "") == "bytearray" and isinstance(
                node.targets[0], ast.Name
            ):
                names.add(node.targets[0].id)
    for node in own:
        walked = getattr(node, "iter", None)
        if isinstance(walked, ast.Call) and getattr(walked.func, "id", "") in PASSED_ON:
            walked = walked.args[0] if walked.args else None
        if isinstance(walked, ast.Name) and walked.id in names:
            yield walked.lineno, f"{walked.id} is a bytearray: walk iter({walked.id})"


def _suspended(own: list[ast.AST]) -> Iterator[Problem]:
    """In what can be left for good: `finally` is not reached, `StopIteration` ends it quietly."""
    for node in own:
        if (isinstance(node, ast.Try) and node.finalbody) or isinstance(node, ast.With):
            if any(isinstance(each, _WAITS) for each in ast.walk(node)):
                yield (
                    node.lineno,
                    "what is thrown away while it waits never gets to the end of this",
                )
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "next":
            if len(node.args) == 1 and not isinstance(node.args[0], ast.GeneratorExp):
                yield node.lineno, "next() without a default ends a coroutine without a word"


# -- classes -------------------------------------------------------------------------------------


def _in_class(lines: list[str], kind: ast.ClassDef) -> Iterator[Problem]:
    if kind.keywords:
        yield kind.lineno, "a metaclass, or arguments of a class, are left out"
    bases = {getattr(each, "id", getattr(each, "attr", "")) for each in kind.bases}
    if any(name.endswith(("Enum", "Flag")) for name in bases):
        yield kind.lineno, "members of an enumeration become plain numbers"
    if kind.name in bases:
        yield kind.lineno, f"a class and the one it inherits from are both called {kind.name}"
    for node in kind.body:
        if isinstance(node, Function):
            yield from _method(lines, kind, node)
        value = getattr(node, "value", None)
        if (
            isinstance(node, ast.AnnAssign | ast.Assign)
            and isinstance(value, ast.List | ast.Dict | ast.Set)
            and "ClassVar" not in ast.dump(node)
        ):
            yield node.lineno, "each object gets one of its own: say ClassVar"


def _method(lines: list[str], kind: ast.ClassDef, node: Function) -> Iterator[Problem]:
    if node.name in {"__del__", "__getattr__", "__getattribute__", "__init_subclass__"}:
        yield node.lineno, f"{node.name} is not called everywhere"
    for each in node.decorator_list:
        name = getattr(each, "id", getattr(each, "attr", ""))
        if name not in DECORATORS:
            yield each.lineno, f"a method with the decorator {ast.unparse(each)}"
    if isinstance(node, ast.FunctionDef) and is_cached(node):
        yield from _cached(lines, kind, node)


def _cached(lines: list[str], kind: ast.ClassDef, node: ast.FunctionDef) -> Iterator[Problem]:
    """For the compiler it is rewritten in the lines that it has, and so it needs these four."""
    top = node.decorator_list[0].lineno
    has_doc = ast.get_docstring(node) is not None
    if lines[top - 2] or not has_doc or len(node.decorator_list) > 1 or node.returns is None:
        what = "a blank line, one decorator, a result type and a docstring"
        yield node.lineno, f"a cached_property is rewritten for the compiler: it needs {what}"
    if ast.get_docstring(kind) is None:
        yield kind.lineno, "a class with a cached_property needs a docstring"
