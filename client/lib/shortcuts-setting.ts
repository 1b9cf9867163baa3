/** Stores whether keyboard shortcuts are on. The server does not need this setting, so no cookie mirrors it. */
import { readLocal, writeLocal } from './local-storage.ts';

const storageKey = 'shortcuts';

export const areShortcutsOn = (): boolean => readLocal(storageKey) !== 'off';

export const switchShortcuts = (on: boolean): void => writeLocal(storageKey, on ? 'on' : 'off');
