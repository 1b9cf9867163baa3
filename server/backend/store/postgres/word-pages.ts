/** Reads phrases in PostgreSQL page by page, by filters. */
import type { WordSortColumn } from '../../../../shared/api/words.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import type { Page, PageQuery } from '../page.ts';
import { verdictSql } from '../verdict-sql.ts';
import { wordSortColumns } from '../word-sort-columns.ts';
import type { WordFilters, WordRow, WordsPageQuery, WordsStore } from '../words-store.ts';
import type { Db } from './database.ts';
import { wordColumns } from './word-rows.ts';

/** The ID breaks ties, so that pages neither repeat nor miss a row. SQLite sorts missing values first. */
function orderOf({ orderBy, orderDirection }: PageQuery<WordSortColumn>): string {
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  const nulls = orderBy !== 'update_dt' ? '' : direction === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  const id = orderBy === 'word_id' ? '' : `, w.word_id ${direction}`;
  return `${wordSortColumns[orderBy]} ${direction} ${nulls} ${id}`;
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
  if (state !== undefined) conditions.push(`w.state = ${parameter(state)}`);
  if (health !== undefined) {
    const verdict = `${verdictSql(clientId === null ? 'NULL' : 'own.client_id')} = ${parameter(health)}`;
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

async function readPage(db: Db, clientId: string | null, query: WordsPageQuery): Promise<Page<WordRow>> {
  const { source, values } = select(clientId, query);
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await db.rows<WordRow>(
    `SELECT ${wordColumns} ${source} ORDER BY ${orderOf(query)} LIMIT $${limit} OFFSET $${offset}`,
    ...[...values, query.limit, query.offset],
  );
  const count = await db.row<{ total: number }>(`SELECT count(*) AS total ${source}`, ...values);
  return { rows, total: count?.total ?? 0 };
}

export const createWordPages = (db: Db): Pick<WordsStore, 'page' | 'pageOfClient' | 'ids'> => ({
  page: (query) => readPage(db, null, query),
  pageOfClient: (clientId, query) => readPage(db, clientId, query),
  async ids(clientId, filters) {
    const { source, values } = select(clientId, filters);
    const rows = await db.rows<{ wordId: number }>(`SELECT w.word_id ${source} ORDER BY w.word_id DESC`, ...values);
    return rows.map(({ wordId }) => wordId);
  },
});
