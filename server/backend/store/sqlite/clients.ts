/** Clients in SQLite. */

import type { DatabaseSync } from 'node:sqlite';
import { minuteMs } from '../../../platform/durations.ts';
import { describeClient, describeClientChange } from '../../journal/describe.ts';
import type { ClientFields, ClientRow, ClientsStore } from '../clients-store.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

/** A client is connected if one of its sessions was used within this time. */
const connectedMs = 5 * minuteMs;

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

const select = `
  SELECT client_id AS clientId, name, ipaddr, macaddr, email, phone, note, export_access AS exportAccess,
    EXISTS (SELECT 1 FROM sessions s WHERE s.client_id = c.client_id AND s.used_at > ?) AS connected
  FROM clients c`;

type ClientRecord = Omit<ClientRow, 'connected'> & { connected: number };
const toRow = (record: ClientRecord): ClientRow => ({ ...record, connected: record.connected === 1 });

type ClientName = Pick<ClientRow, 'clientId' | 'name'>;

export function createClientsStore(db: DatabaseSync): ClientsStore {
  const list = db.prepare(`${select} ORDER BY client_no`);
  const byId = db.prepare(`${select} WHERE client_id = ?`);
  const insert = db.prepare(`
    INSERT INTO clients (client_id, ${fieldNames.map((name) => columns[name]).join(', ')}, created_at)
    VALUES ('client-' || (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'clients'),
      ${fieldNames.map(() => '?').join(', ')}, ?)
    RETURNING client_id AS clientId`);
  const update = db.prepare(`
    UPDATE clients SET ${fieldNames.map((name) => `${columns[name]} = ?`).join(', ')} WHERE client_id = ?`);
  const endImpersonations = db.prepare(
    'UPDATE impersonations SET expires_at = ?1 WHERE client_id = ?2 AND ended_at IS NULL AND expires_at > ?1',
  );
  const remove = db.prepare('DELETE FROM clients WHERE client_id = ? RETURNING client_id AS clientId, name');
  const hash = db.prepare('SELECT password_hash FROM clients WHERE client_id = ?');
  const setHash = db.prepare(
    'UPDATE clients SET password_hash = ? WHERE client_id = ? RETURNING client_id AS clientId, name',
  );
  const record = createJournalWriter(db);

  const find = (clientId: string, now: number): ClientRow | null => {
    const record = byId.get(now - connectedMs, clientId) as ClientRecord | undefined;
    return record ? toRow(record) : null;
  };
  return {
    list: async (now) => (list.all(now - connectedMs) as ClientRecord[]).map(toRow),
    get: async (clientId, now) => find(clientId, now),
    create: async (fields, now, by = null) =>
      transaction(db, () => {
        const { clientId } = insert.get(...fieldNames.map((name) => fields[name]), now) as { clientId: string };
        record(by, 'client-added', describeClient({ clientId, name: fields.name }));
        return { ...fields, clientId, connected: false };
      }),
    update: async (clientId, fields, now, by = null) =>
      transaction(db, () => {
        const current = find(clientId, now);
        if (!current) return null;
        const next = { ...current, ...fields };
        update.run(...fieldNames.map((name) => next[name]), clientId);
        const object = describeClientChange(current, next);
        if (object !== null) record(by, 'client-changed', object);
        return next;
      }),
    delete: async (clientId, now, by = null) =>
      transaction(db, () => {
        endImpersonations.run(now, clientId);
        const removed = remove.get(clientId) as ClientName | undefined;
        if (!removed) return false;
        record(by, 'client-deleted', describeClient(removed));
        return true;
      }),
    passwordHash: async (clientId) => (hash.get(clientId)?.password_hash as string | null | undefined) ?? null,
    setPasswordHash: async (clientId, passwordHash, change) =>
      transaction(db, () => {
        const client = setHash.get(passwordHash, clientId) as ClientName | undefined;
        if (!client) return false;
        if (change) record(change.by, change.action, describeClient(client));
        return true;
      }),
  };
}
