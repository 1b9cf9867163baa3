/** Alerts: rules on saved views, the outbox of their messages, and Atom feeds (docs/product.md, section 21). */
import { createAlertRules } from './alert-rules.ts';
import { createAtomFeeds } from './atom-feeds.ts';
import { createDeliveries } from './deliveries.ts';
import { createMethods, type Db } from './port.ts';
import { newestArrival } from './visits.ts';

/** The newest arrival number; 0 without arrivals. */
const readNewest = async (db: Db): Promise<number> => (await db.value(`SELECT ${newestArrival}`)) ?? 0;

/**
 * The newest arrival number at or before `time`, in milliseconds since 1970; 0 without one. Computed as the number before the
 * first later arrival: times ascend with the numbers, and `time` is usually recent.
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

/** The newest arrival that alerts may report: every work rule that hides stories has evaluated it. */
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
