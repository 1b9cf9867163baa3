/** Alerts: rules on saved views, the outbox of their messages, and Atom feeds (docs/product/alerts.md). */
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

/**
 * `newest`: the newest arrival. `byClient`: for each client with work rules, the newest arrival that all of them have
 * evaluated.
 */
export type Settled = { newest: number; byClient: ReadonlyMap<string, number> };

async function settled(db: Db): Promise<Settled> {
  const rows = await db.rows<{ clientId: string | null; until: number }>(
    `SELECT client_id, min(evaluated) AS until FROM work_rules WHERE NOT paused AND fault IS NULL GROUP BY client_id
     UNION ALL SELECT NULL, ${newestArrival}`,
  );
  const byClient = new Map<string, number>();
  let newest = 0;
  for (const { clientId, until } of rows) {
    if (clientId === null) newest = until;
    else byClient.set(clientId, until);
  }
  return { newest, byClient };
}

export const createAlertsStore = (db: Db) => ({
  ...createAlertRules(db),
  ...createDeliveries(db),
  ...createAtomFeeds(db),
  ...createMethods(db, { newestArrival: readNewest, newestArrivalAt, settled }, {}),
});

export type AlertsStore = ReturnType<typeof createAlertsStore>;
