/** What changes who a person is: sign-in, sign-out, refresh, impersonation. Forms and JSON routes both act through these. */
import type { Request, Response } from 'express';
import * as auth from '../../shared/api/auth.ts';
import type { Call } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { type AuthUser, type ImpersonationState, type UserType, userName, type Viewer } from '../../shared/roles.ts';
import { impersonationTimeLeft } from '../../shared/rules/impersonation.ts';
import { signInNameMax } from '../../shared/rules/limits.ts';
import { RefusedError, UnavailableError } from '../backend-link/backend-client.ts';
import type { AppDeps } from '../deps.ts';
import { AppError } from '../platform/app-error.ts';
import { callerOf, identityOf } from '../request-context.ts';
import { endsSession } from './backend-session.ts';
import { clearConsoleSession, passCookies, writeConsoleSession } from './console-session.ts';

type Exchange = { deps: AppDeps; request: Request; response: Response };

/**
 * What a person is told when a session call fails: the backend's own words for a refusal, else the call's catalogue
 * text, because the words of a fault may tell of the inside (checklist 12).
 */
function backendError(error: unknown, failure: string): unknown {
  if (error instanceof RefusedError) {
    const headers = error.retryAfter === null ? undefined : { headers: { 'Retry-After': error.retryAfter } };
    const isRefusal = error.status >= 400 && error.status < 500;
    const userMessage = (isRefusal && error.replyMessage) || failure;
    return new AppError(isRefusal ? error.status : 502, userMessage, { cause: error, ...headers });
  }
  if (error instanceof UnavailableError) {
    return error.timedOut
      ? new AppError(504, messages.backendTimeout, { cause: error })
      : new AppError(502, messages.backendDown, { cause: error });
  }
  return error;
}

/** Sends the call as the visitor and passes its cookies on. Throws an `AppError` that says what to show. */
async function exchange<T>({ deps, request, response }: Exchange, call: Call<T>): Promise<T> {
  try {
    const { data, setCookies } = await deps.upstream.send(call, callerOf(request, response));
    passCookies(request, response, deps.config, setCookies);
    return data;
  } catch (error) {
    throw backendError(error, call.failure);
  }
}

/** From here on the person is this viewer; the log has the change under both identities. */
function become({ deps, request, response }: Exchange, viewer: Viewer, event: string, about: object = {}) {
  writeConsoleSession(request, response, deps.config, viewer, deps.now());
  response.locals.viewer = viewer;
  deps.logger.info({ event, requestId: response.locals.requestId, ...identityOf(viewer), ...about }, event);
}

function requireViewer(response: Response): Viewer {
  const { viewer } = response.locals;
  if (!viewer) throw new AppError(401, messages.unauthorized);
  return viewer;
}

export async function signIn(at: Exchange, type: UserType, name: string, password: string): Promise<AuthUser> {
  const { loginLimit } = at.deps;
  const attempt = { type, name, address: at.request.ip ?? '' };
  try {
    if (name.length > signInNameMax) throw new AppError(400, messages.badCredentials);
    loginLimit.begin(attempt);
    const user = await exchange(at, auth.login(type, name, password));
    loginLimit.clear(attempt);
    become(at, { user, impersonation: null }, 'sign-in');
    return user;
  } catch (error) {
    const status = error instanceof AppError ? error.status : 500;
    if (status >= 500) loginLimit.undoAttempt(attempt);
    const { requestId } = at.response.locals;
    const shortName = name.slice(0, signInNameMax);
    at.deps.logger.warn(
      { event: 'sign-in refused', requestId, ...attempt, name: shortName, status },
      'sign-in refused',
    );
    throw error;
  }
}

/** Ends the session on the backend and, whatever that answers, in the browser. */
export async function signOut({ deps, request, response }: Exchange): Promise<void> {
  const about = { event: 'sign-out', requestId: response.locals.requestId, ...identityOf(response.locals.viewer) };
  const caller = callerOf(request, response);
  deps.refresher.forget(caller);
  try {
    const { setCookies } = await deps.upstream.send(auth.logout(), caller);
    passCookies(request, response, deps.config, setCookies);
    deps.logger.info(about, 'sign-out');
  } catch (error) {
    if (!(error instanceof RefusedError) && !(error instanceof UnavailableError)) throw error;
    deps.logger.warn({ ...about, reason: error.message }, 'sign-out without the backend');
  }
  clearConsoleSession(request, response, deps.config);
}

/**
 * New tokens for the session. A refusal ends it; a fault of the backend does not. An impersonation that is over is not
 * prolonged, and its session stays, so that the next page returns to the administrator.
 */
export async function refreshSession({ deps, request, response }: Exchange): Promise<AuthUser> {
  const viewer = requireViewer(response);
  if (viewer.impersonation && impersonationTimeLeft(viewer.impersonation, deps.now()) === 0) {
    throw new AppError(401, messages.sessionOver);
  }
  try {
    const lines = await deps.refresher.refresh(viewer.user.type, callerOf(request, response));
    passCookies(request, response, deps.config, lines);
    writeConsoleSession(request, response, deps.config, viewer, deps.now());
    return viewer.user;
  } catch (error) {
    if (!endsSession(error)) throw backendError(error, messages.refreshFailed);
    clearConsoleSession(request, response, deps.config);
    throw new AppError(401, messages.sessionOver, { cause: error });
  }
}

export async function startImpersonation(at: Exchange, clientId: string): Promise<ImpersonationState> {
  const { deps, response } = at;
  const viewer = requireViewer(response);
  if (!deps.config.IMPERSONATION) throw new AppError(403, messages.impersonationOff);
  if (viewer.user.type !== 'admin') throw new AppError(403, messages.forbidden);
  if (clientId === '') throw new AppError(400, messages.enterClientId);
  const state = await exchange(at, auth.impersonate(userName(viewer.user), clientId, deps.now()));
  const user: AuthUser = { id: state.impersonatedClientId, type: 'client', client_id: state.impersonatedClientId };
  become(at, { user, impersonation: state }, 'impersonation started');
  return state;
}

/** Back to the administrator; works after the impersonation's expiry as well. */
export async function stopImpersonation(at: Exchange): Promise<AuthUser> {
  const { impersonation } = requireViewer(at.response);
  const user = await exchange(at, auth.stopImpersonation());
  const expired = impersonation !== null && impersonationTimeLeft(impersonation, at.deps.now()) === 0;
  const about = { client: impersonation?.impersonatedClientId };
  become(at, { user, impersonation: null }, expired ? 'impersonation expired' : 'impersonation stopped', about);
  return user;
}
