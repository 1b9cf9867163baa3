/** Caches the backend's capabilities. An existing backend may not have the call (404) and then has none. */
import { type Capability, loadCapabilities } from '../../shared/api/capabilities.ts';
import type { BackendClient, Caller } from './backend-client.ts';

const maxAgeMs = 60 * 1000;

export class BackendCapabilities {
  /** From the last reply. Empty before the first reply and after a failure. */
  names: readonly Capability[] = [];
  readonly #backendClient: BackendClient;
  readonly #now: () => number;
  #requestedAt = Number.NEGATIVE_INFINITY;
  #firstReply: Promise<void> | null = null;

  constructor(backendClient: BackendClient, now: () => number) {
    this.#backendClient = backendClient;
    this.#now = now;
  }

  /** Requests the capabilities at most once a minute. Waits for the first reply only; later requests do not delay pages. */
  async refresh(caller: Caller): Promise<void> {
    if (this.#now() - this.#requestedAt >= maxAgeMs) {
      this.#requestedAt = this.#now();
      const reply = this.#load(caller);
      this.#firstReply ??= reply;
    }
    await this.#firstReply;
  }

  async #load(caller: Caller): Promise<void> {
    try {
      this.names = (await this.#backendClient.send(loadCapabilities, { ...caller, cookie: '' })).data;
    } catch {
      this.names = [];
    }
  }
}
