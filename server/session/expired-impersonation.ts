/** Middleware of pages: ends an expired impersonation and redirects the administrator to the same address. */
import type { RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { impersonationTimeLeft } from '../../shared/rules/impersonation.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';
import { AppError } from '../platform/app-error.ts';
import { withContext } from '../request-context.ts';
import { stopImpersonation } from './actions.ts';
import { clearConsoleSession } from './console-session.ts';

export const endExpiredImpersonation: RequestHandler = withContext(async (context, next) => {
  const { deps, request, response, viewer, basePath } = context;
  const impersonation = viewer?.impersonation;
  if (!impersonation || impersonationTimeLeft(impersonation, deps.now()) > 0) return next();
  try {
    await stopImpersonation(context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.status >= 500) throw new AppError(error.status, messages.returnToAdmin, { cause: error });
    clearConsoleSession(context);
  }
  response.redirect(303, safeNextPath(request.originalUrl) ?? `${basePath}/`);
});
