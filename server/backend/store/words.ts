/** Reads phrases, also page by page by filters; word-changes.ts and word-bulk.ts write them. */
import type { WordSortColumn } from '../../../shared/fields/words.ts';
import { foldText } from '../../../shared/rules/word.ts';
import type { Identity } from '../rules/account.ts';
import { type Page, type PageQuery, readPage } from './page.ts';
import type { Db } from './port.ts';
import { createWordBulk } from './word-bulk.ts';
import { createWordChanges } from './word-changes.ts';
import { verdictSql } from './word-health.ts';
import {
  findOwnWord,
  namedWord,
  ownColumns,
  ownSortColumns,
  ownState,
  readWords,
  toWord,
  type WordRecord,
  wordColumns,
  wordSortColumns,
} from './word-rows.ts';
import type { WordFilters, WordRow, WordsPageQuery, WordsStore } from './words-store.ts';

const ofClients = 'FROM word_clients own JOIN words w USING (word_id)';

/** The ID breaks ties, so that pages neither repeat nor miss a row. SQLite sorts missing values first. */
function orderOf(
  columns: Record<WordSortColumn, string>,
  { orderBy, orderDirection }: PageQuery<WordSortColumn>,
): string {
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  const nulls = orderBy !== 'update_dt' ? '' : direction === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  const id = orderBy === 'word_id' ? '' : `, ${columns.word_id} ${direction}`;
  return `${columns[orderBy]} ${direction} ${nulls} ${id}`;
}

/** The phrases that the filters find: all, or those of a client. */
function select(
  clientId: string | null,
  { text = '', state, health, client = '', deleted = false }: WordFilters,
): { source: string; values: string[] } {
  const values: string[] = [];
  const parameter = (value: string): string => `$${values.push(value)}`;
  const conditions = [`w.deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'}`];
  if (clientId !== null) conditions.push(`own.client_id = ${parameter(clientId)}`);
  if (text !== '') conditions.push(`strpos(w.text_folded, ${parameter(foldText(text))}) > 0`);
  if (state !== undefined) conditions.push(`${clientId === null ? 'w.state' : ownState} = ${parameter(state)}`);
  if (health !== undefined) {
    const verdict = `${verdictSql(clientId === null ? 'NULL' : 'own.client_id')} = ${parameter(health)}`;
    if (clientId !== null) conditions.push('NOT own.awaits');
    conditions.push(
      `w.deleted_at IS NULL AND EXISTS (SELECT 1 FROM word_health h WHERE h.word_id = w.word_id AND ${verdict})`,
    );
  }
  if (client !== '') {
    const part = parameter(foldText(client));
    conditions.push(`w.word_id IN (SELECT word_id FROM word_clients WHERE client_id IN (
      SELECT client_id FROM clients WHERE strpos(client_id, ${part}) > 0 OR strpos(name_folded, ${part}) > 0))`);
  }
  return { source: `${clientId === null ? 'FROM words w' : ofClients} WHERE ${conditions.join(' AND ')}`, values };
}

async function readWordsPage(
  db: Db,
  clientId: string | null,
  query: WordsPageQuery,
  viewer: Identity['type'],
): Promise<Page<WordRow>> {
  const [columns, sortColumns] = viewer === 'admin' ? [wordColumns, wordSortColumns] : [ownColumns, ownSortColumns];
  const order = orderOf(sortColumns, query);
  const { rows, total } = await readPage<WordRecord>(db, { columns, order, ...select(clientId, query) }, query);
  return { rows: rows.map(toWord), total };
}

async function readIds(db: Db, clientId: string | null, filters: WordFilters): Promise<number[]> {
  const { source, values } = select(clientId, filters);
  const shownId = clientId === null ? wordSortColumns.word_id : ownSortColumns.word_id;
  const rows = await db.rows<{ id: number }>(`SELECT ${shownId} AS id ${source} ORDER BY ${shownId} DESC`, ...values);
  return rows.map(({ id }) => id);
}

type Suggestion = { shownId: number; text: string };

function suggest(db: Db, text: string, clientId: string | null, limit: number): Promise<Suggestion[]> {
  const { source, values } = select(clientId, {});
  const [needle, count] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return db.rows<Suggestion>(
    `SELECT ${clientId === null ? 'w.word_id AS shown_id, w.text' : 'own.shown_id, own.text'} ${source}
       AND strpos(w.text_folded, ${needle}) > 0
     ORDER BY w.text_folded = ${needle} DESC, w.text_folded LIMIT ${count}`,
    ...[...values, foldText(text), limit],
  );
}

async function tracksTexts(db: Db, clientId: string, texts: readonly string[]): Promise<boolean[]> {
  const folded = texts.map(foldText);
  const rows = await db.rows<{ textFolded: string }>(
    `SELECT text_folded FROM words JOIN word_clients USING (word_id)
     WHERE text_folded = ANY ($1::text[]) AND deleted_at IS NULL AND client_id = $2`,
    ...[folded, clientId],
  );
  const tracked = new Set(rows.map(({ textFolded }) => textFolded));
  return folded.map((text) => tracked.has(text));
}

export const createWordsStore = (db: Db): WordsStore => ({
  list: (deleted = false) =>
    readWords(
      db,
      wordColumns,
      `FROM words w WHERE w.deleted_at IS ${deleted ? 'NOT' : ''} NULL ORDER BY w.word_id DESC`,
    ),
  listOfClient: (clientId, viewer = 'client') =>
    readWords(
      db,
      viewer === 'admin' ? wordColumns : ownColumns,
      `${ofClients} WHERE own.client_id = $1 AND w.deleted_at IS NULL ORDER BY own.shown_id DESC`,
      clientId,
    ),
  page: (query) => readWordsPage(db, null, query, 'admin'),
  pageOfClient: (clientId, query, viewer = 'client') => readWordsPage(db, clientId, query, viewer),
  ids: (clientId, filters) => readIds(db, clientId, filters),
  suggest: (text, clientId, limit) => suggest(db, text, clientId, limit),
  get: async (id) =>
    (await readWords(db, wordColumns, `FROM words w WHERE w.word_id = ${namedWord('$1')}`, id))[0] ?? null,
  getOfClient: (shownId, clientId) => findOwnWord(db, 'shown_id', shownId, clientId),
  tracksTexts: (clientId, texts) => tracksTexts(db, clientId, texts),
  ...createWordChanges(db),
  ...createWordBulk(db),
});
