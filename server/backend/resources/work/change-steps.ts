/** Changes many stories in one call, in steps that leave most of the time to others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns } from '../../../platform/turns.ts';
import type { Author } from '../../store/journal.ts';
import type { Store } from '../../store/store.ts';
import type { ChangeRequest } from '../../store/work.ts';

/** Stories per transaction, and the pause after one, as a multiple of its duration. */
const stepStories = 100;
const stepRest = 3;

/** The calls of a client wait for each other. */
const inTurn = createTurns();

type Changed = Awaited<ReturnType<Store['work']['change']>>;

async function changeInSteps({ work }: Pick<Store, 'work'>, clientId: string, request: ChangeRequest, by: Author) {
  const { stories } = request;
  const changed: NonNullable<Changed> = { batchId: request.batchId, results: [] };
  for (let start = 0; start < stories.length; start += stepStories) {
    const startedAt = performance.now();
    const step = { ...request, batchId: changed.batchId, stories: stories.slice(start, start + stepStories) };
    const reply = await work.change(clientId, step, by);
    if (reply === null) return null;
    changed.batchId = reply.batchId;
    changed.results.push(...reply.results);
    if (start + stepStories < stories.length) await sleep((performance.now() - startedAt) * stepRest);
  }
  return changed;
}

/** Null: the client has no such batch. */
export const changeStories = (store: Pick<Store, 'work'>, clientId: string, request: ChangeRequest, by: Author) =>
  request.stories.length <= stepStories
    ? store.work.change(clientId, request, by)
    : inTurn(clientId, () => changeInSteps(store, clientId, request, by));
