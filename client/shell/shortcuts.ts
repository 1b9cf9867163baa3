/** The keyboard shortcuts. Loaded when the first key is pressed. */
import type { ShortcutKey } from '../../shared/shortcuts.ts';
import { areShortcutsOn } from '../lib/shortcuts-setting.ts';
import { openDialog } from './dialogs.ts';

const controlSelector = ':is(a[href], button:not(:disabled))';

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;

/** What a row is opened by: the last control of its wide cells (the text of a post, a name), or its first one. */
function openerOf(row: Element): HTMLElement | null {
  const wide = [...row.querySelectorAll<HTMLElement>(`[data-wide] ${controlSelector}`)];
  return wide.at(-1) ?? row.querySelector<HTMLElement>(controlSelector);
}

/** The first row that no part of the window's top hides. */
function firstRowInSight(): Element | undefined {
  const top = document.querySelector('[role="grid"] > [role="row"]')?.getBoundingClientRect().bottom ?? 0;
  const rows = [...document.querySelectorAll('[data-row]')];
  return rows.find((row) => row.getBoundingClientRect().top >= Math.max(0, top) - 1);
}

/** The grid itself moves on, as by its arrow keys: it knows rows that are not rendered yet. */
async function step(arrow: 'ArrowDown' | 'ArrowUp'): Promise<void> {
  if (focusedRow()) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: arrow, bubbles: true }));
    // React answers a key in a microtask: an Enter that follows at once finds the opener in focus.
    await null;
  }
  const row = focusedRow() ?? firstRowInSight();
  if (row) openerOf(row)?.focus({ preventScroll: true });
}

function openPost(): void {
  const row = focusedRow();
  const url = row?.querySelector<HTMLElement>('[data-post-url]')?.dataset.postUrl;
  if (url) window.open(url, '_blank', 'noopener,noreferrer');
}

const actions: Record<ShortcutKey, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[type="search"]')?.focus(),
  j: () => void step('ArrowDown'),
  k: () => void step('ArrowUp'),
  o: openPost,
  '?': () => void openDialog('shortcuts'),
};

/** By the key's place on the keyboard too: most people here type Russian. */
function actionOf({ key, code, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const place = { Slash: shiftKey ? '?' : '/', KeyJ: 'j', KeyK: 'k', KeyO: 'o' }[code];
  const name = Object.keys(actions).find((candidate) => candidate === key) ?? place;
  return name === undefined ? undefined : actions[name as ShortcutKey];
}

/** Keys that are typed into a field, or while a modal dialog asks for something else, are none of ours. */
function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  const typed =
    target instanceof Element && target.matches('input:not([type="checkbox"], [type="radio"]), select, textarea');
  return (
    typed ||
    ctrlKey ||
    metaKey ||
    altKey ||
    defaultPrevented ||
    isComposing ||
    Boolean(document.querySelector(':modal'))
  );
}

function press(event: KeyboardEvent): void {
  const action = areShortcutsOn() && !isTaken(event) ? actionOf(event) : undefined;
  if (!action) return;
  event.preventDefault();
  action();
}

/** `first` is the key that this code was loaded for. */
export function startShortcuts(first: KeyboardEvent): void {
  press(first);
  addEventListener('keydown', press);
}
