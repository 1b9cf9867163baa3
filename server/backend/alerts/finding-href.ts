/** The address of the feed with exactly the posts of a finding. */
import { formatPostsQuery } from '../../../shared/posts-query.ts';
import { pathOf } from '../../../shared/routes.ts';
import { formatOffset, zoneOffset } from '../../platform/zone-offset.ts';
import type { Finding } from '../rules/alerts/rule.ts';
import { lowerBound, upperBound } from '../rules/days/day-bounds.ts';
import { parseViewQuery } from '../views/view-query.ts';

/** RFC 3339 in the zone, so that the feed's fields of days have the days of the zone. */
function localTime(time: number, timeZone: string): string {
  const offset = zoneOffset(time, timeZone);
  return new Date(time + offset).toISOString().replace('Z', formatOffset(offset));
}

/**
 * The path of the console, without BASE_PATH. `query` is the view's. The view's own dates hold too. `first`: of the stories between
 * `from` and `to` only those that were posted first then.
 */
export function findingHref(
  query: string,
  { since, until, from, to }: Finding,
  timeZone: string,
  { first = false } = {},
): string {
  const view = parseViewQuery(query);
  const isLater = from !== null && (view.from === '' || lowerBound(view.from, timeZone) < from);
  const isEarlier = to !== null && (view.to === '' || upperBound(view.to, timeZone) > to);
  const window = {
    from: isLater ? localTime(from, timeZone) : view.from,
    // The feed includes the last millisecond.
    to: isEarlier ? localTime(to - 1, timeZone) : view.to,
  };
  const exact = { copies: 'hide', unread: false, since, until, first, story: null, view: null, page: 1 } as const;
  return pathOf('posts') + formatPostsQuery({ ...view, ...window, ...exact });
}
