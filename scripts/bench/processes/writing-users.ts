/** Users who keep writing to backends that are being killed, and record the acknowledged changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { apiBase } from '../../../shared/api/call.ts';
import type { ServerProcess } from '../servers.ts';

/**
 * `authors`, `phrases`: the entities that the service has acknowledged with 201. `marks`: whether each story is read; null when
 * a later change of the mark got no reply.
 */
export type Acknowledged = { authors: Set<number>; phrases: Set<string>; marks: Map<number, boolean | null> };

export type WritingOptions = {
  backends: readonly ServerProcess[];
  /** Changes at each new sign-in. */
  cookie: () => string;
  clientId: string;
  count: number;
  /** The pause between the writes of a user. */
  pauseMs: number;
  /** One new phrase per this many writes, because a new phrase is collected at once. */
  writesPerPhrase: number;
  signal: AbortSignal;
};

const authorsPerMark = 4;
/**
 * The status of a call that a killed process did not answer. Such a call may have taken effect, so it is not repeated.
 */
const notAnswered = 0;

export async function callService(
  process: ServerProcess | undefined,
  path: string,
  { cookie = '', body }: { cookie?: string; body?: object },
): Promise<{ status: number; body: unknown }> {
  const url = process?.url();
  const none = { status: notAnswered, body: null };
  if (!url) return none;
  try {
    const response = await fetch(`${url}${apiBase}${path}`, {
      headers: { cookie, origin: url, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return none;
  }
}

/** Resolves after the signal, with the acknowledged changes and the statuses that no kill explains. */
export async function writeUntil(options: WritingOptions) {
  const { backends, cookie, clientId, count, pauseMs, writesPerPhrase, signal } = options;
  const acknowledged: Acknowledged = { authors: new Set(), phrases: new Set(), marks: new Map() };
  const unexpected: string[] = [];
  let number = 0;

  function note(path: string, status: number): void {
    const isExplained = status < 300 || status === notAnswered || status === 503;
    if (!isExplained) unexpected.push(`${path}: ${status}`);
  }

  /** Changes the mark of a story that no other user marks. Several users mark stories in the same chunk. */
  async function mark(user: number): Promise<void> {
    const backend = backends[number % backends.length];
    const page = await callService(backend, '/vknf/posts?limit=50&offset=0', { cookie: cookie() });
    note('/vknf/posts', page.status);
    const { posts = [] } = (page.body ?? {}) as { posts?: { StoryID: number }[] };
    const storyId = posts.map((post) => post.StoryID).find((id) => id % count === user);
    if (storyId === undefined) return;
    const body = { StoryIDs: [storyId], Read: acknowledged.marks.get(storyId) !== true };
    const reply = await callService(backend, '/vknf/posts/marks', { cookie: cookie(), body });
    note('/vknf/posts/marks', reply.status);
    acknowledged.marks.set(storyId, reply.status === 200 ? body.Read : null);
  }

  async function write(): Promise<void> {
    number += 1;
    const own = number;
    const backend = backends[own % backends.length];
    const isPhrase = own % writesPerPhrase === 0;
    const [path, body] = isPhrase
      ? [`/vknf/words/create?clientID=${clientId}`, { Text: `фраза${own}`, State: 'ready', FullSearch: own % 3 === 0 }]
      : ['/vknf/users/create', { UserID: own, Name: `Автор ${own}` }];
    const reply = await callService(backend, path, { cookie: cookie(), body });
    if (reply.status === 201 && isPhrase) acknowledged.phrases.add(`фраза${own}`);
    else if (reply.status === 201) acknowledged.authors.add(own);
    note(path, reply.status);
    await sleep(reply.status === 201 ? pauseMs : 100);
  }

  async function work(user: number): Promise<void> {
    for (let written = 1; !signal.aborted; written += 1) {
      await write();
      if (written % authorsPerMark === 0) await mark(user);
    }
  }
  await Promise.all(Array.from({ length: count }, (_, user) => work(user)));
  return { acknowledged, unexpected };
}
