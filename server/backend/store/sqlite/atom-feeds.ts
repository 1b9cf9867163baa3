/** Atom feeds of views and rules in SQLite. */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AlertsStore, AtomFeed } from '../alerts-store.ts';
import { byFoldedName } from '../by-folded-name.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

type FeedMethods = 'feeds' | 'findFeed' | 'renewFeed' | 'markFeedUsed';

const nonceBytes = 16;

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
    async feeds(account) {
      const feeds = (ofAccount.all(account) as AtomFeed[]).map((feed) => ({ ...feed, name: feed.title }));
      const sorted = feeds.sort(byFoldedName('feedId')).map(({ name: _, ...feed }) => feed);
      return [...sorted.filter(({ ruleId }) => ruleId === null), ...sorted.filter(({ ruleId }) => ruleId !== null)];
    },
    findFeed: async (feedId) => (byId.get(feedId) as AtomFeed | undefined) ?? null,
    renewFeed: async ({ feedId, ruleId, title }, by = null) =>
      transaction(db, () => {
        renew.run(randomBytes(nonceBytes), feedId);
        const [action, label] =
          ruleId === null ? (['view-changed', 'Фильтр'] as const) : (['rule-changed', 'Правило'] as const);
        record(by, action, `${label} «${title}»: отозвана ссылка Atom`);
      }),
    markFeedUsed: async (feedId, now) => void use.run(now, feedId),
  };
}
