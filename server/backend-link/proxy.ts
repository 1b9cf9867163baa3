/** Proxies /api/v1 to the backend: sanitizes requests, limits their time and hides the details of backend faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import type { AppDeps } from '../deps.ts';
import { AppError } from '../platform/app-error.ts';
import { type RequestContext, withContext } from '../request-context.ts';
import { sendJsonError } from '../send-json-error.ts';
import { createBackendAgent } from './backend-agent.ts';
import { sanitizeRequest } from './sanitize-request.ts';

const replyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-disposition', 'retry-after'];

/** Redirects may point to internal addresses, and messages of faults may contain stack traces and host names. */
const mustNotForward = (status: number): boolean => status < 200 || (status >= 300 && status < 400) || status >= 500;

/** Ends a call after API_TIMEOUT_MS, even while data still arrives. */
function startDeadline(context: RequestContext): void {
  const { response, deps } = context;
  const timer = setTimeout(() => {
    if (response.headersSent) response.destroy();
    else sendJsonError(context, new AppError(504, messages.backendTimeout));
  }, deps.config.API_TIMEOUT_MS);
  response.on('close', () => clearTimeout(timer));
}

/** When the call may be repeated, in seconds. A date, which another clock has set, is not passed on. */
const pauseOf = ({ headers }: IncomingMessage): Record<string, string> =>
  /^\d{1,6}$/.test(headers['retry-after'] ?? '') ? { 'Retry-After': String(headers['retry-after']) } : {};

function forwardReply(context: RequestContext, reply: IncomingMessage): void {
  const { deps, response, requestId } = context;
  const status = reply.statusCode ?? 502;
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
  pipeline(reply, response, (error) => {
    if (error) deps.logger.warn({ requestId, reason: error.message }, 'proxied reply cut off');
  });
}

export function proxyToBackend({ apiUrl }: AppDeps): RequestHandler {
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
