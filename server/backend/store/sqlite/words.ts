/** Reads phrases in SQLite; word-changes.ts writes them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WordSortColumn } from '../../../../shared/api/words.ts';
import { foldText, type WordState } from '../../../../shared/rules/word.ts';
import type { PageQuery } from '../page.ts';
import type { WordRow, WordsStore } from '../words-store.ts';
import { createWordChanges } from './word-changes.ts';

type WordRecord = {
  wordId: number;
  text: string;
  state: WordState;
  reason: string | null;
  fullSearch: number;
  running: number;
  updateDt: number | null;
  totalPosts: number;
  lastUpdatePosts: number | null;
  lastPostPosts: number | null;
  deletedAt: number | null;
  clients: string;
};

const columns = `
  w.word_id AS wordId, w.text, w.state, w.full_search AS fullSearch, w.running, w.update_dt AS updateDt,
  w.total_posts AS totalPosts, w.last_update_posts AS lastUpdatePosts, w.last_post_posts AS lastPostPosts,
  w.deleted_at AS deletedAt,
  CASE w.state WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END AS reason,
  (SELECT json_group_array(wc.client_id ORDER BY wc.client_id) FROM word_clients wc WHERE wc.word_id = w.word_id)
    AS clients`;

const live = `SELECT ${columns} FROM words w WHERE w.deleted_at IS NULL`;
const ofClient = `SELECT ${columns} FROM word_clients own JOIN words w USING (word_id)
  WHERE own.client_id = ? AND w.deleted_at IS NULL`;

/** Each column has an index, so that no page sorts all phrases. */
const sortColumns: Record<WordSortColumn, string> = {
  word_id: 'w.word_id',
  text: 'w.text_folded',
  state: 'w.state',
  running: 'w.running',
  full_search: 'w.full_search',
  total_posts: 'w.total_posts',
  update_dt: 'w.update_dt',
};

function toRow({ deletedAt, clients, fullSearch, running, ...record }: WordRecord): WordRow {
  return {
    ...record,
    fullSearch: fullSearch === 1,
    running: running === 1,
    deleted: deletedAt !== null,
    clients: JSON.parse(clients),
  };
}

const toRows = (records: unknown[]): WordRow[] => (records as WordRecord[]).map(toRow);

/** Returns a function that prepares each order once. The ID breaks ties, so that pages neither repeat nor miss a row. */
function createPageStatements(db: DatabaseSync, select: string) {
  const statements = new Map<string, StatementSync>();
  return ({ orderBy, orderDirection }: PageQuery<WordSortColumn>): StatementSync => {
    const key = `${orderBy} ${orderDirection}`;
    let statement = statements.get(key);
    if (!statement) {
      const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
      const order =
        orderBy === 'word_id'
          ? `w.word_id ${direction}`
          : `${sortColumns[orderBy]} ${direction}, w.word_id ${direction}`;
      statement = db.prepare(`${select} ORDER BY ${order} LIMIT ? OFFSET ?`);
      statements.set(key, statement);
    }
    return statement;
  };
}

export function createWordsStore(db: DatabaseSync): WordsStore {
  const list = db.prepare(`${live} ORDER BY w.word_id DESC`);
  const listDeleted = db.prepare(`SELECT ${columns} FROM words w WHERE deleted_at IS NOT NULL ORDER BY w.word_id DESC`);
  const listOfClient = db.prepare(`${ofClient} ORDER BY w.word_id DESC`);
  const page = createPageStatements(db, live);
  const pageOfClient = createPageStatements(db, ofClient);
  const count = db.prepare('SELECT count(*) AS total FROM words WHERE deleted_at IS NULL');
  const countOfClient = db.prepare(`
    SELECT count(*) AS total FROM word_clients own JOIN words w USING (word_id)
    WHERE own.client_id = ? AND w.deleted_at IS NULL`);
  const suggest = db.prepare(`
    SELECT word_id AS wordId, text FROM words WHERE deleted_at IS NULL AND instr(text_folded, :needle) > 0
    ORDER BY text_folded = :needle DESC, text_folded LIMIT :limit`);
  const suggestOfClient = db.prepare(`
    SELECT w.word_id AS wordId, w.text FROM word_clients own JOIN words w USING (word_id)
    WHERE own.client_id = :clientId AND w.deleted_at IS NULL AND instr(w.text_folded, :needle) > 0
    ORDER BY w.text_folded = :needle DESC, w.text_folded LIMIT :limit`);
  const byId = db.prepare(`SELECT ${columns} FROM words w WHERE w.word_id = ?`);
  const tracked = db.prepare(`
    SELECT 1 FROM word_clients own JOIN words w USING (word_id)
    WHERE own.client_id = ? AND own.word_id = ? AND w.deleted_at IS NULL`);

  const find = (wordId: number): WordRow | null => {
    const record = byId.get(wordId) as WordRecord | undefined;
    return record ? toRow(record) : null;
  };
  return {
    list: async (deleted = false) => toRows((deleted ? listDeleted : list).all()),
    listOfClient: async (clientId) => toRows(listOfClient.all(clientId)),
    page: async (query) => ({
      rows: toRows(page(query).all(query.limit, query.offset)),
      total: Number(count.get()?.total),
    }),
    pageOfClient: async (clientId, query) => ({
      rows: toRows(pageOfClient(query).all(clientId, query.limit, query.offset)),
      total: Number(countOfClient.get(clientId)?.total),
    }),
    suggest: async (text, clientId, limit) => {
      const params = { needle: foldText(text), limit };
      const rows = clientId === null ? suggest.all(params) : suggestOfClient.all({ ...params, clientId });
      return rows as { wordId: number; text: string }[];
    },
    get: async (wordId) => find(wordId),
    isTrackedBy: async (wordId, clientId) => tracked.get(clientId, wordId) !== undefined,
    ...createWordChanges(db, find),
  };
}
