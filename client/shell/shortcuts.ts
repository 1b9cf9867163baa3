/** The keyboard shortcuts. Loaded when the first key is pressed. */
import type { ShortcutKey } from '../../shared/shortcuts.ts';
import { areShortcutsOn } from '../lib/shortcuts-setting.ts';
import { openDialog } from './dialogs.ts';

const controlSelector = ':is(a[href], button:not(:disabled))';

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[aria-rowindex]') ?? null;

/** Cells that name a row (client/components/table-column.ts). */
const mainCell = ':is(.heading, .block)';

/** The control that opens a row: the last one of its main cells (a post's text, a name), or else its first one. */
function openerOf(row: Element): HTMLElement | null {
  const openers = [...row.querySelectorAll<HTMLElement>(`${mainCell} ${controlSelector}`)];
  return openers.at(-1) ?? row.querySelector<HTMLElement>(controlSelector);
}

/** The first row that is not hidden by the table's sticky header. */
function firstVisibleRow(): Element | undefined {
  const top = document.querySelector('[role="grid"] > thead')?.getBoundingClientRect().bottom ?? 0;
  const rows = [...document.querySelectorAll('[role="grid"] [aria-rowindex]')];
  return rows.find((row) => row.getBoundingClientRect().top >= Math.max(0, top) - 1);
}

/** Passes an arrow key to the grid, which also reaches rows that are not rendered yet. */
async function moveRow(arrow: 'ArrowDown' | 'ArrowUp'): Promise<void> {
  if (focusedRow()) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: arrow, bubbles: true }));
    // React handles the key in a microtask; an Enter that follows at once must find the opener focused.
    await null;
  }
  const row = focusedRow() ?? firstVisibleRow();
  if (row) openerOf(row)?.focus({ preventScroll: true });
}

function openPost(): void {
  const row = focusedRow();
  const url = row?.querySelector<HTMLElement>('[data-post-url]')?.dataset.postUrl;
  if (url) window.open(url, '_blank', 'noopener,noreferrer');
}

const actions: Record<ShortcutKey, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[type="search"]')?.focus(),
  j: () => void moveRow('ArrowDown'),
  k: () => void moveRow('ArrowUp'),
  o: openPost,
  '?': () => void openDialog('shortcuts'),
};

/** Also compares the physical key, because most users have a Russian layout. */
function actionOf({ key, code, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const physicalKey = { Slash: shiftKey ? '?' : '/', KeyJ: 'j', KeyK: 'k', KeyO: 'o' }[code];
  const name = Object.keys(actions).find((candidate) => candidate === key) ?? physicalKey;
  return name === undefined ? undefined : actions[name as ShortcutKey];
}

/** True for keys that belong to a field, to the browser or to an open modal dialog. */
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

/** `first` is the key that caused this code to load. */
export function startShortcuts(first: KeyboardEvent): void {
  press(first);
  addEventListener('keydown', press);
}
