/**
 * Sets the tooltip of a table's element when the pointer enters it, which keeps duplicate texts out of the HTML. The tooltip
 * of an icon-only control is its name, that of a cell with a chart the chart's, and that of a truncated cell is the whole text.
 */
import type { PointerEvent } from 'react';
import { cellSelector } from './grid-navigation.ts';

function setCellTooltip(cell: HTMLElement) {
  const chart = cell.querySelector('svg')?.ariaLabel;
  if (chart) cell.title = chart;
  else if (cell.scrollWidth + cell.scrollHeight > cell.clientWidth + cell.clientHeight) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

export function setTableTooltips({ target }: PointerEvent) {
  if (!(target instanceof Element)) return;
  const cell = target.closest<HTMLElement>(cellSelector);
  const control = target.closest<HTMLElement>(':is(a, button)[aria-label]');
  if (control) control.title = control.ariaLabel ?? '';
  else if (cell) setCellTooltip(cell);
}
