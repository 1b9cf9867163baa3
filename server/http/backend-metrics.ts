/** Metrics of the embedded backend, whose threads report their figures. They are listed in docs/operations.md. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { FaultCounts } from '../platform/fault-counts.ts';
import type { BackendFigures, CollectorCounts } from '../platform/figures.ts';

/**
 * Counts lines of the log. The parts of the program have metrics of their own, because their texts are joined. The label `part`
 * keeps them apart in sums over all.
 */
export function addFaults(register: Registry, part: string, read: () => FaultCounts): void {
  new Counter({
    name: `${part}_faults_total`,
    help: 'Lines of the log from level warn upwards, by message',
    labelNames: ['part', 'level', 'message'],
    registers: [register],
    collect() {
      this.reset();
      for (const [kind, number] of Object.entries(read())) {
        const [level = '', ...words] = kind.split(' ');
        this.inc({ part, level, message: words.join(' ') }, number);
      }
    },
  });
}

/** `read` returns the last report; null before the first. */
function createTools<Report>(register: Registry, read: () => Report | null) {
  const registers = [register];
  /** What `pick` returns for the last report; null is not served. `aggregator` chooses among several processes. */
  const gauge = (
    name: string,
    help: string,
    pick: (report: Report) => number | null,
    aggregator: 'max' | 'min' = 'max',
  ) =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        const report = read();
        const value = report && pick(report);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  const labelled = (name: string, help: string, label: string, pick: (report: Report) => Record<string, number>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        const report = read();
        this.reset();
        for (const [value, number] of Object.entries(report ? pick(report) : {})) this.inc({ [label]: value }, number);
      },
    });
  return { gauge, labelled };
}

function addCollector(register: Registry, read: () => CollectorCounts | null): void {
  const registers = [register];
  const { gauge, labelled } = createTools(register, read);
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
  new Gauge({
    name: 'collector_keys',
    help: 'Keys of VK; state: working, resting or broken',
    labelNames: ['state'],
    registers,
    aggregator: 'max',
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
  const { gauge } = createTools(register, figures);
  gauge('database_size_bytes', 'Size of the database', ({ databaseBytes }) => databaseBytes);
  gauge('storage_free_bytes', 'Free space of the disk of DATA_DIR', ({ freeBytes }) => freeBytes, 'min');
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
    ({ collectedAt }) => seconds(collectedAt ?? 0),
  );
  addCollector(register, counts);
  return register;
}
