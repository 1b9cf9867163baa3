/** One page request's talk with the backend: the person's cookies, at most one refresh, what to tell the browser after. */
import type { Call } from '../../shared/api/call.ts';
import type { Loaded } from '../../shared/islands.ts';
import type { Viewer } from '../../shared/roles.ts';
import { type Caller, RefusedError, UnavailableError, type Upstream } from '../backend-link/backend-client.ts';
import { applySetCookies } from './cookies.ts';
import type { Refresher } from './refresher.ts';

/** The backend no longer knows the session and its refresh was refused: the person is signed out. */
export class SessionOverError extends Error {
  override name = 'SessionOverError';
}

/** The statuses with which a backend ends a session at a refresh; anything else is a fault and no sign-out. */
export const endsSession = (error: unknown): boolean =>
  error instanceof RefusedError && (error.status === 401 || error.status === 403);

export class BackendSession {
  /** Set-Cookie lines of a refresh, to be passed on with the page. */
  readonly setCookies: string[] = [];
  readonly #upstream: Upstream;
  readonly #refresher: Refresher;
  readonly #viewer: Viewer;
  #caller: Caller;
  #refreshed: Promise<void> | null = null;

  constructor(upstream: Upstream, refresher: Refresher, viewer: Viewer, caller: Caller) {
    this.#upstream = upstream;
    this.#refresher = refresher;
    this.#viewer = viewer;
    this.#caller = caller;
  }

  /** The call's data; after a 401, one refresh and one retry. Throws `SessionOverError` when that is refused as well. */
  async send<T>(call: Call<T>): Promise<T> {
    try {
      return (await this.#upstream.send(call, this.#caller)).data;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 401) throw error;
      await this.#refreshOnce();
      return this.#retry(call);
    }
  }

  /** The call's data, or the text that the page shows in its place: the catalogue's (section 8). */
  async load<T>(call: Call<T>): Promise<Loaded<T>> {
    try {
      return { data: await this.send(call) };
    } catch (error) {
      if (error instanceof RefusedError || error instanceof UnavailableError) return { error: call.failure };
      throw error;
    }
  }

  async #retry<T>(call: Call<T>): Promise<T> {
    try {
      return (await this.#upstream.send(call, this.#caller)).data;
    } catch (error) {
      if (error instanceof RefusedError && error.status === 401) throw new SessionOverError();
      throw error;
    }
  }

  #refreshOnce(): Promise<void> {
    this.#refreshed ??= this.#refresh();
    return this.#refreshed;
  }

  async #refresh(): Promise<void> {
    try {
      const lines = await this.#refresher.refresh(this.#viewer.user.type, this.#caller);
      this.setCookies.push(...lines);
      this.#caller = { ...this.#caller, cookie: applySetCookies(this.#caller.cookie, lines) };
    } catch (error) {
      if (endsSession(error)) throw new SessionOverError();
      throw error;
    }
  }
}
