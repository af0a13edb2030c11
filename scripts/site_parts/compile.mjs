// Run a program of ours in the Python of Pyodide itself: node compile.mjs PYODIDE PROGRAM.py SOURCE.zip TARGET
// The program finds the source unpacked in /tree, and leaves /target.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, program, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide).href);
const python = await loadPyodide({ indexURL: `${dirname(pyodide)}/` });
python.FS.mkdirTree("/tree");
python.unpackArchive(new Uint8Array(readFileSync(source)), "zip", { extractDir: "/tree" });
try {
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(String(error.message).trim().split("\n").slice(-8).join("\n")); // not the page of JavaScript that node would show
  process.exit(1);
}
writeFileSync(target, python.FS.readFile("/target"));
process.exit(0);
