/** Calls to list and add sources (owners), for every signed-in user. */

import * as v from 'valibot';
import { ownerCardFields } from '../../../shared/api/owners.ts';
import { listedOwnerFields, ownerFields, ownerSortColumns } from '../../../shared/fields/owners.ts';
import * as messages from '../../../shared/messages.ts';
import { listSearchMax, ownersPageSize } from '../../../shared/rules/limits.ts';
import {
  ownerDomainError,
  ownerNameError,
  ownerPhotoError,
  ownerTextMax,
  ownerTypeError,
} from '../../../shared/rules/owner.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { viewingOf } from '../domain/feed-filter.ts';
import { type Context, endpoint, existing } from '../http/endpoint.ts';
import { pageOf } from '../http/reply.ts';
import {
  maxLimit,
  pageEntries,
  queryInteger,
  requiredMessages,
  rule,
  text,
  totalReply,
} from '../http/schema-fields.ts';
import { accountOf, clientOf, type Identity, sharedAccountOf } from '../rules/account.ts';
import { lastDaysWindow } from '../rules/days.ts';
import type { OwnerRow, OwnersQuery } from '../store/owners.ts';
import { noFilters, withFilters } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import { exportEntry, exported } from './journal.ts';
import { loadWall } from './walls.ts';

/** Without `OwnerID` the backend assigns the next free one. Groups of the social network have negative IDs. */
const ownerBody = v.object(
  {
    OwnerID: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.notValue(0)))),
    OwnerType: v.pipe(text(ownerTextMax.OwnerType), rule(ownerTypeError)),
    Name: v.pipe(text(ownerTextMax.Name), rule(ownerNameError)),
    Domain: v.optional(v.nullable(v.pipe(text(ownerTextMax.Domain), rule(ownerDomainError)))),
    PhotoURL: v.optional(v.nullable(v.pipe(text(ownerTextMax.PhotoURL), rule(ownerPhotoError)))),
  },
  requiredMessages({ OwnerType: messages.chooseType, Name: messages.enterTitle }),
);

const toFields = ({ ownerId: id, ownerType: type, ...owner }: OwnerRow) => ({ ...owner, id, type });

/** A client does not see sources that other clients have added. */
export const clientScope = (viewer: Identity): string | null =>
  viewer.type === 'client' ? sharedAccountOf(viewer) : null;

const recentDays = 30;

/** A page of sources, with counts of the posts that the viewer sees in the feed, copies included. */
async function listOwners(
  { store, config, viewer, now }: Pick<Context, 'store' | 'config' | 'now'> & { viewer: Identity },
  page: OwnersQuery,
) {
  const account = clientScope(viewer);
  const timeZone = config.CONSOLE_TIME_ZONE;
  const viewing = viewingOf(viewer, { ...noFilters, ...lastDaysWindow(recentDays, now, timeZone) });
  const load = async (ids: number[] | null) => {
    const figures = await store.posts.ownerFigures(viewer, viewing, ids);
    return new Map(
      figures.map(({ ownerId, rows, stories }) => [
        ownerId,
        { recentPosts: rows, copies: Math.round((100 * (rows - stories)) / rows) },
      ]),
    );
  };
  const sorted = { recent_posts: 'recentPosts', copies_percent: 'copies' } as const;
  const by = page.orderBy in sorted ? sorted[page.orderBy as keyof typeof sorted] : null;
  const all = by && (await load(null));
  const places = all && { figures: new Map([...all].map(([id, figures]) => [id, figures[by]])) };
  const [rows, total] = await Promise.all([
    store.owners.list({ ...page, ...places }, account),
    store.owners.count(account, page.search),
  ]);
  const ids = rows.map(({ ownerId }) => ownerId);
  const figures = all ?? (await load(ids));
  const followed = await store.collection.followedWalls(ids, clientOf(accountOf(viewer)), now);
  const wallOf = new Map(
    followed.map(({ ownerId, withComments, isClosed, readAt }) => {
      const wall = isClosed ? 'closed' : withComments ? 'comments' : 'followed';
      return [ownerId, { wall, wallLagMs: readAt === null ? null : Math.max(0, now - readAt) } as const];
    }),
  );
  const none = { recentPosts: 0, copies: 0 };
  const noWall = { wall: 'none', wallLagMs: null } as const;
  return {
    rows: rows.map((row) => ({
      ...toFields(row),
      ...(figures.get(row.ownerId) ?? none),
      ...(wallOf.get(row.ownerId) ?? noWall),
    })),
    total,
  };
}

