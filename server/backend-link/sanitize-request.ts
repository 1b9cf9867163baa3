/** What of a call may reach the backend: one spelling of each path, GET to read and POST to change, the listed headers. */
import type { Request, Response } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';
import { callerOf } from '../request-context.ts';
import { callerHeaders } from './backend-client.ts';

const maxBodyBytes = 1024 * 1024;

const requestHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'user-agent'];

/**
 * No call of the contract needs an escape, so that none passes: what the backend's router decodes is exactly what the
 * session routes before the proxy have compared.
 */
function isPlainTarget(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return /^(?:\/[\w.~-]+)+\/?$/.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path) && !url.includes('#');
}

/** Last words of the calls that change something (section 7): a backend may not look at their method. */
const changing = /\/(?:create|update|delete|set|generate|change|login|logout|refresh|impersonate|stop)\/?$/i;

/** A link or an image of another site sends GET with the person's cookies: it must find nothing to change. */
function mayUseMethod({ method, path }: Request): boolean {
  if (method === 'POST') return true;
  return (method === 'GET' || method === 'HEAD') && !changing.test(path);
}

/** Throws an `AppError` for what must not reach the backend, and replaces the request's headers by those that may. */
export function admitCall(request: Request, response: Response) {
  if (!isPlainTarget(request.originalUrl)) throw new AppError(400, messages.badPath);
  if (!mayUseMethod(request)) throw new AppError(405, messages.badRequest, { headers: { Allow: 'GET, HEAD, POST' } });
  if (request.headers['transfer-encoding'] !== undefined) throw new AppError(411, messages.badRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new AppError(413, messages.bodyTooLarge);
  const passed = requestHeaders.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  request.headers = { ...Object.fromEntries(passed), ...callerHeaders(callerOf(request, response)) };
}
