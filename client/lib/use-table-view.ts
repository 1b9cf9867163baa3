/** The user's table view: the density of rows and the hidden columns. */
import { useMemo, useSyncExternalStore } from 'react';
import type { Density, Preferences } from '../../shared/preferences.ts';
import { useIslandContext } from './island-context.tsx';
import { readPreference, subscribeToPreferences } from './preferences.ts';

/** `rendered` is the value in the server-rendered HTML. Hydration needs it. */
function usePreference<Name extends keyof Preferences>(name: Name, rendered: Preferences[Name]): Preferences[Name] {
  return useSyncExternalStore(
    subscribeToPreferences,
    () => readPreference(name),
    () => rendered,
  );
}

export function useTableView(): { density: Density; hiddenColumns: readonly string[] } {
  const { tableView } = useIslandContext();
  const density = usePreference('density', tableView.density);
  const hidden = usePreference('hiddenColumns', tableView.hiddenColumns);
  return { density, hiddenColumns: useMemo(() => hidden.split(' ').filter(Boolean), [hidden]) };
}
