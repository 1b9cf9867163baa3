/**
 * Tooltips of a table, set when they are about to be needed, so that no row carries its texts twice: a button that shows an
 * icon alone has its name, a cell whose text is cut off all of it.
 */
import type { PointerEvent } from 'react';

function hintCutText(cell: HTMLElement) {
  if (cell.scrollWidth + cell.scrollHeight > cell.clientWidth + cell.clientHeight) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

export function hintInTable({ target }: PointerEvent) {
  if (!(target instanceof Element)) return;
  const cell = target.closest<HTMLElement>('[role="gridcell"]');
  const button = target.closest<HTMLElement>('button[data-icon]');
  if (button) button.title = button.ariaLabel ?? '';
  else if (cell) hintCutText(cell);
}
