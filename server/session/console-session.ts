/**
 * The console's own signed cookie: the user for whom pages are rendered. It grants no access; the backend checks every call.
 */

import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';
import { personNameFields } from '../../shared/api/auth.ts';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { bodyOf, readRow } from '../../shared/fields/field.ts';
import { type Fields, readObject, readText } from '../../shared/read.ts';
import { type AuthUser, type ImpersonationState, userName, type Viewer } from '../../shared/roles.ts';
import { cookieValues, parseCookiePairs } from '../platform/cookies.ts';
import type { Config } from '../platform/settings.ts';
import { removalLines, sessionCookieNameFor } from './cookies.ts';
import type { Renewed } from './refresher.ts';
import { type RequestContext, withContext } from './request-context.ts';

/** The lifetime of the embedded backend's refresh token; each refresh restarts it. */
const sessionMs = 30 * dayMs;

/**
 * The cookie's content. Each name is stored once, because browsers drop cookies over 4,096 bytes: an ID that equals the name is
 * omitted. `acting`: the administrator of an impersonation, its start and expiry, and whether it is read-only.
 */
function toCookieValue({ user, impersonation }: Viewer, issuedAt: number) {
  const name = user.type === 'admin' ? user.username : user.client_id;
  return {
    type: user.type,
    name,
    ...(user.id === name ? {} : { id: user.id }),
    ...(user.type === 'admin'
      ? user.observer && { observer: user.observer }
      : user.person && { person: bodyOf(personNameFields, user.person) }),
    issuedAt,
    ...(impersonation && {
      acting: {
        by: impersonation.impersonatedBy,
        from: impersonation.impersonatedAt,
        until: impersonation.expiresAt,
        ...(impersonation.readOnly && { readOnly: true }),
      },
    }),
  };
}

function readUser(fields: Fields): AuthUser | null {
  const name = readText(fields.name);
  const id = readText(fields.id) || name;
  if (name === '') return null;
  if (fields.type === 'admin')
    return { id, type: 'admin', username: name, ...(fields.observer === true && { observer: true }) };
  if (fields.type !== 'client') return null;
  const person = fields.person !== undefined && { person: readRow(personNameFields, fields.person) };
  return { id, type: 'client', client_id: name, ...person };
}

function readImpersonation(user: AuthUser, value: unknown): ImpersonationState | null {
  if (value === undefined) return null;
  const { by, from, until, readOnly } = readObject(value);
  return {
    isImpersonating: true,
    impersonatedClientId: userName(user),
    impersonatedBy: readText(by),
    impersonatedAt: readText(from),
    expiresAt: readText(until),
    ...(readOnly === true && { readOnly: true }),
  };
}

type Stored = { issuedAt: number; viewer: Viewer };

/** The content of a cookie; null when it is tampered with, expired or malformed. */
function readCookie(value: string, { SESSION_SECRET }: Config, now: number): Stored | null {
  try {
    const { signed } = cookieParser.signedCookies({ signed: decodeURIComponent(value) }, SESSION_SECRET);
    const fields = readObject(cookieParser.JSONCookie(String(signed)));
    const { issuedAt } = fields;
    if (typeof issuedAt !== 'number' || now - issuedAt > sessionMs) return null;
    const user = readUser(fields);
    return user && { issuedAt, viewer: { user, impersonation: readImpersonation(user, fields.acting) } };
  } catch {
    return null;
  }
}

/** Returns the content of the first valid cookie; null without one. */
function readConsoleSession({ request, secure, deps }: RequestContext): Stored | null {
  const now = deps.now();
  for (const value of cookieValues(request.headers.cookie, sessionCookieNameFor(secure))) {
    const stored = readCookie(value, deps.config, now);
    if (stored) return stored;
  }
  return null;
}

export function writeConsoleSession({ response, secure, deps }: RequestContext, viewer: Viewer): void {
  response.cookie(sessionCookieNameFor(secure), toCookieValue(viewer, deps.now()), {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: sessionMs,
  });
}

const clientIdOf = (user: AuthUser): string | null => (user.type === 'client' ? user.client_id : null);

/**
 * Passes the cookies of a refresh to the browser, and extends the session unless another tab has started or stopped an
 * impersonation since: the browser already has that session's cookie.
 */
export function renewConsoleSession(context: RequestContext, viewer: Viewer, { setCookies, user }: Renewed): void {
  context.passCookies(setCookies);
  if (user !== null && clientIdOf(user) !== clientIdOf(viewer.user)) return;
  // The name and the rights of a person may have changed.
  const current = user?.type === 'client' && user.person ? user : viewer.user;
  writeConsoleSession(context, { ...viewer, user: current });
}

/** Ends the session in the browser: removes the console's cookie and every cookie that the backend set. */
export function clearConsoleSession({ request, response, secure }: RequestContext): void {
  response.clearCookie(sessionCookieNameFor(secure), { httpOnly: true, sameSite: 'lax', secure, path: '/' });
  for (const line of removalLines(request.headers.cookie, secure)) response.append('Set-Cookie', line);
}

/** Sets the viewer from the console's cookie. A request with an API key has no viewer, and opens no page. */
export const identifyViewer: RequestHandler = withContext((context, next) => {
  context.viewer = context.caller.key === null ? (readConsoleSession(context)?.viewer ?? null) : null;
  next();
});

/** The lifetime of the embedded backend's access token, which is also a common one. */
const usualMs = 15 * minuteMs;

/** The expiry of a JSON Web Token, or null for another text. */
function readExpiry(token: string): number | null {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  if (payload === undefined) return null;
  try {
    const { exp } = readObject(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}

/**
 * Estimates how long the access token of a request stays valid, in milliseconds, for replies that cannot refresh it once they
 * have started. Uses the expiry times in the backend's tokens, otherwise the time when they were issued.
 */
export function tokenTimeLeft(context: RequestContext): number {
  const { caller, deps } = context;
  const expiries = parseCookiePairs(caller.cookie).flatMap(([, token]) => readExpiry(token) ?? []);
  const issuedAt = readConsoleSession(context)?.issuedAt ?? deps.now();
  const expiresAt = expiries.length > 0 ? Math.min(...expiries) : issuedAt + usualMs;
  return expiresAt - deps.now();
}
