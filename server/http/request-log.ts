/** One log line a request, with the id that the visitor sees in an error and the backend gets as X-Request-Id. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { identityOf } from '../request-context.ts';
import { isAsset, isProbe } from './machine-paths.ts';

/** What is asked all day by machines is logged only when it fails. */
const isQuiet = (path: string): boolean => isProbe(path) || isAsset(path);

export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path } = request;
    response.locals.requestId = randomUUID();
    response.locals.viewer = null;
    response.locals.startedAt = startedAt;
    response.locals.timings = {};
    response.setHeader('X-Request-Id', response.locals.requestId);
    response.on('close', () => {
      const { statusCode: status } = response;
      const level = status >= 500 ? 'error' : status < 400 && isQuiet(path) ? 'debug' : 'info';
      logger[level](
        {
          requestId: response.locals.requestId,
          method,
          path,
          status,
          aborted: !response.writableFinished,
          durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
          address: request.ip,
          ...identityOf(response.locals.viewer),
        },
        'request',
      );
    });
    next();
  };
}
