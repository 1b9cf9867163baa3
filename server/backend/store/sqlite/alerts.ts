/** Alerts in SQLite: rules, deliveries and feeds. */
import type { DatabaseSync } from 'node:sqlite';
import type { AlertsStore } from '../alerts-store.ts';
import { createAlertRules } from './alert-rules.ts';
import { newestArrival as newestArrivalSql } from './arrivals.ts';
import { createAtomFeeds } from './atom-feeds.ts';
import { createDeliveries } from './deliveries.ts';

export function createAlertsStore(db: DatabaseSync): AlertsStore {
  const newest = db.prepare(`SELECT ${newestArrivalSql} AS arrival`);
  const timeOf = db.prepare('SELECT at FROM arrivals WHERE first <= ? ORDER BY first DESC LIMIT 1');
  const newestArrival = () => Number(newest.get()?.arrival);

  /** Times ascend with the numbers. */
  function newestArrivalAt(time: number): number {
    let [first, last] = [0, newestArrival()];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if (Number(timeOf.get(middle)?.at ?? 0) <= time) first = middle;
      else last = middle - 1;
    }
    return first;
  }
  return {
    ...createAlertRules(db),
    ...createDeliveries(db),
    ...createAtomFeeds(db),
    newestArrival: async () => newestArrival(),
    newestArrivalAt: async (time) => newestArrivalAt(time),
  };
}
