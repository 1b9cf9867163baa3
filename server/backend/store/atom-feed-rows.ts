/** Atom feeds, as both engines store and list them. */
import { randomBytes } from 'node:crypto';
import { clientOf } from '../rules/account.ts';
import type { AtomFeed } from './alerts-store.ts';
import { byFoldedName } from './by-folded-name.ts';
import type { Db } from './port.ts';

export const newNonce = (): Buffer => randomBytes(16);

/** The feeds of views by title, then those of rules. */
export function sortFeeds(feeds: readonly AtomFeed[]): AtomFeed[] {
  const named = feeds.map((feed) => ({ ...feed, name: feed.title }));
  const sorted = named.sort(byFoldedName('feedId')).map(({ name: _, ...feed }) => feed);
  return [...sorted.filter(({ ruleId }) => ruleId === null), ...sorted.filter(({ ruleId }) => ruleId !== null)];
}

/** The journal's record of a new link. */
export const renewalOf = ({ ruleId, title }: AtomFeed) =>
  ({
    action: ruleId === null ? 'view-changed' : 'rule-changed',
    event: { of: 'feed', rule: ruleId !== null, name: title, clientId: null, revoked: true },
  }) as const;

/** More addresses a day are not recorded, so that a link that many people know does not fill the journal. */
export const addressesPerDay = 20;

/** The journal's record of a use from another address than the account's. */
export const foreignUse = ({ ruleId, title, account }: AtomFeed) =>
  ({ of: 'feed', rule: ruleId !== null, name: title, clientId: clientOf(account) }) as const;

/** Inside the transaction that changes the password. */
export const revokeFeeds = (db: Db, account: string): Promise<number> =>
  db.run('UPDATE atom_feeds SET revoked = true WHERE account = $1', account);

/** Every view has a feed for each account that has it in its list, and so has every rule of the channel atom. */
export const addFeed = (db: Db, { account, viewId, ruleId }: Pick<AtomFeed, 'account' | 'viewId' | 'ruleId'>) =>
  db.run(
    'INSERT INTO atom_feeds (account, view_id, rule_id, nonce) VALUES ($1, $2, $3, $4)',
    ...[account, viewId, ruleId, newNonce()],
  );
