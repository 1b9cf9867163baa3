/**
 * Remembers which transactions a replica has copied last. So it can go on with a promoted server: what that has of the log is a beginning
 * of it, so that all is there when the last transactions are.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../../store/port.ts';

/** A transaction whose changes a replica has copied: its newest change, and when it began, in microseconds since 1970. */
export type Copied = { xid: string; changeId: number; began: number };

/** Of as many transactions a replica remembers that it has copied them. */
const rememberedMax = 200;

export const createCopied = (replica: DatabaseSync): void =>
  replica.exec(
    'CREATE TABLE copied_transactions (change_id INTEGER PRIMARY KEY, xid TEXT NOT NULL, began INTEGER NOT NULL) STRICT',
  );

/** Names the transactions of some changes. */
export const readCopied = (db: Db, changes: string, ...values: unknown[]): Promise<Copied[]> =>
  db.rows<Copied>(
    `SELECT xid::text, max(change_id) AS change_id, (extract(epoch FROM min(at)) * 1000000)::bigint AS began
     FROM (SELECT xid, change_id, at FROM changes ${changes}) AS picked GROUP BY xid ORDER BY 2 DESC LIMIT ${rememberedMax}`,
    ...values,
  );

/** The newest transactions, of a replica that is built. */
export const readNewest = (db: Db): Promise<Copied[]> => readCopied(db, 'ORDER BY change_id DESC LIMIT 10000');

export function remember(replica: DatabaseSync, transactions: readonly Copied[]): void {
  const add = replica.prepare('INSERT OR REPLACE INTO copied_transactions VALUES (?, ?, ?)');
  for (const { changeId, xid, began } of transactions) add.run(changeId, xid, began);
  replica.exec(`DELETE FROM copied_transactions WHERE change_id NOT IN (
    SELECT change_id FROM copied_transactions ORDER BY change_id DESC LIMIT ${rememberedMax})`);
}

/**
 * Returns a number that no transaction has that the replica has copied since then, and below which the server has no other ones; null when
 * it lacks one of them, or there is none. The server may reuse numbers that the previous one assigned to transactions that it lacks.
 */
export async function nextAfterCopied(db: Db, replica: DatabaseSync, since: number): Promise<bigint | null> {
  const copied = replica
    .prepare('SELECT change_id AS changeId, xid, began FROM copied_transactions WHERE began > ?')
    .all(since * 1000) as Copied[];
  const found = await db.value<number>(
    `SELECT count(*) FROM changes JOIN unnest($1::bigint[], $2::text[], $3::bigint[]) AS seen (change_id, xid, began)
       USING (change_id) WHERE changes.xid::text = seen.xid AND (extract(epoch FROM at) * 1000000)::bigint = seen.began`,
    ...[copied.map(({ changeId }) => changeId), copied.map(({ xid }) => xid), copied.map(({ began }) => began)],
  );
  if (copied.length === 0 || found !== copied.length) return null;
  return copied.reduce((last, { xid }) => (BigInt(xid) > last ? BigInt(xid) : last), 0n) + 1n;
}
