/** Sign-in, sign-out, token refresh and impersonation. The form routes and the JSON routes share these actions. */
import * as auth from '../../shared/api/auth.ts';
import type { Call } from '../../shared/api/call.ts';
import { isRefusal } from '../../shared/api/error-codes.ts';
import * as messages from '../../shared/messages.ts';
import { type AuthUser, type ImpersonationState, type UserType, userName, type Viewer } from '../../shared/roles.ts';
import { impersonationTimeLeft } from '../../shared/rules/impersonation.ts';
import { signInNameMax } from '../../shared/rules/limits.ts';
import { BackendError, RefusedError } from '../backend-link/backend-client.ts';
import { AppError, sessionOver } from '../platform/app-error.ts';
import { shortenedName } from '../platform/sign-in-key.ts';
import { BackendSession, isSessionRejected, SessionOverError } from './backend-session.ts';
import { clearConsoleSession, renewConsoleSession, writeConsoleSession } from './console-session.ts';
import { identityOf, type RequestContext } from './request-context.ts';

/**
 * Converts the error of a session call. A 4xx keeps the backend's message. Other failures get our own text, because their
 * messages may contain internal details. A backend that is unavailable (503) is reported as such.
 */
export function toActionError(error: unknown, failure: string): unknown {
  if (error instanceof RefusedError) {
    const { status, code, replyMessage, retryAfter } = error;
    const options = { code, cause: error, ...(retryAfter !== null && { headers: { 'Retry-After': retryAfter } }) };
    if (status === 503) {
      return new AppError(503, code === 'directory-down' ? messages.directoryDown : messages.backendDown, options);
    }
    return isRefusal(error)
      ? new AppError(status, replyMessage ?? failure, options)
      : new AppError(502, failure, options);
  }
  if (error instanceof BackendError) {
    return error.outcome === 'timeout'
      ? new AppError(504, messages.backendTimeout, { cause: error })
      : new AppError(502, messages.backendDown, { cause: error });
  }
  return error;
}

/** Sends the call as the visitor, and passes the reply's cookies to the browser. Throws an `AppError`. */
export async function sendCall<T>(context: RequestContext, call: Call<T>): Promise<T> {
  try {
    const { data, setCookies } = await context.deps.backendClient.send(call, context.caller);
    context.passCookies(setCookies);
    return data;
  } catch (error) {
    throw toActionError(error, call.failure);
  }
}

/** Sets the viewer of this request and of the browser's cookie, and logs the change with both identities. */
function switchViewer(context: RequestContext, viewer: Viewer, event: string, details: object = {}): void {
  const { deps, requestId, caller } = context;
  deps.refresher.forget(caller);
  writeConsoleSession(context, viewer);
  context.viewer = viewer;
  deps.logger.info({ event, requestId, ...identityOf(viewer), ...details }, event);
}

function requireViewer({ viewer }: RequestContext): Viewer {
  if (!viewer) throw sessionOver();
  return viewer;
}

function completeSignIn(context: RequestContext, user: AuthUser): void {
  context.deps.recentSignIns.add(context.address);
  switchViewer(context, { user, impersonation: null }, 'sign-in');
}

/** Returns the user, or the second step of the sign-in. */
export async function signIn(context: RequestContext, type: UserType, name: string, password: string) {
  const { deps, requestId, address } = context;
  const { loginLimit, logger } = deps;
  const attempt = { type, name, address };
  try {
    if (name.length > signInNameMax) throw new AppError(400, messages.badCredentials);
    loginLimit?.begin(attempt);
    const signedIn = await sendCall(context, auth.login(type, name, password));
    loginLimit?.clear(attempt);
    if (!('secondStep' in signedIn)) completeSignIn(context, signedIn);
    return signedIn;
  } catch (error) {
    const status = error instanceof AppError ? error.status : 500;
    if (status >= 500) loginLimit?.undoAttempt(attempt);
    const logged = { ...attempt, name: shortenedName(name) };
    logger.warn({ event: 'sign-in refused', requestId, ...logged, status }, 'sign-in refused');
    throw error;
  }
}

/**
 * Ends the session on the backend and always in the browser. Throws an `AppError` when the session may still be valid on
 * the backend. A refusal means that the session has already ended.
 */
