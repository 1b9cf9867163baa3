// Proves: work#suggestions
/** Suggestions of marks: how models are trained, what they suggest, and how often they were correct. */
import { trainModel } from '../../server/backend/jobs/suggestions.ts';
import { checkSuggestion, isHeldOut, readModel, stemsOf, suggest } from '../../server/backend/rules/suggestions.ts';
import type { WorkChange } from '../../server/backend/rules/work.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
let opened: TestStore;
let clientId: string;
let wordId: number;
let tagId: number;

const by = () => ({ who: 'anna', onBehalfOf: clientId, address: '', at: now });

beforeEach(async () => {
  opened = await openTestStore(() => now);
  clientId = await opened.createClient();
  wordId = await opened.createWord(clientId);
  const saved = await opened.store.work.createTag(clientId, { name: 'Жалоба', color: 'red' }, by());
  tagId = saved.outcome === 'saved' ? saved.id : 0;
});
afterEach(() => opened.close());

type Shown = { StoryID: number; Text: { String: string }; Suggestion: { Tone: string; Tags: object[] } | null };

async function readRows(): Promise<Shown[]> {
  const names = await opened.store.work.names(clientId);
  const scope = viewing({ clientId, shownWork: { ...names, now } });
  const page = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  const { parts } = await opened.store.posts.pageJson({ type: 'client', clientId }, scope, page);
  return JSON.parse(`[${parts.map((part) => Buffer.from(part).toString()).join(',')}]`);
}

let posts = 0;
/** Posts of different stories. Returns these. */
async function arrive(texts: readonly string[], userId = 1): Promise<number[]> {
  posts += texts.length;
  const first = posts - texts.length;
  const saved = texts.map((text, index) =>
    newPost({ wordId, postId: first + index + 1, userId, text, postedAt: now + (first + index) * 1000 }),
  );
  await opened.store.posts.save(saved);
  return (await readRows()).filter(({ Text }) => texts.includes(Text.String)).map(({ StoryID }) => StoryID);
}

async function change(storyIds: readonly number[], change: WorkChange) {
  const wanted = storyIds.map((storyId) => ({ storyId, version: null }));
  await opened.store.work.change(clientId, { stories: wanted, change, batchId: null, taker: 0 }, by());
}

const complaint = (index: number) => `Мусор не вывозят, на дороге ямы, заявка ${index}`;
const praise = (index: number) => `Спасибо врачам, открыли новый парк, отзыв ${index}`;
const complaints = (from: number, count: number) => Array.from({ length: count }, (_, i) => complaint(from + i));
const praises = (from: number, count: number) => Array.from({ length: count }, (_, i) => praise(from + i));

async function markFirst(): Promise<void> {
  await change(await arrive(complaints(0, 30)), { tone: 'negative', addTags: [tagId] });
  await change(await arrive(praises(0, 30)), { tone: 'positive' });
}
const train = () => trainModel(opened.store, clientId, now, async () => {});
const suggestions = async (storyIds: readonly number[]) =>
  (await readRows()).filter(({ StoryID }) => storyIds.includes(StoryID)).map(({ Suggestion }) => Suggestion);
const shown = (storyIds: readonly number[]) => storyIds.filter((id) => !isHeldOut(id));

test('after 50 marks rows of others get what is missing, except one of five stories', async () => {
  const early = await arrive(complaints(40, 1));
  await train();
  expect((await readRows()).every(({ Suggestion }) => Suggestion === null)).toBe(true);
  await markFirst();
  await train();
  const stories = [...early, ...(await arrive([...complaints(50, 20)]))];
  const full = { Tone: 'negative', Tags: [{ TagID: tagId, Name: 'Жалоба', Color: 'red' }] };
  expect(stories.some(isHeldOut)).toBe(true);
  expect(await suggestions(stories.filter(isHeldOut))).toEqual(stories.filter(isHeldOut).map(() => null));
  expect(await suggestions(shown(stories))).toEqual(shown(stories).map(() => full));
  const [first = 0, second = 0, third = 0] = shown(stories);
  await change([first], { tone: 'neutral' });
  await change([second], { addTags: [tagId] });
  await change([third], { state: 'resolved' });
  expect(await suggestions([first, second, third])).toEqual([
    { Tone: null, Tags: full.Tags },
    { Tone: 'negative', Tags: [] },
    null,
  ]);
  const other = await arrive(['Котята ищут дом в хорошие руки']);
  expect(await suggestions(other)).toEqual([null]);
  await opened.store.work.deleteTag(clientId, tagId, by());
  expect(await suggestions([first])).toEqual([{ Tone: null, Tags: [] }]);
});

