/** Logs each request in one line, with the id that error messages show and the backend receives. */
import type { RequestHandler } from 'express';
import { identityOf, withContext } from '../request-context.ts';
import { isAsset, isProbe } from './machine-paths.ts';

/** Machines request these all day, so only failures are logged. */
const isQuiet = (path: string): boolean => isProbe(path) || isAsset(path);

export const requestLog: RequestHandler = withContext((context, next) => {
  const { deps, request, response, requestId, address, startedAt } = context;
  // Mounted routers change `path` while they run.
  const { method, path } = request;
  response.on('close', () => {
    const { statusCode: status } = response;
    const level = status >= 500 ? 'error' : status < 400 && isQuiet(path) ? 'debug' : 'info';
    deps.logger[level](
      {
        requestId,
        method,
        path,
        status,
        aborted: !response.writableFinished,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        address,
        ...identityOf(context.viewer),
      },
      'request',
    );
  });
  next();
});
