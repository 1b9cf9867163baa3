/** Makes the calls of shared/api from the browser: one deadline, one refresh and retry on a 401, and one kind of failure. */
import { apiBase, type Call } from '../../shared/api/call.ts';
import { readErrorMessage } from '../../shared/api/read.ts';
import * as messages from '../../shared/messages.ts';
import type { Viewer } from '../../shared/roles.ts';
import { apiTimeoutMs } from '../../shared/rules/limits.ts';
import { renewSession, sessionAge } from './renew-session.ts';

/** What a call needs to know of the page; the islands' context are one. Without a viewer a 401 is final. */
export type ApiContext = { basePath: string; viewer: Viewer | null };

/** Why a call failed: `message` is for the person; `status` is 0 when no whole reply came. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Refusals whose reason the backend knows best; all other texts are the catalogue's. */
const explainedStatuses: readonly number[] = [400, 403, 404, 409, 429];

function send(call: Call<unknown>, basePath: string): Promise<Response> {
  return fetch(basePath + apiBase + call.path, {
    method: call.method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(call.body !== undefined && { 'content-type': 'application/json' }) },
    body: call.body === undefined ? null : JSON.stringify(call.body),
    signal: AbortSignal.timeout(apiTimeoutMs),
  });
}

async function readReply<T>(call: Call<T>, response: Response): Promise<T> {
  if (response.ok) {
    const text = await response.text();
    return call.read(text === '' ? null : JSON.parse(text));
  }
  const reply: unknown = await response.json().catch(() => null);
  const explained = explainedStatuses.includes(response.status) ? readErrorMessage(reply) : null;
  throw new ApiFailure(response.status, explained ?? call.failure);
}

async function sendWithSession(call: Call<unknown>, { basePath, viewer }: ApiContext): Promise<Response> {
  const age = sessionAge();
  const response = await send(call, basePath);
  if (response.status !== 401 || !viewer) return response;
  const session = await renewSession(viewer, basePath, age);
  if (session === 'over') throw new ApiFailure(401, messages.sessionOver);
  return session === 'renewed' ? send(call, basePath) : response;
}

/** What the backend answers, read. Throws `ApiFailure` and nothing else. */
export async function callApi<T>(call: Call<T>, context: ApiContext): Promise<T> {
  try {
    return await readReply(call, await sendWithSession(call, context));
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ApiFailure(0, call.failure);
  }
}
