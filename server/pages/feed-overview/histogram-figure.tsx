/** The number of posts over time: a chart, what it shows in words, and the same as a table. */
import type { ReactElement } from 'react';
import styles from '../../../client/styles/feed-overview.module.css';
import type { Histogram, HistogramUnit } from '../../../shared/api/histogram.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { PostsQuery } from '../../../shared/posts-query.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { type HistogramRow, histogramRows } from './histogram-bars.ts';

const unitTexts: Record<HistogramUnit, { per: string; column: string; within: string }> = {
  hour: { per: 'по часам', column: 'Час', within: 'часа' },
  day: { per: 'по дням', column: 'День', within: 'дня' },
  month: { per: 'по месяцам', column: 'Месяц', within: 'месяца' },
};

/** `copies` is null when the backend does not tell copies from other posts. */
type CopiesIncluded = boolean | null;

/** A story counts once in each bar, so the sum of the bars may be higher than the total of the feed. */
function findingOf(rows: readonly HistogramRow[], unit: HistogramUnit, copies: CopiesIncluded): string {
  const { per, within } = unitTexts[unit];
  const [first] = rows;
  if (!first) return `Всего ${per}: 0.`;
  const sum = rows.reduce((total, { value }) => total + value, 0);
  const peak = rows.reduce((best, row) => (row.value > best.value ? row : best), first);
  const note = { true: ' С повторами.', false: ` Без повторов в пределах ${within}.`, null: '' }[`${copies}`];
  return `Всего ${per}: ${formatNumber(sum)}. Больше всего — ${peak.name}.${note}`;
}

function RowsTable({ rows, unit }: { rows: readonly HistogramRow[]; unit: HistogramUnit }) {
  return (
    <details className={styles.details}>
      <summary>Таблицей</summary>
      <div className={styles.scrolled}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{unitTexts[unit].column}</th>
              <th scope="col">Посты</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, value, href }) => (
              <tr key={title}>
                <th scope="row">
                  <a href={href}>{title}</a>
                </th>
                <td>{formatNumber(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Takes the height of a chart with its table closed, so that nothing moves when the filters match no post. */
function NoBars() {
  return (
    <>
      <BarChart bars={[]} columns={1} labelOf={() => '\u00a0'} />
      <p aria-hidden="true" className={styles.details}>
        {'\u00a0'}
      </p>
    </>
  );
}

type HistogramFigureProps = {
  histogram: Histogram;
  query: PostsQuery;
  copies: CopiesIncluded;
  timeZone: string;
  /** The button that hides the figure. */
  toggle: ReactElement;
};

export function HistogramFigure({ histogram, query, copies, timeZone, toggle }: HistogramFigureProps) {
  const { unit } = histogram;
  const { rows, columns, labelOf } = histogramRows(histogram, query, timeZone);
  const name = `Посты ${unitTexts[unit].per}`;
  return (
    <figure aria-label={name} className={styles.figure}>
      <figcaption>
        <strong>{name}</strong> <span>{findingOf(rows, unit, copies)}</span>
        {toggle}
      </figcaption>
      {rows.length > 0 ? (
        <>
          <BarChart bars={rows} columns={columns} labelOf={labelOf} />
          <RowsTable rows={rows} unit={unit} />
        </>
      ) : (
        <NoBars />
      )}
    </figure>
  );
}
