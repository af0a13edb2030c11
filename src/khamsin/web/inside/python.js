// Python in a worker: Pyodide, with the program and the libraries that it needs.

/** Where the files of the site lie. */
export const ROOT = new URL("../", import.meta.url);
const PACKED = "/program.zst";
const UNPACK = `
import io, os, sys, zipfile
from compression import zstd
with open("${PACKED}", "rb") as file:
    zipfile.ZipFile(io.BytesIO(zstd.decompress(file.read()))).extractall("/program")
os.remove("${PACKED}")
sys.path.insert(0, "/program")
`;

/**
 * @param {string} program the archive with the program and its libraries
 * @param {(part: number) => void} loading how much of it has come, from 0 to 1
 * @returns {Promise<any>} Pyodide, ready to import the program
 */
export async function loadPython(program, loading) {
  const home = new URL("pyodide/", ROOT).href;
  const archive = fetched(new URL(program, ROOT), (part) => loading(0.6 * part));
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: home });
  loading(0.7);
  python.FS.writeFile(PACKED, await archive);
  python.runPython(UNPACK);
  loading(0.8);
  return python;
}

/** @param {URL} url @param {(part: number) => void} loading @returns {Promise<Uint8Array>} */
async function fetched(url, loading) {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url.pathname}: ${answer.status}`);
  const whole = Number(answer.headers.get("content-length")) || 5e6;
  const reader = answer.body.getReader();
  const pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
    loading(Math.min(1, length / whole));
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
