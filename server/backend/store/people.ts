/** People who sign in for a client. Times are milliseconds. */

import type { ClientRole } from '../../../shared/roles.ts';
import { letterTwins, lookOf } from '../../../shared/rules/person.ts';
import { type ClientIdentity, clientAccount, personAccount } from '../rules/account.ts';
import type { Source } from '../rules/directory.ts';
import { personEvent } from '../rules/journal/events.ts';
import type { Versioned } from '../rules/versioned.ts';
import { allParts, type Revocation, revokeAccess } from './access.ts';
import { handOverViews } from './hand-over-views.ts';
import { type By, recordChange } from './journal.ts';
import { byFoldedName, countRows } from './page.ts';
import { createMethods, type Db } from './port.ts';
import { keepForOtherSeats } from './second-factors.ts';
import { changeRow, raisedBy, raisesVersion, versionColumns } from './versions.ts';
import { addReader } from './views.ts';
import { releaseStories } from './work-changes.ts';

/** `login` is normalised (`accountKey`) and unique, except that a person of a directory has the same one in several clients. */
export type PersonFields = { name: string; login: string; role: ClientRole; mayExport: boolean };

/**
 * `isActive`: the invitation was accepted, or the person signs in by a directory (`source`). `departed`: the directory has
 * disabled the person. `invitedUntil`: when the link of the last invitation expires; null without a link.
 */
export type PersonRow = PersonFields &
  Versioned & { personId: number; clientId: string; source: Source | null } & Record<
    'disabled' | 'departed' | 'isActive',
    boolean
  > &
  Record<'invitedUntil' | 'signedInAt', number | null>;

/** `hash`: the hash of the link's token. */
export type Invitation = { hash: Uint8Array; until: number };

/**
 * `last-owner`: the client would be left without an owner who can sign in. `of-directory`: only the directory may decide this.
 */
export type PersonChanged = 'done' | 'unknown' | 'last-owner' | 'of-directory';

/** SQL: the person has a way to sign in. */
const isActive = '(password_hash IS NOT NULL OR source IS NOT NULL)';

export const personColumns = `person_id, client_id, login, name, role, may_export, disabled, departed, source, signed_in_at,
  ${versionColumns('people')},
  ${isActive} AS is_active, CASE WHEN invitation_hash IS NOT NULL THEN invited_until END AS invited_until`;

export const toIdentity = (record: Pick<PersonRow, 'clientId' | 'personId' | keyof PersonFields>): ClientIdentity => {
  const { clientId, personId, login, name, role, mayExport } = record;
  return { type: 'client', clientId, person: { personId, login, name, role, mayExport } };
};

const find = (db: Db, clientId: string, personId: number) =>
  db.row<PersonRow>(`SELECT ${personColumns} FROM people WHERE client_id = $1 AND person_id = $2`, clientId, personId);

/** Also locks the person until the end of the transaction. */
async function lock(db: Db, clientId: string, personId: number): Promise<PersonRow | null> {
  await db.run(
    `SELECT 1 FROM people WHERE client_id = $1 AND person_id = $2 ${db.dialect.locking('UPDATE')}`,
    clientId,
    personId,
  );
  return find(db, clientId, personId);
}

/** By name. */
async function list(db: Db, clientId: string): Promise<PersonRow[]> {
  const people = await db.rows<PersonRow>(`SELECT ${personColumns} FROM people WHERE client_id = $1`, clientId);
  return people.sort(byFoldedName('personId'));
}

/** For a sign-in by password. The hash is null before the invitation is accepted and while the person is disabled. */
async function findByLogin(db: Db, login: string): Promise<{ person: ClientIdentity; hash: string | null } | null> {
  const found = await db.row<PersonRow & { passwordHash: string | null }>(
    `SELECT ${personColumns}, password_hash FROM people WHERE login = $1 AND source IS NULL`,
    login,
  );
  return found && { person: toIdentity(found), hash: found.disabled ? null : found.passwordHash };
}

const lookOfLogin = letterTwins.reduce(
  (sql, [cyrillic, latin]) => `replace(${sql}, '${cyrillic}', '${latin}')`,
  'login',
);

/** Whether a person has the login, or one that looks like it. */
export const hasLogin = async (db: Db, login: string): Promise<boolean> =>
  (await db.row(`SELECT 1 FROM people WHERE ${lookOfLogin} = $1`, lookOf(login))) !== null;

