import type { Store } from '../../server/backend/store/store.ts';

/** Does all steps of the open batches. */
export async function runBatches(work: Store['work'], now: number): Promise<void> {
  while (await work.stepBatch(now));
}
