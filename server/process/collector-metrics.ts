/** Metrics of the collector, which runs in a thread of the embedded backend and reports its counts. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { CollectorCounts } from '../platform/collector-counts.ts';

/** `read` returns the last report; null before the first. */
export function createCollectorMetrics(read: () => CollectorCounts | null): Registry {
  const register = new Registry();
  const registers = [register];
  const labelled = (name: string, help: string, label: string, pick: (counts: CollectorCounts) => object) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        const counts = read();
        this.reset();
        for (const [value, number] of Object.entries(counts ? pick(counts) : {})) this.inc({ [label]: value }, number);
      },
    });
  const gauge = (name: string, help: string, pick: (counts: CollectorCounts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      // Of several processes each reports the same.
      aggregator: 'max',
      collect() {
        const counts = read();
        if (counts) this.set(pick(counts));
      },
    });

  labelled(
    'collector_calls_total',
    'Calls of the VK API; result: ok, network (no reply that can be read), or the error code',
    'result',
    ({ calls }) => calls,
  );
  labelled(
    'collector_runs_total',
    'Runs of phrases; outcome: done, partial, waiting, failed or lost',
    'outcome',
    ({ runs }) => runs,
  );
  new Counter({
    name: 'collector_posts_added_total',
    help: 'Posts added',
    registers,
    collect() {
      this.reset();
      this.inc(read()?.postsAdded ?? 0);
    },
  });
  gauge('collector_due_phrases', 'Phrases that are due now', ({ queue }) => queue);
  gauge('collector_calls_left', 'Calls that ordinary runs have left', ({ callsLeft }) => callsLeft);
  return register;
}
