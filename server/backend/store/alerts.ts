/** Alerts: rules on saved views, the outbox of their messages, and Atom feeds (docs/product.md, section 21). */
import { type AlertRulesStore, createAlertRules } from './alert-rules.ts';
import { type AtomFeedsStore, createAtomFeeds } from './atom-feeds.ts';
import { createDeliveries, type DeliveriesStore } from './deliveries.ts';
import type { Db } from './port.ts';
import { newestArrival } from './visits.ts';

export interface AlertsStore extends AlertRulesStore, DeliveriesStore, AtomFeedsStore {
  /** The newest number of an arrival, 0 without one. */
  newestArrival(): Promise<number>;
  /** The newest number that arrived at or before the time, in milliseconds since 1970; 0 without one. */
  newestArrivalAt(time: number): Promise<number>;
}

async function readNewest(db: Db): Promise<number> {
  return (await db.row<{ newest: number }>(`SELECT ${newestArrival} AS newest`))?.newest ?? 0;
}

/** The number before the first one that arrived later. Times ascend with the numbers, and the time is usually a recent one. */
async function newestAt(db: Db, time: number): Promise<number> {
  const later = await db.row<{ first: number }>(
    `SELECT first FROM arrivals
     WHERE first > coalesce((SELECT first FROM arrivals WHERE at <= $1 ORDER BY first DESC LIMIT 1), 0)
     ORDER BY first LIMIT 1`,
    time,
  );
  return later ? later.first - 1 : readNewest(db);
}

export const createAlertsStore = (db: Db): AlertsStore => ({
  ...createAlertRules(db),
  ...createDeliveries(db),
  ...createAtomFeeds(db),
  newestArrival: () => readNewest(db),
  newestArrivalAt: (time) => newestAt(db, time),
});
