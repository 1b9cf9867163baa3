/** Work of clients on stories: changes with versions, their history, tags and reasons. */
import { noWork, type WorkChange } from '../../server/backend/rules/work.ts';
import type { WorkOutcome } from '../../server/backend/store/work-changes.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let opened: TestStore;
let clientId: string;
let otherClient: string;
/** Of three different texts. */
let stories: number[];

const by = (who = 'anna') => ({ who, onBehalfOf: clientId, address: '', at: now });
const texts = ['Открыли новую станцию', 'Ремонт моста через реку', 'Сдали третий дом'];

beforeAll(async () => {
  opened = await openTestStore(() => now);
  clientId = await opened.createClient();
  otherClient = await opened.createClient();
  const wordId = await opened.createWord(clientId);
  await opened.createWord(otherClient);
  await opened.store.posts.save(
    texts.map((text, index) => newPost({ wordId, postId: index + 1, text, postedAt: now + index * 1000 })),
  );
  stories = (await readRows()).map(({ storyId }) => storyId);
});
afterAll(() => opened.close());

async function readRows() {
  const { everyPost } = await import('../../server/backend/store/posts-store.ts');
  const scope = { ...everyPost, clientId, workNames: { people: {}, tags: [] } };
  const page = { limit: 100, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  return (await opened.store.posts.page({ type: 'client', clientId }, scope, page)).rows;
}
const workOf = async (story: number) => (await readRows()).find(({ storyId }) => storyId === story)?.work ?? noWork;

/** Changes stories whose versions the author has just read, unless `version` is given. Returns the outcomes. */
async function change(
  wanted: readonly number[],
  change: WorkChange,
  { who = 'anna', version = -1, taker = 0, of = clientId } = {},
) {
  const rows = await Promise.all(
    wanted.map(async (storyId) => ({ storyId, version: version < 0 ? (await workOf(storyId)).version : version })),
  );
  const changed = await opened.store.work.change(of, { stories: rows, change, batchId: null, taker }, by(who));
  return changed?.results.map(({ outcome }): WorkOutcome => outcome);
}

test('a story in progress has a person, and each change another version', async () => {
  const [first = 0, second = 0] = stories;
  expect(await change([first, second], { state: 'in-progress' }, { taker: 7 })).toEqual(['changed', 'changed']);
  expect(await workOf(first)).toMatchObject({ version: 1, state: 'in-progress', assignee: 7 });
  expect(await change([first], { state: 'in-progress' }, { taker: 8 })).toEqual(['same']);
  expect(await change([first], { assignee: null, tone: 'negative' })).toEqual(['changed']);
  expect(await workOf(first)).toMatchObject({ version: 2, state: 'in-progress', assignee: null, tone: 'negative' });
});

test('a change that names an old version changes nothing, and neither does one of an unseen story', async () => {
  const [first = 0] = stories;
  const { version } = await workOf(first);
  expect(await change([first], { state: 'resolved' }, { who: 'boris' })).toEqual(['changed']);
  const request = { stories: [{ storyId: first, version }], change: { tone: null }, batchId: null, taker: 0 } as const;
  const late = await opened.store.work.change(clientId, request, by());
  expect(late).toMatchObject({
    batchId: null,
    results: [{ outcome: 'conflict', work: { changedBy: 'boris', state: 'resolved' } }],
  });
  expect(await workOf(first)).toMatchObject({ version: version + 1, tone: 'negative' });
  expect(await change([first, 999_999], { tone: null }, { version: 0, of: otherClient })).toEqual([
    'unknown',
    'unknown',
  ]);
});

test('of two changes of one version at once, one is made', async () => {
  const [, , third = 0] = stories;
  const outcomes = await Promise.all([
    change([third], { state: 'resolved' }, { version: 0 }),
    change([third], { state: 'rejected', reason: 'Реклама' }, { version: 0 }),
  ]);
  expect(outcomes.flat().sort()).toEqual(['changed', 'conflict']);
});

test('tags and reasons have names that differ, and a deleted tag leaves its stories', async () => {
  const { work } = opened.store;
  const [, second = 0] = stories;
  const saved = await work.saveTag(clientId, null, { name: 'Ёлка', color: 'green' }, by());
  const tagId = saved.outcome === 'saved' ? saved.id : 0;
  expect(await work.saveTag(clientId, null, { name: 'елка', color: 'red' }, by())).toEqual({ outcome: 'duplicate' });
  expect(await work.saveTag(otherClient, tagId, { name: 'Чужая', color: 'red' }, by())).toEqual({ outcome: 'unknown' });
  expect(await change([second], { addTags: [tagId] })).toEqual(['changed']);
  expect((await workOf(second)).tags).toEqual([tagId]);
  expect(await work.saveTag(clientId, tagId, { name: 'ЁЛКА', color: 'red' }, by())).toEqual({
    outcome: 'saved',
    id: tagId,
  });
  expect((await work.lists(clientId)).tags).toEqual([{ tagId, name: 'ЁЛКА', color: 'red', total: 1 }]);
  expect((await work.names(otherClient)).tags).toEqual([]);
  expect(await work.deleteTag(otherClient, tagId, by())).toBe(false);
  expect(await work.deleteTag(clientId, tagId, by())).toBe(true);
  expect((await workOf(second)).tags).toEqual([]);
  expect(await work.createReason(clientId, 'Реклама', by())).toMatchObject({ outcome: 'saved' });
  expect(await work.createReason(clientId, 'реклама', by())).toEqual({ outcome: 'duplicate' });
});

test('each action is one record of the journal that says what it changed', async () => {
  const [first = 0, second = 0] = stories;
  now += 1000;
  await change([first, second], { state: 'rejected', reason: 'Реклама', assignee: 0 });
  await change([first], { state: 'new' });
  const all = { limit: 2, offset: 0, who: '', action: 'work-changed', from: now, to: null } as const;
  expect((await opened.store.journal.page(all)).rows.map(({ object }) => object)).toEqual([
    `Сюжет ${first}, клиент ${clientId}: «Не наше» → «Новое»`,
    `Сюжетов 2, клиент ${clientId}: «Не наше», причина «Реклама», исполнитель Клиент`,
  ]);
});
