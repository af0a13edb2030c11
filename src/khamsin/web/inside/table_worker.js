// The table inside a page: the program of the server, in Python, in a worker. What the page sends
// here are requests and messages of sockets; docs/table-protocol.md says what is in them.

import { openPages } from "./pages.js";
import { loadPython, ROOT } from "./python.js";

const FILE = "/table.db";
/** One table in a browser, for each folder that the site lies in. */
const NAME = `khamsin ${ROOT.pathname}`;

/** @type {any} the open table (khamsin.page.inside.Inside) */
let table = null;
/** @type {Promise<void>} */
let opening;
/** @type {Map<number, any>} */
const sockets = new Map();
/** @type {Worker | null} */
let thinker = null;
let questions = 0;
/** @type {Map<number, (answer: any) => void>} */
const thinking = new Map();

/** @param {import("../transport/inside.js").News} news */
const tell = (news) => postMessage({ kind: "news", news });

onmessage = async ({ data }) => {
  if (data.kind === "take") {
    hold(true);
    return;
  }
  await opening;
  if (data.kind === "fetch") await answer(data);
  else if (data.kind === "open") sockets.set(data.id, table.socket(data.target, (/** @type {string} */ what, /** @type {any} */ said) => hear(data.id, what, said)));
  else if (data.kind === "say") sockets.get(data.id)?.say(data.text);
  else if (data.kind === "close") sockets.get(data.id)?.close();
};

/** @param {{ id: number, method: string, target: string, headers: Record<string, string>, body: string }} asked */
async function answer({ id, method, target, headers, body }) {
  const found = await table.ask(method, target, JSON.stringify(headers), body);
  const [status, said, view] = [found.status, JSON.parse(found.headers), found.body.toJs()];
  found.destroy();
  const bytes = view.slice();
  postMessage({ kind: "answer", id, status, headers: said, body: bytes.buffer }, { transfer: [bytes.buffer] });
}

/** @param {number} id @param {string} what @param {any} data */
function hear(id, what, data) {
  if (what === "close") {
    sockets.get(id)?.destroy();
    sockets.delete(id);
  }
  postMessage({ kind: "heard", id, what, data });
  if (what === "text" && data.includes('"kind":"bot"')) prepareThinker(); // one sits at this match
}

/** Start the worker for bots. It takes as long as the table did, so it comes before it is asked. */
function prepareThinker() {
  if (thinker) return;
  thinker = new Worker(new URL("bot_worker.js", import.meta.url), { type: "module" });
  thinker.onmessage = ({ data }) => {
    thinking.get(data.id)?.(data.answer);
    thinking.delete(data.id);
  };
}

/** Let a bot choose. @param {string} edition @param {string} side @param {string} bot @param {string} seed @param {any} world @param {string} memory what the bot kept from its last answer @returns {Promise<string[] | null>} what it keeps now, then the words of its answer */
const think = (edition, side, bot, seed, world, memory) => ask({ edition, side, bot, seed, memory }, world);

/** Let it say what it thinks of a position. @param {string} edition @param {string} side @param {number} seconds @param {string} seed @param {any} world @param {string} kind @returns {Promise<string | null>} */
const advise = (edition, side, seconds, seed, world, kind) => ask({ edition, side, seconds, seed, kind }, world);

/** Ask a worker of their own, which is started when the first one is asked. @param {Record<string, any>} question @param {any} world @returns {Promise<any>} */
function ask(question, world) {
  prepareThinker();
  questions += 1;
  const id = questions;
  const bytes = world.toJs().slice();
  return new Promise((done) => {
    thinking.set(id, done);
    thinker?.postMessage({ id, ...question, world: bytes }, [bytes.buffer]);
  });
}

async function begin() {
  tell({ what: "loading", part: 0 });
  const [python, pages] = await Promise.all([loadPython("program.zst", (part) => tell({ what: "loading", part })), openPages(NAME)]);
  if (pages.bytes.length) python.FS.writeFile(FILE, pages.bytes);
  const keep = async () => {
    const { contents, usedBytes } = python.FS.lookupPath(FILE).node;
    await pages.keep(contents.subarray(0, usedBytes));
  };
  const inside = python.pyimport("khamsin.page.inside");
  tell({ what: "loading", part: 0.95 });
  table = await inside.begin(FILE, keep, think, advise);
  tell({ what: "open" });
}

/**
 * Open the table as soon as no other window has it. A table that is taken over elsewhere ends here.
 * @param {boolean} steal
 */
function hold(steal) {
  let mine = false;
  const held = navigator.locks.request(NAME, steal ? { steal } : { ifAvailable: true }, async (lock) => {
    if (!lock) {
      tell({ what: "elsewhere" });
      return;
    }
    mine = true;
    begin().then(ready, failed);
    await new Promise(() => {}); // for as long as the worker lives
  });
  held.catch(() => {
    if (!mine) return;
    tell({ what: "taken" });
    thinker?.terminate();
    close();
  });
}

/** @type {() => void} */
let ready;
opening = new Promise((done) => { ready = done; });

/** @param {unknown} error */
function failed(error) {
  tell({ what: "failed", text: error instanceof Error ? error.message : String(error) });
}

hold(false);
