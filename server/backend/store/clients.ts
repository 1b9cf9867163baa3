/** Clients: searchable pages with figures, changes, and the data that belongs to a client. */

import type { ClientBelongings } from '../../../shared/api/client-changes.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { ClientSortColumn } from '../../../shared/fields/clients.ts';
import type { ExportAccess } from '../../../shared/rules/client.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { clientAccount, personAccount } from '../rules/account.ts';
import { macDigits, phoneDigits, typedDigits } from '../rules/client-search.ts';
import { clientChange, clientEvent } from '../rules/journal/events.ts';
import type { Versioned } from '../rules/versioned.ts';
import { removeMarksOfRules } from './alert-rules.ts';
import { type By, recordChange } from './journal.ts';
import { countRows, hasParts, orderOf, type Page, type PageQuery, partsOf, totalOf } from './page.ts';
import { forgetAccount } from './people.ts';
import { createMethods, type Db, type Dialect, insertRow } from './port.ts';
import { keepForOtherSeats } from './second-factors.ts';
import { changeRow, raisedBy, raisesVersion, versionColumns } from './versions.ts';
import { settlePhrase } from './word-links.ts';

export type ClientFields = {
  name: string;
  ipaddr: string;
  macaddr: string;
  email: string;
  phone: string;
  note: string;
  exportAccess: ExportAccess;
};

/** `keepCommentsDays`: 1 or more; null: as long as posts. */
export type ClientSettings = ClientFields & { keepCommentsDays: number | null };

/** `connected`: one of the client's own sessions was used in the last 5 minutes. */
export type ClientRow = ClientSettings & Versioned & { clientId: string; connected: boolean };

/** `words` counts phrases that are not deleted. `signedInAt` is null before the first sign-in. */
export type ClientSummary = ClientRow & { words: number; signedInAt: number | null };

/**
 * `search` matches parts of ID, name, addresses, email and phone, ignoring case and ё, and parts of MAC address and phone in any
 * notation; '' matches all.
 */
export type ClientsQuery = PageQuery<ClientSortColumn> & { search: string };

/** A client is connected if one of its sessions was used within this time. */
const connectedMs = 5 * minuteMs;

/** SQL on `l`, a row of `word_clients`: its phrase is not deleted. */
const live = 'l.word_id NOT IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL OR wall_id IS NOT NULL)';
/** SQL on `c`: the number of phrases of a client. */
const words = `(SELECT count(*) FROM word_clients l WHERE l.client_id = c.client_id AND ${live})`;

/** SQL on `c`. */
const sortColumns: Record<ClientSortColumn, string> = {
  client_id: 'c.client_no',
  name: 'c.name_folded',
  export_access: 'c.export_access',
  words,
  signed_in_at: 'c.signed_in_at',
};

/** Columns of `c`. A client with a session used after `$1` is connected. */
const clientColumns = `
  c.client_id, c.name, c.ipaddr, c.macaddr, c.email, c.phone, c.note, c.export_access, c.keep_comments_days, ${versionColumns('c')},
  EXISTS (SELECT 1 FROM sessions s WHERE s.client_id = c.client_id AND s.used_at > $1) AS connected`;

const searched = "c.client_id || '\n' || c.search_text";
/**
 * SQL: whether the client contains every part of a search or, if the search is a MAC address or a phone, its digits.
 */
const matches = (dialect: Dialect, parts: string, digits: string): string =>
  `(${hasParts(dialect, searched, parts)} OR ${hasParts(dialect, searched, digits)})`;

/** The parameters of `matches`. */
function searchesOf(search: string): [parts: string[], digits: string[]] {
  const [parts, digits] = [partsOf(search), typedDigits(search)];
  return [parts, digits === null ? parts : [digits]];
}

