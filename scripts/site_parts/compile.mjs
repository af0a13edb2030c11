// Compile a tree of Python with the Python of Pyodide itself: node compile.mjs PYODIDE SOURCE.zip TARGET.zip

import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide).href);
const python = await loadPyodide({ indexURL: `${dirname(pyodide)}/` });
python.FS.mkdirTree("/tree");
python.unpackArchive(new Uint8Array(readFileSync(source)), "zip", { extractDir: "/tree" });
try {
  python.runPython(`
import compileall, pathlib, py_compile, shutil, sys
tree = pathlib.Path("/tree")
how = {"quiet": 1, "stripdir": "/tree", "prependdir": "/program", "invalidation_mode": py_compile.PycInvalidationMode.UNCHECKED_HASH}
# It reads its own source to import what is needed later.
reads_itself = {"anyio"}
for package in tree.iterdir():
    if package.is_dir():
        beside = package.name not in reads_itself
        if not compileall.compile_dir(package, legacy=beside, **how):
            sys.exit(f"{package.name} cannot be compiled")
        for path in package.rglob("*.py") if beside else ():
            path.unlink()
shutil.make_archive("/program", "zip", tree)
sys.path.insert(0, "/tree")  # nothing is missing: not for the table, nor for older storages
import alembic.operations, alembic.runtime.migration, alembic.script
import khamsin.page.inside, khamsin.page.thinking
`);
} catch (error) {
  console.error(String(error.message).trim().split("\n").slice(-8).join("\n")); // not the page of JavaScript that node would show
  process.exit(1);
}
writeFileSync(target, python.FS.readFile("/program.zip"));
process.exit(0);
