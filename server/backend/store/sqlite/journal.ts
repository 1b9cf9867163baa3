/** The journal in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { exportsCountedMs, exportsPerMinute, refusalsSummedMs, summedObject } from '../journal-rules.ts';
import type { Author, JournalQuery, JournalRecord, JournalStore, Refusal } from '../journal-store.ts';
import { type Page, totalOf } from '../page.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';
import { allOf, type Condition } from './sql.ts';

const select = `
  SELECT record_id AS recordId, at, who, on_behalf_of AS onBehalfOf, action, object, address FROM journal`;

/** Only what the filters need, because every record is compared with them. */
function whereMatches({ who, action, from, to }: JournalQuery): Condition {
  const name = foldText(who);
  const { sql, params } = allOf([
    ...(name === '' ? [] : [{ sql: 'instr(who_folded, ?) > 0', params: [name] }]),
    ...(action === null ? [] : [{ sql: 'action = ?', params: [action] }]),
    ...(from === null ? [] : [{ sql: 'at >= ?', params: [from] }]),
    ...(to === null ? [] : [{ sql: 'at < ?', params: [to] }]),
  ]);
  // Without a condition, SQLite counts pages of an index instead of records.
  return { sql: params.length === 0 ? '' : `WHERE ${sql}`, params };
}

function createRefusals(db: DatabaseSync): Pick<JournalStore, 'refuse' | 'sumUpRefusals'> {
  const record = createJournalWriter(db);
  const over = db.prepare('SELECT more, who, object, address FROM journal_refusals WHERE since <= ?');
  const forget = db.prepare('DELETE FROM journal_refusals WHERE since <= ?');
  const begin = db.prepare(`
    INSERT INTO journal_refusals (source, since, who, object, address) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (source) DO NOTHING`);
  const add = db.prepare('UPDATE journal_refusals SET more = more + 1 WHERE source = ?');

  function sumUp(now: number): void {
    for (const row of over.all(now - refusalsSummedMs)) {
      const { more, who, object, address } = row as { more: number; who: string; object: string; address: string };
      if (more > 0) {
        record({ who, onBehalfOf: null, address, at: now }, 'sign-in-refused', summedObject(object, more));
      }
    }
    forget.run(now - refusalsSummedMs);
  }

  function refuse({ by, object, source }: Refusal): void {
    sumUp(by.at);
    if (begin.run(source, by.at, by.who, object, by.address).changes === 0) add.run(source);
    else record(by, 'sign-in-refused', object);
  }
  return {
    refuse: async (refusal) => transaction(db, () => refuse(refusal)),
    sumUpRefusals: async (now) => transaction(db, () => sumUp(now)),
  };
}

export function createJournalStore(db: DatabaseSync): JournalStore {
  const record = createJournalWriter(db);
  const anyOld = db.prepare('SELECT 1 FROM journal WHERE at < ? LIMIT 1');
  const allowDeletion = db.prepare('UPDATE journal_retention SET deletable_before = ?');
  const remove = db.prepare(
    'DELETE FROM journal WHERE record_id IN (SELECT record_id FROM journal WHERE at < ? LIMIT ?)',
  );

  const exportsOf = db.prepare(
    "SELECT count(*) AS total FROM journal WHERE action = 'exported' AND at > ? AND who = ? AND on_behalf_of IS ?",
  );
  function recordExport(by: Author, object: string): boolean {
    const begun = Number(exportsOf.get(by.at - exportsCountedMs, by.who, by.onBehalfOf)?.total);
    if (begun >= exportsPerMinute) return false;
    record(by, 'exported', object);
    return true;
  }

  function page(query: JournalQuery): Page<JournalRecord> {
    const { sql, params } = whereMatches(query);
    const rows = db
      .prepare(`${select} ${sql} ORDER BY at DESC, record_id DESC LIMIT ? OFFSET ?`)
      .all(...params, query.limit, query.offset) as JournalRecord[];
    const count = () => Number(db.prepare(`SELECT count(*) AS total FROM journal ${sql}`).get(...params)?.total);
    return { rows, total: totalOf(rows.length, query, count) };
  }
  return {
    page: async (query) => page(query),
    record: async (by, action, object) => record(by, action, object),
    recordExport: async (by, object) => transaction(db, () => recordExport(by, object)),
    ...createRefusals(db),
    deleteOld: async (before, limit) =>
      transaction(db, () => {
        if (!anyOld.get(before)) return 0;
        allowDeletion.run(before);
        return Number(remove.run(before, limit).changes);
      }),
  };
}
