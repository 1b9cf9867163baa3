/** The histogram above the feed: a bar per hour, day or month, each a link to its posts. */

import { useRef } from 'react';
import { type Histogram as Bars, type HistogramUnit, loadHistogram } from '../../shared/api/analytics.ts';
import { formatNumber } from '../../shared/format.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { dayOf, isTime, type PostsQuery } from '../../shared/pages/post-filters.ts';
import { formatPostsQuery, hasReversedDays, hidesCopies, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { type Bounds, unitTexts } from '../../shared/rules/time-units.ts';
import { type Bar, BarChart } from '../charts/bar-chart.tsx';
import { ChartFigure, ChartTable, comparedHead, linkToStandouts } from '../charts/chart-figure.tsx';
import { timeAxis } from '../charts/time-axis.ts';
import { serverNow } from '../lib/clock.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { useFollowedReply } from '../lib/use-followed-reply.ts';

/** Returns the stricter of two bounds, which is the later one for lower bounds. A time is stricter than its day. */
function stricterBound(own: string, filter: string, lower: boolean): string {
  if (filter === '') return own;
  if (isTime(own) && isTime(filter)) return Date.parse(filter) > Date.parse(own) === lower ? filter : own;
  if (dayOf(own) === dayOf(filter)) return isTime(filter) ? filter : own;
  return dayOf(filter) > dayOf(own) === lower ? filter : own;
}

/** Keeps the other filters. Leaves the view, because the link selects other posts. */
function hrefOf(query: PostsQuery, bounds: Bounds): string {
  const from = stricterBound(bounds.from, query.from, true);
  const to = stricterBound(bounds.to, query.to, false);
  return formatPostsQuery({ ...query, from, to, view: null, page: 1 });
}

/** A story counts once in each bar, so that the sum of the bars may exceed the total of the feed. */
function findingOf(rows: readonly Bar[], unit: HistogramUnit, hasCopies: boolean): string {
  const { per, within } = unitTexts[unit];
  const sum = rows.reduce((total, { value }) => total + value, 0);
  const peak = rows.reduce((best, row) => (row.value > best.value ? row : best));
  const note = hasCopies ? ' С повторами.' : ` Без повторов в пределах ${within}.`;
  return `Всего ${per}: ${formatNumber(sum)}. Больше всего — ${peak.name}.${note}`;
}

type RowsTableProps = { rows: readonly Bar[]; unit: HistogramUnit; whyHref: string | null };

const RowsTable = ({ rows, unit, whyHref }: RowsTableProps) => (
  <ChartTable
    heads={[unitTexts[unit].column, 'Посты', ...(whyHref === null ? [] : [comparedHead])]}
    rows={rows.map(({ title, value, href, from }) => ({
      title,
      href,
      cells: [{ value }],
      link: linkToStandouts(whyHref, from),
    }))}
  />
);

type HistogramOptions = {
  query: PostsQuery;
  /** Null if the user hid the histogram. */
  first: Loaded<Bars> | null;
  hidden: boolean;
  /** The search text cannot be parsed. Its field shows the error. */
  unreadable: boolean;
  refreshes: number;
};

const noBars: Bars = { unit: 'day', bars: [] };

/**
 * Returns the bars and the query that they belong to: while others load, and while the search cannot be read, an earlier one.
 * Undefined: there are none yet.
 */
export function useHistogram({ query, first, hidden, unreadable, refreshes }: HistogramOptions) {
  const reach = useIslandContext();
  const isReversed = hasReversedDays(query);
  const call = hidden || unreadable || isReversed ? null : loadHistogram(postFiltersOf(query, reach), serverNow);
  const { data, error, loading, stale } = useFollowedReply(call, first, refreshes);
  const drawn = useRef(query);
  if (!stale && !unreadable) drawn.current = query;
  const isEmpty = isReversed || (unreadable && data === undefined);
  return { data: isEmpty ? noBars : hidden ? undefined : data, error: call && error, loading, query: drawn.current };
}

export function HistogramFigure({ bars, query }: { bars: Bars; query: PostsQuery }) {
  const { timeZone, basePath, ...reach } = useIslandContext();
  const { unit } = bars;
  const { rows, columns, labelOf } = timeAxis(bars, (bounds) => hrefOf(query, bounds), timeZone);
  if (rows.length === 0) return null;
  // A whole address, so that the feed does not follow the link by itself: the server explains.
  const whyHref = unit === 'month' ? null : `${basePath}/ldvknf/posts${formatPostsQuery({ ...query, page: 1 })}&why=`;
  return (
    <ChartFigure
      name={`Посты ${unitTexts[unit].per}`}
      finding={findingOf(rows, unit, !hidesCopies(query, reach))}
      table={<RowsTable rows={rows} unit={unit} whyHref={whyHref} />}
    >
      <BarChart bars={rows} columns={columns} labelOf={labelOf} whyHref={whyHref} />
    </ChartFigure>
  );
}
