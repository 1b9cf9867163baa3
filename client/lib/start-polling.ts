/** Repeats a call while the tab is visible, and less often while it fails. */

/** The part of `document` that reports whether the tab is visible. */
type Tab = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/** Milliseconds. `maxMs` limits the pause after failures, which doubles with each of them. */
export type PollingOptions = { intervalMs: number; maxMs: number; tab?: Tab };

/** `task` rejects on failure. It starts at once if the tab is visible, else when it becomes visible. Returns a function that stops. */
export function startPolling(
  task: () => Promise<void>,
  { intervalMs, maxMs, tab = document }: PollingOptions,
): () => void {
  let failures = 0;
  let dueAt = 0;
  let running = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    clearTimeout(timer);
    if (running || stopped || tab.hidden) return;
    const pauseMs = dueAt - Date.now();
    if (pauseMs > 0) timer = setTimeout(run, pauseMs);
    else void run();
  }

  async function run(): Promise<void> {
    running = true;
    const startedAt = Date.now();
    failures = await task().then(
      () => 0,
      () => failures + 1,
    );
    dueAt = startedAt + Math.min(intervalMs * 2 ** failures, maxMs);
    running = false;
    schedule();
  }

  tab.addEventListener('visibilitychange', schedule);
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
    tab.removeEventListener('visibilitychange', schedule);
  };
}
