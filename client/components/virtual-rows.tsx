/** The rows in sight of a list of any length. react-virtualized renders them as the window scrolls. */
// biome-ignore-all lint/a11y/useSemanticElements: react-virtualized puts its rows into elements that are not a table's
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: the list's own row group takes their place
import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CellRangeRenderer, defaultCellRangeRenderer, List, type RowRendererParams } from 'react-virtualized';
import tableStyles from './data-table.module.css';
import type { RenderRow } from './table-row.tsx';
import styles from './virtual-rows.module.css';

export type VirtualRowsProps = {
  rowCount: number;
  renderRow: RenderRow;
  /** Stays rendered out of sight, so that the arrow keys continue from it. */
  activeRow: number;
  /** Pixels, the same for every row; the style sheet has them too. */
  rowHeight: number;
  cardHeight: number;
  /** Its width decides between rows and cards. */
  table: RefObject<HTMLElement | null>;
};

/** The style sheet has the same limit: `@container (max-width: 820px)`. */
const cardsMaxWidth = 820;

/** With undefined, `List` would name itself «grid» and be read-only; the grid is the table around it. */
const noGridName = { 'aria-label': null, 'aria-readonly': null } as object;

const listStyle = {
  width: '100%',
  height: 'auto',
  overflowX: 'visible',
  overflowY: 'visible',
  willChange: 'auto',
} as const;
// The pointer: as in the style sheet.
const containerStyle = { maxWidth: 'none', overflow: 'visible', pointerEvents: 'auto' } as const;

function useCards(table: RefObject<HTMLElement | null>): boolean {
  const isNarrow = () => (table.current?.clientWidth ?? 0) <= cardsMaxWidth;
  const [cards, setCards] = useState(isNarrow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: isNarrow is new at every render and does the same
  useLayoutEffect(() => {
    if (!table.current) return;
    const observer = new ResizeObserver(() => setCards(isNarrow));
    observer.observe(table.current);
    return () => observer.disconnect();
  }, [table]);
  return cards;
}

/** On paper all loaded rows are printed: the window's height means nothing there. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    const update = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    addEventListener('beforeprint', update);
    addEventListener('afterprint', update);
    return () => {
      removeEventListener('beforeprint', update);
      removeEventListener('afterprint', update);
    };
  }, []);
  return printing;
}

export function VirtualRows({ rowCount, renderRow, activeRow, rowHeight, cardHeight, table }: VirtualRowsProps) {
  const height = useCards(table) ? cardHeight : rowHeight;
  const printing = usePrinting();

  const renderRange: CellRangeRenderer = (range) => {
    // While the list scrolls, react-virtualized would reuse elements that do not show where the focus is.
    const rows = defaultCellRangeRenderer({ ...range, isScrolling: false });
    if (activeRow >= rowCount || (activeRow >= range.rowStartIndex && activeRow <= range.rowStopIndex)) return rows;
    const top = activeRow * height + range.verticalOffsetAdjustment;
    const active = renderRow(activeRow, { position: 'absolute', top, left: 0, width: '100%', height });
    return activeRow < range.rowStartIndex ? [active, ...rows] : [...rows, active];
  };

  if (printing)
    return (
      <tbody className={tableStyles.rows}>{Array.from({ length: rowCount }, (_, index) => renderRow(index))}</tbody>
    );
  return (
    <tbody role="presentation" className={styles.virtual}>
      <tr role="presentation">
        <td role="presentation">
          <List
            {...noGridName}
            role="rowgroup"
            containerRole="presentation"
            tabIndex={null}
            scrollElement="window"
            width={1}
            style={listStyle}
            containerStyle={containerStyle}
            // Until the window is measured: without any rows the page would shrink, and lose its place.
            height={innerHeight}
            rowCount={rowCount}
            rowHeight={height}
            overscanRowCount={5}
            cellRangeRenderer={renderRange}
            rowRenderer={({ index, style }: RowRendererParams) => renderRow(index, style)}
          />
        </td>
      </tr>
    </tbody>
  );
}
