/** Finds and ends sessions, and creates their tokens. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import { firstSecret } from '../../../platform/seal.ts';
import { accountKey } from '../../../platform/sign-in-key.ts';
import { logEnded } from '../../domain/log-ended.ts';
import type { Context } from '../../http/endpoint.ts';
import type { Tokens } from '../../http/session-cookies.ts';
import { accountOf, type Identity, nameOf } from '../../rules/account.ts';
import type { Author } from '../../store/journal.ts';
import type { Session, TokenGrant } from '../../store/session-tokens.ts';

/**
 * `refreshMs`: the idle limit. `sessionMs`: the absolute limit. `graceMs` allows two concurrent refreshes. `pendingMs`: the
 * time for the second step of a sign-in.
 */
export const lifetimes = {
  accessMs: 15 * minuteMs,
  refreshMs: 30 * dayMs,
  sessionMs: 90 * dayMs,
  graceMs: minuteMs,
  pendingMs: 10 * minuteMs,
} as const;

const hashToken = (secret: string, token: string): Uint8Array => createHmac('sha256', secret).update(token).digest();

/**
 * The hashes under which a token may be stored: one for each secret of SESSION_SECRET. Removing a secret ends the sessions
 * whose last tokens were issued with it.
 */
const storedHashes = ({ config }: Pick<Context, 'config'>, token: string): Uint8Array[] =>
  config.SESSION_SECRET.map((secret) => hashToken(secret, token));

/** The first result of `find` for a hash of one of the tokens. */
async function findByToken<T>(context: Context, tokens: string[], find: (hash: Uint8Array) => Promise<T | null>) {
  for (const hash of tokens.flatMap((token) => storedHashes(context, token))) {
    const found = await find(hash);
    if (found) return found;
  }
  return null;
}

/** Creates a pair of 256-bit tokens for the browser, and their hashes with the first secret for the store. */
export function makeTokens({ config, now }: Pick<Context, 'config' | 'now'>): { tokens: Tokens; grant: TokenGrant } {
  const secret = firstSecret(config.SESSION_SECRET);
  const { accessMs, refreshMs } = lifetimes;
  const access = randomBytes(32).toString('base64url');
  const refresh = randomBytes(32).toString('base64url');
  return {
    tokens: { access, accessMs, refresh, refreshMs },
    grant: {
      accessHash: hashToken(secret, access),
      accessExpiresAt: now + accessMs,
      refreshHash: hashToken(secret, refresh),
      refreshExpiresAt: now + refreshMs,
    },
  };
}

/** Whether the account is local while LOCAL_SIGN_IN is off. Its sessions and keys are then suspended. */
export const rests = async ({ config, store }: Pick<Context, 'config' | 'store'>, owner: Identity): Promise<boolean> =>
  !config.LOCAL_SIGN_IN && (await store.directory.accountOf(owner)) === null;

/** Whether the session is suspended, or its owner was signed in by a reverse proxy that now names another person. */
export async function isBarred({ asserted, config, store }: Context, { owner }: Session): Promise<boolean> {
  const named = asserted === null || asserted === 'foreign' ? null : accountKey(asserted.login);
  if (config.LOCAL_SIGN_IN && named === null) return false;
  const account = await store.directory.accountOf(owner);
  if (account === null) return !config.LOCAL_SIGN_IN;
  return named !== null && account.source === 'header' && account.subject !== named;
}

/** The session of the request's access token. */
export async function findSession(context: Context): Promise<Session | null> {
  const { store, cookies, now } = context;
  const session = await findByToken(context, cookies.access, (hash) => store.sessions.findByAccess(hash, now));
  return session && (await isBarred(context, session)) ? null : session;
}

/** The author of a call that has no session but a known account. */
export const signInAuthor = (owner: Identity, { address, now }: Pick<Context, 'address' | 'now'>): Author => ({
  who: nameOf(owner),
  onBehalfOf: representedBy(owner),
  address,
  at: now,
});

/** A token for the second step of a sign-in, and its hash with the first secret for the store. */
export function makePendingToken({ config }: Pick<Context, 'config'>): { token: string; hash: Uint8Array } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(firstSecret(config.SESSION_SECRET), token) };
}

/** The sign-in of this browser that waits for its second step. */
export async function findPending(context: Context): Promise<Session | null> {
  const { store, cookies, now } = context;
  return findByToken(context, cookies.pending, (hash) => store.sessions.findPending(hash, now));
}

/** The session of the request's refresh token. A token that is used again after the grace time ends the session. */
export async function findRefreshable(context: Context): Promise<{ session: Session; hash: Uint8Array } | null> {
  const { store, cookies, now } = context;
  const presented = await findByToken(context, cookies.refresh, async (hash) => {
    const found = await store.sessions.findByRefresh(hash, lifetimes.graceMs, now);
    return found && { ...found, hash };
  });
  if (presented?.state === 'reused') return endReusedSession(context, presented.session);
  return presented;
}

async function endReusedSession(context: Context, session: Session): Promise<null> {
  const { store, address, now, log } = context;
  const by = authorOf(session, address, () => now);
  logEnded(context, await store.sessions.end(session.id, now, by, 'token-reused'));
  log.warn(identityFields(session), 'refresh token used again: session ended');
  return null;
}

/** The session of either token, for calls that must work after the access token has expired. */
export async function findPresentedSession(context: Context): Promise<Session | null> {
  return context.session ?? (await findRefreshable(context))?.session ?? null;
}

const wellFormedId = /^[\w.-]{1,64}$/;

/** The console's request id, or a new one when it is missing or could forge log lines. */
export const requestId = (header: string | undefined): string =>
  header !== undefined && wellFormedId.test(header) ? header : randomUUID();

/** `real` is the signed-in user, `effective` the user whose permissions apply. They differ during an impersonation. */
export function identityFields(session: Session | null): { real?: string; effective?: string } {
  return session ? { real: nameOf(session.owner), effective: nameOf(session.viewer) } : {};
}

/** The client for which a person signs in. */
const representedBy = (identity: Identity): string | null =>
  identity.type === 'client' && identity.person ? identity.clientId : null;

/** Who makes the changes of a session, for the journal. */
export const authorOf = ({ owner, impersonation }: Session, address: string, clock: () => number): Author => ({
  who: nameOf(owner),
  onBehalfOf: impersonation?.clientId ?? representedBy(owner),
  address,
  // Read when the change is written, which may wait for other changes.
  get at() {
    return clock();
  },
});

/**
 * A fault must not fail the request. Does not log a fault of the database, because every request would repeat it, and other
 * work logs it.
 */
export const logFault =
  ({ store, log }: Context) =>
  (err: unknown) =>
    void (store.faultOf(err) === null && log.error({ err }, 'visit not recorded'));

/** Derives visits from requests of people. An administrator who acts as a client does not visit in the client's name. */
export async function recordRequest(context: Context): Promise<void> {
  const { session, store, now } = context;
  if (!session || session.impersonation || session.key) return;
  await store.visits.touch(accountOf(session.viewer), now).catch(logFault(context));
}
