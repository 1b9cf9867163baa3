/** Alerts in PostgreSQL: rules, deliveries and feeds. */
import type { AlertsStore } from '../alerts-store.ts';
import type { Db } from '../port.ts';
import { newestArrival as newestArrivalSql } from '../visits.ts';
import { createAlertRules } from './alert-rules.ts';
import { createAtomFeeds } from './atom-feeds.ts';
import { createDeliveries } from './deliveries.ts';

async function newestArrival(db: Db): Promise<number> {
  return (await db.row<{ arrival: number }>(`SELECT ${newestArrivalSql} AS arrival`))?.arrival ?? 0;
}

/** The number before the first one that arrived later. */
async function newestArrivalAt(db: Db, time: number): Promise<number> {
  const later = await db.row<{ first: number }>(
    'SELECT first FROM arrivals WHERE at > $1 ORDER BY first LIMIT 1',
    time,
  );
  return later ? later.first - 1 : newestArrival(db);
}

export const createAlertsStore = (db: Db): AlertsStore => ({
  ...createAlertRules(db),
  ...createDeliveries(db),
  ...createAtomFeeds(db),
  newestArrival: () => newestArrival(db),
  newestArrivalAt: (time) => newestArrivalAt(db, time),
});
