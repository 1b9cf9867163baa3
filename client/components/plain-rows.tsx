/**
 * The first page's rows as the server renders them. The browser hydrates the first ones only. Virtual rows replace all of
 * them when the page scrolls.
 */
import { type ComponentProps, type CSSProperties, createContext, memo, type ReactNode, useContext } from 'react';
import type { RowKey } from '../lib/paged-rows.ts';
import styles from './data-table.module.css';
import { onServer, staticChildren } from './static-children.ts';
import { TableRow, type TableRowsProps } from './table-row.tsx';

/** Numbers of rows: those in sight of a low window, those that the browser can hydrate, and those that it does hydrate. */
export type PlainCounts = { low: number; plain: number; hydrated: number };

type PlainRowsProps<Row> = TableRowsProps<Row> & {
  /** In the browser at least those that can be hydrated. */
  rows: readonly Row[];
  rowCount: number;
  /** The number of rows in the server's HTML. */
  servedCount: number;
  counts: PlainCounts;
  /** Once rows or columns differ from those of the server's HTML: the number of rows to render. */
  changed: number | null;
  rowKey: (row: Row, index: number) => RowKey;
  /** Of the element after the rows that the browser can hydrate. */
  laterId: string | undefined;
};

/** In pixels, also in the style sheet: a taller window shows the later rows from the start. */
const tallWindowHeight = 1000;

/** The least height in pixels of a page's head, above the rows. */
export const headHeight = 160;

/** In pixels, also in the style sheet: in a lower window, the rows below it wait for hydration. */
const lowWindowHeight = 820;

/** The number of rows in sight of a window at the top of its page. All heights are in pixels, `head` is that of the page's head. */
export const rowsInSight = (windowHeight: number, rowHeight: number, head: number): number =>
  Math.max(0, Math.ceil((windowHeight - head) / rowHeight));

/** The number of rows that the browser can hydrate: those in sight of a window that is not tall. `rowHeight` is a comfortable one. */
export const plainRowCount = (rowHeight: number, head = headHeight): number =>
  rowsInSight(tallWindowHeight, rowHeight, head);

/** `height` is that of a row. A low window hydrates only the rows in its sight. */
export function plainCounts(plain: number, height: number, head: number): PlainCounts {
  const low = Math.min(plain, rowsInSight(lowWindowHeight, height, head));
  return { low, plain, hydrated: !onServer && innerHeight <= lowWindowHeight ? low : plain };
}

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

type LaterRowsProps = {
  id?: string | undefined;
  /** Of the group: `below` or `later`, none once it is hydrated. */
  waiting: string | undefined;
  isHydrated: boolean;
  count: number;
  /** The rows that follow them, but are not rendered. */
  pending: number;
  children: ReactNode;
};

/** The server's rows that are not hydrated, or not in every window. */
function LaterRows({ id, waiting, isHydrated, count, pending, children }: LaterRowsProps) {
  return (
    <RowGroup
      id={id}
      className={waiting ? `${styles.rows} ${waiting}` : styles.rows}
      style={{ '--later-rows': count, '--pending-rows': pending } as CSSProperties}
      {...(isHydrated ? { children } : staticChildren(children))}
    />
  );
}

function PlainTableRows<Row>(props: PlainRowsProps<Row>) {
  const { rows, rowCount, servedCount, counts, changed, rowKey, laterId, offset, columns, interactive, active } = props;
  const { low, plain, hydrated } = counts;
  const render = (from: number, to?: number) =>
    rows
      .slice(from, to)
      .map((row, index) => (
        <TableRow
          key={rowKey(row, from + index)}
          row={row}
          index={from + index}
          style={undefined}
          offset={offset}
          columns={columns}
          interactive={interactive}
          active={active}
        />
      ));
  const isHydrated = hydrated > low;
  const below = interactive ? (isHydrated ? undefined : styles.later) : styles.below;
  const belowCount = Math.min(plain, servedCount) - low;
  return (
    <>
      <RowGroup
        className={styles.rows}
        style={changed === null ? undefined : ({ '--pending-rows': Math.max(0, rowCount - changed) } as CSSProperties)}
      >
        {render(0, changed ?? low)}
      </RowGroup>
      {changed === null && belowCount > 0 && (
        <LaterRows waiting={below} isHydrated={isHydrated} count={belowCount} pending={0}>
          {isHydrated && render(low, plain)}
        </LaterRows>
      )}
      {changed === null && (
        <LaterRows
          id={laterId}
          waiting={styles.later}
          isHydrated={false}
          count={Math.max(0, servedCount - plain)}
          pending={Math.max(0, rowCount - servedCount)}
        >
          {onServer && render(plain)}
        </LaterRows>
      )}
    </>
  );
}

/** Renders again only when its own rows or columns change. */
export const PlainRows = memo(PlainTableRows) as typeof PlainTableRows;
