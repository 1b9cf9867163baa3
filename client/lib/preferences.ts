/** The browser's side of the preferences cookie: reads it and changes single fields of it. */
import { formatPreferences, type Preferences, parsePreferences, preferencesCookie } from '../../shared/preferences.ts';

const yearInSeconds = 365 * 24 * 60 * 60;

export function readPreferences(): Preferences {
  const start = `${preferencesCookie}=`;
  const cookie = document.cookie.split('; ').find((candidate) => candidate.startsWith(start));
  return parsePreferences(cookie?.slice(start.length));
}

export function savePreferences(change: Partial<Preferences>): void {
  const value = formatPreferences({ ...readPreferences(), ...change });
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS, which an intranet may not have
  document.cookie = `${preferencesCookie}=${value}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}
