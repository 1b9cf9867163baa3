/** The exports that run in this process, at most one per user. */

export type RunningExport = { rows: number; end(): void };

export type RunningExports = {
  /** Null when the user has one already. */
  begin(user: string): RunningExport | null;
  find(user: string): RunningExport | null;
};

export function createRunningExports(): RunningExports {
  const running = new Map<string, RunningExport>();
  return {
    begin(user) {
      if (running.has(user)) return null;
      const started: RunningExport = { rows: 0, end: () => void running.delete(user) };
      running.set(user, started);
      return started;
    },
    find: (user) => running.get(user) ?? null,
  };
}
