/** Reads phrases in SQLite; word-pages.ts reads them page by page, word-changes.ts writes them. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { namedWord } from '../own-phrase-sql.ts';
import type { WordsStore } from '../words-store.ts';
import { createConnection } from './connection.ts';
import { createWordBulk } from './word-bulk.ts';
import { createWordChanges } from './word-changes.ts';
import { createWordLinks } from './word-links.ts';
import { createWordPages } from './word-pages.ts';
import { createOwnWordReader, ownColumns, toRow, toRows, type WordRecord, wordColumns } from './word-rows.ts';

const live = `SELECT ${wordColumns} FROM words w WHERE w.deleted_at IS NULL`;
const ofClient = `FROM word_clients own JOIN words w USING (word_id)
  WHERE own.client_id = ? AND w.deleted_at IS NULL ORDER BY own.shown_id DESC`;

export function createWordsStore(db: DatabaseSync, connection = createConnection(db)): WordsStore {
  const list = db.prepare(`${live} ORDER BY w.word_id DESC`);
  const listDeleted = db.prepare(
    `SELECT ${wordColumns} FROM words w WHERE deleted_at IS NOT NULL ORDER BY w.word_id DESC`,
  );
  const listOfClient = {
    client: db.prepare(`SELECT ${ownColumns} ${ofClient}`),
    admin: db.prepare(`SELECT ${wordColumns} ${ofClient}`),
  };
  const suggest = db.prepare(`
    SELECT word_id AS shownId, text FROM words WHERE deleted_at IS NULL AND instr(text_folded, :needle) > 0
    ORDER BY text_folded = :needle DESC, text_folded LIMIT :limit`);
  const suggestOfClient = db.prepare(`
    SELECT own.shown_id AS shownId, own.text FROM word_clients own JOIN words w USING (word_id)
    WHERE own.client_id = :clientId AND w.deleted_at IS NULL AND instr(w.text_folded, :needle) > 0
    ORDER BY w.text_folded = :needle DESC, w.text_folded LIMIT :limit`);
  const named = db.prepare(`SELECT ${wordColumns} FROM words w WHERE w.word_id = ${namedWord('?1')}`);
  const findOwn = createOwnWordReader(db);
  const changes = createWordChanges(db, findOwn);
  return {
    list: async (deleted = false) => toRows((deleted ? listDeleted : list).all()),
    listOfClient: async (clientId, viewer = 'client') => toRows(listOfClient[viewer].all(clientId)),
    ...createWordPages(db),
    suggest: async (text, clientId, limit) => {
      const params = { needle: foldText(text), limit };
      const rows = clientId === null ? suggest.all(params) : suggestOfClient.all({ ...params, clientId });
      return rows as { shownId: number; text: string }[];
    },
    get: async (id) => {
      const record = named.get(id) as WordRecord | undefined;
      return record ? toRow(record) : null;
    },
    getOfClient: async (shownId, clientId) => findOwn.byShownId(shownId, clientId),
    create: async (...word) => changes.create(...word),
    update: async (...word) => changes.update(...word),
    updateOfClient: async (...word) => changes.updateOfClient(...word),
    markDeleted: async (...word) => changes.markDeleted(...word),
    unlink: async (...word) => changes.unlink(...word),
    ...createWordBulk(db, { find: createWordLinks(db).find, findOwn }, changes, connection),
  };
}
