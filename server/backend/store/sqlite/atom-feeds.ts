/** Atom feeds of views and rules in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { dayMs } from '../../../platform/durations.ts';
import { addressKey } from '../../../platform/sign-in-key.ts';
import { clientOf } from '../../rules/account.ts';
import type { AlertsStore, AtomFeed } from '../alerts-store.ts';
import { addressesPerDay, foreignUse, newNonce, renewalOf, sortFeeds } from '../atom-feed-rows.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

type FeedMethods = 'feeds' | 'findFeed' | 'renewFeed' | 'markFeedUsed' | 'recordFeedUse';
type FeedRecord = Omit<AtomFeed, 'revoked'> & { revoked: number };

const toFeed = ({ revoked, ...feed }: FeedRecord): AtomFeed => ({ ...feed, revoked: revoked === 1 });

const selectFeeds = `
  SELECT feed_id AS feedId, feed.account, feed.view_id AS viewId, feed.rule_id AS ruleId,
    coalesce(rule.name, views.name) AS title, views.query, nonce, used_at AS usedAt, revoked
  FROM atom_feeds feed LEFT JOIN alert_rules rule ON rule.rule_id = feed.rule_id
    JOIN views ON views.view_id = coalesce(feed.view_id, rule.view_id)`;

export function createAtomFeeds(db: DatabaseSync): Pick<AlertsStore, FeedMethods> {
  const ofAccount = db.prepare(`${selectFeeds} WHERE feed.account = ?`);
  const byId = db.prepare(`${selectFeeds} WHERE feed_id = ?`);
  const renew = db.prepare('UPDATE atom_feeds SET nonce = ?, used_at = NULL, revoked = 0 WHERE feed_id = ?');
  const use = db.prepare('UPDATE atom_feeds SET used_at = ? WHERE feed_id = ?');
  const record = createJournalWriter(db);
  const addUse = db.prepare(`
    INSERT INTO atom_uses (feed_id, address, day) SELECT :feedId, :address, :day
    WHERE (SELECT count(*) FROM atom_uses WHERE feed_id = :feedId AND day = :day) < :limit
    ON CONFLICT (feed_id, address) DO UPDATE SET day = excluded.day WHERE day < excluded.day`);
  const administrator = db.prepare("SELECT username FROM administrators WHERE 'admin:' || admin_id = ?");
  const signIns = db.prepare("SELECT DISTINCT address FROM journal WHERE action = 'sign-in' AND who_folded = ?");

  /** The addresses from which the account has signed in. */
  function knownAddresses(account: string): string[] {
    const who = clientOf(account) ?? String(administrator.get(account)?.username ?? '');
    return signIns.all(foldText(who)).map(({ address }) => addressKey(String(address)));
  }

  return {
    feeds: async (account) => sortFeeds((ofAccount.all(account) as FeedRecord[]).map(toFeed)),
    findFeed: async (feedId) => {
      const found = byId.get(feedId) as FeedRecord | undefined;
      return found ? toFeed(found) : null;
    },
    renewFeed: async (feed, by = null) =>
      transaction(db, () => {
        renew.run(newNonce(), feed.feedId);
        const { action, event } = renewalOf(feed);
        record(by, action, event);
      }),
    markFeedUsed: async (feedId, now) => void use.run(now, feedId),
    recordFeedUse: async (feed, by) =>
      transaction(db, () => {
        const { feedId, account } = feed;
        const address = addressKey(by.address);
        const { changes } = addUse.run({ feedId, address, day: Math.floor(by.at / dayMs), limit: addressesPerDay });
        if (changes > 0 && !knownAddresses(account).includes(address)) record(by, 'feed-read', foreignUse(feed));
      }),
  };
}
