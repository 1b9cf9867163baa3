// Proves: work#changes
import { noWork } from '../../rules/work.ts';
import type { Store } from '../../store/store.ts';
import type { ChangeRequest } from '../../store/work.ts';
import { changeStories } from './change-steps.ts';

const by = { who: 'anna', onBehalfOf: null, address: '', at: 0 };

test('many stories are changed in steps of 100 with pauses, and calls of a client wait for each other', async () => {
  const steps: { client: string; stories: number; batchId: number | null }[] = [];
  const change: Store['work']['change'] = async (client, { stories, batchId }) => {
    steps.push({ client, stories: stories.length, batchId });
    const results = stories.map(
      ({ storyId }) => ({ storyId, outcome: 'changed', work: noWork, before: noWork }) as const,
    );
    return { batchId: batchId ?? steps.length, results };
  };
  const store = { work: { change } as Store['work'] };
  const request = (count: number): ChangeRequest => ({
    stories: Array.from({ length: count }, (_, index) => ({ storyId: index + 1, version: 0 })),
    ...{ change: { tone: 'positive' }, batchId: null, taker: 0 },
  });
  const [first, second, small] = await Promise.all([
    changeStories(store, 'client-1', request(250), by),
    changeStories(store, 'client-1', request(101), by),
    changeStories(store, 'client-1', request(1), by),
  ]);
  expect([first, second, small].map((reply) => reply?.results.length)).toEqual([250, 101, 1]);
  const many = steps.filter(({ stories, batchId }) => stories > 1 || batchId !== null);
  expect(many.map(({ stories }) => stories)).toEqual([100, 100, 50, 100, 1]);
  expect(new Set(many.slice(0, 3).map(({ batchId }) => batchId)).size).toBe(2);
  expect(steps.findIndex(({ stories, batchId }) => stories === 1 && batchId === null)).toBeLessThan(3);
  expect(first?.batchId).not.toBe(second?.batchId);
});
