/** API keys: each belongs to an account and has its rights. They are stored as hashes of 32 bytes; times are milliseconds. */
import { type KeyScope, keysMax } from '../../../shared/api/keys.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { accountOf, type Identity, type Owner } from '../rules/account.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import {
  confirmedMs,
  type OwnerRecord,
  ownedBy,
  ownerColumns,
  ownerOf,
  type Session,
  selectOwner,
} from './session-tokens.ts';

export type NewKey = { name: string; scopes: readonly KeyScope[]; hash: Uint8Array };

type KeyRecord = { keyId: number; name: string; scopes: string; usedAt: number | null };

/** The minimum time between two updates of a key's last use. */
const useIntervalMs = minuteMs;

const toKey = ({ scopes, keyId: id, ...key }: KeyRecord) => ({ ...key, id, scopes: scopes.split(' ') as KeyScope[] });

const columns = 'key_id, name, scopes, used_at';

/** The newest first. */
async function list(db: Db, owner: Identity) {
  const [condition, id] = ownedBy(owner);
  const keys = await db.rows<KeyRecord>(`SELECT ${columns} FROM api_keys WHERE ${condition} ORDER BY key_id DESC`, id);
  return keys.map(toKey);
}

/** Null when the account has `keysMax` keys. */
async function create(db: Db, owner: Identity, { name, scopes, hash }: NewKey, by: By) {
  await db.lock('keys', accountOf(owner));
  if ((await list(db, owner)).length >= keysMax) return null;
  const row = { ...ownerColumns(owner), name, scopes: scopes.join(' '), hash };
  const keyId = await insertRow(db, 'api_keys', row, 'key_id');
  await recordChange(db, by, 'key-added', { of: 'key', name, scopes: [...scopes] });
  return keyId;
}

/** Returns false if the account has no such key. */
async function remove(db: Db, owner: Identity, keyId: number, by: By): Promise<boolean> {
  const [condition, id] = ownedBy(owner);
  const sql = `DELETE FROM api_keys WHERE ${condition} AND key_id = $2 RETURNING ${columns}`;
  const removed = await db.row<KeyRecord>(sql, id, keyId);
  if (removed === null) return false;
  const { name, scopes } = toKey(removed);
  await recordChange(db, by, 'key-revoked', { of: 'key', name, scopes });
  return true;
}

/** Runs inside the transaction that changes the password or the role of the account, or disables it. */
export function endKeys(db: Db, owner: Owner): Promise<number> {
  const [condition, id] = ownedBy(owner);
  return db.run(`DELETE FROM api_keys WHERE ${condition}`, id);
}

/** The session of a request with the key; null without a valid key. Also records the key's last use. */
async function find(db: Db, hash: Uint8Array, now: number): Promise<Session | null> {
  const found = await db.row<OwnerRecord & Pick<KeyRecord, 'keyId' | 'scopes' | 'usedAt'>>(
    `SELECT s.key_id, s.scopes, s.used_at, ${selectOwner('api_keys')} WHERE s.hash = $1
       AND (s.person_id IS NULL OR NOT p.disabled) AND (s.admin_id IS NULL OR NOT a.disabled)
       AND (coalesce(a.source, p.source) IS NULL OR coalesce(a.confirmed_at, p.confirmed_at) > $2)`,
    hash,
    now - confirmedMs,
  );
  if (found === null) return null;
  const { keyId: id, scopes, usedAt } = found;
  if (usedAt === null || usedAt <= now - useIntervalMs) {
    // Requests are served even while nothing can be written.
    await db.run('UPDATE api_keys SET used_at = $1 WHERE key_id = $2', now, id).catch(() => {});
  }
  const owner = ownerOf(found);
  return { id: 0, owner, viewer: owner, impersonation: null, key: { id, scopes: scopes.split(' ') as KeyScope[] } };
}

export const createApiKeysStore = (db: Db) => createMethods(db, { list, find }, { create, delete: remove });
