/** Decides what reaches the backend: plain paths only, GET to read and POST to change, the listed headers. */
import type { Request } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';
import type { RequestContext } from '../request-context.ts';
import { callerHeaders } from './backend-client.ts';

const maxBodyBytes = 1024 * 1024;

const requestHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'user-agent'];

/**
 * No call of the contract needs percent-encoding in its path, so none is accepted: the backend's router then sees
 * exactly the path that the session routes before the proxy have compared.
 */
function isPlainTarget(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return /^(?:\/[\w.~-]+)+\/?$/.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path) && !url.includes('#');
}

/** Last path segments of the calls that change something: a backend may not check their method. */
const changing = /\/(?:create|update|delete|set|generate|change|login|logout|refresh|impersonate|stop)\/?$/i;

/** A link or an image on another site sends GET with the person's cookies, so GET must not change anything. */
const allowedMethods = ({ path }: Request): string[] => (changing.test(path) ? ['POST'] : ['GET', 'HEAD', 'POST']);

/** Throws an `AppError` for a call that must not reach the backend; otherwise reduces its headers to those that may. */
export function sanitizeRequest({ request, caller }: RequestContext): void {
  if (!isPlainTarget(request.originalUrl)) throw new AppError(400, messages.badPath);
  const allowed = allowedMethods(request);
  if (!allowed.includes(request.method)) {
    throw new AppError(405, messages.badRequest, { headers: { Allow: allowed.join(', ') } });
  }
  if (request.headers['transfer-encoding'] !== undefined) throw new AppError(411, messages.badRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new AppError(413, messages.bodyTooLarge);
  const passed = requestHeaders.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  request.headers = { ...Object.fromEntries(passed), ...callerHeaders(caller) };
}
