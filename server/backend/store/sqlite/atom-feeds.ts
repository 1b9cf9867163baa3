/** Atom feeds of views and rules in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { AlertsStore, AtomFeed } from '../alerts-store.ts';
import { describeRenewal, newNonce, sortFeeds } from '../atom-feed-rows.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

type FeedMethods = 'feeds' | 'findFeed' | 'renewFeed' | 'markFeedUsed';

const selectFeeds = `
  SELECT feed_id AS feedId, feed.account, feed.view_id AS viewId, feed.rule_id AS ruleId,
    coalesce(rule.name, views.name) AS title, views.query, nonce, used_at AS usedAt
  FROM atom_feeds feed LEFT JOIN alert_rules rule ON rule.rule_id = feed.rule_id
    JOIN views ON views.view_id = coalesce(feed.view_id, rule.view_id)`;

export function createAtomFeeds(db: DatabaseSync): Pick<AlertsStore, FeedMethods> {
  const ofAccount = db.prepare(`${selectFeeds} WHERE feed.account = ?`);
  const byId = db.prepare(`${selectFeeds} WHERE feed_id = ?`);
  const renew = db.prepare('UPDATE atom_feeds SET nonce = ?, used_at = NULL WHERE feed_id = ?');
  const use = db.prepare('UPDATE atom_feeds SET used_at = ? WHERE feed_id = ?');
  const record = createJournalWriter(db);

  return {
    feeds: async (account) => sortFeeds(ofAccount.all(account) as AtomFeed[]),
    findFeed: async (feedId) => (byId.get(feedId) as AtomFeed | undefined) ?? null,
    renewFeed: async (feed, by = null) =>
      transaction(db, () => {
        renew.run(newNonce(), feed.feedId);
        const { action, object } = describeRenewal(feed);
        record(by, action, object);
      }),
    markFeedUsed: async (feedId, now) => void use.run(now, feedId),
  };
}
