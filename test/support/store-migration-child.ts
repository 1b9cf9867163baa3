/** Migrates a store, and kills itself after a number of steps of a kind. Arguments: from, to, rows per batch, kind, number. */
import { migrateStore } from '../../server/backend/store/store-migration/migrate-store.ts';

const [from = '', to = '', batchRows, kind, number] = process.argv.slice(2);
let left = Number(number);
const onProgress = (step: string) => {
  if (step === kind) left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
await migrateStore({ from, to }, { report: { onProgress, onChecked: () => {} }, batchRows: Number(batchRows) });
