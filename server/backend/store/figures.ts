/** Figures of the whole database that operators watch. Cheap enough to be read every few seconds. */
import { createMethods, type Db } from './port.ts';

type Figures = {
  /** Approximate: transactions that were rolled back leave gaps. */
  journalRecords: number;
  /** Waiting messages that are due or were tried. */
  waitingMessages: number;
  /** When the oldest of them became due, or was created if it was tried. */
  waitingSince: number | null;
  /** The end of the last run that collected something without a fault; 0 before the first. */
  collectedAt: number;
};

async function read(db: Db, now: number): Promise<Figures> {
  const figures = await db.row<Figures>(
    `SELECT coalesce((SELECT max(record_id) FROM journal) - (SELECT min(record_id) FROM journal) + 1, 0) AS journal_records,
       coalesce((SELECT ended_at FROM collection_runs
         WHERE ended_at IS NOT NULL AND found IS NOT NULL AND reason IS NULL ORDER BY run_id DESC LIMIT 1), 0) AS collected_at,
       count(*) AS waiting_messages, min(CASE WHEN tries = 0 THEN due_at ELSE created_at END) AS waiting_since
     FROM deliveries WHERE state = 'waiting' AND (due_at <= $1 OR tries > 0)`,
    now,
  );
  return figures ?? { journalRecords: 0, waitingMessages: 0, waitingSince: null, collectedAt: 0 };
}

export const createFiguresStore = (db: Db) => createMethods(db, { read }, {});
