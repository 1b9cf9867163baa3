/** Clients in SQLite. See client-pages.ts for pages and figures. */
import type { DatabaseSync } from 'node:sqlite';
import { clientChange, clientEvent } from '../../rules/journal/events.ts';
import { connectedMs, valuesOf, writtenColumns } from '../client-columns.ts';
import type { ClientFields, ClientRow, ClientsStore } from '../clients-store.ts';
import type { Author } from '../journal.ts';
import { type ClientRecord, clientColumns, createClientPages, toClientRow } from './client-pages.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';
import { createWordLinks } from './word-links.ts';

const select = `SELECT ${clientColumns} FROM clients c`;

type ClientName = Pick<ClientRow, 'clientId' | 'name'>;

export function createClientsStore(db: DatabaseSync): ClientsStore {
  const list = db.prepare(`${select} ORDER BY client_no`);
  const byId = db.prepare(`${select} WHERE client_id = ?`);
  const insert = db.prepare(`
    INSERT INTO clients (client_id, ${writtenColumns.join(', ')}, created_at)
    VALUES ('client-' || (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'clients'),
      ${writtenColumns.map(() => '?').join(', ')}, ?)
    RETURNING client_id AS clientId`);
  const update = db.prepare(`
    UPDATE clients SET ${writtenColumns.map((name) => `${name} = ?`).join(', ')} WHERE client_id = ?`);
  const endImpersonations = db.prepare(
    'UPDATE impersonations SET expires_at = ?1 WHERE client_id = ?2 AND ended_at IS NULL AND expires_at > ?1',
  );
  const remove = db.prepare('DELETE FROM clients WHERE client_id = ? RETURNING client_id AS clientId, name');
  const hash = db.prepare('SELECT password_hash FROM clients WHERE client_id = ?');
  const setHash = db.prepare(
    'UPDATE clients SET password_hash = ? WHERE client_id = ? RETURNING client_id AS clientId, name',
  );
  const links = createWordLinks(db);
  const record = createJournalWriter(db);

  const find = (clientId: string, now: number): ClientRow | null => {
    const found = byId.get(now - connectedMs, clientId) as ClientRecord | undefined;
    return found ? toClientRow(found) : null;
  };

  /** Inside the caller's transaction. */
  function change(clientId: string, fields: Partial<ClientFields>, now: number, by: Author | null): ClientRow | null {
    const current = find(clientId, now);
    if (!current) return null;
    const next = { ...current, ...fields };
    update.run(...valuesOf(next), clientId);
    const object = clientChange(current, next);
    if (object !== null) record(by, 'client-changed', object);
    return next;
  }
  return {
    list: async (now) => (list.all(now - connectedMs) as ClientRecord[]).map(toClientRow),
    ...createClientPages(db),
    get: async (clientId, now) => find(clientId, now),
    create: async (fields, now, by = null) =>
      transaction(db, () => {
        const { clientId } = insert.get(...valuesOf(fields), now) as { clientId: string };
        record(by, 'client-added', clientEvent({ clientId, name: fields.name }));
        return { ...fields, clientId, connected: false };
      }),
    update: async (clientId, fields, now, by = null) => transaction(db, () => change(clientId, fields, now, by)),
    setExportAccess: async (clientIds, exportAccess, now, by = null) =>
      transaction(db, () => clientIds.filter((clientId) => change(clientId, { exportAccess }, now, by) === null)),
    delete: async (clientId, now, by = null) =>
      transaction(db, () => {
        endImpersonations.run(now, clientId);
        const words = links.wordsOf(clientId);
        const removed = remove.get(clientId) as ClientName | undefined;
        if (!removed) return false;
        for (const wordId of words) links.settle(wordId);
        record(by, 'client-deleted', clientEvent(removed));
        return true;
      }),
    passwordHash: async (clientId) => (hash.get(clientId)?.password_hash as string | null | undefined) ?? null,
    setPasswordHash: async (clientId, passwordHash, change) =>
      transaction(db, () => {
        const client = setHash.get(passwordHash, clientId) as ClientName | undefined;
        if (!client) return false;
        if (change) record(change.by, change.action, clientEvent(client));
        return true;
      }),
  };
}
