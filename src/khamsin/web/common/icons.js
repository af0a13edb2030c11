// Small signs for buttons, drawn so that they look the same everywhere.

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M9 7H15a5 5 0 0 1 0 10H8M9 7L12 4M9 7L12 10",
  history: "M12 7v5l3.5 2M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4 4v4h4",
  help: "M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.4v.2",
  plus: "M12 6v12M6 12h12",
  minus: "M6 12h12",
  fit: "M5 9V5h4M19 9V5h-4M5 15v4h4M19 15v4h-4",
  light: "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4",
  dark: "M19 14.5A7.5 7.5 0 1 1 9.5 5a6 6 0 0 0 9.5 9.5Z",
  auto: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 4v16M12 8h5.5M12 12h8M12 16h5.5",
  first: "M6 6v12M18 6l-8 6l8 6Z",
  back: "M16 6l-8 6l8 6Z",
  next: "M8 6l8 6l-8 6Z",
  last: "M18 6v12M6 6l8 6l-8 6Z",
  play: "M8 5l11 7l-11 7Z",
  pause: "M8 5v14M16 5v14",
  bell: "M6 16.5h12c-1.3-1.3-1.7-2.6-1.7-5.5a4.3 4.3 0 0 0-8.6 0c0 2.9-.4 4.2-1.7 5.5ZM10.3 19.5h3.4M12 4.5v2",
  person: "M12 5a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 1 0 0-6.8M5 19.5c.6-3.4 3.4-5 7-5s6.4 1.6 7 5",
  target: "M12 4v4M12 16v4M4 12h4M16 12h4M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10M12 11.4v1.2",
  layers: "M12 5l8 4l-8 4l-8-4ZM4 13l8 4l8-4",
  sliders: "M5 7h6M15 7h4M13 5v4M5 12h2M11 12h8M9 10v4M5 17h8M17 17h2M15 15v4",
  bulb: "M9.5 17h5M10 19.5h4M12 4a5.5 5.5 0 0 0-3.2 10c.5.4.7 1 .7 1.5V17h5v-1.5c0-.5.2-1.1.7-1.5A5.5 5.5 0 0 0 12 4Z",
  clock: "M12 7.5v4.8l3 2M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16",
};

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] ?? "" }));
}
