/** The console's own cookie: who the page is drawn for. Signed; it opens nothing, the backend decides every access. */
import type { Request, Response } from 'express';
import { readNullable, readObject, readText } from '../../shared/api/read.ts';
import type { AuthUser, ImpersonationState, Viewer } from '../../shared/roles.ts';
import type { Config } from '../config.ts';
import { adoptSetCookie, isSecure, removalLines, sessionCookieNameFor } from './cookies.ts';

/** As long as the embedded backend's refresh token lives; each refresh starts it anew. */
const sessionMs = 30 * 24 * 60 * 60 * 1000;

type Sealed = Viewer & { issuedAt: number };

function parseUser(value: unknown): AuthUser | null {
  const fields = readObject(value);
  const id = readText(fields.id);
  const username = readNullable(fields.username);
  const clientId = readNullable(fields.client_id);
  if (fields.type === 'admin' && username) return { id, type: 'admin', username };
  if (fields.type === 'client' && clientId) return { id, type: 'client', client_id: clientId };
  return null;
}

function parseImpersonation(value: unknown): ImpersonationState | null {
  if (value === null || value === undefined) return null;
  const fields = readObject(value);
  return {
    isImpersonating: true,
    impersonatedClientId: readText(fields.impersonatedClientId),
    impersonatedBy: readText(fields.impersonatedBy),
    impersonatedAt: readText(fields.impersonatedAt),
    expiresAt: readText(fields.expiresAt),
  };
}

/** The viewer that the request's cookie names; null when it is missing, tampered with, too old or of another form. */
export function readConsoleSession(request: Request, config: Config, now: number): Viewer | null {
  const value: unknown = request.signedCookies[sessionCookieNameFor(isSecure(request, config))];
  if (typeof value !== 'object' || value === null) return null;
  try {
    const { user, impersonation, issuedAt } = value as Partial<Record<keyof Sealed, unknown>>;
    if (typeof issuedAt !== 'number' || now - issuedAt > sessionMs) return null;
    const parsed = parseUser(user);
    return parsed && { user: parsed, impersonation: parseImpersonation(impersonation) };
  } catch {
    return null;
  }
}

export function writeConsoleSession(request: Request, response: Response, config: Config, viewer: Viewer, now: number) {
  const secure = isSecure(request, config);
  const sealed: Sealed = { ...viewer, issuedAt: now };
  response.cookie(sessionCookieNameFor(secure), sealed, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: sessionMs,
  });
}

/** Passes the backend's Set-Cookie lines on to the browser. */
export function passCookies(request: Request, response: Response, config: Config, setCookies: readonly string[]) {
  const secure = isSecure(request, config);
  for (const line of setCookies) {
    const adopted = adoptSetCookie(line, secure);
    if (adopted) response.append('Set-Cookie', adopted);
  }
}

/** Ends the session in the browser: the console's cookie and every cookie that the backend set. */
export function clearConsoleSession(request: Request, response: Response, config: Config) {
  const secure = isSecure(request, config);
  response.clearCookie(sessionCookieNameFor(secure), { httpOnly: true, sameSite: 'lax', secure, path: '/' });
  for (const line of removalLines(request.headers.cookie, secure)) response.append('Set-Cookie', line);
}
