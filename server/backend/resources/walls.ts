/** Which walls a client follows. */
import * as v from 'valibot';
import { dayMs } from '../../../shared/durations.ts';
import * as messages from '../../../shared/messages.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { queryInteger } from '../http/schema-fields.ts';
import { accountOf, clientOf, type Identity } from '../rules/account.ts';
import type { WallState } from '../store/walls.ts';
import { isConfigured } from './collection.ts';

const wallBody = v.object({
  OwnerID: v.pipe(v.number(), v.safeInteger(), v.notValue(0)),
  Followed: v.optional(v.boolean()),
  Comments: v.optional(v.boolean()),
  EveryPost: v.optional(v.boolean()),
});

type Loading = Pick<Context, 'store' | 'config' | 'now'> & { viewer: Identity };

const timesOf = (state: WallState | null) => ({
  readAt: state?.readAt ?? null,
  restUntil: state?.rest?.until ?? null,
  problem: state?.rest?.message ?? null,
  isIdle: state?.isIdle ?? false,
});

/** The wall of a source as the viewer sees it: a client is not told whether others follow the wall. */
export async function loadWall({ store, config, viewer, now }: Loading, ownerId: number) {
  const configured = await isConfigured({ store, config, now });
  const clientId = clientOf(accountOf(viewer));
  const state = await store.collection.wallState(ownerId, now, clientId);
  if (clientId === null) {
    const clients = state?.clients ?? [];
    const switches = { isFollowed: clients.length > 0, comments: state?.comments ?? false, everyPost: false };
    return { configured, ...switches, ...timesOf(state), clients };
  }
  const switches = await store.collection.wallSwitches(clientId, ownerId);
  return { configured, ...switches, ...timesOf(switches.isFollowed ? state : null), clients: [] };
}

/** How many walls the client may follow. An administrator who acts for it may exceed the limit. */
export const wallLimitOf = ({ session, config }: Pick<Context, 'session' | 'config'>): number =>
  session?.impersonation ? Number.POSITIVE_INFINITY : config.LIMIT_WALLS;

export const walls = [
  endpoint('POST', '/vknf/walls/follow', 'client-owner', {
    summary:
      'Sets whether the client follows the wall of a source, and whether it also gets comments and every post. Fields that are ' +
      'missing stay. Following ends when all are false. ' +
      '409 for more walls than the limit, which an administrator who acts for the client may exceed',
    body: wallBody,
    handle: async ({ store, config, viewer, session, by, now, body }) => {
      const max = wallLimitOf({ session, config });
      const wanted = {
        clientId: viewer.clientId,
        ownerId: body.OwnerID,
        isFollowed: body.Followed,
        comments: body.Comments,
        everyPost: body.EveryPost,
        storedSince: now - config.COMMENT_DAYS * dayMs,
        max,
      };
      const outcome = await store.collection.followWall(wanted, by);
      if (outcome === 'unknown') throw unknownId();
      if (outcome === 'too-many') throw conflict(messages.tooManyWalls(max));
    },
  }),
  endpoint('POST', '/vknf/walls/start', 'admin', {
    summary: 'Reads the wall of a source as soon as possible; 404 for a wall that nobody follows, 409 without a key',
    query: v.object({ ownerId: queryInteger }),
    handle: async ({ store, config, by, now, query: { ownerId } }) => {
      if (!(await isConfigured({ store, config, now }))) throw conflict(messages.collectionOff);
      if (!(await store.collection.requestWall(ownerId, by))) throw unknownId();
    },
  }),
];
