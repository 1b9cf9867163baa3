/** An impersonation whose time is up ends at the next page: back to the administrator, at the same address (section 4). */
import type { RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { impersonationTimeLeft } from '../../shared/rules/impersonation.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';
import type { AppDeps } from '../deps.ts';
import { AppError } from '../platform/app-error.ts';
import { stopImpersonation } from './actions.ts';
import { clearConsoleSession } from './console-session.ts';

export function endExpiredImpersonation(deps: AppDeps): RequestHandler {
  return async (request, response, next) => {
    const impersonation = response.locals.viewer?.impersonation;
    if (!impersonation || impersonationTimeLeft(impersonation, deps.now()) > 0) return next();
    try {
      await stopImpersonation({ deps, request, response });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.status >= 500) throw new AppError(error.status, messages.returnToAdmin, { cause: error });
      clearConsoleSession(request, response, deps.config);
    }
    response.redirect(303, safeNextPath(request.originalUrl) ?? `${deps.config.BASE_PATH}/`);
  };
}
