/**
 * Asks the backend for its kind. A backend without the call is of the kind `specified`. After a fault the last answer stays
 * valid, and the next page asks again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, get } from '../../shared/api/call.ts';
import { isRefusal } from '../../shared/api/error-codes.ts';
import { type BackendKind, ownCallNames } from '../../shared/backend-kind.ts';
import { minuteMs } from '../../shared/durations.ts';
import * as messages from '../../shared/messages.ts';
import { readList, readObject, readText } from '../../shared/read.ts';
import { AppError } from '../platform/app-error.ts';
import { type BackendClient, type Caller, RefusedError } from './backend-client.ts';

const maxAgeMs = minuteMs;

/** How long a page waits for the first answer of the process: an existing backend may leave the call unanswered. */
const patienceMs = 2000;

export const kindPath = '/capabilities';

/** Our own backend names itself; in version 1.0.0 it lists the names of all additional calls instead. */
export function readKind(reply: unknown): BackendKind {
  if (readObject(reply).backend === 'ldvk') return 'own';
  const names = readList(reply, 'capabilities', readText);
  return ownCallNames.every((name) => names.includes(name)) ? 'own' : 'specified';
}

/** Returns the version of our own backend; '' for 1.0.0 and before. */
export const readVersion = (reply: unknown): string => readText(readObject(reply).version);

const loadKind: Call<BackendKind> = get(kindPath, readKind, messages.unexpected);

/** A backend without the call refuses it. */
const hasNoCall = (error: unknown): boolean => error instanceof RefusedError && isRefusal(error);

export type BackendKindCache = ReturnType<typeof createBackendKind>;

/** `initial`: null if the backend must be asked first. */
export function createBackendKind(backendClient: BackendClient, now: () => number, initial: BackendKind | null) {
  /** Null before the first answer. */
  let known = initial;
  /** When the call of the last answer was sent. */
  let askedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  /** Resolves when the running request has ended, or `patienceMs` after its start. */
  let patience: Promise<void> = Promise.resolve();
  let fault: unknown = null;

  async function request(caller: Caller): Promise<void> {
    const sentAt = now();
    try {
      known = (await backendClient.send(loadKind, { ...caller, cookie: '', key: null })).data;
    } catch (error) {
      if (!hasNoCall(error)) {
        fault = error;
        return;
      }
      known = 'specified';
    }
    askedAt = sentAt;
  }

  /** Asks in the background, one request at a time: once a minute, or with every call after a fault. */
  function refresh(caller: Caller): void {
    if (running || now() - askedAt < maxAgeMs) return;
    running = request(caller).finally(() => {
      running = null;
    });
    patience = Promise.race([running, delay(patienceMs, undefined, { ref: false })]);
  }

  return {
    /** By the last answer. `specified` before the first answer of the process. */
    known: (): BackendKind => known ?? 'specified',
    refresh,
    /** Like `refresh`, but waits for the process's first answer, at most `patienceMs`. */
    async settle(caller: Caller): Promise<void> {
      refresh(caller);
      if (known === null) await patience;
    },
    /** Like `refresh`, but waits for the process's first answer. Throws a 503 without one. */
    async load(caller: Caller): Promise<BackendKind> {
      refresh(caller);
      if (known === null) await running;
      if (known === null) throw new AppError(503, messages.backendDown, { cause: fault });
      return known;
    },
  };
}
