/** Pages of clients in SQLite, with search and figures, and what belongs to a client. */
import type { DatabaseSync } from 'node:sqlite';
import { clientAccount } from '../../rules/account.ts';
import { connectedMs, live, partsOf, sortColumns, words } from '../client-columns.ts';
import type { ClientBelongings, ClientRow, ClientSummary, ClientsQuery, ClientsStore } from '../clients-store.ts';
import { totalOf } from '../page.ts';

/** Of the table `c`. Takes the time since when a session must have been used. */
export const clientColumns = `
  c.client_id AS clientId, c.name, c.ipaddr, c.macaddr, c.email, c.phone, c.note, c.export_access AS exportAccess,
  EXISTS (SELECT 1 FROM sessions s WHERE s.client_id = c.client_id AND s.used_at > ?) AS connected`;

export type ClientRecord = Omit<ClientRow, 'connected'> & { connected: number };
export const toClientRow = <Record extends ClientRecord>(record: Record) => ({
  ...record,
  connected: record.connected === 1,
});

/** Every part of the search, which is a JSON list, must be found. */
const found = `NOT EXISTS (
  SELECT 1 FROM json_each(?) part WHERE instr(c.client_id || char(10) || c.search_text, part.value) = 0)`;
/** The figures are counted for the rows of the page only. */
function pageSql({ orderBy, orderDirection }: ClientsQuery): string {
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  const order = `ORDER BY place ${direction}, client_no ${direction}`;
  return `
    SELECT ${clientColumns}, c.signed_in_at AS signedInAt, ${words} AS words
    FROM (SELECT client_no, ${sortColumns[orderBy]} AS place FROM clients c WHERE ${found} ${order} LIMIT ? OFFSET ?)
      JOIN clients c USING (client_no) ${order}`;
}

export function createClientPages(db: DatabaseSync): Pick<ClientsStore, 'page' | 'ids' | 'belongings'> {
  const count = db.prepare(`SELECT count(*) AS total FROM clients c WHERE ${found}`);
  const ids = db.prepare(`SELECT client_id AS id FROM clients c WHERE ${found} ORDER BY client_no`);
  const belongings = db.prepare(`
    SELECT (SELECT count(*) FROM word_clients l WHERE client_id = :id AND ${live}) AS words,
      (SELECT count(*) FROM word_clients l WHERE client_id = :id AND ${live} AND NOT EXISTS (
        SELECT 1 FROM word_clients o WHERE o.word_id = l.word_id AND o.client_id <> :id)) AS ownWords,
      (SELECT count(*) FROM views WHERE account = :account) AS views,
      (SELECT count(*) FROM alert_rules WHERE account = :account) AS rules,
      (SELECT count(*) FROM mutes WHERE account = :account) AS mutes`);
  return {
    async page(query, now) {
      const parts = JSON.stringify(partsOf(query.search));
      const rows = db.prepare(pageSql(query)).all(now - connectedMs, parts, query.limit, query.offset);
      return {
        rows: (rows as (ClientRecord & Pick<ClientSummary, 'words' | 'signedInAt'>)[]).map(toClientRow),
        total: totalOf(rows.length, query, () => Number(count.get(parts)?.total)),
      };
    },
    ids: async (search) => ids.all(JSON.stringify(partsOf(search))).map(({ id }) => String(id)),
    belongings: async (clientId) =>
      belongings.get({ id: clientId, account: clientAccount(clientId) }) as ClientBelongings,
  };
}
