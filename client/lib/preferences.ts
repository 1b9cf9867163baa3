/**
 * The store of a person's preferences. Local storage holds them, a cookie mirrors them for the server's rendering, and
 * every open tab follows a change.
 */
import {
  densities,
  formatPreferences,
  type Preferences,
  parsePreferences,
  preferencesCookie,
  themes,
} from '../../shared/preferences.ts';
import { readLocal, writeLocal } from './local-storage.ts';

type PreferenceName = keyof Preferences;

/** `parse` returns undefined for a text that is no value; `String` turns a value into its text. */
type StoredPreference<Value> = { storageKey: string; parse: (text: string) => Value | undefined };

const yearInSeconds = 365 * 24 * 60 * 60;

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);

const table: { [Name in PreferenceName]: StoredPreference<Preferences[Name]> } = {
  sidebarCollapsed: {
    storageKey: 'sidebar_collapsed',
    parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  },
  theme: { storageKey: 'theme', parse: oneOf(themes) },
  density: { storageKey: 'density', parse: oneOf(densities) },
  hiddenColumns: { storageKey: 'hidden_columns', parse: String },
  postsSort: { storageKey: 'posts_sort', parse: String },
};

const listeners = new Set<() => void>();

function readCookie(): Preferences {
  const start = `${preferencesCookie}=`;
  const cookie = document.cookie.split('; ').find((candidate) => candidate.startsWith(start));
  return parsePreferences(cookie?.slice(start.length));
}

function writeCookie(preferences: Preferences): void {
  const value = formatPreferences(preferences);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS, which an intranet may not have
  document.cookie = `${preferencesCookie}=${value}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}

/** What local storage holds, or else the cookie. */
export function readPreference<Name extends PreferenceName>(name: Name): Preferences[Name] {
  const { storageKey, parse } = table[name];
  const text = readLocal(storageKey);
  const stored = text === null ? undefined : parse(text);
  return stored === undefined ? readCookie()[name] : stored;
}

const readPreferences = (): Preferences => ({
  sidebarCollapsed: readPreference('sidebarCollapsed'),
  theme: readPreference('theme'),
  density: readPreference('density'),
  hiddenColumns: readPreference('hiddenColumns'),
  postsSort: readPreference('postsSort'),
});

export function savePreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  writeLocal(table[name].storageKey, value === null ? null : String(value));
  writeCookie({ ...readPreferences(), [name]: value });
  for (const listener of listeners) listener();
}

/** Calls the listener after every change, in this tab or another. Returns a function that ends it. */
export function subscribeToPreferences(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Calls `show` with the stored value unless the page was rendered with it, and then with every new value. */
export function syncPreference<Name extends PreferenceName>(
  name: Name,
  rendered: Preferences[Name],
  show: (value: Preferences[Name]) => void,
): void {
  let shown = rendered;
  const update = () => {
    const value = readPreference(name);
    if (value !== shown) show(value);
    shown = value;
  };
  subscribeToPreferences(update);
  update();
}

/** Corrects a cookie that is missing or differs from local storage. */
export function mirrorPreferences(): void {
  const preferences = readPreferences();
  if (formatPreferences(preferences) !== formatPreferences(readCookie())) writeCookie(preferences);
}
