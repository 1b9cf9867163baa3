/** Keyboard shortcuts. This module loads when the user presses the first key. */
import { noticesId, saveViewId } from '../../shared/page-names.ts';
import { rowShortcuts, type ShortcutKey } from '../../shared/shortcuts.ts';
import { type RowShortcut, rowKeyEvent } from '../lib/page.ts';
import { areShortcutsOn } from '../lib/shortcut-setting.ts';
import { showReading } from '../lib/show-reading.ts';
import { openDialog } from './dialogs.ts';

/** Returns the index that an arrow key leads to in a chart whose rows have equal length; undefined for other keys. */
function targetOf(key: string, index: number, rowLength: number): number | undefined {
  const start = index - (index % rowLength);
  const end = start + rowLength - 1;
  const targets: Record<string, number> = {
    ArrowLeft: Math.max(start, index - 1),
    ArrowRight: Math.min(end, index + 1),
    ArrowUp: index - rowLength,
    ArrowDown: index + rowLength,
    Home: start,
    End: end,
  };
  return targets[key];
}

/**
 * Moves the focus to another mark of a chart, or of a line in it, of which only one mark is in the tab order (client/charts).
 */
function moveInChart(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const mark = document.activeElement;
  const chart = mark?.closest<SVGElement>('[data-marks], svg');
  if (!chart || ctrlKey || metaKey || altKey) return;
  const marks = [...chart.querySelectorAll<SVGAElement>('a')];
  const index = marks.indexOf(mark as SVGAElement);
  const target = index < 0 ? undefined : targetOf(key, index, Number(chart.dataset.columns ?? marks.length));
  const next = target === undefined ? undefined : marks[target];
  if (!next) return;
  event.preventDefault();
  for (const other of marks) other.setAttribute('tabindex', other === next ? '0' : '-1');
  next.focus();
}

const controlSelector = ':is(a[href], button:not(:disabled))';

/** The text of a post, which opens it. */
const postSelector = '[data-post-url]';

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[aria-rowindex]') ?? null;

/**
 * Returns the control that opens a row: the text of a post, or the last control in its heading (a name), or its first
 * control.
 */
function openerOf(row: Element): HTMLElement | null {
  const openers = [...row.querySelectorAll<HTMLElement>(`.heading ${controlSelector}`)];
  return (
    row.querySelector<HTMLElement>(postSelector) ?? openers.at(-1) ?? row.querySelector<HTMLElement>(controlSelector)
  );
}

/** Returns the first row below the table's sticky header. */
function firstVisibleRow(): Element | undefined {
  const top = document.querySelector('[aria-rowcount] > :first-child')?.getBoundingClientRect().bottom ?? 0;
  const rows = [...document.querySelectorAll('[role="grid"] [aria-rowindex]')];
  return rows.find((row) => row.getBoundingClientRect().top >= Math.max(0, top) - 1);
}

/** The row that last had the focus. */
const currentRow = (): Element | null => document.querySelector('[role="grid"] [data-current]');

/** Returns the button of an open post that leads to the previous (-1) or next (1) one (client/islands/posts/post-parts.tsx). */
const stepButton = (by: -1 | 1) => document.querySelector<HTMLElement>(`[data-step="${by}"]`);

/**
 * Opens the neighbouring post if one is open. Otherwise sends an arrow key to the grid, which can also focus rows that are not
 * rendered yet.
 */
async function moveRow(arrow: 'ArrowDown' | 'ArrowUp'): Promise<void> {
  const button = stepButton(arrow === 'ArrowDown' ? 1 : -1);
  if (button) return button.click();
  const current = focusedRow() ? null : currentRow();
  if (current) openerOf(current)?.focus({ preventScroll: true });
  if (focusedRow()) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: arrow, bubbles: true }));
    // React handles the key in a microtask. Wait, so that the opener has the focus before a following Enter.
    await null;
  }
  const row = focusedRow() ?? firstVisibleRow();
  const opener = row && openerOf(row);
  opener?.focus({ preventScroll: true });
  if (row && opener?.matches(postSelector)) showReading(row);
}

/** Returns the focused row, or the row of the open post. */
const readingRow = (): HTMLElement | null =>
  focusedRow() ?? (stepButton(1) && document.querySelector<HTMLElement>('[role="grid"] [data-current]'));

function openPost(): void {
  const row = readingRow();
  const url = row?.querySelector<HTMLElement>(postSelector)?.dataset.postUrl;
  if (url) window.open(url, '_blank', 'noopener,noreferrer');
}

