/** What the middleware finds out about a request and later handlers read: kept in `response.locals`. */
import type { Request, Response } from 'express';
import type { Viewer } from '../shared/roles.ts';
import type { Caller } from './backend-link/backend-client.ts';
import { backendCookies } from './session/cookies.ts';

declare global {
  namespace Express {
    interface Locals {
      requestId: string;
      viewer: Viewer | null;
      /** When the request came in, as `performance.now()` counts. */
      startedAt: number;
      /** Milliseconds by stage, for the Server-Timing header. */
      timings: Record<string, number>;
    }
  }
}

/** The visitor as the backend is told of it. */
export function callerOf(request: Request, response: Response): Caller {
  return {
    cookie: backendCookies(request.headers.cookie),
    requestId: response.locals.requestId,
    address: request.ip ?? '',
    protocol: request.protocol,
    // HTTP/1.0 may come without.
    host: request.host ?? '',
  };
}

/** Names for the log: who acts, and as whom. */
export function identityOf(viewer: Viewer | null): { real?: string; effective?: string } {
  if (!viewer) return {};
  const effective = viewer.user.type === 'admin' ? viewer.user.username : viewer.user.client_id;
  return { real: viewer.impersonation?.impersonatedBy ?? effective, effective };
}
