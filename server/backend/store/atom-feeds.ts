/** Atom feeds of views and of rules. Times are milliseconds since 1970. */
import { randomBytes } from 'node:crypto';
import { dayMs } from '../../../shared/durations.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { addressKey } from '../../platform/sign-in-key.ts';
import { clientOf } from '../rules/account.ts';
import { namedQuery } from '../rules/own-filter.ts';
import { type Author, type By, recordChange } from './journal.ts';
import { byFoldedName } from './page.ts';
import { createMethods, type Db, insertRow } from './port.ts';

/** A feed belongs to a view as one account sees it, or to a rule with the channel `atom`. Its token is derived from `nonce`. */
export type AtomFeed = {
  feedId: number;
  account: string;
  viewId: number | null;
  ruleId: number | null;
  title: string;
  /** The query of the view. */
  query: string;
  nonce: Uint8Array;
  usedAt: number | null;
  /**
   * The link no longer works, because the account's password or rights have changed and the link was not renewed since.
   */
  revoked: boolean;
};

/** Limits the addresses recorded per day, so that a widely shared link does not fill the journal. */
const addressesPerDay = 20;

const newNonce = (): Buffer => randomBytes(16);

/** Every view has a feed for each account that lists it. Every rule with the channel `atom` also has a feed. */
export const addFeed = (db: Db, { account, viewId, ruleId }: Pick<AtomFeed, 'account' | 'viewId' | 'ruleId'>) =>
  insertRow(db, 'atom_feeds', { account, viewId, ruleId, nonce: newNonce() }, 'feed_id');

export const removeFeedOfRule = (db: Db, ruleId: number) => db.run('DELETE FROM atom_feeds WHERE rule_id = $1', ruleId);

/** Runs inside the transaction that changes the password or the rights. */
export const revokeFeeds = (db: Db, account: string): Promise<number> =>
  db.run('UPDATE atom_feeds SET revoked = true WHERE account = $1', account);

async function readFeeds(db: Db, condition: string, value: unknown): Promise<AtomFeed[]> {
  const found = await db.rows<AtomFeed & { owner: string }>(`${selectFeeds} WHERE ${condition}`, value);
  return found.map(({ owner, ...feed }) => ({ ...feed, query: namedQuery(feed.query, owner) }));
}

const selectFeeds = `
  SELECT feed_id, feed.account, feed.view_id, feed.rule_id, coalesce(rule.name, views.name) AS title, views.query,
    views.account AS owner, nonce, used_at, revoked
  FROM atom_feeds feed LEFT JOIN alert_rules rule ON rule.rule_id = feed.rule_id
    JOIN views ON views.view_id = coalesce(feed.view_id, rule.view_id)`;

/** The feeds of views by title, then the feeds of rules. */
function sortFeeds(feeds: readonly AtomFeed[]): AtomFeed[] {
  const named = feeds.map((feed) => ({ ...feed, name: feed.title }));
  const sorted = named.sort(byFoldedName('feedId')).map(({ name: _, ...feed }) => feed);
  return [...sorted.filter(({ ruleId }) => ruleId === null), ...sorted.filter(({ ruleId }) => ruleId !== null)];
}

/** Replaces the link of the feed; the former one stops working. Returns false if the feed is gone. */
async function renewFeed(db: Db, { feedId, ruleId, title }: AtomFeed, by: By = null): Promise<boolean> {
  const sql = 'UPDATE atom_feeds SET nonce = $1, used_at = NULL, revoked = false WHERE feed_id = $2';
  if ((await db.run(sql, newNonce(), feedId)) === 0) return false;
  const event = { of: 'feed', rule: ruleId !== null, name: title, clientId: null, revoked: true } as const;
  await recordChange(db, by, ruleId === null ? 'view-changed' : 'rule-changed', event);
  return true;
}

/** `personTitle` as SQL on `people`. */
const titleOfPerson = "name || ' (' || login || ')'";

async function signInAddresses(db: Db, account: string): Promise<string[]> {
  const named = await db.value<string>(
    `SELECT username FROM administrators WHERE 'admin:' || admin_id = $1
     UNION ALL SELECT ${titleOfPerson} FROM people WHERE 'client:' || client_id || '/' || person_id = $1`,
    account,
  );
  const who = named ?? clientOf(account) ?? '';
  const signIns = "SELECT DISTINCT address FROM journal WHERE action = 'sign-in' AND who_folded = $1";
  return (await db.column<string>(signIns, foldText(who))).map(addressKey);
}

/**
 * Records in the journal that the feed was read from an address without a recorded sign-in of the account: once per feed,
 * address and day, for up to `addressesPerDay` addresses.
 */
async function recordFeedUse(db: Db, { feedId, account, ruleId, title }: AtomFeed, by: Author): Promise<void> {
  const address = addressKey(by.address);
  const changes = await db.run(
    `INSERT INTO atom_uses AS stored (feed_id, address, day) SELECT CAST($1 AS bigint), $2, CAST($3 AS bigint)
     WHERE (SELECT count(*) FROM atom_uses WHERE feed_id = $1 AND day = $3) < $4
     ON CONFLICT (feed_id, address) DO UPDATE SET day = excluded.day WHERE stored.day < excluded.day`,
    feedId,
    address,
    Math.floor(by.at / dayMs),
    addressesPerDay,
  );
  if (changes === 0 || (await signInAddresses(db, account)).includes(address)) return;
  await recordChange(db, by, 'feed-read', {
    of: 'feed',
    rule: ruleId !== null,
    name: title,
    clientId: clientOf(account),
  });
}

/** The feeds of the account's views and of its rules with the channel `atom`, by name. */
const feeds = async (db: Db, account: string): Promise<AtomFeed[]> =>
  sortFeeds(await readFeeds(db, 'feed.account = $1', account));

/** Null when the feed, its view, its rule or its account is gone. Its link may be revoked. */
const findFeed = async (db: Db, feedId: number): Promise<AtomFeed | null> =>
  (await readFeeds(db, 'feed_id = $1', feedId))[0] ?? null;

const markFeedUsed = (db: Db, feedId: number, now: number) =>
  db.run('UPDATE atom_feeds SET used_at = $1 WHERE feed_id = $2', now, feedId);

export const createAtomFeeds = (db: Db) =>
  createMethods(db, { feeds, findFeed, markFeedUsed }, { renewFeed, recordFeedUse });
