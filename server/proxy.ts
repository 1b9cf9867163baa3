/** /api/v1 to the backend, streamed. Only listed headers pass, so that no client can forge an identity (checklist 4, 10). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { apiBase } from '../shared/api/call.ts';
import * as messages from '../shared/messages.ts';
import { createBackendAgent } from './backend-agent.ts';
import type { AppDeps } from './deps.ts';
import { sendJsonError } from './error-handler.tsx';
import { AppError } from './errors.ts';
import { callerOf } from './request-context.ts';
import { passCookies } from './session/console-session.ts';
import { callerHeaders } from './upstream.ts';

const maxBodyBytes = 1024 * 1024;

const requestHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'user-agent'];
const replyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-disposition', 'retry-after'];

/** Dot segments, empty segments, backslashes and their encodings: nothing that two parsers could read differently. */
function isPlainPath(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return !/\/\/|\\|%(?:2e|2f|5c|00)|[^\x21-\x7e]/i.test(path) && !/\/\.{1,2}(\/|$)/.test(path);
}

/** Refuses what must not reach the backend, and replaces the request's headers by those that may. */
function admitRequest(request: Request, response: Response) {
  if (!isPlainPath(request.originalUrl)) throw new AppError(400, messages.badPath);
  if (request.headers['transfer-encoding'] !== undefined) throw new AppError(411, messages.badRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new AppError(413, messages.bodyTooLarge);
  const passed = requestHeaders.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  request.headers = { ...Object.fromEntries(passed), ...callerHeaders(callerOf(request, response)) };
}

/** Ends a call that takes longer than the API's time as a whole, whatever trickles in meanwhile. */
function armDeadline(response: Response, milliseconds: number) {
  const timer = setTimeout(() => {
    if (response.headersSent) response.destroy();
    else sendJsonError(response, new AppError(504, messages.backendTimeout));
  }, milliseconds);
  response.on('close', () => clearTimeout(timer));
}

export function proxyToBackend(deps: AppDeps): RequestHandler {
  const { apiUrl, config, logger } = deps;
  const agent = createBackendAgent(apiUrl);

  function passReply(reply: IncomingMessage, request: Request, response: Response) {
    const status = reply.statusCode ?? 502;
    if (response.headersSent || (status >= 300 && status < 400 && status !== 304)) {
      reply.destroy();
      if (!response.headersSent) sendJsonError(response, new AppError(502, messages.backendDown));
      return;
    }
    response.status(status).set('Cache-Control', 'no-store');
    for (const name of replyHeaders) {
      const value = reply.headers[name];
      if (value !== undefined) response.setHeader(name, value);
    }
    passCookies(request, response, config, reply.headers['set-cookie'] ?? []);
    pipeline(reply, response, (error) => {
      if (error) logger.warn({ requestId: response.locals.requestId, reason: error.message }, 'proxied reply cut off');
    });
  }

  const proxy = createProxyMiddleware<Request, Response>({
    target: apiUrl + apiBase,
    agent,
    changeOrigin: true,
    xfwd: false,
    selfHandleResponse: true,
    on: {
      proxyReq: (proxyRequest, _request, response) => {
        response.on('close', () => proxyRequest.destroy());
      },
      proxyRes: (reply, request, response) => passReply(reply as IncomingMessage, request, response),
      error: (error, _request, target) => {
        const response = target as ServerResponse as Response;
        logger.warn({ requestId: response.locals?.requestId, reason: error.message }, 'backend call failed');
        if (response.headersSent) response.destroy();
        else sendJsonError(response, new AppError(502, messages.backendDown));
      },
    },
  });

  return (request, response, next) => {
    admitRequest(request, response);
    armDeadline(response, config.API_TIMEOUT_MS);
    return proxy(request, response, next);
  };
}
