// Differences between two tables, as they come over the socket; docs/table-protocol.md tells the format.

/**
 * The old object with the changes made; the old one is left as it is.
 * @param {Record<string, any>} old
 * @param {[string[], any?][]} patch
 * @returns {Record<string, any>}
 */
export function patched(old, patch) {
  const next = { ...old };
  const fresh = new Set([next]);
  for (const change of patch) {
    const [path] = change;
    let at = next;
    for (const name of path.slice(0, -1)) {
      if (!fresh.has(at[name])) {
        at[name] = { ...at[name] };
        fresh.add(at[name]);
      }
      at = at[name];
    }
    const last = path[path.length - 1];
    if (change.length > 1) at[last] = change[1];
    else delete at[last];
  }
  return next;
}
