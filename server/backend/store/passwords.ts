/** Password hashes of accounts. Accounts of a directory sign in there and have none. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import type { Identity } from '../rules/account.ts';
import { accountEvent, clientEvent, type JournalEvent, personEvent } from '../rules/journal/events.ts';
import { allParts, revokeAccess } from './access.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db } from './port.ts';

/** `password-changed`: the account's owner changes it; `password-set`: somebody else sets it. */
type PasswordChange = { by: By; action: Extract<JournalAction, 'password-set' | 'password-changed'> };

const unrecorded: PasswordChange = { by: null, action: 'password-set' };

/** SQL of the table and of a condition on the row, with the ID as `$1`. */
function rowOf(owner: Identity): [table: string, condition: string, id: number | string] {
  if (owner.type === 'admin') return ['administrators', 'admin_id = $1 AND source IS NULL', owner.adminId];
  if (owner.person) return ['people', 'person_id = $1 AND source IS NULL', owner.person.personId];
  return ['clients', 'client_id = $1', owner.clientId];
}

async function eventOf(db: Db, owner: Identity): Promise<JournalEvent> {
  if (owner.type === 'admin') return accountEvent({ type: 'admin', adminId: owner.adminId, username: owner.username });
  const { clientId, person } = owner;
  if (person) return personEvent(clientId, person);
  const name = await db.value<string>('SELECT name FROM clients WHERE client_id = $1', clientId);
  return clientEvent({ clientId, name: name ?? '' });
}

const find = (db: Db, owner: Identity): Promise<string | null> => {
  const [table, condition, id] = rowOf(owner);
  return db.value(`SELECT password_hash FROM ${table} WHERE ${condition}`, id);
};

/**
 * Also revokes the access with the former password, except the session with the ID `keeps`. Returns false for an account that is
 * gone or belongs to a directory.
 */
async function set(
  db: Db,
  owner: Identity,
  hash: string,
  change = unrecorded,
  keeps: number | null = null,
): Promise<boolean> {
  const [table, condition, id] = rowOf(owner);
  const changes = await db.run(`UPDATE ${table} SET password_hash = $2 WHERE ${condition}`, id, hash);
  if (changes === 0) return false;
  await revokeAccess(db, owner, { keeps, parts: allParts, by: change.by });
  await recordChange(db, change.by, change.action, await eventOf(db, owner));
  return true;
}

export const createPasswordsStore = (db: Db) => createMethods(db, { find }, { set });
