/** The visible columns of a table, the heights of its rows and cards, and the variables of its style sheet (data-table.module.css). */
import { type CSSProperties, useMemo } from 'react';
import { useTableView } from '../lib/use-table-view.ts';
import type { Column } from './table-column.ts';

/** The height of a compact row relative to a comfortable one. */
const compactRowScale = 0.8;

/** The height of a line of card fields in pixels: margin, label and value. A line holds two fields. */
const cardLineHeight = 46;

/** Hidden columns make cards lower. Only columns with a name can be hidden. */
function cardHeightOf(columns: readonly Pick<Column<never>, 'name' | 'card'>[], base: number): number {
  const halves = columns.reduce((sum, { name, card }) => sum + (name ? (card ? 2 : 1) : 0), 0);
  return base + cardLineHeight * Math.ceil(halves / 2);
}

/**
 * `comfortableHeight` is the height of a row, and `cardBase` that of a card without the columns that can be hidden. All
 * heights are in pixels.
 */
export function useTableLayout<Row, SortColumn extends string>(
  allColumns: readonly Column<Row, SortColumn>[],
  comfortableHeight: number,
  cardBase: number,
) {
  const { density, hiddenColumns } = useTableView();
  const columns = useMemo(
    () => allColumns.filter(({ name }) => name === undefined || !hiddenColumns.includes(name)),
    [allColumns, hiddenColumns],
  );
  const compact = density === 'compact';
  const rowHeight = compact ? Math.round(comfortableHeight * compactRowScale) : comfortableHeight;
  const cardHeight = cardHeightOf(columns, cardBase);
  const variables = {
    '--table-columns': columns.map((column) => column.width).join(' '),
    '--table-row-height': `${rowHeight}px`,
    '--table-card-height': `${cardHeight}px`,
    '--actions-width': columns.at(-1)?.width,
    // The labels of card fields. Rows do not repeat them.
    ...Object.fromEntries(
      columns
        .filter(({ leading }) => !leading)
        .map(({ title }, index) => [`--label-${index + 1}`, JSON.stringify(title)]),
    ),
  } as CSSProperties;
  return { columns, compact, rowHeight, cardHeight, variables };
}
