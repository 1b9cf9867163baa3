/**
 * Calls beyond the specified ones: saved views of the feed, which are filters with a name. Administrators also share them with
 * clients.
 */
import * as v from 'valibot';
import { sidebarFields, viewFields } from '../../../../shared/api/views.ts';
import * as messages from '../../../../shared/messages.ts';
import { hasRole } from '../../../../shared/roles.ts';
import { viewNameMax } from '../../../../shared/rules/view-limits.ts';
import { badRequest, forbidden } from '../../../platform/app-error.ts';
import { canonicalQuery, parseViewQuery, queryForClient, viewingOfQuery } from '../../domain/saved-filter.ts';
import { onAccess } from '../../http/access.ts';
import { type Context, endpoint, existing, savedId } from '../../http/endpoint.ts';
import { given, idQuery, plainText, requiredMessages, text } from '../../http/schema-fields.ts';
import { changeVersioned, hasAll, isVersion, seenVersion } from '../../http/versioned.ts';
import { accountOf, type Identity, roleOf, sharedAccountOf } from '../../rules/account.ts';
import { integer, presenterOf } from '../../rules/reply-values.ts';
import type { Saved } from '../../store/page.ts';
import { type ViewingSince, withFilters } from '../../store/posts-store.ts';
import type { Resources } from '../../store/store.ts';
import type { ViewRow } from '../../store/views.ts';
import { clientId, lockNamedClient } from '../clients/client.ts';

/** Much longer than every canonical query. In UTF-16 units. */
const queryMax = 4000;

const name = v.pipe(text(viewNameMax), v.minLength(1, messages.enterTitle));

/** `Query` is the query string of the feed; invalid filters are ignored, as on the page. */
const viewBody = v.object(
  {
    Name: name,
    Query: v.optional(v.pipe(plainText, v.maxLength(queryMax)), ''),
    ClientID: v.optional(v.nullable(clientId), null),
  },
  requiredMessages({ Name: messages.enterTitle }),
);
const viewSavedReply = v.strictObject({ ViewID: integer });

/** A missing name or query stays unchanged. */
const viewChange = v.object({
  Name: v.optional(name),
  Query: v.optional(viewBody.entries.Query.wrapped),
  Version: seenVersion,
});

/** The canonical query of a view of the account or, with `clientId`, of one that is shared with a client. */
async function canonicalFor(store: Pick<Resources, 'words'>, clientId: string | null, query: string) {
  const wanted = parseViewQuery(query);
  if (clientId !== null && wanted.assignee === 'me') throw badRequest(messages.sharedOwnFilter);
  return canonicalQuery(clientId === null ? wanted : await queryForClient(store, clientId, wanted));
}

function newStoriesOf(viewer: Identity, timeZone: string, { query, seenStory }: ViewRow): ViewingSince | null {
  const viewing = viewingOfQuery(viewer, timeZone, parseViewQuery(query));
  return viewing && withFilters(viewing, { since: seenStory });
}

/** The number of new stories of each view. */
async function countNew(
  viewer: Identity,
  timeZone: string,
  views: readonly ViewRow[],
  count: (viewings: readonly ViewingSince[]) => Promise<readonly number[]>,
): Promise<number[]> {
  const viewings = views.map((view) => newStoriesOf(viewer, timeZone, view));
  const counts = [...(await count(viewings.filter((viewing) => viewing !== null)))];
  return viewings.map((viewing) => (viewing === null ? 0 : (counts.shift() ?? 0)));
}

/** Locks the view. Throws a 403 for one that is shared with the viewer. */
async function lockOwnView({ views }: Resources, viewer: Identity, id: number): Promise<ViewRow> {
  const view = existing(await views.lock(accountOf(viewer), id));
  if (view.account !== accountOf(viewer)) throw forbidden();
  return view;
}

const toFields = (view: ViewRow, viewer: Identity, fresh: number) => ({
  ...view,
  id: view.viewId,
  editable: view.account === accountOf(viewer),
  pinned: view.pinnedAt !== null,
  fresh,
});
const present = presenterOf(viewFields);
/** Throws a 403 if rules or reports of the client use the view and the viewer may not change them. */
async function refuseForeignRules(
  { alerts, workRules, reports }: Pick<Resources, RuleStores>,
  viewer: Identity,
  viewId: number,
) {
  if (viewer.type === 'admin') return;
  const role = roleOf(viewer);
  const shared = sharedAccountOf(viewer);
  const ofAlerts = (await alerts.rulesOfView(viewId)).filter(({ account }) => account === shared);
  const ofWork = (await workRules.ofView(viewId)).filter(({ clientId }) => clientId === viewer.clientId);
  const ofReports = (await reports.ofView(viewId)).filter(({ account }) => account === shared);
  const foreign = [
    ...(hasRole(role, 'owner') ? [] : ofAlerts),
    ...(hasRole(role, 'editor') ? [] : [...ofWork, ...ofReports]),
  ];
  if (foreign.length > 0) throw forbidden(messages.viewOfRules(foreign.map(({ name }) => name)));
}
type RuleStores = 'alerts' | 'workRules' | 'reports';

