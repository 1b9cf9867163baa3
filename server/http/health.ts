/**
 * `/healthz` reports that the process runs, `/readyz` that the backend answers its health call and is not older than the
 * console.
 */

import { type RequestHandler, Router } from 'express';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { readNumber, readObject, readText } from '../../shared/read.ts';
import { kindPath, readKind, readVersion } from '../backend-link/backend-kind.ts';
import { DataUpdateError, type Progress } from '../platform/app-error.ts';
import { readLimited } from '../platform/read-limited.ts';
import { version } from '../platform/version.ts';

const readyTimeoutMs = 2000;
const maxReplyBytes = 64 * 1024;

/**
 * Why the backend is not ready: no connection, no reply in time, an error status, a reply that is not a backend's, its own 503
 * (`reason` is its message, `progress` describes the work that must end first), an update of its data, or a version before the
 * console's.
 */
type Fault = 'unreachable' | 'timeout' | `status ${number}` | 'unreadable' | 'unavailable' | 'update' | 'outdated';
/** Without a fault the backend is ready. */
type Readiness = { fault?: Fault; reason?: string; update?: Progress; progress?: Progress };

const notReady = (fault: Fault): Readiness => ({ fault });

const readProgress = (value: unknown): Progress => {
  const { step, percent } = readObject(value);
  return { step: readText(step), percent: readNumber(percent) };
};

/** Why a starting backend is not ready yet: the message of its 503. */
function readReason(body: string): Readiness {
  const { message, update, progress } = readObject(JSON.parse(body));
  return {
    ...notReady(update === undefined ? 'unavailable' : 'update'),
    ...(typeof message === 'string' && { reason: message }),
    ...(update !== undefined && { update: readProgress(update) }),
    ...(progress !== undefined && { progress: readProgress(progress) }),
  };
}

/** Requires a complete 2xx reply that is not HTML: a different web server at a wrong API_URL may also answer 200. */
async function judge(response: globalThis.Response): Promise<Readiness> {
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.startsWith('application/json');
  const isStarting = response.status === 503 && isJson;
  if (!(response.ok || isStarting) || type.startsWith('text/html')) {
    await response.body?.cancel();
    return notReady(response.ok ? 'unreadable' : `status ${response.status}`);
  }
  const body = await readLimited(response, maxReplyBytes);
  if (body === null) return notReady('unreadable');
  if (isStarting) return readReason(body);
  if (isJson) JSON.parse(body);
  return {};
}

type Ask = (path: string) => Promise<globalThis.Response>;

/** All requests together have the time limit. */
function asker(apiUrl: string): Ask {
  const signal = AbortSignal.timeout(readyTimeoutMs);
  return (path) => fetch(`${apiUrl}${apiBase}${path}`, { redirect: 'manual', signal });
}

async function askHealth(ask: Ask): Promise<Readiness> {
  let response: globalThis.Response | null = null;
  try {
    response = await ask('/health');
    return await judge(response);
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return notReady('timeout');
    return notReady(response === null ? 'unreachable' : 'unreadable');
  }
}

/** Only our own backend has a version. A reply that cannot be read is none of our own. */
async function isOutdated(ask: Ask): Promise<boolean> {
  try {
    const response = await ask(kindPath);
    const reply: unknown = JSON.parse((await readLimited(response, maxReplyBytes)) ?? '');
    return readKind(reply) === 'own' && readVersion(reply).localeCompare(version, 'en', { numeric: true }) < 0;
  } catch {
    return false;
  }
}

async function askBackend(apiUrl: string): Promise<Readiness> {
  const ask = asker(apiUrl);
  const health = await askHealth(ask);
  if (health.fault !== undefined || !(await isOutdated(ask))) return health;
  return { ...notReady('outdated'), reason: messages.updateBackend };
}

export const isReady = async (apiUrl: string): Promise<boolean> => (await askBackend(apiUrl)).fault === undefined;

export function healthRoutes(apiUrl: string): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version });
  });
  router.get('/readyz', async (_request, response) => {
    const state = await askBackend(apiUrl);
    const [code, status] = state.fault === undefined ? [200, 'ok'] : [503, 'backend unavailable'];
    response
      .status(code)
      .set('Cache-Control', 'no-store')
      .json({ status, ...state });
  });
  return router;
}

/** Throws a `DataUpdateError` while the backend updates its data. Stops asking once the backend has been ready. */
export function requireUpdatedData(apiUrl: string): RequestHandler {
  let wasReady = false;
  return async (_request, _response, next) => {
    if (!wasReady) {
      const state = await askHealth(asker(apiUrl));
      if (state.update) throw new DataUpdateError(state.update.percent);
      wasReady = state.fault === undefined;
    }
    next();
  };
}