/** The figures are counted for the rows of the page only. */
function pageSql(dialect: Dialect, { orderBy, orderDirection }: ClientsQuery): string {
  const order = `ORDER BY ${orderOf('sort_key', orderDirection, 'client_no', orderBy === 'signed_in_at')}`;
  return `
    SELECT ${clientColumns}, c.signed_in_at, ${words} AS words
    FROM (
      SELECT client_no, ${sortColumns[orderBy]} AS sort_key FROM clients c WHERE ${matches(dialect, '$2', '$3')} ${order} LIMIT $4 OFFSET $5
    ) AS page JOIN clients c USING (client_no) ${order}`;
}

/** In order of creation. */
const ids = (db: Db, search: string) =>
  db.column<string>(
    `SELECT client_id FROM clients c WHERE ${matches(db.dialect, '$1', '$2')} ORDER BY client_no`,
    ...searchesOf(search),
  );

async function page(db: Db, query: ClientsQuery, now: number): Promise<Page<ClientSummary>> {
  const searches = searchesOf(query.search);
  const rows = await db.rows<ClientSummary>(
    pageSql(db.dialect, query),
    now - connectedMs,
    ...searches,
    query.limit,
    query.offset,
  );
  const count = () => countRows(db, `FROM clients c WHERE ${matches(db.dialect, '$1', '$2')}`, ...searches);
  return { rows, total: await totalOf(rows.length, query, count) };
}

/** SQL on a table with a column `account`: rows of the people of the client `$1`. */
const ofPeople = "account IN (SELECT 'client:' || client_id || '/' || person_id FROM people WHERE client_id = $1)";

async function belongings(db: Db, clientId: string): Promise<ClientBelongings> {
  const found = await db.row<ClientBelongings>(
    `SELECT (SELECT count(*) FROM word_clients l WHERE client_id = $1 AND ${live}) AS words,
       (SELECT count(*) FROM word_clients l WHERE client_id = $1 AND ${live} AND NOT EXISTS (
         SELECT 1 FROM word_clients o WHERE o.word_id = l.word_id AND o.client_id <> $1)) AS own_words,
       (SELECT count(*) FROM views WHERE account = $2 OR ${ofPeople}) AS views,
       (SELECT count(*) FROM alert_rules WHERE account = $2) AS rules,
       (SELECT count(*) FROM reports WHERE account = $2) AS reports,
       (SELECT count(*) FROM mutes WHERE account = $2 OR ${ofPeople}) AS mutes`,
    clientId,
    clientAccount(clientId),
  );
  return found ?? { words: 0, ownWords: 0, views: 0, rules: 0, reports: 0, mutes: 0 };
}

/** The value of the column `search_text`. The ID is searched separately. */
export const searchTextOf = ({ name, ipaddr, macaddr, email, phone }: Omit<ClientFields, 'note' | 'exportAccess'>) =>
  foldText([name, ipaddr, macaddr, email, phone, macDigits(macaddr), ...phoneDigits(phone)].join('\n'));

/** Includes the derived columns for sorting and searching. */
const columnsOf = ({ name, ipaddr, macaddr, email, phone, note, exportAccess }: ClientFields) => ({
  name,
  ipaddr,
  macaddr,
  email,
  phone,
  note,
  exportAccess,
  nameFolded: foldText(name),
  searchText: searchTextOf({ name, ipaddr, macaddr, email, phone }),
});

const select = `SELECT ${clientColumns} FROM clients c`;

const list = (db: Db, now: number) => db.rows<ClientRow>(`${select} ORDER BY client_no`, now - connectedMs);

const find = (db: Db, clientId: string, now: number, locked: string) =>
  db.row<ClientRow>(`${select} WHERE client_id = $2 ${locked}`, now - connectedMs, clientId);

const get = (db: Db, clientId: string, now: number) => find(db, clientId, now, '');

/** Also locks the client until the end of the transaction. */
const lock = (db: Db, clientId: string, now: number) => find(db, clientId, now, db.dialect.locking('UPDATE OF c'));

/**
 * Deletes the data that belongs to the accounts of the client and its people. A view shared with the client stays with its
 * administrator.
 */
