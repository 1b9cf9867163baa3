/** Restricts proxied requests: plain paths, GET for reads, POST for changes, and the listed headers only. */
import type { Request } from 'express';
import { changingPaths } from '../../shared/api/changing-paths.ts';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';
import type { RequestContext } from '../request-context.ts';
import { callerHeaders } from './backend-client.ts';

const maxBodyBytes = 1024 * 1024;

const requestHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'user-agent'];

/**
 * Rejects percent-encoding in paths, which no call needs. The backend's router then sees the same path as the session
 * routes before the proxy.
 */
function isPlainTarget(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return /^(?:\/[\w.~-]+)+\/?$/.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path) && !url.includes('#');
}

const lastSegment = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? '';

/** The verbs of the changing calls. A backend may have more paths that end with them, and may ignore case. */
const changing = new Set(changingPaths.map(lastSegment));

/** A link or an image on another site sends GET with the user's cookies, so GET must not change data. */
const allowedMethods = ({ path }: Request): string[] =>
  changing.has(lastSegment(path).toLowerCase()) ? ['POST'] : ['GET', 'HEAD', 'POST'];

/** Throws an `AppError` for a request that must not reach the backend; otherwise removes all headers but the allowed ones. */
export function sanitizeRequest({ request, caller }: RequestContext): void {
  if (!isPlainTarget(request.originalUrl)) throw new AppError(400, messages.badPath);
  const allowed = allowedMethods(request);
  if (!allowed.includes(request.method)) {
    throw new AppError(405, messages.badRequest, { headers: { Allow: allowed.join(', ') } });
  }
  if (request.headers['transfer-encoding'] !== undefined) throw new AppError(411, messages.badRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new AppError(413, messages.bodyTooLarge);
  const allowedHeaders = requestHeaders.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  request.headers = { ...Object.fromEntries(allowedHeaders), ...callerHeaders(caller) };
}
