// The client's own words, one file a language. The games' words come from the server.

import { settings } from "./settings.js";

export const LANGUAGES = [["en", "English"], ["es", "Español"], ["pl", "Polski"]];

/** @type {Record<string, string | Record<string, string>>} */
let words = {};
let plural = new Intl.PluralRules("en");

/** The language in use: the one chosen, or the browser's if we speak it. */
export function language() {
  if (settings.language) return settings.language;
  const wanted = navigator.languages.map((name) => name.slice(0, 2));
  return wanted.find((name) => LANGUAGES.some(([id]) => id === name)) ?? "en";
}

/** Read the words of the language in use. */
export async function loadWords() {
  const id = language();
  const answer = await fetch(new URL(`../words/${id}.json`, import.meta.url));
  words = await answer.json();
  plural = new Intl.PluralRules(id);
  document.documentElement.lang = id;
}

/**
 * A sentence by its key; `{name}` is filled with a value. A sentence with several forms agrees with
 * the value called `n`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  let form = words[key];
  if (form !== undefined && typeof form !== "string") form = form[plural.select(Number(values.n))] ?? form.other;
  if (form === undefined) return key;
  return form.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/** @param {number} chance */
export function percent(chance) {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: chance < 0.1 && chance > 0 ? 1 : 0 }).format(chance);
}

/** @param {string | number} moment */
export function moment(moment) {
  const date = new Date(typeof moment === "number" ? moment * 1000 : moment);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}
