/** Reports figures of the backend for `/metrics` every few seconds. */
import { statfs } from 'node:fs/promises';
import { faultCounts } from '../../platform/fault-counts.ts';
import type { BackendFigures } from '../../platform/figures.ts';
import type { Store } from '../store/store.ts';
import { type Background, startBackground } from './background.ts';
import type { BackupTimes } from './backups.ts';

const reportMs = 5000;

/** Nobody knows them. */
const noFigures = { journalRecords: null, waitingMessages: null, waitingSince: null, collectedAt: null };

type Options = {
  store: Pick<Store, 'figures' | 'sizeBytes'>;
  dataDir: string;
  backupTimes: () => BackupTimes;
  now?: () => number;
  onFigures: (figures: BackendFigures) => void;
};

/** Null when the work fails: its fault is in the log and in the counts already, or follows from what is missing. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

export const reportFigures = ({ store, dataDir, backupTimes, now = Date.now, onFigures }: Options): Background =>
  startBackground(async (signal, rest) => {
    while (!signal.aborted) {
      const [figures, databaseBytes, disk] = await Promise.all([
        orNull(store.figures.read(now())),
        orNull(store.sizeBytes()),
        orNull(statfs(dataDir)),
      ]);
      onFigures({
        ...(figures ?? noFigures),
        databaseBytes,
        freeBytes: disk && disk.bavail * disk.bsize,
        ...backupTimes(),
        faults: faultCounts,
      });
      await rest(reportMs);
    }
  });