/** Acts that need no current row. */
const ofList: readonly RowShortcut['act'][] = ['read-row', 'read-above', 'save'];

/** Returns true if the list has the action and allows it. */
function actOnRow(act: RowShortcut['act'], ofWork = false): boolean {
  const rowIndex = Number(readingRow()?.getAttribute('aria-rowindex') ?? 0);
  const detail: RowShortcut = { act, ofWork, rowIndex };
  const isPossible = rowIndex > 0 || ofList.includes(act);
  return isPossible && !dispatchEvent(new CustomEvent(rowKeyEvent, { detail, cancelable: true }));
}

/** Other pages have no such button. If it is disabled, the list shows the reason. */
function saveView(): void {
  const button = document.getElementById(saveViewId);
  if (button?.matches(':disabled')) actOnRow('save');
  else button?.click();
}

/** Marks the focused row as read and moves on. */
async function readRow(): Promise<void> {
  if (actOnRow('read-row')) await moveRow('ArrowDown');
}

/** Leaves the focus on a cell, where the space key reads on again: on a control it activates the control. */
async function readOn(): Promise<void> {
  await readRow();
  document.activeElement?.closest<HTMLElement>('[role="gridcell"]')?.focus({ preventScroll: true });
}

const keyActions: Record<ShortcutKey, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[type="search"]')?.focus(),
  j: () => void moveRow('ArrowDown'),
  k: () => void moveRow('ArrowUp'),
  o: openPost,
  e: () => void readRow(),
  Пробел: () => void readOn(),
  'Shift+e': () => void actOnRow('read-above'),
  m: () => readingRow()?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click(),
  // The newest message is the last one.
  z: () =>
    [...document.querySelectorAll<HTMLElement>(`#messages > :not(#${noticesId}) button:not([aria-label])`)]
      .at(-1)
      ?.click(),
  s: saveView,
  '?': () => void openDialog('shortcuts'),
};

const rowActions = rowShortcuts.map(
  (shortcut) => [shortcut.key, () => void actOnRow(shortcut.act, 'ofWork' in shortcut)] as const,
);

const actions: Readonly<Record<string, () => void>> = { ...keyActions, ...Object.fromEntries(rowActions) };

/** Also compares the physical key, because most users have a Russian keyboard layout. */
function actionOf({ key, code, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const others: Record<string, string> = {
    Slash: shiftKey ? '?' : '/',
    KeyE: shiftKey ? 'Shift+e' : 'e',
    Space: 'Пробел',
  };
  const physicalKey = others[code] ?? code.replace('Key', '').toLowerCase();
  const name = [key, physicalKey].find((candidate) => Object.hasOwn(actions, candidate));
  return name === undefined ? undefined : actions[name];
}

/**
 * Returns true for keys that a field, the browser or an open modal dialog handles. The feed prevents the default of the space key
 * where it reads on (client/islands/posts/use-row-tools.tsx).
 */
function isReserved(event: KeyboardEvent): boolean {
  const { target, key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  const isTyping =
    target instanceof Element && target.matches('input:not([type="checkbox"], [type="radio"]), select, textarea');
  return (
    isTyping ||
    ctrlKey ||
    metaKey ||
    altKey ||
    defaultPrevented !== (key === ' ') ||
    isComposing ||
    Boolean(document.querySelector(':modal'))
  );
}

/** Also in a field, but not over a modal dialog. The shell has prevented the default of a first press. */
const opensFind = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  code === 'KeyK' && (ctrlKey || metaKey) && !(altKey || shiftKey || document.querySelector(':modal'));

function onKeyDown(event: KeyboardEvent): void {
  if (areShortcutsOn() && opensFind(event)) {
    event.preventDefault();
    void openDialog('find');
    return;
  }
  const action = areShortcutsOn() && !isReserved(event) ? actionOf(event) : undefined;
  if (!action) return;
  event.preventDefault();
  action();
}

/** Handles the keys that were pressed before this module had loaded, then calls `stopWaiting`. */
export async function startShortcuts(waiting: readonly KeyboardEvent[], stopWaiting: () => void): Promise<void> {
  for (const event of waiting) {
    moveInChart(event);
    onKeyDown(event);
    // `moveRow` moves the focus in a microtask.
    await null;
  }
  stopWaiting();
  addEventListener('keydown', moveInChart);
  addEventListener('keydown', onKeyDown);
}
