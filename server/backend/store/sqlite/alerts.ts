/** Alerts in SQLite: rules, deliveries and feeds. */
import type { DatabaseSync } from 'node:sqlite';
import type { AlertsStore } from '../alerts-store.ts';
import { createAlertRules } from './alert-rules.ts';
import { createAtomFeeds } from './atom-feeds.ts';
import { createDeliveries } from './deliveries.ts';

export function createAlertsStore(db: DatabaseSync): AlertsStore {
  const newest = db.prepare('SELECT coalesce(max(story_id), 0) AS story FROM stories');
  const atOrBefore = db.prepare(
    'SELECT stored_at AS time FROM stories WHERE story_id <= ? ORDER BY story_id DESC LIMIT 1',
  );
  const newestStory = () => Number(newest.get()?.story);

  /** Stories arrive in the order of their IDs. */
  function newestStoryAt(time: number): number {
    let [first, last] = [0, newestStory()];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if (Number(atOrBefore.get(middle)?.time ?? 0) <= time) first = middle;
      else last = middle - 1;
    }
    return first;
  }
  return {
    ...createAlertRules(db),
    ...createDeliveries(db),
    ...createAtomFeeds(db),
    newestStory: async () => newestStory(),
    newestStoryAt: async (time) => newestStoryAt(time),
  };
}