/** The person whose valid invitation has the hash, with the client's name. */
const findInvited = (db: Db, hash: Uint8Array, now: number) =>
  db.row<PersonRow & { client: string }>(
    `SELECT person.*, clients.name AS client FROM (
       SELECT ${personColumns} FROM people WHERE invitation_hash = $1 AND invited_until > $2 AND NOT disabled
     ) AS person JOIN clients USING (client_id)`,
    hash,
    now,
  );

/** Whether the client has fewer people than `max`. */
const hasRoom = async (db: Db, clientId: string, max: number): Promise<boolean> =>
  (await countRows(db, 'FROM people WHERE client_id = $1', clientId)) < max;

/** Returns null if the login is taken. */
async function invite(db: Db, clientId: string, fields: PersonFields, { hash, until }: Invitation, by: By) {
  const { login, name, role, mayExport } = fields;
  const personId = await db.value<number>(
    `INSERT INTO people (client_id, login, name, role, may_export, invitation_hash, invited_until, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING person_id`,
    clientId,
    login,
    name,
    role,
    mayExport,
    hash,
    until,
    by?.at ?? 0,
  );
  if (personId === null) return null;
  await addReader(db, clientId, personAccount(clientId, personId));
  await recordChange(db, by, 'person-invited', personEvent(clientId, fields));
  return personId;
}

/** Whether the client has an owner who can sign in, apart from the person. */
const hasOtherOwner = async (db: Db, clientId: string, personId: number, localSignIn: boolean): Promise<boolean> =>
  (await db.row(
    `SELECT 1 FROM clients WHERE client_id = $1 AND password_hash IS NOT NULL AND CAST($3 AS boolean)
     UNION ALL
     SELECT 1 FROM people WHERE client_id = $1 AND person_id <> $2 AND role = 'owner' AND NOT disabled
       AND (source IS NOT NULL OR (password_hash IS NOT NULL AND CAST($3 AS boolean)))`,
    clientId,
    personId,
    localSignIn,
  )) !== null;

/** How a change ends access. `keeps`: the ID of a session that stays. `localSignIn`: accounts of the service sign in. */
type AccessOptions = { keeps: number | null; localSignIn: boolean };
const defaultOptions: AccessOptions = { keeps: null, localSignIn: true };

type Change = {
  /** Whether the change is allowed for this person of a directory; by default it is not. */
  ofDirectory?: (person: PersonRow) => boolean;
  /** Whether an owner remains an owner. */
  keepsOwner: boolean;
  localSignIn?: boolean;
  /** Returns false if the person is gone. */
  apply: (person: PersonRow) => Promise<boolean>;
};

async function change(
  db: Db,
  clientId: string,
  personId: number,
  { ofDirectory = () => false, keepsOwner, localSignIn = true, apply }: Change,
): Promise<PersonChanged> {
  const person = await lock(db, clientId, personId);
  if (!person) return 'unknown';
  if (person.source !== null && !ofDirectory(person)) return 'of-directory';
  const canSignIn = person.isActive && (localSignIn || person.source !== null);
  const isOwner = person.role === 'owner' && !person.disabled && canSignIn;
  if (isOwner && !keepsOwner && !(await hasOtherOwner(db, clientId, personId, localSignIn))) return 'last-owner';
  return (await apply(person)) ? 'done' : 'unknown';
}

/** Also revokes, for an owner, the links of the client's rules, which the person knows. */
export async function revokePerson(db: Db, person: PersonRow, revocation: Revocation): Promise<void> {
  await revokeAccess(db, toIdentity(person), revocation);
  const ofRules = 'UPDATE atom_feeds SET revoked = true WHERE account = $1 AND rule_id IS NOT NULL';
  if (person.role === 'owner' && revocation.parts.includes('feeds'))
    await db.run(ofRules, clientAccount(person.clientId));
}

/** Hands over the filters of rules that the person may no longer change in the new role. */
export const handOverForRole = (db: Db, { clientId, personId }: PersonRow, role: ClientRole, by: By): Promise<void> =>
  handOverViews(db, personAccount(clientId, personId), role, by);

