/** Alerts: rules on saved views, the outbox of their messages, and Atom feeds (docs/product.md, section 21). */
import { createAlertRules } from './alert-rules.ts';
import { createAtomFeeds } from './atom-feeds.ts';
import { createDeliveries } from './deliveries.ts';
import { createMethods, type Db } from './port.ts';
import { newestArrival } from './visits.ts';

/** The newest number of an arrival, 0 without one. */
const readNewest = async (db: Db): Promise<number> => (await db.value(`SELECT ${newestArrival}`)) ?? 0;

/**
 * The newest number that arrived at or before the time, in milliseconds since 1970; 0 without one. It is the number before the first
 * one that arrived later: times ascend with the numbers, and the time is usually a recent one.
 */
async function newestArrivalAt(db: Db, time: number): Promise<number> {
  const later = await db.value<number>(
    `SELECT first FROM arrivals
     WHERE first > coalesce((SELECT first FROM arrivals WHERE at <= $1 ORDER BY first DESC LIMIT 1), 0)
     ORDER BY first LIMIT 1`,
    time,
  );
  return later === null ? readNewest(db) : later - 1;
}

/** The newest arrival that alerts may report: the rules of work that hide stories have dealt with it. */
const newestSettled = async (db: Db): Promise<number> =>
  (await db.value(
    `SELECT coalesce((SELECT min(evaluated) FROM work_rules WHERE hidden AND NOT paused AND fault IS NULL), ${newestArrival})`,
  )) ?? 0;

export const createAlertsStore = (db: Db) => ({
  ...createAlertRules(db),
  ...createDeliveries(db),
  ...createAtomFeeds(db),
  ...createMethods(db, { newestArrival: readNewest, newestArrivalAt, newestSettled }, {}),
});

export type AlertsStore = ReturnType<typeof createAlertsStore>;
