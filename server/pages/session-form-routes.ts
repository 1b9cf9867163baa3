/** HTML forms that sign in, sign out and stop an impersonation. They redirect with 303 and work without JavaScript. */
import { Router } from 'express';
import { endOidc } from '../../shared/api/auth.ts';
import * as messages from '../../shared/messages.ts';
import { signInTypeOf, type UserType } from '../../shared/roles.ts';
import { pathOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import { AppError } from '../platform/app-error.ts';
import { readForm } from '../platform/read-body.ts';
import { sendCall, signIn, signOut, stopImpersonation, switchSeat } from '../session/actions.ts';
import { type RequestContext, withContext } from '../session/request-context.ts';
import { postInvitation } from './invitation-page.tsx';
import { pathAfterSignIn, sendLogin } from './login-page.tsx';
import { postSecondStep, secondStepPath } from './second-factor/sign-in-page.tsx';

export const maxFormBytes = 16 * 1024;

/** Redirects to the form's `next`, or to the first page of such a user. */
const redirectNext = (context: RequestContext, type: UserType): void =>
  context.response.redirect(303, pathAfterSignIn(context, type, context.formField('next')));

async function postLogin(context: RequestContext): Promise<void> {
  const type = context.formField('type') === 'client' ? 'client' : 'admin';
  const name = context.formField(type === 'admin' ? 'username' : 'client_id').trim();
  try {
    const signedIn = await signIn(context, type, name, context.formField('password'));
    if ('secondStep' in signedIn) {
      const path = secondStepPath(safeNextPath(context.formField('next')));
      return context.response.redirect(303, context.basePath + path);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const next = safeNextPath(context.formField('next'));
    return sendLogin(context, { type, name, next, error });
  }
  redirectNext(context, type);
}

async function postLogout(context: RequestContext): Promise<void> {
  const type = context.viewer ? signInTypeOf(context.viewer) : 'admin';
  const { OIDC_ISSUER } = context.deps.config;
  let providerUrl = '';
  try {
    if (OIDC_ISSUER !== null) providerUrl = await sendCall(context, endOidc()).catch(() => '');
    await signOut(context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return sendLogin(context, { type, name: '', next: null, error, errorTitle: messages.logoutFailed });
  }
  context.response.redirect(303, providerUrl || context.basePath + pathOf('login'));
}

async function postImpersonationStop(context: RequestContext): Promise<void> {
  await stopImpersonation(context);
  redirectNext(context, 'admin');
}

async function postSeat(context: RequestContext): Promise<void> {
  await switchSeat(context, context.formField('client_id'));
  redirectNext(context, 'client');
}

export function sessionFormRoutes(): Router {
  const router = Router();
  const parseForm = readForm(maxFormBytes);
  router.post('/login', parseForm, withContext(postLogin));
  router.post(pathOf('invitation'), parseForm, withContext(postInvitation));
  router.post(pathOf('second-factor'), parseForm, withContext(postSecondStep));
  router.post('/logout', withContext(postLogout));
  router.post('/seat', parseForm, withContext(postSeat));
  router.post('/impersonation/stop', parseForm, withContext(postImpersonationStop));
  return router;
}
