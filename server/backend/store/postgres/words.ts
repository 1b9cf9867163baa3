/** Reads phrases in PostgreSQL; word-pages.ts reads them page by page, word-changes.ts writes them. */
import { foldText } from '../../../../shared/rules/word.ts';
import { namedWord } from '../own-phrase-sql.ts';
import type { Db } from '../port.ts';
import type { WordRow, WordsStore } from '../words-store.ts';
import { createWordBulk } from './word-bulk.ts';
import { createWordChanges } from './word-changes.ts';
import { createWordPages } from './word-pages.ts';
import { findOwnWord, ownColumns, wordColumns } from './word-rows.ts';

const live = 'FROM words w WHERE w.deleted_at IS NULL';
const named = `FROM words w WHERE w.word_id = ${namedWord('$1')}`;
const ofClient = 'FROM word_clients own JOIN words w USING (word_id) WHERE own.client_id = $1 AND w.deleted_at IS NULL';

type Suggestion = { shownId: number; text: string };

export const createWordsStore = (db: Db): WordsStore => ({
  list: (deleted = false) =>
    db.rows<WordRow>(
      `SELECT ${wordColumns} FROM words w WHERE deleted_at IS ${deleted ? 'NOT' : ''} NULL ORDER BY w.word_id DESC`,
    ),
  listOfClient: (clientId, viewer = 'client') => {
    const columns = viewer === 'admin' ? wordColumns : ownColumns;
    return db.rows<WordRow>(`SELECT ${columns} ${ofClient} ORDER BY own.shown_id DESC`, clientId);
  },
  ...createWordPages(db),
  suggest: (text, clientId, limit) => {
    const from = clientId === null ? `${live} AND $1::text IS NULL` : ofClient;
    const columns = clientId === null ? 'w.word_id AS shown_id, w.text' : 'own.shown_id, own.text';
    return db.rows<Suggestion>(
      `SELECT ${columns} ${from} AND strpos(w.text_folded, $2) > 0
       ORDER BY w.text_folded = $2 DESC, w.text_folded LIMIT $3`,
      ...[clientId, foldText(text), limit],
    );
  },
  get: (id) => db.row<WordRow>(`SELECT ${wordColumns} ${named}`, id),
  getOfClient: (shownId, clientId) => findOwnWord(db, 'shown_id', shownId, clientId),
  ...createWordChanges(db),
  ...createWordBulk(db),
});
