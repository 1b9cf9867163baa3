/**
 * The number of posts over time: a chart whose bars are links, what it shows in words, and the same as a table
 * (docs/product.md, section 18).
 */

import type { ReactElement } from 'react';
import styles from '../../client/styles/feed-overview.module.css';
import type { Histogram, HistogramUnit } from '../../shared/api/analytics.ts';
import { formatNumber } from '../../shared/format.ts';
import { dayOf, formatPostsQuery, isTime, type PostsQuery } from '../../shared/pages/posts-query.ts';
import { ChartFigure, ChartTable } from '../charts/chart-figure.tsx';
import { type Bounds, type TimeAxis, type TimeRow, timeAxis, unitTexts } from '../charts/time-axis.ts';
import { BarChart } from '../charts/time-charts.tsx';

/** Of two bounds, returns the one that leaves less: the later one of lower bounds. A time leaves less than its day. */
function narrower(own: string, filter: string, lower: boolean): string {
  if (filter === '') return own;
  if (isTime(own) && isTime(filter)) return Date.parse(filter) > Date.parse(own) === lower ? filter : own;
  if (dayOf(own) === dayOf(filter)) return isTime(filter) ? filter : own;
  return dayOf(filter) > dayOf(own) === lower ? filter : own;
}

/** Keeps the other filters. A view is left, because the link selects other posts. */
function hrefOf(query: PostsQuery, bounds: Bounds): string {
  const from = narrower(bounds.from, query.from, true);
  const to = narrower(bounds.to, query.to, false);
  return formatPostsQuery({ ...query, from, to, view: null, page: 1 });
}

const histogramAxis = (histogram: Histogram, query: PostsQuery, timeZone: string): TimeAxis =>
  timeAxis(histogram, (bounds) => hrefOf(query, bounds), timeZone);

/** `copies` is null when the backend does not distinguish copies from other posts. */
type CopiesIncluded = boolean | null;

/** A story counts once in each bar, so the sum of the bars may be higher than the total of the feed. */
function findingOf(rows: readonly TimeRow[], unit: HistogramUnit, copies: CopiesIncluded): string {
  const { per, within } = unitTexts[unit];
  const sum = rows.reduce((total, { value }) => total + value, 0);
  const peak = rows.reduce((best, row) => (row.value > best.value ? row : best));
  const note = { true: ' С повторами.', false: ` Без повторов в пределах ${within}.`, null: '' }[`${copies}`];
  return `Всего ${per}: ${formatNumber(sum)}. Больше всего — ${peak.name}.${note}`;
}

const RowsTable = ({ rows, unit }: { rows: readonly TimeRow[]; unit: HistogramUnit }) => (
  <ChartTable
    heads={[unitTexts[unit].column, 'Посты']}
    rows={rows.map(({ title, value, href }) => ({ title, href, cells: [{ value }] }))}
  />
);

type HistogramFigureProps = {
  histogram: Histogram;
  query: PostsQuery;
  copies: CopiesIncluded;
  timeZone: string;
  /** The button that hides the figure. */
  toggle: ReactElement;
};

/** Null when the filters match no post. On narrow screens the figure opens from its summary. */
export function HistogramFigure({ histogram, query, copies, timeZone, toggle }: HistogramFigureProps) {
  const { unit } = histogram;
  const { rows, columns, labelOf } = histogramAxis(histogram, query, timeZone);
  if (rows.length === 0) return null;
  const name = `Посты ${unitTexts[unit].per}`;
  return (
    <details className={styles.fold}>
      <summary>{name}</summary>
      <ChartFigure
        name={name}
        finding={findingOf(rows, unit, copies)}
        tools={toggle}
        table={<RowsTable rows={rows} unit={unit} />}
      >
        <BarChart bars={rows} columns={columns} labelOf={labelOf} />
      </ChartFigure>
    </details>
  );
}
