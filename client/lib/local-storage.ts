/** Local storage, which may be forbidden or full: reading then returns null, and writing has no effect. */

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the key. */
export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The page works without it: the server knows the viewer, and the cookie holds the preferences.
  }
}
