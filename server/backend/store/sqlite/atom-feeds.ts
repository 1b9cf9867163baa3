/** Atom feeds of views and rules in SQLite. */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { clientOf } from '../account.ts';
import type { AlertsStore, AtomFeed } from '../alerts-store.ts';
import { byFoldedName } from './by-folded-name.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

type FeedMethods = 'feeds' | 'findFeed' | 'renewFeed' | 'markFeedUsed';

const nonceBytes = 16;

/** A view may have left the account's list, and a rule may have another channel since the feed was made. */
const selectFeeds = `
  SELECT feed_id AS feedId, feed.account, feed.view_id AS viewId, feed.rule_id AS ruleId,
    coalesce(rule.name, views.name) AS title, views.query, nonce, used_at AS usedAt
  FROM atom_feeds feed LEFT JOIN alert_rules rule ON rule.rule_id = feed.rule_id
    JOIN views ON views.view_id = coalesce(feed.view_id, rule.view_id)
  WHERE (feed.account = views.account OR feed.account = 'client:' || views.client_id)
    AND coalesce(rule.channel = 'atom', TRUE)`;

export function createAtomFeeds(db: DatabaseSync): Pick<AlertsStore, FeedMethods> {
  const ofAccount = db.prepare(`${selectFeeds} AND feed.account = ?`);
  const byId = db.prepare(`${selectFeeds} AND feed_id = ?`);
  const viewsWithout = db.prepare(`
    SELECT view_id AS viewId FROM views
    WHERE (account = :account OR client_id = :clientId)
      AND view_id NOT IN (SELECT view_id FROM atom_feeds WHERE account = :account AND view_id IS NOT NULL)`);
  const rulesWithout = db.prepare(`
    SELECT rule_id AS ruleId FROM alert_rules
    WHERE account = ? AND channel = 'atom' AND rule_id NOT IN (SELECT rule_id FROM atom_feeds WHERE rule_id IS NOT NULL)`);
  const insert = db.prepare('INSERT INTO atom_feeds (account, view_id, rule_id, nonce) VALUES (?, ?, ?, ?)');
  const renew = db.prepare('UPDATE atom_feeds SET nonce = ?, used_at = NULL WHERE feed_id = ?');
  const use = db.prepare('UPDATE atom_feeds SET used_at = ? WHERE feed_id = ?');
  const record = createJournalWriter(db);

  function createMissing(account: string): void {
    const views = viewsWithout.all({ account, clientId: clientOf(account) }) as { viewId: number }[];
    const rules = rulesWithout.all(account) as { ruleId: number }[];
    if (views.length + rules.length === 0) return;
    transaction(db, () => {
      for (const { viewId } of views) insert.run(account, viewId, null, randomBytes(nonceBytes));
      for (const { ruleId } of rules) insert.run(account, null, ruleId, randomBytes(nonceBytes));
    });
  }

  return {
    async feeds(account) {
      createMissing(account);
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
