/**
 * Accounts of a directory: each sign-in, and each check against the directory, creates, changes or disables administrators and
 * people.
 */
import { lookOf } from '../../../shared/rules/person.ts';
import { accountKey, isClientId } from '../../platform/sign-in-key.ts';
import {
  type Administrator,
  adminIdentity,
  type ClientIdentity,
  type Identity,
  type Owner,
  personAccount,
} from '../rules/account.ts';
import type { DirectoryAccess, DirectoryAccount, DirectoryIdentity, Seat, Source } from '../rules/directory.ts';
import { accountEvent, type JournalEvent, personEvent } from '../rules/journal/events.ts';
import { allParts, lockAccess, revokeAccess } from './access.ts';
import { findByUsername } from './administrators.ts';
import { pauseRules } from './alert-rules.ts';
import { type By, recordChange } from './journal.ts';
import { handOverForRole, hasLogin, type PersonRow, personColumns, revokePerson, toIdentity } from './people.ts';
import { createMethods, type Db, updateRows } from './port.ts';
import { confirmedMs } from './session-tokens.ts';
import { changeRow, raisedBy, raisesVersion } from './versions.ts';
import { addReader } from './views.ts';

/** `none`: no group grants access. `taken`: another account has the login. `disabled`: owners have disabled the person. */
export type Admitted =
  | { refused: 'none' | 'taken' | 'disabled' }
  /** The strongest role first. `unknownClients`: IDs of granted clients that the service does not have. */
  | { identities: Identity[]; unknownClients: string[] };

type DirectorySubject = Pick<DirectoryIdentity, 'source' | 'subject'>;

/** Whether an account of any kind has the login or one that looks like it: administrator, person or client. */
async function looksTaken(db: Db, login: string): Promise<boolean> {
  const look = lookOf(login);
  const names = await db.column<string>(
    'SELECT username FROM administrators UNION ALL SELECT client_id FROM clients WHERE client_id = $1',
    look,
  );
  return names.some((name) => lookOf(accountKey(name)) === look) || hasLogin(db, login);
}

/** Whether another account prevents a new account, or a known account of a directory, from having the login. */
async function isTaken(db: Db, login: string, of: DirectorySubject | null): Promise<boolean> {
  if (of === null || (await formerLogin(db, of)) === null) return looksTaken(db, login);
  const others = 'source IS DISTINCT FROM $1 OR subject IS DISTINCT FROM $2';
  const names = await db.column<string>(
    `SELECT username FROM administrators WHERE source IS NULL OR ${others}
     UNION ALL SELECT login FROM people WHERE (source IS NULL OR ${others}) AND login = $3
     UNION ALL SELECT client_id FROM clients WHERE client_id = $3`,
    of.source,
    of.subject,
    login,
  );
  return names.some((name) => accountKey(name) === login);
}

/**
 * Whether the name belongs to a local account of any kind, which may be disabled or have no password. True for every client ID,
 * even if the client does not exist.
 */
async function isLocal(db: Db, name: string): Promise<boolean> {
  const key = accountKey(name);
  const names = await db.column<string>(
    `SELECT username FROM administrators WHERE source IS NULL
     UNION ALL SELECT login FROM people WHERE source IS NULL AND login = $1`,
    key,
  );
  return isClientId(key) || names.some((other) => accountKey(other) === key);
}

/** The login under which the account is known; null for a new one. */
const formerLogin = (db: Db, { source, subject }: DirectorySubject) =>
  db.value<string>(
    `SELECT username FROM administrators WHERE source = $1 AND subject = $2
     UNION ALL SELECT login FROM people WHERE source = $1 AND subject = $2 LIMIT 1`,
    source,
    subject,
  );

/** Ends everything that the former rights allowed. */
const fullRevocation = (by: By) => ({ keeps: null, parts: allParts, by });

const personRecord = (person: PersonRow): JournalEvent => personEvent(person.clientId, person);

