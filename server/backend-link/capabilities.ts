/** Caches the backend's capabilities. An existing backend may not have the call (404) and then has none. */
import { type Capability, loadCapabilities } from '../../shared/api/capabilities.ts';
import { minuteMs } from '../platform/durations.ts';
import type { BackendClient, Caller } from './backend-client.ts';

const maxAgeMs = minuteMs;

export type BackendCapabilities = {
  /** From the last reply. Empty before the first reply and after a failure. */
  names(): readonly Capability[];
  /** Requests them in the background, at most once a minute. */
  refresh(caller: Caller): void;
  /** Like `refresh`, but waits for the process's first reply and returns the names. */
  load(caller: Caller): Promise<readonly Capability[]>;
};

export function createCapabilities(backendClient: BackendClient, now: () => number): BackendCapabilities {
  let names: readonly Capability[] = [];
  let requestedAt = Number.NEGATIVE_INFINITY;
  let firstReply: Promise<void> | null = null;

  async function request(caller: Caller): Promise<void> {
    try {
      names = (await backendClient.send(loadCapabilities, { ...caller, cookie: '' })).data;
    } catch {
      names = [];
    }
  }

  function refresh(caller: Caller): void {
    if (now() - requestedAt < maxAgeMs) return;
    requestedAt = now();
    const reply = request(caller);
    firstReply ??= reply;
  }

  return {
    names: () => names,
    refresh,
    async load(caller) {
      refresh(caller);
      await firstReply;
      return names;
    },
  };
}
