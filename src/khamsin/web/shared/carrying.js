// A match that goes from one table to another, as a link: its file, compressed, behind the `#`,
// which no browser sends to anybody. Whoever opens it decides what becomes of it.

const BASE64 = { "+": "-", "/": "_", "=": "" };

/** @param {string} file the journal @param {string} table the address of the other table @returns {Promise<string>} */
export async function carryingLink(file, table) {
  const bytes = await piped(new Blob([file]), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const data = btoa(letters).replace(/[+/=]/g, (letter) => BASE64[/** @type {"+" | "/" | "="} */ (letter)]);
  return `${new URL("./", table).href}#/continue/${data}`;
}

/** @param {string} data what follows `#/continue/` @returns {Promise<string>} the journal */
export async function carried(data) {
  const letters = atob(data.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await piped(new Blob([bytes]), new DecompressionStream("deflate-raw")));
}

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} through */
async function piped(blob, through) {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());
}
