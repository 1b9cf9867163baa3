/**
 * Counts failed sign-ins per address and per account at an address, and wrong codes per account. Keys are normalized; times are
 * milliseconds.
 */
import type { UserType } from '../../../shared/roles.ts';
import { createMethods, type Db, insertRow } from './port.ts';

export type LoginAccount = { type: UserType; account: string; address: string };
export type LoginLimits = Record<'windowMs' | 'perAccount' | 'perAddress' | 'codesPerAccount', number>;

type Attempt = { at: number };

/**
 * Counts the attempt before its password is checked, so that parallel attempts cannot exceed the limit. Returns 0, or
 * the milliseconds to wait if the attempt is refused. A refused attempt is not counted. `isCode`: a code of the second factor.
 */
async function begin(
  db: Db,
  { type, account, address }: LoginAccount,
  isCode: boolean,
  { windowMs, perAccount, perAddress, codesPerAccount }: LoginLimits,
  now: number,
): Promise<number> {
  await db.lock('signIn', address, ...(isCode ? [`code ${type} ${account}`] : []));
  await db.run('DELETE FROM login_attempts WHERE at <= $1', now - windowMs);
  // The oldest attempt within the limit: when it leaves the window, another attempt is allowed.
  const blocking = [
    await db.row<Attempt>(
      `SELECT at FROM login_attempts WHERE address = $1 AND user_type = $2 AND account = $3
       ORDER BY at DESC LIMIT 1 OFFSET $4`,
      address,
      type,
      account,
      perAccount - 1,
    ),
    await db.row<Attempt>(
      'SELECT at FROM login_attempts WHERE address = $1 ORDER BY at DESC LIMIT 1 OFFSET $2',
      address,
      perAddress - 1,
    ),
    isCode &&
      (await db.row<Attempt>(
        'SELECT at FROM login_attempts WHERE is_code AND account = $1 AND user_type = $2 ORDER BY at DESC LIMIT 1 OFFSET $3',
        account,
        type,
        codesPerAccount - 1,
      )),
  ];
  const wait = Math.max(...blocking.map((attempt) => (attempt ? attempt.at + windowMs - now : 0)));
  if (wait > 0) return wait;
  await insertRow(db, 'login_attempts', { userType: type, account, address, at: now, isCode }, 'attempt_id');
  return 0;
}

/** After a successful sign-in: removes the account's attempts from this address. */
const clear = (db: Db, { type, account, address }: LoginAccount) =>
  db.run('DELETE FROM login_attempts WHERE address = $1 AND user_type = $2 AND account = $3', address, type, account);

export const createLoginAttemptsStore = (db: Db) => createMethods(db, {}, { begin, clear });
