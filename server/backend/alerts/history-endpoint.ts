/** The call behind «Проверить на истории». */
import { badRequest } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import type { Finding } from '../rules/alerts/rule.ts';
import { toNullable, toTime } from '../rules/reply-values.ts';
import { searchTextError } from '../rules/search/search-query.ts';
import { findView } from '../views/find-view.ts';
import { parseViewQuery } from '../views/view-query.ts';
import { storiesOfView } from '../views/view-scope.ts';
import { findingHref } from './finding-href.ts';
import { findHistory } from './history.ts';
import { historyQuery, historyReply } from './schemas.ts';

const itemsMax = 20;

/** Null for several findings, whose posts no address shows. */
function hrefOf(query: string, findings: readonly Finding[], until: number, timeZone: string): string | null {
  const [finding, ...others] = findings;
  if (finding === undefined || others.length > 0) return null;
  if (finding.from !== null) return findingHref(query, finding, timeZone);
  const window = { from: finding.since + 1, to: finding.until + 1 };
  return findingHref(query, { ...finding, ...window, since: 0, until }, timeZone, { first: true });
}

export const historyCalls = [
  endpoint({
    method: 'GET',
    path: '/vknf/alerts/history',
    access: 'signed-in',
    summary: 'What a rule on a view of the viewer would have sent in the last 30 days, the newest 20 messages first',
    query: historyQuery,
    reply: historyReply,
    handle: async ({ store, config, viewer, now, query: { viewId, ...rule } }) => {
      const view = await findView({ store }, viewer, viewId);
      const timeZone = config.CONSOLE_TIME_ZONE;
      const scope = storiesOfView(viewer, timeZone, view.query);
      if (scope === null) throw badRequest(searchTextError(parseViewQuery(view.query).text) ?? undefined);
      const messages = await findHistory({ store, viewer, scope, rule, now, timeZone });
      const until = await store.alerts.newestArrival();
      return {
        Messages: messages.length,
        Posts: messages.reduce((sum, { count }) => sum + count, 0),
        items: messages
          .slice(-itemsMax)
          .reverse()
          .map(({ at, count, findings }) => ({
            At: toTime(at),
            Count: count,
            Usual: findings.at(-1)?.usual ?? null,
            Href: toNullable(hrefOf(view.query, findings, until, timeZone)),
          })),
      };
    },
  }),
];
