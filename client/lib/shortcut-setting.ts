/** Whether keyboard shortcuts are on. No cookie mirrors this setting, because the server does not need it. */
import { readLocal, writeLocal } from './storage.ts';

const storageKey = 'shortcuts';

export const areShortcutsOn = (): boolean => readLocal(storageKey) !== 'off';

export const switchShortcuts = (on: boolean) => writeLocal(storageKey, on ? 'on' : 'off');
