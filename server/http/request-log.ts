/** Logs each request, with the id that error messages show and the backend receives. */
import type { RequestHandler } from 'express';
import { logRequest } from '../platform/log-request.ts';
import { identityOf, withContext } from '../request-context.ts';
import { isAsset, isProbe } from './machine-paths.ts';

export const requestLog: RequestHandler = withContext((context, next) => {
  const { deps, request, response, requestId, address } = context;
  logRequest(request, response, {
    logger: deps.logger,
    address,
    // Machines request these all day.
    isQuiet: isProbe(request.path) || isAsset(request.path),
    fields: () => ({ requestId, ...identityOf(context.viewer) }),
  });
  next();
});
