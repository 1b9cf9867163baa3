/** The console's own cookie: who the page is drawn for. Signed; it opens nothing, the backend decides every access. */
import type { Request, Response } from 'express';
import { type Fields, readObject, readText } from '../../shared/api/read.ts';
import { type AuthUser, type ImpersonationState, type UserType, userName, type Viewer } from '../../shared/roles.ts';
import type { Config } from '../platform/settings.ts';
import { adoptSetCookie, isSecure, removalLines, sessionCookieNameFor } from './cookies.ts';

/** As long as the embedded backend's refresh token lives; each refresh starts it anew. */
const sessionMs = 30 * 24 * 60 * 60 * 1000;

/** What the cookie holds: each name once, so that the longest stay under the 4,096 bytes of a cookie (checklist 2). */
type Sealed = {
  type: UserType;
  name: string;
  /** Left out where it is the name. */
  id?: string;
  issuedAt: number;
  /** The administrator behind the client, and the time of the impersonation. */
  acting?: { by: string; from: string; until: string };
};

function seal({ user, impersonation }: Viewer, issuedAt: number): Sealed {
  const name = userName(user);
  return {
    type: user.type,
    name,
    ...(user.id === name ? {} : { id: user.id }),
    issuedAt,
    ...(impersonation && {
      acting: {
        by: impersonation.impersonatedBy,
        from: impersonation.impersonatedAt,
        until: impersonation.expiresAt,
      },
    }),
  };
}

function readUser(fields: Fields): AuthUser | null {
  const name = readText(fields.name);
  const id = readText(fields.id) || name;
  if (name === '') return null;
  if (fields.type === 'admin') return { id, type: 'admin', username: name };
  return fields.type === 'client' ? { id, type: 'client', client_id: name } : null;
}

function readImpersonation(user: AuthUser, value: unknown): ImpersonationState | null {
  if (value === undefined) return null;
  const { by, from, until } = readObject(value);
  return {
    isImpersonating: true,
    impersonatedClientId: userName(user),
    impersonatedBy: readText(by),
    impersonatedAt: readText(from),
    expiresAt: readText(until),
  };
}

/** The viewer that the request's cookie names; null when it is missing, tampered with, too old or of another form. */
export function readConsoleSession(request: Request, config: Config, now: number): Viewer | null {
  const value: unknown = request.signedCookies[sessionCookieNameFor(isSecure(request, config))];
  try {
    const fields = readObject(value);
    if (typeof fields.issuedAt !== 'number' || now - fields.issuedAt > sessionMs) return null;
    const user = readUser(fields);
    return user && { user, impersonation: readImpersonation(user, fields.acting) };
  } catch {
    return null;
  }
}

export function writeConsoleSession(request: Request, response: Response, config: Config, viewer: Viewer, now: number) {
  const secure = isSecure(request, config);
  response.cookie(sessionCookieNameFor(secure), seal(viewer, now), {
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
