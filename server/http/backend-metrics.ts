/** Metrics of the embedded backend, whose threads report their figures. They are listed in docs/operations.md. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { FaultCounts } from '../platform/fault-counts.ts';
import type { BackendFigures, CollectorCounts } from '../platform/figures.ts';

type Sample = [labels: Record<string, string>, value: number];

function addCounter(register: Registry, name: string, help: string, labelNames: string[], read: () => Sample[]): void {
  new Counter({
    name,
    help,
    labelNames,
    registers: [register],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  });
}

/**
 * Counts lines of the log. Each part of the program has its own metric, because `/metrics` joins the texts of several
 * registries. The label `part` distinguishes them in sums.
 */
export const addFaults = (register: Registry, part: string, read: () => FaultCounts): void =>
  addCounter(
    register,
    `${part}_faults_total`,
    'Lines of the log from level warn upwards, by message',
    ['part', 'level', 'message'],
    () =>
      Object.entries(read()).map(([kind, number]) => {
        const [level = '', ...words] = kind.split(' ');
        return [{ part, level, message: words.join(' ') }, number];
      }),
  );

/**
 * Returns a function that adds a gauge of what `pick` returns for the last report. The metric is omitted while that is null,
 * and before the first report.
 */
const gaugesOf =
  <Report>(register: Registry, read: () => Report | null) =>
  (name: string, help: string, pick: (report: Report) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        const report = read();
        const value = report && pick(report);
        if (value === null) this.remove();
        else this.set(value);
      },
    });

function addCollector(register: Registry, read: () => CollectorCounts | null): void {
  const addByLabel = (name: string, help: string, label: string, counts: () => Record<string, number> | undefined) =>
    addCounter(register, name, help, [label], () =>
      Object.entries(counts() ?? {}).map(([value, number]) => [{ [label]: value }, number]),
    );
  const gauge = gaugesOf(register, read);
  addByLabel(
    'collector_calls_total',
    'Calls of the VK API; result: ok, network (no reply that can be read), or the error code',
    'result',
    () => read()?.calls,
  );
  addByLabel(
    'collector_runs_total',
    'Runs of phrases; outcome: done, partial, waiting, failed or lost',
    'outcome',
    () => read()?.runs,
  );
  addCounter(register, 'collector_posts_added_total', 'Posts added', [], () => [[{}, read()?.postsAdded ?? 0]]);
  gauge('collector_due_phrases', 'Phrases that are due now', ({ queue }) => queue);
  gauge('collector_calls_left', 'Calls that ordinary runs have left', ({ callsLeft }) => callsLeft);
  new Gauge({
    name: 'collector_keys',
    help: 'Keys of VK; state: working, resting or broken',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, number] of Object.entries(read()?.keys ?? {})) this.set({ state }, number);
    },
  });
  addFaults(register, 'collector', () => read()?.faults ?? {});
}

const seconds = (time: number | null): number | null => time && time / 1000;

type Reports = {
  /** Null before the first report. */
  figures: () => BackendFigures | null;
  counts: () => CollectorCounts | null;
  collects: boolean;
};

export function createBackendMetrics({ figures, counts, collects }: Reports): Registry {
  const register = new Registry();
  const gauge = gaugesOf(register, figures);
  gauge('database_size_bytes', 'Size of the database', ({ databaseBytes }) => databaseBytes);
  gauge('storage_free_bytes', 'Free space of the disk of DATA_DIR', ({ freeBytes }) => freeBytes);
  gauge('journal_records', 'Records of the journal, roughly', ({ journalRecords }) => journalRecords);
  gauge('alerts_waiting_messages', 'Messages that are due or were tried', ({ waitingMessages }) => waitingMessages);
  gauge(
    'alerts_waiting_since_timestamp_seconds',
    'Since when the oldest of these messages waits; absent without one',
    ({ waitingSince }) => seconds(waitingSince),
  );
  gauge('backup_last_copy_timestamp_seconds', 'Time of the newest copy in BACKUP_DIR; 0 without one', ({ copiedAt }) =>
    seconds(copiedAt),
  );
  gauge(
    'backup_last_upload_timestamp_seconds',
    'Time of the newest copy that was uploaded to BACKUP_S3; 0 without one',
    ({ uploadedAt }) => seconds(uploadedAt),
  );
  addFaults(register, 'backend', () => figures()?.faults ?? {});
  if (!collects) return register;
  gauge(
    'collector_last_run_timestamp_seconds',
    'End of the last run that collected something without a fault; 0 before the first',
    ({ collectedAt }) => seconds(collectedAt),
  );
  addCollector(register, counts);
  return register;
}
