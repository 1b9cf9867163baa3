/** Renders only the visible rows of a long list, with react-virtualized, as the window scrolls. */
// biome-ignore-all lint/a11y/useSemanticElements: react-virtualized does not render table elements
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: the list's own row group replaces their roles
import { type RefObject, useLayoutEffect, useState } from 'react';
import { type CellRangeRenderer, type CellRendererParams, defaultCellRangeRenderer, Grid } from 'react-virtualized';
import type { RenderRow } from './table-row.tsx';
import { useFilledRows } from './use-filled-rows.ts';
import type { TableHeights } from './use-table-layout.ts';
import styles from './virtual-rows.module.css';

export type VirtualRowsProps = {
  rowCount: number;
  renderRow: RenderRow;
  /** Stays rendered outside the visible range, because the arrow keys move from it. */
  activeRow: number;
  /** In pixels. All rows have the same height. The style sheet uses the same values. */
  heights: TableHeights;
  /** The element whose width selects rows or cards. */
  table: RefObject<HTMLElement | null>;
};

/** Of the table without its padding, in pixels. The style sheet has the same limit: `@container (max-width: 820px)`. */
const cardsMaxWidth = 820;

/** In cards of this width a line holds four fields instead of two. The style sheet has the same limit. */
const wideCardsWidth = 660;

/** Removes the label and state that `Grid` sets by default, because the table around it is the ARIA grid. `List` cannot. */
const noGridAttributes = { 'aria-label': null, 'aria-readonly': null } as object;

const listStyle = {
  width: '100%',
  height: 'auto',
  overflowX: 'visible',
  overflowY: 'visible',
  willChange: 'auto',
} as const;
// `Grid` disables pointer events while it scrolls, and clicks would be lost.
const containerStyle = { maxWidth: 'none', overflow: 'visible', pointerEvents: 'auto' } as const;

/** Returns whether the table shows rows or which cards. */
function useRowKind(table: RefObject<HTMLElement | null>): keyof TableHeights {
  const measure = (): keyof TableHeights => {
    if (!table.current) return 'card';
    const width = table.current.clientWidth - 2 * Number.parseFloat(getComputedStyle(table.current).paddingLeft);
    if (width > cardsMaxWidth) return 'row';
    return width < wideCardsWidth ? 'card' : 'wideCard';
  };
  const [kind, setKind] = useState(measure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure is a new but equivalent function in every render
  useLayoutEffect(() => {
    if (!table.current) return;
    const observer = new ResizeObserver(() => setKind(measure));
    observer.observe(table.current);
    return () => observer.disconnect();
  }, [table]);
  return kind;
}

export function VirtualRows({ rowCount, renderRow, activeRow, heights, table }: VirtualRowsProps) {
  const height = heights[useRowKind(table)];
  const { filled, onSectionRendered } = useFilledRows(height);

  const renderCell = ({ rowIndex, style }: CellRendererParams) => {
    style.width = '100%';
    const isFilled = (rowIndex >= filled.start && rowIndex <= filled.stop) || rowIndex === activeRow;
    return renderRow(rowIndex, style, isFilled);
  };

  const renderRange: CellRangeRenderer = (range) => {
    // While scrolling, react-virtualized caches rows, which would then show an outdated active cell.
    const rows = defaultCellRangeRenderer({ ...range, isScrolling: false });
    if (activeRow >= rowCount || (activeRow >= range.rowStartIndex && activeRow <= range.rowStopIndex)) return rows;
    const top = activeRow * height + range.verticalOffsetAdjustment;
    const active = renderRow(activeRow, { position: 'absolute', top, left: 0, width: '100%', height });
    return activeRow < range.rowStartIndex ? [active, ...rows] : [...rows, active];
  };

  return (
    <tbody role="presentation" className={styles.virtual}>
      <tr role="presentation">
        <td role="presentation">
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
            // Used until the window is measured. Without rows the page would shrink and lose its scroll offset.
            height={innerHeight}
            rowCount={rowCount}
            rowHeight={height}
            overscanRowCount={5}
            cellRangeRenderer={renderRange}
            cellRenderer={renderCell}
            onSectionRendered={onSectionRendered}
          />
        </td>
      </tr>
    </tbody>
  );
}