/** `limit`: the default length of a page. */
const ownersEndpoint = (path: string, summary: string, limit: number) =>
  endpoint('GET', path, 'signed-in', {
    summary,
    query: v.object({
      ...pageEntries(ownerSortColumns.own, { limit, column: 'owner_id', direction: 'ASC' }),
      search: v.optional(text(listSearchMax), ''),
      ...exportEntry,
    }),
    reply: pageOf('owners', listedOwnerFields),
    handle: exported('owners', (context) => listOwners(context, context.query)),
  });

/** Used for a source that was not imported with its posts. */
const unnamed = { ownerType: '', name: null, domain: null, photoUrl: null };

/** The viewer's own mute of the source. A client cannot remove a mute that an administrator made for it. */
async function findMute({ mutes }: Store, viewer: Identity, ownerId: number) {
  const accounts = [accountOf(viewer), sharedAccountOf(viewer)];
  const own = (await mutes.list(accountOf(viewer))).find(
    ({ account, kind, targetId }) => accounts.includes(account) && kind === 'owner' && targetId === ownerId,
  );
  return own ? { id: own.muteId, removable: viewer.type === 'admin' || own.clientId === null } : null;
}

const ownerCard = endpoint('GET', '/vknf/owners/card', 'signed-in', {
  summary: 'A source with the totals and times of its posts that the viewer sees in the feed, and whether it is muted',
  query: v.object({ ownerId: queryInteger }),
  reply: ownerCardFields,
  handle: async ({ store, config, viewer, now, query: { ownerId } }) => {
    const viewing = viewingOf(viewer, { ...noFilters, owner: ownerId });
    const [stored, dates, stories, rows, mute, usualViews, wall] = await Promise.all([
      store.owners.find(ownerId, clientScope(viewer)),
      store.posts.dates(viewer, viewing, now),
      store.posts.count(viewer, withFilters(viewing, { copies: false })),
      store.posts.count(viewer, viewing),
      findMute(store, viewer, ownerId),
      store.posts.usualViews(ownerId),
      loadWall({ store, config, viewer, now }, ownerId),
    ]);
    if (!stored && rows === 0 && !mute) throw unknownId();
    return {
      owner: toFields(stored ?? { ...unnamed, ownerId }),
      firstPostAt: dates.min,
      lastPostAt: dates.max,
      stories,
      rows,
      mute,
      usualViews,
      wall,
    };
  },
});

export const owners = [
  ownerCard,
  ownersEndpoint('/vknf/owners', 'A list of sources', maxLimit),
  ownersEndpoint('/vknf/owners/details', 'A page of sources', ownersPageSize),
  endpoint('GET', '/vknf/owners/count', 'signed-in', {
    summary: 'The number of sources',
    reply: totalReply,
    handle: async ({ store, viewer }) => ({ total: await store.owners.count(clientScope(viewer)) }),
  }),
  endpoint('GET', '/vknf/owners/{id}', 'signed-in', {
    summary: 'One source',
    params: v.object({ id: queryInteger }),
    reply: ownerFields,
    handle: async ({ store, viewer, params }) =>
      toFields(existing(await store.owners.find(params.id, clientScope(viewer)))),
  }),
  endpoint('POST', '/vknf/owners/create', 'editor', {
    keyScope: 'load',
    summary: 'Adds a source. One that a client adds is visible only to it and to administrators until it has a post',
    body: ownerBody,
    reply: ownerFields,
    status: 201,
    handle: async ({ store, config, viewer, by, body }) => {
      const fields = {
        ownerId: body.OwnerID ?? null,
        ownerType: body.OwnerType,
        name: body.Name,
        domain: body.Domain || null,
        photoUrl: body.PhotoURL || null,
        addedBy: sharedAccountOf(viewer),
      };
      const max = config.LIMIT_SOURCES;
      const created = await store.owners.create(fields, by, max);
      if (created.outcome === 'duplicate') throw conflict(messages.duplicateId);
      if (created.outcome === 'erased') throw conflict(messages.erasedOwner);
      if (created.outcome !== 'created') throw conflict(messages.tooManyOwners(max));
      return toFields(created.owner);
    },
  }),
  endpoint('POST', '/vknf/owners/delete', 'admin', {
    summary: 'Deletes a source without posts; 409 for one with posts',
    query: v.object({ id: queryInteger }),
    handle: async ({ store, by, query }) => {
      const outcome = await store.owners.delete(query.id, by);
      if (outcome === 'unknown') throw unknownId();
      if (outcome === 'confirmed') throw conflict(messages.ownerDeleteMissing);
    },
  }),
];
