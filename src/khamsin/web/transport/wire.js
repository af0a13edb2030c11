// What carries requests and sockets: a network with a server behind it, or a table inside this
// page. index.html says which; everything else here is the same for both.

/** @typedef {import("./contract.js").Wire} Wire */

/** @type {Wire} */
const network = {
  fetch: (target, init) => fetch(target, { credentials: "same-origin", ...init }),
  socket: (target) => {
    const url = new URL(target, location.origin);
    url.protocol = url.protocol.replace("http", "ws");
    return new WebSocket(url);
  },
};

export const isInside = document.querySelector('meta[name="khamsin-inside"]') !== null;

/** @type {Wire} */
export const wire = isInside ? (await import("./inside.js")).begin() : network;
