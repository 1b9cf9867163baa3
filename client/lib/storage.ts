/**
 * The only access to the browser's storage. It never throws: storage can be blocked or full, and the page works without it, because
 * cookies hold the session and the preferences.
 */

/** In session storage: the address of a list that a reload of the page returns to its pages, its rows and its scroll offset. */
export const keptListKey = 'kept_list';

const areas = { local: () => localStorage, session: () => sessionStorage } as const;

type Area = keyof typeof areas;

/** Returns null if the storage is blocked. */
function read(area: Area, key: string): string | null {
  try {
    return areas[area]().getItem(key);
  } catch {
    return null;
  }
}

/** Returns false if the storage is blocked or full. */
function write(area: Area, key: string, value: string | null): boolean {
  try {
    const storage = areas[area]();
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export const readLocal = (key: string) => read('local', key);
export const readSession = (key: string) => read('session', key);

/** A null value removes the key. */
export const writeLocal = (key: string, value: string | null) => write('local', key, value);
export const writeSession = (key: string, value: string | null) => write('session', key, value);
