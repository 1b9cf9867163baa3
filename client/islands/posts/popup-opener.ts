/** The row's button that opened the popup of a post, and what follows it in the tab order. */
import { cellSelector } from '../../components/use-grid-focus.ts';

/** Returns the button of the current row when the first scroll has replaced the rows since the popup opened. */
export const attachedOpener = (opener: HTMLElement): HTMLElement =>
  (opener.isConnected ? null : document.querySelector<HTMLElement>('[data-current] [data-post-url]')) ?? opener;

/** Returns what takes the focus after the popup: the next control of the opener's cell, or else the next cell. */
export function findAfter(opener: Element): HTMLElement | null {
  const cell = opener.closest(cellSelector);
  const controls = [...(cell?.querySelectorAll('a[href], button') ?? [])];
  const next = controls[controls.indexOf(opener) + 1] ?? cell?.nextElementSibling;
  return next instanceof HTMLElement ? next : null;
}
