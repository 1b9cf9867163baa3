/** Counts what the collector does, for `/metrics`. */
import type { CollectorCounts } from '../../../platform/collector-counts.ts';
import type { RunReport } from './run-phrase.ts';

type Events = Pick<CollectorCounts, 'calls' | 'runs' | 'postsAdded'>;

export function createEventCounts() {
  const events: Events = { calls: {}, runs: {}, postsAdded: 0 };
  const increment = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    events: events as Readonly<Events>,
    countCall: (result: string): void => increment(events.calls, result),
    countRun({ outcome, added }: RunReport): void {
      increment(events.runs, outcome ?? 'lost');
      events.postsAdded += added;
    },
  };
}
