// The service worker of the site: it keeps all files, so that the table opens without a network.
// A new state of the site is fetched beside the old one and takes its place when the page says so.

// made by make site: begin
const STATE = "";
const FILES = /** @type {{ name: string, bytes: number }[]} */ ([]);
// made by make site: end

const here = /** @type {any} */ (self);
const PREFIX = `khamsin ${new URL("./", location.href).pathname} `;
const CACHE = PREFIX + STATE;

here.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(["./", ...FILES.map((file) => file.name)].map((name) => new Request(name, { cache: "no-cache" })))));
});

here.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
    await here.clients.claim();
  })());
});

here.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true })).then((kept) => kept ?? fetch(request)));
});

here.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "go") here.skipWaiting();
});
