/** How high a table's cards are where it is narrow: lower without the columns that the person has hidden. */
import { useTableView } from '../lib/use-table-view.ts';
import type { Column } from './table-column.ts';

/** A field's label and its value, and the space above. Two fields share a line, a wide one has its own. */
const lineHeight = 46;

/** `base` is the height without any column that can be hidden; all in pixels. */
export function useCardHeight<Row>(columns: readonly Column<Row>[], base: number): number {
  const hidden = useTableView().split(' ');
  const shown = columns.filter(({ name }) => name && !hidden.includes(name));
  const halves = shown.reduce((sum, { wide }) => sum + (wide ? 2 : 1), 0);
  return base + lineHeight * Math.ceil(halves / 2);
}