/** Another role or right to export ends the person's sessions, except `keeps`. */
const update = (
  db: Db,
  clientId: string,
  personId: number,
  fields: Partial<Omit<PersonFields, 'login'>>,
  by: By,
  { keeps, localSignIn } = defaultOptions,
) =>
  change(db, clientId, personId, {
    localSignIn,
    keepsOwner: fields.role === undefined || fields.role === 'owner',
    async apply(person) {
      const after = { ...person, ...fields };
      const { name, role, mayExport } = after;
      if ((await changeRow(db, 'people', { personId }, person, { name, role, mayExport }, by)) === 0) return false;
      if (role !== person.role) {
        await revokePerson(db, person, { keeps, parts: allParts, by });
        await handOverForRole(db, person, role, by);
      } else if (mayExport !== person.mayExport) {
        await revokePerson(db, person, { keeps, parts: ['batches'], by });
      }
      await recordChange(db, by, 'person-changed', personEvent(clientId, after));
      return true;
    },
  });

/** Earlier links are no longer valid. */
const renew = (db: Db, clientId: string, personId: number, { hash, until }: Invitation, by: By) =>
  change(db, clientId, personId, {
    keepsOwner: true,
    async apply(person) {
      const invitation = { invitationHash: hash, invitedUntil: until };
      if ((await changeRow(db, 'people', { personId }, person, invitation, by)) === 0) return false;
      await recordChange(db, by, 'person-invited', personEvent(clientId, person));
      return true;
    },
  });

/** A disabled person does not sign in, and has no valid link and no session, except `keeps`. */
const setDisabled = (
  db: Db,
  clientId: string,
  personId: number,
  disabled: boolean,
  by: By,
  { keeps, localSignIn } = defaultOptions,
) =>
  change(db, clientId, personId, {
    localSignIn,
    ofDirectory: ({ departed }) => !departed,
    keepsOwner: !disabled,
    async apply(person) {
      if (person.disabled === disabled) return true;
      const columns = { disabled, invitationHash: null };
      if ((await changeRow(db, 'people', { personId }, person, columns, by)) === 0) return false;
      if (disabled) await revokePerson(db, person, { keeps, parts: allParts, by });
      await recordChange(db, by, disabled ? 'person-disabled' : 'person-enabled', personEvent(clientId, person));
      return true;
    },
  });

const accountTables = [
  'deliveries',
  'atom_feeds',
  'marks',
  'visits',
  'mutes',
  'views',
  'view_visits',
  'second_factors',
] as const;

/** Deletes everything that belongs to the account. */
export async function forgetAccount(db: Db, account: string): Promise<void> {
  for (const table of accountTables) await db.run(`DELETE FROM ${table} WHERE account = $1`, account);
}

const remove = (db: Db, clientId: string, personId: number, by: By, { localSignIn } = defaultOptions) =>
  change(db, clientId, personId, {
    localSignIn,
    ofDirectory: () => true,
    keepsOwner: false,
    async apply(person) {
      const account = personAccount(clientId, personId);
      await revokePerson(db, person, { keeps: null, parts: allParts, by });
      await handOverViews(db, account, null, by);
      await keepForOtherSeats(db, clientId, personId);
      await forgetAccount(db, account);
      await releaseStories(db, clientId, personId);
      if ((await db.run('DELETE FROM people WHERE person_id = $1', personId)) === 0) return false;
      await recordChange(db, by, 'person-deleted', personEvent(clientId, person));
      return true;
    },
  });

/** Sets the password and invalidates the link. Returns false if another request has used it. */
async function accept(db: Db, hash: Uint8Array, passwordHash: string, by: By): Promise<boolean> {
  const person = await db.row<PersonRow>(
    `UPDATE people SET password_hash = $1, invitation_hash = NULL, ${raisesVersion(3)} WHERE invitation_hash = $2
     RETURNING ${personColumns}`,
    passwordHash,
    hash,
    ...raisedBy(by),
  );
  if (!person) return false;
  await revokeAccess(db, toIdentity(person), { keeps: null, parts: allParts, by });
  await recordChange(db, by, 'invitation-accepted', personEvent(person.clientId, person));
  return true;
}

export const createPeopleStore = (db: Db) =>
  createMethods(
    db,
    { list, findByLogin, hasLogin, findInvited },
    { lock, hasRoom, invite, update, renew, setDisabled, delete: remove, accept },
  );
