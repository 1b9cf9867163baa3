/** How a session lives: what tokens it is given, how long they hold, and which session a request presents. */
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../http/endpoint.ts';
import { identityFields } from '../http/request-log.ts';
import type { EndedImpersonation, Identity, Session, TokenGrant } from '../store/sessions-store.ts';
import type { Store } from '../store/store.ts';
import type { Tokens } from './session-cookies.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** `refreshMs` is the idle limit, `sessionMs` the absolute one; `graceMs` forgives a race of two refreshes. */
export const lifetimes = { accessMs: 15 * minute, refreshMs: 30 * day, sessionMs: 90 * day, graceMs: minute } as const;

const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest();

/** A fresh pair: what the browser gets, and what is kept of it. 256 bits each. */
export function makeTokens(now: number): { tokens: Tokens; grant: TokenGrant } {
  const { accessMs, refreshMs } = lifetimes;
  const access = randomBytes(32).toString('base64url');
  const refresh = randomBytes(32).toString('base64url');
  return {
    tokens: { access, accessMs, refresh, refreshMs },
    grant: {
      accessHash: hashToken(access),
      accessExpiresAt: now + accessMs,
      refreshHash: hashToken(refresh),
      refreshExpiresAt: now + refreshMs,
    },
  };
}

export async function findSession(store: Store, accessToken: string | null, now: number): Promise<Session | null> {
  return accessToken === null ? null : store.sessions.findByAccess(hashToken(accessToken), now);
}

/** A new session at every sign-in; the one whose cookies came with the request is dead from now on. */
export async function startSession(context: Context, owner: Identity): Promise<void> {
  await endPresentedSession(context);
  const { tokens, grant } = makeTokens(context.now);
  await context.store.sessions.create(owner, context.now + lifetimes.sessionMs, grant, context.now);
  context.cookies.set(tokens);
}

/** The session of the refresh token that came with the request. A token used again too late ends the whole session. */
export async function findRefreshable(context: Context): Promise<{ session: Session; hash: Uint8Array } | null> {
  const { store, cookies, now, log } = context;
  if (cookies.refresh === null) return null;
  const hash = hashToken(cookies.refresh);
  const found = await store.sessions.findByRefresh(hash, lifetimes.graceMs, now);
  if (!found) return null;
  if (found.standing === 'current') return { session: found.session, hash };
  logEnded(context, await store.sessions.end(found.session.id, now));
  log.warn(identityFields(found.session), 'refresh token used again: session ended');
  return null;
}

/** The session behind either cookie: for calls that must work when the access token has run out. */
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
