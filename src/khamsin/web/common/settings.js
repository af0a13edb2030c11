// What this browser remembers for its user. Private windows may forbid storage: then it forgets.

const KEY = "khamsin";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * @type {{ language?: string, theme?: "light" | "dark" | "", name?: string, table?: string, log?: string, sound?: boolean, chances?: boolean,
 *   playback?: "slow" | "normal" | "fast" | "off", seen?: Record<string, Record<string, number>>, asksAll?: boolean, asksEnd?: boolean, sure?: string[], handsFolded?: boolean,
 *   overlays?: Record<string, Record<string, boolean>>, folded?: Record<string, string[]> }}
 */
export const settings = read();

/** @param {Partial<typeof settings>} changes */
export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // forgetting is all that can be done
  }
}

/** Show the page light or dark, as chosen; without a choice as the system has it. */
export function applyTheme() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

/** Whether the page is dark now. */
export function isDark() {
  if (settings.theme) return settings.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
