/** The request log of console and backend: one line per request, written when its response is closed. */
import type { Request, Response } from 'express';
import type { Logger } from 'pino';

type Options = {
  logger: Logger;
  address: string;
  /** Whether successful requests are logged at `debug` instead of `info`. */
  isQuiet: boolean;
  /** Called when the response is closed, because the identities are known by then. */
  fields: () => object;
};

/** Hides the tokens of links that work without a session: of an Atom feed, and of a page that stops a report. */
const withoutToken = (path: string): string => path.replace(/(\/(?:atom|reports\/stop)\/)[^/]+/i, '$1…');

export function logRequest(request: Request, response: Response, { logger, address, isQuiet, fields }: Options): void {
  const startedAt = performance.now();
  // Mounted routers change `path` while they run.
  const { method } = request;
  const path = withoutToken(request.path);
  response.on('close', () => {
    const { statusCode: status } = response;
    const level = status >= 500 ? 'error' : status < 400 && isQuiet ? 'debug' : 'info';
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const aborted = !response.writableFinished;
    logger[level]({ ...fields(), method, path, status, aborted, durationMs, address }, 'request');
  });
}
