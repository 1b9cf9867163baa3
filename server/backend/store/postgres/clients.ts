/** Clients in PostgreSQL. See client-pages.ts for pages and figures. */

import { clientAccount } from '../../rules/account.ts';
import { clientChange, clientEvent } from '../../rules/journal/events.ts';
import { revokeFeeds } from '../atom-feed-rows.ts';
import { connectedMs, valuesOf, writtenColumns } from '../client-columns.ts';
import type { ClientFields, ClientRow, ClientsStore } from '../clients-store.ts';
import type { Author } from '../journal.ts';
import { recordChange } from '../journal.ts';
import type { Db } from '../port.ts';
import { clientColumns, createClientPages } from './client-pages.ts';
import { settlePhrase } from './word-links.ts';

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

export const createClientsStore = (db: Db): ClientsStore => ({
  list: (now) => db.rows<ClientRow>(`${select} ORDER BY client_no`, now - connectedMs),
  ...createClientPages(db),
  get: (clientId, now) => find(db, clientId, now),
  create: (fields, now, by = null) =>
    db.transaction(async (tx) => {
      const added = await tx.row<{ clientId: string }>(
        `WITH next AS (SELECT nextval('client_numbers') AS number)
         INSERT INTO clients (client_no, client_id, ${writtenColumns.join(', ')}, created_at)
         SELECT number, 'client-' || number, ${writtenColumns.map((_, index) => `$${index + 1}`).join(', ')},
           $${writtenColumns.length + 1}::bigint FROM next RETURNING client_id`,
        ...[...valuesOf(fields), now],
      );
      const clientId = added?.clientId ?? '';
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
  delete: (clientId, now, by = null) =>
    db.transaction(async (tx) => {
      await tx.lock('words');
      await tx.run(
        'UPDATE impersonations SET expires_at = $1 WHERE client_id = $2 AND ended_at IS NULL AND expires_at > $1',
        ...[now, clientId],
      );
      const words = await tx.rows<{ wordId: number }>(
        'SELECT word_id FROM word_clients WHERE client_id = $1',
        clientId,
      );
      const sql = 'DELETE FROM clients WHERE client_id = $1 RETURNING client_id, name';
      const removed = await tx.row<ClientName>(sql, clientId);
      if (!removed) return false;
      await forget(tx, clientId);
      for (const { wordId } of words) await settlePhrase(tx, wordId);
      await recordChange(tx, by, 'client-deleted', clientEvent(removed));
      return true;
    }),
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
