/**
 * Sends the backend calls of one page request, with the visitor's cookies and at most one token refresh. A refresh replaces the
 * old tokens on the backend, so that the new ones are passed to the browser at once, even if the page fails.
 */
import type { Call } from '../../shared/api/call.ts';
import type { ErrorCode } from '../../shared/api/error-codes.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import type { Viewer } from '../../shared/roles.ts';
import { BackendError, type Caller, RefusedError, type Reply } from '../backend-link/backend-client.ts';
import { renewConsoleSession } from './console-session.ts';
import { applySetCookies } from './cookies.ts';
import type { RequestContext } from './request-context.ts';

/** The backend rejected the session and its refresh: the user must sign in again. */
export class SessionOverError extends Error {
  override name = 'SessionOverError';
}

/**
 * Whether a failed refresh or sign-out means that the session has ended. Any other failure is a fault and keeps the session.
 */
export const isSessionRejected = (error: unknown): boolean =>
  error instanceof SessionOverError ||
  (error instanceof RefusedError && (error.status === 401 || error.status === 403));

const isExpired = (error: unknown): boolean => error instanceof RefusedError && error.status === 401;

/** The backend's own sentence is shown for errors with these codes. */
const explained: readonly (ErrorCode | null)[] = ['query-unreadable', 'query-unfinished', 'search-not-ready'];

export class BackendSession {
  readonly #context: RequestContext;
  readonly #viewer: Viewer;
  #caller: Caller;
  #refreshed: Promise<void> | null = null;

  constructor(context: RequestContext, viewer: Viewer) {
    this.#context = context;
    this.#viewer = viewer;
    this.#caller = context.caller;
  }

  /**
   * Returns the call's reply. A 401 causes one refresh and one retry. Throws a `SessionOverError` when the backend rejects
   * these too. A response that has started cannot pass cookies, so it throws the 401.
   */
  async #exchange<T>(call: Call<T>, signal?: AbortSignal): Promise<Reply<T>> {
    const sendOnce = () => this.#context.deps.backendClient.send(call, this.#caller, signal);
    try {
      return await sendOnce();
    } catch (error) {
      if (!isExpired(error) || this.#context.response.headersSent) throw error;
    }
    await this.refresh();
    try {
      return await sendOnce();
    } catch (error) {
      throw isExpired(error) ? new SessionOverError() : error;
    }
  }

  async send<T>(call: Call<T>, signal?: AbortSignal): Promise<T> {
    return (await this.#exchange(call, signal)).data;
  }

  /** For a call whose reply sets cookies: passes them to the browser. */
  async sendForCookies<T>(call: Call<T>): Promise<T> {
    const { data, setCookies } = await this.#exchange(call);
    this.#context.passCookies(setCookies);
    return data;
  }

  /**
   * Returns the call's data, or its error text when the backend refuses or is unavailable. Does not send the call when earlier
   * calls have used up the page's time: a reverse proxy waits for a page no longer than a minute.
   */
  async load<T>(call: Call<T>): Promise<Loaded<T>> {
    const { deps, startedAt } = this.#context;
    if (performance.now() - startedAt >= deps.config.API_TIMEOUT_MS)
      return { error: call.failure, status: 0, code: null };
    try {
      return { data: await this.send(call) };
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      if (!(error instanceof RefusedError)) return { error: call.failure, status: 0, code: null };
      const { status, code, replyMessage } = error;
      return { error: (explained.includes(code) && replyMessage) || call.failure, status, code };
    }
  }

  /** Refreshes the tokens, at most once. Throws a `SessionOverError` when the backend rejects the refresh. */
  refresh(): Promise<void> {
    this.#refreshed ??= this.#refresh();
    return this.#refreshed;
  }

  async #refresh(): Promise<void> {
    try {
      const renewed = await this.#context.deps.refresher.refresh(this.#viewer.user.type, this.#caller);
      renewConsoleSession(this.#context, this.#viewer, renewed);
      this.#caller = { ...this.#caller, cookie: applySetCookies(this.#caller.cookie, renewed.setCookies) };
    } catch (error) {
      if (isSessionRejected(error)) throw new SessionOverError();
      throw error;
    }
  }
}