type AdministratorRecord = Administrator & { disabled: boolean };
const administratorColumns = 'admin_id AS id, username, observer, disabled';

/** `observer` is null for an account that the directory does not make an administrator. */
async function saveAdministrator(db: Db, account: DirectoryAccount, observer: boolean | null, now: number, by: By) {
  const { source, subject, login } = account;
  const find = `SELECT ${administratorColumns} FROM administrators WHERE source = $1 AND subject = $2`;
  const found = await db.row<AdministratorRecord>(find, source, subject);
  if (observer === null && (!found || found.disabled)) return null;
  if (!found) {
    const added = await db.row<AdministratorRecord>(
      `INSERT INTO administrators (username, password_hash, created_at, observer, source, subject)
       VALUES ($1, '', $2, $3, $4, $5) RETURNING ${administratorColumns}`,
      login,
      now,
      observer,
      source,
      subject,
    );
    const identity = added && adminIdentity(added);
    if (identity) await recordChange(db, by, 'directory-added', accountEvent(identity));
    return identity;
  }
  const after = { username: login, observer: observer ?? found.observer, disabled: observer === null };
  await updateRows(db, 'administrators', after, { adminId: found.id });
  const identity = adminIdentity({ ...after, id: found.id });
  if (after.disabled !== found.disabled || after.observer !== found.observer) {
    await revokeAccess(db, identity, fullRevocation(by));
    await recordChange(db, by, after.disabled ? 'directory-removed' : 'directory-changed', accountEvent(identity));
  }
  // Nobody else could stop their messages.
  if (after.disabled) await pauseRules(db, `admin:${found.id}`, now, by);
  return after.disabled ? null : identity;
}

async function addSeat(db: Db, account: DirectoryAccount, seat: Seat, now: number, by: By): Promise<PersonRow | null> {
  const { source, subject, login, name } = account;
  const { clientId, role, mayExport } = seat;
  const added = await db.row<PersonRow>(
    `INSERT INTO people (client_id, login, name, role, may_export, created_at, source, subject)
     SELECT client_id, $2, $3, $4, CAST($5 AS boolean), CAST($6 AS bigint), $7, $8 FROM clients WHERE client_id = $1 RETURNING ${personColumns}`,
    clientId,
    login,
    name,
    role,
    mayExport,
    now,
    source,
    subject,
  );
  if (!added) return null;
  await addReader(db, clientId, personAccount(clientId, added.personId));
  await recordChange(db, by, 'directory-added', personRecord(added));
  return added;
}

/** Without a seat the person is disabled, unless an owner has already done so. */
async function changeSeat(db: Db, person: PersonRow, account: DirectoryAccount, seat: Seat | null, by: By) {
  if (seat === null && person.disabled) return person;
  const { role, mayExport } = seat ?? person;
  const columns = {
    login: account.login,
    name: account.name,
    role,
    mayExport,
    disabled: seat === null || (person.disabled && !person.departed),
    departed: seat === null,
  };
  const after = { ...person, ...columns };
  const isSame = Object.entries(columns).every(([name, value]) => person[name as keyof PersonRow] === value);
  if (isSame) return person;
  await changeRow(db, 'people', { personId: person.personId }, person, columns, by);
  const changed = (['disabled', 'role', 'mayExport'] as const).some((field) => after[field] !== person[field]);
  if (changed) {
    await revokePerson(db, person, fullRevocation(by));
    await handOverForRole(db, person, role, by);
    await recordChange(db, by, seat === null ? 'directory-removed' : 'directory-changed', personRecord(after));
  }
  return after;
}

