/** Atom feeds of views and rules in PostgreSQL. */

import { foldText } from '../../../../shared/rules/word.ts';
import { dayMs } from '../../../platform/durations.ts';
import { addressKey } from '../../../platform/sign-in-key.ts';
import { clientOf } from '../../rules/account.ts';
import type { AlertsStore, AtomFeed } from '../alerts-store.ts';
import { addressesPerDay, foreignUse, newNonce, renewalOf, sortFeeds } from '../atom-feed-rows.ts';
import { type Author, recordChange } from '../journal.ts';
import type { Db } from '../port.ts';

type FeedMethods = 'feeds' | 'findFeed' | 'renewFeed' | 'markFeedUsed' | 'recordFeedUse';

const selectFeeds = `
  SELECT feed_id, feed.account, feed.view_id, feed.rule_id, coalesce(rule.name, views.name) AS title, views.query, nonce,
    used_at, revoked
  FROM atom_feeds feed LEFT JOIN alert_rules rule ON rule.rule_id = feed.rule_id
    JOIN views ON views.view_id = coalesce(feed.view_id, rule.view_id)`;

export const removeFeedOfRule = (db: Db, ruleId: number) => db.run('DELETE FROM atom_feeds WHERE rule_id = $1', ruleId);

/** The addresses from which the account has signed in. */
async function knownAddresses(db: Db, account: string): Promise<string[]> {
  const sql = "SELECT username FROM administrators WHERE 'admin:' || admin_id = $1";
  const who = clientOf(account) ?? (await db.row<{ username: string }>(sql, account))?.username ?? '';
  const signIns = await db.rows<{ address: string }>(
    "SELECT DISTINCT address FROM journal WHERE action = 'sign-in' AND who_folded = $1",
    foldText(who),
  );
  return signIns.map(({ address }) => addressKey(address));
}

async function recordUse(db: Db, feed: AtomFeed, by: Author): Promise<void> {
  const address = addressKey(by.address);
  const changes = await db.run(
    `INSERT INTO atom_uses AS known (feed_id, address, day) SELECT $1::bigint, $2, $3::bigint
     WHERE (SELECT count(*) FROM atom_uses WHERE feed_id = $1 AND day = $3) < $4
     ON CONFLICT (feed_id, address) DO UPDATE SET day = excluded.day WHERE known.day < excluded.day`,
    ...[feed.feedId, address, Math.floor(by.at / dayMs), addressesPerDay],
  );
  const isOther = changes > 0 && !(await knownAddresses(db, feed.account)).includes(address);
  if (isOther) await recordChange(db, by, 'feed-read', foreignUse(feed));
}

export const createAtomFeeds = (db: Db): Pick<AlertsStore, FeedMethods> => ({
  feeds: async (account) => sortFeeds(await db.rows<AtomFeed>(`${selectFeeds} WHERE feed.account = $1`, account)),
  findFeed: (feedId) => db.row<AtomFeed>(`${selectFeeds} WHERE feed_id = $1`, feedId),
  renewFeed: (feed, by = null) =>
    db.transaction(async (tx) => {
      await tx.run(
        'UPDATE atom_feeds SET nonce = $1, used_at = NULL, revoked = false WHERE feed_id = $2',
        newNonce(),
        feed.feedId,
      );
      const { action, event } = renewalOf(feed);
      await recordChange(tx, by, action, event);
    }),
  recordFeedUse: (feed, by) => db.transaction((tx) => recordUse(tx, feed, by)),
  markFeedUsed: async (feedId, now) =>
    void (await db.run('UPDATE atom_feeds SET used_at = $1 WHERE feed_id = $2', now, feedId)),
});
