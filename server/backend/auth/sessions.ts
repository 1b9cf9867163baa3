/** The life of a session: its tokens, their lifetimes, and which session a request presents. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '../http/endpoint.ts';
import { identityFields } from '../http/log-fields.ts';
import type { EndedImpersonation, Identity, Session, TokenGrant } from '../store/sessions-store.ts';
import type { Tokens } from './session-cookies.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** `refreshMs` is the idle limit, `sessionMs` the absolute one; `graceMs` allows two concurrent refreshes. */
export const lifetimes = { accessMs: 15 * minute, refreshMs: 30 * day, sessionMs: 90 * day, graceMs: minute } as const;

const hashToken = (secret: string, token: string): Uint8Array => createHmac('sha256', secret).update(token).digest();

/**
 * The hashes that a token may be stored under, one for each secret of SESSION_SECRET. Leaving a secret out of the list
 * ends the sessions whose last tokens were issued under it.
 */
const storedHashes = ({ config }: Pick<Context, 'config'>, token: string): Uint8Array[] =>
  config.SESSION_SECRET.map((secret) => hashToken(secret, token));

/** A new pair: what the browser gets, and what is stored of it. 256 bits each. The first secret signs. */
export function makeTokens({ config, now }: Pick<Context, 'config' | 'now'>): { tokens: Tokens; grant: TokenGrant } {
  const [secret] = config.SESSION_SECRET;
  if (secret === undefined) throw new Error('SESSION_SECRET is empty');
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

/** The session of the access token that came with the request. */
export async function findSession(context: Context): Promise<Session | null> {
  const { store, cookies, now } = context;
  for (const hash of cookies.access === null ? [] : storedHashes(context, cookies.access)) {
    const session = await store.sessions.findByAccess(hash, now);
    if (session) return session;
  }
  return null;
}

/** Every sign-in starts a new session and ends the one whose cookies came with the request. */
export async function startSession(context: Context, owner: Identity): Promise<void> {
  await endPresentedSession(context);
  const { tokens, grant } = makeTokens(context);
  await context.store.sessions.create(owner, context.now + lifetimes.sessionMs, grant, context.now);
  context.cookies.set(tokens);
}

/** The session of the refresh token that came with the request. A token used again too late ends the whole session. */
export async function findRefreshable(context: Context): Promise<{ session: Session; hash: Uint8Array } | null> {
  const { store, cookies, now } = context;
  for (const hash of cookies.refresh === null ? [] : storedHashes(context, cookies.refresh)) {
    const found = await store.sessions.findByRefresh(hash, lifetimes.graceMs, now);
    if (found?.state === 'reused') return endReusedSession(context, found.session);
    if (found) return { session: found.session, hash };
  }
  return null;
}

async function endReusedSession(context: Context, session: Session): Promise<null> {
  const { store, now, log } = context;
  logEnded(context, await store.sessions.end(session.id, now));
  log.warn(identityFields(session), 'refresh token used again: session ended');
  return null;
}

/** The session of either cookie, for calls that must work after the access token has expired. */
export async function findPresentedSession(context: Context): Promise<Session | null> {
  return context.session ?? (await findRefreshable(context))?.session ?? null;
}

export async function endPresentedSession(context: Context): Promise<Session | null> {
  const session = await findPresentedSession(context);
  if (session) logEnded(context, await context.store.sessions.end(session.id, context.now));
  return session;
}

export function logEnded({ log }: Pick<Context, 'log'>, ended: EndedImpersonation | null): void {
  if (ended) log.info({ admin: ended.username, client: ended.clientId, ending: ended.ending }, 'impersonation ended');
}
