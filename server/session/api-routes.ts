/** The session calls of /api/v1 that the console serves itself, so that its own cookie follows the backend's answer. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { authPaths } from '../../shared/api/auth.ts';
import { readText } from '../../shared/api/read.ts';
import type { AuthUser } from '../../shared/roles.ts';
import type { AppDeps } from '../deps.ts';
import { readJson } from '../platform/read-body.ts';
import { refreshSession, signIn, signOut, startImpersonation, stopImpersonation } from './actions.ts';

const maxBodyBytes = 16 * 1024;

type Action = (request: Request, response: Response) => Promise<object>;

/** The reply holds an identity and nothing else of what the backend said: no token leaves in JSON (checklist 4). */
function identity(user: AuthUser): object {
  return user.type === 'admin' ? { admin_id: user.id, username: user.username } : { client_id: user.client_id };
}

function field(request: Request, name: string): string {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? readText((body as Record<string, unknown>)[name]) : '';
}

const answer =
  (action: Action): RequestHandler =>
  async (request, response) => {
    response.set('Cache-Control', 'no-store').json(await action(request, response));
  };

export function sessionApiRoutes(deps: AppDeps): Router {
  const router = Router();
  const actions: Record<string, Action> = {
    [authPaths.login.admin]: async (request, response) =>
      identity(
        await signIn({ deps, request, response }, 'admin', field(request, 'username'), field(request, 'password')),
      ),
    [authPaths.login.client]: async (request, response) =>
      identity(
        await signIn({ deps, request, response }, 'client', field(request, 'client_id'), field(request, 'password')),
      ),
    [authPaths.refresh.admin]: async (request, response) => identity(await refreshSession({ deps, request, response })),
    [authPaths.refresh.client]: async (request, response) =>
      identity(await refreshSession({ deps, request, response })),
    [authPaths.logout]: async (request, response) => {
      await signOut({ deps, request, response });
      return { status: 'ok' };
    },
    [authPaths.impersonate]: async (request, response) => {
      const state = await startImpersonation({ deps, request, response }, field(request, 'client_id'));
      return {
        client_id: state.impersonatedClientId,
        impersonated_by: state.impersonatedBy,
        impersonated_at: state.impersonatedAt,
        expires_at: state.expiresAt,
      };
    },
    [authPaths.stopImpersonation]: async (request, response) =>
      identity(await stopImpersonation({ deps, request, response })),
  };
  const parseBody = readJson(maxBodyBytes);
  for (const [path, action] of Object.entries(actions)) router.post(path, parseBody, answer(action));
  return router;
}
