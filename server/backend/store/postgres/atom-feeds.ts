/** Atom feeds of views and rules in PostgreSQL. */
import type { AlertsStore, AtomFeed } from '../alerts-store.ts';
import { describeRenewal, newNonce, sortFeeds } from '../atom-feed-rows.ts';
import type { Db } from './database.ts';
import { recordChange } from './journal-writer.ts';

type FeedMethods = 'feeds' | 'findFeed' | 'renewFeed' | 'markFeedUsed';

const selectFeeds = `
  SELECT feed_id, feed.account, feed.view_id, feed.rule_id, coalesce(rule.name, views.name) AS title, views.query, nonce,
    used_at
  FROM atom_feeds feed LEFT JOIN alert_rules rule ON rule.rule_id = feed.rule_id
    JOIN views ON views.view_id = coalesce(feed.view_id, rule.view_id)`;

/** Every view has a feed for each account that has it in its list, and so has every rule of the channel atom. */
export const addFeed = (db: Db, { account, viewId, ruleId }: Pick<AtomFeed, 'account' | 'viewId' | 'ruleId'>) =>
  db.run(
    'INSERT INTO atom_feeds (account, view_id, rule_id, nonce) VALUES ($1, $2, $3, $4)',
    ...[account, viewId, ruleId, newNonce()],
  );

export const removeFeedOfRule = (db: Db, ruleId: number) => db.run('DELETE FROM atom_feeds WHERE rule_id = $1', ruleId);

export const createAtomFeeds = (db: Db): Pick<AlertsStore, FeedMethods> => ({
  feeds: async (account) => sortFeeds(await db.rows<AtomFeed>(`${selectFeeds} WHERE feed.account = $1`, account)),
  findFeed: (feedId) => db.row<AtomFeed>(`${selectFeeds} WHERE feed_id = $1`, feedId),
  renewFeed: (feed, by = null) =>
    db.transaction(async (tx) => {
      await tx.run('UPDATE atom_feeds SET nonce = $1, used_at = NULL WHERE feed_id = $2', newNonce(), feed.feedId);
      const { action, object } = describeRenewal(feed);
      await recordChange(tx, by, action, object);
    }),
  markFeedUsed: async (feedId, now) =>
    void (await db.run('UPDATE atom_feeds SET used_at = $1 WHERE feed_id = $2', now, feedId)),
});