test('suggestions that nobody has seen are compared once with the values that people set later', async () => {
  await markFirst();
  await train();
  const numbers = async () => (await opened.store.work.lists(clientId)).suggestions;
  expect(await numbers()).toEqual({ checked: 0, correct: 0 });
  const texts = [...complaints(40, 30), ...praises(40, 30)];
  const stories = await arrive(texts);
  const { model } = await opened.store.suggestions.read(clientId);
  const toneOf = (index: number) => (index % 7 === 0 ? 'neutral' : index < 30 ? 'negative' : 'positive');
  for (const tone of ['neutral', 'negative', 'positive'] as const) {
    await change(
      stories.filter((_, index) => toneOf(index) === tone),
      { tone },
    );
  }
  await change(stories.slice(0, 40), { addTags: [tagId] });
  const expected = { checked: 0, correct: 0 };
  for (const [index, story] of stories.entries()) {
    if (!isHeldOut(story)) continue;
    const found = suggest(readModel(model ?? ''), stemsOf(texts[index] ?? ''));
    const { checked, correct } = checkSuggestion(found, { tone: toneOf(index), tags: index < 40 ? [tagId] : [] });
    expected.checked += checked;
    expected.correct += correct;
  }
  expect(expected.checked).toBeGreaterThan(10);
  expect(expected.correct).toBeLessThan(expected.checked);
  await train();
  expect(await numbers()).toEqual(expected);
  // Compared values are not compared again, and values that rules set do not count.
  await change(stories, { state: 'in-progress' });
  const view = await opened.store.views.create({ account: 'admin:1', clientId: null, name: 'Все', query: '' }, now);
  const rule = {
    name: 'Правило',
    viewId: view.outcome === 'saved' ? view.id : 0,
    tagId,
    assignee: null,
    state: null,
    reason: null,
    paused: false,
    hidden: false,
    clientId,
  };
  const created = await opened.store.workRules.create(rule, by());
  const [saved] = await opened.store.workRules.list(clientId);
  expect(created.outcome).toBe('saved');
  if (saved) await opened.store.workRules.run(saved, await arrive(complaints(80, 15)), now);
  await train();
  expect(await numbers()).toEqual(expected);
});

test('a client is due after its work has changed, and after texts were erased, without which its model is trained', async () => {
  const { suggestions: models, erasures } = opened.store;
  expect(await models.due(now)).toEqual([]);
  await markFirst();
  expect(await models.due(now - 1000)).toEqual([clientId]);
  await train();
  expect(await models.due(now)).toEqual([]);
  await change(await arrive(['Шиномонтаж Иванова ищет мастера'], 9), { tone: 'neutral' });
  await change(await arrive(['Шиномонтаж Иванова закрылся навсегда'], 9), { tone: 'neutral' });
  expect(await models.due(now - 1000)).toEqual([]);
  expect(await models.due(now)).toEqual([clientId]);
  await train();
  const stored = async () => (await models.read(clientId)).model;
  expect(await stored()).toContain('шиномонтаж');
  await erasures.begin({ kind: 'user', id: 9 }, now, by());
  expect(await stored()).toBeNull();
  await erasures.deletePosts({ kind: 'user', id: 9 }, 100);
  expect(await models.due(now - 1000)).toEqual([clientId]);
  await train();
  expect(await stored()).not.toContain('шиномонтаж');
});
