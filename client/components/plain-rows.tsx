/** The rows of a short list. The server renders them. Virtual rows replace them when the table scrolls or gets long. */
import { type CSSProperties, memo, useDeferredValue } from 'react';
import styles from './data-table.module.css';
import { TableRow, type TableRowsProps } from './table-row.tsx';

type PlainRowsProps<Row> = TableRowsProps<Row> & {
  rows: readonly Row[];
  /** In pixels. */
  rowHeight: number;
};

function PlainTableRows<Row>({ rows, rowHeight, interactive, ...rest }: PlainRowsProps<Row>) {
  // Visible rows render first when another list is shown and when rows become interactive. The others render after the paint.
  const settled = useDeferredValue(rows);
  const settledInteractive = useDeferredValue(interactive);
  const visible = Math.ceil(globalThis.innerHeight / rowHeight);
  const shown = settled[0] === rows[0] ? rows : [...rows.slice(0, visible), ...settled.slice(visible, rows.length)];
  const pending = rows.length - shown.length;
  return (
    <tbody className={styles.rows} style={pending > 0 ? ({ '--pending-rows': pending } as CSSProperties) : undefined}>
      {shown.map((row, index) => (
        <TableRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an element with new texts is cheaper than a new element
          key={index}
          {...{ row, index, style: undefined, interactive: index < visible ? interactive : settledInteractive }}
          {...rest}
        />
      ))}
    </tbody>
  );
}

/** Renders again only when its own rows or columns change. */
export const PlainRows = memo(PlainTableRows) as typeof PlainTableRows;
