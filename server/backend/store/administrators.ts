/** Administrators and their passwords. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import { type Administrator, adminIdentity } from '../rules/account.ts';
import { accountEvent } from '../rules/journal/events.ts';
import { endKeys } from './api-keys.ts';
import { revokeFeeds } from './atom-feeds.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db } from './port.ts';

/** `password-changed`: the account's owner changes it; `password-set`: somebody else sets it. */
export type PasswordChange = { by: By; action: Extract<JournalAction, 'password-set' | 'password-changed'> };

/** In order of creation. */
const usernames = (db: Db) => db.column<string>('SELECT username FROM administrators ORDER BY admin_id');

const findByUsername = (db: Db, username: string) =>
  db.row<Administrator>('SELECT admin_id AS id, username, observer FROM administrators WHERE username = $1', username);

/** Null for an account of a directory, which signs in there. */
const passwordHash = (db: Db, id: number) =>
  db.value<string>('SELECT password_hash FROM administrators WHERE admin_id = $1 AND source IS NULL', id);

async function create(db: Db, username: string, hash: string, now: number, by: By = null, observer = false) {
  const added = await db.row<Administrator>(
    `INSERT INTO administrators (username, password_hash, created_at, observer) VALUES ($1, $2, $3, $4)
     RETURNING admin_id AS id, username, observer`,
    ...[username, hash, now, observer],
  );
  if (added === null) throw new Error(`The administrator ${username} was not added`);
  await recordChange(db, by, 'administrator-added', accountEvent(adminIdentity(added)));
  return added;
}

/** Creates the first administrator. False: there is one already. */
async function createFirst(db: Db, username: string, hash: string, now: number): Promise<boolean> {
  await db.lock('administrators');
  const sql = `INSERT INTO administrators (username, password_hash, created_at) SELECT $1, $2, $3::bigint
    WHERE NOT EXISTS (SELECT 1 FROM administrators)`;
  return (await db.run(sql, username, hash, now)) === 1;
}

async function setObserver(db: Db, administrator: Administrator, observer: boolean, by: By): Promise<void> {
  await db.run('UPDATE administrators SET observer = $1 WHERE admin_id = $2', observer, administrator.id);
  const changed = adminIdentity({ ...administrator, observer });
  await endKeys(db, changed);
  await recordChange(db, by, 'administrator-changed', accountEvent(changed));
}

async function setPasswordHash(db: Db, adminId: number, hash: string, { by, action }: PasswordChange): Promise<void> {
  const sql = 'UPDATE administrators SET password_hash = $1 WHERE admin_id = $2 AND source IS NULL RETURNING username';
  const username = await db.value<string>(sql, hash, adminId);
  if (username === null) throw new Error(`The administrator ${adminId} is unknown, or signs in by a directory`);
  const administrator = { type: 'admin', adminId, username } as const;
  await revokeFeeds(db, `admin:${adminId}`);
  await endKeys(db, administrator);
  await recordChange(db, by, action, accountEvent(administrator));
}

export const createAdministratorsStore = (db: Db) =>
  createMethods(db, { usernames, findByUsername, passwordHash }, { create, createFirst, setObserver, setPasswordHash });
