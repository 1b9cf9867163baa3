/**
 * Stores the user's preferences in local storage, mirrors them in a cookie for server rendering, and applies changes in all
 * open tabs.
 */
import {
  densities,
  formatPreferences,
  type Preferences,
  parsePreferences,
  preferencesCookie,
  themes,
} from '../../shared/preferences.ts';
import { afterFirstPaint } from './page.ts';
import { readLocal, writeLocal } from './storage.ts';

type PreferenceName = keyof Preferences;

/** `parse` returns undefined for an invalid text. Values are stored as `String(value)`. */
type StoredPreference<Value> = { storageKey: string; parse: (text: string) => Value | undefined };

const yearInSeconds = 365 * 24 * 60 * 60;

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);

const parseBoolean = (text: string) => (text === 'true' || text === 'false' ? text === 'true' : undefined);

const table: { [Name in PreferenceName]: StoredPreference<Preferences[Name]> } = {
  sidebarCollapsed: { storageKey: 'sidebar_collapsed', parse: parseBoolean },
  histogramHidden: { storageKey: 'histogram_hidden', parse: parseBoolean },
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
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API requires HTTPS, which an intranet may not have
  document.cookie = `${preferencesCookie}=${value}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}

/** Reads local storage, or the cookie if local storage has no valid value. */
export function readPreference<Name extends PreferenceName>(name: Name): Preferences[Name] {
  const { storageKey, parse } = table[name];
  const text = readLocal(storageKey);
  const stored = text === null ? undefined : parse(text);
  return stored === undefined ? readCookie()[name] : stored;
}

const readPreferences = (): Preferences =>
  Object.fromEntries(Object.keys(table).map((name) => [name, readPreference(name as PreferenceName)])) as Preferences;

export function savePreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  writeLocal(table[name].storageKey, value === null ? null : String(value));
  writeCookie({ ...readPreferences(), [name]: value });
  for (const listener of listeners) listener();
}

/** Calls the listener after every change in any tab. Returns a function that unsubscribes. */
export function subscribeToPreferences(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/**
 * Calls `apply` with every new value, the first time after the first paint if the stored value differs from the rendered one.
 */
export function syncPreference<Name extends PreferenceName>(
  name: Name,
  rendered: Preferences[Name],
  apply: (value: Preferences[Name]) => void,
): void {
  let applied = rendered;
  const update = () => {
    const value = readPreference(name);
    if (value !== applied) apply(value);
    applied = value;
  };
  subscribeToPreferences(update);
  afterFirstPaint(update);
}

/** Writes the cookie if it is missing or differs from local storage. */
export function mirrorPreferences(): void {
  const preferences = readPreferences();
  if (formatPreferences(preferences) !== formatPreferences(readCookie())) writeCookie(preferences);
}
