/**
 * The first page's rows as the server renders them. The browser hydrates the first ones only. Virtual rows replace all of
 * them when the page scrolls.
 */
import { type ComponentProps, type CSSProperties, createContext, memo, type ReactNode, useContext } from 'react';
import type { RowKey } from '../lib/paged-rows.ts';
import styles from './data-table.module.css';
import { onServer, staticChildren } from './static-children.ts';
import { isScripted } from './table-column.ts';
import { TableRow, type TableRowsProps } from './table-row.tsx';

type PlainRowsProps<Row> = TableRowsProps<Row> & {
  /** In the browser at least those that are hydrated. */
  rows: readonly Row[];
  rowCount: number;
  /** The number of rows in the server's HTML. */
  servedCount: number;
  /** The number of rows that the browser hydrates, or of those that fill the window once rows or columns have changed. */
  shown: number;
  /** Rows or columns differ from those of the server's HTML. */
  changed: boolean;
  rowKey: (row: Row, index: number) => RowKey;
  /** Of the element after the rows that the browser hydrates. */
  laterId: string | undefined;
};

/** In pixels. In a taller window the style sheet shows the later rows from the start (`max-height`). */
const plainRowsHeight = 840;

/** The least height in pixels of a page's head, above the rows. */
export const headHeight = 160;

/** In pixels, also in the style sheet: in a lower window, the rows below it wait for hydration. */
const lowWindowHeight = 820;

/** The number of rows that the browser hydrates. Their height is that of comfortable rows. */
export const plainRowCount = (rowHeight: number): number => Math.ceil(plainRowsHeight / rowHeight);

/** The number of rows in sight of a low window. `head` is the height of the page's head. */
export const lowRowCount = (rowHeight: number, head: number): number =>
  Math.max(0, Math.ceil((lowWindowHeight - head) / rowHeight));

/** The first paint waits for this element (server/render/document.ts). */
export const laterRowsId = 'later-rows';

/** Set on the server, which writes the rows as one string (server/render/write-html.ts). */
export const RowWriter = createContext<((rows: ReactNode) => string) | null>(null);

function RowGroup({ children, ...group }: ComponentProps<'tbody'>) {
  const write = useContext(RowWriter);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written from the same elements, which are escaped
  if (write) return <tbody {...group} dangerouslySetInnerHTML={{ __html: write(children) }} />;
  return <tbody {...group}>{children}</tbody>;
}

/** `pending`: the rows that follow them, but are not rendered. */
type LaterRowsProps = { id: string | undefined; count: number; pending: number; children: ReactNode };

/** The server's rows, which are not hydrated. */
function LaterRows({ id, count, pending, children }: LaterRowsProps) {
  return (
    <RowGroup
      id={id}
      className={`${styles.rows} ${styles.later}`}
      style={{ '--later-rows': count, '--pending-rows': pending } as CSSProperties}
      {...staticChildren(children)}
    />
  );
}

function PlainTableRows<Row>(props: PlainRowsProps<Row>) {
  const { rows, rowCount, servedCount, shown, changed, rowKey, laterId, ...rest } = props;
  const render = (row: Row, index: number, shared: TableRowsProps<Row>) => (
    <TableRow key={rowKey(row, index)} {...{ row, index, style: undefined }} {...shared} />
  );
  const columns = rest.columns.filter((column) => !isScripted(column));
  // Later rows wait as a group.
  const laterProps = { ...rest, columns, firstBelow: Number.POSITIVE_INFINITY };
  return (
    <>
      <RowGroup
        className={styles.rows}
        style={changed ? ({ '--pending-rows': Math.max(0, rowCount - shown) } as CSSProperties) : undefined}
      >
        {rows.slice(0, shown).map((row, index) => render(row, index, rest))}
      </RowGroup>
      {!changed && (
        <LaterRows id={laterId} count={Math.max(0, servedCount - shown)} pending={Math.max(0, rowCount - servedCount)}>
          {onServer && rows.slice(shown).map((row, index) => render(row, shown + index, laterProps))}
        </LaterRows>
      )}
    </>
  );
}

/** Renders again only when its own rows or columns change. */
export const PlainRows = memo(PlainTableRows) as typeof PlainTableRows;
