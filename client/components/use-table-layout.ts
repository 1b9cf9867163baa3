/** The visible columns of a table, the heights of its rows and cards, and the variables of its style sheet (data-table.module.css). */
import { type CSSProperties, useMemo } from 'react';
import { useTableView } from '../lib/use-table-view.ts';
import type { Column } from './table-column.ts';

/** The height of a compact row relative to a comfortable one. */
const compactRowScale = 0.8;

/** The height of a line of card fields in pixels: margin, label and value. */
const cardLineHeight = 46;

/** The least width of all columns together, in pixels. */
const leastWidthOf = (columns: readonly Pick<Column<never>, 'width'>[]): number =>
  columns.reduce((sum, { width }) => sum + Number.parseFloat(width.replace('minmax(', '')), 0);

/** Hidden columns make cards lower. Only columns with a name can be hidden. Some fields fill a line. */
function cardHeightOf(columns: readonly Pick<Column<never>, 'name' | 'card'>[], base: number, perLine: number): number {
  const places = columns.reduce((sum, { name, card }) => sum + (name ? (card ? perLine : 1) : 0), 0);
  return base + cardLineHeight * Math.ceil(places / perLine);
}

/** `card`: a line of the card holds two fields. `wideCard`: four. */
export type TableHeights = { row: number; card: number; wideCard: number };

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
  const heights: TableHeights = {
    row: compact ? Math.round(comfortableHeight * compactRowScale) : comfortableHeight,
    card: cardHeightOf(columns, cardBase, 2),
    wideCard: cardHeightOf(columns, cardBase, 4),
  };
  const variables = {
    '--table-columns': columns.map((column) => column.width).join(' '),
    '--table-row-height': `${heights.row}px`,
    '--table-card-height': `${heights.card}px`,
    '--table-wide-card-height': `${heights.wideCard}px`,
    '--actions-width': columns.at(-1)?.width,
    '--table-width': `${leastWidthOf(columns)}px`,
    // The labels of card fields. Rows do not repeat them.
    ...Object.fromEntries(
      columns
        .filter(({ leading }) => !leading)
        .map(({ title }, index) => [`--label-${index + 1}`, JSON.stringify(title)]),
    ),
  } as CSSProperties;
  return { columns, compact, heights, variables };
}
