/** The rows in sight, of however many: react-virtualized follows the window's scrolling, the style sheet gives the width. */
import { type CellRangeRenderer, Grid } from 'react-virtualized';
import type { RowKey } from '../lib/paged-rows.ts';
import type { Cell } from './grid-navigation.ts';
import type { Column } from './table-column.ts';
import { TableRow } from './table-row.tsx';
import type { TableLayout } from './use-table-layout.ts';

/** `Grid` calls itself a read-only grid «grid» unless told null; the grid here is the table around it. */
const noGridName = { 'aria-label': null, 'aria-readonly': null } as object;

const gridStyle = {
  width: '100%',
  height: 'auto',
  overflowX: 'visible',
  overflowY: 'visible',
  willChange: 'auto',
} as const;
const containerStyle = { maxWidth: 'none', overflow: 'visible' } as const;
/** Plain rows take their height from the style sheet, which knows whether they are cards. */
const plainContainerStyle = { ...containerStyle, height: 'auto', maxHeight: 'none' } as const;

const renderNothing = () => null;

export type VirtualRowsProps<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  columns: readonly Column<Row>[];
  /** Rows before the first one. */
  offset: number;
  layout: TableLayout;
  rowHeight: number;
  cardHeight: number;
  active: Cell;
};

/** The indices to render, in order; the row with the active cell stands also out of sight, so that keys go on from it. */
export function renderedIndices(start: number, stop: number, active: number, count: number): number[] {
  const indices = Array.from({ length: stop - start + 1 }, (_, index) => start + index);
  if (active >= count || (active >= start && active <= stop)) return indices;
  return active < start ? [active, ...indices] : [...indices, active];
}

export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { rows, keyOf, columns, offset, layout, rowHeight, cardHeight, active } = props;
  const plain = layout === 'plain';
  const height = layout === 'cards' ? cardHeight : rowHeight;

  const renderRows: CellRangeRenderer = ({ rowStartIndex, rowStopIndex, verticalOffsetAdjustment }) =>
    renderedIndices(rowStartIndex, rowStopIndex, active.row, rows.length).flatMap((index) => {
      const row = rows[index];
      if (row === undefined) return [];
      return (
        <TableRow
          key={keyOf(row)}
          row={row}
          index={index}
          ariaIndex={offset + index + 2}
          columns={columns}
          top={plain ? null : index * height + verticalOffsetAdjustment}
          activeColumn={index === active.row ? active.column : null}
        />
      );
    });

  return (
    <Grid
      {...noGridName}
      role="rowgroup"
      containerRole="presentation"
      tabIndex={null}
      scrollElement="window"
      width={1}
      columnWidth={1}
      columnCount={1}
      autoContainerWidth
      style={gridStyle}
      containerStyle={plain ? plainContainerStyle : containerStyle}
      height={rows.length * rowHeight}
      rowCount={rows.length}
      rowHeight={height}
      overscanRowCount={5}
      cellRangeRenderer={renderRows}
      cellRenderer={renderNothing}
    />
  );
}