export async function signOut(context: RequestContext): Promise<void> {
  const { deps, requestId, viewer, caller } = context;
  const logFields = { event: 'sign-out', requestId, ...identityOf(viewer) };
  deps.refresher.forget(caller);
  try {
    // A backend that refuses an expired token would keep the session, and its refresh token would stay valid.
    if (viewer) await new BackendSession(context, viewer).sendForCookies(auth.logout());
    else await deps.backendClient.send(auth.logout(), caller);
    deps.logger.info(logFields, 'sign-out');
  } catch (error) {
    if (!isSessionRejected(error)) throw incompleteSignOut(error);
    deps.logger.info(logFields, 'sign-out');
  } finally {
    deps.refresher.forget(caller);
    clearConsoleSession(context);
    context.viewer = null;
  }
}

function incompleteSignOut(cause: unknown): AppError {
  const timedOut = cause instanceof BackendError && cause.outcome === 'timeout';
  return new AppError(timedOut ? 504 : 502, messages.logoutIncomplete, { cause });
}

/** The backend has ended the session, so the browser's ends too. Returns the error to throw. */
function endSession(context: RequestContext, cause: unknown): AppError {
  clearConsoleSession(context);
  return new AppError(401, messages.sessionOver, { cause });
}

/**
 * Renews the session's tokens. A refusal ends the session; a fault of the backend does not. An expired impersonation is
 * neither extended nor removed: the next page request returns to the administrator.
 */
export async function refreshSession(context: RequestContext): Promise<AuthUser> {
  const { deps, caller } = context;
  const viewer = requireViewer(context);
  if (viewer.impersonation && impersonationTimeLeft(viewer.impersonation, deps.now()) === 0) {
    throw sessionOver(messages.sessionOver);
  }
  try {
    renewConsoleSession(context, viewer, await deps.refresher.refresh(viewer.user.type, caller));
    return viewer.user;
  } catch (error) {
    throw isSessionRejected(error) ? endSession(context, error) : toActionError(error, messages.refreshFailed);
  }
}

export async function startImpersonation(
  context: RequestContext,
  clientId: string,
  mode: auth.ImpersonationMode | null,
): Promise<ImpersonationState> {
  const { deps } = context;
  const viewer = requireViewer(context);
  if (!deps.config.IMPERSONATION) throw new AppError(403, messages.impersonationOff);
  if (viewer.user.type !== 'admin') throw new AppError(403, messages.forbidden);
  if (clientId === '') throw new AppError(400, messages.enterClientId);
  const state = await sendCall(context, auth.impersonate(userName(viewer.user), clientId, deps.now(), mode));
  const user: AuthUser = { id: state.impersonatedClientId, type: 'client', client_id: state.impersonatedClientId };
  switchViewer(context, { user, impersonation: state }, 'impersonation started', { readOnly: state.readOnly ?? false });
  return state;
}

/** Sends a call that completes a sign-in, which a directory or the second step has confirmed. */
export async function signOn<Reply extends AuthUser | { user: AuthUser }>(
  context: RequestContext,
  call: Call<Reply>,
): Promise<Reply> {
  const reply = await sendCall(context, call);
  completeSignIn(context, 'user' in reply ? reply.user : reply);
  return reply;
}

/** Switches to another client of a person whom a directory signs in. */
export async function switchSeat(context: RequestContext, clientId: string): Promise<AuthUser> {
  requireViewer(context);
  const user = await sendCall(context, auth.switchSeat(clientId));
  switchViewer(context, { user, impersonation: null }, 'switched to another client');
  return user;
}

/** Returns to the administrator. Also works after the impersonation has expired. */
export async function stopImpersonation(context: RequestContext): Promise<AuthUser> {
  const viewer = requireViewer(context);
  const { impersonation } = viewer;
  const call = auth.stopImpersonation();
  const user = await new BackendSession(context, viewer).sendForCookies(call).catch((error) => {
    throw error instanceof SessionOverError ? endSession(context, error) : toActionError(error, call.failure);
  });
  const expired = impersonation !== null && impersonationTimeLeft(impersonation, context.deps.now()) === 0;
  const event = expired ? 'impersonation expired' : 'impersonation stopped';
  switchViewer(context, { user, impersonation: null }, event, { client: impersonation?.impersonatedClientId });
  return user;
}
