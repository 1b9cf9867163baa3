/**
 * Sets the tooltips of a table when the pointer reaches their elements, so that rows do not carry their texts twice. An
 * icon-only button shows its name, and a cell with a truncated text shows all of it.
 */
import type { PointerEvent } from 'react';
import { cellSelector } from './grid-navigation.ts';

function setCellTooltip(cell: HTMLElement) {
  if (cell.scrollWidth + cell.scrollHeight > cell.clientWidth + cell.clientHeight) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

export function setTableTooltips({ target }: PointerEvent) {
  if (!(target instanceof Element)) return;
  const cell = target.closest<HTMLElement>(cellSelector);
  const button = target.closest<HTMLElement>('button[data-icon]');
  if (button) button.title = button.ariaLabel ?? '';
  else if (cell) setCellTooltip(cell);
}
