/** The rows of a short list. The server renders them. Virtual rows replace them when the table scrolls or gets long. */
import { type CSSProperties, memo, useDeferredValue } from 'react';
import type { RowKey } from '../lib/paged-rows.ts';
import styles from './data-table.module.css';
import { TableRow, type TableRowsProps } from './table-row.tsx';

type PlainRowsProps<Row> = TableRowsProps<Row> & {
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  /** In pixels. */
  rowHeight: number;
};

function PlainTableRows<Row>({ rows, keyOf, rowHeight, interactive, ...rest }: PlainRowsProps<Row>) {
  // An element with new texts is cheaper than a new element. Blocks of other heights would move in it: a layout shift.
  const reusesElements = rest.columns.every(({ card }) => card !== 'block');
  // Visible rows render first when another list is shown and when rows become interactive. The others render after the paint.
  const settled = useDeferredValue(rows);
  const settledInteractive = useDeferredValue(interactive);
  const visible = Math.ceil(globalThis.innerHeight / rowHeight);
  const hidden = reusesElements ? settled.slice(visible, rows.length) : [];
  const shown = settled[0] === rows[0] ? rows : [...rows.slice(0, visible), ...hidden];
  const pending = rows.length - shown.length;
  return (
    <tbody className={styles.rows} style={pending > 0 ? ({ '--pending-rows': pending } as CSSProperties) : undefined}>
      {shown.map((row, index) => (
        <TableRow
          key={reusesElements ? index : keyOf(row)}
          {...{ row, index, style: undefined, interactive: index < visible ? interactive : settledInteractive }}
          {...rest}
        />
      ))}
    </tbody>
  );
}

/** Renders again only when its own rows or columns change. */
export const PlainRows = memo(PlainTableRows) as typeof PlainTableRows;
