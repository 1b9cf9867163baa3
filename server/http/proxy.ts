/** Proxies /api/v1 to the backend: restricts requests, limits their time and hides the details of backend faults. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { callerHeaders, createBackendAgent, outcomeOfStatus } from '../backend-link/backend-client.ts';
import { AppError } from '../platform/app-error.ts';
import { type RequestContext, sendJsonError, withContext } from '../session/request-context.ts';

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

/**
 * The last path segments of calls that change data: the POST calls of the API table. The console refuses them as GET, because a
 * backend may not check the method. A backend may also have more such paths, and may ignore case.
 */
export const changingVerbs: readonly string[] = [
  'login',
  'refresh',
  'logout',
  'impersonate',
  'seat',
  'header',
  'begin',
  'finish',
  'end',
  'accept',
  'enable',
  'disable',
  'verify',
  'codes',
  'invite',
  'renew',
  'reset',
  'set',
  'generate',
  'export-access',
  'create',
  'update',
  'delete',
  'change',
  'bulk',
  'follow',
  'list',
  'check',
  'marks',
  'open',
  'pin',
  'pause',
  'trial',
  'start',
  'stop',
  'move',
  'apply',
  'join',
  'separate',
  'change-found',
  'undo',
];

/** A link or an image on another site sends GET with the user's cookies, so GET must not change data. */
const allowedMethods = ({ path }: Request): string[] =>
  changingVerbs.includes(lastSegment(path).toLowerCase()) ? ['POST'] : ['GET', 'HEAD', 'POST'];

/**
 * Throws an `AppError` for a request that must not reach the backend; otherwise removes all headers except the allowed ones.
 */
function sanitizeRequest({ request, caller }: RequestContext): void {
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

const replyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-disposition', 'retry-after'];

/** Redirects may point to internal addresses, and messages of faults may contain stack traces and host names. */
const mustNotForward = (status: number): boolean => status < 200 || (status >= 300 && status < 400) || status >= 500;

/** Ends a call after API_TIMEOUT_MS, even while data is still arriving. */
function startDeadline(context: RequestContext): void {
  const { response, deps } = context;
  const timer = setTimeout(() => {
    context.backendOutcome = 'timeout';
    if (response.headersSent) response.destroy();
    else sendJsonError(context, new AppError(504, messages.backendTimeout));
  }, deps.config.API_TIMEOUT_MS);
  response.on('close', () => clearTimeout(timer));
}

/** Passes on `Retry-After` in seconds, but not as a date, which depends on the clock of the backend. */
const pauseOf = ({ headers }: IncomingMessage): Record<string, string> =>
  /^\d{1,6}$/.test(headers['retry-after'] ?? '') ? { 'Retry-After': String(headers['retry-after']) } : {};

function forwardReply(context: RequestContext, reply: IncomingMessage): void {
  const { deps, request, response, requestId, viewer } = context;
  const status = reply.statusCode ?? 502;
  context.backendOutcome = outcomeOfStatus(status);
  if (request.method === 'POST') deps.unreadCounts.expire(viewer);
  if (response.headersSent || mustNotForward(status)) {
    reply.destroy();
    const sent = status >= 500 && status <= 599 ? status : 502;
    if (!response.headersSent)
      sendJsonError(context, new AppError(sent, messages.backendDown, { headers: pauseOf(reply) }));
    return;
  }
  response.status(status);
  for (const name of replyHeaders) {
    const value = reply.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  context.passCookies(reply.headers['set-cookie'] ?? []);
  // A visitor who leaves causes a different error, which is not a fault.
  reply.once('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNRESET') context.backendOutcome = 'unavailable';
  });
  pipeline(reply, response, (error) => {
    const isFault = context.backendOutcome === 'unavailable' || context.backendOutcome === 'timeout';
    if (error && isFault) deps.logger.warn({ requestId, reason: error.message }, 'proxied reply cut off');
  });
}

export function proxyToBackend(apiUrl: string): RequestHandler {
  const proxy = createProxyMiddleware<Request, Response>({
    target: apiUrl + apiBase,
    agent: createBackendAgent(apiUrl),
    changeOrigin: true,
    xfwd: false,
    selfHandleResponse: true,
    on: {
      proxyReq: (proxyRequest, _request, response) => {
        response.on('close', () => proxyRequest.destroy());
      },
      proxyRes: (reply, _request, response) => forwardReply(response.locals.requestContext, reply as IncomingMessage),
      error: (error, _request, target) => {
        const response = target as ServerResponse as Response;
        const { requestContext: context } = response.locals;
        context.backendOutcome ??= 'unavailable';
        context.deps.logger.warn({ requestId: context.requestId, reason: error.message }, 'backend call failed');
        if (response.headersSent) response.destroy();
        else sendJsonError(context, new AppError(502, messages.backendDown));
      },
    },
  });

  return withContext((context, next) => {
    const { request, response } = context;
    sanitizeRequest(context);
    // Log, metrics, deadline, proxy and pipeline add more listeners than the 10 at which Node warns of a leak.
    response.setMaxListeners(20);
    startDeadline(context);
    return proxy(request, response, next);
  });
}
