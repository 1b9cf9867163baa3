/** Keyboard focus in a grid: one cell is in the tab order, arrow keys move it, Enter focuses its control, Escape returns. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Cell, cellSelector, type GridSize, nextCell } from './grid-navigation.ts';

const controlSelector = 'a[href], button:not(:disabled), input, select';

/** ARIA counts rows from 1, and the header is row 1. `offset` is the number of rows before the table's first row. */
const ariaIndex = (row: number, offset: number) => row + offset + 2;

function cellOf(target: Element, offset: number): Cell | null {
  const element = target.closest(cellSelector);
  const row = element?.parentElement;
  if (!element || !row?.ariaRowIndex) return null;
  return { row: Number(row.ariaRowIndex) - ariaIndex(0, offset), column: [...row.children].indexOf(element) };
}

/** Returns false when the row is not rendered. */
function focusCell(grid: HTMLElement | null, { row, column }: Cell, offset: number): boolean {
  const element = grid?.querySelector(`[aria-rowindex="${ariaIndex(row, offset)}"]`)?.children[column];
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * Until the grid first gets the focus, there is no active cell, and all its controls are in the tab order. The row of the
 * active cell must stay rendered outside the visible range, with `aria-rowindex` and the cells as its children.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>, size: GridSize, offset: number) {
  const [requested, setRequested] = useState<Cell | null>(null);
  // The list may have become shorter.
  const active = requested && { ...requested, row: Math.max(0, Math.min(requested.row, size.rows - 1)) };
  const moved = useRef(false);
  const focused = useRef(false);

  useLayoutEffect(() => {
    // When the focused row is removed, the row that replaces it takes the focus. React fires no blur event for a removed
    // element, and no focus event when a closing dialog returns the focus, so this reads `document.activeElement`.
    const lost = focused.current && document.activeElement === document.body;
    if (active && (moved.current || lost)) moved.current = !focusCell(grid.current, active, offset);
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
      setRequested(next);
    } else if (key === 'Enter' && onCell) target.querySelector<HTMLElement>(controlSelector)?.focus();
    else if (key === 'Escape' && !onCell) focusCell(grid.current, cell, offset);
    else return;
    event.preventDefault();
  }

  function onFocus({ target }: FocusEvent) {
    focused.current = true;
    const cell = cellOf(target, offset);
    if (cell && (cell.row !== active?.row || cell.column !== active.column)) setRequested(cell);
  }

  function onBlur() {
    focused.current = false;
  }

  return { active, handlers: { onKeyDown, onFocus, onBlur } };
}
