/** Clients and their passwords. See client-pages.ts for pages and figures. */

import type { ExportAccess } from '../../../shared/rules/client.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { clientAccount } from '../rules/account.ts';
import { clientChange, clientEvent } from '../rules/journal/events.ts';
import type { PasswordChange } from './administrators.ts';
import { revokeFeeds } from './atom-feeds.ts';
import { type ClientFields, type ClientRow, clientColumns, connectedMs, createClientPages } from './client-pages.ts';
import { type Author, recordChange } from './journal.ts';
import { createMethods, type Db } from './port.ts';
import { settlePhrase } from './word-links.ts';

/** The column `search_text`. The ID is searched besides. */
export const searchTextOf = ({ name, ipaddr, macaddr, email, phone }: Omit<ClientFields, 'note' | 'exportAccess'>) =>
  foldText([name, ipaddr, macaddr, email, phone].join('\n'));

const columns: Record<keyof ClientFields, string> = {
  name: 'name',
  ipaddr: 'ipaddr',
  macaddr: 'macaddr',
  email: 'email',
  phone: 'phone',
  note: 'note',
  exportAccess: 'export_access',
};
const fieldNames = Object.keys(columns) as (keyof ClientFields)[];
/** With the columns for sorting and searching, which follow from the others. */
const writtenColumns = [...fieldNames.map((name) => columns[name]), 'name_folded', 'search_text'];
const valuesOf = (fields: ClientFields) => [
  ...fieldNames.map((name) => fields[name]),
  foldText(fields.name),
  searchTextOf(fields),
];

const select = `SELECT ${clientColumns} FROM clients c`;

const list = (db: Db, now: number) => db.rows<ClientRow>(`${select} ORDER BY client_no`, now - connectedMs);

const find = (db: Db, clientId: string, now: number, locked: string) =>
  db.row<ClientRow>(`${select} WHERE client_id = $2 ${locked}`, now - connectedMs, clientId);

const get = (db: Db, clientId: string, now: number) => find(db, clientId, now, '');

/** What belongs to the account goes with it. A view that was shared with the client stays the administrator's own. */
async function forget(db: Db, clientId: string): Promise<void> {
  const account = clientAccount(clientId);
  const tables = ['alert_rules', 'deliveries', 'atom_feeds', 'marks', 'visits', 'mutes', 'views', 'view_visits'];
  for (const table of tables) await db.run(`DELETE FROM ${table} WHERE account = $1`, account);
  await db.run('UPDATE views SET client_id = NULL WHERE client_id = $1', clientId);
}

/** Null: no such client. */
async function update(
  db: Db,
  clientId: string,
  fields: Partial<ClientFields>,
  now: number,
  by: Author | null = null,
): Promise<ClientRow | null> {
  const current = await find(db, clientId, now, 'FOR UPDATE OF c');
  if (!current) return null;
  const next = { ...current, ...fields };
  const assignments = writtenColumns.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await db.run(`UPDATE clients SET ${assignments} WHERE client_id = $1`, clientId, ...valuesOf(next));
  const object = clientChange(current, next);
  if (object !== null) await recordChange(db, by, 'client-changed', object);
  return next;
}

type ClientName = Pick<ClientRow, 'clientId' | 'name'>;

/** Also deletes the client's links and sessions and ends its impersonations. False: no such client. */
async function remove(db: Db, clientId: string, now: number, by: Author | null = null): Promise<boolean> {
  await db.lock('words');
  await db.run(
    'UPDATE impersonations SET expires_at = $1 WHERE client_id = $2 AND ended_at IS NULL AND expires_at > $1',
    ...[now, clientId],
  );
  const words = await db.rows<{ wordId: number }>('SELECT word_id FROM word_clients WHERE client_id = $1', clientId);
  const removed = await db.row<ClientName>(
    'DELETE FROM clients WHERE client_id = $1 RETURNING client_id, name',
    clientId,
  );
  if (!removed) return false;
  await forget(db, clientId);
  for (const { wordId } of words) await settlePhrase(db, wordId);
  await recordChange(db, by, 'client-deleted', clientEvent(removed));
  return true;
}

/** Assigns the ID. */
async function create(db: Db, fields: ClientFields, now: number, by: Author | null = null): Promise<ClientRow> {
  const number = await db.nextId('clients');
  const clientId = `client-${number}`;
  const values = [number, clientId, now, ...valuesOf(fields)];
  await db.run(
    `INSERT INTO clients (client_no, client_id, created_at, ${writtenColumns.join(', ')})
     VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
    ...values,
  );
  await recordChange(db, by, 'client-added', clientEvent({ clientId, name: fields.name }));
  return { ...fields, clientId, connected: false };
}

/** Returns the IDs that are unknown. */
async function setExportAccess(
  db: Db,
  clientIds: readonly string[],
  exportAccess: ExportAccess,
  now: number,
  by: Author | null = null,
): Promise<string[]> {
  const unknown: string[] = [];
  for (const clientId of clientIds) {
    if ((await update(db, clientId, { exportAccess }, now, by)) === null) unknown.push(clientId);
  }
  return unknown;
}

async function passwordHash(db: Db, clientId: string): Promise<string | null> {
  const sql = 'SELECT password_hash AS hash FROM clients WHERE client_id = $1';
  return (await db.row<{ hash: string | null }>(sql, clientId))?.hash ?? null;
}

/** False: no such client. */
async function setPasswordHash(db: Db, clientId: string, hash: string, change?: PasswordChange): Promise<boolean> {
  const client = await db.row<ClientName>(
    'UPDATE clients SET password_hash = $1 WHERE client_id = $2 RETURNING client_id, name',
    ...[hash, clientId],
  );
  if (!client) return false;
  await revokeFeeds(db, clientAccount(clientId));
  if (change) await recordChange(db, change.by, change.action, clientEvent(client));
  return true;
}

export const createClientsStore = (db: Db) => ({
  ...createClientPages(db),
  ...createMethods(
    db,
    { list, get, passwordHash },
    { create, update, setExportAccess, delete: remove, setPasswordHash },
  ),
});
