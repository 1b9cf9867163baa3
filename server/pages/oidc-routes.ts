/** The way to an OpenID Connect provider and back, by links: no page of its own. */
import { Router } from 'express';
import { beginOidc, finishOidc } from '../../shared/api/auth.ts';
import { pathOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import { AppError } from '../platform/app-error.ts';
import { sendCall, signOn } from '../session/actions.ts';
import { type RequestContext, withContext } from '../session/request-context.ts';
import { pathAfterSignIn, sendLogin } from './login-page.tsx';

const sendFailure = (context: RequestContext, error: unknown): void => {
  if (!(error instanceof AppError)) throw error;
  sendLogin(context, { type: 'client', name: '', next: null, error });
};

async function begin(context: RequestContext): Promise<void> {
  const { request, response } = context;
  try {
    response.redirect(303, await sendCall(context, beginOidc(safeNextPath(request.query.next))));
  } catch (error) {
    sendFailure(context, error);
  }
}

async function finish(context: RequestContext): Promise<void> {
  const { request, response } = context;
  const query = request.originalUrl.split('?')[1] ?? '';
  try {
    const { user, next } = await signOn(context, finishOidc(query), (reply) => reply.user);
    response.redirect(303, pathAfterSignIn(context, user.type, next));
  } catch (error) {
    sendFailure(context, error);
  }
}

export function oidcRoutes(): Router {
  const router = Router();
  const start = `${pathOf('login')}/oidc`;
  router.get(start, withContext(begin));
  router.get(`${start}/callback`, withContext(finish));
  return router;
}
