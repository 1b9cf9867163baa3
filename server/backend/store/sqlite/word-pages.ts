/** Reads phrases in SQLite page by page, by filters. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WordSortColumn } from '../../../../shared/fields/words.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import type { Identity } from '../../rules/account.ts';
import { ownSortColumns, ownState } from '../own-phrase-sql.ts';
import { type PageQuery, totalOf } from '../page.ts';
import { verdictSql } from '../verdict-sql.ts';
import { wordSortColumns } from '../word-sort-columns.ts';
import type { WordFilters, WordsPageQuery, WordsStore } from '../words-store.ts';
import { ownColumns, toRows, wordColumns } from './word-rows.ts';

type Condition = { sql: string; values: (string | number)[] };

/** The phrases of all clients with this text in ID or name, once each, because both the page and the total read them. */
const wordsOfClients = `
  SELECT json_group_array(word_id) AS ids FROM (SELECT DISTINCT word_id FROM word_clients WHERE client_id IN (
    SELECT client_id FROM clients WHERE instr(client_id, :text) > 0 OR instr(name_folded, :text) > 0))`;

/** Conditions on `w`, the table of phrases. `findWords` returns a JSON list of IDs of phrases. */
function listConditions(
  clientId: string | null,
  { text = '', state, health, client = '', deleted = false }: WordFilters,
  findWords: (client: string) => string,
): Condition[] {
  const conditions: Condition[] = [{ sql: `w.deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'}`, values: [] }];
  if (clientId !== null) conditions.push({ sql: 'own.client_id = ?', values: [clientId] });
  if (text !== '') conditions.push({ sql: 'instr(w.text_folded, ?) > 0', values: [foldText(text)] });
  if (state !== undefined) conditions.push({ sql: `${clientId === null ? 'w.state' : ownState} = ?`, values: [state] });
  if (health !== undefined) {
    const verdict = verdictSql(clientId === null ? 'NULL' : 'own.client_id');
    const known = clientId === null ? 'w.deleted_at IS NULL' : 'w.deleted_at IS NULL AND NOT own.awaits';
    const judged = `SELECT 1 FROM word_health h WHERE h.word_id = w.word_id AND ${known} AND ${verdict} = ?`;
    conditions.push({ sql: `EXISTS (${judged})`, values: [health] });
  }
  if (client !== '') {
    conditions.push({ sql: 'w.word_id IN (SELECT value FROM json_each(?))', values: [findWords(foldText(client))] });
  }
  return conditions;
}

/** The ID breaks ties, so that pages neither repeat nor miss a row. */
function orderBy(
  columns: Record<WordSortColumn, string>,
  { orderBy: column, orderDirection }: PageQuery<WordSortColumn>,
): string {
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  return [...new Set([columns[column], columns.word_id])].map((name) => `${name} ${direction}`).join(', ');
}

export function createWordPages(db: DatabaseSync): Pick<WordsStore, 'page' | 'pageOfClient' | 'ids'> {
  const statements = new Map<string, StatementSync>();
  const ofClients = db.prepare(wordsOfClients);

  /** Prepares each statement once; their number is that of the combinations of filters and orders. */
  function prepare(sql: string): StatementSync {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }
  const findWords = (client: string): string => String(ofClients.get({ text: client })?.ids);

  function select(clientId: string | null, filters: WordFilters): { source: string; values: (string | number)[] } {
    const conditions = listConditions(clientId, filters, findWords);
    const tables = clientId === null ? 'words w' : 'word_clients own JOIN words w USING (word_id)';
    return {
      source: `FROM ${tables} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
      values: conditions.flatMap((condition) => condition.values),
    };
  }

  async function read(clientId: string | null, query: WordsPageQuery, viewer: Identity['type']) {
    const { source, values } = select(clientId, query);
    const [columns, order] = viewer === 'admin' ? [wordColumns, wordSortColumns] : [ownColumns, ownSortColumns];
    const page = prepare(`SELECT ${columns} ${source} ORDER BY ${orderBy(order, query)} LIMIT ? OFFSET ?`);
    const rows = toRows(page.all(...values, query.limit, query.offset));
    const count = () => Number(prepare(`SELECT count(*) AS total ${source}`).get(...values)?.total);
    return { rows, total: totalOf(rows.length, query, count) };
  }
  return {
    page: (query) => read(null, query, 'admin'),
    pageOfClient: (clientId, query, viewer = 'client') => read(clientId, query, viewer),
    async ids(clientId, filters) {
      const { source, values } = select(clientId, filters);
      const shownId = clientId === null ? wordSortColumns.word_id : ownSortColumns.word_id;
      return prepare(`SELECT ${shownId} AS id ${source} ORDER BY ${shownId} DESC`)
        .all(...values)
        .map(({ id }) => Number(id));
    },
  };
}
