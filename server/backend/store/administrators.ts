/** Administrators: their names, creation and the observer flag. */
import { accountKey } from '../../platform/sign-in-key.ts';
import { type Administrator, adminIdentity } from '../rules/account.ts';
import { accountEvent } from '../rules/journal/events.ts';
import { revokeAccess } from './access.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db, updateRows } from './port.ts';

/** In order of creation. */
const usernames = (db: Db) => db.column<string>('SELECT username FROM administrators ORDER BY admin_id');

/**
 * Names are compared like logins of people. An exact match is preferred, because older versions may have stored two spellings.
 */
export async function findByUsername(db: Db, username: string): Promise<Administrator | null> {
  const all = await db.rows<Administrator>(
    'SELECT admin_id AS id, username, observer FROM administrators ORDER BY username <> $1, admin_id',
    username,
  );
  const key = accountKey(username);
  return all.find((administrator) => accountKey(administrator.username) === key) ?? null;
}

async function create(db: Db, username: string, hash: string, now: number, by: By = null, observer = false) {
  const added = await db.row<Administrator>(
    `INSERT INTO administrators (username, password_hash, created_at, observer) VALUES ($1, $2, $3, $4)
     RETURNING admin_id AS id, username, observer`,
    username,
    hash,
    now,
    observer,
  );
  if (added === null) throw new Error(`The administrator ${username} was not added`);
  await recordChange(db, by, 'administrator-added', accountEvent(adminIdentity(added)));
  return added;
}

/** Creates the first administrator. Returns false when one exists. */
async function createFirst(db: Db, username: string, hash: string, now: number): Promise<boolean> {
  await db.lock('administrators');
  const sql = `INSERT INTO administrators (username, password_hash, created_at) SELECT $1, $2, CAST($3 AS bigint)
    WHERE NOT EXISTS (SELECT 1 FROM administrators)`;
  return (await db.run(sql, username, hash, now)) === 1;
}

/** Also ends the access with the former rights. Links stay: they only read. */
async function setObserver(db: Db, administrator: Administrator, observer: boolean, by: By): Promise<void> {
  await updateRows(db, 'administrators', { observer }, { adminId: administrator.id });
  const changed = adminIdentity({ ...administrator, observer });
  await revokeAccess(db, changed, { keeps: null, parts: ['keys', 'batches'], by });
  await recordChange(db, by, 'administrator-changed', accountEvent(changed));
}

export const createAdministratorsStore = (db: Db) =>
  createMethods(db, { usernames, findByUsername }, { create, createFirst, setObserver });
