/** Clients and their passwords. See client-pages.ts for pages and figures. */

import type { ExportAccess } from '../../../shared/rules/client.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { clientAccount } from '../rules/account.ts';
import { clientChange, clientEvent } from '../rules/journal/events.ts';
import type { PasswordChange } from './administrators.ts';
import { revokeFeeds } from './atom-feeds.ts';
import {
  type ClientBelongings,
  type ClientFields,
  type ClientRow,
  type ClientSummary,
  type ClientsQuery,
  clientColumns,
  connectedMs,
  createClientPages,
} from './client-pages.ts';
import { type Author, recordChange } from './journal.ts';
import type { Page } from './page.ts';
import type { Db } from './port.ts';
import { settlePhrase } from './word-links.ts';

export interface ClientsStore {
  list(now: number): Promise<ClientRow[]>;
  page(query: ClientsQuery, now: number): Promise<Page<ClientSummary>>;
  /** In order of creation. */
  ids(search: string): Promise<string[]>;
  belongings(clientId: string): Promise<ClientBelongings>;
  get(clientId: string, now: number): Promise<ClientRow | null>;
  /** The store assigns the ID. */
  create(fields: ClientFields, now: number, by?: Author | null): Promise<ClientRow>;
  /** Null: no such client. */
  update(clientId: string, fields: Partial<ClientFields>, now: number, by?: Author | null): Promise<ClientRow | null>;
  /** Returns the IDs that are unknown. */
  setExportAccess(
    clientIds: readonly string[],
    access: ExportAccess,
    now: number,
    by?: Author | null,
  ): Promise<string[]>;
  /** Also deletes the client's links and sessions and ends its impersonations. False: no such client. */
  delete(clientId: string, now: number, by?: Author | null): Promise<boolean>;
  passwordHash(clientId: string): Promise<string | null>;
  /** False: no such client. */
  setPasswordHash(clientId: string, passwordHash: string, change?: PasswordChange): Promise<boolean>;
}

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

const find = (db: Db, clientId: string, now: number, locked = '') =>
  db.row<ClientRow>(`${select} WHERE client_id = $2 ${locked}`, now - connectedMs, clientId);

/** What belongs to the account goes with it. A view that was shared with the client stays the administrator's own. */
async function forget(db: Db, clientId: string): Promise<void> {
  const account = clientAccount(clientId);
  const tables = ['alert_rules', 'deliveries', 'atom_feeds', 'marks', 'visits', 'mutes', 'views', 'view_visits'];
  for (const table of tables) await db.run(`DELETE FROM ${table} WHERE account = $1`, account);
  await db.run('UPDATE views SET client_id = NULL WHERE client_id = $1', clientId);
}

/** Inside the caller's transaction. */
async function change(db: Db, clientId: string, fields: Partial<ClientFields>, now: number, by: Author | null) {
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

async function remove(db: Db, clientId: string, now: number, by: Author | null): Promise<boolean> {
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

export const createClientsStore = (db: Db): ClientsStore => ({
  list: (now) => db.rows<ClientRow>(`${select} ORDER BY client_no`, now - connectedMs),
  ...createClientPages(db),
  get: (clientId, now) => find(db, clientId, now),
  create: (fields, now, by = null) =>
    db.transaction(async (tx) => {
      const number = await tx.nextId('clients');
      const clientId = `client-${number}`;
      const values = [number, clientId, now, ...valuesOf(fields)];
      await tx.run(
        `INSERT INTO clients (client_no, client_id, created_at, ${writtenColumns.join(', ')})
         VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
        ...values,
      );
      await recordChange(tx, by, 'client-added', clientEvent({ clientId, name: fields.name }));
      return { ...fields, clientId, connected: false };
    }),
  update: (clientId, fields, now, by = null) => db.transaction((tx) => change(tx, clientId, fields, now, by)),
  setExportAccess: (clientIds, exportAccess, now, by = null) =>
    db.transaction(async (tx) => {
      const unknown: string[] = [];
      for (const clientId of clientIds) {
        if ((await change(tx, clientId, { exportAccess }, now, by)) === null) unknown.push(clientId);
      }
      return unknown;
    }),
  delete: (clientId, now, by = null) => db.transaction((tx) => remove(tx, clientId, now, by)),
  passwordHash: async (clientId) =>
    (await db.row<{ hash: string | null }>('SELECT password_hash AS hash FROM clients WHERE client_id = $1', clientId))
      ?.hash ?? null,
  setPasswordHash: (clientId, passwordHash, change) =>
    db.transaction(async (tx) => {
      const client = await tx.row<ClientName>(
        'UPDATE clients SET password_hash = $1 WHERE client_id = $2 RETURNING client_id, name',
        ...[passwordHash, clientId],
      );
      if (!client) return false;
      await revokeFeeds(tx, clientAccount(clientId));
      if (change) await recordChange(tx, change.by, change.action, clientEvent(client));
      return true;
    }),
});
