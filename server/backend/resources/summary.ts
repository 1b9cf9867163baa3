/** A call beyond the specified ones: what happened in a period. */
import * as v from 'valibot';
import { summaryFields } from '../../../shared/api/summary.ts';
import * as messages from '../../../shared/messages.ts';
import { routeOf } from '../../../shared/routes.ts';
import { newSourcesMax } from '../../../shared/rules/limits.ts';
import { summarySections } from '../../../shared/rules/report-sections.ts';
import { isPeriod, periodEntries } from '../domain/feed-filter.ts';
import { parseViewQuery } from '../domain/saved-filter.ts';
import { summarise } from '../domain/summary.ts';
import { type Context, endpoint, existing } from '../http/endpoint.ts';
import { queryBoolean, queryId } from '../http/schema-fields.ts';
import { allPostsQuery } from '../reports/load-report.ts';
import { accountOf, type Identity } from '../rules/account.ts';
import { lowerBound, upperBound } from '../rules/days.ts';
import { checkNamedClient, clientId } from './clients/client.ts';
import { allPostsName, reportDownload, reportEntry, reportReply } from './report-download.ts';

const summaryEntries = { ...periodEntries, viewId: v.optional(queryId), clientId: v.optional(clientId) };
const summaryQuery = v.pipe(
  v.object({ ...summaryEntries, allSources: v.optional(queryBoolean) }),
  v.check((query) => isPeriod(query), messages.reversedDays),
);
const reportQuery = v.pipe(
  v.object({ ...summaryEntries, ...reportEntry }),
  v.check((query) => isPeriod(query), messages.reversedDays),
);

type Summed = Pick<Context, 'store' | 'now'> & {
  viewer: Identity;
  query: { viewId?: number | undefined; clientId?: string | undefined };
};

/** Whose posts are summed up, and the saved filter. Throws a 404 unless it is in their list. */
async function readChoice({ store, now, viewer, query: { viewId, clientId } }: Summed) {
  await checkNamedClient({ store, now }, viewer, clientId ?? null);
  const seen: Identity = clientId === undefined ? viewer : { type: 'client', clientId };
  const views = seen.type === 'client' || viewId !== undefined ? await store.views.list(accountOf(seen)) : [];
  return { seen, views, view: viewId === undefined ? null : existing(views.find((view) => view.viewId === viewId)) };
}

export const summary = [
  endpoint('GET', '/vknf/summary', 'signed-in', {
    summary:
      'What happened in a period, for all posts or a saved filter; an administrator may name a client, whose own account then counts',
    query: summaryQuery,
    reply: summaryFields,
    async handle({ store, config, viewer, now, query }) {
      const { seen, views, view } = await readChoice({ store, now, viewer, query });
      const { CONSOLE_TIME_ZONE: timeZone } = config;
      const period = { from: lowerBound(query.postDtFrom, timeZone), to: upperBound(query.postDtTo, timeZone) };
      const sourcesMax = query.allSources ? newSourcesMax.all : newSourcesMax.first;
      const chosen = { period, query: view && parseViewQuery(view.query), sourcesMax };
      return {
        ...(await summarise({ store, config }, seen, chosen, now)),
        filters: views.map(({ viewId, name, query }) => ({ id: viewId, name, query })),
      };
    },
  }),
  endpoint('GET', '/vknf/summary/report', 'signed-in', {
    summary: 'The same as a PDF or DOCX file, in base64',
    query: reportQuery,
    reply: reportReply,
    handle: reportDownload('summary', async ({ store, now, viewer, query }) => {
      const { seen, view } = await readChoice({ store, now, viewer, query });
      return {
        viewer: seen,
        title: routeOf('summary').title,
        filters: [
          view === null
            ? { name: allPostsName, query: allPostsQuery }
            : { name: view.name, query: parseViewQuery(view.query) },
        ],
        period: { from: query.postDtFrom, to: query.postDtTo },
        sections: Object.keys(summarySections) as (keyof typeof summarySections)[],
        hasLinks: seen === viewer,
      };
    }),
  }),
];
