/** A figure: its name, a finding in words, the chart, its legend, and the same data as a table. */
import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { standoutsHref, standoutsTitle } from '../../shared/page-names.ts';
import barStyles from '../styles/bar-chart.module.css';
import styles from '../styles/chart-figure.module.css';
import { Hatching } from './chart-frame.tsx';

/** A count has no link when there are no posts to show, or when the title of its row is the link. Null: not measured. */
type TableCell = { value: number | null; href?: string | undefined };

/** `note`: a text in a separate column; `link`: a link in another one. */
type TableRow = {
  title: string;
  href?: string;
  cells: readonly TableCell[];
  note?: string | undefined;
  link?: { text: string; href: string } | undefined;
};

const linked = (text: string, href: string | undefined) => (href === undefined ? text : <a href={href}>{text}</a>);

/** The column of links that say what stands out in a bar. */
export const comparedHead = 'Сравнение';

/** See `whyHref` of a bar chart. */
export const linkToStandouts = (whyHref: string | null, from: string) =>
  whyHref === null ? undefined : { text: standoutsTitle, href: standoutsHref(whyHref, from) };

/** `heads` names the title and the columns. */
export function ChartTable({ heads, rows }: { heads: readonly string[]; rows: readonly TableRow[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className={head === comparedHead ? styles.comparison : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, href, cells, note, link }) => (
          <tr key={title}>
            <th scope="row">{linked(title, href)}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{linked(cell.value === null ? '—' : formatNumber(cell.value), cell.href)}</td>
            ))}
            {note !== undefined && <td>{note}</td>}
            {link !== undefined && <td className={styles.comparison}>{linked(link.text, link.href)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type LegendItem = { key: string; mark: ReactNode; text: ReactNode };

export const BarMark = () => (
  <svg aria-hidden="true" width="12" height="12">
    <path className={barStyles.mark} d="M0 0H12V12H0Z" />
  </svg>
);

export const PreviousMark = () => (
  <svg aria-hidden="true" width="12" height="12" className={barStyles.previous}>
    <path d="M0 6H12" />
  </svg>
);

export const HatchedMark = () => (
  <span className={styles.hatchedMark}>
    <Hatching stretches={[{ start: 0, end: 1 }]} columns={1} />
  </span>
);

export function ChartLegend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className={styles.legend}>
      {items.map(({ key, mark, text }) => (
        <li key={key}>
          {mark}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

type ChartFigureProps = {
  name: string;
  finding: ReactNode;
  /** Controls at the end of the caption. */
  tools?: ReactNode;
  /** The content of «Таблицей». */
  table?: ReactNode;
  /**
   * Prints the table, open or not, because the chart has no numbers. A `wide` table takes the whole page, other tables half of
   * it.
   */
  printsTable?: boolean | 'wide';
  children: ReactNode;
};

export function ChartFigure({ name, finding, tools, table, printsTable, children }: ChartFigureProps) {
  const classes = [styles.figure, printsTable && styles.withTable, printsTable === 'wide' && styles.wide];
  return (
    <figure aria-label={name} className={classes.filter(Boolean).join(' ')}>
      <figcaption>
        <strong>{name}</strong> <span>{finding}</span>
        {tools}
      </figcaption>
      {children}
      {table ? (
        <details className={styles.details}>
          <summary>Таблицей</summary>
          <div className={styles.scrolled}>{table}</div>
        </details>
      ) : (
        // Takes the same height as a closed table.
        <p aria-hidden="true" className={styles.details}>
          {'\u00a0'}
        </p>
      )}
    </figure>
  );
}
