/** Forms and links that sign in, sign out and stop an impersonation. They redirect with 303 and work without JavaScript. */
import { Router } from 'express';
import { beginOidc, endOidc, finishOidc } from '../../shared/api/auth.ts';
import * as messages from '../../shared/messages.ts';
import { signInTypeOf, type UserType } from '../../shared/roles.ts';
import { pathOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import { AppError } from '../platform/app-error.ts';
import { readForm } from '../platform/read-body.ts';
import type { Config } from '../platform/settings.ts';
import { sendCall, signIn, signOn, signOut, stopImpersonation, switchSeat } from '../session/actions.ts';
import { loginPath } from '../session/guards.ts';
import { type RequestContext, withContext } from '../session/request-context.ts';
import { postInvitation } from './invitation-page.tsx';
import { type Attempt, pathAfterSignIn, sendLogin } from './login-page.tsx';
import { postSecondStep, secondStepPath } from './second-factor/sign-in-page.tsx';
import { sendSignOut } from './sign-out-page.tsx';

export const maxFormBytes = 16 * 1024;

/** Redirects to the form's `next`, or to the landing page of the user type. */
const redirectNext = (context: RequestContext, type: UserType): void =>
  context.response.redirect(303, pathAfterSignIn(context, type, context.formField('next')));

async function orLoginPage(context: RequestContext, attempt: Partial<Attempt>, action: () => Promise<void>) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    sendLogin(context, { type: 'client', name: '', next: null, ...attempt, error });
  }
}

function postLogin(context: RequestContext): Promise<void> {
  const type = context.formField('type') === 'client' ? 'client' : 'admin';
  const name = context.formField(type === 'admin' ? 'username' : 'client_id').trim();
  const next = safeNextPath(context.formField('next'));
  return orLoginPage(context, { type, name, next }, async () => {
    const signedIn = await signIn(context, type, name, context.formField('password'));
    if ('secondStep' in signedIn) context.response.redirect(303, context.basePath + secondStepPath(next));
    else redirectNext(context, type);
  });
}

function postLogout(context: RequestContext): Promise<void> {
  const type = context.viewer ? signInTypeOf(context.viewer) : 'admin';
  const { OIDC_ISSUER } = context.deps.config;
  return orLoginPage(context, { type, errorTitle: messages.logoutFailed }, async () => {
    const providerUrl = OIDC_ISSUER === null ? '' : await sendCall(context, endOidc()).catch(() => '');
    await signOut(context);
    // Browsers let a form redirect to the addresses of `form-action` only.
    const isElsewhere = providerUrl !== '' && new URL(providerUrl).origin !== new URL(OIDC_ISSUER ?? '').origin;
    if (isElsewhere) sendSignOut(context, providerUrl);
    else context.response.redirect(303, providerUrl || context.basePath + pathOf('login'));
  });
}

const toProvider = (context: RequestContext): Promise<void> =>
  orLoginPage(context, {}, async () => {
    const { request, response } = context;
    response.redirect(303, await sendCall(context, beginOidc(safeNextPath(request.query.next))));
  });

const fromProvider = (context: RequestContext): Promise<void> =>
  orLoginPage(context, {}, async () => {
    const { request, response } = context;
    const query = request.originalUrl.split('?')[1] ?? '';
    const { user, next } = await signOn(context, finishOidc(query));
    response.redirect(303, pathAfterSignIn(context, user.type, next));
  });

async function postImpersonationStop(context: RequestContext): Promise<void> {
  try {
    await stopImpersonation(context);
    redirectNext(context, 'admin');
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error;
    context.response.redirect(303, loginPath(context.basePath, '', 'admin'));
  }
}

async function postSeat(context: RequestContext): Promise<void> {
  await switchSeat(context, context.formField('client_id'));
  redirectNext(context, 'client');
}

export function sessionFormRoutes({ OIDC_ISSUER }: Config): Router {
  const router = Router();
  const parseForm = readForm(maxFormBytes);
  router.post('/login', parseForm, withContext(postLogin));
  router.post(pathOf('invitation'), parseForm, withContext(postInvitation));
  router.post(pathOf('second-factor'), parseForm, withContext(postSecondStep));
  if (OIDC_ISSUER !== null) {
    router.get('/login/oidc', withContext(toProvider));
    router.get('/login/oidc/callback', withContext(fromProvider));
  }
  router.post('/logout', withContext(postLogout));
  router.post('/seat', parseForm, withContext(postSeat));
  router.post('/impersonation/stop', parseForm, withContext(postImpersonationStop));
  return router;
}
