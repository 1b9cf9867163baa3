/** A cell whose text is cut off shows all of it as a tooltip; only then, so that no row carries its texts twice. */
import type { PointerEvent } from 'react';

export function hintCutText({ target }: PointerEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
  if (!cell) return;
  if (cell.scrollWidth + cell.scrollHeight > cell.clientWidth + cell.clientHeight) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}
