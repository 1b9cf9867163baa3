/** Counts attempts to sign in with a password or a code, and records refused ones. */
import * as messages from '../../../../shared/messages.ts';
import type { UserType } from '../../../../shared/roles.ts';
import { signInLimits } from '../../../../shared/rules/limits.ts';
import { badRequest, type Refusal, tooManyAttempts } from '../../../platform/app-error.ts';
import { accountKey, addressKey } from '../../../platform/sign-in-key.ts';
import { onAccess, presentSession } from '../../http/access.ts';
import type { Context } from '../../http/endpoint.ts';
import { type Identity, nameOf } from '../../rules/account.ts';
import type { Author } from '../../store/journal.ts';
import type { Session } from '../../store/session-tokens.ts';
import type { Resources } from '../../store/store.ts';

/** `account`: the typed name. `logged`: the account's name, or the start of a typed text that names no account. */
export type Claimant = { type: UserType; account: string; logged: string };

/** Uses the name under which the account signs in. */
export const claimantOf = (owner: Identity): Claimant => ({
  type: owner.type,
  account: owner.type === 'client' ? (owner.person?.login ?? owner.clientId) : owner.username,
  logged: nameOf(owner),
});

export const logFields = ({ type, logged }: Claimant, { address }: Pick<Context, 'address'>) => ({
  type,
  account: logged,
  address,
});

const keyOf = ({ type, account }: Claimant, { address }: Pick<Context, 'address'>) => ({
  type,
  account: accountKey(account),
  address: addressKey(address),
});

/**
 * Counts the attempt before `verify` runs, so that parallel attempts cannot exceed the limit. Records a refusal under its
 * author. Throws a 429 after too many attempts. A success keeps the count (`clearAttempts`).
 */
export async function attempt(
  context: Context,
  claimant: Claimant,
  by: Author | null,
  reason: 'wrong-password' | 'wrong-code',
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const { store, now, log } = context;
  const key = keyOf(claimant, context);
  const wait = await store.loginAttempts.begin(key, reason === 'wrong-code', signInLimits, now);
  if (wait > 0) {
    // Names may change with every attempt, so refusals of all names are summed up.
    if (by) await store.journal.refuse({ by, reason: 'too-many-attempts', source: key.address });
    log.warn(logFields(claimant, context), 'sign-in refused: too many attempts');
    throw tooManyAttempts(Math.ceil(wait / 1000));
  }
  const matches = await verify();
  if (!matches && by) await recordRefusal(context, claimant, by, reason);
  return matches;
}

/** The attempt is counted already. */
export const recordRefusal = (
  context: Pick<Context, 'store' | 'address'>,
  claimant: Claimant,
  by: Author,
  reason: 'wrong-password' | 'wrong-code',
): Promise<void> =>
  context.store.journal.refuse({ by, reason, source: `${keyOf(claimant, context).address} ${by.who}` });

const refusals = {
  'wrong-password': { message: messages.wrongCurrentPassword, code: 'wrong-password' },
  'wrong-code': { message: messages.wrongProof, code: null },
} as const satisfies Record<string, Refusal>;

/** Who proves the identity: the owner of a session, or of a sign-in that waits for its second step. */
export type Prover = { session: Session; owner: Identity };

/**
 * A signed-in user proves the identity again. Throws a 400, and a 429 after too many attempts. Throws a 401
 * if another change has ended the session and made the proof wrong.
 */
export async function requireProof(
  context: Context,
  { session, owner }: Prover,
  reason: keyof typeof refusals,
  verify: () => Promise<boolean>,
): Promise<void> {
  const isProof = async () => {
    const matches = await verify();
    if (!matches) await presentSession(context.store, session, context.now);
    return matches;
  };
  if (!(await attempt(context, claimantOf(owner), context.by, reason, isProof))) {
    throw badRequest(refusals[reason].message, refusals[reason]);
  }
  await clearAttempts(context, owner);
}

/**
 * Runs the work in a transaction on access in which the session still exists and the owner still has the password that `prove`
 * has verified. If the password has changed, proves again. `prove` returns the verified hash; null when the proof was not a
 * password.
 */
export async function withProof<T>(
  context: Context,
  { session, owner }: Prover,
  prove: () => Promise<string | null>,
  work: (resources: Resources) => Promise<T>,
): Promise<T> {
  for (;;) {
    const hash = await prove();
    const done = await onAccess(context, [owner], async (resources) => {
      await presentSession(resources, session, context.now);
      const isCurrent = hash === null || (await resources.passwords.find(owner)) === hash;
      return isCurrent ? { result: await work(resources) } : null;
    });
    if (done) return done.result;
  }
}

/** Call it only after a complete sign-in: a correct password alone must not allow more codes. */
export const clearAttempts = (context: Context, owner: Identity) =>
  context.store.loginAttempts.clear(keyOf(claimantOf(owner), context));
