/** Reads phrases and filtered pages of phrases; word-changes.ts writes them. */
import { foldText } from '../../../shared/rules/word.ts';
import type { Identity } from '../rules/account.ts';
import { orderOf, type Page, readPage } from './page.ts';
import { createMethods, type Db, type Dialect } from './port.ts';
import { changeAll, createAll, createWord, markDeleted, unlink, updateOfClient, updateWord } from './word-changes.ts';
import { verdictSql } from './word-health.ts';
import { linksHave } from './word-links.ts';
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
import type { WordFilters, WordRow, WordsPageQuery } from './words-store.ts';

const ofClients = 'FROM word_clients own JOIN words w USING (word_id)';

/** Selects the phrases that match the filters: of all clients, or of one. */
function select(
  { contains }: Dialect,
  clientId: string | null,
  { text = '', state, health, client = '', deleted = false, walls = false }: WordFilters,
): { source: string; values: string[] } {
  const values: string[] = [];
  const parameter = (value: string): string => `$${values.push(value)}`;
  const conditions = [`w.deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'}`];
  if (!walls) conditions.push('w.wall_id IS NULL');
  if (clientId !== null) conditions.push(`own.client_id = ${parameter(clientId)}`);
  if (text !== '') conditions.push(contains('w.text_folded', parameter(foldText(text))));
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
      SELECT client_id FROM clients WHERE ${contains('client_id', part)} OR ${contains('name_folded', part)}))`);
  }
  return { source: `${clientId === null ? 'FROM words w' : ofClients} WHERE ${conditions.join(' AND ')}`, values };
}

/** A page of all phrases, or of a client's phrases. */
async function pageOfClient(
  db: Db,
  clientId: string | null,
  query: WordsPageQuery,
  viewer: Identity['type'] = 'client',
): Promise<Page<WordRow>> {
  const [columns, sortColumns] =
    viewer === 'admin' ? [wordColumns(db.dialect), wordSortColumns] : [ownColumns, ownSortColumns];
  const { orderBy, orderDirection } = query;
  const order = orderOf(sortColumns[orderBy], orderDirection, sortColumns.word_id, orderBy === 'update_dt');
  const { rows, total } = await readPage<WordRecord>(
    db,
    { columns, order, ...select(db.dialect, clientId, query) },
    query,
  );
  return { rows: rows.map(toWord), total };
}

/** The IDs of the phrases that match the filters; with a client, its phrases by the IDs that it sees. */
function ids(db: Db, clientId: string | null, filters: WordFilters): Promise<number[]> {
  const { source, values } = select(db.dialect, clientId, filters);
  const shownId = clientId === null ? wordSortColumns.word_id : ownSortColumns.word_id;
  return db.column(`SELECT ${shownId} ${source} ORDER BY ${shownId} DESC`, ...values);
}

type Suggestion = { shownId: number; text: string };

/** Phrases that contain the text, ignoring case and ё; an exact match first. `clientId` null searches all phrases. */
function suggest(db: Db, text: string, clientId: string | null, limit: number): Promise<Suggestion[]> {
  const { source, values } = select(db.dialect, clientId, {});
  const [needle, count] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return db.rows<Suggestion>(
    `SELECT ${clientId === null ? 'w.word_id AS shown_id, w.text' : 'own.shown_id, own.text'} ${source}
       AND ${db.dialect.contains('w.text_folded', needle)}
     ORDER BY w.text_folded = ${needle} DESC, w.text_folded LIMIT ${count}`,
    ...values,
    foldText(text),
    limit,
  );
}

/** Whether the client tracks a phrase with each text. */
async function tracksTexts(db: Db, clientId: string, texts: readonly string[]): Promise<boolean[]> {
  const folded = texts.map(foldText);
  const found = await db.column<string>(
    `SELECT text_folded FROM words JOIN word_clients USING (word_id)
     WHERE text_folded ${db.dialect.among('$1', 'text')} AND deleted_at IS NULL AND client_id = $2`,
    folded,
    clientId,
  );
  const tracked = new Set(found);
  return folded.map((text) => tracked.has(text));
}

const list = (db: Db, deleted = false) =>
  readWords(
    db,
    wordColumns(db.dialect),
    `FROM words w WHERE w.deleted_at IS ${deleted ? 'NOT' : ''} NULL AND w.wall_id IS NULL ORDER BY w.word_id DESC`,
  );

/** The phrases of a client, as the client or as administrators see them, with those of walls. */
const listOfClient = (db: Db, clientId: string, viewer: Identity['type'] = 'client') =>
  readWords(
    db,
    viewer === 'admin' ? wordColumns(db.dialect) : ownColumns,
    `${ofClients} WHERE own.client_id = $1 AND w.deleted_at IS NULL ORDER BY own.shown_id DESC`,
    clientId,
  );

const page = (db: Db, query: WordsPageQuery) => pageOfClient(db, null, query, 'admin');

/** Finds a phrase by its ID or, if no phrase has it, by an ID that a client sees. Also returns deleted phrases. */
const get = async (db: Db, id: number): Promise<WordRow | null> =>
  (await readWords(db, wordColumns(db.dialect), `FROM words w WHERE w.word_id = ${namedWord('$1')}`, id))[0] ?? null;

/** The phrase as the client sees it; null if it is deleted or the client does not track it. */
const getOfClient = (db: Db, shownId: number, clientId: string) => findOwnWord(db, 'shown_id', shownId, clientId);

/** Keeps phrases from changing until the end of the transaction. `clientId`: the phrase as this client sees it. */
async function lock(db: Db, clientId: string | null, id: number): Promise<WordRow | null> {
  await db.lock('words');
  return clientId === null ? get(db, id) : getOfClient(db, id, clientId);
}

export const createWordsStore = (db: Db) =>
  createMethods(
    db,
    { list, listOfClient, page, pageOfClient, ids, suggest, get, getOfClient, tracksTexts, changeAll, linksHave },
    { lock, create: createWord, update: updateWord, updateOfClient, markDeleted, unlink, createAll },
  );
