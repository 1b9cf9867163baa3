/** A call beyond the specified ones: what happened in a period. */
import * as v from 'valibot';
import { summaryFields } from '../../../shared/api/summary.ts';
import * as messages from '../../../shared/messages.ts';
import { newSourcesMax } from '../../../shared/rules/limits.ts';
import { isPeriod, periodEntries } from '../domain/feed-filter.ts';
import { summarise } from '../domain/summary.ts';
import { endpoint } from '../http/endpoint.ts';
import { queryBoolean, queryId } from '../http/schema-fields.ts';
import type { Identity } from '../rules/account.ts';
import { lowerBound, upperBound } from '../rules/days.ts';
import { checkNamedClient, clientId } from './clients/client.ts';

const summaryQuery = v.pipe(
  v.object({
    ...periodEntries,
    viewId: v.optional(queryId),
    clientId: v.optional(clientId),
    allSources: v.optional(queryBoolean),
  }),
  v.check((query) => isPeriod(query), messages.reversedDays),
);

export const summary = [
  endpoint('GET', '/vknf/summary', 'signed-in', {
    summary:
      'What happened in a period, for all posts or a saved filter; an administrator may name a client, whose own account then counts',
    query: summaryQuery,
    reply: summaryFields,
    async handle({ store, config, viewer, now, query }) {
      await checkNamedClient({ store, now }, viewer, query.clientId ?? null);
      const seen: Identity = query.clientId === undefined ? viewer : { type: 'client', clientId: query.clientId };
      const { CONSOLE_TIME_ZONE: timeZone } = config;
      const period = { from: lowerBound(query.postDtFrom, timeZone), to: upperBound(query.postDtTo, timeZone) };
      const sourcesMax = query.allSources ? newSourcesMax.all : newSourcesMax.first;
      return await summarise({ store, config }, seen, { period, viewId: query.viewId ?? null, sourcesMax }, now);
    },
  }),
];
