/** Alerts in SQLite: rules, deliveries and feeds. */
import type { DatabaseSync } from 'node:sqlite';
import type { AlertsStore } from '../alerts-store.ts';
import { createAlertRules } from './alert-rules.ts';
import { createAtomFeeds } from './atom-feeds.ts';
import { createDeliveries } from './deliveries.ts';

export function createAlertsStore(db: DatabaseSync): AlertsStore {
  const newest = db.prepare('SELECT coalesce(max(story_id), 0) AS story FROM stories');
  const newestAt = db.prepare(
    'SELECT story_id AS story FROM stories WHERE stored_at <= ? ORDER BY story_id DESC LIMIT 1',
  );
  return {
    ...createAlertRules(db),
    ...createDeliveries(db),
    ...createAtomFeeds(db),
    newestStory: async () => Number(newest.get()?.story),
    newestStoryAt: async (time) => Number(newestAt.get(time)?.story ?? 0),
  };
}
