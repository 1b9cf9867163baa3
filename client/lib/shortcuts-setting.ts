/** Whether the keyboard shortcuts are on: a setting of the browser that the server does not need. */
import { readLocal, writeLocal } from './local-storage.ts';

const storageKey = 'shortcuts';

export const areShortcutsOn = (): boolean => readLocal(storageKey) !== 'off';

export const switchShortcuts = (on: boolean): void => writeLocal(storageKey, on ? 'on' : 'off');
