/** The journal in PostgreSQL. */
import { foldText } from '../../../../shared/rules/word.ts';
import { exportsCountedMs, exportsPerMinute, refusalsSummedMs, summedObject } from '../journal-rules.ts';
import type { Author, JournalQuery, JournalRecord, JournalStore, Refusal } from '../journal-store.ts';
import { recordChange } from '../journal-writer.ts';
import type { Db } from '../port.ts';

const conditions = `strpos(who_folded, $1) > 0 AND at >= coalesce($2::bigint, 0) AND at < coalesce($3::bigint, 9000000000000000)`;

type Sum = { more: number; who: string; object: string; address: string };

async function sumUp(db: Db, now: number): Promise<void> {
  const over = await db.rows<Sum>(
    'DELETE FROM journal_refusals WHERE since <= $1 RETURNING more, who, object, address',
    now - refusalsSummedMs,
  );
  for (const { more, who, object, address } of over) {
    if (more === 0) continue;
    await recordChange(db, { who, onBehalfOf: null, address, at: now }, 'sign-in-refused', summedObject(object, more));
  }
}

async function refuse(db: Db, { by, object, source }: Refusal): Promise<void> {
  await sumUp(db, by.at);
  const refusal = await db.row<{ more: number }>(
    `INSERT INTO journal_refusals (source, since, who, object, address) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (source) DO UPDATE SET more = journal_refusals.more + 1 RETURNING more`,
    ...[source, by.at, by.who, object, by.address],
  );
  if (refusal?.more === 0) await recordChange(db, by, 'sign-in-refused', object);
}

async function recordExport(db: Db, by: Author, object: string): Promise<boolean> {
  const begun = await db.row<{ total: number }>(
    `SELECT count(*) AS total FROM journal
     WHERE action = 'exported' AND at > $1 AND who = $2 AND on_behalf_of IS NOT DISTINCT FROM $3`,
    ...[by.at - exportsCountedMs, by.who, by.onBehalfOf],
  );
  if ((begun?.total ?? 0) >= exportsPerMinute) return false;
  await recordChange(db, by, 'exported', object);
  return true;
}

async function readPage(db: Db, { limit, offset, who, action, from, to }: JournalQuery) {
  const where = action === null ? conditions : `${conditions} AND action = $4`;
  const filters = [foldText(who), from, to, ...(action === null ? [] : [action])];
  const count = await db.row<{ total: number }>(`SELECT count(*) AS total FROM journal WHERE ${where}`, ...filters);
  const total = count?.total ?? 0;
  if (total <= offset) return { rows: [], total };
  const rows = await db.rows<JournalRecord>(
    `SELECT record_id, at, who, on_behalf_of, action, object, address FROM journal WHERE ${where}
     ORDER BY at DESC, record_id DESC LIMIT $${filters.length + 1} OFFSET $${filters.length + 2}`,
    ...filters,
    limit,
    offset,
  );
  return { rows, total };
}

export function createJournalStore(db: Db): JournalStore {
  return {
    page: (query) => readPage(db, query),
    record: (by, action, object) => recordChange(db, by, action, object),
    recordExport: (by, object) => db.transaction((tx) => recordExport(tx, by, object)),
    refuse: (refusal) => db.transaction((tx) => refuse(tx, refusal)),
    sumUpRefusals: (now) => db.transaction((tx) => sumUp(tx, now)),
    deleteOld: (before, limit) =>
      db.transaction(async (tx) => {
        if (!(await tx.row('SELECT 1 FROM journal WHERE at < $1 LIMIT 1', before))) return 0;
        await tx.run('UPDATE journal_retention SET deletable_before = $1', before);
        return tx.run(
          'DELETE FROM journal WHERE record_id IN (SELECT record_id FROM journal WHERE at < $1 LIMIT $2)',
          before,
          limit,
        );
      }),
  };
}
