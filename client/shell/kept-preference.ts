/** A preference in local storage and its mirror, the cookie that the server draws the next page from. */
import type { Preferences } from '../../shared/preferences.ts';
import { readLocal, writeLocal } from '../lib/local-storage.ts';
import { savePreferences } from '../lib/preferences.ts';

type KeptPreference<T extends string> = {
  storageKey: string;
  values: readonly T[];
  /** What the page was drawn with. */
  drawn: T;
  show: (value: T) => void;
  toCookie: (value: T) => Partial<Preferences>;
};

/** Shows what local storage holds, here and when another tab changes it. The result changes the preference. */
export function keepPreference<T extends string>(preference: KeptPreference<T>): (value: T) => void {
  const { storageKey, values, drawn, show, toCookie } = preference;
  const parse = (text: string | null) => values.find((value) => value === text);
  const apply = (value: T) => {
    show(value);
    savePreferences(toCookie(value));
  };
  const stored = parse(readLocal(storageKey));
  if (stored !== undefined && stored !== drawn) apply(stored);
  addEventListener('storage', ({ key, newValue }) => {
    const value = parse(newValue);
    if (key === storageKey && value !== undefined) show(value);
  });
  return (value) => {
    writeLocal(storageKey, value);
    apply(value);
  };
}
