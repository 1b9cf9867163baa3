/** Users who write without a pause to backends that are killed. They keep what was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { apiBase } from '../../../shared/api/call.ts';
import type { ServiceProcess } from './service-process.ts';

/** `authors` and `phrases`: what the service has acknowledged with 201. */
export type Acknowledged = { authors: Set<number>; phrases: Set<string> };

/** `pauseMs` between the writes of a user. A new phrase is collected at once, so there is one for `authorsPerPhrase` authors. */
type Options = {
  backends: readonly ServiceProcess[];
  cookie: string;
  clientId: string;
  count: number;
  pauseMs: number;
  signal: AbortSignal;
};

const authorsPerPhrase = 25;
/** A call that a killed process has not answered may have been made: it is not repeated. */
const notAnswered = 0;

export async function callService(
  process: ServiceProcess | undefined,
  path: string,
  { cookie = '', body }: { cookie?: string; body?: object },
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const url = process?.url();
  const none = { status: notAnswered, headers: new Headers(), body: null };
  if (!url) return none;
  try {
    const response = await fetch(`${url}${apiBase}${path}`, {
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  } catch {
    return none;
  }
}

/** Resolves after the signal, with what was acknowledged and the statuses that no kill explains. */
export async function writeUntil({ backends, cookie, clientId, count, pauseMs, signal }: Options) {
  const acknowledged: Acknowledged = { authors: new Set(), phrases: new Set() };
  const unexpected: string[] = [];
  let number = 0;

  async function write(): Promise<void> {
    number += 1;
    const own = number;
    const backend = backends[own % backends.length];
    const isPhrase = own % authorsPerPhrase === 0;
    const [path, body] = isPhrase
      ? [`/vknf/words/create?clientID=${clientId}`, { Text: `фраза${own}`, State: 'ready', FullSearch: own % 3 === 0 }]
      : ['/vknf/users/create', { UserID: own, Name: `Автор ${own}` }];
    const reply = await callService(backend, path, { cookie, body });
    if (reply.status === 201 && isPhrase) acknowledged.phrases.add(`фраза${own}`);
    else if (reply.status === 201) acknowledged.authors.add(own);
    else if (reply.status !== notAnswered && reply.status !== 503) unexpected.push(`${path}: ${reply.status}`);
    await sleep(reply.status === 201 ? pauseMs : 100);
  }

  async function work(): Promise<void> {
    while (!signal.aborted) await write();
  }
  await Promise.all(Array.from({ length: count }, work));
  return { acknowledged, unexpected };
}