const viewIdOf = (saved: Saved, max: number): number =>
  savedId(saved, { message: messages.viewExists, code: null }, messages.tooManyViews(max));

async function clientNameOf({ store, viewer, now }: Context & { viewer: Identity }): Promise<string> {
  return viewer.type === 'admin' ? '' : ((await store.clients.get(viewer.clientId, now))?.name ?? '');
}

export const views = [
  endpoint('GET', '/vknf/views', 'signed-in', {
    summary: 'The viewer’s views and those shared with the client, by name, and the name of the viewer’s client',
    reply: sidebarFields,
    handle: async (context) => {
      const { store, config, viewer, countNewStories, now } = context;
      const rows = await store.views.list(accountOf(viewer));
      const fresh = await countNew(viewer, config.CONSOLE_TIME_ZONE, rows, (viewings) =>
        countNewStories(store, viewer, viewings, now),
      );
      return {
        views: rows.map((view, index) => toFields(view, viewer, fresh[index] ?? 0)),
        total: rows.length,
        clientName: await clientNameOf(context),
      };
    },
  }),
  endpoint('POST', '/vknf/views/create', 'signed-in', {
    summary: 'Saves filters of the feed under a name. With ClientID, an administrator shares them with a client',
    body: viewBody,
    reply: viewSavedReply,
    status: 201,
    onAccess: true,
    handle: ({ viewer, body: { Name: name, Query, ClientID: clientId }, ...context }) => {
      const { config, by, now } = context;
      // A filter has Atom links: of the account and, when it is shared, of the people of the client.
      const readers = clientId === null ? [] : [{ type: 'client', clientId } as const];
      return onAccess(context, readers, async (resources) => {
        await lockNamedClient({ store: resources, now }, viewer, clientId);
        const query = await canonicalFor(resources, clientId, Query);
        const view = { account: accountOf(viewer), clientId, name, query };
        const max = config.LIMIT_VIEWS;
        return { ViewID: viewIdOf(await resources.views.create(view, now, by, max), max) };
      });
    },
  }),
  endpoint('POST', '/vknf/views/update', 'signed-in', {
    summary:
      'Changes the name or the filters of a view of the viewer. With Version, 409 if the view has another one: it was changed ' +
      'since',
    query: idQuery,
    body: viewChange,
    reply: viewSavedReply,
    handle: async ({ query: { id }, body: { Name, Query, Version }, ...context }) => {
      const { store, config, viewer, by } = context;
      return store.transaction(async (resources) => {
        const row = await lockOwnView(resources, viewer, id);
        await refuseForeignRules(resources, viewer, id);
        const query = Query === undefined ? undefined : await canonicalFor(resources, row.clientId, Query);
        const values = given({ name: Name, query });
        await changeVersioned(context, resources, {
          row,
          isDone: hasAll(values),
          isSeen: isVersion(Version),
          async present(view) {
            const [fresh = 0] = await countNew(viewer, config.CONSOLE_TIME_ZONE, [view], (viewings) =>
              resources.posts.countNewStories(viewer, viewings),
            );
            return present(toFields(view, viewer, fresh));
          },
          async apply() {
            viewIdOf(await resources.views.update(row, values, by), config.LIMIT_VIEWS);
            return resources.views.lock(row.account, id);
          },
        });
        return { ViewID: id };
      });
    },
  }),
  endpoint('POST', '/vknf/views/delete', 'signed-in', {
    summary: 'Deletes a view of the viewer, also for the client that it is shared with',
    query: idQuery,
    handle: ({ store, viewer, by, query: { id } }) =>
      store.transaction(async (resources) => {
        const row = await lockOwnView(resources, viewer, id);
        await refuseForeignRules(resources, viewer, id);
        existing(await resources.views.delete(row, by));
      }),
  }),
  endpoint('POST', '/vknf/views/pin', 'signed-in', {
    summary: 'Pins the view to the top of the viewer’s list, or unpins it',
    query: idQuery,
    body: v.object({ Pinned: v.boolean() }),
    handle: ({ store, viewer, now, query: { id }, body: { Pinned } }) =>
      store.transaction(async ({ views }) => {
        existing(await views.lock(accountOf(viewer), id));
        existing(await views.pin(id, accountOf(viewer), Pinned ? now : null));
      }),
  }),
  endpoint('POST', '/vknf/views/open', 'signed-in', {
    summary: 'The viewer opened the view: its new stories are counted from now on',
    query: idQuery,
    handle: ({ store, viewer, session, query: { id } }) =>
      store.transaction(async ({ views }) => {
        existing(await views.lock(accountOf(viewer), id));
        // An administrator who acts as a client does not read in the client's name.
        if (!session.impersonation) existing(await views.open(id, accountOf(viewer)));
      }),
  }),
];
