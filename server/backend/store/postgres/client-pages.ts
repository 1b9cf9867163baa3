/** Pages of clients in PostgreSQL, with search and figures, and what belongs to a client. */
import { clientAccount } from '../../rules/account.ts';
import { connectedMs, live, partsOf, sortColumns, words } from '../client-columns.ts';
import type { ClientBelongings, ClientSummary, ClientsQuery, ClientsStore } from '../clients-store.ts';
import type { Db } from '../port.ts';

/** Of the table `c`. The first parameter is the time since when a session must have been used. */
export const clientColumns = `
  c.client_id, c.name, c.ipaddr, c.macaddr, c.email, c.phone, c.note, c.export_access,
  EXISTS (SELECT 1 FROM sessions s WHERE s.client_id = c.client_id AND s.used_at > $1) AS connected`;

/** Every part of the search must be found. */
const found = (parameter: string) => `NOT EXISTS (
  SELECT 1 FROM unnest(${parameter}::text[]) part WHERE strpos(c.client_id || chr(10) || c.search_text, part) = 0)`;
/** The figures are counted for the rows of the page only. SQLite sorts missing values first. */
function pageSql({ orderBy, orderDirection }: ClientsQuery): string {
  const direction = orderDirection === 'ASC' ? 'ASC NULLS FIRST' : 'DESC NULLS LAST';
  return `
    SELECT ${clientColumns}, c.signed_in_at, ${words} AS words
    FROM (
      SELECT client_no, row_number() OVER (ORDER BY ${sortColumns[orderBy]} ${direction}, c.client_no ${direction}) AS place
      FROM clients c WHERE ${found('$2')} ORDER BY place LIMIT $3 OFFSET $4
    ) AS page JOIN clients c USING (client_no) ORDER BY place`;
}

export const createClientPages = (db: Db): Pick<ClientsStore, 'page' | 'ids' | 'belongings'> => ({
  async page(query, now) {
    const parts = partsOf(query.search);
    const rows = await db.rows<ClientSummary>(pageSql(query), now - connectedMs, parts, query.limit, query.offset);
    const count = await db.row<{ total: number }>(
      `SELECT count(*) AS total FROM clients c WHERE ${found('$1')}`,
      parts,
    );
    return { rows, total: count?.total ?? 0 };
  },
  ids: async (search) =>
    (
      await db.rows<{ id: string }>(
        `SELECT client_id AS id FROM clients c WHERE ${found('$1')} ORDER BY client_no`,
        partsOf(search),
      )
    ).map(({ id }) => id),
  belongings: async (clientId) => {
    const belongings = await db.row<ClientBelongings>(
      `SELECT (SELECT count(*) FROM word_clients l WHERE client_id = $1 AND ${live}) AS words,
         (SELECT count(*) FROM word_clients l WHERE client_id = $1 AND ${live} AND NOT EXISTS (
           SELECT 1 FROM word_clients o WHERE o.word_id = l.word_id AND o.client_id <> $1)) AS own_words,
         (SELECT count(*) FROM views WHERE account = $2) AS views,
         (SELECT count(*) FROM alert_rules WHERE account = $2) AS rules,
         (SELECT count(*) FROM mutes WHERE account = $2) AS mutes`,
      ...[clientId, clientAccount(clientId)],
    );
    return belongings ?? { words: 0, ownWords: 0, views: 0, rules: 0, mutes: 0 };
  },
});
