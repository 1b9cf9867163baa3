/** Sends the calls of shared/api from the browser, with a timeout. After a 401 it renews the session and retries once. */
import { apiBase, type Call } from '../../shared/api/call.ts';
import { type ErrorCode, type ErrorReply, type Failure, readErrorReply } from '../../shared/api/error-codes.ts';
import { type Conflict, readConflict } from '../../shared/api/versioned.ts';
import * as messages from '../../shared/messages.ts';
import { setClock } from './clock.ts';
import { connectionLostEvent, isConnectionLost, notePress, whenConnected } from './connection.ts';
import { readScriptContext } from './page.ts';

/**
 * A failed call. `message` is shown to the user: `explanation`, which is the reply's own text, or else the text of the call. `status`
 * is 0 if no complete reply arrived. `conflict`: somebody else has changed what the call was to change.
 */
export class ApiFailure extends Error implements Failure {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly explanation: string | null;
  readonly conflict: Conflict | null;

  constructor(status: number, failure: string, reply: Partial<ErrorReply & { conflict: Conflict | null }> = {}) {
    const { message: explanation = null, code = null, conflict = null } = reply;
    super(explanation ?? failure);
    this.status = status;
    this.code = code;
    this.explanation = explanation;
    this.conflict = conflict;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : messages.unexpected);

/** Statuses whose reply explains the reason. Other statuses use the call's own message. */
const explainedStatuses: readonly number[] = [400, 403, 404, 409, 429];

function send(call: Call<unknown>, signal?: AbortSignal): Promise<Response> {
  const { basePath, apiTimeoutMs } = readScriptContext();
  const reply = fetch(basePath + apiBase + call.path, {
    method: call.method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(call.body !== undefined && { 'content-type': 'application/json' }) },
    body: call.body === undefined ? null : JSON.stringify(call.body),
    signal: signal ?? AbortSignal.timeout(apiTimeoutMs),
  });
  reply.then(setClock, ({ name }) => name === 'TypeError' && dispatchEvent(new Event(connectionLostEvent)));
  return reply;
}

async function readReply<T>(call: Call<T>, response: Response): Promise<T> {
  if (response.ok) {
    const text = await response.text();
    return call.read(text === '' ? null : JSON.parse(text));
  }
  const reply: unknown = await response.json().catch(() => null);
  const { message, code } = readErrorReply(reply);
  throw new ApiFailure(response.status, call.failure, {
    message: explainedStatuses.includes(response.status) ? message : null,
    code,
    conflict: code === 'changed-by-other' ? readConflict(reply) : null,
  });
}

let renewal: typeof import('./renew-session.ts') | null = null;

async function loadRenewal() {
  renewal ??= await import('./renew-session.ts');
  return renewal;
}

/** A change that is made while the connection is lost is sent when it is back; only the last one of several. */
async function holdChange({ method, failure }: Call<unknown>): Promise<void> {
  if (method === 'GET' || !isConnectionLost()) return;
  const isLast = notePress();
  await whenConnected();
  if (!isLast()) throw new ApiFailure(0, failure);
}

async function sendWithSession(call: Call<unknown>, background: boolean, signal?: AbortSignal): Promise<Response> {
  const { viewer } = readScriptContext();
  const count = renewal?.renewalCount() ?? 0;
  const response = await send(call, signal);
  if (response.status !== 401 || !viewer) return response;
  const { renewSession } = await loadRenewal();
  const result = await renewSession(viewer, count, background);
  if (result === 'over') throw new ApiFailure(401, messages.sessionOver);
  return result === 'renewed' ? send(call, signal) : response;
}

type CallOptions = { background?: boolean; signal?: AbortSignal };

/**
 * Returns the parsed reply. Throws only `ApiFailure`. See `renewSession` for `background`. `signal` replaces the time limit.
 */
export async function callApi<T>(call: Call<T>, { background = false, signal }: CallOptions = {}): Promise<T> {
  try {
    await holdChange(call);
    return await readReply(call, await sendWithSession(call, background, signal));
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ApiFailure(0, call.failure);
  }
}
