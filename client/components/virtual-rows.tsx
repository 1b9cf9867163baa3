/** Renders only the visible rows of a long list with react-virtualized; the window scrolls. */
import type { CSSProperties, ReactElement } from 'react';
import { type CellRangeRenderer, defaultCellRangeRenderer, Grid } from 'react-virtualized';

/** `style` positions a virtual row. */
export type RenderRow = (index: number, style?: CSSProperties) => ReactElement | null;

export type VirtualRowsProps = {
  /** The index of the first virtual row. */
  first: number;
  rowCount: number;
  /** In pixels. All rows have the same height. */
  rowHeight: number;
  /** Stays rendered outside the visible range, because the arrow keys move from it. */
  activeRow: number;
  renderRow: RenderRow;
};

/**
 * Removes the label and state that `Grid` sets by default, because the surrounding table is the ARIA grid. `List` cannot omit
 * them.
 */
const noGridAttributes = { 'aria-label': null, 'aria-readonly': null } as object;

const listStyle = {
  width: '100%',
  height: 'auto',
  overflowX: 'visible',
  overflowY: 'visible',
  willChange: 'auto',
} as const;
// By default, `Grid` disables pointer events during scrolling, which would lose clicks.
const containerStyle = { maxWidth: 'none', overflow: 'visible', pointerEvents: 'auto' } as const;

export function VirtualRows({ first, rowCount, rowHeight, activeRow, renderRow }: VirtualRowsProps) {
  const active = activeRow - first;

  const renderRange: CellRangeRenderer = (range) => {
    // While scrolling, react-virtualized caches rows, which would then show an outdated active cell.
    const rows = defaultCellRangeRenderer({ ...range, isScrolling: false });
    if (active < 0 || (active >= range.rowStartIndex && active <= range.rowStopIndex)) return rows;
    const top = active * rowHeight + range.verticalOffsetAdjustment;
    const row = renderRow(activeRow, { position: 'absolute', top, left: 0, width: '100%', height: rowHeight });
    return active < range.rowStartIndex ? [row, ...rows] : [...rows, row];
  };

  return (
    <Grid
      {...noGridAttributes}
      role="rowgroup"
      containerRole="presentation"
      tabIndex={null}
      scrollElement="window"
      width={1}
      columnCount={1}
      columnWidth={1}
      autoContainerWidth
      style={listStyle}
      containerStyle={containerStyle}
      // Used until the window is measured.
      height={innerHeight}
      rowCount={rowCount}
      rowHeight={rowHeight}
      overscanRowCount={5}
      cellRangeRenderer={renderRange}
      cellRenderer={({ rowIndex, style }) => renderRow(first + rowIndex, { ...style, width: '100%' })}
    />
  );
}
