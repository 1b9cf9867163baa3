/**
 * Runs queries of posts on worker threads, so that a slow search delays neither other calls nor other users. Threads start
 * on demand. A thread that fails or exceeds the time limit is terminated, and the next query starts another.
 */
import type { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';
import { nextMessage } from '../../platform/thread-message.ts';
import { accountOf, type Identity } from '../rules/account.ts';
import type { PostQuery, QueryName, QueryResult, ReaderReply } from './post-queries.ts';

const retrySeconds = 10;

/** A query exceeded its time limit or waited too long. It may succeed later or with narrower filters. */
export class QueryLimitError extends AppError {
  override name = 'QueryLimitError';

  constructor() {
    super(503, messages.queryLimit, { headers: { 'Retry-After': String(retrySeconds) } });
  }
}

type Task = { queuedAt: number; start: () => Promise<unknown>; refuse: (error: Error) => void };

type Options = {
  /** The number of tasks that run at once, each of a different key. */
  slots: number;
  /** A task that has waited longer is refused, because its caller has timed out. */
  waitLimitMs: number;
  now?: () => number;
};

/** `first`: before the other waiting tasks of the key, for a task that continues a query of the key. */
export type Place = 'first' | 'last';

/** Runs at most one task per key at a time. A free slot goes to the waiting key that ran least recently. */
export function createFairQueue({ slots, waitLimitMs, now = () => performance.now() }: Options) {
  /** The keys are in the order of their turns. */
  const waiting = new Map<string, Task[]>();
  const running = new Set<string>();

  /** Takes the first task that has not waited too long, and refuses those before it. */
  function takeTask(tasks: Task[]): Task | undefined {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      if (now() - task.queuedAt <= waitLimitMs) return task;
      task.refuse(new QueryLimitError());
    }
    return undefined;
  }

  async function execute(key: string, task: Task): Promise<void> {
    running.add(key);
    await task.start();
    running.delete(key);
    const others = waiting.get(key);
    if (others) {
      waiting.delete(key);
      waiting.set(key, others);
    }
    startNext();
  }

  function startNext(): void {
    for (const [key, tasks] of waiting) {
      if (running.size === slots) return;
      if (running.has(key)) continue;
      const task = takeTask(tasks);
      if (tasks.length === 0) waiting.delete(key);
      if (task) void execute(key, task);
    }
  }

  return {
    /** Settles like the task. Rejects with a `QueryLimitError` when the task has waited too long. */
    run: <T>(key: string, task: () => Promise<T>, place: Place = 'last') =>
      new Promise<T>((resolve, reject) => {
        const tasks = waiting.get(key) ?? [];
        const added: Task = { queuedAt: now(), start: () => task().then(resolve, reject), refuse: reject };
        if (place === 'first') tasks.unshift(added);
        else tasks.push(added);
        waiting.set(key, tasks);
        startNext();
      }),
  };
}

/** At least two: one remains for other users while a slow query runs. */
const threadsMax = Math.min(Math.max(availableParallelism(), 2), 4);
const queryLimitMs = 10_000;
/** Waiting and query time together equal the console's default timeout (`API_TIMEOUT_MS`). */
const waitLimitMs = 10_000;

/** In the same folder as this module, in the sources and in the bundle. */
const threadFile = new URL(`./reader-thread${path.extname(import.meta.filename)}`, import.meta.url);

/** What the pool uses of a thread. */
export type ReaderThread = EventEmitter & Pick<Worker, 'postMessage' | 'terminate'>;
export type StartReader = (file: string) => ReaderThread;

export const startReaderThread = (file: string, entry = threadFile): ReaderThread =>
  new Worker(entry, { workerData: file, name: 'reader' });

/** `place`: the position of the query among the viewer's queries. */
export type RunOptions = { limitMs?: number; place?: Place };

/** Throws a `QueryLimitError`, or the error of the query or its thread. */
export type RunQuery = <Name extends QueryName>(
  viewer: Identity,
  query: PostQuery<Name>,
  options?: RunOptions,
) => Promise<QueryResult<Name>>;

export type ReaderPool = ReturnType<typeof createReaderPool>;

function readReply(reply: ReaderReply): unknown {
  if ('result' in reply) return reply.result;
  throw Object.assign(new Error(reply.error.message), reply.error);
}

/** Threads read the file of the latest query. A thread with an older file ends after its query. */
export function createReaderPool(startReader: StartReader = startReaderThread) {
  const queue = createFairQueue({ slots: threadsMax, waitLimitMs });
  /** The file of each thread. */
  const threads = new Map<ReaderThread, string>();
  const idle = new Set<ReaderThread>();
  /** Accounts whose last query still occupies its thread, because SQLite cannot be interrupted. Their queries are refused. */
  const overdue = new Set<string>();
  let current = '';
  let closed = false;

  function startThread(): ReaderThread {
    const thread = startReader(current);
    threads.set(thread, current);
    thread.once('exit', () => {
      threads.delete(thread);
      idle.delete(thread);
    });
    // `nextMessage` reports the error to the current query.
    thread.on('error', () => {});
    return thread;
  }
  function release(thread: ReaderThread): void {
    if (threads.get(thread) === current) idle.add(thread);
    else void thread.terminate();
  }
  function readFrom(file: string): void {
    if (file === current) return;
    current = file;
    for (const thread of idle) void thread.terminate();
    idle.clear();
  }

  async function execute(key: string, file: string, query: PostQuery, limitMs: number): Promise<unknown> {
    if (closed) throw new Error('The database is closed');
    if (overdue.has(key)) throw new QueryLimitError();
    readFrom(file);
    // The most recently used thread has most of the needed pages in memory.
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
    release(thread);
    return readReply(reply);
  }

  return {
    async run<Name extends QueryName>(
      file: string,
      viewer: Identity,
      query: PostQuery<Name>,
      { limitMs = queryLimitMs, place }: RunOptions = {},
    ): Promise<QueryResult<Name>> {
      const key = accountOf(viewer);
      const result = await queue.run(key, () => execute(key, file, query, limitMs), place);
      return result as QueryResult<Name>;
    },
    async close() {
      closed = true;
      await Promise.all([...threads.keys()].map((thread) => thread.terminate()));
    },
  };
}
