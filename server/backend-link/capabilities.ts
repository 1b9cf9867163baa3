/** Remembers which capabilities the backend has. An existing backend may answer 404, which means none. */
import { type Capability, loadCapabilities } from '../../shared/api/capabilities.ts';
import type { Caller, Upstream } from './backend-client.ts';

const maxAgeMs = 60 * 1000;

export class BackendCapabilities {
  /** Of the last answer; none before the first one and after a failure. */
  names: readonly Capability[] = [];
  readonly #upstream: Upstream;
  readonly #now: () => number;
  #askedAt = Number.NEGATIVE_INFINITY;
  #firstAnswer: Promise<void> | null = null;

  constructor(upstream: Upstream, now: () => number) {
    this.#upstream = upstream;
    this.#now = now;
  }

  /** Asks again when the last question is a minute old. Waits for the first answer only, so that later ones delay no page. */
  async refresh(caller: Caller): Promise<void> {
    if (this.#now() - this.#askedAt >= maxAgeMs) {
      this.#askedAt = this.#now();
      const answer = this.#ask(caller);
      this.#firstAnswer ??= answer;
    }
    await this.#firstAnswer;
  }

  async #ask(caller: Caller): Promise<void> {
    try {
      this.names = (await this.#upstream.send(loadCapabilities, { ...caller, cookie: '' })).data;
    } catch {
      this.names = [];
    }
  }
}
