/** The call of the capability `cards` for the card of a source. */
import * as v from 'valibot';
import { unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { queryInteger, time, total } from '../http/schema-fields.ts';
import { toScope } from '../posts/post-scope.ts';
import type { Identity } from '../rules/account.ts';
import { accountOf } from '../rules/account.ts';
import { toTimeOrNull } from '../rules/reply-values.ts';
import type { Store } from '../store/store.ts';
import { presentOwner } from './present-owner.ts';
import { ownerReply } from './schemas.ts';

const mute = v.strictObject({ MuteID: v.number(), Removable: v.boolean() });

/** See `OwnerCard` of shared/api/owner-card.ts. */
const ownerCardReply = v.strictObject({
  Owner: ownerReply,
  FirstPostAt: v.nullable(time),
  LastPostAt: v.nullable(time),
  Stories: total,
  Rows: total,
  Mute: v.nullable(mute),
});

/** A source of imported posts that came without it. */
const unnamed = { ownerType: '', name: null, domain: null, photoUrl: null };

/** The viewer's own mute of the source. A client cannot remove what an administrator has hidden for it. */
async function findMute(
  { mutes }: Store,
  viewer: Identity,
  ownerId: number,
): Promise<v.InferOutput<typeof mute> | null> {
  const account = accountOf(viewer);
  const own = (await mutes.list(account)).find(
    (candidate) => candidate.account === account && candidate.kind === 'owner' && candidate.targetId === ownerId,
  );
  return own ? { MuteID: own.muteId, Removable: viewer.type === 'admin' || own.clientId === null } : null;
}

export const ownerCard = endpoint({
  method: 'GET',
  path: '/vknf/owners/card',
  access: 'signed-in',
  summary: 'A source with the totals and times of its posts that the viewer sees in the feed, and whether it is muted',
  query: v.object({ ownerId: queryInteger }),
  reply: ownerCardReply,
  handle: async ({ store, config, viewer, query: { ownerId } }) => {
    const scope = toScope(viewer, config.CONSOLE_TIME_ZONE, { ownerId });
    const [stored, dates, stories, rows, ownMute] = await Promise.all([
      store.owners.find(ownerId, viewer.type === 'client' ? accountOf(viewer) : null),
      store.posts.dates(viewer, scope),
      store.posts.count(viewer, { ...scope, hideCopies: true }),
      store.posts.count(viewer, scope),
      findMute(store, viewer, ownerId),
    ]);
    if (!stored && rows === 0 && !ownMute) throw unknownId();
    return {
      Owner: presentOwner(stored ?? { ...unnamed, ownerId }),
      FirstPostAt: toTimeOrNull(dates.min),
      LastPostAt: toTimeOrNull(dates.max),
      Stories: stories,
      Rows: rows,
      Mute: ownMute,
    };
  },
});
