/** The rows in sight, of however many: react-virtualized follows the window's scrolling, the style sheet gives the width. */
// biome-ignore-all lint/a11y/useSemanticElements: rows that are virtualised by position cannot be those of a <table>
import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CellRangeRenderer, Grid } from 'react-virtualized';
import { renderedIndices } from './rendered-indices.ts';
import type { RenderRow } from './table-row.tsx';
import styles from './virtual-rows.module.css';

export type VirtualRowsProps = {
  rowCount: number;
  renderRow: RenderRow;
  /** The row that is rendered wherever it is. */
  activeRow: number;
  /** Pixels, the same for every row; the style sheet has them too. */
  rowHeight: number;
  cardHeight: number;
  /** What is measured to tell rows from cards. */
  table: RefObject<HTMLElement | null>;
};

/** The style sheet draws the same line: `@container (max-width: 820px)`. */
const cardsMaxWidth = 820;

/** `Grid` calls itself a read-only grid «grid» unless told null; the grid here is the table around it. */
const noGridName = { 'aria-label': null, 'aria-readonly': null } as object;

const gridStyle = {
  width: '100%',
  height: 'auto',
  overflowX: 'visible',
  overflowY: 'visible',
  willChange: 'auto',
} as const;
// The pointer: as in the style sheet.
const containerStyle = { maxWidth: 'none', overflow: 'visible', pointerEvents: 'auto' } as const;

const renderNothing = () => null;

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

/** Paper shows every loaded row: the window's height means nothing there. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    const follow = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    addEventListener('beforeprint', follow);
    addEventListener('afterprint', follow);
    return () => {
      removeEventListener('beforeprint', follow);
      removeEventListener('afterprint', follow);
    };
  }, []);
  return printing;
}

export function VirtualRows(props: VirtualRowsProps) {
  const { rowCount, renderRow, activeRow, rowHeight, cardHeight, table } = props;
  const height = useCards(table) ? cardHeight : rowHeight;
  const printing = usePrinting();

  const renderRows: CellRangeRenderer = ({ rowStartIndex, rowStopIndex, verticalOffsetAdjustment }) =>
    renderedIndices(rowStartIndex, rowStopIndex, activeRow, rowCount).map((index) =>
      renderRow(index, index * height + verticalOffsetAdjustment),
    );

  if (printing)
    return <div role="rowgroup">{Array.from({ length: rowCount }, (_, index) => renderRow(index, null))}</div>;
  return (
    <Grid
      {...noGridName}
      role="rowgroup"
      containerRole="presentation"
      tabIndex={null}
      className={styles.virtual}
      scrollElement="window"
      width={1}
      columnWidth={1}
      columnCount={1}
      autoContainerWidth
      style={gridStyle}
      containerStyle={containerStyle}
      // Until the window is measured: without any rows the page would shrink, and lose its place.
      height={innerHeight}
      rowCount={rowCount}
      rowHeight={height}
      overscanRowCount={5}
      cellRangeRenderer={renderRows}
      cellRenderer={renderNothing}
    />
  );
}
