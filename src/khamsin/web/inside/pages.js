// The file of the table in the browser's storage (IndexedDB): its pages, each under its number.
// What a commit has changed is stored in one transaction, so that the file there is always whole.

const SIZE = 4096;
const STORE = "pages";

/** @param {IDBRequest} request @returns {Promise<any>} */
const result = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

/** @param {string} name @returns {Promise<IDBDatabase>} */
function open(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return result(request);
}

/**
 * @param {string} name
 * @returns {Promise<{ bytes: Uint8Array, keep: (now: Uint8Array) => Promise<void> }>} what is stored, and how to store what it has become
 */
export async function openPages(name) {
  const database = await open(name);
  const stored = database.transaction(STORE).objectStore(STORE);
  const [numbers, pages] = await Promise.all([result(stored.getAllKeys()), result(stored.getAll())]);
  let known = new Uint8Array(SIZE * numbers.length);
  numbers.forEach((/** @type {number} */ number, /** @type {number} */ at) => known.set(pages[at], number * SIZE));
  return {
    bytes: known,
    keep: async (now) => {
      const changed = changes(known, now);
      if (!changed.length && now.length === known.length) return;
      const copy = now.slice();
      const writing = database.transaction(STORE, "readwrite", { durability: "strict" });
      const store = writing.objectStore(STORE);
      for (const number of changed) store.put(copy.slice(number * SIZE, (number + 1) * SIZE), number);
      if (copy.length < known.length) store.delete(IDBKeyRange.lowerBound(copy.length / SIZE));
      await new Promise((done, fail) => {
        writing.oncomplete = done;
        writing.onerror = writing.onabort = () => fail(writing.error ?? new Error("the browser does not store anything"));
      });
      known = copy;
    },
  };
}

/** The numbers of the pages that differ. @param {Uint8Array} old @param {Uint8Array} now */
function changes(old, now) {
  const found = [];
  const [a, b] = [words(old), words(now)];
  const each = SIZE / 8;
  for (let start = 0; start < b.length; start += each) {
    let at = start;
    while (at < start + each && a[at] === b[at]) at += 1;
    if (at < start + each) found.push(start / each);
  }
  return found;
}

/** @param {Uint8Array} bytes whole pages of a file of SQLite */
const words = (bytes) => new BigUint64Array(bytes.byteOffset % 8 ? bytes.slice().buffer : bytes.buffer, bytes.byteOffset % 8 ? 0 : bytes.byteOffset, bytes.length / 8);
