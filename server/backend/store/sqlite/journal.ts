/** The journal in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import type { JournalQuery, JournalRecord, JournalStore, Refusal } from '../journal-store.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

/** Refusals of one source within this time are summed up. */
const summedMs = 60_000;

const conditions = `
  (:who = '' OR instr(who_folded, :who) > 0) AND at >= coalesce(:from, 0) AND at < coalesce(:to, 9e15)`;
const byAction = `${conditions} AND action = :action`;

function createQueries(db: DatabaseSync, where: string) {
  const page = db.prepare(`
    SELECT record_id AS recordId, at, who, on_behalf_of AS onBehalfOf, action, object, address
    FROM journal WHERE ${where} ORDER BY at DESC, record_id DESC LIMIT :limit OFFSET :offset`);
  const count = db.prepare(`SELECT count(*) AS total FROM journal WHERE ${where}`);
  return { page, count };
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
    for (const row of over.all(now - summedMs)) {
      const { more, who, object, address } = row as { more: number; who: string; object: string; address: string };
      if (more > 0) {
        record({ who, onBehalfOf: null, address, at: now }, 'sign-in-refused', `${object} (ещё ${more})`);
      }
    }
    forget.run(now - summedMs);
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
  const all = createQueries(db, conditions);
  const ofAction = createQueries(db, byAction);
  const anyOld = db.prepare('SELECT 1 FROM journal WHERE at < ? LIMIT 1');
  const allowDeletion = db.prepare('UPDATE journal_retention SET deletable_before = ?');
  const remove = db.prepare(
    'DELETE FROM journal WHERE record_id IN (SELECT record_id FROM journal WHERE at < ? LIMIT ?)',
  );

  function page({ limit, offset, who, action, from, to }: JournalQuery) {
    const { page: rows, count } = action === null ? all : ofAction;
    const filters = { who: foldText(who), from, to, ...(action !== null && { action }) };
    const total = Number(count.get(filters)?.total);
    return { rows: total <= offset ? [] : (rows.all({ ...filters, limit, offset }) as JournalRecord[]), total };
  }
  return {
    page: async (query) => page(query),
    record: async (by, action, object) => record(by, action, object),
    ...createRefusals(db),
    deleteOld: async (before, limit) =>
      transaction(db, () => {
        if (!anyOld.get(before)) return 0;
        allowDeletion.run(before);
        return Number(remove.run(before, limit).changes);
      }),
  };
}
