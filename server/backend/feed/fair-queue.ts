/** Runs tasks of several keys in turn, so that no key delays the others. */
import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';

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

/** `first`: before the other waiting tasks of the key, for a task that goes on with what the key has begun. */
export type Place = 'first' | 'last';

export type FairQueue = {
  /** Settles like the task. Rejects with a `QueryLimitError` when the task has waited too long. */
  run<T>(key: string, task: () => Promise<T>, place?: Place): Promise<T>;
};

/** Runs at most one task per key at a time. A free slot goes to the waiting key that ran least recently. */
export function createFairQueue({ slots, waitLimitMs, now = () => performance.now() }: Options): FairQueue {
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
    run: (key, task, place = 'last') =>
      new Promise((resolve, reject) => {
        const tasks = waiting.get(key) ?? [];
        const added: Task = { queuedAt: now(), start: () => task().then(resolve, reject), refuse: reject };
        if (place === 'first') tasks.unshift(added);
        else tasks.push(added);
        waiting.set(key, tasks);
        startNext();
      }),
  };
}
