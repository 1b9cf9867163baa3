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
export const describeRenewal = ({ ruleId, title }: AtomFeed) =>
  ruleId === null
    ? ({ action: 'view-changed', object: `Фильтр «${title}»: отозвана ссылка Atom` } as const)
    : ({ action: 'rule-changed', object: `Правило «${title}»: отозвана ссылка Atom` } as const);

/** More addresses a day are not recorded, so that a link that many people know does not fill the journal. */
export const addressesPerDay = 20;

/** The journal's record of a use from another address than the account's. */
export function describeUse({ ruleId, title, account }: AtomFeed): string {
  const clientId = clientOf(account);
  const feed = ruleId === null ? `Фильтр «${title}»` : `Правило «${title}»`;
  return clientId === null ? feed : `${feed}, клиент ${clientId}`;
}

/** Inside the transaction that changes the password. */
export const revokeFeeds = (db: Db, account: string): Promise<number> =>
  db.run('UPDATE atom_feeds SET revoked = true WHERE account = $1', account);
