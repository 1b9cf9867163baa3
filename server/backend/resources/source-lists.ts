/** Adds sources by their addresses in the network. */
import * as v from 'valibot';
import { type SourceOutcome, sourceLines } from '../../../shared/api/owners.ts';
import { dayMs } from '../../../shared/durations.ts';
import * as messages from '../../../shared/messages.ts';
import { sourceLinesMax } from '../../../shared/rules/limits.ts';
import { readSourceAddress, type SourceAddress } from '../../../shared/rules/source-address.ts';
import { conflict, forbidden } from '../../platform/app-error.ts';
import { type Context, endpoint, type FoundSource } from '../http/endpoint.ts';
import { plainText } from '../http/schema-fields.ts';
import { type Identity, roleOf, sharedAccountOf } from '../rules/account.ts';
import type { Author } from '../store/journal.ts';
import type { Resources } from '../store/store.ts';
import type { WallSwitches } from '../store/walls.ts';
import { clientScope } from './owners.ts';
import { wallLimitOf } from './walls.ts';

const listBody = v.object({
  // Also what is no address has an outcome of its own.
  Addresses: v.pipe(v.array(plainText), v.minLength(1), v.maxLength(sourceLinesMax)),
  Followed: v.optional(v.boolean(), false),
  Comments: v.optional(v.boolean(), false),
  EveryPost: v.optional(v.boolean(), false),
});
type Adding = Pick<Context, 'store' | 'config' | 'session' | 'now'> & { viewer: Identity; by: Author };

/** A list turns no switch off. Returns false when the client may not follow more walls. */
async function follow(
  { collection }: Resources,
  adding: Adding,
  ownerId: number,
  switches: WallSwitches,
): Promise<boolean> {
  const { config, viewer, by, now } = adding;
  if (!switches.isFollowed || viewer.type !== 'client') return true;
  const wanted = {
    clientId: viewer.clientId,
    ownerId,
    isFollowed: true,
    comments: switches.comments || undefined,
    everyPost: switches.everyPost || undefined,
    storedSince: now - config.COMMENT_DAYS * dayMs,
    max: wallLimitOf(adding),
  };
  return (await collection.followWall(wanted, by)) !== 'too-many';
}

async function addSource(adding: Adding, found: FoundSource | null, switches: WallSwitches): Promise<SourceOutcome> {
  if (found === null) return 'missing';
  if (found.isClosed) return 'closed';
  const { store, config, viewer, by } = adding;
  const source = { ...found.owner, addedBy: sharedAccountOf(viewer) };
  return store.transaction(async (resources) => {
    const { owners } = resources;
    const known = await owners.find(source.ownerId, clientScope(viewer));
    const { outcome } = await owners.create(source, by, config.LIMIT_SOURCES);
    if (outcome === 'too-many') return 'full';
    if (outcome === 'erased') return 'erased';
    // The network confirms a source that only another client has added.
    if (!known && outcome === 'duplicate') await owners.save([found.owner]);
    if (!(await follow(resources, adding, source.ownerId, switches))) return 'limited';
    return known ? 'exists' : 'added';
  });
}

export const sourceLists = [
  endpoint('POST', '/vknf/owners/create/list', 'editor', {
    keyScope: 'load',
    summary:
      'Adds sources by their addresses in the network, and follows their walls, which only owners of a client may; the outcome of ' +
      'each line; 409 without a key, and while the network does not answer',
    body: listBody,
    reply: sourceLines,
    handle: async ({ store, config, session, viewer, by, now, findSources, body }) => {
      const { Followed, Comments: comments, EveryPost: everyPost } = body;
      const switches = { isFollowed: Followed || comments || everyPost, comments, everyPost };
      const mayFollow = viewer.type === 'client' && roleOf(viewer) === 'owner' && !session.key;
      if (switches.isFollowed && !mayFollow) throw forbidden();
      if (!findSources) throw conflict(messages.collectionOff);
      const addresses = body.Addresses.map(readSourceAddress);
      const known = addresses.filter((address): address is SourceAddress => address !== null);
      const found = await findSources(known);
      const lines: { outcome: SourceOutcome }[] = [];
      for (const address of addresses) {
        const source = address === null ? undefined : (found[known.indexOf(address)] ?? null);
        const adding = { store, config, session, viewer, by, now };
        lines.push({ outcome: source === undefined ? 'unread' : await addSource(adding, source, switches) });
      }
      return { lines };
    },
  }),
];
