// Proves: collection#posts, phrases#card-of-a-phrase, phrases#filters-of-phrases
/** The health of phrases. */
import { dayMs } from '../../shared/durations.ts';
import { healthVerdicts } from '../../shared/rules/word-health.ts';
import { start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

test('phrases are measured once a day, and seen by those who see the phrase', async () => {
  const { wordHealth, posts, words } = fixture.store;
  const clientId = await fixture.createClient();
  const [metro, vote] = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
  await posts.save([newPost({ wordId: metro })]);
  const [measured, ...others] = await posts.measureWords(start);
  expect(others).toMatchObject([{ wordId: vote, lastPostAt: null, monthRows: 0 }]);
  expect(measured).toMatchObject({ wordId: metro, computedAt: start, weekStories: 1, monthRows: 1 });
  if (!measured) throw new Error('Nothing was measured');
  const overlaps = [{ otherId: vote, stories: 1 }];
  await wordHealth.save([{ ...measured, overlaps }, ...others, { ...measured, wordId: 99, overlaps: [] }]);
  expect(await posts.measureWords(start)).toEqual([]);
  const { overlaps: _, wordId: shownId, ...numbersOfMetro } = measured;
  const measures = { ...numbersOfMetro, shownId, recall: { posts: 0, found: 0, capped: 0 } };
  const overlap = { otherId: vote, stories: 1, text: (await words.get(vote))?.text };
  expect(await wordHealth.list([metro], clientId)).toEqual([{ ...measures, verdict: 'overlapping', overlap }]);
  expect(await wordHealth.list([metro], await fixture.createClient())).toEqual([]);
  await words.markDeleted(vote, start);
  expect(await wordHealth.list([metro], null)).toEqual([{ ...measures, verdict: 'fine', overlap: null }]);
});

test('a client sees no overlap with a phrase of others that it has added and that awaits its next run', async () => {
  const { wordHealth, words } = fixture.store;
  const clientId = await fixture.createClient();
  const own = await fixture.createWord(clientId);
  const other = await fixture.createWord(await fixture.createClient());
  await wordHealth.save([{ wordId: own, ...numbers, overlaps: [{ otherId: other, stories: 9 }] }]);
  await fixture.createWord(clientId, { text: (await words.get(other))?.text ?? '' });
  expect(await wordHealth.list([own], clientId)).toMatchObject([{ verdict: 'fine', overlap: null }]);
  expect(await wordHealth.list([own], null)).toMatchObject([{ verdict: 'overlapping', overlap: { otherId: other } }]);
  expect(await words.ids(clientId, { health: 'overlapping' })).toEqual([]);
});

test('a post that is dated in the future is neither the newest nor among the posts of a month', async () => {
  const { wordHealth, posts, words } = fixture.store;
  const clientId = await fixture.createClient();
  const [silent, empty] = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
  const old = start - 8 * dayMs;
  const future = start + dayMs;
  await posts.save([
    newPost({ wordId: silent, postedAt: old, text: 'станция номер 1' }),
    newPost({ wordId: silent, postId: 2, postedAt: future, text: 'вокзал номер 2' }),
    newPost({ wordId: empty, postId: 3, postedAt: future, text: 'порт номер 3' }),
  ]);
  const measured = await posts.measureWords(start);
  expect(measured).toMatchObject([
    { wordId: silent, lastPostAt: old, weekStories: 0, monthRows: 1, monthStories: 1 },
    { wordId: empty, lastPostAt: null, weekStories: 0, monthRows: 0, monthStories: 0 },
  ]);
  await wordHealth.save(measured);
  expect(await words.ids(null, { health: 'silent' })).toEqual(expect.arrayContaining([silent, empty]));
  expect(await words.ids(null, { health: 'fine' })).toEqual([]);
});

const numbers = {
  computedAt: start,
  gaps: 0,
  leftOut: false,
  lastPostAt: start - 7 * dayMs,
  weekStories: 1400,
  monthRows: 20,
  monthStories: 10,
};

test.each([
  ['every number is at its limit', {}, false, 'fine'],
  ['there is a gap', { gaps: 1, lastPostAt: null }, false, 'incomplete'],
  ['the last run left posts out', { leftOut: true }, false, 'incomplete'],
  ['there is no post', { lastPostAt: null }, false, 'silent'],
  ['the newest post is older than 7 days', { lastPostAt: start - 7 * dayMs - 1 }, true, 'silent'],
  ['there are more than 200 stories a day', { weekStories: 1401 }, true, 'flooding'],
  ['another phrase has its stories', { monthStories: 1 }, true, 'overlapping'],
  ['most rows are copies', { monthStories: 9 }, false, 'copies'],
  ['most of a few rows are copies', { monthRows: 19, monthStories: 1 }, false, 'fine'],
] as const)('the verdict when %s is that of the filter too', async (_, change, isOverlapped, verdict) => {
  const { wordHealth, words } = fixture.store;
  const clientId = await fixture.createClient();
  const [metro, vote] = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
  const overlaps = isOverlapped ? [{ otherId: vote, stories: 9 }] : [];
  await wordHealth.save([{ wordId: metro, ...numbers, ...change, overlaps }]);
  expect(await wordHealth.list([metro, vote], null)).toMatchObject([{ shownId: metro, verdict }]);
  for (const health of healthVerdicts)
    expect(await words.ids(null, { health })).toEqual(health === verdict ? [metro] : []);
});
