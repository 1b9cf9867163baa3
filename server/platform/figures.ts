/**
 * The figures that the threads of the embedded backend report for `/metrics`. Counts begin at the start of the thread.
 */
import type { FaultCounts } from './fault-counts.ts';

export type CollectorCounts = {
  /** By result: `ok`, `network` (no reply that can be read), or the code of the error. */
  calls: Record<string, number>;
  /** By outcome: `done`, `partial`, `waiting`, `failed` or `lost`. */
  runs: Record<string, number>;
  postsAdded: number;
  /** Phrases that are due now. */
  queue: number;
  /** The calls that are left for ordinary runs. */
  callsLeft: number;
  /** Keys by state: `working`, `resting` or `broken`. */
  keys: Record<string, number>;
  faults: FaultCounts;
};

/** The newest copy in BACKUP_DIR and in BACKUP_S3; 0 without one, null without the setting. */
export type BackupTimes = Record<'copiedAt' | 'uploadedAt', number | null>;

/** Null means unknown, for example while the database cannot be used. Times are milliseconds since 1970. */
export type BackendFigures = BackupTimes & {
  databaseBytes: number | null;
  freeBytes: number | null;
  journalRecords: number | null;
  /** Messages of alerts that are due or were tried, and when the oldest began to wait. */
  waitingMessages: number | null;
  waitingSince: number | null;
  /** The end of the last run that collected something without a fault; 0 before the first. */
  collectedAt: number | null;
  faults: FaultCounts;
};
