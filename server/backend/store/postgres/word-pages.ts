/** Reads phrases in PostgreSQL page by page, by filters. */
import type { WordSortColumn } from '../../../../shared/fields/words.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import type { Identity } from '../../rules/account.ts';
import { ownSortColumns, ownState } from '../own-phrase-sql.ts';
import type { Page, PageQuery } from '../page.ts';
import type { Db } from '../port.ts';
import { verdictSql } from '../verdict-sql.ts';
import { wordSortColumns } from '../word-sort-columns.ts';
import type { WordFilters, WordRow, WordsPageQuery, WordsStore } from '../words-store.ts';
import { ownColumns, wordColumns } from './word-rows.ts';

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
    conditions.push(`w.word_id IN (SELECT word_id FROM word_clients JOIN clients USING (client_id)
      WHERE strpos(client_id, ${part}) > 0 OR strpos(name_folded, ${part}) > 0)`);
  }
  const tables = clientId === null ? 'words w' : 'word_clients own JOIN words w USING (word_id)';
  return { source: `FROM ${tables} WHERE ${conditions.join(' AND ')}`, values };
}

async function readPage(
  db: Db,
  clientId: string | null,
  query: WordsPageQuery,
  viewer: Identity['type'],
): Promise<Page<WordRow>> {
  const [columns, order] = viewer === 'admin' ? [wordColumns, wordSortColumns] : [ownColumns, ownSortColumns];
  const { source, values } = select(clientId, query);
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await db.rows<WordRow>(
    `SELECT ${columns} ${source} ORDER BY ${orderOf(order, query)} LIMIT $${limit} OFFSET $${offset}`,
    ...[...values, query.limit, query.offset],
  );
  const count = await db.row<{ total: number }>(`SELECT count(*) AS total ${source}`, ...values);
  return { rows, total: count?.total ?? 0 };
}

export const createWordPages = (db: Db): Pick<WordsStore, 'page' | 'pageOfClient' | 'ids'> => ({
  page: (query) => readPage(db, null, query, 'admin'),
  pageOfClient: (clientId, query, viewer = 'client') => readPage(db, clientId, query, viewer),
  async ids(clientId, filters) {
    const { source, values } = select(clientId, filters);
    const shownId = clientId === null ? wordSortColumns.word_id : ownSortColumns.word_id;
    const rows = await db.rows<{ id: number }>(`SELECT ${shownId} AS id ${source} ORDER BY ${shownId} DESC`, ...values);
    return rows.map(({ id }) => id);
  },
});
