/** Changes many stories in one call, in steps that leave most of the time to other requests. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobName } from '../../store/jobs.ts';
import type { Author } from '../../store/journal.ts';
import type { Store } from '../../store/store.ts';
import type { ChangeRequest } from '../../store/work.ts';

/** Stories per transaction, and the pause after one, as a multiple of its duration. */
const stepStories = 100;
const stepRest = 3;

/** Longer than a step with its pause. When the process of a call crashes, the next call begins after this time. */
const leaseMs = 30_000;
const retryMs = 50;

type Stores = Pick<Store, 'jobs' | 'work'>;
type Changed = Awaited<ReturnType<Store['work']['change']>>;

/** The calls of a client wait for each other, even in several containers. */
async function waitForTurn({ jobs }: Stores, job: JobName, owner: string): Promise<void> {
  while (!(await jobs.begin(job, owner, Date.now(), Date.now() + leaseMs))) await sleep(retryMs);
}

async function changeInSteps(store: Stores, clientId: string, request: ChangeRequest, by: Author): Promise<Changed> {
  const { stories } = request;
  const [job, owner] = [`change:${clientId}`, randomUUID()] as const;
  const changed: NonNullable<Changed> = { batchId: request.batchId, results: [] };
  try {
    for (let start = 0; start < stories.length; start += stepStories) {
      await waitForTurn(store, job, owner);
      const startedAt = performance.now();
      const step = { ...request, batchId: changed.batchId, stories: stories.slice(start, start + stepStories) };
      const reply = await store.work.change(clientId, step, by);
      if (reply === null) return null;
      changed.batchId = reply.batchId;
      changed.results.push(...reply.results);
      if (start + stepStories < stories.length) await sleep((performance.now() - startedAt) * stepRest);
    }
    return changed;
  } finally {
    await store.jobs.end(job, owner);
  }
}

/** Returns null if the client has no such batch. */
export const changeStories = (store: Stores, clientId: string, request: ChangeRequest, by: Author): Promise<Changed> =>
  request.stories.length <= stepStories
    ? store.work.change(clientId, request, by)
    : changeInSteps(store, clientId, request, by);
