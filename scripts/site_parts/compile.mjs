// Compile a tree of Python with the Python of Pyodide itself: node compile.mjs PYODIDE SOURCE.zip TARGET.zip

import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide).href);
const python = await loadPyodide({ indexURL: `${dirname(pyodide)}/` });
python.FS.mkdirTree("/tree");
python.unpackArchive(new Uint8Array(readFileSync(source)), "zip", { extractDir: "/tree" });
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
`);
writeFileSync(target, python.FS.readFile("/program.zip"));
process.exit(0);
