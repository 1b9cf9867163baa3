/** Second factors of accounts, and hashes of their recovery codes. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import { accountOf, type Identity, personAccount } from '../rules/account.ts';
import { accountEvent } from '../rules/journal/events.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db } from './port.ts';

/** `secret` is encrypted. Codes of the time step `lastStep` and earlier ones count as used. */
export type SecondFactor = { secret: string; lastStep: number };

type Hashes = readonly Uint8Array[];

/** The account of the first seat of a directory person, ignoring the seat `exceptId`; null for a local person. */
async function firstSeat(db: Db, personId: number, exceptId: number): Promise<string | null> {
  const first = await db.row<{ clientId: string; personId: number }>(
    `SELECT client_id, person_id FROM people WHERE person_id <> $2
       AND (source, subject) IN (SELECT source, subject FROM people WHERE person_id = $1) ORDER BY person_id LIMIT 1`,
    personId,
    exceptId,
  );
  return first && personAccount(first.clientId, first.personId);
}

/** The account under which the second factor is stored. A person of a directory has one for all clients. */
async function keyOf(db: Db, owner: Identity): Promise<string> {
  const personId = owner.type === 'client' ? owner.person?.personId : undefined;
  return (personId !== undefined && (await firstSeat(db, personId, 0))) || accountOf(owner);
}

/** Runs before a person is deleted. A person of a directory keeps the second factor for other clients. */
export async function keepForOtherSeats(db: Db, clientId: string, personId: number): Promise<void> {
  const next = await firstSeat(db, personId, personId);
  if (next === null) return;
  const move = [next, personAccount(clientId, personId)];
  const sql = `INSERT INTO second_factors (account, secret, last_step)
    SELECT $1, secret, last_step FROM second_factors WHERE account = $2`;
  await db.run(sql, ...move);
  await db.run('UPDATE recovery_codes SET account = $1 WHERE account = $2', ...move);
}

const find = async (db: Db, owner: Identity) =>
  db.row<SecondFactor>('SELECT secret, last_step FROM second_factors WHERE account = $1', await keyOf(db, owner));

const peopleOf = (db: Db, clientId: string) =>
  db.column<number>(
    `SELECT person_id FROM people person WHERE client_id = $1 AND EXISTS (
       SELECT 1 FROM people other JOIN second_factors
         ON account = 'client:' || other.client_id || '/' || other.person_id
       WHERE other.person_id = person.person_id OR (other.source = person.source AND other.subject = person.subject))`,
    clientId,
  );

const countCodes = async (db: Db, owner: Identity): Promise<number> =>
  (await db.column('SELECT hash FROM recovery_codes WHERE account = $1', await keyOf(db, owner))).length;

async function addCodes(db: Db, account: string, hashes: Hashes): Promise<void> {
  const sql = 'INSERT INTO recovery_codes (account, hash) VALUES ($1, $2)';
  for (const hash of hashes) await db.run(sql, account, hash);
}

/** Returns false if the account has a second factor already. */
async function enable(db: Db, owner: Identity, factor: SecondFactor, codes: Hashes, by: By): Promise<boolean> {
  const sql = 'INSERT INTO second_factors (account, secret, last_step) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  const account = await keyOf(db, owner);
  if ((await db.run(sql, account, factor.secret, factor.lastStep)) === 0) return false;
  await addCodes(db, account, codes);
  await recordChange(db, by, 'second-factor-enabled', accountEvent(owner));
  return true;
}

/** Returns false if the code of this step, or of a later one, was used before. */
const takeStep = async (db: Db, owner: Identity, { secret, lastStep }: SecondFactor): Promise<boolean> =>
  (await db.run(
    'UPDATE second_factors SET secret = $1, last_step = $2 WHERE account = $3 AND last_step < $2',
    secret,
    lastStep,
    await keyOf(db, owner),
  )) === 1;

/** Returns false if the code is unknown or used. */
async function takeCode(db: Db, owner: Identity, hash: Uint8Array, by: By): Promise<boolean> {
  const sql = 'DELETE FROM recovery_codes WHERE account = $1 AND hash = $2';
  if ((await db.run(sql, await keyOf(db, owner), hash)) === 0) return false;
  await recordChange(db, by, 'recovery-code-used', accountEvent(owner));
  return true;
}

/** Invalidates the earlier codes. Returns false if the account has no second factor. */
async function renewCodes(db: Db, owner: Identity, codes: Hashes, by: By): Promise<boolean> {
  const account = await keyOf(db, owner);
  // Of two renewals at once, the second one replaces the codes of the first.
  const sql = `SELECT 1 FROM second_factors WHERE account = $1 ${db.dialect.locking('UPDATE')}`;
  if ((await db.row(sql, account)) === null) return false;
  await db.run('DELETE FROM recovery_codes WHERE account = $1', account);
  await addCodes(db, account, codes);
  await recordChange(db, by, 'recovery-codes-renewed', accountEvent(owner));
  return true;
}

/** `disabled`: by the account itself; `reset`: by somebody else. Returns false if the account has no second factor. */
async function remove(
  db: Db,
  owner: Identity,
  action: Extract<JournalAction, 'second-factor-disabled' | 'second-factor-reset'>,
  by: By,
): Promise<boolean> {
  if ((await db.run('DELETE FROM second_factors WHERE account = $1', await keyOf(db, owner))) === 0) return false;
  await recordChange(db, by, action, accountEvent(owner));
  return true;
}

export const createSecondFactorsStore = (db: Db) =>
  createMethods(db, { find, peopleOf, countCodes }, { enable, takeStep, takeCode, renewCodes, remove });
