/** /api/v1 to the backend, streamed: admitted calls, a deadline for each, and no fault of the backend told to a stranger. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import type { AppDeps } from '../deps.ts';
import { sendJsonError } from '../error-handler.tsx';
import { AppError } from '../platform/app-error.ts';
import { passCookies } from '../session/console-session.ts';
import { createBackendAgent } from './backend-agent.ts';
import { admitCall } from './sanitize-request.ts';

const replyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-disposition', 'retry-after'];

/**
 * A redirect leads to where only the backend is known, the words of a fault may be a stack or name hosts of the inside
 * (checklist 12), and HTTP has no status beyond these: none is passed on.
 */
const isUnfit = (status: number): boolean => status < 200 || (status >= 300 && status < 400) || status >= 500;

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
    if (response.headersSent || isUnfit(status)) {
      reply.destroy();
      const answered = status >= 500 && status <= 599 ? status : 502;
      if (!response.headersSent) sendJsonError(response, new AppError(answered, messages.backendDown));
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
    admitCall(request, response);
    // The log, the deadline, the proxy and the pipeline all wait for its end: more than Node takes for a leak.
    response.setMaxListeners(20);
    armDeadline(response, config.API_TIMEOUT_MS);
    return proxy(request, response, next);
  };
}