async function saveSeats(db: Db, account: DirectoryAccount, seats: readonly Seat[], now: number, by: By) {
  const find = `SELECT ${personColumns} FROM people WHERE source = $1 AND subject = $2 ORDER BY person_id ${db.dialect.locking('UPDATE')}`;
  const found = await db.rows<PersonRow>(find, account.source, account.subject);
  const people: PersonRow[] = [];
  for (const person of found) {
    const seat = seats.find(({ clientId }) => clientId === person.clientId) ?? null;
    people.push(await changeSeat(db, person, account, seat, by));
  }
  const unknownClients: string[] = [];
  for (const seat of seats) {
    if (found.some(({ clientId }) => clientId === seat.clientId)) continue;
    const added = await addSeat(db, account, seat, now, by);
    if (added) people.push(added);
    else unknownClients.push(seat.clientId);
  }
  return { people, unknownClients };
}

/** Extends the validity of keys and Atom links. */
const confirm = (db: Db, owner: Owner, now: number) =>
  owner.type === 'admin'
    ? updateRows(db, 'administrators', { confirmedAt: now }, { adminId: owner.adminId })
    : updateRows(db, 'people', { confirmedAt: now }, { personId: owner.person?.personId ?? null });

const strength = { owner: 0, editor: 1, reader: 2 };

/** Locks the names, and the access of the account's administrator and people, until the end of the transaction. */
async function lockAccount(db: Db, { source, subject }: DirectoryAccount, seats: readonly Seat[]): Promise<void> {
  await db.lock('administrators');
  const known = 'WHERE source = $1 AND subject = $2';
  const administrators = await db.column<number>(`SELECT admin_id FROM administrators ${known}`, source, subject);
  const clients = await db.column<string>(`SELECT client_id FROM people ${known}`, source, subject);
  const seated = [...clients, ...seats.map(({ clientId }) => clientId)];
  await lockAccess(db, [
    ...administrators.map((adminId) => ({ type: 'admin', adminId }) as const),
    ...seated.map((clientId) => ({ type: 'client', clientId }) as const),
  ]);
}

/**
 * Makes the account's administrator and people match the rights of its groups. Ends sessions whose rights have changed.
 */
async function admit(
  db: Db,
  account: DirectoryAccount,
  access: DirectoryAccess,
  now: number,
  by: By,
): Promise<Admitted> {
  const { administrator: role, seats } = access;
  await lockAccount(db, account, seats);
  const hasAccess = role !== null || seats.length > 0;
  const isRefused = await isTaken(db, account.login, account);
  // Rights that its groups no longer grant end even for an account that now has the login of another one.
  const login = isRefused ? await formerLogin(db, account) : account.login;
  if (login === null) return { refused: hasAccess ? 'taken' : 'none' };
  const known = { ...account, login };
  const administrator = await saveAdministrator(db, known, role && role === 'observer', now, by);
  const { people, unknownClients } = await saveSeats(db, known, seats, now, by);
  if (isRefused && hasAccess) return { refused: 'taken' };
  if (administrator) await confirm(db, administrator, now);
  if (administrator) return { identities: [administrator], unknownClients };
  const identities = people
    .filter(({ disabled }) => !disabled)
    .sort((a, b) => strength[a.role] - strength[b.role] || a.personId - b.personId)
    .map(toIdentity);
  for (const identity of identities) await confirm(db, identity, now);
  if (identities.length > 0) return { identities, unknownClients };
  return { refused: people.some(({ departed }) => !departed) ? 'disabled' : 'none' };
}

/** The directory account of an administrator or a person; null for a local account. */
const accountOf = (db: Db, owner: Identity): Promise<DirectoryIdentity | null> =>
  owner.type === 'admin'
    ? db.row(
        'SELECT source, subject, username AS login FROM administrators WHERE admin_id = $1 AND source IS NOT NULL',
        owner.adminId,
      )
    : db.row(
        'SELECT source, subject, login FROM people WHERE person_id = $1 AND source IS NOT NULL',
        owner.person?.personId ?? null,
      );

