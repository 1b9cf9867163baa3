/** Sign-in, sign-out and impersonation as plain HTML forms: POST, then 303, so that they work without JavaScript. */
import { type Request, type Response, Router } from 'express';
import { landingPaths, pathOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';
import type { AppDeps } from '../deps.ts';
import { sendLogin } from '../pages/login-page.tsx';
import { AppError } from '../platform/app-error.ts';
import { readForm } from '../platform/read-body.ts';
import { signIn, signOut, startImpersonation, stopImpersonation } from './actions.ts';

const maxBodyBytes = 16 * 1024;

function field(request: Request, name: string): string {
  const value: unknown = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

export function sessionFormRoutes(deps: AppDeps): Router {
  const { BASE_PATH: basePath } = deps.config;
  const router = Router();
  const parseForm = readForm(maxBodyBytes);

  const leave = (request: Request, response: Response, fallback: string) =>
    response.redirect(303, basePath + (safeNextPath(field(request, 'next')) ?? fallback));

  router.post('/login', parseForm, async (request, response) => {
    const type = field(request, 'type') === 'client' ? 'client' : 'admin';
    const name = field(request, type === 'admin' ? 'username' : 'client_id').trim();
    try {
      await signIn({ deps, request, response }, type, name, field(request, 'password'));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const next = safeNextPath(field(request, 'next'));
      return sendLogin(deps, request, response, { type, name, next, error });
    }
    return leave(request, response, landingPaths[type]);
  });

  router.post('/logout', async (request, response) => {
    await signOut({ deps, request, response });
    response.redirect(303, basePath + pathOf('login'));
  });

  router.post('/impersonation/start', parseForm, async (request, response) => {
    await startImpersonation({ deps, request, response }, field(request, 'client_id').trim());
    leave(request, response, landingPaths.client);
  });

  router.post('/impersonation/stop', parseForm, async (request, response) => {
    await stopImpersonation({ deps, request, response });
    leave(request, response, landingPaths.admin);
  });

  return router;
}
