/** Finds the current row of the feed: the row of the active cell (client/components/use-grid-focus.ts). */

const rowsOf = () => [...document.querySelectorAll<HTMLElement>('[role="grid"] [aria-rowindex]')];
const currentRow = () => document.querySelector<HTMLElement>('[role="grid"] [data-current]');

/** Returns the last row that the window shows whole, or else the last one that it shows in part. */
function lastRowInView(): HTMLElement | undefined {
  const seen = rowsOf().filter((row) => row.getBoundingClientRect().top < innerHeight);
  return seen.findLast((row) => row.getBoundingClientRect().bottom <= innerHeight) ?? seen.at(-1);
}

/** Returns the `aria-rowindex` of the last row to read with all above it; 0 without rows. */
export const readingRowIndex = (): number => Number((currentRow() ?? lastRowInView())?.ariaRowIndex ?? 0);

export const focusCurrentRow = () =>
  currentRow()?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