/** Whether the account is local, or its directory has confirmed it in the last 7 days. */
async function isConfirmed(db: Db, owner: Owner, now: number): Promise<boolean> {
  const [sql, id] =
    owner.type === 'admin'
      ? ['SELECT source, confirmed_at FROM administrators WHERE admin_id = $1', owner.adminId]
      : ['SELECT source, confirmed_at FROM people WHERE person_id = $1', owner.person?.personId ?? null];
  const row = await db.row<{ source: Source | null; confirmedAt: number | null }>(sql, id);
  return row === null || row.source === null || (row.confirmedAt ?? 0) > now - confirmedMs;
}

/** Whether the account of a directory is enabled and has these rights. */
async function isCurrent(db: Db, owner: Identity): Promise<boolean> {
  if (owner.type === 'admin') {
    const sql = 'SELECT observer FROM administrators WHERE admin_id = $1 AND NOT disabled';
    return (await db.value<boolean>(sql, owner.adminId)) === (owner.observer === true);
  }
  const { person } = owner;
  const sql = 'SELECT role, may_export FROM people WHERE person_id = $1 AND NOT disabled';
  const found = await db.row<Pick<PersonRow, 'role' | 'mayExport'>>(sql, person?.personId ?? null);
  return found !== null && found.role === person?.role && found.mayExport === person?.mayExport;
}

const otherSeats = async (db: Db, { person }: ClientIdentity) =>
  (
    await db.rows<PersonRow & { client: string }>(
      `SELECT person.*, clients.name AS client FROM (SELECT ${personColumns} FROM people
         WHERE person_id <> $1 AND NOT disabled AND source IS NOT NULL AND (source, subject) IN
           (SELECT source, subject FROM people WHERE person_id = $1)) AS person
       JOIN clients USING (client_id) ORDER BY client_id`,
      person?.personId ?? null,
    )
  ).map((record) => ({ identity: toIdentity(record), client: record.client }));

/** The local accounts with the login, with their access locked until the end of the transaction. */
async function lockLocal(db: Db, login: string) {
  await db.lock('administrators');
  const administrator = await findByUsername(db, login);
  const clients = await db.column<string>('SELECT client_id FROM people WHERE login = $1', accountKey(login));
  await lockAccess(db, [
    ...(administrator ? [adminIdentity(administrator)] : []),
    ...clients.map((clientId) => ({ type: 'client', clientId }) as const),
  ]);
  return administrator;
}

/**
 * Turns a local account into an account of the directory, and ends its sessions. `other`: another account is already linked to
 * the directory account.
 */
async function link(
  db: Db,
  { source, subject, login }: DirectoryIdentity,
  by: By,
): Promise<'done' | 'unknown' | 'other'> {
  const key = accountKey(login);
  const administrator = await lockLocal(db, login);
  const others = await db.column<string>(
    `SELECT username FROM administrators WHERE source = $1 AND subject = $2
     UNION ALL SELECT login FROM people WHERE source = $1 AND subject = $2`,
    source,
    subject,
  );
  if (others.some((other) => accountKey(other) !== key)) return 'other';
  if (administrator) await updateRows(db, 'administrators', { source, subject }, { adminId: administrator.id });
  const people = await db.rows<PersonRow>(
    `UPDATE people SET source = $1, subject = $2, invitation_hash = NULL, ${raisesVersion(4)} WHERE login = $3
     RETURNING ${personColumns}`,
    source,
    subject,
    key,
    ...raisedBy(by),
  );
  const linked = [...(administrator ? [adminIdentity(administrator)] : []), ...people.map(toIdentity)];
  if (administrator) await revokeAccess(db, adminIdentity(administrator), fullRevocation(by));
  for (const person of people) await revokePerson(db, person, fullRevocation(by));
  for (const identity of linked) await recordChange(db, by, 'directory-linked', accountEvent(identity));
  return linked.length === 0 ? 'unknown' : 'done';
}

export const createDirectoryStore = (db: Db) =>
  createMethods(db, { isTaken, isLocal, isCurrent, accountOf, isConfirmed, otherSeats }, { admit, link });
