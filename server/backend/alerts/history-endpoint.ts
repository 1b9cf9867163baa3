/** The call behind «Проверить на истории». */
import { badRequest } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { toTime } from '../http/schema-fields.ts';
import { searchTextError } from '../search/search-query.ts';
import { findView } from '../views/find-view.ts';
import { parseViewQuery } from '../views/view-query.ts';
import { storiesOfView } from '../views/view-scope.ts';
import { findingHref } from './finding-href.ts';
import { findHistory } from './history.ts';
import { historyQuery, historyReply } from './schemas.ts';

const itemsMax = 20;

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
      return {
        Messages: messages.length,
        Posts: messages.reduce((sum, { count }) => sum + count, 0),
        items: messages
          .slice(-itemsMax)
          .reverse()
          .map((message) => ({
            At: toTime(message.at),
            Count: message.count,
            Usual: message.usual,
            Href: findingHref(view.query, message, timeZone),
          })),
      };
    },
  }),
];
