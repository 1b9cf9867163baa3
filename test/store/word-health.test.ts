/** The health of phrases. */
import { start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

test('phrases with posts are measured once a day, and seen by those who see the phrase', async () => {
  const { wordHealth, posts, words } = fixture.store;
  const clientId = await fixture.createClient();
  const [metro, vote] = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
  await posts.save([newPost({ wordId: metro })]);
  const [measured, ...others] = await wordHealth.measure(start);
  expect(others).toEqual([]);
  expect(measured).toMatchObject({ wordId: metro, computedAt: start, weekStories: 1, monthRows: 1 });
  if (!measured) throw new Error('Nothing was measured');
  const overlaps = [{ otherId: vote, stories: 1 }];
  await wordHealth.save([
    { ...measured, overlaps },
    { ...measured, wordId: 99, overlaps: [] },
  ]);
  expect(await wordHealth.measure(start)).toEqual([]);
  const { overlaps: _, ...numbers } = measured;
  const overlap = { otherId: vote, stories: 1, text: (await words.get(vote))?.text };
  expect(await wordHealth.list([metro, vote], clientId)).toEqual([{ ...numbers, overlap }]);
  expect(await wordHealth.list([metro], await fixture.createClient())).toEqual([]);
  await words.markDeleted(vote, start);
  expect(await wordHealth.list([metro], null)).toEqual([{ ...numbers, overlap: null }]);
});
