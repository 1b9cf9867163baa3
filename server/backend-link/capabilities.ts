/**
 * Caches the backend's capabilities. An existing backend may lack the call, and then has none. After a fault the last reply
 * stays valid, and the next page asks again.
 */
import { type Call, get } from '../../shared/api/call.ts';
import { type Capability, capabilities } from '../../shared/capabilities.ts';
import { minuteMs } from '../../shared/durations.ts';
import * as messages from '../../shared/messages.ts';
import { readList, readText } from '../../shared/read.ts';
import { AppError } from '../platform/app-error.ts';
import { type BackendClient, BackendError, type Caller } from './backend-client.ts';

const maxAgeMs = minuteMs;

/** Loads the backend's capabilities, ignoring those that the console does not know. */
const loadCapabilities: Call<Capability[]> = get(
  '/capabilities',
  (reply) => {
    const names = readList(reply, 'capabilities', readText);
    return capabilities.filter((capability) => names.includes(capability));
  },
  messages.unexpected,
);

/** Any other error comes from a backend without the call. */
const isFault = (error: unknown): boolean =>
  !(error instanceof BackendError && ['refused', 'unreadable'].includes(error.outcome));

export type BackendCapabilities = ReturnType<typeof createCapabilities>;

export function createCapabilities(backendClient: BackendClient, now: () => number) {
  /** Null before the first reply. */
  let known: readonly Capability[] | null = null;
  /** When the call of the last reply was sent. */
  let askedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  let fault: unknown = null;

  async function request(caller: Caller): Promise<void> {
    const sentAt = now();
    try {
      known = (await backendClient.send(loadCapabilities, { ...caller, cookie: '', key: null })).data;
    } catch (error) {
      if (isFault(error)) {
        fault = error;
        return;
      }
      known = [];
    }
    askedAt = sentAt;
  }

  /** Requests them in the background, one request at a time: once a minute, or with every call after a fault. */
  function refresh(caller: Caller): void {
    if (now() - askedAt < maxAgeMs) return;
    running ??= request(caller).finally(() => {
      running = null;
    });
  }

  return {
    /** From the last reply. Empty before the first reply of the process. */
    names: () => known ?? [],
    refresh,
    /** Like `refresh`, but waits for the process's first reply and returns the names. Throws a 503 without one. */
    async load(caller: Caller): Promise<readonly Capability[]> {
      refresh(caller);
      if (known === null) await running;
      if (known === null) throw new AppError(503, messages.backendDown, { cause: fault });
      return known;
    },
  };
}
