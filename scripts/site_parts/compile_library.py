"""Run by the page's own Python: compile its library, which comes as source.

A page that compiled it at every visit would take twice as long until it can be used.
"""

import compileall
import py_compile
import sys
import zipfile
from pathlib import Path

tree = Path("/tree")
done = compileall.compile_dir(
    tree,
    quiet=1,
    optimize=2,  # nobody reads its docstrings in a page
    legacy=True,  # beside the source, which is then not needed
    stripdir="/tree",
    prependdir="/lib",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
if not done:
    sys.exit("the library of Python cannot be compiled")
with zipfile.ZipFile("/target", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
    for path in sorted(tree.rglob("*")):
        if path.is_file() and path.suffix not in (".py", ".pyi"):
            packed.write(path, path.relative_to(tree))
