/** The links of the bars of a histogram (docs/product.md, section 18). */
import type { Histogram } from '../../../shared/api/analytics.ts';
import { dayOf, formatPostsQuery, isTime, type PostsQuery } from '../../../shared/pages/posts-query.ts';
import { type Bounds, type TimeAxis, timeAxis } from '../../charts/time-axis.ts';

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

export const histogramAxis = (histogram: Histogram, query: PostsQuery, timeZone: string): TimeAxis =>
  timeAxis(histogram, (bounds) => hrefOf(query, bounds), timeZone);
