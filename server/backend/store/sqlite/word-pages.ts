/** Reads phrases in SQLite page by page, by filters. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WordSortColumn } from '../../../../shared/api/words.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import type { PageQuery } from '../page.ts';
import { verdictSql } from '../verdict-sql.ts';
import type { WordFilters, WordsPageQuery, WordsStore } from '../words-store.ts';
import { toRows, wordColumns } from './word-rows.ts';

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

type Condition = { sql: string; values: (string | number)[] };

/** Conditions on `w`, the table of phrases. `findClients` returns the IDs of the clients with this text. */
function listConditions(
  clientId: string | null,
  { text = '', state, health, client = '', deleted = false }: WordFilters,
  findClients: (text: string) => string[],
): Condition[] {
  const conditions: Condition[] = [{ sql: `w.deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'}`, values: [] }];
  if (clientId !== null) conditions.push({ sql: 'own.client_id = ?', values: [clientId] });
  if (text !== '') conditions.push({ sql: 'instr(w.text_folded, ?) > 0', values: [foldText(text)] });
  if (state !== undefined) conditions.push({ sql: 'w.state = ?', values: [state] });
  if (health !== undefined) {
    const verdict = verdictSql(clientId === null ? 'NULL' : 'own.client_id');
    const judged = `SELECT 1 FROM word_health h WHERE h.word_id = w.word_id AND w.deleted_at IS NULL AND ${verdict} = ?`;
    conditions.push({ sql: `EXISTS (${judged})`, values: [health] });
  }
  if (client !== '') {
    const ofClients = 'SELECT word_id FROM word_clients WHERE client_id IN (SELECT value FROM json_each(?))';
    conditions.push({ sql: `w.word_id IN (${ofClients})`, values: [JSON.stringify(findClients(foldText(client)))] });
  }
  return conditions;
}

/** The ID breaks ties, so that pages neither repeat nor miss a row. */
function orderBy({ orderBy: column, orderDirection }: PageQuery<WordSortColumn>): string {
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  return column === 'word_id'
    ? `w.word_id ${direction}`
    : `${sortColumns[column]} ${direction}, w.word_id ${direction}`;
}

export function createWordPages(db: DatabaseSync): Pick<WordsStore, 'page' | 'pageOfClient' | 'ids'> {
  const statements = new Map<string, StatementSync>();
  const clients = db.prepare('SELECT client_id AS id, name FROM clients');

  /** Prepares each statement once; their number is that of the combinations of filters and orders. */
  function prepare(sql: string): StatementSync {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }
  const findClients = (folded: string): string[] =>
    (clients.all() as { id: string; name: string }[])
      .filter(({ id, name }) => id.includes(folded) || foldText(name).includes(folded))
      .map(({ id }) => id);

  function select(clientId: string | null, filters: WordFilters): { source: string; values: (string | number)[] } {
    const conditions = listConditions(clientId, filters, findClients);
    const tables = clientId === null ? 'words w' : 'word_clients own JOIN words w USING (word_id)';
    return {
      source: `FROM ${tables} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
      values: conditions.flatMap((condition) => condition.values),
    };
  }

  async function read(clientId: string | null, query: WordsPageQuery) {
    const { source, values } = select(clientId, query);
    const total = prepare(`SELECT count(*) AS total ${source}`).get(...values)?.total;
    const page = prepare(`SELECT ${wordColumns} ${source} ORDER BY ${orderBy(query)} LIMIT ? OFFSET ?`);
    return { rows: toRows(page.all(...values, query.limit, query.offset)), total: Number(total) };
  }
  return {
    page: (query) => read(null, query),
    pageOfClient: read,
    async ids(clientId, filters) {
      const { source, values } = select(clientId, filters);
      return prepare(`SELECT w.word_id AS id ${source} ORDER BY w.word_id DESC`)
        .all(...values)
        .map(({ id }) => Number(id));
    },
  };
}
