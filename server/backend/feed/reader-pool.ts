/**
 * Runs queries of posts on worker threads, so that a slow search delays neither other calls nor other users. Threads start
 * on demand. A thread that fails or exceeds the time limit is terminated, and the next query starts another.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { nextMessage } from '../../platform/thread-message.ts';
import { accountOf, type Identity } from '../rules/account.ts';
import { createFairQueue, type Place, QueryLimitError } from './fair-queue.ts';
import type { PostQuery, PostResults } from './post-queries.ts';
import type { ReaderReply, ReaderStart } from './reader-thread.ts';
import { UnsearchableError } from './search-expression.ts';

/** At least two: one remains for other users while a slow query runs. */
const threadsMax = Math.min(Math.max(availableParallelism(), 2), 4);
const queryLimitMs = 10_000;
/** Waiting and query time together equal the console's default timeout (`API_TIMEOUT_MS`). */
const waitLimitMs = 10_000;

/** In the same folder as this module, in the sources and in the bundle. */
const defaultThreadFile = new URL(`./reader-thread${path.extname(import.meta.filename)}`, import.meta.url);

/** `place` is the query's among those of the viewer. */
export type RunOptions = { limitMs?: number; place?: Place };

export type ReaderPool = {
  /** Throws a `QueryLimitError`, or the error of the query or its thread. */
  run<Query extends PostQuery>(
    viewer: Identity,
    query: Query,
    options?: RunOptions,
  ): Promise<PostResults[Query['name']]>;
  close(): Promise<void>;
};

function readReply(reply: ReaderReply): unknown {
  if ('result' in reply) return reply.result;
  if (reply.error.name === UnsearchableError.name) throw new UnsearchableError();
  throw Object.assign(new Error(reply.error.message), reply.error);
}

export function createReaderPool(file: string, threadFile: URL = defaultThreadFile): ReaderPool {
  const queue = createFairQueue({ slots: threadsMax, waitLimitMs });
  const threads = new Set<Worker>();
  const idle = new Set<Worker>();
  /** Accounts whose last query still occupies its thread, because SQLite cannot be interrupted. Their queries are refused. */
  const overdue = new Set<string>();
  let closed = false;

  function startThread(): Worker {
    const thread = new Worker(threadFile, { workerData: { file } satisfies ReaderStart, name: 'reader' });
    threads.add(thread);
    thread.once('exit', () => {
      threads.delete(thread);
      idle.delete(thread);
    });
    // `nextMessage` reports the error to the current query.
    thread.on('error', () => {});
    return thread;
  }

  async function execute(key: string, query: PostQuery, limitMs: number): Promise<unknown> {
    if (closed) throw new Error('The database is closed');
    if (overdue.has(key)) throw new QueryLimitError();
    // The one that was used last has what queries read in memory.
    const thread = [...idle].at(-1) ?? startThread();
    idle.delete(thread);
    const limit = AbortSignal.timeout(limitMs);
    const answer = nextMessage<ReaderReply>(thread, limit).catch((error: unknown) => {
      overdue.add(key);
      void thread.terminate().finally(() => overdue.delete(key));
      throw limit.aborted ? new QueryLimitError() : error;
    });
    thread.postMessage(query);
    const reply = await answer;
    idle.add(thread);
    return readReply(reply);
  }

  return {
    run: async <Query extends PostQuery>(viewer: Identity, query: Query, options: RunOptions = {}) => {
      const { limitMs = queryLimitMs, place } = options;
      const key = accountOf(viewer);
      const result = await queue.run(key, () => execute(key, query, limitMs), place);
      return result as PostResults[Query['name']];
    },
    async close() {
      closed = true;
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
