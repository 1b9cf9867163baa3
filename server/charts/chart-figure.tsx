/** A figure: its name, what it shows in words, the chart, and the same as a table. */
import type { ReactNode } from 'react';
import styles from '../../client/styles/chart-figure.module.css';

type ChartFigureProps = {
  name: string;
  finding: ReactNode;
  /** Controls at the end of the caption. */
  tools?: ReactNode;
  /** The content of «Таблицей». */
  table?: ReactNode;
  /** Prints the table, open or not: the chart has no numbers. A `wide` one takes the whole page, others half of it. */
  printsTable?: boolean | 'wide';
  children: ReactNode;
};

/** Takes the height of a closed table. */
const NoTable = () => (
  <p aria-hidden="true" className={styles.details}>
    {'\u00a0'}
  </p>
);

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
        <NoTable />
      )}
    </figure>
  );
}