async function forget(db: Db, clientId: string, people: readonly number[], by: By): Promise<void> {
  await removeMarksOfRules(db, clientAccount(clientId));
  for (const table of ['alert_rules', 'reports']) {
    await db.run(`DELETE FROM ${table} WHERE account = $1`, clientAccount(clientId));
  }
  for (const personId of people) await forgetAccount(db, personAccount(clientId, personId));
  await forgetAccount(db, clientAccount(clientId));
  await db.run(
    `UPDATE views SET client_id = NULL, ${raisesVersion(2)} WHERE client_id = $1`,
    clientId,
    ...raisedBy(by),
  );
}

/** Returns null if there is no such client. */
async function update(
  db: Db,
  clientId: string,
  fields: Partial<ClientSettings>,
  now: number,
  by: By = null,
): Promise<ClientRow | null> {
  const current = await lock(db, clientId, now);
  if (!current) return null;
  const next = { ...current, ...fields };
  const object = clientChange(current, next);
  if (object === null) return current;
  if (
    (await changeRow(
      db,
      'clients',
      { clientId },
      current,
      { ...columnsOf(next), keepCommentsDays: next.keepCommentsDays },
      by,
    )) === 0
  )
    return null;
  await recordChange(db, by, 'client-changed', object);
  return get(db, clientId, now);
}

type ClientName = Pick<ClientRow, 'clientId' | 'name'>;

/**
 * Also deletes the client's phrase links and sessions and ends its impersonations. Returns false if there is no such client.
 */
async function remove(db: Db, clientId: string, now: number, by: By = null): Promise<boolean> {
  await db.lock('words');
  await db.run(
    'UPDATE impersonations SET expires_at = $1 WHERE client_id = $2 AND ended_at IS NULL AND expires_at > $1',
    now,
    clientId,
  );
  const words = await db.column<number>('SELECT word_id FROM word_clients WHERE client_id = $1', clientId);
  const people = await db.column<number>('SELECT person_id FROM people WHERE client_id = $1', clientId);
  for (const personId of people) await keepForOtherSeats(db, clientId, personId);
  const removed = await db.row<ClientName>(
    'DELETE FROM clients WHERE client_id = $1 RETURNING client_id, name',
    clientId,
  );
  if (!removed) return false;
  await forget(db, clientId, people, by);
  for (const wordId of words) await settlePhrase(db, wordId, by);
  await recordChange(db, by, 'client-deleted', clientEvent(removed));
  return true;
}

/** Assigns the ID. */
async function create(db: Db, fields: ClientFields, now: number, by: By = null): Promise<ClientRow> {
  const clientNo = await db.nextId('clients');
  const clientId = `client-${clientNo}`;
  await insertRow(db, 'clients', { clientNo, clientId, createdAt: now, ...columnsOf(fields) }, 'client_no');
  await recordChange(db, by, 'client-added', clientEvent({ clientId, name: fields.name }));
  return {
    ...fields,
    keepCommentsDays: null,
    clientId,
    connected: false,
    version: 1,
    changedAt: null,
    changedBy: null,
  };
}

/** Returns the IDs that are unknown. Locks the clients in one order, so that two calls do not wait for each other. */
async function setExportAccess(
  db: Db,
  clientIds: readonly string[],
  exportAccess: ExportAccess,
  now: number,
  by: By = null,
): Promise<string[]> {
  const unknown: string[] = [];
  for (const clientId of [...clientIds].sort()) {
    if ((await update(db, clientId, { exportAccess }, now, by)) === null) unknown.push(clientId);
  }
  return unknown;
}

const accountSignedInAt = (db: Db, clientId: string) =>
  db.value<number>('SELECT account_signed_in_at FROM clients WHERE client_id = $1', clientId);

export const createClientsStore = (db: Db) =>
  createMethods(
    db,
    { list, page, ids, belongings, get, accountSignedInAt },
    { lock, create, update, setExportAccess, delete: remove },
  );

export type ClientsStore = ReturnType<typeof createClientsStore>;
