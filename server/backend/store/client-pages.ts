/** Pages of clients with search and figures, and what belongs to a client. */
import type { ClientSortColumn } from '../../../shared/fields/clients.ts';
import type { ExportAccess } from '../../../shared/rules/client.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { minuteMs } from '../../platform/durations.ts';
import { clientAccount } from '../rules/account.ts';
import { countRows, type Page, type PageQuery, totalOf } from './page.ts';
import { createMethods, type Db } from './port.ts';

export type ClientFields = {
  name: string;
  ipaddr: string;
  macaddr: string;
  email: string;
  phone: string;
  note: string;
  exportAccess: ExportAccess;
};

/** `connected`: one of the client's own sessions was used in the last 5 minutes. */
export type ClientRow = ClientFields & { clientId: string; connected: boolean };

/** `words` counts phrases that are not deleted. `signedInAt` is null before the first sign-in. */
export type ClientSummary = ClientRow & { words: number; signedInAt: number | null };

/** `search` matches parts of ID, name, addresses, email and phone, ignoring case and ё; '' finds all. */
export type ClientsQuery = PageQuery<ClientSortColumn> & { search: string };

/** What belongs to a client. `ownWords` are those of `words` that no other client has. */
export type ClientBelongings = { words: number; ownWords: number; views: number; rules: number; mutes: number };

/** A client is connected if one of its sessions was used within this time. */
export const connectedMs = 5 * minuteMs;

/** SQL on `l`, a row of `word_clients`: its phrase is not deleted. */
const live = 'l.word_id NOT IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL)';
/** SQL on `c`: the number of phrases of a client. */
const words = `(SELECT count(*) FROM word_clients l WHERE l.client_id = c.client_id AND ${live})`;

/** The folded parts of a search, each of which must be found. */
const partsOf = (search: string): string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((part) => part !== '');

/** SQL on `c`. */
const sortColumns: Record<ClientSortColumn, string> = {
  client_id: 'c.client_no',
  name: 'c.name_folded',
  export_access: 'c.export_access',
  words,
  signed_in_at: 'c.signed_in_at',
};

/** Of the table `c`. The first parameter is the time since when a session must have been used. */
export const clientColumns = `
  c.client_id, c.name, c.ipaddr, c.macaddr, c.email, c.phone, c.note, c.export_access,
  EXISTS (SELECT 1 FROM sessions s WHERE s.client_id = c.client_id AND s.used_at > $1) AS connected`;

/** Every part of the search must be found. */
const matches = (parameter: string): string => `NOT EXISTS (
  SELECT 1 FROM unnest(${parameter}::text[]) AS part
  WHERE strpos(c.client_id || '\n' || c.search_text, part) = 0)`;

/** The figures are counted for the rows of the page only. SQLite sorts missing values first. */
function pageSql({ orderBy, orderDirection }: ClientsQuery): string {
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  const nulls = orderBy !== 'signed_in_at' ? '' : direction === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  const order = `ORDER BY place ${direction} ${nulls}, client_no ${direction}`;
  return `
    SELECT ${clientColumns}, c.signed_in_at, ${words} AS words
    FROM (
      SELECT client_no, ${sortColumns[orderBy]} AS place FROM clients c WHERE ${matches('$2')} ${order} LIMIT $3 OFFSET $4
    ) AS page JOIN clients c USING (client_no) ${order}`;
}

/** In order of creation. */
async function ids(db: Db, search: string): Promise<string[]> {
  const sql = `SELECT client_id AS id FROM clients c WHERE ${matches('$1')} ORDER BY client_no`;
  return (await db.rows<{ id: string }>(sql, partsOf(search))).map(({ id }) => id);
}

async function page(db: Db, query: ClientsQuery, now: number): Promise<Page<ClientSummary>> {
  const parts = partsOf(query.search);
  const rows = await db.rows<ClientSummary>(pageSql(query), now - connectedMs, parts, query.limit, query.offset);
  const count = () => countRows(db, `FROM clients c WHERE ${matches('$1')}`, parts);
  return { rows, total: await totalOf(rows.length, query, count) };
}

async function belongings(db: Db, clientId: string): Promise<ClientBelongings> {
  const found = await db.row<ClientBelongings>(
    `SELECT (SELECT count(*) FROM word_clients l WHERE client_id = $1 AND ${live}) AS words,
       (SELECT count(*) FROM word_clients l WHERE client_id = $1 AND ${live} AND NOT EXISTS (
         SELECT 1 FROM word_clients o WHERE o.word_id = l.word_id AND o.client_id <> $1)) AS own_words,
       (SELECT count(*) FROM views WHERE account = $2) AS views,
       (SELECT count(*) FROM alert_rules WHERE account = $2) AS rules,
       (SELECT count(*) FROM mutes WHERE account = $2) AS mutes`,
    ...[clientId, clientAccount(clientId)],
  );
  return found ?? { words: 0, ownWords: 0, views: 0, rules: 0, mutes: 0 };
}

export const createClientPages = (db: Db) => createMethods(db, { page, ids, belongings }, {});
