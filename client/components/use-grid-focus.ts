/**
 * Keyboard navigation between cells (the ARIA grid pattern): one cell is in the tab order, arrow keys move the focus, Enter
 * focuses the control in the cell, Escape returns to the cell.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { RowId } from '../lib/loaded-pages.ts';

export const cellSelector = '[role="gridcell"]';

export type Cell = { row: number; column: number };

/** `current` is false if the row was removed and another one replaces it in the tab order. */
export type ActiveCell = Cell & { current: boolean };

/** PageUp and PageDown move by `pageRows`. */
export type GridSize = { rows: number; columns: number; pageRows: number };

/** `toEdge` is true with Ctrl or ⌘: Home and End then move to the first and last cell of the grid. */
export type GridKey = { key: string; toEdge: boolean };

/** Returns the cell that the key moves to, clamped to the grid, or null for other keys. */
export function nextCell({ row, column }: Cell, { key, toEdge }: GridKey, size: GridSize): Cell | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const targets: Record<string, Cell> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - size.pageRows, column },
    PageDown: { row: row + size.pageRows, column },
    Home: { row: toEdge ? 0 : row, column: 0 },
    End: { row: toEdge ? last.row : row, column: last.column },
  };
  const target = targets[key];
  const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));
  return target ? { row: clamp(target.row, last.row), column: clamp(target.column, last.column) } : null;
}

const controlSelector = 'a[href], button:not(:disabled), input, select';

/** ARIA counts rows from 1, and the header is row 1. `offset` is the number of rows before the table's first row. */
const ariaIndex = (row: number, offset: number) => row + offset + 2;

function cellOf(target: Element, offset: number): Cell | null {
  const element = target.closest(cellSelector);
  const row = element?.parentElement;
  const index = row?.getAttribute('aria-rowindex');
  if (!element || !row || !index) return null;
  return { row: Number(index) - ariaIndex(0, offset), column: [...row.children].indexOf(element) };
}

const controlsOf = (cell: Element): Element[] => [...cell.querySelectorAll(controlSelector)];

/** Focuses the cell, or its control with this index. Returns false if the row is not rendered. */
function focusCell(grid: HTMLElement | null, { row, column }: Cell, offset: number, control = -1): boolean {
  const element = grid?.querySelector(`[aria-rowindex="${ariaIndex(row, offset)}"]`)?.children[column];
  if (!(element instanceof HTMLElement)) return false;
  const target = controlsOf(element)[control] ?? element;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * Until the grid first gets the focus, there is no active cell, and all controls are in the tab order. The row of the active
 * cell must stay rendered outside the visible range, with `aria-rowindex` and the cells as its children. `keys` looks up the
 * keys of rows, so that the active cell follows its row when others are added or removed.
 */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  size: GridSize,
  offset: number,
  keys: { at: (row: number) => RowId | undefined; indexOf: (key: RowId | undefined) => number },
) {
  const [requested, setRequested] = useState<(Cell & { key: RowId | undefined }) | null>(null);
  const active = requested && activeCell(requested);
  const moved = useRef(false);
  const focused = useRef(false);
  /** The index of the focused control in its cell; -1 for the cell itself. */
  const control = useRef(-1);

  function activeCell({ row, column, key }: NonNullable<typeof requested>): ActiveCell {
    const found = keys.at(row) === key ? row : keys.indexOf(key);
    // The list may have become shorter.
    const kept = Math.max(0, Math.min(found < 0 ? row : found, size.rows - 1));
    // Columns may have been hidden.
    return { row: kept, column: Math.min(column, size.columns - 1), current: found >= 0 };
  }

  const request = ({ row, column }: Cell) => setRequested({ row, column, key: keys.at(row) });

  useLayoutEffect(() => {
    // When the focused row is removed, the row that replaces it takes the focus. React fires no blur event for a removed
    // element, and no focus event when a closing dialog returns the focus, so this reads `document.activeElement`.
    const { activeElement } = document;
    const isNowhere = activeElement === document.body;
    const lost = focused.current && isNowhere;
    // While the row was not rendered, the user has moved the focus to another part of the page.
    if (!isNowhere && !grid.current?.contains(activeElement)) moved.current = false;
    if (active && (moved.current || lost))
      moved.current = !focusCell(grid.current, active, offset, lost ? control.current : -1);
    focused.current = grid.current?.contains(document.activeElement) ?? false;
  });

  function onKeyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const cell = target instanceof Element && !altKey ? cellOf(target, offset) : null;
    if (!cell || !(target instanceof HTMLElement)) return;
    const onCell = target.matches(cellSelector);
    const next = nextCell(cell, { key, toEdge: ctrlKey || metaKey }, size);
    if (next) {
      moved.current = true;
      request(next);
    } else if (key === 'Enter' && onCell) target.querySelector<HTMLElement>(controlSelector)?.focus();
    else if (key === 'Escape' && !onCell) focusCell(grid.current, cell, offset);
    else return;
    event.preventDefault();
  }

  function onFocus({ target }: FocusEvent) {
    focused.current = true;
    const cell = cellOf(target, offset);
    const element = target.closest(cellSelector);
    control.current = element ? controlsOf(element).indexOf(target) : -1;
    if (cell && (!active?.current || cell.row !== active.row || cell.column !== active.column)) request(cell);
  }

  function onBlur() {
    focused.current = false;
  }

  return { active, handlers: { onKeyDown, onFocus, onBlur } };
}
