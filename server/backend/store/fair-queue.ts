/** Runs tasks of several identities in turn, so that none of them delays the others. */
import { QueryLimitError } from './query-limit-error.ts';

type Task = { queuedAt: number; start: () => Promise<unknown>; refuse: (error: Error) => void };

type Options = {
  /** How many tasks run at once, each of another key. */
  slots: number;
  /** A task that waited longer is refused: its caller has given up. */
  waitLimitMs: number;
  now?: () => number;
};

export type FairQueue = {
  /** Settles as the task does; rejects with a `QueryLimitError` when the task waited too long. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
};

/** One task per key runs at a time. A free slot goes to the waiting key that ran longest ago. */
export function createFairQueue({ slots, waitLimitMs, now = () => performance.now() }: Options): FairQueue {
  /** In the order of the keys' turns. */
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
    run: (key, task) =>
      new Promise((resolve, reject) => {
        const tasks = waiting.get(key) ?? [];
        tasks.push({ queuedAt: now(), start: () => task().then(resolve, reject), refuse: reject });
        waiting.set(key, tasks);
        startNext();
      }),
  };
}
